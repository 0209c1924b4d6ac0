import { recall, remember } from '../memory';
import type { Result } from '../wire';
import { results } from './api';

const KEY = 'results';
const MOST = 60;

/** What was played, as this device remembers it: it is shown when the house is out of reach. */
class Past {
  games = $state.raw<Result[]>(read());
  /** Whether the house has told them on this visit. */
  told = $state(false);

  async ask(): Promise<void> {
    this.#keep(await results());
    this.told = true;
  }

  /** A game that is just over; the house has it too. */
  add(result: Result): void {
    this.#keep([result]);
  }

  #keep(fresh: Result[]): void {
    const known = new Set(fresh.map((result) => result.table));
    const others = this.games.filter((result) => !known.has(result.table));
    const all = [...fresh, ...others];
    all.sort((a, b) => b.at - a.at);
    this.games = all.slice(0, MOST);
    remember(KEY, JSON.stringify(this.games));
  }
}

function read(): Result[] {
  try {
    const kept: unknown = JSON.parse(recall(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as Result[]) : [];
  } catch {
    return []; // written by somebody else
  }
}

export const past = new Past();
