import { beforeEach, expect, test } from 'vitest';
import type { GameSetups } from '../wire';
import { words } from '../words.svelte';
import { Speech } from '../words/speech';
import { aboutOf, lasts, offered, titleOf, wayOf } from './ways';

const ways: GameSetups = {
  game: 'dictopia',
  seats: [1, 2],
  modules: ['nuit'],
  options: { mode: ['standard', 'daily'] },
  presets: [
    { name: 'standard', modules: [], options: {}, minutes: {}, seats: [1, 2] },
    { name: 'short', modules: [], options: { length: 'short' }, minutes: { '2': 55 }, seats: [2] },
    { name: 'nuit', modules: ['nuit'], options: {}, minutes: {}, seats: [2] },
    { name: 'unheard', modules: [], options: { mode: 'x' }, minutes: {}, seats: [1] },
  ],
  bots: [],
  caretakers: [],
};
const speech = new Speech('dictopia', 'fr', {
  sentences: {
    'dictopia.presets.short.title': 'Courte',
    'dictopia.presets.short.about': 'Vite fait.',
    'dictopia.names.modes.standard': 'partie',
    'dictopia.names.modes.unheard': 'inconnu',
  },
  events: {},
  table: {},
  printed: {},
  why: {},
  headings: {},
});

beforeEach(() => words.speak('fr'));

test('only what the page can explain is offered', () => {
  expect(offered(ways, speech).map((way) => way.name)).toEqual(['standard', 'short']);
  expect(titleOf('dictopia', ways.presets[0]!, speech)).toBe('Partie');
  expect(aboutOf('dictopia', ways.presets[1]!, speech)).toBe('Vite fait.');
});

test('the way of a table is the closest that agrees with its terms', () => {
  const terms = { game: 'dictopia', seats: 2 };
  const named = (more: object): string | undefined => wayOf(ways, { ...terms, ...more })?.name;
  expect(named({})).toBe('standard');
  expect(named({ options: { length: 'short', mode: 'standard' } })).toBe('short');
  expect(named({ modules: ['nuit'] })).toBe('nuit');
  expect(named({ modules: ['others'] })).toBeUndefined();
});

test('minutes are said where they are known', () => {
  expect(lasts(ways.presets[1]!, 2)).toBe('environ 55 min');
  expect(lasts(ways.presets[0]!, 2)).toBe('');
});
