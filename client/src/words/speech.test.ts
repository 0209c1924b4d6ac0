import { describe, expect, test } from 'vitest';
import type { Tagged } from '../table/room';
import type { GameTexts } from '../wire';
import type { Language } from '../words.svelte';
import { Catalogue } from './catalogue';
import { Speech, type Asked } from './speech';
import vectors from './vectors.json';

interface Vector {
  kind: string;
  seats: number;
  said: string[];
  thing: Tagged;
  you?: number;
  topic?: Tagged;
  answer?: Tagged;
}

const languages: Language[] = ['fr', 'en'];

function said(speech: Speech, vector: Vector): string {
  switch (vector.kind) {
    case 'event':
      return speech.event(vector.thing, vector.you ?? -1);
    case 'action':
      return speech.action(vector.thing);
    case 'only':
      return speech.only({ ...vector.thing, topic: vector.topic } as Asked, vector.answer!);
    default:
      return speech.question({ ...vector.thing, topic: vector.topic } as Asked);
  }
}

describe.each(Object.entries(vectors.games))('%s', (game, told) => {
  test.each(languages)('is said as the engine says it, in %s', (language) => {
    const from: GameTexts = {
      sentences: told.sentences[language],
      events: told.events,
      table: {},
      printed: {},
      why: {},
      headings: {},
      shows: {},
    };
    const speech = new Speech(game, language, from);
    for (const vector of told.vectors as unknown as Vector[]) {
      const seated = speech.seated(vectors.names.slice(0, vector.seats), vector.you);
      const wanted = vector.said[languages.indexOf(language)];
      expect(said(seated, vector), JSON.stringify(vector)).toBe(wanted);
    }
    expect(told.vectors.length).toBeGreaterThan(50);
  });
});

const words = new Catalogue('fr', {
  'words.none': '–',
  'words.list': ', ',
  'words.items': ' ; ',
  'words.nothing': 'rien',
  'words.true': 'oui',
  'words.false': 'non',
  'words.seat': 'siège {n}',
  'g.names.quays.karlin': 'Karlín',
  'g.names.goods.salt': '{n} {n|caisse|caisses}',
  'g.each.bid': '{0:seat} : {1}',
  'g.one': '{n|mot|mots}',
  'g.quays': '{at:quays}',
  'g.goods': '{goods:goods}',
  'g.bids': '{bids*bid}',
  'g.deep': '{deal.parties.1:seat}',
  'g.rest': '{n%4}',
  'g.signed': '{n:signed}',
  'g.plain': '{n}',
  'g.whose': 'pile ({n:whose})',
  'g.of': 'pile {n:of}',
  'g.lying.yours': 'ta pile, {sector:quays}',
  'g.lying.theirs': 'la pile {owner:of}, {sector:quays}',
  'g.lying.numbered': '{name} (nº {n})',
  'g.lying.unknown': 'la pile nº {n}',
  'g.lying.owned': 'la pile nº {n} {owner:of}',
  'g.stack': '{n:lying}',
  'g.owned': '{n:lying@by}',
  'words.yours': 'à toi',
  'words.whose': 'à {name}',
  'words.of': 'de {name}',
  'words.of_vowel': 'd’{name}',
});

test.each([
  ['g.one', { n: 0 }, 'mot'],
  ['g.one', { n: 2 }, 'mots'],
  ['g.one', { n: true }, 'mot'],
  ['g.quays', { at: ['karlin', null] }, 'Karlín, –'],
  ['g.goods', { goods: { salt: 2 } }, '2 caisses'],
  ['g.goods', { goods: {} }, 'rien'],
  [
    'g.bids',
    {
      bids: [
        [1, 3],
        [-1, 0],
      ],
    },
    'siège 1 : 3 ; – : 0',
  ],
  ['g.deep', { deal: { parties: [0, 2] } }, 'siège 2'],
  ['g.rest', { n: 7 }, '3'],
  ['g.signed', { n: -2 }, '−2'],
  ['g.signed', { n: 2 }, '+2'],
  ['g.plain', { n: [true, '', { a: 1 }] }, 'oui, –, a 1'],
])('%s with %j', (key, values, wanted) => {
  expect(words.fill(key, values)).toBe(wanted);
});

test('says whose something is', () => {
  const read = words.seated(['Ludmila', 'Otakar'], 1);
  expect(read.fill('g.whose', { n: 0 })).toBe('pile (à Ludmila)');
  expect(read.fill('g.whose', { n: 1 })).toBe('pile (à toi)');
  expect(read.readBy(0).fill('g.whose', { n: 0 })).toBe('pile (à toi)');
  expect(read.fill('g.of', { n: 0 })).toBe('pile de Ludmila');
  expect(read.fill('g.of', { n: 1 })).toBe('pile d’Otakar');
});

test('tells a stack by whose it is and where, and by its number where it must', () => {
  const read = words
    .seated(['Ludmila', 'Otakar'])
    .readBy(0, (n) => (n < 3 ? { owner: n % 2, sector: 'karlin', twin: n === 2 } : undefined));
  expect([0, 1, 2, 3].map((n) => read.fill('g.stack', { n }))).toEqual([
    'ta pile, Karlín',
    'la pile d’Otakar, Karlín',
    'ta pile, Karlín (nº 2)',
    'la pile nº 3',
  ]);
  expect(read.fill('g.owned', { n: 3, by: 1 })).toBe('la pile nº 3 d’Otakar');
});

test('says nothing with a hole in it', () => {
  expect(() => words.fill('g.one')).toThrow('{n}');
  expect(() => words.fill('g.none')).toThrow('no sentence');
  expect(() => words.fill('g.quays', { at: 'troja' })).toThrow('no name');
});
