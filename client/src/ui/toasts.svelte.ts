/** One short sentence at a time, in a place that is kept free for it. */

export interface Toast {
  text: string;
  /** `wrong` is what did not work; it stays until something else is said. */
  tone: 'plain' | 'kept' | 'wrong';
}

const STAYS = 5000;

class Toasts {
  now = $state<Toast | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  say(text: string, tone: Toast['tone'] = 'plain'): void {
    clearTimeout(this.#timer);
    this.now = { text, tone };
    if (tone !== 'wrong') this.#timer = setTimeout(() => (this.now = null), STAYS);
  }

  hush(): void {
    clearTimeout(this.#timer);
    this.now = null;
  }
}

export const toasts = new Toasts();
