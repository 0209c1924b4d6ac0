import { untrack } from 'svelte';

/** A value that follows another by some frames: what is beside the point is drawn after it, so that
 *  no single frame has to draw everything. */
export class Later<T> {
  value: T = $state.raw() as T;
  #waits = 0;

  constructor(read: () => T, frames = 1) {
    this.value = untrack(read);
    // a frame's callbacks run before it is drawn: with no frame between, nothing would be put off
    const wait = (left: number): void => {
      this.#waits = requestAnimationFrame(() => {
        if (left > 0) return wait(left - 1);
        this.#waits = 0;
        this.value = untrack(read);
      });
    };
    $effect(() => {
      if (read() !== untrack(() => this.value) && !this.#waits) wait(frames);
    });
    $effect(() => () => cancelAnimationFrame(this.#waits));
  }
}
