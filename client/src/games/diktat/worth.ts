/** What is printed about an option, so that nobody chooses blindly. No rule is known here. */

import type { Speech } from '../../words/speech';
import { boardOf, printedOf, reserve } from './sight';
import type { Header } from '../kernel';
import type { Action, Table } from './types';

/** The lines that tell what an option gives and costs; none where its name says it all. */
export function worth(
  speech: Speech,
  table: Table,
  header: Header,
  seat: number,
  option: Action,
): string[] {
  const { cards, cabal_cards, cabals, markers } = printedOf(speech);
  if (option.type === 'TakeMarker') {
    const printed = markers[option.sector];
    if (!printed) return [];
    const held = table.markers[seat]?.some((one) => one.sector === option.sector);
    const told = speech.say(option.apart ? 'worth.apart' : 'worth.pair');
    return held ? [printed[1], told] : [printed[0]];
  }
  if (option.type === 'Send') {
    return table.tokens
      .filter(({ sector }) => sector === option.sector)
      .filter(({ owner }) => owner !== seat)
      .map(({ kind, owner }) => speech.say('worth.token', { kind, owner }));
  }
  if (option.type === 'RejectCard') return [speech.say('worth.reject')];
  const named = 'card' in option ? option.card : 'element' in option ? option.element : '';
  const [kind, cabal = ''] = named.split('/');
  const text = kind === 'screen' ? cabals[cabal]?.text : (cards[named] ?? cabal_cards[named])?.text;
  if (!text) return [];
  const board = boardOf(printedOf(speech), table.cabals[seat] ?? '', header);
  if (option.type === 'Develop' && board) {
    const vp = board.cabal_vp[table.cabal_cards[seat]?.length ?? 0] ?? 0;
    const cost = nextCost(speech, table, header, seat) ?? 0;
    return [speech.say(vp ? 'worth.develop' : 'worth.develop_only', { cost, vp }), text];
  }
  if (option.type === 'TakeCard' && board) {
    const vp = board.opportunity_vp[table.cards[seat]?.length ?? 0];
    return vp ? [text, speech.say('worth.place', { vp })] : [text];
  }
  return [text];
}

/** What a cabal card costs at the place where the next one lies; nothing where no place is left. */
function nextCost(speech: Speech, table: Table, header: Header, seat: number): number | undefined {
  const board = boardOf(printedOf(speech), table.cabals[seat] ?? '', header);
  return board?.cabal_costs[table.cabal_cards[seat]?.length ?? 0];
}

/** The manoeuvres that everybody knows and that are not offered now, each with what it lacks. */
export function withheld(
  speech: Speech,
  table: Table,
  header: Header,
  seat: number,
  kinds: readonly string[],
): [kind: string, why: string][] {
  const mine = reserve(table);
  const cost = nextCost(speech, table, header, seat);
  const why: Record<string, string> = {
    Send: mine.citizen + mine.guard + mine.emissary > 0 ? 'nowhere' : 'Send',
    Spy: 'Spy',
    Assassinate: 'Assassinate',
    Develop: cost !== undefined && cost > mine.power ? 'Develop' : 'full',
  };
  return Object.entries(why)
    .filter(([kind]) => !kinds.includes(kind))
    .map(([kind, key]) => [kind, speech.say(`cannot.${key}`, { cost, n: mine.power })]);
}
