import { beforeEach, expect, test } from 'vitest';
import { words } from './words.svelte';

beforeEach(() => words.speak('fr'));

test('speaks French first', () => {
  expect(words.language).toBe('fr');
  expect(words.say('page.games.seats_between', { fewest: 2, most: 5 })).toBe(
    '2 à 5 joueurs ou robots',
  );
});

test('speaks English when asked, and remembers it', () => {
  words.speak('en');
  expect(words.say('page.games.seats_between', { fewest: 1, most: 7 })).toBe(
    '1 to 7 players or bots',
  );
  expect(localStorage.getItem('language')).toBe('en');
});

test('counts a single player', () => {
  expect(words.say('page.games.seats', { most: 1 })).toBe('1 joueur');
  expect(words.say('page.games.seats', { most: 2 })).toBe('2 joueurs');
});

test('says nothing with a hole in it', () => {
  // @ts-expect-error the address is missing, and the compiler knows
  expect(() => words.say('page.door.code', {})).toThrow('{address}');
});

test('knows which sentences there are', () => {
  expect(words.has('page.blurbs.diktat')).toBe(true);
  expect(words.has('page.blurbs.belote')).toBe(false);
});
