import { beforeEach, expect, test } from 'vitest';
import { Bell } from './bell';

let bell: Bell;
beforeEach(() => (bell = new Bell()));

test('rings once for each thing that is asked', () => {
  expect(bell.look(false, 0)).toBe(false);
  expect(bell.look(true, 1000)).toBe(true);
  expect(bell.look(true, 2000)).toBe(false);
  expect(bell.look(false, 3000)).toBe(false);
  expect(bell.look(true, 4000)).toBe(true);
});

test('does not ring for what was asked before one came', () => {
  expect(bell.look(true, 0)).toBe(false);
});

test('does not ring for what follows at once on an act of mine', () => {
  bell.look(false, 0);
  bell.acted(1000);
  expect(bell.look(true, 3000)).toBe(false);
  bell.look(false, 4000);
  expect(bell.look(true, 9000)).toBe(true);
});
