/**
 * What players have between them, read into what a screen draws: proposals, oaths, words kept. What
 * may be done about any of it is asked of the house; no rule is known here.
 */

import type { Speech } from '../../words/speech';
import type { Compose, Slot } from '../kernel';
import { GOODS, pawn, printedOf, reserve } from './sight';
import type {
  Action,
  Claimed,
  Deal,
  Event,
  GoodsShown,
  Oath,
  OwnPawnsShown,
  Parcel,
  Propose,
  Question,
  ReserveShown,
  Said,
  Statement,
  Table,
  Term,
} from './types';

export type Amounts = Record<string, number>;

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
export function dealsOf(table: Table, me: number, other?: number) {
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
export function oathsOf(table: Table, me: number, other: number) {
  const all = latestFirst(rows(table.oaths));
  const ours = all.filter(({ of }) => of.between.includes(me) && of.between.includes(other));
  return {
    proposed: ours.filter(({ of }) => !of.sworn),
    sworn: ours.filter(({ of }) => of.sworn),
    theirs: all.filter(({ of }) => of.sworn && !of.between.includes(me)),
  };
}

/** How much waits for an answer of this seat: proposals and oaths, with one or with all. */
export function awaiting(table: Table, me: number, other?: number): number {
  const oaths = rows(table.oaths).filter(
    ({ of }) =>
      !of.sworn && of.between[1] === me && (other === undefined || of.between[0] === other),
  );
  return dealsOf(table, me, other).to.length + oaths.length;
}

/** What became of the last offer, or proposed oath, between me and another: what is said of it. */
export function fateOf(
  story: readonly Event[],
  what: 'deal' | 'oath',
  me: number,
  other: number,
): { key: string; values: Record<string, unknown> } | null {
  const kinds = what === 'deal' ? ['DealProposed', 'DealDropped', 'DealDone'] : OATHS;
  const last = story.findLast((event) => kinds.includes(event.type) && isBetween(event, me, other));
  if (last?.type === 'DealDone') return { key: 'concluded', values: {} };
  if (last?.type === 'OathDropped') {
    const key = { declined: 'oath_refused', 'taken back': 'oath_withdrawn', lapsed: 'oath_lapsed' }[
      last.why
    ];
    return key ? { key, values: {} } : null;
  }
  if (last?.type !== 'DealDropped' || last.by !== other) return null;
  const { parties, gives, takes } = last.deal;
  return { key: parties[0] === me ? 'refused' : 'withdrawn', values: { gives, takes } };
}

const OATHS = ['OathProposed', 'OathDropped', 'OathSworn'];

function isBetween(event: Event, me: number, other: number): boolean {
  const two = twoOf(event);
  return two.includes(me) && two.includes(other);
}

function twoOf(event: Event): readonly number[] {
  switch (event.type) {
    case 'DealProposed':
    case 'DealDropped':
      return event.deal.parties;
    case 'OathProposed':
    case 'OathSworn':
      return event.oath.between;
    case 'DealDone':
    case 'OathDropped':
      return event.between;
    default:
      return [];
  }
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

export const slotOf = (question: Question, name: string): Slot | undefined =>
  question.type === 'Compose' ? question.parts[name] : undefined;
const listed = (slot: Slot | undefined) =>
  slot?.type === 'Several' || slot?.type === 'OneOf' ? slot.values : [];
export const valuesOf = (slot: Slot | undefined): string[] => listed(slot).map(String);
export const numbersOf = (slot: Slot | undefined): number[] => listed(slot).map(Number);
export const leastOf = (slot: Slot | undefined): number =>
  slot?.type === 'Several' ? slot.least : 0;
export const mostOf = (slot: Slot | undefined): Amounts =>
  slot?.type === 'Bundle' ? slot.most : {};

/** The question for a trade with a seat; of two, the one in which one may ask for something. */
export function tradeWith(
  questions: readonly Question[],
  to: number,
): Compose<Propose> | undefined {
  const trades = questions.filter(isTrade).filter(({ like }) => like.to === to);
  return trades.find((one) => slotOf(one, 'takes')) ?? trades[0];
}

function isTrade(question: Question): question is Compose<Propose> {
  return question.type === 'Compose' && question.like.type === 'Propose';
}

/** Some values of a slot, in its order; the same value may lie there twice. */
function among(slot: Slot | undefined, wanted: readonly string[]): string[] {
  const left = [...wanted];
  return valuesOf(slot).filter((value) => {
    const at = left.indexOf(value);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

function within(slot: Slot | undefined, wanted: Amounts): Amounts {
  const most = mostOf(slot);
  const found = Object.entries(wanted).map(
    ([good, n]) => [good, Math.min(n, most[good] ?? 0)] as const,
  );
  return Object.fromEntries(found.filter(([, n]) => n > 0));
}

/** The act that a draft means, as far as the question admits it. */
export function proposed(
  question: Compose<Propose>,
  draft: Draft,
  room: readonly string[] = [],
): Propose {
  const answers = numbersOf(slotOf(question, 'answers'));
  return {
    ...question.like,
    gives: within(slotOf(question, 'gives'), draft.gives),
    takes: within(slotOf(question, 'takes'), draft.takes),
    hands: among(slotOf(question, 'hands'), draft.hands),
    asks: among(slotOf(question, 'asks'), draft.asks),
    room: among(slotOf(question, 'room'), room),
    answers: answers.includes(draft.answers) ? draft.answers : 0,
  };
}

export function isEmpty({ gives, takes, hands, asks }: Propose): boolean {
  return [gives, takes, hands, asks].every((side) => Object.keys(side).length === 0);
}

/** What of a draft the question does not admit: no longer there, or more than there is. */
export function isCut(act: Propose, draft: Draft): boolean {
  const kept = (name: 'gives' | 'takes'): boolean =>
    Object.entries(draft[name]).every(([good, n]) => act[name][good] === n);
  return !(
    kept('gives') &&
    kept('takes') &&
    act.hands.length === draft.hands.length &&
    act.asks.length === draft.asks.length
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

export function statementName(speech: Speech, table: Table, statement: Statement): string {
  switch (statement.type) {
    case 'PawnIs':
      return speech.say('bargain.statement.PawnIs', {
        pawn: pawnName(speech, table, statement.pawn),
        kind: statement.kind,
      });
    case 'ReserveHolds': {
      const { most, least } = statement;
      const key =
        most === least
          ? 'exactly'
          : most >= ENDLESS
            ? 'at_least'
            : least === 0
              ? 'at_most'
              : 'between';
      return speech.say(`bargain.statement.${key}`, statement);
    }
    default:
      return speech.say(`bargain.statement.${statement.type}`, statement);
  }
}

const ENDLESS = 999; // as the game writes that there is no upper bound

/** A clause of an oath, as two people would say it. */
export function termName(speech: Speech, table: Table, term: Term): string {
  const { by } = term;
  switch (term.type) {
    case 'Transfers': {
      const what = goodsName(speech, term.goods, term.elements);
      return speech.say('bargain.term.Transfers', { by, what });
    }
    case 'Acts': {
      const { does, deed, sector, target } = term;
      const whom = target >= 0 ? speech.say('bargain.whom', { target }) : '';
      const what = `${speech.say(`names.deeds.${deed}`)}${whereName(speech, sector)}${whom}`;
      return speech.say(`bargain.term.${does ? 'does' : 'refrains'}`, { by, what });
    }
    case 'Asserts': {
      const what = statementName(speech, table, term.statement);
      return speech.say('bargain.term.Asserts', { by, what });
    }
    case 'Withdraws': {
      const what = stackName(speech, table, term.stack);
      return speech.say('bargain.term.Withdraws', { by, what });
    }
    case 'Bids': {
      const { least, most } = term;
      const key = most >= ENDLESS ? 'bids_least' : least === 0 ? 'bids_most' : 'bids';
      return (
        speech.say(`bargain.term.${key}`, { by, least, most }) + whereName(speech, term.sector)
      );
    }
    case 'Promises':
      return speech.say('bargain.term.Promises', { by, text: term.text });
  }
}

const whereName = (speech: Speech, sector: string): string =>
  sector ? speech.say('bargain.where', { sector }) : '';

/** How an oath stands, as far as this viewer may know. */
export type Standing = 'proposed' | 'sworn' | 'overdue' | 'broken';

export function standing(oath: Oath): Standing {
  if (!oath.sworn) return 'proposed';
  if (oath.broken.length > 0) return 'broken';
  return oath.overdue.length > 0 ? 'overdue' : 'sworn';
}

/** How a clause stands: only its two parties know before it shows. */
export function termState(table: Table, number: number, place: number, oath: Oath): string {
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
export function endedIn(story: readonly Event[]): Ended[] {
  const sworn = new Map<number, Oath>();
  const ended: Ended[] = [];
  for (const event of story) {
    if (event.type === 'OathSworn' || event.type === 'OathOverdue') {
      sworn.set(event.number, event.oath);
    } else if (event.type === 'OathBroken') {
      const { number = NaN, oath, seat } = event;
      ended.unshift({ number, oath, why: 'broken', kept: [], broken: [seat] });
    } else if (event.type === 'OathEnded') {
      const { number, why, kept } = event;
      const oath = sworn.get(number);
      if (oath) ended.unshift({ number, oath, why, kept, broken: [] });
    }
  }
  return ended;
}

/** The acts that show or claim something. */
export type Tell = Extract<Action, { to: number[] }>;

export function isTell(question: Question): question is Compose<Tell> {
  return question.type === 'Compose' && 'to' in question.like && Array.isArray(question.like.to);
}

/** What was shown or claimed. */
export type Telling = OwnPawnsShown | ReserveShown | GoodsShown | Claimed | Said;
const TELLINGS: ReadonlySet<string> = new Set<Telling['type']>([
  'OwnPawnsShown',
  'ReserveShown',
  'GoodsShown',
  'Claimed',
  'Said',
]);

export function isTelling(event: { type: string }): event is Telling {
  return TELLINGS.has(event.type);
}

/** What was shown or claimed between two, or to all, the latest first. */
export function toldIn(story: readonly Event[], me: number, other: number): Telling[] {
  const heard = ({ by, to }: Telling): boolean => by === other || (by === me && to.includes(other));
  return latestFirst(story.filter(isTelling).filter(heard));
}

/** Whether somebody vouches for it. */
export const isProved = ({ type }: Telling): boolean => type.endsWith('Shown');

/** The question of a kind whose listeners can be just these; else one for all who hear. */
export function hearing(
  questions: readonly Compose<Tell>[],
  to: readonly number[],
): { question: Compose<Tell>; to: number[] } | null {
  const may = questions.find((one) => {
    const slot = slotOf(one, 'to');
    const seats = numbersOf(slot);
    return to.every((seat) => seats.includes(seat)) && to.length >= leastOf(slot);
  });
  if (may) return { question: may, to: [...to] };
  const [first] = questions;
  return first ? { question: first, to: numbersOf(slotOf(first, 'to')) } : null;
}
