/**
 * How a sentence is filled: `clande.text` in the browser. What may stand between braces is told
 * there; `vectors.json` holds this file to it.
 */

import type { Tagged } from '../table/room';
import type { Language } from '../words.svelte';

const BESIDE = ' ++ ';
const PLACEHOLDER = /\{([^{}]*)\}/g;
const INSIDE = /^([\w.]+)(?:%(\d+))?(?:\|([^|]*)\|([^|]*)|:([\w/]+)(?:@([\w.]+))?|\*(\w+))?$/;

const VOWELS = /^[aeiouàâéèêëîïôöûü]/i;

/** Whose a numbered thing is, where it lies, and whether it is not the only one of his there. */
export interface Lying {
  owner: number;
  sector: string;
  twin: boolean;
}
export type Where = (thing: number) => Lying | undefined;

export type Values = Readonly<Record<string, unknown>>;

/** A key or a value that a catalogue does not have: a bug of ours, never a blank. */
export class MissingText extends Error {}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether something of a game is an action, an event or a topic: it has a kind. */
export function isTagged(value: unknown): value is Tagged {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  return typeof value.type === 'string';
}

/** The sentences of one language, and how seats are called in them. */
export class Catalogue {
  constructor(
    readonly language: Language,
    readonly sentences: Readonly<Record<string, string>>,
    readonly seats: readonly string[] = [],
    /** Whose eyes read it. */
    readonly you = -1,
    readonly where: Where = () => undefined,
  ) {}

  seated(seats: readonly string[], you = -1): Catalogue {
    return new Catalogue(this.language, this.sentences, seats, you, this.where);
  }

  /** The same words, for the one who sits there, where things lie like this. */
  readBy(you: number, where = this.where): Catalogue {
    return new Catalogue(this.language, this.sentences, this.seats, you, where);
  }

  has(key: string): boolean {
    return Object.hasOwn(this.sentences, key);
  }

  /** The first of these keys that has a sentence: the most particular one comes first. */
  first(...keys: string[]): string {
    const found = keys.find((key) => this.has(key));
    if (found === undefined) throw new MissingText(`${this.language} has none of ${keys.join()}`);
    return found;
  }

