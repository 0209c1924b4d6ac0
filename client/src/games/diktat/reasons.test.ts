import { expect, test } from 'vitest';
import { Speech } from '../../words/speech';
import { some } from '../../fixture';
import { because } from './reasons';
import type { Topic } from './types';

const sentences = {
  'diktat.names.elements.vendetta': 'Vendetta',
  'diktat.turns.turn': 'Une chacun. [MAN-1]',
  'diktat.turns.assassinate': 'Un coup. [KILL-1, KILL-2]',
  'diktat.turns.use': 'Effet de {use.element:elements}. [GEN-14]',
  'diktat.turns.answers': 'Plusieurs effets. [CYC-2]',
  'diktat.turns.event': '{event*answered}. ',
  'diktat.each.answered.StackPlaced': '{seat:seat} pose une pile',
  'words.items': ' ; ',
  'diktat.turns.over.others.strike': '{player:seat} joue pour eux. [OTH-7]',
};
const printed = {};
const speech = new Speech('diktat', 'fr', { sentences, events: {}, table: {}, printed }, ['Inès']);
const turn: Topic = { type: 'turn', seat: 0 };
const killing: Topic = { type: 'assassinate', seat: 0 };

test('the innermost topic that has something to say tells why, and cites its rules', () => {
  expect(because(speech, [{ type: 'setup' }, turn])).toEqual({
    text: 'Une chacun.',
    rules: ['MAN-1'],
  });
  expect(because(speech, [turn, killing, { type: 'pause' }])?.rules).toEqual(['KILL-1', 'KILL-2']);
  expect(because(speech, [{ type: 'setup' }])).toBeNull();
});

test('an effect is told by its element; who plays for others, before all that is inside', () => {
  const moving = some<Topic>({ type: 'stack.move', use: { element: 'vendetta', you: 0 } });
  const striking = some<Topic>({ type: 'others.strike', player: 0 });
  expect(because(speech, [turn, moving])?.text).toBe('Effet de Vendetta.');
  expect(because(speech, [turn, striking, killing])).toEqual({
    text: 'Inès joue pour eux.',
    rules: ['OTH-7'],
  });
});

test('an effect that answers something says to what, and whoever orders several is told plainly', () => {
  const answers = some<Topic>({ type: 'answers', event: { type: 'StackPlaced', seat: 0 } });
  const choosing = some<Topic>({ type: 'choose.option', use: { element: 'vendetta', you: 0 } });
  expect(because(speech, [turn, answers, choosing])?.text).toBe(
    'Inès pose une pile. Effet de Vendetta.',
  );
  expect(because(speech, [turn, answers])?.text).toBe('Plusieurs effets.');
  expect(because(speech, [turn, answers, choosing, killing])).toEqual({
    text: 'Inès pose une pile. Effet de Vendetta. Un coup.',
    rules: ['KILL-1', 'KILL-2'],
  });
});
