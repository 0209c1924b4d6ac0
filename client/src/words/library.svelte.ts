import { ask } from '../api';
import type { GameTexts } from '../wire';
import { words, type Language } from '../words.svelte';
import { Speech } from './speech';

/** The words of games, fetched once a game and language. Who reads them is told when they come. */
class Library {
  #shelf = $state.raw<Record<string, Speech>>({});
  #asked = new Set<string>();

  /** The words of a game in the language of the screen; null while they are on their way. */
  of(game: string, seats: readonly string[] = [], you = -1): Speech | null {
    const { language } = words;
    const name = game.split('@')[0] ?? game;
    const found = this.#shelf[`${language}/${name}`];
    if (!found) {
      void this.#fetch(name, language);
      return null;
    }
    return seats.length > 0 ? found.seated(seats, you) : found;
  }

  async #fetch(game: string, language: Language, tries = 0): Promise<void> {
    const key = `${language}/${game}`;
    if (tries === 0 && this.#asked.has(key)) return;
    this.#asked.add(key);
    try {
      const from = await ask<GameTexts>('GET', `/api/words/${language}/${game}`);
      this.#shelf = { ...this.#shelf, [key]: new Speech(game, language, from) };
    } catch {
      setTimeout(() => void this.#fetch(game, language, tries + 1), 1000 * 2 ** Math.min(tries, 4));
    }
  }
}

export const library = new Library();
