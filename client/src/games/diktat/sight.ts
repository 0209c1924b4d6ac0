/** The table of Diktat as one viewer sees it, read into what a screen draws. No rule is known here. */

import type { CabalName } from '../../ui/Cabal.svelte';
import type { Speech } from '../../words/speech';
import type { Header } from '../kernel';
import type { EmissariesJoined, Event, SectorRevealed, Table, Token } from './types';

export const OTHERS = 6; // owns stacks, is nobody's seat
export const GOODS = [
  'power',
  'citizen',
  'guard',
  'emissary',
  'politics',
  'people',
  'artefact',
] as const;
export type Good = (typeof GOODS)[number];
export type Agent = 'citizen' | 'guard' | 'emissary';
const AGENTS: readonly (Agent | null)[] = [null, 'citizen', 'guard', 'emissary'];

/** Seats from the first to the last, once a game is over: who wins comes first, however few VP. */
export function ranking({ vp, final }: Table, winners: readonly number[]): number[] {
  const won = (seat: number): number => (winners.includes(seat) ? 1 : 0);
  const left = (seat: number): number => final[seat] ?? 0;
  const seats = [...vp.keys()];
  seats.sort((a, b) => won(b) - won(a) || vp[b]! - vp[a]! || left(b) - left(a));
  return seats;
}

/** The winners and those with as many VP, from the first to the last, where what was left had to be
 *  compared; nobody where VP alone decided, or where no player has won. */
export function tiedFirst(table: Table, winners: readonly number[]): number[] {
  const [first] = winners;
  if (first === undefined || table.final.length === 0) return [];
  const equal = ranking(table, winners).filter((seat) => table.vp[seat] === table.vp[first]);
  return equal.length > 1 ? equal : [];
}

/** A pawn: its face if this viewer knows it. Its identity is public, since every move of it is seen. */
export interface Pawn {
  id: number;
  kind: Agent | null;
}

export interface Stack {
  key: number;
  owner: number;
  sector: string;
  pawns: Pawn[];
  tokens: Token[];
}

/** One integer is two bits of kind, eight of who has seen it, and the identity. */
export function pawn(bits: number): Pawn {
  return { id: Math.floor(bits / 1024), kind: AGENTS[bits & 3] ?? null };
}

/** The stacks of a sector, in the order in which they came: keys that are numbers come sorted. */
export function stacksOf(table: Table, sector: string): Stack[] {
  return Object.entries(table.stacks)
    .filter(([, stack]) => stack.sector === sector)
    .map(([key, stack]) => ({
      key: Number(key),
      owner: stack.owner,
      sector,
      pawns: stack.pawns.map(pawn),
      tokens: table.tokens.filter((token) => token.stack === Number(key)),
    }));
}

/** The tokens that lie on a sector: those of the cabals, and what the Others have brought. */
export function tokensOn(table: Table, sector: string): Token[] {
  const theirs = (['gloom', 'corruption'] as const).flatMap((kind) =>
    Array.from({ length: table.others?.[kind][sector] ?? 0 }, () => ({
      kind,
      owner: OTHERS,
      sector,
      stack: 0,
      holder: -1,
    })),
  );
  return [...table.tokens.filter((one) => one.sector === sector && !one.stack), ...theirs];
}

/** What lies behind the viewer's own screen; nothing for those who have none. */
export function reserve(table: Table): Record<Good, number> {
  const amounts = GOODS.map((good, index) => [good, table.reserves?.[index] ?? 0] as const);
  return Object.fromEntries(amounts) as Record<Good, number>;
}

/** How many influence markers of a sector are still on the board: two, less those that are held. */
export function markersLeft(table: Table, sector: string): number {
  const held = table.markers.flat().filter((marker) => marker.sector === sector);
  return 2 - held.reduce((sum, marker) => sum + (marker.apart ? 1 : marker.level), 0);
}

/** The badge of whoever owns something. */
export function badge(table: Table, seat: number): CabalName {
  const cabal = seat === OTHERS ? 'others' : (table.cabals[seat] ?? 'others');
  return (cabal === 'garde_noire' ? 'garde' : cabal) as CabalName;
}

