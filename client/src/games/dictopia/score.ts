import { sound } from '../../ui/sound.svelte';
import type { Event } from './types';

const SOUNDS: Record<string, () => void> = {
  TrialBegan: () => sound.knock(),
  EnvelopeOpened: () => sound.tear(),
  WordLocked: () => sound.bolt(),
  WordsShown: () => sound.turn(),
  WordStruck: () => sound.stamp(),
  WordUpheld: () => sound.paper(),
  WordLookedUp: () => sound.stamp(),
  TrialScored: () => sound.paper(),
};

/** What one hears of what happens. Hands are turned for oneself only. */
export function score(story: readonly Event[], seat: number): void {
  for (const event of story) {
    if (event.type === 'HandTurned' && event.seat === seat) sound.turn();
    SOUNDS[event.type]?.();
  }
}
