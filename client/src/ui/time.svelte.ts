import type { QuestionClock } from '../wire';

/** What a clock of the house still gives, in milliseconds; null where nothing presses. Before it has
 *  begun, it gives its whole length. */
export function left(clock: QuestionClock, now: number): number | null {
  if (clock.left !== null) return Math.max(0, clock.left);
  if (clock.due === null) return null;
  return Math.max(0, Math.min(clock.length ?? Infinity, clock.due - now));
}

/** 1:30, 0:07: the second that is under way counts as a whole one. */
export function figures(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * A hand of a clock: looks at the time of the house ten times a second while somebody reads it.
 * Call it while a component is set up.
 */
export function ticking(now: () => number): { readonly now: number } {
  let at = $state(now());
  $effect(() => {
    at = now();
    const timer = setInterval(() => (at = now()), 100);
    return () => clearInterval(timer);
  });
  return {
    get now() {
      return at;
    },
  };
}
