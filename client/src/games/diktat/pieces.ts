/** The pieces of Diktat by what they are called, and what is printed on each. No rule is known here. */

import type { Find, Piece } from '../../table/pieces.svelte';
import { cutter } from '../../table/pieces.svelte';
import type { Said, Speech } from '../../words/speech';
import { printedOf } from './sight';
import type { Table } from './types';

/** Whose ability lays a token of this kind. */
const laidBy: Record<string, string> = {
  blockhaus: 'garde_noire',
  revolt: 'resistance',
  sleeper: 'polisec',
  membership: 'syndicat',
};

/** Where a token is told of. */
export const tokenKey = (kind: string): string =>
  laidBy[kind] ? `cabals/${laidBy[kind]}` : `texts/${kind}`;

/** Every name by which a sentence may call a piece, and the key of that piece. */
export function keysOf(speech: Speech): Map<string, string> {
  const { cards } = printedOf(speech);
  const keys = new Map<string, string>();
  const add = (place: string, key: (id: string) => string): void => {
    const above = `${speech.game}.${place}.`;
    for (const [name, text] of Object.entries(speech.from.sentences)) {
      if (name.startsWith(above)) keys.set(text, key(name.slice(above.length)));
    }
  };
  add('names.leagues', (id) => `leagues/${id}`);
  add('names.tokens', tokenKey);
  add('names.cabals', (id) => `cabals/${id}`);
  add('names.screens', (id) => `cabals/${id}`);
  add('names.whens', (id) => `texts/${id}`);
  add('names.sectors', (id) => `markers/${id}`);
  add('names.cards', (id) => `${Object.hasOwn(cards, id) ? 'cards' : 'cabal_cards'}/${id}`);
  for (const kind of ['gloom', 'corruption']) {
    const name = speech.say(`pieces.names.${kind}`);
    for (const said of [name, name.toLowerCase()]) keys.set(said, `texts/${kind}`);
  }
  return keys;
}

const cutters = new WeakMap<Said, ReturnType<typeof cutter>>();

/** How sentences in these words are cut; made once for all who speak them. */
export function cutOf(speech: Speech): ReturnType<typeof cutter> {
  const known = cutters.get(speech.from) ?? cutter(keysOf(speech));
  cutters.set(speech.from, known);
  return known;
}

/** What `PieceText` shows of a key. */
export function finder(
  speech: () => Speech | null,
  table: () => Table | undefined,
  names: () => readonly string[],
): Find {
  return (key) => {
    const words = speech();
    const [place = '', id = ''] = key.split('/');
    if (!words || !id) return undefined;
    return place === 'seat' ? seat(words, table(), names(), Number(id)) : told(words, place, id);
  };
}

function told(speech: Speech, place: string, id: string): Piece | undefined {
  const { cards, cabal_cards, cabals, markers } = printedOf(speech);
  const title = (names: string): string => speech.say(`names.${names}.${id}`);
  const card = cards[id];
  const own = cabal_cards[id];
  const cabal = cabals[id];
  const marker = markers[id];
  if (place === 'cards' && card) {
    const what = speech.say('pieces.card', { sector: card.sector });
    return { title: title('cards'), what, text: card.text, fine: card.flavour };
  }
  if (place === 'cabal_cards' && own) {
    const what = speech.say('pieces.cabal_card', { cabal: own.cabal });
    return { title: title('cards'), what, text: own.text, fine: own.flavour };
  }
  if (place === 'cabals' && cabal) {
    const what = speech.say('pieces.screen', { cabal: id });
    return { title: title('screens'), what, text: cabal.text, fine: cabal.character };
  }
  if (place === 'markers' && marker) {
    const text = speech.say('pieces.levels', { one: marker[0], two: marker[1] });
    return { title: title('sectors'), what: speech.say('pieces.marker'), text };
  }
  const kind = place === 'leagues' ? 'league' : id;
  if (!speech.has(`pieces.texts.${kind}`)) return undefined;
  return {
    title: speech.say(place === 'leagues' ? `names.leagues.${id}` : calledAt(speech, id)),
    what: speech.say(`pieces.kinds.${kind}`),
    text: speech.say(`pieces.texts.${kind}`),
  };
}

/** Where the name of what has only a text stands. */
const calledAt = (speech: Speech, id: string): string =>
  speech.has(`pieces.names.${id}`) ? `pieces.names.${id}` : `names.whens.${id}`;

/** What lies open before a player. */
function seat(
  speech: Speech,
  table: Table | undefined,
  names: readonly string[],
  of: number,
): Piece | undefined {
  const cabal = table?.cabals[of];
  if (!table || !cabal) return undefined;
  const parts = [
    { label: speech.say('screen.track_cabal'), place: 'cabal_cards', ids: table.cabal_cards[of] },
    { label: speech.say('screen.track_cards'), place: 'cards', ids: table.cards[of] },
    {
      label: speech.say('screen.track_markers'),
      place: 'markers',
      ids: table.markers[of]?.map(({ sector }) => sector),
    },
  ];
  const open = [
    ['rank', 1],
    ['spy', table.spies[of]],
    ['assassin', table.assassins[of]],
    ['debt', table.debts[of]],
    ['manoeuvre', table.manoeuvres[of]],
  ] as const;
  return {
    title: names[of] ?? '',
    what: speech.say('pieces.seat', { cabal, rank: table.rank[of] }),
    text: printedOf(speech).cabals[cabal]?.text ?? '',
    parts: [
      ...parts,
      {
        label: speech.say('screen.open'),
        place: 'texts',
        ids: open.filter(([, n]) => n).map(([id]) => id),
      },
    ]
      .filter(({ ids }) => ids?.length)
      .map(({ label, place, ids }) => ({ label, keys: ids!.map((id) => `${place}/${id}`) })),
  };
}
