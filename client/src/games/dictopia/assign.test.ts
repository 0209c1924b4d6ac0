import { expect, test } from 'vitest';
import { assign, fold } from './assign';
import { Draft } from './draft.svelte';
import type { Card } from './types';

const card = (top: string, top_eyes: number, bottom: string, bottom_eyes: number): Card => ({
  top,
  bottom,
  top_eyes,
  bottom_eyes,
  back: 1,
});

// Two cards bear an E, with different eyes; two an R.
const hand = [
  card('C', 2, 'A', 1),
  card('T', 1, 'E', 1),
  card('R', 1, 'O', 2),
  card('S', 3, 'E', 4),
  card('R', 3, 'I', 2),
];
const none = new Map<number, number>();

test('letters are folded as the cards spell them', () => {
  expect(fold('œuf')).toBe('OEUF');
  expect(fold('Ça-là, Noël !')).toBe('CALANOEL');
});

test('a typed word is laid so that its eyes come to the target', () => {
  expect(assign('TER', none, hand, 6)).toEqual([1, 3, 2]);
  expect(assign('TER', none, hand, 8)).toEqual([1, 3, 4]);
});

test('off target, the fewest eyes are left unused', () => {
  // E of the card with most eyes, R of the card with most eyes
  expect(assign('ER', none, hand, 99)).toEqual([3, 4]);
});

test('a letter that a word has twice needs two cards, and a card gives one letter', () => {
  expect(assign('ERRE', none, hand, 9)).toHaveLength(4);
  expect(new Set(assign('ERRE', none, hand, 9)).size).toBe(4);
  expect(assign('CC', none, hand, 4)).toBeNull();
  expect(assign('CA', none, hand, 3)).toBeNull();
});

test('what was chosen by hand stays', () => {
  expect(assign('ER', new Map([[0, 1]]), hand, 99)).toEqual([1, 4]);
});

test('as quick with twelve cards that all bear the same letters', () => {
  const many = Array.from({ length: 12 }, (_, at) => card('S', 1 + (at % 4), 'E', 1 + (at % 3)));
  const start = performance.now();
  expect(assign('SESESESESESE', none, many, 24)).toHaveLength(12);
  expect(performance.now() - start).toBeLessThan(500);
});

function drafted(target = 6): Draft {
  return new Draft(
    () => hand,
    () => target,
  );
}

test('typing lays and lays anew; what is not there is refused and changes nothing', () => {
  const draft = drafted();
  for (const letter of 'ter') expect(draft.type(letter)).toBe(true);
  expect(draft.letters).toBe('TER');
  expect(draft.eyes).toBe(6);
  expect(draft.type('z')).toBe(false);
  expect(draft.letters).toBe('TER');
});

test('touching a card takes its letter, and touching again puts it back', () => {
  const draft = drafted();
  draft.touch(0, 'C');
  draft.touch(1, 'E');
  expect([draft.letters, draft.cards]).toEqual(['CE', [0, 1]]);
  draft.touch(0, 'C');
  expect(draft.letters).toBe('E');
});

test('the other letter of a used card takes its place', () => {
  const draft = drafted();
  draft.touch(0, 'C');
  draft.touch(2, 'O');
  draft.touch(0, 'A');
  expect([draft.letters, draft.cards]).toEqual(['AO', [0, 2]]);
});

test('the other letter of a card that only the program chose is added, if another card can help', () => {
  const draft = drafted(99);
  draft.type('e');
  expect(draft.cards).toEqual([3]);
  draft.touch(3, 'S');
  expect([draft.letters, draft.cards]).toEqual(['ES', [1, 3]]);
});

test('a letter can come from another card, also from one that gives the same letter', () => {
  const draft = drafted(99);
  draft.type('er');
  expect(draft.cards).toEqual([3, 4]);
  expect(draft.others(0)).toEqual([1]);
  draft.chosen = 0;
  draft.touch(1, 'E');
  expect([draft.letters, draft.cards]).toEqual(['ER', [1, 4]]);
  draft.type('r');
  draft.chosen = 1;
  draft.touch(draft.cards[2]!, 'R');
  expect(draft.letters).toBe('ERR');
  expect(new Set(draft.cards).size).toBe(3);
});

test('a card that gives another letter is no choice for this one', () => {
  const draft = drafted();
  draft.touch(1, 'T');
  draft.touch(3, 'E');
  expect(draft.others(1)).toEqual([]);
});

test('letters move, go, and come back from what was kept', () => {
  const draft = drafted();
  draft.type('ter');
  draft.move(2, 0);
  expect(draft.letters).toBe('RTE');
  const kept = draft.spelt();
  draft.remove(1);
  expect(draft.letters).toBe('RE');
  draft.resume(kept);
  expect(draft.spelt()).toEqual(kept);
  draft.clear();
  expect(draft.spelt()).toEqual({ type: 'Spelt', letters: '', cards: [], mark: '' });
});

test('a letter of a card is put between others', () => {
  const draft = drafted();
  draft.touch(1, 'T');
  draft.touch(2, 'R');
  draft.insert(1, 3, 'E');
  expect([draft.letters, draft.cards]).toEqual(['TER', [1, 3, 2]]);
  draft.insert(3, 1, 'T');
  expect(draft.letters).toBe('ERT');
});

test('the language goes with the word, also when it is locked', () => {
  const draft = drafted();
  draft.type('re');
  draft.language = 'it';
  expect(draft.spelt('lock')['mark']).toBe('lock it');
  draft.resume({ type: 'Spelt', letters: 'RE', cards: [2, 1], mark: 'lock it' });
  expect(draft.language).toBe('it');
});
