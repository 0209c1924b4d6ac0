import { recall, remember } from './memory';

/** Every word on the screen. French is the reference; another language has the same keys. */
const fr = {
  title: 'Clandé : la maison',
  tagline: ['Maison de jeu clandestine.', 'Entre sans bruit, assieds-toi, mens bien.'],
  door: {
    title: 'Pour les téléphones',
    help: 'Vise le code, ou tape l’adresse. Sur le même réseau, rien à installer.',
    code: (address: string) => `Code QR de l’adresse ${address}`,
  },
  closed: {
    title: 'Sur cet ordinateur seulement',
    help: 'Les téléphones ne voient pas la maison : elle a été ouverte pour lui seul, ou sans réseau.',
  },
  later: {
    title: 'Les tables viennent ensuite',
    help: 'La maison montre ses jeux. On ne peut pas encore s’y asseoir.',
  },
  games: {
    title: 'Les jeux de la maison',
    none: 'Aucun jeu pour l’instant',
    noneHelp:
      'La maison n’annonce que les jeux qu’elle sait jouer. Celle-ci n’en connaît pas encore.',
    seats: (fewest: number, most: number) =>
      fewest === most ? players(most, 'joueur', 'joueurs') : `${fewest} à ${most} joueurs`,
    blurbs: {
      diktat:
        'Prague, la nuit. Empile tes agents, espionne ceux des autres, jure, trahis, prends la ville.',
      dictopia:
        'Quatre-vingt-dix secondes, huit cartes, un mot. Le Régime compte les yeux, la Résistance paie mieux.',
    } as Record<string, string>,
  },
  silent: 'La maison ne répond pas.',
  retry: 'Réessayer',
  waiting: 'On frappe à la porte…',
  light: 'Jour',
  dark: 'Nuit',
  version: (version: string) => `version ${version}`,
};

export type Catalogue = typeof fr;

const en: Catalogue = {
  title: 'Clandé: the house',
  tagline: ['A clandestine gaming house.', 'Come in quietly, sit down, lie well.'],
  door: {
    title: 'For phones',
    help: 'Point at the code, or type the address. On the same network, nothing to install.',
    code: (address) => `QR code of the address ${address}`,
  },
  closed: {
    title: 'On this computer only',
    help: 'Phones cannot see the house: it was opened for this one alone, or without a network.',
  },
  later: {
    title: 'Tables come next',
    help: 'The house shows its games. One cannot sit down at them yet.',
  },
  games: {
    title: 'The games of the house',
    none: 'No game yet',
    noneHelp: 'The house only announces games that it can play. This one does not know any yet.',
    seats: (fewest, most) =>
      fewest === most ? players(most, 'player', 'players') : `${fewest} to ${most} players`,
    blurbs: {
      diktat:
        'Prague, by night. Stack your agents, spy on the others’, swear, betray, take the city.',
      dictopia:
        'Ninety seconds, eight cards, one word. The Regime counts the eyes, the Resistance pays better.',
    },
  },
  silent: 'The house does not answer.',
  retry: 'Try again',
  waiting: 'Knocking at the door…',
  light: 'Day',
  dark: 'Night',
  version: (version) => `version ${version}`,
};

function players(count: number, one: string, many: string): string {
  return `${count} ${count > 1 ? many : one}`;
}

const catalogues = { fr, en };

export type Language = keyof typeof catalogues;

export const languages: Record<Language, string> = { fr: 'Français', en: 'English' };

/** The language of the screen: French, unless the visitor chose another. */
class Words {
  language = $state<Language>(recall('language') === 'en' ? 'en' : 'fr');
  t = $derived<Catalogue>(catalogues[this.language]);
  other = $derived<Language>(this.language === 'fr' ? 'en' : 'fr');

  speak(language: Language): void {
    this.language = language;
    remember('language', language);
  }
}

export const words = new Words();
