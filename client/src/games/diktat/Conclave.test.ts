import { cleanup, render } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Room } from '../../table/room';
import type { Offers } from '../../wire';
import { Speech } from '../../words/speech';
import Conclave from './Conclave.svelte';
import type { Diktat } from './types';

const MINUTE = 60_000;
const START = 1_800_000_000_000;
const sentences = {
  'words.list': ', ',
  'diktat.conclave.title': 'Conciliabule',
  'diktat.conclave.you': 'avec {seats:seat}',
  'diktat.conclave.who': '{seats:seat} à part',
  'diktat.conclave.free': 'libre',
  'diktat.conclave.overrun': 'dépassement',
  'diktat.conclave.cost': 'cela coûte',
  'diktat.actions.Prolong': 'Prolonger',
};
const speech = new Speech('diktat', 'fr', { sentences, events: {}, table: {}, printed: {} }, [
  'Inès',
  'Théo',
  'Zoé',
]);

/** Two minutes that cost nothing, then three. */
function room(seat: number, passed: number, kinds: Record<string, number> = {}): Room<Diktat> {
  const clock = { due: START + 5 * MINUTE, left: null, length: 5 * MINUTE, strict: true };
  return {
    seat,
    pending: false,
    state: { clock },
    now: () => START + passed,
    offers: () =>
      Promise.resolve({ type: 'offers', number: 0, kinds, questions: [] } satisfies Offers),
  } as unknown as Room<Diktat>;
}
const shown = (there: Room<Diktat>) =>
  render(Conclave, { room: there, speech, away: [0, 1], minutes: 2, onact: () => {} });

beforeEach(() => vi.useFakeTimers({ now: START }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('the time that costs nothing runs first', async () => {
  const page = shown(room(0, 30_000, { Prolong: 1 }));
  expect(page.getByRole('timer').textContent).toContain('1:30');
  expect(page.getByRole('timer').textContent).toContain('libre');
  expect(page.container.textContent).toContain('avec Théo');
  expect(page.queryByText('cela coûte')).toBeNull();
  await vi.advanceTimersByTimeAsync(10);
  expect(page.getByText('Prolonger')).toBeTruthy();
});

test('then the time that others are paid for, until it ends by itself', () => {
  const page = shown(room(2, 2 * MINUTE + 15_000));
  expect(page.getByRole('timer').textContent).toContain('2:45');
  expect(page.getByRole('timer').textContent).toContain('dépassement');
  expect(page.container.textContent).toContain('Inès, Théo à part');
  expect(page.getByText('cela coûte')).toBeTruthy();
  expect(page.queryByText('Prolonger')).toBeNull();
});
