import type { Speech } from '../words/speech';
import { words } from '../words.svelte';
import type { NamedSetup, Terms, GameSetups } from '../wire';

/** The ways of a game that this page has words for. */
export function offered(ways: GameSetups, speech: Speech): NamedSetup[] {
  return ways.presets.filter((way) => titleOf(ways.game, way, speech) !== null);
}

export function titleOf(game: string, way: NamedSetup, speech: Speech): string | null {
  if (speech.has(`presets.${way.name}.title`)) return speech.say(`presets.${way.name}.title`);
  const known = words.has(`page.ways.${game}.${way.name}`);
  if (known && speech.has(`names.modes.${way.name}`)) {
    const name = speech.say(`names.modes.${way.name}`);
    return name.charAt(0).toUpperCase() + name.slice(1);
  }
  return null;
}

export function aboutOf(game: string, way: NamedSetup, speech: Speech): string {
  if (speech.has(`presets.${way.name}.about`)) return speech.say(`presets.${way.name}.about`);
  const key = `page.ways.${game}.${way.name}`;
  return words.has(key) ? words.say(key) : '';
}

/** The way that a table was opened with: the one whose modules and options all agree. */
export function wayOf(ways: GameSetups, terms: Terms): NamedSetup | null {
  const modules = terms.modules ?? [];
  const options = terms.options ?? {};
  const fits = ways.presets.filter(
    (way) =>
      way.modules.length === modules.length &&
      way.modules.every((module) => modules.includes(module)) &&
      Object.entries(way.options).every(([name, value]) => options[name] === value),
  );
  return fits.reduce<NamedSetup | null>((a, b) => (a && much(a) >= much(b) ? a : b), null);
}

export function lasts(way: NamedSetup | null, seats: number): string {
  const minutes = way?.minutes[String(seats)];
  return minutes === undefined ? '' : words.say('page.open.minutes', { minutes });
}

/** How an option of a game is called, and each of its values. */
export function optionOf(speech: Speech, option: string): string {
  return speech.has(`options.${option}`) ? speech.say(`options.${option}`) : option;
}

export function botName(bot: string): string {
  const key = `page.bots.${bot}`;
  return words.has(key) ? words.say(key) : bot;
}

/** The one in the middle, so that a first game is neither dull nor lost. */
export function usual(there: readonly string[]): string | undefined {
  return (
    there.find((one) => one === 'copiste' || one === 'prudent') ??
    there.find((one) => one !== 'random')
  );
}

function much(way: NamedSetup): number {
  return Object.keys(way.options).length;
}

/** Whether a table that is played in this way may still choose an option. */
export function isFree(option: string, chosen: NamedSetup['options']): boolean {
  // the ladder against Big Brother is climbed by cards; everyone else has eight
  if (option === 'cards') return chosen['mode'] === 'solo';
  return option !== 'mode' && !(option in chosen);
}
