import type { Language } from '../words.svelte';

/** A day of the house, as 2026-11-16, in the words of a language. */
export function dayIn(day: string, language: Language, weekday = false): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date).toLocaleDateString(language === 'fr' ? 'fr-FR' : 'en-GB', {
    ...(weekday ? { weekday: 'long' } : {}),
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
}

/** A moment on this device's own clock. */
export function momentIn(at: number, language: Language): string {
  return new Date(at).toLocaleString(language === 'fr' ? 'fr-FR' : 'en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
}

/** How long until a moment: hours and minutes, or minutes. */
export function left(until: number, now: number): string {
  const minutes = Math.max(1, Math.ceil((until - now) / 60_000));
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours} h ${String(minutes % 60).padStart(2, '0')}` : `${minutes} min`;
}
