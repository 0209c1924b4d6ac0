const TYPED = 'input:not([type=radio], [type=checkbox]), select, textarea, [contenteditable]';
const PRESSED = `${TYPED}, input, a[href], button, summary, [tabindex="0"]`;

/** Whether a key is nobody else's: nothing that takes it has the focus, and no sheet lies over all.
 *  Letters press no button; the space bar does. */
export function isFree(event: KeyboardEvent, key: string): boolean {
  if (event.key.toLowerCase() !== key || event.defaultPrevented || event.repeat) return false;
  if (event.ctrlKey || event.altKey || event.metaKey) return false;
  if (document.querySelector('dialog[open]')) return false;
  const at = event.target;
  return !(at instanceof Element && at.closest(key === ' ' ? PRESSED : TYPED));
}
