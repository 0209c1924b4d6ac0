import { cleanup, render } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import PieceText from './PieceText.svelte';
import Named from './Named.svelte';
import { cutter, Pieces, type Piece } from './pieces.svelte';

const told: Record<string, Piece> = {
  'cards/vendetta': { title: 'Vendetta', what: 'Opportunité', text: 'Comme Karst, mais mieux.' },
  'markers/karst': { title: 'Karst', what: 'Marqueur', text: 'Un : rien.' },
  'seat/1': {
    title: 'Inès',
    what: 'Pègre',
    text: '',
    parts: [{ label: 'Opportunités', keys: ['cards/vendetta'] }],
  },
};
const keys = new Map([
  ['Karst', 'markers/karst'],
  ['Vieille', 'markers/vieille'],
  ['Vieille Ville', 'markers/vieille_ville'],
  ['Réseau d’égouts', 'cards/reseau'],
  ['Vendetta', 'cards/vendetta'],
]);

afterEach(cleanup);

test('a sentence is cut at the names in it: whole words, the longest, one after the other', () => {
  const cut = cutter(keys);
  const found = (text: string): string[] => cut(text).flatMap(({ key }) => (key ? [key] : []));
  expect(found('Inès : Karst, Vieille Ville.')).toEqual(['markers/karst', 'markers/vieille_ville']);
  expect(found('Karst Karst')).toEqual(['markers/karst', 'markers/karst']);
  expect(found('Karstens, éVieille, karst')).toEqual([]);
  expect(found('(Réseau d’égouts)')).toEqual(['cards/reseau']);
  const text = 'Vendetta : Inès prend Karst.';
  expect(
    cut(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

function shown(props: { text: string | string[]; apart?: boolean }) {
  const pieces = new Pieces((key) => told[key], cutter(keys));
  const context = new Map([[Pieces, pieces]]);
  const page = render(Named, { props, context });
  render(PieceText, { props: { pieces }, context });
  return { page, pieces };
}

test('what a piece is opens by its name, and from there what that names', async () => {
  const { page } = shown({ text: 'Inès prend Vendetta.' });
  expect(page.container.textContent).toBe('Inès prend Vendetta.');
  const button = page.getByRole('button', { name: 'Vendetta' });
  button.click();
  expect((await page.findByRole('dialog')).textContent).toContain('Comme Karst, mais mieux.');
  page.getByRole('button', { name: 'Karst' }).click();
  expect(await page.findByText('Un : rien.')).toBeTruthy();
  page.getAllByRole('button', { name: 'Vendetta' }).at(-1)!.click(); // back
  expect(await page.findByText(/mais mieux/)).toBeTruthy();
});

test('what stands right before or after a name stays on its line', () => {
  const { page } = shown({ text: 'Inès : l’Karst, Vendetta (Karst).' });
  const tied = [...page.container.querySelectorAll('.tied')].map((one) => one.textContent);
  expect(tied).toEqual(['l’Karst,', 'Vendetta', '(Karst).']);
  expect(page.container.textContent).toBe('Inès : l’Karst, Vendetta (Karst).');
});

test('what lies before a player opens piece by piece', async () => {
  const { page, pieces } = shown({ text: '' });
  pieces.show('seat/1');
  (await page.findByRole('button', { name: 'Vendetta' })).click();
  expect(await page.findByText(/mais mieux/)).toBeTruthy();
});

test('what cannot hold a button has its pieces apart, each once', () => {
  const { page } = shown({ text: ['Karst et Karst', 'Vendetta'], apart: true });
  expect(page.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Karst',
    'Vendetta',
  ]);
});

test('where nothing is known of pieces, a text is a text', () => {
  const page = render(Named, { text: 'Vendetta, Karst' });
  expect(page.container.textContent).toBe('Vendetta, Karst');
  expect(page.queryByRole('button')).toBeNull();
});
