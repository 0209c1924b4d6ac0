import { describe, expect, it } from 'vitest';
import { some } from '../fixture';
import type { TableCard } from '../wire';
import { words } from '../words.svelte';
import type { Room } from './room';
import { askedOf, isAlone, isTimed, questionOf, turn } from './turn';

words.speak('fr');

const HOUSE = -2;
const [choice, breath] = [
  { type: 'Choose', options: [{ type: 'Yes' }, { type: 'No' }], open: false },
  { type: 'Breathe' },
];

interface Moment {
  waits: number[];
  question?: object | null;
  answer?: object | null;
  kinds?: string[];
  seat?: number;
  pauses?: string;
}

/** A table of three at one moment; the viewer sits on the first chair. */
function at({
  waits,
  question = null,
  answer = null,
  kinds,
  seat = 0,
  pauses = 'house',
}: Moment): Room {
  const names = ['Inès', 'Otakar', 'Ludmila'];
  const chairs = names.map((name, chair) => ({
    seat: chair,
    name,
    kind: kinds?.[chair] ?? 'person',
  }));
  const game = { waiting_for: waits, question, answer, outcome: null, pauses };
  const clock = { due: 1000, left: null, length: 90_000, strict: false };
  return {
    seat,
    card: some<TableCard>({ status: 'playing', chairs: chairs as TableCard['chairs'] }),
    state: { status: 'playing', game, clock },
  } as unknown as Room;
}

describe('whose turn it is', () => {
  it('is mine where I am asked something', () => {
    const room = at({ waits: [0, HOUSE], question: choice });
    expect(turn(room)).toBe('À toi');
    expect(questionOf(room)).toEqual(choice);
  });

  it('is nobody’s where the house alone is waited for', () => {
    const room = at({ waits: [HOUSE] });
    expect(turn(room)).toBe('La partie avance');
    expect(askedOf(room)).toEqual([]);
  });

  it('is nobody’s where all are asked to let things happen', () => {
    const room = at({ waits: [0, 1, 2], question: breath });
    expect(turn(room)).toBe('La partie avance');
    expect(questionOf(room)).toBeUndefined();
  });

  it('is nobody’s where the house answers for me', () => {
    const forced = { type: 'Amount', low: 0, high: 0, open: true };
    const room = at({ waits: [0, HOUSE], question: forced });
    expect(questionOf(room)).toBeUndefined();
    expect(turn(room)).toBe('La partie avance');
    const mine = at({ waits: [0, HOUSE], question: { ...forced, open: false } });
    expect(turn(mine)).toBe('À toi');
  });

  it('is mine where the house does not pause, and so answers for nobody', () => {
    const forced = { type: 'Amount', low: 0, high: 0, open: true };
    const room = at({ waits: [0], question: forced, pauses: 'none' });
    expect(questionOf(room)).toEqual(forced);
    expect(turn(room)).toBe('À toi');
  });

  it('is that of the others, by their names, without the house', () => {
    expect(turn(at({ waits: [1, HOUSE] }))).toBe('À Otakar');
    expect(turn(at({ waits: [1, 2, HOUSE] }))).toBe('On attend Otakar, Ludmila');
    expect(turn(at({ waits: [0, 1, 2, HOUSE], seat: -1 }), false)).toBe('On attend tout le monde');
  });

  it('is over for who has answered', () => {
    const room = at({ waits: [0, HOUSE], question: choice, answer: { type: 'Yes' } });
    expect(turn(room)).toBe('Réponse sous pli');
    expect(questionOf(room)).toBeUndefined();
  });
});

describe('a clock', () => {
  it('runs where somebody is asked something, for whoever looks on', () => {
    expect(isTimed(at({ waits: [0, HOUSE], question: choice }))).toBe(true);
    expect(isTimed(at({ waits: [1, HOUSE] }))).toBe(true);
  });

  it('never runs where nobody is asked anything', () => {
    expect(isTimed(at({ waits: [HOUSE] }))).toBe(false);
    expect(isTimed(at({ waits: [0, 1, 2], question: breath }))).toBe(false);
  });

  it('runs no more for who alone was asked and has answered', () => {
    const answer = { type: 'Yes' };
    expect(isTimed(at({ waits: [0, HOUSE], question: choice, answer }))).toBe(false);
    expect(isTimed(at({ waits: [0, 1, HOUSE], question: choice, answer }))).toBe(true);
  });

  it('never runs for who plays alone', () => {
    const kinds = ['person', 'bot', 'bot'];
    expect(isTimed(at({ waits: [0, HOUSE], question: choice, kinds }))).toBe(false);
  });
});

it('is alone who is the only person there', () => {
  expect(isAlone(at({ waits: [], kinds: ['person', 'bot', 'bot'] }))).toBe(true);
  expect(isAlone(at({ waits: [], kinds: ['person', 'bot', 'empty'] }))).toBe(true);
  expect(isAlone(at({ waits: [], kinds: ['person', 'person', 'bot'] }))).toBe(false);
  expect(isAlone(at({ waits: [], kinds: ['person', 'bot', 'bot'], seat: -1 }))).toBe(false);
});
