import { assign, fold, type Piece } from './assign';
import { eyesBeside, sum } from './model';
import type { Spelt } from '../kernel';
import type { Action, Card } from './types';

/** The word that lies before a player: letters in order, each from a card. */
export class Draft {
  pieces = $state<Piece[]>([]);
  language = $state('');
  /** The letter that is being looked at: its card is shown, and can be another. */
  chosen = $state<number | null>(null);

  hand: () => Card[];
  target: () => number;

  constructor(hand: () => Card[], target: () => number) {
    this.hand = hand;
    this.target = target;
  }

  letters = $derived(this.pieces.map((piece) => piece.letter).join(''));
  cards = $derived(this.pieces.map((piece) => piece.card));
  eyes = $derived.by(() => {
    const hand = this.hand();
    return sum(
      this.pieces.map(({ card, letter }) => (hand[card] ? eyesBeside(hand[card], letter) : 0)),
    );
  });

  /** Which letter of the word a card gives; -1 if it lies unused. */
  at(card: number): number {
    return this.cards.indexOf(card);
  }

  spelt(mark = ''): Spelt {
    return {
      type: 'Spelt',
      letters: this.letters,
      cards: [...this.cards],
      mark: `${mark} ${this.language}`.trim(),
    };
  }

  /** Takes up what was kept. */
  resume(kept: Action | null): void {
    const hand = this.hand();
    const word =
      kept?.type === 'Spelt' && kept.cards.every((card) => card < hand.length) ? kept : null;
    this.pieces =
      word?.cards.map((card, at) => ({ letter: word.letters[at]!, card, fixed: true })) ?? [];
    this.language = word?.mark.replace(/^lock\s*/, '') ?? '';
    this.chosen = null;
  }

  /** Lays letters with the cards that serve best; those chosen by hand stay if they can. */
  #lay(letters: string, fixed: Map<number, number>): boolean {
    const laid =
      assign(letters, fixed, this.hand(), this.target()) ??
      assign(letters, new Map(), this.hand(), this.target());
    if (!laid) return false;
    this.pieces = laid.map((card, at) => ({
      letter: letters[at]!,
      card,
      fixed: fixed.get(at) === card,
    }));
    return true;
  }

  #fixed(): Map<number, number> {
    const fixed = new Map<number, number>();
    this.pieces.forEach((piece, at) => {
      if (piece.fixed) fixed.set(at, piece.card);
    });
    return fixed;
  }

  /** Adds what was typed; false where the cards have no such letter left. */
  type(typed: string): boolean {
    const letters = fold(typed);
    this.chosen = null;
    return letters !== '' && this.#lay(this.letters + letters, this.#fixed());
  }

  /** Touches one letter of a card: takes it, or puts it back. */
  touch(card: number, letter: string): void {
    const used = this.at(card);
    const chosen = this.chosen === null ? undefined : this.pieces[this.chosen];
    if (chosen && chosen.letter === letter && used !== this.chosen) {
      this.recard(this.chosen!, card);
      return;
    }
    if (used < 0) {
      this.pieces = [...this.pieces, { letter, card, fixed: true }];
    } else if (this.pieces[used]!.letter === letter) {
      this.remove(used);
      return;
    } else {
      this.#exchange(used, card, letter);
    }
    this.chosen = null;
  }

  /** The card gives its other letter: what it gave comes from another card, or makes room. */
  #exchange(used: number, card: number, letter: string): void {
    const fixed = this.#fixed();
    fixed.delete(used);
    fixed.set(this.pieces.length, card);
    const laid = assign(this.letters + letter, fixed, this.hand(), this.target());
    if (laid && !this.pieces[used]!.fixed) {
      const longer = [...this.pieces, { letter, card, fixed: true }];
      this.pieces = longer.map(({ letter: one, fixed: chosen }, at) => ({
        letter: one,
        card: laid[at]!,
        fixed: chosen,
      }));
    } else {
      this.pieces = this.pieces.map((piece, at) =>
        at === used ? { letter, card, fixed: true } : piece,
      );
    }
  }

  /** A letter comes from this card; if another letter had it, they change cards. */
  recard(at: number, card: number): void {
    const before = this.pieces[at]!.card;
    const other = this.at(card);
    this.pieces = this.pieces.map((piece, place) => {
      if (place === at) return { ...piece, card, fixed: true };
      if (place === other) return { ...piece, card: before, fixed: true };
      return piece;
    });
  }

  /** Other cards that could give a letter: those free, and those that give the same one. */
  others(at: number): number[] {
    const piece = this.pieces[at];
    if (!piece) return [];
    return this.hand().flatMap((face, card) => {
      if (card === piece.card || (face.top !== piece.letter && face.bottom !== piece.letter)) {
        return [];
      }
      const used = this.at(card);
      return used < 0 || this.pieces[used]!.letter === piece.letter ? [card] : [];
    });
  }

  insert(at: number, card: number, letter: string): void {
    const used = this.at(card);
    const rest = used < 0 ? this.pieces : this.pieces.filter((_, place) => place !== used);
    const place = used >= 0 && used < at ? at - 1 : at;
    this.pieces = [...rest.slice(0, place), { letter, card, fixed: true }, ...rest.slice(place)];
    this.chosen = null;
  }

  move(from: number, to: number): void {
    const piece = this.pieces[from];
    if (!piece || to < 0 || to >= this.pieces.length) return;
    const rest = this.pieces.filter((_, at) => at !== from);
    this.pieces = [...rest.slice(0, to), piece, ...rest.slice(to)];
    if (this.chosen !== null) this.chosen = to;
  }

  remove(at: number): void {
    this.pieces = this.pieces.filter((_, place) => place !== at);
    this.chosen = null;
  }

  /** Takes away the letter that is looked at, or else the last. */
  back(): void {
    if (this.pieces.length) this.remove(this.chosen ?? this.pieces.length - 1);
  }

  clear(): void {
    this.pieces = [];
    this.chosen = null;
  }
}
