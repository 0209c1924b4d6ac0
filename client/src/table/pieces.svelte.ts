import { getContext, setContext } from 'svelte';

/** A piece of a game, as `PieceText` shows it: what it is called, what it is, what is printed on it. */
export interface Piece {
  title: string;
  /** What kind of thing it is. */
  what: string;
  text: string;
  fine?: string;
  /** Other pieces that lie with it, by their keys. */
  parts?: { label: string; keys: readonly string[] }[];
}

/** A part of a sentence: the name of a piece, by its key, or words between two of them. */
export interface Cut {
  text: string;
  key: string;
}

/** A key may say more of one piece than which it is: `markers/karst/2`. */
export type Find = (key: string) => Piece | undefined;

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Sentences cut at the names that stand in them, the longest first; whole words only. */
export function cutter(keys: ReadonlyMap<string, string>): (text: string) => readonly Cut[] {
  const names = [...keys.keys()].map(escaped);
  names.sort((one, two) => two.length - one.length);
  const known = new Map<string, readonly Cut[]>();
  // no lookbehind: older Safaris do not know it
  const wanted = new RegExp(`(^|[^\\p{L}\\p{N}])(${names.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
  return (text) => {
    const found = known.get(text);
    if (found) return found;
    const cuts: Cut[] = [];
    let from = 0;
    for (const { index, 1: before = '', 2: name = '' } of text.matchAll(wanted)) {
      cuts.push({ text: text.slice(from, index + before.length), key: '' });
      cuts.push({ text: name, key: keys.get(name) ?? '' });
      from = index + before.length + name.length;
    }
    cuts.push({ text: text.slice(from), key: '' });
    const whole = cuts.filter((cut) => cut.text !== '');
    known.set(text, whole);
    return whole;
  };
}

/** The pieces of a table that can be touched wherever they are named; one dialog tells of them. */
export class Pieces {
  /** What the dialog shows, and what it showed before. */
  trail = $state.raw<readonly string[]>([]);

  constructor(
    readonly find: Find,
    readonly cut: (text: string) => readonly Cut[],
  ) {}

  show(key: string): void {
    this.trail = [...this.trail, key];
  }

  back(): void {
    this.trail = this.trail.slice(0, -1);
  }

  close(): void {
    this.trail = [];
  }
}

/** Whatever a screen shows knows its pieces from now on. */
export const naming = (pieces: Pieces): Pieces => setContext(Pieces, pieces);
export const named = (): Pieces | undefined => getContext(Pieces);
