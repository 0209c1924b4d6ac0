import type { Tagged } from '../../table/room';
import type { Where } from '../../words/catalogue';
import { prague } from './prague';
import type { Table } from './sight';

/**
 * Whose a stack is, and where it lay when something was told: where it had last been placed, as far
 * as the story goes back, else where it is now.
 */
export function lying(
  story: () => readonly Tagged[],
  table: () => Table | undefined,
): (heard?: Tagged) => Where {
  return (heard) => (number) => {
    const told = story();
    const at = heard ? told.indexOf(heard) : -1;
    const placed = told.findLast(
      ({ type, stack }, i) => i <= at && type === 'StackPlaced' && stack === number,
    );
    const stacks = table()?.stacks ?? {};
    const now = stacks[number];
    const owner = placed ? Number(placed['seat']) : now?.owner;
    const sector = placed ? String(placed['sector']) : now?.sector;
    if (owner === undefined || sector === undefined || !(sector in prague)) return undefined;
    const same = Object.values(stacks).filter(
      (one) => one.owner === owner && one.sector === sector,
    );
    return { owner, sector, twin: same.length > 1 };
  };
}