  fill(key: string, values: Values = {}): string {
    const sentence = this.has(key) ? this.sentences[key] : undefined;
    if (sentence === undefined) {
      throw new MissingText(`${this.language} has no sentence ${key}`);
    }
    const filled = (part: string): string =>
      part.replace(PLACEHOLDER, (_, inside: string) => this.#filled(key, inside, values));
    if (!sentence.includes(BESIDE)) return filled(sentence);
    const there = sentence.split(BESIDE).filter((part) => this.#isSomething(key, part, values));
    return this.#listed(there.map(filled)) || this.fill('words.nothing');
  }

  #isSomething(key: string, part: string, values: Values): boolean {
    const path = /\{([\w.]+)/.exec(part)?.[1];
    const value = path === undefined || this.#value(key, path, values);
    return Array.isArray(value) ? value.length > 0 : Boolean(value);
  }

  #filled(key: string, inside: string, values: Values): string {
    const [, path = '', divisor, one, many = '', places, whose, each] = INSIDE.exec(inside) ?? [];
    let value = this.#value(key, path, values);
    if (divisor !== undefined) value = rest(value, Number(divisor));
    if (one !== undefined) return this.isSingular(value) ? one : many;
    if (each !== undefined) return this.#each(`${gameOf(key)}.each.${each}`, value);
    if (places === undefined) return this.plain(value);
    if (whose === undefined) return this.#named(key, places, value);
    const owner = text(this.#value(key, whose, values));
    return this.#named(key, `${places}@${owner}/${places}`, value);
  }

  #value(key: string, path: string, values: Values): unknown {
    let value: unknown = values;
    for (const part of path.split('.')) {
      if (Array.isArray(value)) value = (value as unknown[])[Number(part)];
      else if (isRecord(value) && Object.hasOwn(value, part)) value = value[part];
      else value = undefined;
      if (value === undefined) {
        throw new MissingText(`${this.language}: ${key} is said without {${path}}`);
      }
    }
    return value;
  }

  /** In French nothing at all is singular too. */
  isSingular(value: unknown): boolean {
    if (typeof value === 'boolean') return value;
    const size = Math.abs(Number(value));
    return this.language === 'fr' ? size < 2 : size === 1;
  }

  plain(value: unknown): string {
    if (value === null || value === '') return this.fill('words.none');
    if (typeof value === 'boolean') return this.fill(value ? 'words.true' : 'words.false');
    if (Array.isArray(value)) {
      if (value.length === 0) return this.fill('words.none');
      return this.#listed(value.map((item) => this.plain(item)));
    }
    if (isRecord(value)) {
      const pairs = Object.entries(value).map(([k, v]) => `${this.plain(k)} ${this.plain(v)}`);
      return this.#listed(pairs) || this.fill('words.none');
    }
    return String(value);
  }

  #named(key: string, places: string, value: unknown): string {
    if (places === 'nth') return String(Number(value) + 1);
    if (places === 'signed') return Number(value) < 0 ? `−${-Number(value)}` : `+${String(value)}`;
    if (isRecord(value)) {
      const goods = Object.entries(value).map(([good, n]) =>
        this.fill(`${gameOf(key)}.names.${places}.${good}`, { n }),
      );
      return this.#listed(goods) || this.fill('words.nothing');
    }
    if (Array.isArray(value)) {
      const names = value.map((item) => this.#named(key, places, item));
      return this.#listed(names) || this.fill('words.none');
    }
    return this.#name(key, places.split('/'), value);
  }

  #name(key: string, places: string[], value: unknown): string {
    if (value === null || value === '') return this.fill('words.none');
    const parts: unknown[] = typeof value === 'string' ? value.split('/') : [value];
    for (const place of places) {
      const name = `${gameOf(key)}.names.${place}.${text(parts[0])}`;
      if (this.has(name)) return this.fill(name, { ...parts });
      if (place.startsWith('lying')) {
        return this.#laid(gameOf(key), Number(value), place.split('@')[1] ?? '');
      }
      if (place === 'seat') return this.seat(Number(value));
      if (place === 'whose' || place === 'of') return this.#belonging(place, Number(value));
    }
    throw new MissingText(`${this.language} has no name ${text(value)} in ${places.join()}`);
  }

  seat(seat: number): string {
    if (seat < 0) return this.fill('words.none');
    return this.seats[seat] ?? this.fill('words.seat', { n: seat });
  }

  #laid(game: string, n: number, owner: string): string {
    const there = this.where(n);
    const say = (kind: string, values: Values): string =>
      this.fill(`${game}.lying.${kind}`, values);
    if (!there) return owner ? say('owned', { n, owner: Number(owner) }) : say('unknown', { n });
    const { owner: of, sector, twin } = there;
    const name = say(of === this.you ? 'yours' : 'theirs', { owner: of, sector });
    return twin ? say('numbered', { name, n }) : name;
  }

  #belonging(place: 'whose' | 'of', seat: number): string {
    if (place === 'whose' && seat === this.you) return this.fill('words.yours');
    const name = this.seat(seat);
    const elided = place === 'of' && VOWELS.test(name) ? '_vowel' : '';
    return this.fill(`words.${place}${elided}`, { name });
  }

  #each(key: string, items: unknown): string {
    const all = (isRecord(items) ? [items] : items) as unknown[];
    const said = all.map((item) => {
      const kind = isTagged(item) ? item.type : '';
      return this.fill(this.first(`${key}.${kind}`, key), item as Values);
    });
    return said.join(this.fill('words.items')) || this.fill('words.nothing');
  }

  #listed(names: string[]): string {
    return names.join(this.fill('words.list'));
  }
}

/** A value as a part of a key, written as Python writes it. */
function text(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return String(value);
}

function rest(value: unknown, divisor: number): unknown {
  if (Array.isArray(value)) return value.map((item) => rest(item, divisor));
  return ((Number(value) % divisor) + divisor) % divisor;
}

export function gameOf(key: string): string {
  return key.slice(0, key.indexOf('.'));
}
