import { describe, expect, test } from 'vitest';
import type { ChatLine } from '../wire';
import { words } from '../words.svelte';
import type { Room } from './room';
import {
  ALL,
  channelOf,
  phrasesOf,
  readied,
  readyFor,
  saidIn,
  speechOf,
  Talk,
} from './talk.svelte';

let clock = 0;
function line(id: string, seat: number, to: number[] = [], more: Partial<ChatLine> = {}): ChatLine {
  clock += 1;
  return { id, seat, name: 'X', to, phrase: '', about: -1, text: id, at: clock, ...more };
}
const talk = (): Talk => new Talk(() => Promise.resolve({ kept: true }));
const news = (): boolean => true;
const name = (seat: number): string => ['Inès', 'Théo', 'Zoé'][seat] ?? '';

describe('what is said', () => {
  test('lies with the one it is whispered to or from, or with all', () => {
    expect(channelOf(line('a', 1), 0)).toBe(ALL);
    expect(channelOf(line('b', 1, [0]), 0)).toBe(1);
    expect(channelOf(line('c', 0, [2]), 0)).toBe(2);
  });

  test('is counted until it is read, each line once', () => {
    const said = talk();
    said.add([line('a', 1), line('b', 1, [0])], news);
    said.add(said.lines, news);
    expect([said.lines.length, said.unread(0), said.unread(0, 1), said.unread(0, ALL)]).toEqual([
      2, 2, 1, 1,
    ]);
    said.read((one) => one.to.length > 0);
    expect([said.unread(0), said.unread(0, 1)]).toEqual([1, 0]);
    said.add([line('old', 1)], () => false);
    expect(said.unread(0)).toBe(1);
  });

  test('goes with whoever is muted, and with what is unsaid', () => {
    const said = talk();
    said.add([line('a', 1), line('b', 2)], news);
    said.mute(1, true);
    expect(said.heard(0, ALL).map((one) => one.id)).toEqual(['b']);
    expect(said.unread(0)).toBe(1);
    said.mute(1, false);
    expect(said.heard(0, ALL)).toHaveLength(2);
    said.take(['b']);
    expect(said.heard(0, ALL).map((one) => one.id)).toEqual(['a']);
    expect(said.unread(0)).toBe(0);
  });

  test('stands where an act refers to it, and a reference stays without its words', () => {
    const said = talk();
    said.write({ '~abcdefghijklmnop': 'de me couvrir' });
    expect(said.worded('jure ~abcdefghijklmnop, ~qrstuvwxyz234567')).toBe(
      'jure de me couvrir, ~qrstuvwxyz234567',
    );
    said.take(['~abcdefghijklmnop']);
    expect(said.worded('~abcdefghijklmnop')).toBe('~abcdefghijklmnop');
  });
});

test('phrases are those of the game, then those of every game, in the language of the screen', () => {
  const keys = phrasesOf('diktat@1').map((phrase) => phrase.key);
  expect(keys).toContain('diktat.truce');
  expect(keys).toContain('common.hello');
  expect(keys.some((key) => key.startsWith('dictopia.') || key.startsWith('ready.'))).toBe(false);
  expect(keys.indexOf('diktat.truce')).toBeLessThan(keys.indexOf('common.hello'));
  const said = line('p', 1, [], { phrase: 'common.your_turn', about: 2, text: '' });
  expect(saidIn(said, name)).toBe('À toi, Zoé.');
  words.speak('en');
  expect(saidIn(said, name)).toContain('Zoé');
  expect(saidIn(said, name)).not.toContain('À toi');
  const [first] = readyFor('SwearFreely');
  words.speak('fr');
  const [premier] = readyFor('SwearFreely');
  words.speak('en');
  expect(readied(premier!)).toBe(first);
  expect(readied('mes mots')).toBe('mes mots');
  words.speak('fr');
});

test('before a game everybody may speak to everybody; then the rules say', () => {
  const chairs = [{ seat: 0 }, { seat: 1 }];
  const room = { seat: 0, card: { chairs }, state: null } as unknown as Room;
  expect(speechOf(room)).toEqual({ openly: true, near: [1] });
  const speech = { openly: false, near: [] };
  expect(speechOf({ ...room, state: { speech } } as unknown as Room)).toBe(speech);
});
