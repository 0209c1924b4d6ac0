/**
 * Standing orders, where a decision takes more than an hour: what the house does for whoever is not
 * there. It goes by public events alone.
 */

import type { OrderState, StandingOrder, TableCard } from '../wire';
import type { Speech } from '../words/speech';
import type { Tagged } from './room';

const HOUR = 3_600_000;
export const MOST = 8;
export const TIMES = [1, 2, 3, 5, 9];

/** What others do, by game: the kinds of events that tell of it; none: any. */
const DEEDS: Record<string, Record<string, string[]>> = {
  diktat: {
    send: ['StackPlaced'],
    kill: ['PawnRevealed'],
    spy: ['PawnSeen', 'CardSeen'],
    call: ['SectorCalled'],
    win: ['SectorWon'],
    take: ['CardTaken', 'MarkerTaken'],
    develop: ['CabalDeveloped'],
    use: ['ElementUsed'],
    affinity: ['AffinityPlaced'],
    word: ['OathBroken'],
    any: [],
  },
};

const gameOf = (card: TableCard): string => card.terms.game.split(/[@+]/)[0] ?? '';

export const deedsOf = (card: TableCard): Record<string, string[]> => DEEDS[gameOf(card)] ?? {};

/** Whether orders can be given at a table. */
export function takesOrders(card: TableCard): boolean {
  const { decision = 0 } = card.terms;
  const slow = decision === null || decision > HOUR;
  return slow && card.status !== 'over' && card.status !== 'open' && gameOf(card) in DEEDS;
}

/** The sectors that a game names. */
export function sectorsOf(speech: Speech): string[] {
  const start = `${speech.game}.names.sectors.`;
  const keys = Object.keys(speech.from.sentences).filter((key) => key.startsWith(start));
  return keys.map((key) => key.slice(start.length));
}

/** Whether an order says when. */
export function saysWhen({ kinds, sector, by = -1, mine }: StandingOrder): boolean {
  return Boolean(kinds?.length) || Boolean(sector) || by >= 0 || Boolean(mine);
}

/** An order in words. */
export function phrase(speech: Speech, card: TableCard, order: StandingOrder): string {
  const { by = -1, sector, mine, action } = order;
  const kinds = (order.kinds ?? []).join();
  const [deed = 'any'] = Object.entries(deedsOf(card)).find(([, of]) => of.join() === kinds) ?? [];
  let what = speech.say(`orders.deeds.${deed}`);
  if (sector) what = speech.say('orders.in_sector', { what, sector });
  if (mine) what = speech.say('orders.mine', { what });
  const who = by < 0 ? speech.say('orders.anybody') : speech.say('orders.seat', { seat: by });
  const when = speech.say('orders.when', { who, deed: what });
  const does = action
    ? speech.say('orders.act', { act: speech.action(action as Tagged) })
    : speech.say('orders.hold');
  return speech.say('orders.whole', { when, does });
}

/** How many more times an order will be carried out. */
export function remaining({ order, done, failed, over }: OrderState): number {
  return over ? 0 : (order.times ?? 1) - done - failed;
}
