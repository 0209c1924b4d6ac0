import { patched } from '../table/patch';
import type { OffersOf, Outcome, Room, SomeGame, StateOf, Tagged, ViewOf } from '../table/room';
import type { TableCard, Replay } from '../wire';
import { isTagged } from '../words/catalogue';
import type { Speech } from '../words/speech';

const EVERYTHING = -3;
const LONGEST = 300; // lines of the story that a screen is given
const APART = 64; // steps between two states that are kept, so that going back is quick

/** A part of the game to go to: where it begins, how wide it is, how it is called. */
export interface Part {
  at: number;
  level: number;
  title: string;
}

/** A game that is over, at one of its steps, as one viewer saw it then. Nothing can be done. */
export class ReplayRoom implements Room {
  readonly line = 'open';
  readonly pending = false;
  readonly past = true;
  readonly draft = null;
  readonly table: string;
  readonly seat: number;
  /** Nothing is hidden from this viewer. */
  readonly seesAll: boolean;
  #card: TableCard;
  #replay: Replay;
  #kept = new Map<number, ViewOf<SomeGame>>();
  #at = $state(0);
  #game = $derived(this.#gameAt(this.#at));

  constructor(card: TableCard, replay: Replay) {
    this.table = card.id;
    this.#card = card;
    this.#replay = replay;
    this.seat = Math.max(-1, replay.viewer);
    this.seesAll = replay.viewer === EVERYTHING;
    this.#kept.set(0, replay.game as ViewOf<SomeGame>);
  }

  get card(): TableCard {
    return this.isOver ? this.#card : { ...this.#card, status: 'playing' };
  }

  get isOver(): boolean {
    return this.#at === this.last;
  }

  /** The step that is shown. */
  get at(): number {
    return this.#at;
  }

  get last(): number {
    return this.#replay.steps.length - 1;
  }

  /** The number of its entry in the record: the same for every viewer. */
  get number(): number {
    return this.#replay.steps[this.#at]?.number ?? 0;
  }

  get state(): StateOf<SomeGame> {
    return {
      status: this.isOver ? 'over' : 'playing',
      game: this.#game,
      decision: 0,
      undo: false,
      clock: { due: null, left: null, length: null, strict: false },
      speech: { openly: false, near: [] },
      showing: { until: 0, held: false, pace: 'instant', step: false },
      holds: null,
    };
  }

  get story(): readonly Tagged[] {
    const lines = this.#replay.steps.slice(0, this.#at + 1).flatMap((step) => step.story);
    return lines.filter(isTagged).slice(-LONGEST);
  }

  go(at: number): void {
    this.#at = Math.max(0, Math.min(this.last, at));
  }

  /** The step at or before an entry of the record. */
  find(number: number): number {
    const after = this.#replay.steps.findIndex((step) => step.number > number);
    return after < 0 ? this.last : Math.max(0, after - 1);
  }

  /** Where the parts of the game begin. */
  parts(speech: Speech): Part[] {
    return this.#replay.steps.flatMap((step, at) =>
      step.story.filter(isTagged).flatMap((event) => {
        const level = speech.level(event);
        return level ? [{ at, level, title: speech.heading(event) }] : [];
      }),
    );
  }

  #gameAt(at: number): ViewOf<SomeGame> {
    let from = at;
    while (!this.#kept.has(from)) from -= 1;
    let game = this.#kept.get(from)!;
    for (let step = from + 1; step <= at; step += 1) {
      game = patched(game, this.#replay.steps[step]!.patch);
      if (step % APART === 0) this.#kept.set(step, game);
    }
    return game;
  }

  now(): number {
    return 0;
  }

  act(): Promise<Outcome> {
    return Promise.resolve({ kept: false, code: 'game_over', rules: [] });
  }

  undo(): Promise<Outcome> {
    return this.act();
  }

  hold(): Promise<Outcome> {
    return this.act();
  }

  skip(): Promise<Outcome> {
    return this.act();
  }

  pace(): Promise<Outcome> {
    return this.act();
  }

  keep(): void {}

  offers(): Promise<OffersOf<SomeGame>> {
    return Promise.resolve({ type: 'offers', number: 0, kinds: {}, questions: [] });
  }

  weigh(): Promise<null> {
    return Promise.resolve(null);
  }

  hear(): () => void {
    return () => {};
  }
}
