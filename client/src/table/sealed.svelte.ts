import { untrack } from 'svelte';
import { isSame } from './hint.svelte';
import type { AnyGame, Outcome, Room, Tagged } from './room';

/** What is seen of one's own answer at a moment. */
export interface Answering {
  decision: number;
  /** The sealed answer; null while there is none. */
  answer: Tagged | null;
  question: unknown;
  /** What the house has given back for this decision. */
  draft: Tagged | null;
}

/**
 * What becomes of a sealed answer. It is opened when the house goes on; until then its author may
 * take it back, and it comes back by itself when something was told that touches it.
 */
export class Sealed<A extends Tagged = Tagged> {
  /** My answer before, while its question is open again. */
  former = $state.raw<A | null>(null);
  /** It was not I who took it back. */
  isReturned = $state(false);

  #last: Answering | null = null;
  #mine = false; // taken back by me
  #decision = -1; // at which the former answer was seen to be gone

  /** I take my answer back. */
  async take(undo: Promise<Outcome>): Promise<Outcome> {
    this.#mine = true;
    const outcome = await undo;
    if (!outcome.kept) this.#mine = false;
    return outcome;
  }

  look(now: Answering): void {
    if (now.answer) {
      if (this.#last?.decision !== now.decision) this.#forget();
      this.#last = now;
      return;
    }
    const last = this.#last;
    if (!last) return;
    if (now.decision === last.decision) return this.#forget(); // opened, and nothing else is asked
    if (this.#decision < 0) this.#decision = now.decision;
    if (now.decision !== this.#decision) return this.#forget();
    // what comes back by itself the house gives back; what I take back is as it was
    const back = now.draft && isSame(now.draft, last.answer!);
    if (!now.question || !(back || this.#mine)) return;
    [this.former, this.isReturned] = [last.answer as A, !this.#mine];
  }

  #forget(): void {
    this.#last = this.former = null;
    this.isReturned = this.#mine = false;
    this.#decision = -1;
  }
}

/** Follows the answers of a room. Call it while a component is set up. */
export function sealing<G extends AnyGame>(room: Room<G>): Sealed<G['action'] & Tagged> {
  const sealed = new Sealed<G['action'] & Tagged>();
  $effect.pre(() => {
    const { state, draft } = room;
    if (!state) return;
    const { answer, question } = state.game;
    const now = { decision: state.decision, answer, question, draft } as Answering;
    untrack(() => sealed.look(now));
  });
  return sealed;
}
