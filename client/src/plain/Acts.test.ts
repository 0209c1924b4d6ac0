import { cleanup, render } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { Holding } from '../table/holding';
import type { Room } from '../table/room';
import { Speech } from '../words/speech';
import Acts from './Acts.svelte';
import { Offering } from './offering.svelte';

const sentences = {
  'g.screen.kinds.Borrow': 'Prendre une dette',
  'g.screen.kinds.Accept': 'Accepter un troc',
};
const speech = new Speech('g', 'fr', { sentences, events: {}, table: {}, printed: {} });

afterEach(cleanup);

async function settled(): Promise<void> {
  await new Promise((done) => setTimeout(done, 20));
  flushSync();
}

test('what is offered while one looks is there, and what is no longer is not', async () => {
  const offering = new Offering({ Borrow: 1 });
  const room = offering as unknown as Room;
  const page = render(Acts, { room, speech, onact: () => {} });
  page.getAllByRole('button')[0]!.click();
  await settled();
  expect(page.queryByText('Prendre une dette')).toBeTruthy();
  expect(page.queryByText('Accepter un troc')).toBeNull();
  offering.now({ Borrow: 1, Accept: 1 });
  await settled();
  expect(page.queryByText('Accepter un troc')).toBeTruthy();
  offering.now({ Accept: 1 });
  await settled();
  expect(page.queryByText('Prendre une dette')).toBeNull();
});

test('what is offered to who has gone on is for nobody', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const offering = new Offering({ Borrow: 1 });
  const page = render(Acts, { room: offering as unknown as Room, speech, onact: () => {} });
  page.getAllByRole('button')[0]!.click();
  await settled();
  offering.now({ Borrow: 1, Accept: 1 });
  flushSync(); // it asks again
  page.unmount();
  await settled();
  expect(warned.mock.calls).toEqual([]);
  warned.mockRestore();
});

test('the table waits while one looks', async () => {
  const close = vi.fn();
  const offering = new Offering({ Borrow: 1 });
  // as the real one does, it looks at the table
  const holding = { open: vi.fn(() => offering.state && close) } as unknown as Holding;
  const room = offering as unknown as Room;
  const page = render(Acts, { room, speech, holding, onact: () => {} });
  expect(holding.open).not.toHaveBeenCalled();
  page.getAllByRole('button')[0]!.click();
  await settled();
  offering.now({ Borrow: 1 });
  await settled();
  expect(holding.open).toHaveBeenCalledOnce();
  expect(close).not.toHaveBeenCalled();
  page.getByRole('button', { name: 'Fermer' }).click();
  await settled();
  expect(close).toHaveBeenCalledOnce();
});
