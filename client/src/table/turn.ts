import { isForced } from '../plain/only';
import type { TableCard } from '../wire';
import { words } from '../words.svelte';
import { called, type AnyGame, type Room, type ViewOf } from './room';

/** Whom the table waits for, in words; who of them has answered already is told to nobody. */
export function turn<G extends AnyGame>(room: Room<G>, withYou = true): string {
  const { state, card, seat } = room;
  if (card.status === 'paused') return words.say('page.table.paused');
  if (!state || state.status === 'over') return words.say('page.table.over');
  if (withYou && questionOf(room)) return words.say('page.table.turn_you');
  const asked = askedOf(room);
  const others = asked.filter((one) => one !== seat || !withYou);
  if (asked.length > 2 && asked.length === card.chairs.length) {
    return words.say('page.table.turn_all');
  }
  if (others.length === 1) {
    return words.say('page.table.turn_one', { name: called(card, others[0]!) });
  }
  if (others.length > 1) return words.say('page.table.turn_many', { names: names(card, others) });
  return words.say(hasAnswered(room) ? 'page.table.answered' : 'page.table.nobody');
}

/** The people and bots that are asked something: not the house, and nobody where it only lets
 *  things happen. */
export function askedOf<G extends AnyGame>(room: Room<G>): number[] {
  const game = room.state?.game;
  if (!game || game.question?.type === 'Breathe') return [];
  return game.waiting_for.filter((seat) => seat >= 0);
}

/** What I am asked and have not answered, where it is for me to answer: not whether the game may go
 *  on, nor, where the house answers that, what everybody knows to have one answer only. */
export function questionOf<G extends AnyGame>(
  room: Room<G>,
): NonNullable<ViewOf<G>['question']> | undefined {
  const question = room.state?.game.question;
  if (!question || hasAnswered(room) || !askedOf(room).includes(room.seat)) return undefined;
  return room.state?.game.pauses !== 'none' && isForced(question) ? undefined : question;
}

/** Whether my own answer lies there, sealed. */
export function hasAnswered<G extends AnyGame>(room: Room<G>): boolean {
  return Boolean(room.state?.game.answer);
}

export function names(card: TableCard, seats: readonly number[]): string {
  return seats.map((seat) => called(card, seat)).join(', ');
}

/** Whether I am the only person at the table: all the others are bots. */
export function isAlone<G extends AnyGame>({ card, seat }: Room<G>): boolean {
  const people = card.chairs.filter((chair) => chair.kind === 'person');
  return people.length === 1 && people[0]!.seat === seat;
}

/** Whether time is counted for what is asked: never where nobody else waits, nor once I alone was
 *  asked and have answered. */
export function isTimed<G extends AnyGame>(room: Room<G>): boolean {
  if (!room.state?.clock.length || isAlone(room)) return false;
  return askedOf(room).some((seat) => seat !== room.seat || questionOf(room));
}
