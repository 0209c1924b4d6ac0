/**
 * Whether one is asked in the pauses between two steps. It hangs on one's own choice and on what
 * everybody sees, never on whether one could do anything: the house is not asked.
 */

import { isTelling } from './bargain';
import type { Event, Table, Topic } from './types';

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

/** The sectors and the owners of stacks that rules under way and events speak of. */
export function touched(
  table: Table,
  things: readonly (Event | Topic)[],
): { sectors: Set<string>; owners: Set<number> } {
  const sectors = new Set<string>();
  const owners = new Set<number>();
  for (const thing of things) {
    if (isTelling(thing)) continue; // what one alone is told counts for nothing here
    if ('sector' in thing && thing.sector) sectors.add(thing.sector);
    if ('owner' in thing) owners.add(thing.owner);
    const stack = 'stack' in thing ? table.stacks[thing.stack] : undefined;
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
  things: readonly (Event | Topic)[],
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