/** What is printed on the pieces, as the house sends it with the words of the game. */
export interface Printed {
  cards: Record<
    string,
    { sector: string; affinities: string[]; attack: boolean; text: string; flavour: string }
  >;
  cabal_cards: Record<string, { cabal: string; text: string; flavour: string }>;
  cabals: Record<string, { text: string; character: string; boards: Record<string, Board> }>;
  markers: Record<string, [string, string]>;
  cycles: Record<string, number>;
}

/** What the places of a cabal board cost and score. */
export interface Board {
  opportunity_vp: number[];
  cabal_costs: number[];
  cabal_vp: number[];
  marker_places: number;
}

/** The face that a cabal's board has in this game: it hangs on the number of cycles. */
export function boardOf(printed: Printed, cabal: string, header: Header): Board | undefined {
  const { cycles, length } = header.options;
  const number = cycles ?? printed.cycles[`${header.seats}/${length}`];
  return printed.cabals[cabal]?.boards[String(number)];
}

/** The cards that can be won in this cycle, by sector: those on the track, and the hidden one if it
 *  was seen. */
export function prizesOf(speech: Speech, table: Table): Map<string, string[]> {
  const { cards } = printedOf(speech);
  const prizes = new Map<string, string[]>();
  for (const id of [...table.track, table.hidden?.card ?? '']) {
    const sector = cards[id]?.sector;
    if (sector) prizes.set(sector, [...(prizes.get(sector) ?? []), id]);
  }
  return prizes;
}

export function printedOf(speech: Speech): Printed {
  return speech.from.printed as Printed;
}

/** What one side has in a sector that is turned up: its pawns, emissaries first. */
export interface Side {
  owner: number;
  pawns: { kind: Agent; spent: boolean }[];
  emissaries: number;
  /** Emissaries that came once it was turned up, and by what. */
  joined: readonly EmissariesJoined[];
}

/** The sides of a sector: what was told when it was turned up, and who joined it since in this story.
 *  An emissary that was spent on a take is marked. */
export function turnedUp(
  table: Table,
  event: SectorRevealed,
  story: readonly Event[] = [],
): Side[] {
  const joined = joinedSince(event, story);
  const isNow = table.resolving === event.sector;
  const owners = [
    ...new Set([...event.pawns.map(([owner]) => owner), ...joined.map(({ seat }) => seat)]),
  ];
  return owners.map((owner) => {
    const kinds = event.pawns
      .filter(([whose]) => whose === owner)
      .map(([, bits]) => AGENTS[bits & 3]);
    const of = (kind: Agent): Agent[] => kinds.filter((one) => one === kind) as Agent[];
    const mine = joined.filter(({ seat }) => seat === owner);
    const emissaries = mine.reduce((sum, { number }) => sum + number, of('emissary').length);
    const left = isNow ? (table.arena[owner]?.[2] ?? emissaries) : emissaries;
    const pawns = [
      ...Array.from({ length: emissaries }, (): Agent => 'emissary'),
      ...of('guard'),
      ...of('citizen'),
    ];
    return {
      owner,
      pawns: pawns.map((kind, at) => ({ kind, spent: kind === 'emissary' && at >= left })),
      emissaries,
      joined: mine,
    };
  });
}

/** Emissaries that joined a sector after it was turned up and before the next one was. */
function joinedSince(event: SectorRevealed, story: readonly Event[]): EmissariesJoined[] {
  const at = story.indexOf(event);
  if (at < 0) return [];
  const since = story.slice(at + 1);
  const next = since.findIndex(({ type }) => type === 'SectorRevealed');
  return since
    .slice(0, next < 0 ? undefined : next)
    .filter((one): one is EmissariesJoined => one.type === 'EmissariesJoined');
}

/** Where some facts took place, each sector once: there, or where their stack lies. */
export function placesIn(facts: readonly Event[], { stacks }: Table): string[] {
  const sectors = facts.flatMap((event) => [
    'sector' in event ? event.sector : '',
    'stack' in event ? (stacks[event.stack]?.sector ?? '') : '',
  ]);
  return [...new Set(sectors.filter((sector) => sector !== ''))];
}
