import { describe, expect, it } from 'vitest';
import { asking, goneOn, isAsked, letting, type Reaction } from './reactions';
import { some } from '../../fixture';
import type { Event, Table } from './types';

const table = {
  cycle: 2,
  phase: 'manoeuvres',
  active: 1,
  manoeuvre: 'assassinate',
  stacks: {
    3: { owner: 0, sector: 'karst', pawns: [] },
    4: { owner: 1, sector: 'josefov', pawns: [] },
  },
} as unknown as Table;
const here = (about: string): Reaction => ({ ...asking(2), mode: 'here', about });

const never = (until: Reaction['until']): Reaction => ({ ...asking(2), mode: 'never', until });

describe('a pause', () => {
  it('is put before who wants it, and never before who does not', () => {
    expect(isAsked(asking(2), table, 0, [])).toBe(true);
    expect(
      isAsked(
        { ...asking(2), mode: 'never' },
        table,
        0,
        some<Event[]>([{ type: 'PawnSeen', stack: 3 }]),
      ),
    ).toBe(false);
  });

  it('is put before one only where one has said: a sector, a player, a manoeuvre, my stacks', () => {
    const killed = some<Event[]>([{ type: 'PawnKilled', stack: 4 }]);
    expect(isAsked(here('sector/josefov'), table, 0, killed)).toBe(true);
    expect(isAsked(here('sector/karst'), table, 0, killed)).toBe(false);
    expect(isAsked(here('seat/1'), table, 0, [])).toBe(true);
    expect(isAsked(here('seat/2'), table, 0, [])).toBe(false);
    expect(isAsked(here('deed/assassinate'), table, 0, [])).toBe(true);
    expect(isAsked(here('deed/spy'), table, 0, [])).toBe(false);
    expect(isAsked(here('mine'), table, 0, killed)).toBe(false);
    expect(isAsked(here('mine'), table, 0, some<Event[]>([{ type: 'PawnSeen', stack: 3 }]))).toBe(
      true,
    );
    expect(
      isAsked(here('mine'), table, 0, some<Event[]>([{ type: 'StackPlaced', sector: 'karst' }])),
    ).toBe(true);
  });

  it('is not put before one by what one alone was told', () => {
    const shown = some<Event[]>([{ type: 'OwnPawnsShown', by: 1, to: [0], stack: 4 }]);
    expect(isAsked(here('sector/josefov'), table, 0, shown)).toBe(false);
  });
});

it('takes as long as a bot does to be let pass, and hangs on nothing of the game', () => {
  expect([letting(() => 0), letting(() => 1)]).toEqual([500, 1500]);
});

describe('never', () => {
  it('lasts until my next turn, not until the one it was chosen in is over', () => {
    const mine = { ...table, active: 0 } as Table;
    const chosen = never('turn');
    expect(goneOn(chosen, mine, 0)).toBe(chosen);
    const passed = goneOn(chosen, table, 0);
    expect(passed).toMatchObject({ mode: 'never', passed: true });
    expect(goneOn(passed, table, 0)).toBe(passed);
    expect(goneOn(passed, mine, 0).mode).toBe('ask');
  });

  it('lasts until the cycle is over, or for good', () => {
    const later = { ...table, cycle: 3 } as Table;
    expect(goneOn(never('cycle'), table, 0).mode).toBe('never');
    expect(goneOn(never('cycle'), later, 0).mode).toBe('ask');
    expect(goneOn(never('always'), later, 0).mode).toBe('never');
    const only = here('mine');
    expect(goneOn(only, later, 0)).toBe(only);
  });
});
