import type { Question, View } from '../games/kernel';
import type { TableCard, Meaning, Nack, Offers, Returned, State } from '../wire';
import type { Talk } from './talk.svelte';

/** An intent of a player, or a fact as this viewer is told it: a kind and its fields. */
export type Tagged = { type: string } & Record<string, unknown>;

/** The types of some game: its table as one viewer sees it, and what is said in it. */
export interface AnyGame {
  table: object;
  event: { type: string };
  action: { type: string };
  topic: { type: string };
}

/** A game that nothing is known of: what draws any game by the shapes of the kernel. */
export interface SomeGame {
  table: Record<string, unknown>;
  event: Tagged;
  action: Tagged;
  topic: Tagged;
}

export type ViewOf<G extends AnyGame> = View<G['table'], G['action'], G['topic']>;
export type StateOf<G extends AnyGame> = Omit<State, 'game'> & { game: ViewOf<G> };
export type OffersOf<G extends AnyGame> = Omit<Offers, 'questions'> & {
  questions: Question<G['action']>[];
};

/** How long public events are shown. */
export type Pace = State['showing']['pace'];

/** How the line to the house is, told as it is. */
export type Line = 'connecting' | 'open' | 'resuming' | 'closed';

/** What became of a command: on the disk of the house, or refused, and why. */
export type Outcome = { kept: true } | { kept: false; code: Nack['code']; rules: string[] };

/**
 * One table as one viewer sees it: all that the screen of a game is given. What is read from it is
 * reactive. A screen knows no rule: it draws `state.game`, and answers the question it finds there.
 */
export interface Room<G extends AnyGame = SomeGame> {
  readonly table: string;
  /** The viewer's seat; -1 for who watches. */
  readonly seat: number;
  readonly card: TableCard;
  readonly state: StateOf<G> | null;
  readonly line: Line;
  /** An act is on its way and not yet on the disk of the house. */
  readonly pending: boolean;
  /** What lay before the seat for the present decision when it came back. */
  readonly draft: G['action'] | null;
  /** The latest of the story, oldest first: what the journal shows. */
  readonly story: readonly G['event'][];
  /** What people say to one another; a room that only shows something has none. */
  readonly talk?: Talk;
  /** Somebody played for the seat until now, and the player has not read yet what was done. */
  readonly returned?: Returned | null;
  /** Says that the player is there: nobody plays for the seat any more. */
  here?(): void;
  /** It was read what was done for the seat. */
  dismiss?(): void;
  /** A game that is over, seen again: nothing can be done in it. */
  readonly past?: boolean;
  /** The time of the house, in milliseconds, as well as this device can tell. */
  now(): number;
  act(action: G['action']): Promise<Outcome>;
  undo(): Promise<Outcome>;
  /** Keeps the table from going on for a moment, or for a moment more. */
  hold(): Promise<Outcome>;
  /** Goes on at once: for who plays alone with bots. */
  skip(): Promise<Outcome>;
  /** How long events are shown, and whether each waits for a skip: for who plays alone. */
  pace(pace: Pace, step: boolean): Promise<Outcome>;
  /** Keeps what lies before the seat; sent at most four times a second, the latest wins. */
  keep(action: G['action']): void;
  offers(kinds: string[]): Promise<OffersOf<G>>;
  /** What these acts would mean, told by the house; null if it cannot say now. Nothing happens. */
  weigh(actions: G['action'][]): Promise<Meaning[] | null>;
  /** Calls back for every news that happens now, not for what was missed. Returns how to stop. */
  hear(listener: (story: readonly G['event'][]) => void): () => void;
}

/** The name of a seat as the table calls it. */
export function called(card: TableCard, seat: number): string {
  return card.chairs.find((chair) => chair.seat === seat)?.name ?? '';
}
