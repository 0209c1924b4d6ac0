import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { hint } from '../table/hint.svelte';
import type { Question } from '../games/kernel';
import type { Tagged } from '../table/room';
import { words } from '../words.svelte';
import { Speech } from '../words/speech';
import Ask from './Ask.svelte';

words.speak('fr');
const speech = new Speech('g', 'fr', {
  sentences: {
    'words.none': '–',
    'words.list': ', ',
    'actions.Yes': 'Oui',
    'actions.No': 'Non',
    'actions.Pass': 'Passer',
    'g.actions.Go': 'Aller à {to}',
    'g.kinds.Order': '{value}s',
    'g.forced.pay': 'Rien à payer : passer',
    'g.forced.bid': 'Bourse vide : miser {value}',
    'g.forced.keep': 'Il ne te reste que : {answer}',
    'g.forced.keep.nothing': 'Rien à garder : continuer',
    'questions.forced': '{answer} (pas le choix)',
    'g.parts.Make.to': 'Vers où ?',
    'g.parts.Make.text': 'Quoi ?',
    'slots.Between': '{name} : de {low} à {high}',
    'slots.Several': '{name} : lesquels ?',
    'slots.Bundle': '{name} : combien ?',
  },
  events: {},
  table: {},
  printed: {},
  why: {},
  headings: {},
});

/** Draws a question; what is answered. */
function ask(asked: object, draft: Tagged | null = null): Tagged[] {
  const question = asked as Question<Tagged>;
  const sent: Tagged[] = [];
  render(Ask, {
    question,
    speech,
    busy: false,
    draft,
    onact: (action: Tagged) => sent.push(action),
    onkeep: vi.fn(),
  });
  return sent;
}

async function press(name: string | RegExp): Promise<void> {
  await fireEvent.click(screen.getByRole('button', { name }));
}

afterEach(cleanup);

test('what was advised is what is chosen', async () => {
  const options = [1, 2, 3].map((to) => ({ type: 'Go', to }));
  hint.act = { to: 2, type: 'Go' };
  const sent = ask({ type: 'Choose', options });
  await press('Aller à 2');
  hint.act = null;
  expect(sent).toEqual([options[1]]);
});

test('one of several', async () => {
  const options = [
    { type: 'Go', to: 'A' },
    { type: 'Go', to: 'B' },
  ];
  const sent = ask({ type: 'Choose', options });
  await fireEvent.click(screen.getByRole('radio', { name: 'Aller à B' }));
  await press('Aller à B');
  expect(sent).toEqual([{ type: 'Go', to: 'B' }]);
});

test('nobody is asked to let things happen', () => {
  ask({ type: 'Breathe' });
  expect(screen.queryByRole('button')).toBeNull();
});

test('yes, no, or neither where that is allowed', async () => {
  const sent = ask({ type: 'Agree', abstaining: true });
  await press('Non');
  await press('Passer');
  expect(sent).toEqual([{ type: 'No' }, { type: 'Pass' }]);
});

test('a number between two bounds', async () => {
  const sent = ask({ type: 'Amount', low: 1, high: 3 });
  await press('Ajouter 1');
  await press('Ajouter 1');
  await press('Répondre');
  expect(sent).toEqual([{ type: 'Number', value: 3 }]);
});

test('a number that is the only one is one button', async () => {
  const sent = ask({ type: 'Amount', low: 1, high: 1 });
  expect(screen.queryByRole('spinbutton')).toBeNull();
  expect(document.body.textContent).not.toContain('De 1 à 1');
  await press(/Répondre 1/);
  expect(sent).toEqual([{ type: 'Number', value: 1 }]);
});

test('an order that is the only one is one button', async () => {
  const sent = ask({ type: 'Arrange', pool: [['citizen', 2]], least: 2, most: 9 });
  await press(/citizens, citizens/);
  expect(sent).toEqual([{ type: 'Order', kinds: ['citizen', 'citizen'] }]);
});

