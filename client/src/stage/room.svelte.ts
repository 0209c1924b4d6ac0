import type { Action, Dictopia, Event, Question } from '../games/dictopia/types';
import type { OffersOf, Outcome, Pace, Room, StateOf } from '../table/room';
import type { TableCard } from '../wire';

/** What a viewer had before it at one moment of a real game. */
export interface Scene {
  seat: number;
  now: number;
  card: TableCard;
  state: StateOf<Dictopia>;
  story: Event[];
}

/** A table that stands still: it shows a recorded moment, and notes what is done. */
export class StillRoom implements Room<Dictopia> {
  readonly line = 'open';
  readonly table: string;
  readonly seat: number;
  card: TableCard;
  state = $state.raw<StateOf<Dictopia> | null>(null);
  story = $state.raw<readonly Event[]>([]);
  draft = $state.raw<Action | null>(null);
  pending = $state(false);
  done: Action[] = [];
  kept: Action[] = [];
  undone = 0;
  held = 0;
  skipped = 0;
  paced: [Pace, boolean][] = [];
  outcome: Outcome = { kept: true };
  /** How many milliseconds have passed since. */
  passed = 0;

  #now: number;
  #listeners = new Set<(story: readonly Event[]) => void>();

  constructor(scene: Scene, draft: Action | null = null) {
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

  act(action: Action): Promise<Outcome> {
    this.done.push(action);
    return Promise.resolve(this.outcome);
  }

  undo(): Promise<Outcome> {
    this.undone++;
    return Promise.resolve(this.outcome);
  }

  hold(): Promise<Outcome> {
    this.held++;
    return Promise.resolve(this.outcome);
  }

  skip(): Promise<Outcome> {
    this.skipped++;
    return Promise.resolve(this.outcome);
  }

  pace(pace: Pace, step: boolean): Promise<Outcome> {
    this.paced.push([pace, step]);
    return Promise.resolve(this.outcome);
  }

  weigh(): Promise<null> {
    return Promise.resolve(null);
  }

  keep(action: Action): void {
    this.kept.push(action);
  }

  /** As the house offers them: the words of the others that were not judged yet. */
  offers(kinds: string[]): Promise<OffersOf<Dictopia>> {
    const { table } = this.state!.game;
    const options = table.words.flatMap<Action>((word, seat) =>
      seat !== this.seat && word.letters.length > 1 && !table.fates[seat]
        ? [{ type: 'Denounce', seat }]
        : [],
    );
    const choice: Question = { type: 'Choose', options, rule_ids: [], secret: false, open: false };
    const questions = kinds.includes('Denounce') && options.length > 0 ? [choice] : [];
    return Promise.resolve({ type: 'offers', number: 0, kinds: {}, questions });
  }

  hear(listener: (story: readonly Event[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Something happens: the next moment, and what is told of it. */
  go(scene: Scene, story: readonly Event[] = []): void {
    this.card = scene.card;
    this.state = scene.state;
    this.story = scene.story;
    this.#now = scene.now;
    for (const listener of this.#listeners) listener(story);
  }
}
