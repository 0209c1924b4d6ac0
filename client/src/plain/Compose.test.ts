import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';
import type { Compose as Composed } from '../games/kernel';
import type { Tagged } from '../table/room';
import { Speech } from '../words/speech';
import Compose from './Compose.svelte';

const sentences = {
  'slots.OneOf': '{name} ?',
  'slots.Bundle': '{name} : combien ?',
  'slots.Line': '{name} :',
};
const speech = new Speech('g', 'fr', { sentences, events: {}, table: {}, printed: {} });
const question: Composed<Tagged> = {
  type: 'Compose',
  rule_ids: [],
  like: { type: 'Swear', to: 1, goods: {}, sector: 'a', text: '' },
  parts: {
    to: { type: 'OneOf', values: [1, 2] },
    goods: { type: 'Bundle', most: { salt: 2, silk: 1 } },
    sector: { type: 'OneOf', values: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] },
    text: { type: 'Line', most: 20 },
  },
};

afterEach(cleanup);

test('begins with what it is given, leaves out what is settled, and sends what was made', async () => {
  const sent: Tagged[] = [];
  const page = render(Compose, {
    question,
    speech,
    busy: false,
    start: { to: 2 },
    fixed: ['to'],
    name: (part, value) => (part === 'sector' ? `secteur ${value}` : undefined),
    ready: ['Tout prêt'],
    free: false,
    submit: 'Proposer',
    onact: (act) => sent.push(act),
  });
  expect(page.queryByText('to ?')).toBeNull();
  await fireEvent.click(page.getByRole('button', { name: /salt/ }));
  await fireEvent.click(page.getByRole('button', { name: 'Ajouter salt' }));
  expect(page.getByRole('button', { name: 'Ajouter salt' })).toHaveProperty('disabled', true);
  const [sector, text] = page.getAllByRole('combobox') as HTMLSelectElement[];
  expect([...sector!.options].map((option) => option.textContent)).toContain('secteur g');
  sector!.selectedIndex = 6;
  await fireEvent.change(sector!);
  text!.selectedIndex = 1;
  await fireEvent.change(text!);
  expect(page.queryByRole('textbox')).toBeNull();
  await fireEvent.click(page.getByText('Proposer'));
  expect(sent).toEqual([
    { type: 'Swear', to: 2, goods: { salt: 2 }, sector: 'g', text: 'Tout prêt' },
  ]);
});

test('says why it cannot be sent as it is', async () => {
  const sent: Tagged[] = [];
  const page = render(Compose, {
    question,
    speech,
    busy: false,
    why: (made) => (made['text'] ? undefined : 'sans un mot'),
    onact: (act) => sent.push(act),
  });
  await fireEvent.click(page.getByText('sans un mot'));
  expect(sent).toEqual([]);
  await fireEvent.input(page.getByRole('textbox'), { target: { value: 'oui' } });
  expect(page.queryByText('sans un mot')).toBeNull();
});
