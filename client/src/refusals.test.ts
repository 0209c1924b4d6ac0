import { expect, test } from 'vitest';
import { Refusal } from './api';
import { attempt, explain } from './refusals';
import { toasts } from './ui/toasts.svelte';
import { words } from './words.svelte';

test('a refusal is said in the language of the screen', async () => {
  words.speak('en');
  expect(explain(new Refusal('seat_taken'))).toBe('This seat is taken.');
  words.speak('fr');
  expect(explain(new Refusal('seat_taken'))).toBe('Cette place est prise.');
  expect(await attempt(Promise.reject(new Refusal('silent')))).toBeNull();
  expect(toasts.now).toEqual({ text: 'La maison ne répond pas.', tone: 'wrong' });
  expect(await attempt(Promise.resolve(3))).toBe(3);
  expect(toasts.now).toBeNull();
});

test('a fault of ours is not dressed up as a refusal', () => {
  expect(() => explain(new TypeError('oops'))).toThrow('oops');
});
