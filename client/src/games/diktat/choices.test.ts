import { describe, expect, it } from 'vitest';
import { aimsOf, kindsOf, narrowed, placeOf, placesOf } from './choices';
import { badge, boardOf, markersLeft, pawn, stacksOf, type Printed } from './sight';
import type { Action, Table } from './types';

const table = {
  cabals: ['polisec', 'garde_noire'],
  tokens: [{ kind: 'sleeper', owner: 0, sector: '', stack: 11, holder: -1 }],
  markers: [[{ sector: 'karst', level: 2, apart: false }], []],
  stacks: {
    11: { owner: 1, sector: 'karst', pawns: [8192, 9217] },
    3: { owner: 0, sector: 'karst', pawns: [1031] },
  },
} as unknown as Table;

const options: Action[] = [
  { type: 'Send', sector: 'karst' },
  { type: 'Send', sector: 'josefov' },
  { type: 'Spy' },
  { type: 'Pawn', stack: 11, position: 1 },
  { type: 'Pass' },
];

describe('options', () => {
  it('are told apart by kind, and passing is none', () => {
    expect(kindsOf(options)).toEqual(['Send', 'Spy', 'Pawn']);
  });

  it('lie where they are named, or where their stack stands', () => {
    expect(options.map((option) => placeOf(option, table))).toEqual([
      'karst',
      'josefov',
      '',
      'karst',
      '',
    ]);
    expect(placesOf(options.slice(0, 2), table)).toEqual(new Set(['karst', 'josefov']));
    expect(aimsOf(options)).toEqual(new Set([11]));
  });

  it('are narrowed by sector only where they have one', () => {
    expect(narrowed(options, table, 'Send', 'josefov')).toEqual([options[1]]);
    expect(narrowed(options, table, 'Send', '')).toEqual([]);
    expect(narrowed(options, table, 'Spy', 'karst')).toEqual([options[2]]);
  });

  it('need no sector where there is but one', () => {
    expect(narrowed(options, table, 'Pawn', '')).toEqual([options[3]]);
  });
});

describe('the table', () => {
  it('shows a face only where the viewer knows it', () => {
    expect(pawn(8192)).toEqual({ id: 8, kind: null });
    expect(pawn(1031)).toEqual({ id: 1, kind: 'emissary' });
  });

  it('keeps stacks in the order in which they came, with their tokens', () => {
    const stacks = stacksOf(table, 'karst');
    expect(stacks.map((stack) => stack.key)).toEqual([3, 11]);
    expect(stacks[1]!.tokens).toHaveLength(1);
    expect(stacksOf(table, 'josefov')).toEqual([]);
  });

  it('knows badges, and how many markers are left', () => {
    expect([badge(table, 1), badge(table, 6)]).toEqual(['garde', 'others']);
    expect([markersLeft(table, 'karst'), markersLeft(table, 'josefov')]).toEqual([0, 2]);
  });

  it('has boards whose face hangs on the number of cycles', () => {
    const printed = {
      cycles: { '2/usual': 5, '5/usual': 3 },
      cabals: {
        polisec: { boards: { 3: { cabal_vp: [3] }, 4: { cabal_vp: [4] }, 5: { cabal_vp: [5] } } },
      },
    } as unknown as Printed;
    const of = (seats: number, chosen: Record<string, number | string>) =>
      boardOf(printed, 'polisec', { mix: 'diktat', version: '1', seats, options: chosen })
        ?.cabal_vp[0];
    expect(of(2, { length: 'usual' })).toBe(5);
    expect(of(5, { length: 'usual' })).toBe(3);
    expect(of(5, { cycles: 4 })).toBe(4);
  });
});
