import type { Room, StateOf } from '../../table/room';
import type { Card, Dictopia, Event, Table, Topic, View, Word } from './types';

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

/** What the game is at. */
export function topicOf(game: View): Topic | null {
  return game.topics.at(-1) ?? null;
}

/** Which screen a state wants: the topic says so. */
export function phaseOf(state: StateOf<Dictopia>): Phase {
  const { game } = state;
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
export function handOf(table: Table, seat: number): Card[] {
  const shown = table.shown[seat];
  return shown?.length ? shown : (table.hands ?? []);
}

export function eyesBeside(card: Card, letter: string): number {
  return card.top === letter ? card.top_eyes : card.bottom_eyes;
}

/** The eyes beside the letters of a word, letter by letter. */
export function eyesOf(word: Word, hand: Card[]): number[] {
  return word.cards.map((card, at) => eyesBeside(hand[card]!, word.letters[at]!));
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

export function total(table: Table, seat: number): number {
  return sum(table.scores[seat] ?? []);
}

/** The writer of a mission, or whose word is looked at; -1 if the topic is about nobody. */
export const seatOf = (topic: Topic | null): number => (topic && 'seat' in topic ? topic.seat : -1);

/** The mission that is judged, and whose word is voted on. */
export function missionOf(topic: Topic | null): { envelope: string; disputed: number } {
  const { envelopes = [], disputed = [] } = topic && 'envelopes' in topic ? topic : {};
  return { envelope: envelopes[0] ?? '', disputed: disputed[0] ?? -1 };
}

/** Whether an event is of this kind: narrows what `find` gives. */
export function isA<K extends Event['type']>(
  kind: K,
): (event: Event) => event is Extract<Event, { type: K }> {
  return (event): event is Extract<Event, { type: K }> => event.type === kind;
}

/** What the story says since the words of this trial were shown. */
export function since(room: Room<Dictopia>, kind: string): readonly Event[] {
  const from = room.story.findLastIndex((event) => event.type === kind);
  return from < 0 ? [] : room.story.slice(from);
}

export const isAlone = (table: Table): boolean => table.mode === 'solo' || table.mode === 'daily';
