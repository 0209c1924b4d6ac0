import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { StackGuess } from '../../wire';
import { Speech } from '../../words/speech';
import Dossier from './Dossier.svelte';
import type { Table } from './types';

const sentences = {
  'diktat.screen.stack_here': '{owner}, pile de {n}',
  'diktat.screen.from_top': 'le nº 1 est au-dessus',
  'diktat.screen.neighbours': 'voisins',
  'diktat.names.sectors.hradcany': 'Hradčany',
  'diktat.screen.unknown': 'inconnu',
  'diktat.screen.guess': 'deviner',
  'diktat.screen.guessed': 'émissaire à {emissary} %, garde à {guard} %',
  'diktat.names.agents.guard': 'garde',
};
const speech = new Speech('diktat', 'fr', {
  sentences,
  events: {},
  table: {},
  printed: { markers: {} },
});
const GUARD = 2;

afterEach(cleanup);

function lying(pawns: number[]): Table {
  const stacks = { 7: { owner: 1, sector: 'hradcany', pawns } };
  return { stacks, tokens: [], cabals: ['syndicat', 'resistance'] } as unknown as Table;
}

test('tells what the unknown pawns of a stack may be, until it changes', async () => {
  const pawns = [(1 << 10) | GUARD, 2 << 10];
  const told: StackGuess[] = [{ stack: 7, pawns: [[0, 100, 0], [25, 35, 40]] }]; // prettier-ignore
  const given = {
    table: lying(pawns),
    speech,
    names: ['Anna', 'Otakar'],
    sector: 'hradcany',
    guess: () => Promise.resolve(told),
  };
  const page = render(Dossier, given);
  expect(page.getByText('inconnu')).toBeTruthy();
  await fireEvent.click(page.getByText('deviner'));
  expect(await page.findByText('émissaire à 40 %, garde à 35 %')).toBeTruthy();
  expect(page.getByText('garde')).toBeTruthy();
  expect(page.queryByText('deviner')).toBeNull();
  await page.rerender({ ...given, table: lying(pawns) });
  expect(page.queryByText('inconnu')).toBeNull();
  await page.rerender({ ...given, table: lying(pawns.slice(1)) });
  expect(page.getByText('inconnu')).toBeTruthy();
});

test('offers no guess where none may be asked for, nor where all is known', () => {
  const given = { speech, names: ['Anna', 'Otakar'], sector: 'hradcany' };
  const alone = render(Dossier, { ...given, table: lying([2 << 10]) });
  expect(alone.queryByText('deviner')).toBeNull();
  cleanup();
  const known = render(Dossier, {
    ...given,
    table: lying([(1 << 10) | GUARD]),
    guess: () => Promise.resolve([]),
  });
  expect(known.queryByText('deviner')).toBeNull();
});

test('a guess that comes once the sheet is closed is for nobody', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const late: ((told: []) => void)[] = [];
  const page = render(Dossier, {
    speech,
    names: ['Anna', 'Otakar'],
    sector: 'hradcany',
    table: lying([2 << 10]),
    guess: () => new Promise((told) => late.push(told)),
  });
  await fireEvent.click(page.getByText('deviner'));
  page.unmount();
  void page.rerender({ table: lying([]) });
  late[0]!([]);
  await new Promise((done) => setTimeout(done, 20));
  expect(warned.mock.calls).toEqual([]);
  warned.mockRestore();
});
