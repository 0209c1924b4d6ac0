import { ask, openTable, start } from '../api';
import type { TableCard, Help, Ladder, Result } from '../wire';

/** Dictopia's other ways to play, as the house is asked for them. */

export { daily, playDaily } from '../api';

export const ladder = (): Promise<Ladder> => ask('GET', '/api/ladder');
export const results = (): Promise<Result[]> => ask('GET', '/api/results');
export const helpIn = (language: string): Promise<Help> => ask('GET', `/api/help/${language}`);

/** Alone nobody is hurried between trials, and nobody plays for who has gone. */
async function alone(options: Record<string, string | number>): Promise<TableCard> {
  const card = await openTable({
    game: 'dictopia',
    seats: 1,
    options,
    decision: null,
    stand_in: 'wait',
  });
  return start(card.id);
}

export const playSolo = (cards: number): Promise<TableCard> => alone({ mode: 'solo', cards });
export const playTraining = (): Promise<TableCard> => alone({ mode: 'training' });

/** A table for several, in whose lobby one stands; who plays alone begins at once. */
export async function playDuplicate(seats: number): Promise<TableCard> {
  if (seats === 1) return alone({ mode: 'duplicate' });
  return openTable({ game: 'dictopia', seats, options: { mode: 'duplicate' } });
}
