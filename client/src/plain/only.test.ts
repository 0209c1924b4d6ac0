import { expect, test } from 'vitest';
import { some } from '../fixture';
import type { Arrange, Question } from '../games/kernel';
import type { Tagged } from '../table/room';
import { isForced, laidAgain, onlyAnswer } from './only';

const asked = (question: object): Question<Tagged> => question as Question<Tagged>;
const go = { type: 'Go' };

test.each([
  [{ type: 'Choose', options: [go] }, go],
  [{ type: 'Choose', options: [go, { type: 'Pass' }] }, null],
  [
    { type: 'Amount', low: 0, high: 0 },
    { type: 'Number', value: 0 },
  ],
  [{ type: 'Amount', low: 0, high: 1 }, null],
  [
    { type: 'Arrange', pool: [['a', 3]], least: 2, most: 2 },
    { type: 'Order', kinds: ['a', 'a'] },
  ],
  [{ type: 'Arrange', pool: [['a', 3]], least: 1, most: 2 }, null],
  [
    {
      type: 'Arrange',
      pool: [
        ['a', 1],
        ['b', 0],
      ],
      least: 1,
      most: 9,
    },
    { type: 'Order', kinds: ['a'] },
  ],
  [
    {
      type: 'Arrange',
      pool: [
        ['a', 1],
        ['b', 1],
      ],
      least: 2,
      most: 9,
    },
    null,
  ],
  [
    { type: 'Arrange', pool: [], least: 0, most: 9 },
    { type: 'Order', kinds: [] },
  ],
  [{ type: 'Agree' }, null],
  [{ type: 'Breathe' }, null],
])('the only answer to %o', (question, answer) => {
  expect(onlyAnswer(asked(question))).toEqual(answer);
});

test('the house answers what everybody knows to have one answer', () => {
  expect(isForced(asked({ type: 'Choose', options: [go], open: true }))).toBe(true);
  expect(isForced(asked({ type: 'Choose', options: [go], open: false }))).toBe(false);
  expect(isForced(asked({ type: 'Choose', options: [go, go], open: true }))).toBe(false);
  expect(isForced(asked({ type: 'Agree' }))).toBe(false);
});

test('what was laid is laid again, as far as it is there', () => {
  const question = some<Arrange>({
    most: 3,
    pool: [
      ['a', 1],
      ['b', 2],
    ],
  });
  expect(laidAgain(question, { type: 'Order', kinds: ['b', 'a', 'a', 'c'] })).toEqual(['b', 'a']);
  expect(laidAgain(question, null)).toEqual([]);
});
