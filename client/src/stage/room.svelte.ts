import type { Outcome, Room, Tagged } from '../table/room';
import type { TableCard, Offers, State } from '../wire';

/** What a viewer had before it at one moment of a real game. */
export interface Scene {
  seat: number;
  now: number;
  card: TableCard;
  state: State;
  story: Tagged[];
}

/** A table that stands still: it shows a recorded moment, and notes what is done. */
export class StillRoom implements Room {
  readonly line = 'open';
  readonly table: string;
  readonly seat: number;
  card: TableCard;
  state = $state.raw<State | null>(null);
  story = $state.raw<readonly Tagged[]>([]);
  draft = $state.raw<Tagged | null>(null);
  pending = $state(false);
  done: Tagged[] = [];
  kept: Tagged[] = [];
  undone = 0;
  outcome: Outcome = { kept: true };
  /** How many milliseconds have passed since. */
  passed = 0;

  #now: number;
  #listeners = new Set<(story: readonly Tagged[]) => void>();

  constructor(scene: Scene, draft: Tagged | null = null) {
    this.table = scene.card.id;
    this.seat = scene.seat;
    this.card = scene.card;
    this.state = scene.state;
    this.story = scene.story;
    this.draft = draft;
    this.#now = scene.now;
  }

  now(): number {
    return this.#now + this.passed;
  }

  act(action: Tagged): Promise<Outcome> {
    this.done.push(action);
    return Promise.resolve(this.outcome);
  }

  undo(): Promise<Outcome> {
    this.undone++;
    return Promise.resolve(this.outcome);
  }

  weigh(): Promise<null> {
    return Promise.resolve(null);
  }

  keep(action: Tagged): void {
    this.kept.push(action);
  }

  /** As the house offers them: the words of the others that were not judged yet. */
  offers(kinds: string[]): Promise<Offers> {
    const table = this.state!.game['table'] as { words: { letters: string }[]; fates: string[] };
    const options = table.words.flatMap((word, seat) =>
      seat !== this.seat && word.letters.length > 1 && !table.fates[seat]
        ? [{ type: 'Denounce', seat }]
        : [],
    );
    const questions =
      kinds.includes('Denounce') && options.length ? [{ type: 'Choose', options }] : [];
    return Promise.resolve({ type: 'offers', number: 0, kinds: {}, questions });
  }

  hear(listener: (story: readonly Tagged[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Something happens: the next moment, and what is told of it. */
  go(scene: Scene, story: readonly Tagged[] = []): void {
    this.card = scene.card;
    this.state = scene.state;
    this.story = scene.story;
    this.#now = scene.now;
    for (const listener of this.#listeners) listener(story);
  }
}
