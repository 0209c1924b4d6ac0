import { ask } from '../../api';
import type { Review } from '../../wire';

const kept = new Map<string, Promise<Review>>();

/** Asked once for each trial; after a refusal or a silence it is asked again next time. */
export function review(table: string, trial: number): Promise<Review> {
  const address = `/api/tables/${encodeURIComponent(table)}/review?trial=${trial}`;
  let asked = kept.get(address);
  if (!asked) {
    asked = ask<Review>('GET', address);
    kept.set(address, asked);
    asked.catch(() => kept.delete(address));
  }
  return asked;
}
