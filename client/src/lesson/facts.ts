/** Whether something that a lesson waits for is so: read from what the house told, never from clicks. */

import type { Tagged } from '../table/room';
import type { Fact } from '../wire';

/** Whether an event, as this viewer is told it, is this fact. */
export function happened(fact: Fact, told: Tagged): boolean {
  if (told.type !== fact.event) return false;
  return Object.entries(fact.where ?? {}).every(([name, value]) => told[name] === value);
}

/** Whether the view of a game has this fact. */
export function holds(fact: Fact, seen: unknown): boolean {
  if (!fact.view) return false;
  let found = seen;
  for (const part of fact.view.split('.')) {
    if (typeof found !== 'object' || found === null) return false;
    found = (found as Record<string, unknown>)[part];
  }
  if (fact.least !== null && fact.least !== undefined) {
    return typeof found === 'number' && found >= fact.least;
  }
  return found === fact.equals;
}
