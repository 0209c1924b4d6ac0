/** What a guide points at: places of the screen have names (`data-point`), sectors have their own. */

import type { Dictopia } from '../games/dictopia/types';
import type { Diktat } from '../games/diktat/types';
import type { Question } from '../games/kernel';
import type { Tagged } from '../table/room';

/** What a lesson or a bot wants done: an act, or its kind and where it aims. */
export type Aim = Tagged & { sector?: string; stack?: number; owner?: number; kinds?: string[] };
/** The games that have lessons. */
export interface Taught {
  table: Diktat['table'] | Dictopia['table'];
  event: Diktat['event'] | Dictopia['event'];
  action: Diktat['action'] | Dictopia['action'];
  topic: Diktat['topic'] | Dictopia['topic'];
}
type Act = Taught['action'];
type Asked = Question<Act> | null | undefined;
type Stacks = Diktat['table']['stacks'];
type Found = Element[];

const BARGAINS = new Set(['Accept', 'Decline', 'Propose', 'AcceptOath']);
const isOpen = (): boolean => document.querySelector('dialog[open]') !== null;

/** What is to be seen; of a dialog that is open, only what is in it can be touched. */
function seen(selector: string): Found {
  const within = document.querySelector('dialog[open]') ?? document;
  return [...within.querySelectorAll(selector)].filter((one) => one.getClientRects().length > 0);
}
const place = (name: string): Found => seen(`[data-point="${CSS.escape(name)}"]`);
const sectors = (name: string): Found => seen(`[data-sector="${CSS.escape(name)}"]`);

/** The first of these places that is to be seen. */
export function places(names: readonly string[]): Found {
  for (const name of names) {
    const found = name.startsWith('sector-') ? sectors(name.slice(7)) : place(name);
    if (found.length > 0) return found;
  }
  return [];
}

/** Where an act aims on the map. */
function sectorOf(aim: Aim, stacks: Stacks): string {
  return aim.sector ?? stacks[aim.stack ?? 0]?.sector ?? '';
}

/** Whether an option is the act that is meant; whose stack and where may stand for its number. */
export function isMeant(option: Act, act: Aim, stacks: Stacks): boolean {
  const fields: Record<string, unknown> = option;
  return Object.entries(act).every(([name, value]) => {
    if (JSON.stringify(fields[name]) === JSON.stringify(value)) return true;
    if (!('owner' in act)) return false;
    const stack = 'stack' in option ? stacks[option.stack] : undefined;
    if (name === 'owner') return stack?.owner === value;
    return name === 'sector' && (value === '' || stack?.sector === value);
  });
}

/** What to touch next for an act: its kind, its sector, which one, and the button that does it. */
export function toDo(act: Aim, question: Asked, stacks: Stacks): Found {
  const options = question?.type === 'Choose' ? question.options : [];
  const shapes: Record<string, string> = { Order: 'Arrange', Number: 'Amount', Spelt: 'Spell' };
  if (act.type === 'Order' && question?.type === 'Arrange') return inOrder(act);
  if (question && shapes[act.type] === question.type) return places(['team', 'answer', 'act']);
  if (!options.some((option) => isMeant(option, act, stacks))) return unasked(act);
  if (act.type === 'Pass') return places(['pass', 'act']);
  for (const name of ['do', 'option']) {
    const ready = place(name).filter((one) => {
      const aim = one.getAttribute('data-aim');
      return aim !== null && isMeant(JSON.parse(aim) as Act, act, stacks);
    });
    if (ready.length > 0) return ready;
  }
  const sector = sectorOf(act, stacks);
  const chosen = sector && sectors(sector).some((one) => one.ariaPressed === 'true');
  if (chosen || !sector) return places([`kind-${act.type}`, 'act']);
  return places([`kind-${act.type}`, `sector-${sector}`, 'tab-map', 'act']);
}

/** The next pawn of an ordered team, each put on top of the others; then what sends it. */
function inOrder(act: Aim): Found {
  const [ready] = place('do');
  const order = JSON.parse(ready?.getAttribute('data-aim') ?? 'null') as Aim | null;
  const laid = order?.kinds ?? [];
  const wanted = act.kinds ?? [];
  const rest = wanted.length - laid.length;
  if (!ready || rest < 0 || String(wanted.slice(rest)) !== String(laid)) return places(['team']);
  return rest === 0 ? [ready] : places([`pool-${wanted[rest - 1]}`, 'team']);
}

/** The same for an act that nobody asks for: they are found behind one button. */
export function unasked(act: Aim): Found {
  if (BARGAINS.has(act.type)) return places(['accept', 'bargain']);
  // the button of the table's own question is not the one that does it
  return places(isOpen() ? [`kind-${act.type}`, 'do'] : ['anytime']);
}

const MARGIN = 8;
const FOOT = 64; // of the screen: tabs
let marked: Found = [];
let brought: Element | undefined; // the last that was brought into sight

/** How much of the screen is taken by what stays below the guide. */
function stuck(): number {
  const bar = document.querySelector<HTMLElement>('.diktat .top');
  return bar && getComputedStyle(bar).position === 'sticky' ? bar.offsetHeight : 0;
}

/**
 * Marks these, and nothing else; if `under` is given, brings the first into sight below it, once:
 * whoever looks elsewhere is left there until something else is to be touched.
 */
export function point(at: Found, under: Element | null = null): void {
  for (const one of marked) if (!at.includes(one)) one.removeAttribute('data-pointed');
  const first = at.find((one) => !marked.includes(one));
  for (const one of at) one.setAttribute('data-pointed', '');
  marked = at;
  // a sheet that was opened and closed meanwhile does not make it new
  if (!under || !first || first === brought || first.closest('dialog, nav')) return;
  brought = first;
  if (getComputedStyle(first).position === 'sticky') return; // it is in sight wherever one is
  first.scrollIntoView({ block: 'nearest' }); // in a column that scrolls by itself, too
  const { top: own, bottom } = first.getBoundingClientRect();
  const { top } = (first.closest('[data-point="act"]') ?? first).getBoundingClientRect();
  const above = Math.max(0, under.getBoundingClientRect().bottom) + stuck() + MARGIN;
  const foot = innerHeight - FOOT;
  if (top >= above && bottom <= foot) return;
  // what is asked and told above it is seen, too, as far as there is room; of what is too tall, its top
  const isTall = bottom - own > foot - above;
  scrollBy(0, isTall ? own - above : Math.max(top - above, bottom - foot));
}
