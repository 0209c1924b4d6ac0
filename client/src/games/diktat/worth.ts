/** What is printed about an option, so that nobody chooses blindly. No rule is known here. */

import type { Tagged } from '../../table/room';
import type { Speech } from '../../words/speech';
import { boardOf, printedOf, type Header, type Table } from './sight';

/** The lines that tell what an option gives and costs; none where its name says it all. */
export function worth(
  speech: Speech,
  table: Table,
  header: Header,
  seat: number,
  option: Tagged,
): string[] {
  const { cards, cabal_cards, cabals, markers } = printedOf(speech);
  const { type } = option;
  if (type === 'TakeMarker') {
    const printed = markers[String(option['sector'])];
    if (!printed) return [];
    const held = table.markers[seat]?.some((one) => one.sector === option['sector']);
    const told = speech.say(option['apart'] ? 'worth.apart' : 'worth.pair');
    return held ? [printed[1], told] : [printed[0]];
  }
  if (type === 'RejectCard') return [speech.say('worth.reject')];
  const named = String(option['card'] ?? option['element'] ?? '');
  const [kind, cabal = ''] = named.split('/');
  const text = kind === 'screen' ? cabals[cabal]?.text : (cards[named] ?? cabal_cards[named])?.text;
  if (!text) return [];
  const board = boardOf(printedOf(speech), table.cabals[seat] ?? '', header);
  if (type === 'Develop' && board) {
    const place = table.cabal_cards[seat]?.length ?? 0;
    const [cost, vp] = [board.cabal_costs[place] ?? 0, board.cabal_vp[place] ?? 0];
    return [speech.say(vp ? 'worth.develop' : 'worth.develop_only', { cost, vp }), text];
  }
  if (type === 'TakeCard' && board) {
    const vp = board.opportunity_vp[table.cards[seat]?.length ?? 0];
    return vp ? [text, speech.say('worth.place', { vp })] : [text];
  }
  return [text];
}
