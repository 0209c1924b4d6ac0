import { eyesBeside } from './model';
import type { Card } from './types';

/** A letter of the word, and the card that it comes from; `fixed` if the player chose that card. */
export interface Piece {
  letter: string;
  card: number;
  fixed: boolean;
}

/** What a keyboard gives, as the cards spell it: é is E, œ is O and E. */
export function fold(typed: string): string {
  return typed
    .replace(/œ/gi, 'oe')
    .replace(/æ/gi, 'ae')
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toUpperCase();
}

/**
 * Which card gives each letter: those that the player chose stay; of the others, the way whose eyes
 * come to the target if there is one, and then the one that leaves the fewest eyes unused. Null if
 * the cards do not have these letters.
 */
export function assign(
  letters: string,
  fixed: ReadonlyMap<number, number>,
  hand: readonly Card[],
  target: number,
): number[] | null {
  // Ways that use the same cards and show the same eyes are the same for what follows.
  let ways = new Map<number, { mask: number; eyes: number; cards: number[] }>();
  ways.set(0, { mask: 0, eyes: 0, cards: [] });
  let taken = 0;
  for (const card of fixed.values()) taken |= 1 << card;
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at]!;
    const chosen = fixed.get(at);
    const next: typeof ways = new Map();
    for (const way of ways.values()) {
      for (let card = 0; card < hand.length; card++) {
        const bit = 1 << card;
        if (chosen === undefined ? taken & bit : card !== chosen) continue;
        const face = hand[card]!;
        if (way.mask & bit || (face.top !== letter && face.bottom !== letter)) continue;
        const mask = way.mask | bit;
        const eyes = way.eyes + eyesBeside(face, letter);
        const key = mask * 64 + eyes;
        if (!next.has(key)) next.set(key, { mask, eyes, cards: [...way.cards, card] });
      }
    }
    ways = next;
  }
  let best: number[] | null = null;
  let least = Infinity;
  for (const way of ways.values()) {
    let unused = 0;
    hand.forEach((card, at) => {
      if (!(way.mask & (1 << at))) unused += card.top_eyes + card.bottom_eyes;
    });
    const cost = (way.eyes === target ? 0 : 1000) + unused;
    if (cost < least) [least, best] = [cost, way.cards];
  }
  return best;
}
