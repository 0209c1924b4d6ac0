/**
 * What players have between them, read into what a screen draws: proposals, oaths, words kept. What
 * may be done about any of it is asked of the house; no rule is known here.
 */

import type { Tagged } from '../../table/room';
import { isTagged, type Speech } from '../../words/speech';
import { GOODS, pawn, printedOf, reserve, type Table } from './sight';

export type Amounts = Record<string, number>;

/** Things that would pass from one to another. */
export interface Parcel {
  goods: number[];
  spies: number;
  assassins: number;
  cards: string[];
  markers: string[];
}

export interface Deal {
  parties: [number, number];
  gives: Parcel;
  takes: Parcel;
}

export interface Term extends Record<string, unknown> {
  type: string;
  by: number;
}

export interface Oath {
  parties: number[];
  between: [number, number];
  terms: Term[];
  until: string;
  public: boolean;
  sworn: boolean;
  deal: number;
  broken: number[];
  accused: number[];
  released: number[];
  overdue: number[];
}

/** The part of the table that lies between players. */
export interface Politics {
  deals: Record<string, Deal>;
  oaths: Record<string, Oath>;
  marks: Record<string, { terms: { state: string }[] }>;
  words_kept: Record<string, number>;
  words_broken: Record<string, number>;
}

export type Dealt = Table & Politics;

export const amountsOf = (parcel: Parcel): Amounts => {
  const found: Amounts = {};
  GOODS.forEach((good, at) => {
    if (parcel.goods[at]) found[good] = parcel.goods[at];
  });
  if (parcel.spies) found['spy'] = parcel.spies;
  if (parcel.assassins) found['assassin'] = parcel.assassins;
  return found;
};

export const elementsOf = (parcel: Parcel): string[] => [...parcel.cards, ...parcel.markers];

/** What a seat would have to give, and has not. */
export function lacking(table: Table, me: number, takes: Parcel): Amounts {
  const mine: Amounts = {
    ...reserve(table),
    spy: table.spies[me] ?? 0,
    assassin: table.assassins[me] ?? 0,
  };
  const short = Object.entries(amountsOf(takes)).map(
    ([good, n]) => [good, n - (mine[good] ?? 0)] as const,
  );
  return Object.fromEntries(short.filter(([, n]) => n > 0));
}

export interface Numbered<T> {
  number: number;
  of: T;
}

function rows<T>(all: Record<string, T> | undefined): Numbered<T>[] {
  return Object.entries(all ?? {}).map(([number, of]) => ({ number: Number(number), of }));
}

const latestFirst = <T>(all: readonly T[]): T[] => all.map((_, at) => all[all.length - 1 - at]!);

/** The proposals that a seat has before it, and those that it has made; the latest first. */
export function dealsOf(table: Politics, me: number, other?: number) {
  const all = latestFirst(
    rows(table.deals)
      .filter(({ of }) => of.parties.includes(me))
      .filter(({ of }) => other === undefined || of.parties.includes(other)),
  );
  return {
    to: all.filter(({ of }) => of.parties[1] === me),
    from: all.filter(({ of }) => of.parties[0] === me),
  };
}

/** The oaths of a seat with another; the others' that all know are apart. */
export function oathsOf(table: Politics, me: number, other: number) {
  const all = latestFirst(rows(table.oaths));
  const ours = all.filter(({ of }) => of.between.includes(me) && of.between.includes(other));
  return {
    proposed: ours.filter(({ of }) => !of.sworn),
    sworn: ours.filter(({ of }) => of.sworn),
    theirs: all.filter(({ of }) => of.sworn && !of.between.includes(me)),
  };
}

/** How much waits for an answer of this seat: proposals and oaths, with one or with all. */
export function awaiting(table: Politics, me: number, other?: number): number {
  const oaths = rows(table.oaths).filter(
    ({ of }) =>
      !of.sworn && of.between[1] === me && (other === undefined || of.between[0] === other),
  );
  return dealsOf(table, me, other).to.length + oaths.length;
}

