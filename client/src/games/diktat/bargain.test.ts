import { describe, expect, it } from 'vitest';
import { some } from '../../fixture';
import { Speech } from '../../words/speech';
import {
  awaiting,
  countered,
  dealsOf,
  endedIn,
  fateOf,
  hearing,
  isCut,
  isEmpty,
  lacking,
  nothing,
  oathsOf,
  proposed,
  standing,
  termName,
  termState,
  toldIn,
  tradeWith,
} from './bargain';
import type { Compose } from '../kernel';
import type { Deal, Event, Oath, Parcel, Propose, Table, Term } from './types';
import type { Tell } from './bargain';

const parcel = (power: number, more: Partial<Parcel> = {}): Parcel => ({
  goods: [power, 0, 0, 0, 0, 0, 0],
  spies: 0,
  assassins: 0,
  cards: [],
  markers: [],
  ...more,
});
const oath = (between: [number, number], more: Partial<Oath> = {}): Oath => ({
  parties: between,
  between,
  terms: [],
  until: 'game',
  public: false,
  sworn: false,
  deal: 0,
  broken: [],
  accused: [],
  released: [],
  overdue: [],
  ...more,
});
const deal = some<Deal>({
  parties: [1, 0],
  gives: parcel(2),
  takes: parcel(0, { spies: 1, cards: ['x'] }),
});
const table = some<Table>({
  deals: { 11: deal, 12: { ...deal, parties: [0, 1] }, 13: { ...deal, parties: [1, 2] } },
  oaths: {
    21: oath([1, 0]),
    22: oath([0, 1], { sworn: true, terms: [some<Term>({ type: 'Bids', by: 0 })] }),
    23: oath([1, 2], { sworn: true, public: true }),
  },
  marks: { 22: { terms: [{ state: 'met' }] } },
  stacks: { 3: { owner: 1, sector: 'karst', pawns: [1024 * 9, 1024 * 4] } },
});

const like: Propose = {
  type: 'Propose',
  to: 1,
  gives: {},
  takes: {},
  hands: [],
  asks: [],
  room: [],
  apart: [],
  answers: 0,
};
const trade = some<Compose<Propose>>({
  type: 'Compose',
  like,
  parts: {
    gives: { type: 'Bundle', most: { power: 3, spy: 1 } },
    takes: { type: 'Bundle', most: { power: 40 } },
    hands: { type: 'Several', values: ['x', 'karst', 'karst'] },
    asks: { type: 'Several', values: ['y'] },
    answers: { type: 'OneOf', values: [0, 11] },
  },
});

describe('offers', () => {
  it('lie with the two they are between, those to answer first', () => {
    expect(dealsOf(table, 0, 1).to.map((one) => one.number)).toEqual([11]);
    expect(dealsOf(table, 0, 1).from.map((one) => one.number)).toEqual([12]);
    expect(dealsOf(table, 0, 2).to).toEqual([]);
    expect([awaiting(table, 0), awaiting(table, 0, 1), awaiting(table, 2)]).toEqual([2, 2, 1]);
  });

  it('are turned round to be countered, and take the place of the one they answer', () => {
    const [first] = dealsOf(table, 0, 1).to;
    const draft = countered(first!);
    expect(draft).toEqual({
      gives: { spy: 1 },
      takes: { power: 2 },
      hands: ['x'],
      asks: [],
      answers: 11,
    });
    const act = proposed(trade, draft);
    expect(act).toMatchObject({ ...draft, type: 'Propose', to: 1, room: [] });
    expect(isCut(act, draft)).toBe(false);
  });

  it('never hold more than the house admits, and say so', () => {
    const draft = { ...nothing(), gives: { power: 9 }, hands: ['karst', 'karst', 'z'], answers: 7 };
    const act = proposed(trade, draft);
    expect(act).toMatchObject({ gives: { power: 3 }, hands: ['karst', 'karst'], answers: 0 });
    expect(isCut(act, draft)).toBe(true);
    expect(isEmpty(act)).toBe(false);
    expect(isEmpty(proposed(trade, nothing()))).toBe(true);
  });

  it('are asked for where one may ask for something', () => {
    const gift: typeof trade = { ...trade, parts: { gives: { type: 'Bundle', most: {} } } };
    expect(tradeWith([gift, trade], 1)).toBe(trade);
    expect(tradeWith([gift, trade], 2)).toBeUndefined();
  });
});

