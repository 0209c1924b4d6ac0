import type { Result, Standing } from '../wire';
import { words } from '../words.svelte';
import { dayIn } from './days';

/** What a past game is called. */
export function titleOf(result: Result): string {
  const seats = result.standings.length;
  if (result.day) {
    const day = dayIn(result.day, words.language);
    return result.counted
      ? words.say('page.results.daily', { day })
      : words.say('page.results.practice', { day });
  }
  if (result.mode === 'solo') return words.say('page.results.solo', { cards: result.cards });
  if (result.mode === 'training') return words.say('page.results.training');
  if (result.mode === 'duplicate') return words.say('page.results.duplicate', { seats });
  if (result.mode === 'standard') return words.say('page.results.standard', { seats });
  const game = result.game.charAt(0).toUpperCase() + result.game.slice(1);
  return words.say('page.results.game', { game, seats });
}

/** Who came out of a game, the best first. */
export function ranked(result: Result): Standing[] {
  const standings = [...result.standings];
  standings.sort((a, b) => b.score - a.score);
  return standings;
}

/** What it came to, in one line. */
export function cameTo(result: Result): string {
  const mine = result.standings.find((one) => one.seat === result.seat);
  if (result.met !== null) return words.say('page.results.challenges', { met: result.met });
  if (result.brother !== null) return `${mine?.score ?? 0}–${result.brother}`;
  return ranked(result)
    .map((one) => `${one.name} ${one.score}`)
    .join(' · ');
}

/** Whether one has won; null where there is nothing to win. */
export function hasWon(result: Result): boolean | null {
  if (result.mode === 'training') return null;
  return result.standings.find((one) => one.seat === result.seat)?.won ?? false;
}
