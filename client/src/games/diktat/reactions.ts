/**
 * Whether one is asked in the pauses between two steps. It hangs on one's own choice and on what
 * everybody sees, never on whether one could do anything: the house is not asked.
 */

import type { Tagged } from '../../table/room';
import type { Table } from './sight';

export type Mode = 'ask' | 'here' | 'never';
export type Until = 'turn' | 'cycle' | 'always';

export interface Reaction {
  mode: Mode;
  /** With `here`: "sector/karst", "seat/2", "deed/assassinate", or "mine". */
  about: string;
  /** With `never`. */
  until: Until;
  /** The cycle in which it was chosen. */
  cycle: number;
  /** Somebody else has had his turn since. */
  passed: boolean;
}

const SHORTEST = 500;
const SPREAD = 1000;

/** A pause that is let pass takes as long as a bot's does: drawn, whatever could be done in it. */
export function letting(random: () => number = Math.random): number {
  return SHORTEST + random() * SPREAD;
}

export const asking = (cycle: number): Reaction => ({
  mode: 'ask',
  about: 'mine',
  until: 'turn',
  cycle,
  passed: false,
});

/** What one alone is told counts for nothing here. */
const UNHEARD = new Set(['OwnPawnsShown', 'ReserveShown', 'GoodsShown', 'Claimed', 'Said']);

/** The sectors and the owners of stacks that rules under way and events speak of. */
export function touched(
  table: Table,
  things: readonly Tagged[],
): { sectors: Set<string>; owners: Set<number> } {
  const sectors = new Set<string>();
  const owners = new Set<number>();
  for (const thing of things) {
    if (UNHEARD.has(thing.type)) continue;
    if (typeof thing['sector'] === 'string' && thing['sector']) sectors.add(thing['sector']);
    if (typeof thing['owner'] === 'number') owners.add(thing['owner']);
    const stack = table.stacks[Number(thing['stack'])];
    if (stack) {
      sectors.add(stack.sector);
      owners.add(stack.owner);
    }
  }
  return { sectors, owners };
}

/** Whether a pause is to be put before whoever sits here. */
export function isAsked(
  reaction: Reaction,
  table: Table,
  me: number,
  things: readonly Tagged[],
): boolean {
  if (reaction.mode === 'ask') return true;
  if (reaction.mode === 'never') return false;
  const [kind, what = ''] = reaction.about.split('/');
  const { sectors, owners } = touched(table, things);
  switch (kind) {
    case 'sector':
      return sectors.has(what);
    case 'seat':
      return table.active === Number(what);
    case 'deed':
      return table.manoeuvre === what;
    default:
      return (
        owners.has(me) ||
        Object.values(table.stacks).some((stack) => stack.owner === me && sectors.has(stack.sector))
      );
  }
}

/** The choice as it stands now: one that was made until some moment is over once it has come. */
export function goneOn(reaction: Reaction, table: Table, me: number): Reaction {
  if (reaction.mode !== 'never' || reaction.until === 'always') return reaction;
  if (reaction.until === 'cycle') {
    return table.cycle > reaction.cycle ? asking(table.cycle) : reaction;
  }
  const mine = table.phase === 'manoeuvres' && table.active === me;
  if (!mine) return reaction.passed ? reaction : { ...reaction, passed: true };
  return reaction.passed ? asking(table.cycle) : reaction;
}
