import type { Key } from '../../sentences';
import { words } from '../../words.svelte';

/** The sentence of a key that the house's data completes: the name of an envelope, of a language. */
export function named(place: string, value: string): string {
  const key = `page.dictopia.${place}.${value}`;
  return words.has(key) ? words.say(key) : value;
}

/** The same, where something is to be filled in. */
export function filled(place: string, value: string, filling: Record<string, string | number>) {
  const key = `page.dictopia.${place}.${value}`;
  if (!words.has(key)) return '';
  return (words.say as (key: Key, filling: Record<string, string | number>) => string)(
    key,
    filling,
  );
}

/** What an envelope is called on top, and what it asks for. */
export function title(envelope: string): string {
  return named('titles', envelope.replace(/_.*/, ''));
}

/** The mission in a sentence; of the blank card, what the table wrote. */
export function mission(envelope: string, text: string): string {
  if (envelope === 'blank') return text || named('missions', 'blank');
  return named('missions', envelope);
}

/** spelling, lemma, part of speech, gender, number, tense, person */
export type Entry = [string, string, string, string, string, string, string];

/** An entry of the dictionary: plinthes, nom féminin pluriel, de « plinthe ». */
export function entry([spelling, lemma, part, gender, number, tense, person]: Entry): string {
  const known = (place: string, value: string) => (value === 'none' ? [] : [named(place, value)]);
  const shape = [...known('genders', gender), ...known('numbers', number)].join(' ');
  const kind = named('parts', part);
  const form =
    tense === 'none'
      ? [kind, shape].join(' ').trim()
      : person === 'none'
        ? [`${kind} ${named('tenses', tense)}`, shape].filter(Boolean).join(', ')
        : [kind, named('persons', `${person}${number}`), named('tenses', tense)].join(', ');
  const of = lemma.startsWith('of/')
    ? words.say('page.dictopia.of', { lemma: lemma.slice(3) })
    : '';
  return `${spelling}, ${form}${of}`;
}

/** Why a mission was paid, or not. */
export function reasons(why: Record<string, string | number>): string {
  return Object.entries(why)
    .map(([reason, n]) => filled('why', reason, { n }))
    .filter(Boolean)
    .join(', ');
}
