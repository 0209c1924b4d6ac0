import type { TableCard } from '../wire';
import { words } from '../words.svelte';
import { called, type Room } from './room';

/** Whom the table waits for, in words; who of them has answered already is told to nobody. */
export function turn(room: Room, withYou = true): string {
  const { state, card, seat } = room;
  if (card.status === 'paused') return words.say('page.table.paused');
  if (!state || state.status === 'over') return words.say('page.table.over');
  const asked = askedOf(room);
  if (withYou && asked.includes(seat) && !hasAnswered(room))
    return words.say('page.table.turn_you');
  const others = asked.filter((one) => one !== seat || !withYou);
  if (asked.length === 0) return words.say('page.table.nobody');
  if (asked.length > 2 && asked.length === card.chairs.length) {
    return words.say('page.table.turn_all');
  }
  if (others.length === 1) {
    return words.say('page.table.turn_one', { name: called(card, others[0]!) });
  }
  if (others.length === 0) return words.say('page.table.answered');
  return words.say('page.table.turn_many', { names: names(card, others) });
}

export function askedOf(room: Room): number[] {
  return room.state?.game.waiting_for.filter((seat) => seat >= 0) ?? [];
}

/** Whether my own answer lies there, sealed. */
export function hasAnswered(room: Room): boolean {
  return Boolean(room.state?.game.answer);
}

export function names(card: TableCard, seats: readonly number[]): string {
  return seats.map((seat) => called(card, seat)).join(', ');
}

/** Whether all the others are bots. */
export function isAlone({ card, seat }: Room): boolean {
  return seat >= 0 && card.chairs.every((chair) => chair.kind === 'bot' || chair.seat === seat);
}
