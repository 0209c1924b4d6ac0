import type { Room, Tagged } from '../../table/room';
import type { State } from '../../wire';

/** A letter card: two letters, one of which may be used, the eyes beside each. */
export interface LetterCard {
  top: string;
  bottom: string;
  top_eyes: number;
  bottom_eyes: number;
}

export interface Word {
  letters: string;
  cards: number[];
  language: string;
}

/** What lies on the table, as one viewer sees it. */
export interface Table {
  mode: 'standard' | 'solo' | 'training' | 'duplicate' | 'daily';
  judging: 'denunciation' | 'automatic';
  size: number;
  trial: number;
  target: number;
  out: string[];
  text: string;
  drawn: LetterCard[];
  turned: boolean;
  shown: LetterCard[][];
  places: number[];
  words: Word[];
  fates: ('' | 'valid' | 'vouched' | 'invalid')[];
  bonuses: number[][];
  scores: number[][];
  brother: number[];
  tops: number[];
  challenges: number[];
  hands: LetterCard[] | null;
  locked: Word | null;
}

export interface Topic {
  type: string;
  seat?: number;
  by?: number;
  envelopes?: string[];
  disputed?: number[];
}

export interface Asked {
  type: 'Spell' | 'Breathe' | 'Agree' | 'Compose';
  cards?: string[];
  marks?: string[];
  about?: string;
  abstaining?: boolean;
  parts?: { seats?: { values: number[] }; text?: { most: number } };
}

/** The view of Dictopia inside a state. */
export interface Game {
  header: { seats: number };
  topics: Topic[];
  waiting_for: number[];
  question: Asked | null;
  answer: Tagged | null;
  may_act: boolean;
  outcome: { winners: number[]; scores: number[] } | null;
  table: Table;
}

export const TRIALS = 5;

export type Phase =
  'ready' | 'laying' | 'count' | 'judging' | 'invent' | 'missions' | 'score' | 'training' | 'over';

const PHASES: Record<string, Phase> = {
  lay: 'laying',
  lock: 'laying',
  count: 'count',
  denounce: 'judging',
  judge: 'judging',
  invent: 'invent',
  'invent.vote': 'invent',
  missions: 'missions',
  'missions.dispute': 'missions',
  'missions.vote': 'missions',
  training: 'training',
  try: 'training',
};

export function gameOf(state: State): Game {
  return state.game as unknown as Game;
}

/** What the game is at. */
export function topicOf(game: Game): Topic | null {
  return game.topics.at(-1) ?? null;
}

/** Which screen a state wants: the topic says so. */
export function phaseOf(state: State): Phase {
  const game = gameOf(state);
  if (state.status === 'over' || game.outcome) return 'over';
  const topic = topicOf(game);
  const named = topic ? PHASES[topic.type] : undefined;
  if (named) return named;
  return game.table.words.some((word) => word.letters) ||
    game.table.shown.some((hand) => hand.length)
    ? 'score'
    : 'ready';
}

/** The cards before a seat, so far as this viewer sees them. */
export function handOf(table: Table, seat: number): LetterCard[] {
  const shown = table.shown[seat];
  return shown?.length ? shown : (table.hands ?? []);
}

export function eyesBeside(card: LetterCard, letter: string): number {
  return card.top === letter ? card.top_eyes : card.bottom_eyes;
}

/** The eyes beside the letters of a word, letter by letter. */
export function eyesOf(word: Word, hand: LetterCard[]): number[] {
  return word.cards.map((card, at) => eyesBeside(hand[card]!, word.letters[at]!));
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

export function total(table: Table, seat: number): number {
  return sum(table.scores[seat] ?? []);
}

/** What the story says since the words of this trial were shown. */
export function since(room: Room, kind: string): readonly Tagged[] {
  const from = room.story.findLastIndex((event) => event.type === kind);
  return from < 0 ? [] : room.story.slice(from);
}

export const isAlone = (table: Table): boolean => table.mode === 'solo' || table.mode === 'daily';
