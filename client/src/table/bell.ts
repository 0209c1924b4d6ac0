const JUST = 4000; // milliseconds: what follows so soon on an act of mine needs no bell

/** Says when to ring for me: something is asked of me, and I did not bring it about just now. */
export class Bell {
  #isAsked = true; // what was asked before one came is no news
  #acted = -Infinity;

  /** I have done something myself. */
  acted(now: number): void {
    this.#acted = now;
  }

  /** Whether it rings, now that I am asked something, or nothing. */
  look(isAsked: boolean, now: number): boolean {
    const rings = isAsked && !this.#isAsked && now - this.#acted > JUST;
    this.#isAsked = isAsked;
    return rings;
  }
}
