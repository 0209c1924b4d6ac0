import type { Where } from '../../words/catalogue';
import { prague } from './prague';
import type { Event, Table } from './types';

/**
 * Whose a stack is, and where it lay when something was told: where it had last been placed, as far
 * as the story goes back, else where it is now.
 */
export function lying(
  story: () => readonly Event[],
  table: () => Table | undefined,
): (heard?: { type: string }) => Where {
  return (heard) => (number) => {
    const told = story();
    const at = heard ? told.findIndex((event) => event === heard) : -1;
    const placed = told
      .slice(0, at + 1)
      .filter((event) => event.type === 'StackPlaced')
      .findLast(({ stack }) => stack === number);
    const stacks = table()?.stacks ?? {};
    const now = stacks[number];
    const owner = placed?.seat ?? now?.owner;
    const sector = placed?.sector ?? now?.sector;
    if (owner === undefined || sector === undefined || !(sector in prague)) return undefined;
    const same = Object.values(stacks).filter(
      (one) => one.owner === owner && one.sector === sector,
    );
    return { owner, sector, twin: same.length > 1 };
  };
}