test.each([
  [{ type: 'Choose', options: [{ type: 'Pass' }] }, 'pay', 'Rien à payer : passer'],
  [
    { type: 'Choose', options: [{ type: 'Go', to: 'A' }], open: true },
    'x',
    'Aller à A (pas le choix)',
  ],
  [{ type: 'Amount', low: 0, high: 0 }, 'bid.last', 'Bourse vide : miser 0'],
  [{ type: 'Arrange', pool: [['b', 1]], least: 1, most: 9 }, 'keep', 'Il ne te reste que : bs'],
  [{ type: 'Arrange', pool: [], least: 0, most: 9 }, 'keep', 'Rien à garder : continuer'],
])('the one answer to %o says why', async (question, topic, label) => {
  const sent = ask({ ...question, topic: { type: topic } });
  await press(label);
  expect(sent).toHaveLength(1);
});

test('an option that is the only one says so', async () => {
  const sent = ask({ type: 'Choose', options: [{ type: 'Go', to: 'A' }] });
  expect(screen.queryByRole('radio')).toBeNull();
  await press(/Aller à A.*seule réponse possible/s);
  expect(sent).toEqual([{ type: 'Go', to: 'A' }]);
});

test.each([
  [
    { type: 'Choose', options: [1, 2, 3].map((to) => ({ type: 'Go', to })) },
    { to: 3, type: 'Go' },
    'Aller à 3',
  ],
  [{ type: 'Amount', low: 0, high: 4 }, { type: 'Number', value: 3 }, 'Répondre'],
  [
    {
      type: 'Arrange',
      pool: [
        ['guard', 1],
        ['citizen', 2],
      ],
      least: 1,
      most: 3,
    },
    { type: 'Order', kinds: ['citizen', 'guard'] },
    'Répondre',
  ],
])('an answer that has come back is laid again: $1.type', async (question, draft, button) => {
  const sent = ask(question, draft);
  await press(button);
  expect(sent).toEqual([draft]);
});

test('what can no longer be answered is not laid again', async () => {
  const sent = ask({ type: 'Amount', low: 0, high: 2 }, { type: 'Number', value: 3 });
  await press('Répondre');
  expect(sent).toEqual([{ type: 'Number', value: 2 }]);
});

test('some things in an order', async () => {
  const pool = [
    ['guard', 1],
    ['citizen', 2],
  ];
  const sent = ask({ type: 'Arrange', pool, least: 2, most: 3 });
  await press(/citizens/);
  await press(/Répondre/);
  expect(sent).toEqual([]);
  await press(/guards/);
  await press('Répondre');
  expect(sent).toEqual([{ type: 'Order', kinds: ['citizen', 'guard'] }]);
});

test('a word, one letter a card', async () => {
  const sent = ask({ type: 'Spell', cards: ['pa', 'ti'], marks: [''], least: 0 });
  await press('t');
  await press('p');
  await press('a');
  await press('Répondre');
  expect(sent).toEqual([{ type: 'Spelt', letters: 'ta', cards: [1, 0], mark: '' }]);
});

test('an action made of small choices', async () => {
  const sent = ask({
    type: 'Compose',
    like: { type: 'Make', to: 1, text: '', of: [], n: 0, fixed: 7 },
    parts: {
      to: { type: 'OneOf', values: [1, 2] },
      text: { type: 'Line', most: 20 },
      of: { type: 'Several', values: ['x', 'y'], least: 0, most: 2 },
      n: { type: 'Between', low: 0, high: 5 },
    },
  });
  await fireEvent.click(screen.getByRole('radio', { name: '2' }));
  await fireEvent.input(screen.getByLabelText('Quoi ?'), { target: { value: 'salut' } });
  await press('y');
  await press('Ajouter 1');
  await press('Répondre');
  expect(sent).toEqual([{ type: 'Make', to: 2, text: 'salut', of: ['y'], n: 1, fixed: 7 }]);
});