/** What became of the last offer, or proposed oath, between me and another: what is said of it. */
export function fateOf(
  story: readonly Tagged[],
  what: 'deal' | 'oath',
  me: number,
  other: number,
): { key: string; values: Record<string, unknown> } | null {
  const kinds = what === 'deal' ? ['DealProposed', 'DealDropped', 'DealDone'] : OATHS;
  const last = story.findLast(
    ({ type, ...event }) => kinds.includes(type) && isBetween(event, me, other),
  );
  if (last?.type === 'DealDone') return { key: 'concluded', values: {} };
  if (last?.type === 'OathDropped') {
    const key = { declined: 'oath_refused', 'taken back': 'oath_withdrawn', lapsed: 'oath_lapsed' }[
      String(last['why'])
    ];
    return key ? { key, values: {} } : null;
  }
  if (last?.type !== 'DealDropped' || last['by'] !== other) return null;
  const { parties, gives, takes } = last['deal'] as Deal;
  return { key: parties[0] === me ? 'refused' : 'withdrawn', values: { gives, takes } };
}

const OATHS = ['OathProposed', 'OathDropped', 'OathSworn'];

function isBetween(event: Record<string, unknown>, me: number, other: number): boolean {
  const held = (event['deal'] ?? event['oath']) as { parties?: number[]; between?: number[] };
  const two = (event['between'] ?? held?.parties ?? held?.between ?? []) as number[];
  return two.includes(me) && two.includes(other);
}

/** What a composer begins with. */
export interface Draft {
  gives: Amounts;
  takes: Amounts;
  hands: string[];
  asks: string[];
  answers: number;
}
export const nothing = (): Draft => ({ gives: {}, takes: {}, hands: [], asks: [], answers: 0 });

/** A proposal turned round: what was asked of me, I give; it takes the place of the one it answers. */
export function countered({ number, of }: Numbered<Deal>): Draft {
  return {
    gives: amountsOf(of.takes),
    takes: amountsOf(of.gives),
    hands: elementsOf(of.takes),
    asks: elementsOf(of.gives),
    answers: number,
  };
}

type Slot = Tagged | undefined;
export const slotOf = (question: Tagged, name: string): Slot =>
  (question['parts'] as Record<string, Tagged> | undefined)?.[name];
export const valuesOf = (slot: Slot): string[] => (slot?.['values'] ?? []) as string[];
export const mostOf = (slot: Slot): Amounts => (slot?.['most'] ?? {}) as Amounts;

/** The question for a trade with a seat; of two, the one in which one may ask for something. */
export function tradeWith(questions: readonly Tagged[], to: number): Tagged | undefined {
  const there = questions.filter(
    (one) => isTagged(one['like']) && one['like'].type === 'Propose' && one['like']['to'] === to,
  );
  return there.find((one) => slotOf(one, 'takes')) ?? there[0];
}

