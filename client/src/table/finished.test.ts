import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { some } from '../fixture';
import { me } from '../me.svelte';
import type { TableCard } from '../wire';
import TablePage from './TablePage.svelte';

const card = some<TableCard>({
  id: 'abc',
  title: 'Diktat',
  status: 'over',
  terms: { game: 'diktat', seats: 2, watched: false },
  chairs: [
    { seat: 0, kind: 'person', name: 'Inès', host: true },
    { seat: 1, kind: 'bot', name: 'Otakar', bot: 'prudent' },
  ],
  day: '',
});

/** A house where this table is over, and nobody else may look on. */
function house(at: TableCard = card): void {
  vi.stubGlobal('fetch', (path: string) => {
    const [body, status]: [unknown, number] = path.endsWith('/ticket')
      ? [{ code: 'not_watched' }, 403]
      : path === '/api/session'
        ? [{ id: 'z', name: 'Zoé' }, 201]
        : path === '/api/tables/abc'
          ? [at, 200]
          : [[], 200];
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
}

beforeEach(() => {
  me.name = '';
  me.player = null;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function told(): Promise<void> {
  const line = await screen.findByText(/la partie est finie/);
  expect(line.textContent.replaceAll('\u00A0', ' ')).toBe(
    'Diktat : la partie est finie. À cette table : Inès, Otakar.',
  );
  expect(screen.queryByRole('list', { name: 'Places' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'S’asseoir' })).toBeNull();
}

test('a stranger at a game that is over is told so, and may see it again', async () => {
  house();
  render(TablePage, { table: 'abc' });
  await told();
  const again = screen.getByRole('link', { name: 'Revoir la partie' });
  expect(again.getAttribute('href')).toBe('/t/abc/revoir');
});

test('so is somebody whom the house knows, and who did not play there', async () => {
  me.name = 'Zoé';
  house();
  render(TablePage, { table: 'abc' });
  await told();
  expect(screen.getByRole('link', { name: 'Revoir la partie' })).toBeTruthy();
});

test('the game of a day is not shown again to who may not have played it', async () => {
  house({ ...card, day: '2026-01-01' });
  render(TablePage, { table: 'abc' });
  await told();
  expect(screen.queryByRole('link', { name: 'Revoir la partie' })).toBeNull();
});
