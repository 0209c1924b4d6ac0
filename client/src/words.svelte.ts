import { recall, remember } from './memory';
import { en, fr, type Key, type Values } from './sentences';

const catalogues = { fr, en };

export type Language = keyof typeof catalogues;

export const languages: Record<Language, string> = { fr: 'Français', en: 'English' };

type Filling<K extends Key> = [Values[K]] extends [never]
  ? []
  : [Record<Values[K], string | number>];

/** The sentences that need no filling. */
type Bare = { [K in Key]: [Values[K]] extends [never] ? K : never }[Key];

/** In French nothing at all is singular too. */
const singular: Record<Language, (count: number) => boolean> = {
  fr: (count) => Math.abs(count) < 2,
  en: (count) => Math.abs(count) === 1,
};

/** The language of the screen: French, unless the visitor chose another. */
class Words {
  language = $state<Language>(recall('language') === 'en' ? 'en' : 'fr');
  other = $derived<Language>(this.language === 'fr' ? 'en' : 'fr');

  /** The sentence of a key, its braces filled: {address}, or {count|player|players}. */
  say<K extends Key>(key: K, ...[values]: Filling<K>): string {
    const filling: Record<string, string | number> = values ?? {};
    const sentence = catalogues[this.language][key];
    return sentence.replace(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (_, name, one, many) => {
      const value = filling[name];
      if (value === undefined) throw new Error(`${key} is said without {${name}}`);
      if (one === undefined) return String(value);
      return singular[this.language](Number(value)) ? one : many;
    });
  }

  /** Whether there is such a sentence: for what the house may announce before we have words. */
  has(key: string): key is Bare {
    return Object.hasOwn(catalogues[this.language], key);
  }

  speak(language: Language): void {
    this.language = language;
    remember('language', language);
  }
}

export const words = new Words();
