/** The options of a question, told apart by what they are and where they aim. No rule is known here. */

import * as icons from '../../ui/icons';
import type { Action, Table } from './types';

/** What each kind of act is drawn as; a card for all others. */
const drawings: Record<string, icons.Drawing> = {
  Send: icons.send,
  Spy: icons.spyOn,
  Assassinate: icons.kill,
  Extend: icons.influence,
  Develop: icons.develop,
  Special: icons.special,
  Pawn: icons.hidden,
  HiddenCard: icons.card,
  Resolve: icons.arrow,
  TakeCard: icons.card,
  TakeMarker: icons.marker,
  Borrow: icons.debt,
  PlaceAffinity: icons.anyAffinity,
  Withdraw: icons.undo,
  Manifest: icons.anyTime,
  Propose: icons.trade,
  Accept: icons.check,
  Decline: icons.cross,
  Accuse: icons.denounce,
  Denounce: icons.denounce,
  AcceptOath: icons.oath,
};

export function drawing(kind: string): icons.Drawing {
  if (kind.startsWith('Swear')) return icons.oath;
  if (kind.startsWith('Claim') || kind === 'Say') return icons.claim;
  if (kind.startsWith('Show')) return icons.show;
  return drawings[kind] ?? icons.special;
}

/** Whether an act has its place at the bargaining table. */
export function isBargaining(kind: string): boolean {
  return BARGAINS.has(kind) || /^(Show|Claim|Swear)./.test(kind);
}

const BARGAINS = new Set(
  'Propose Accept Decline TakeBack Say AttachDeal AcceptOath DropOath Release Denounce Accuse'.split(
    ' ',
  ),
);

/** The sector that an option is about, by its name or by the stack it aims at; '' if none. */
export function placeOf(option: Action, table: Table): string {
  if ('sector' in option) return option.sector;
  return 'stack' in option ? (table.stacks[option.stack]?.sector ?? '') : '';
}

/** The kinds of act among some options, as they come; passing is none of them. */
export function kindsOf(options: readonly Action[]): string[] {
  return [...new Set(options.map((option) => option.type))].filter((kind) => kind !== 'Pass');
}

/** What is left of some options once a kind and a sector are chosen. */
export function narrowed(
  options: readonly Action[],
  table: Table,
  kind: string,
  sector: string,
): Action[] {
  const ofKind = options.filter((option) => option.type === kind);
  const places = placesOf(ofKind, table);
  if (places.size < 2) return ofKind;
  return ofKind.filter((option) => placeOf(option, table) === sector);
}

export function placesOf(options: readonly Action[], table: Table): Set<string> {
  return new Set(options.map((option) => placeOf(option, table)).filter(Boolean));
}

export function aimsOf(options: readonly Action[]): Set<number> {
  const stacks = options.map((option) => ('stack' in option ? option.stack : 0));
  return new Set(stacks.filter((stack) => stack > 0));
}
