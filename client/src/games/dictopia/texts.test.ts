import { beforeEach, expect, test } from 'vitest';
import { words } from '../../words.svelte';
import { entry, mission, reasons, title } from './texts';

beforeEach(() => words.speak('fr'));

test('an entry is told as a dictionary does', () => {
  expect(entry(['plinthes', 'of/plinthe', 'noun', 'f', 'p', 'none', 'none'])).toMatch(
    /^plinthes, nom féminin pluriel, de «\splinthe\s»$/,
  );
  expect(entry(['adulais', 'of/aduler', 'verb', 'none', 's', 'imperfect', '1'])).toMatch(
    /^adulais, verbe, 1re personne du singulier, à l’imparfait, de/,
  );
  expect(entry(['vues', 'of/voir', 'verb', 'f', 'p', 'past_participle', 'none'])).toMatch(
    /^vues, verbe au participe passé, féminin pluriel, de/,
  );
  expect(entry(['vite', 'none', 'adverb', 'none', 'none', 'none', 'none'])).toBe('vite, adverbe');
});

test('an envelope has a title, a mission, and reasons', () => {
  expect(title('censorship_a')).toBe('Censure');
  expect(title('sentence_walls')).toBe('Phrase à trou');
  expect(mission('blank', 'Un mot doux.')).toBe('Un mot doux.');
  expect(reasons({ syllables: 3, inside: 'liberté' })).toMatch(/^3 syllabes, dans «\sliberté\s»$/);
});

test('what we have no word for is told as it is, never left blank', () => {
  expect(title('unheard_of')).toBe('unheard');
});