/** Some values of a slot, in its order; the same value may lie there twice. */
function among(slot: Slot, wanted: readonly string[]): string[] {
  const left = [...wanted];
  return valuesOf(slot).filter((value) => {
    const at = left.indexOf(value);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

function within(slot: Slot, wanted: Amounts): Amounts {
  const most = mostOf(slot);
  const found = Object.entries(wanted).map(
    ([good, n]) => [good, Math.min(n, most[good] ?? 0)] as const,
  );
  return Object.fromEntries(found.filter(([, n]) => n > 0));
}

/** The act that a draft means, as far as the question admits it. */
export function proposed(question: Tagged, draft: Draft, room: readonly string[] = []): Tagged {
  const like = question['like'] as Tagged;
  const answers = slotOf(question, 'answers');
  const values = (answers?.['values'] ?? []) as number[];
  return {
    ...like,
    gives: within(slotOf(question, 'gives'), draft.gives),
    takes: within(slotOf(question, 'takes'), draft.takes),
    hands: among(slotOf(question, 'hands'), draft.hands),
    asks: among(slotOf(question, 'asks'), draft.asks),
    room: among(slotOf(question, 'room'), room),
    answers: values.includes(draft.answers) ? draft.answers : 0,
  };
}

export function isEmpty(act: Tagged): boolean {
  return ['gives', 'takes', 'hands', 'asks'].every(
    (name) => Object.keys((act[name] ?? {}) as object).length === 0,
  );
}

/** What of a draft the question does not admit: no longer there, or more than there is. */
export function isCut(act: Tagged, draft: Draft): boolean {
  const kept = (name: 'gives' | 'takes'): boolean =>
    Object.entries(draft[name]).every(([good, n]) => (act[name] as Amounts)[good] === n);
  return !(
    kept('gives') &&
    kept('takes') &&
    (act['hands'] as string[]).length === draft.hands.length &&
    (act['asks'] as string[]).length === draft.asks.length
  );
}

// Names

export function isCard(speech: Speech, element: string): boolean {
  return Object.hasOwn(printedOf(speech).cards, element);
}

export function elementName(speech: Speech, element: string): string {
  return isCard(speech, element)
    ? speech.say(`names.cards.${element}`)
    : speech.say('bargain.marker', { sector: element });
}

/** A stack by its owner and its sector: nobody knows it by a number. */
export function stackName(speech: Speech, table: Table, key: number): string {
  const stack = table.stacks[key];
  if (!stack) return speech.say('bargain.gone_stack');
  return speech.say('bargain.stack', { owner: stack.owner, sector: stack.sector });
}

/** A pawn by where it lies now. */
export function pawnName(speech: Speech, table: Table, id: number): string {
  for (const stack of Object.values(table.stacks)) {
    const at = stack.pawns.findIndex((bits) => pawn(bits).id === id);
    if (at >= 0) {
      return speech.say('bargain.pawn', { n: at + 1, owner: stack.owner, sector: stack.sector });
    }
  }
  return speech.say('bargain.gone_pawn');
}

export function goodsName(speech: Speech, amounts: Amounts, elements: readonly string[]): string {
  const parts = elements.map((element) => elementName(speech, element));
  if (Object.keys(amounts).length > 0) parts.unshift(speech.say('bargain.goods', { amounts }));
  return parts.join(', ') || speech.say('bargain.nothing');
}

interface Statement extends Record<string, unknown> {
  type: string;
}

export function statementName(speech: Speech, table: Table, said: Statement): string {
  switch (said.type) {
    case 'PawnIs':
      return speech.say('bargain.statement.PawnIs', {
        pawn: pawnName(speech, table, Number(said['pawn'])),
        kind: said['kind'],
      });
    case 'ReserveHolds': {
      const most = Number(said['most']);
      const least = Number(said['least']);
      const key =
        most === least
          ? 'exactly'
          : most >= ENDLESS
            ? 'at_least'
            : least === 0
              ? 'at_most'
              : 'between';
      return speech.say(`bargain.statement.${key}`, said);
    }
    default:
      return speech.say(`bargain.statement.${said.type}`, said);
  }
}

const ENDLESS = 999; // as the game writes that there is no upper bound

/** A clause of an oath, as two people would say it. */
export function termName(speech: Speech, table: Table, term: Term): string {
  const { type } = term;
  if (type === 'Transfers') {
    const what = goodsName(speech, term['goods'] as Amounts, term['elements'] as string[]);
    return speech.say('bargain.term.Transfers', { by: term.by, what });
  }
  if (type === 'Acts') {
    const where = term['sector'] ? speech.say('bargain.where', { sector: term['sector'] }) : '';
    const whom =
      Number(term['target']) >= 0 ? speech.say('bargain.whom', { target: term['target'] }) : '';
    const deed = speech.say(`names.deeds.${String(term['deed'])}`);
    const key = term['does'] ? 'does' : 'refrains';
    return speech.say(`bargain.term.${key}`, { by: term.by, what: `${deed}${where}${whom}` });
  }
  if (type === 'Asserts') {
    const what = statementName(speech, table, term['statement'] as Statement);
    return speech.say('bargain.term.Asserts', { by: term.by, what });
  }
  if (type === 'Withdraws') {
    const what = stackName(speech, table, Number(term['stack']));
    return speech.say('bargain.term.Withdraws', { by: term.by, what });
  }
  if (type === 'Bids') {
    const where = term['sector'] ? speech.say('bargain.where', { sector: term['sector'] }) : '';
    const [least, most] = [Number(term['least']), Number(term['most'])];
    const key = most >= ENDLESS ? 'bids_least' : least === 0 ? 'bids_most' : 'bids';
    return speech.say(`bargain.term.${key}`, { by: term.by, least, most }) + where;
  }
  return speech.say('bargain.term.Promises', { by: term.by, text: term['text'] });
}

/** How an oath stands, as far as this viewer may know. */
export type Standing = 'proposed' | 'sworn' | 'overdue' | 'broken';

export function standing(oath: Oath): Standing {
  if (!oath.sworn) return 'proposed';
  if (oath.broken.length > 0) return 'broken';
  return oath.overdue.length > 0 ? 'overdue' : 'sworn';
}

/** How a clause stands: only its two parties know before it shows. */
export function termState(table: Politics, number: number, place: number, oath: Oath): string {
  const term = oath.terms[place];
  if (term && oath.broken.includes(term.by)) return 'broken';
  return table.marks[number]?.terms[place]?.state || (oath.sworn ? 'open' : '');
}

/** An oath that is over, and how it ended. */
export interface Ended {
  number: number;
  oath: Oath;
  why: string;
  kept: number[];
  broken: number[];
}

/** What tells how oaths ended. */
export const ENDINGS = ['OathSworn', 'OathOverdue', 'OathBroken', 'OathEnded'];

/** The oaths that have ended in a story, the latest first: what this viewer was told of them. */
export function endedIn(story: readonly Tagged[]): Ended[] {
  const sworn = new Map<number, Oath>();
  const ended: Ended[] = [];
  for (const event of story) {
    const number = Number(event['number']);
    const oath = event['oath'] as Oath | undefined;
    if (event.type === 'OathSworn' || event.type === 'OathOverdue') sworn.set(number, oath!);
    else if (event.type === 'OathBroken' && oath) {
      const broken = [Number(event['seat'])];
      ended.unshift({ number, oath, why: 'broken', kept: [], broken });
    } else if (event.type === 'OathEnded' && sworn.has(number)) {
      const kept = (event['kept'] ?? []) as number[];
      const why = String(event['why']);
      ended.unshift({ number, oath: sworn.get(number)!, why, kept, broken: [] });
    }
  }
  return ended;
}

const TOLD = new Set(['OwnPawnsShown', 'ReserveShown', 'GoodsShown', 'Claimed', 'Said']);

/** What was shown or claimed between two, or to all, the latest first. */
export function toldIn(story: readonly Tagged[], me: number, other: number): Tagged[] {
  const there = story.filter((event) => {
    const by = Number(event['by']);
    const to = (event['to'] ?? []) as number[];
    return TOLD.has(event.type) && (by === other || (by === me && to.includes(other)));
  });
  return latestFirst(there);
}

/** Whether somebody vouches for it. */
export const isProved = (event: Tagged): boolean => event.type.endsWith('Shown');

/** The question of a kind whose listeners can be just these; else one for all who hear. */
export function hearing(
  questions: readonly Tagged[],
  to: readonly number[],
): { question: Tagged; to: number[] } | null {
  const may = questions.find((one) => {
    const slot = slotOf(one, 'to');
    const values = (slot?.['values'] ?? []) as number[];
    const least = Number(slot?.['least'] ?? 0);
    return to.every((seat) => values.includes(seat)) && to.length >= least;
  });
  if (may) return { question: may, to: [...to] };
  const [first] = questions;
  return first
    ? { question: first, to: (slotOf(first, 'to')?.['values'] ?? []) as number[] }
    : null;
}
