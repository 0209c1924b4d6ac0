import { beforeEach, expect, test } from 'vitest';
import { words } from './words.svelte';

beforeEach(() => words.speak('fr'));

test('speaks French first', () => {
  expect(words.language).toBe('fr');
  expect(words.t.games.seats(2, 5)).toBe('2 à 5 joueurs');
});

test('speaks English when asked, and remembers it', () => {
  words.speak('en');
  expect(words.t.games.seats(1, 7)).toBe('1 to 7 players');
  expect(localStorage.getItem('language')).toBe('en');
});

test('counts a single player', () => {
  expect(words.t.games.seats(1, 1)).toBe('1 joueur');
});
