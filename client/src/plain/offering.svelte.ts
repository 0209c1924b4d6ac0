import type { Offers } from '../wire';

/** A room of which a test says what it offers. */
export class Offering {
  pending = false;
  state = $state.raw<object>({});
  #kinds: Record<string, number>;

  constructor(kinds: Record<string, number>) {
    this.#kinds = kinds;
  }

  now(kinds: Record<string, number>): void {
    this.#kinds = kinds;
    this.state = {};
  }

  offers(): Promise<Offers> {
    return Promise.resolve({ type: 'offers', number: 0, kinds: this.#kinds, questions: [] });
  }
}
