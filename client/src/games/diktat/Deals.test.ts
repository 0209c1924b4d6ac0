import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import type { Room, Tagged } from '../../table/room';
import type { Offers } from '../../wire';
import { Speech } from '../../words/speech';
import Deals from './Deals.svelte';
import { Desk } from './desk.svelte';
import type { Diktat, Table } from './types';

const keys = ['new_offer', 'no_partner', 'no_deals', 'compose', 'you_give', 'give_more'];
const more = ['you_get', 'ask_more', 'aside', 'cancel', 'empty', 'send'];
const sentences = Object.fromEntries(
  [...keys, ...more].map((key) => [`diktat.bargain.${key}`, key]),
);
const printed = { cards: {} };
const speech = new Speech('diktat', 'fr', { sentences, events: {}, table: {}, printed });
const table = { deals: {}, oaths: {}, reserves: [[]] } as unknown as Table;
const trade: Tagged = {
  type: 'Compose',
  like: { type: 'Propose', to: 1, gives: {}, takes: {}, hands: [], asks: [], room: [] },
  parts: {},
};

afterEach(cleanup);

/** A server that answers when the test says so. */
class SlowServer {
  asked: ((offers: Offers) => void)[] = [];

  desk(): Desk {
    const room = {
      seat: 0,
      story: [],
      state: { game: { may_act: true } },
      offers: () => new Promise<Offers>((done) => this.asked.push(done)),
    } as unknown as Room<Diktat>;
    return new Desk(
      room,
      () => speech,
      () => table,
      () => Promise.reject(new Error('nothing is sent')),
    );
  }

  async answer(kinds: Record<string, number>, questions: Tagged[] = []): Promise<void> {
    this.asked.shift()!({ type: 'offers', number: 0, kinds, questions });
    await new Promise((done) => setTimeout(done));
  }
}

test('an offer can be begun before the server has said what may be done', async () => {
  const server = new SlowServer();
  const desk = server.desk();
  const page = render(Deals, { desk, other: 1, names: ['Inès', 'Théo'] });
  void desk.look();
  expect(page.queryByText('no_partner')).toBeNull();
  await fireEvent.click(page.getByRole('button', { name: 'new_offer' }));
  await server.answer({ Propose: 1 });
  await server.answer({ Propose: 1 }, [trade]);
  expect(page.getByRole('region', { name: 'compose' })).toBeTruthy();
});

test('an offer to nobody cannot be begun', async () => {
  const server = new SlowServer();
  const desk = server.desk();
  const page = render(Deals, { desk, other: 1, names: ['Inès', 'Théo'] });
  void desk.look();
  await server.answer({});
  const button = page.getByRole('button', { name: /new_offer/ });
  expect(button.textContent).toContain('no_partner');
  await fireEvent.click(button);
  expect(server.asked).toEqual([]);
});