describe('oaths', () => {
  it('are proposed, sworn, or those of others', () => {
    const { proposed: asked, sworn, theirs } = oathsOf(table, 0, 1);
    expect([asked, sworn, theirs].map((list) => list.map((one) => one.number))).toEqual([
      [21],
      [22],
      [23],
    ]);
  });

  it('stand as their two parties know, and a breach shows to all', () => {
    expect(standing(table.oaths['21']!)).toBe('proposed');
    expect(standing(oath([0, 1], { sworn: true, overdue: [1] }))).toBe('overdue');
    expect(termState(table, 22, 0, table.oaths['22']!)).toBe('met');
    const broken = oath([0, 1], {
      sworn: true,
      broken: [1],
      terms: [some<Term>({ type: 'Bids', by: 1 })],
    });
    expect([standing(broken), termState(table, 99, 0, broken)]).toEqual(['broken', 'broken']);
    expect(termState(table, 99, 0, { ...broken, broken: [] })).toBe('open');
  });

  it('that are over are told by their story, as they ended', () => {
    const story = some<Event[]>([
      { type: 'OathSworn', number: 5, oath: oath([0, 1]) },
      { type: 'OathEnded', number: 5, why: 'expired', kept: [0, 1] },
      { type: 'OathEnded', number: 6, why: 'expired', kept: [] },
      { type: 'OathBroken', seat: 2, to: 1, oath: oath([1, 2]), term: 0 },
    ]);
    expect(endedIn(story).map(({ why, kept, broken }) => [why, kept, broken])).toEqual([
      ['broken', [], [2]],
      ['expired', [0, 1], []],
    ]);
  });

  it('are worded without numbers of stacks and pawns', () => {
    const sentences = {
      'words.none': '–',
      'diktat.names.sectors.karst': 'Karst',
      'diktat.names.deeds.spy': 'espionner',
      'diktat.names.agents.guard': 'garde',
      'diktat.bargain.stack': 'pile de {owner:seat}, {sector:sectors}',
      'diktat.bargain.pawn': 'pion nº {n} de {owner:seat}',
      'diktat.bargain.gone_stack': 'une pile partie',
      'diktat.bargain.where': ' ({sector:sectors})',
      'diktat.bargain.whom': ', contre {target:seat}',
      'diktat.bargain.term.refrains': '{by:seat} promet de ne pas {what}.',
      'diktat.bargain.term.Withdraws': '{by:seat} retire sa {what}.',
      'diktat.bargain.term.Asserts': '{by:seat} jure que {what}.',
      'diktat.bargain.term.bids_most': '{by:seat} mise au plus {most} PP',
      'diktat.bargain.statement.PawnIs': 'le {pawn} est : {kind:agents}',
    };
    const from = { sentences, events: {}, table: {}, printed: { cards: {} } };
    const speech = new Speech('diktat', 'fr', from, ['Inès', 'Théo']);
    const told = (term: object): string =>
      termName(speech, table, { by: 0, ...term } as unknown as Oath['terms'][0]);
    expect(told({ type: 'Acts', does: false, deed: 'spy', sector: 'karst', target: 1 })).toBe(
      'Inès promet de ne pas espionner (Karst), contre Théo.',
    );
    expect(told({ type: 'Acts', does: false, deed: 'spy', sector: '', target: -1 })).toBe(
      'Inès promet de ne pas espionner.',
    );
    expect(told({ type: 'Withdraws', by: 1, stack: 3 })).toBe(
      'Théo retire sa pile de Théo, Karst.',
    );
    expect(told({ type: 'Withdraws', by: 1, stack: 8 })).toBe('Théo retire sa une pile partie.');
    const statement = { type: 'PawnIs', pawn: 4, kind: 'guard' };
    expect(told({ type: 'Asserts', statement })).toBe(
      'Inès jure que le pion nº 2 de Théo est : garde.',
    );
    expect(told({ type: 'Bids', sector: '', least: 0, most: 3 })).toBe('Inès mise au plus 3 PP');
  });
});

it('what is shown or claimed lies with whoever said it, or heard it', () => {
  const story = some<Event[]>([
    { type: 'Claimed', by: 1, to: [0] },
    { type: 'ReserveShown', by: 0, to: [1] },
    { type: 'Claimed', by: 0, to: [2] },
    { type: 'OathBroken', seat: 1, to: 0 },
  ]);
  expect(toldIn(story, 0, 1).map((one) => one.type)).toEqual(['ReserveShown', 'Claimed']);
});

it('where one may not whisper, it is said before all', () => {
  const openly = some<Compose<Tell>>({
    type: 'Compose',
    parts: { to: { type: 'Several', values: [1, 2], least: 2 } },
  });
  const near = some<Compose<Tell>>({
    type: 'Compose',
    parts: { to: { type: 'Several', values: [2], least: 1 } },
  });
  expect(hearing([openly, near], [2])).toEqual({ question: near, to: [2] });
  expect(hearing([openly, near], [1])).toEqual({ question: openly, to: [1, 2] });
  expect(hearing([], [1])).toBeNull();
});

const fate = (...story: Event[]) => fateOf(story, 'deal', 0, 1)?.key;
const oathFate = (why: string) =>
  fateOf([{ type: 'OathDropped', why, between: [0, 1], number: 5 }], 'oath', 0, 1)?.key;

it('what became of an offer or an oath is said where it was made', () => {
  const mine: Deal = { ...deal, parties: [0, 1] };
  const dropped: Event = { type: 'DealDropped', by: 1, deal: mine, number: 11 };
  expect(fateOf([dropped], 'deal', 0, 1)).toEqual({
    key: 'refused',
    values: { gives: mine.gives, takes: mine.takes },
  });
  expect(fate({ ...dropped, deal })).toBe('withdrawn');
  expect(fate({ ...dropped, by: 0 })).toBeUndefined(); // my own doing
  expect(
    fate(dropped, { type: 'DealProposed', deal: mine, number: 12, replaces: 0 }),
  ).toBeUndefined();
  expect(fate(dropped, some<Event>({ type: 'DealDone', between: [1, 0] }))).toBe('concluded');
  expect(fate({ ...dropped, deal: { ...deal, parties: [1, 2] } })).toBeUndefined();
  expect([oathFate('declined'), oathFate('lapsed'), oathFate('sworn')]).toEqual([
    'oath_refused',
    'oath_lapsed',
    undefined,
  ]);
});

describe('what one lacks for an offer', () => {
  const mine = { reserves: [3, 0, 0, 2, 0, 0, 0], spies: [1, 0], assassins: [0, 1] };
  const held = mine as unknown as Table;
  it('is nothing where there is enough', () => {
    expect(lacking(held, 0, parcel(3, { spies: 1, cards: ['x'] }))).toEqual({});
  });
  it('is told by goods, spies and assassins', () => {
    const takes = parcel(5, { spies: 2, assassins: 1 });
    expect(lacking(held, 0, takes)).toEqual({ power: 2, spy: 1, assassin: 1 });
    expect(lacking(held, 1, takes)).toEqual({ power: 2, spy: 2 });
  });
});
