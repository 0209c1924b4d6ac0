import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { OrderState, StandingOrder, TableCard } from '../wire';
import { library } from '../words/library.svelte';
import { Speech } from '../words/speech';
import type { LiveRoom } from './live.svelte';
import { phrase, remaining, saysWhen, sectorsOf, takesOrders } from './orders';
import StandingOrders from './StandingOrders.svelte';

const HOUR = 3_600_000;
const sentences = {
  'words.list': ', ',
  'diktat.orders.whole': 'Quand {when}, {does}',
  'diktat.orders.when': '{who} {deed}',
  'diktat.orders.seat': '{seat:seat}',
  'diktat.orders.anybody': 'un autre',
  'diktat.orders.anywhere': 'n’importe où',
  'diktat.orders.in_sector': '{what} dans le secteur {sector:sectors}',
  'diktat.orders.mine': '{what} et que cela touche mes piles',
  'diktat.orders.hold': 'retiens la partie et préviens-moi.',
  'diktat.orders.act': 'fais : {act}',
  'diktat.orders.page.add': 'Donner cet ordre',
  'diktat.orders.page.remove': 'Retirer',
  'diktat.orders.page.go_on': 'Laisser continuer la partie',
  'diktat.orders.page.failed': '{n} fois sans effet : {why}',
  'diktat.orders.deeds.any': 'fait quoi que ce soit',
  'diktat.orders.deeds.send': 'envoie une équipe',
  'diktat.names.sectors.josefov': 'Josefov',
  'diktat.actions.Borrow': 'prendre une dette',
};
const labels =
  'title about who deed where mine then hold act choose times until cycle game holds none waits done over';
for (const name of labels.split(' ')) {
  Object.assign(sentences, { [`diktat.orders.page.${name}`]: name });
}
for (const deed of ['kill', 'spy', 'call', 'win', 'take', 'develop', 'use', 'affinity', 'word']) {
  Object.assign(sentences, { [`diktat.orders.deeds.${deed}`]: deed });
}
const speech = new Speech('diktat', 'fr', { sentences, events: {}, table: {}, printed: {} }, [
  'Inès',
  'Otakar',
]);
const chairs = ['Inès', 'Otakar'].map((name, seat) => ({ seat, name, kind: 'person' }));
const card = {
  terms: { game: 'diktat@5', seats: 2, decision: 24 * HOUR },
  status: 'playing',
  chairs,
} as unknown as TableCard;
const like = (more: object): TableCard => ({ ...card, ...more });
const state = (order: StandingOrder, more: Partial<OrderState> = {}): OrderState => ({
  order,
  done: 0,
  failed: 0,
  why: null,
  at: 0,
  over: false,
  ...more,
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('orders are for tables where a decision takes more than an hour', () => {
  expect(takesOrders(card)).toBe(true);
  expect(takesOrders(like({ terms: { ...card.terms, decision: null } }))).toBe(true);
  expect(takesOrders(like({ terms: { ...card.terms, decision: HOUR } }))).toBe(false);
  expect(takesOrders(like({ terms: { game: 'diktat', seats: 2 } }))).toBe(false);
  expect(takesOrders(like({ status: 'over' }))).toBe(false);
  expect(takesOrders(like({ terms: { ...card.terms, game: 'dictopia' } }))).toBe(false);
});

test('an order is said in plain words', () => {
  const order = { id: 'a', kinds: ['StackPlaced'], sector: 'josefov', by: 1 };
  expect(phrase(speech, card, order)).toBe(
    'Quand Otakar envoie une équipe dans le secteur Josefov, retiens la partie et préviens-moi.',
  );
  expect(phrase(speech, card, { id: 'a', mine: true, action: { type: 'Borrow' } })).toBe(
    'Quand un autre fait quoi que ce soit et que cela touche mes piles, fais : prendre une dette',
  );
  expect(sectorsOf(speech)).toEqual(['josefov']);
});

test('an order must say when, and how often is counted', () => {
  expect(saysWhen({ id: 'a', kinds: [] })).toBe(false);
  expect(saysWhen({ id: 'a', by: 0 })).toBe(true);
  expect(remaining(state({ id: 'a', times: 3 }, { done: 1, failed: 1 }))).toBe(1);
  expect(remaining(state({ id: 'a', times: 3 }, { over: true }))).toBe(0);
});

function opened(orders: OrderState[], holds = false) {
  vi.spyOn(library, 'of').mockReturnValue(speech);
  const order = vi.fn(() => Promise.resolve({ kept: true }));
  const room = { card, seat: 0, orders: { type: 'orders', orders, holds }, order };
  const page = render(StandingOrders, { room: room as unknown as LiveRoom });
  return { page, order };
}

test('an order is given beside those that stand, and one is taken back', async () => {
  const old = { id: 'old', by: 1 };
  const { page, order } = opened([state(old, { failed: 1, why: 'not_offered', over: true })]);
  expect(page.getByText(/1 fois sans effet.*pas possible/)).toBeTruthy();
  await fireEvent.click(page.getByRole('button', { name: 'Donner cet ordre' }));
  const [sent, goOn] = order.mock.calls[0] as unknown as [StandingOrder[], boolean];
  expect(goOn).toBe(false);
  expect(sent[0]).toEqual(old);
  expect(sent[1]).toMatchObject({ kinds: ['StackPlaced'], by: -1, action: null, times: 1 });
  expect(sent[1]?.id).toMatch(/^[0-9a-f]{12}$/);
  await fireEvent.click(page.getByRole('button', { name: 'Retirer' }));
  expect(order.mock.calls[1]).toEqual([[], false]);
});

test('who has held the game lets it go on', async () => {
  const old = { id: 'old', by: 1 };
  const { page, order } = opened([state(old, { done: 1, over: true })], true);
  await fireEvent.click(page.getByRole('button', { name: 'Laisser continuer la partie' }));
  expect(order.mock.calls[0]).toEqual([[old], true]);
});
