/**
 * A table of any game as labelled fields, by the labels of its catalogue: what the terminal's
 * drawing does, for a screen.
 */

import type { SomeGame, ViewOf } from '../table/room';
import { isRecord } from '../words/catalogue';
import type { Speech } from '../words/speech';

export interface Sheet {
  facts: { label: string; value: string }[];
  /** A line a label, a cell a seat. */
  grid: { label: string; cells: string[] }[];
  rows: { label: string; items: string[] }[];
}

/** A view of any game. */
export type Seen = ViewOf<SomeGame>;

/** What could be counted of others' goods is shown with the notebook only. [GEN-5] */
const COUNTED = new Set(['counted', 'veiled', 'flows']);

export function sheetOf(seen: Seen, speech: Speech): Sheet {
  const sheet: Sheet = { facts: [], grid: [], rows: [] };
  const open = seen.header.options['notebook'] !== 'off';
  for (const [key, audience] of Object.entries(speech.from.table)) {
    const value = valueAt(seen.table, key);
    const label = speech.has(`table.${key}`) ? speech.say(`table.${key}`) : '';
    if (value === undefined || label === '') continue;
    if (!open && COUNTED.has(key.split('.')[0]!)) continue;
    put(sheet, seen, speech, { key, label, value, audience });
  }
  return sheet;
}

interface Field {
  key: string;
  label: string;
  value: unknown;
  audience: string;
}

function put(sheet: Sheet, seen: Seen, speech: Speech, field: Field): void {
  const { key, label, value, audience } = field;
  const cells = bySeat(value, seen.header.seats);
  // what is each seat's own is there for all of them where nothing is hidden
  if (cells && (audience !== 'owner' || seen.seat < 0)) {
    if (cells.every(isNothing)) return;
    const said = cells.map((each, seat) =>
      audience === 'holder' && seat !== seen.seat && typeof each === 'number'
        ? speech.words.plain(each)
        : cell(speech, key, each, seat),
    );
    sheet.grid.push({ label, cells: said });
  } else if (audience === 'counters') {
    sheet.facts.push({ label, value: speech.words.plain(value) });
  } else if (isRows(value)) {
    const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value as object);
    const items = entries.map(([row, each]) => cell(speech, key, each, row));
    if (items.length > 0) sheet.rows.push({ label, items });
  } else if (!isNothing(value)) {
    const said = cell(speech, key, value);
    if (said !== speech.words.fill('words.none')) sheet.facts.push({ label, value: said });
  }
}

/** One value of a field, as the game says it. */
export function cell(speech: Speech, key: string, value: unknown, row?: unknown): string {
  for (const said of [`cells.${key}@${String(row)}`, `cells.${key}`]) {
    if (speech.has(said)) return speech.say(said, { value, key: row ?? null });
  }
  return speech.words.plain(value);
}

function valueAt(table: Record<string, unknown>, path: string): unknown {
  let value: unknown = table;
  for (const part of path.split('.')) value = isRecord(value) ? value[part] : undefined;
  return value;
}

function bySeat(value: unknown, seats: number): unknown[] | null {
  if (Array.isArray(value)) return value.length === seats ? value : null;
  if (!isRecord(value)) return null;
  const keys = Object.keys(value);
  if (keys.length !== seats || !keys.every((key, seat) => key === String(seat))) return null;
  const cells = Object.values(value);
  return cells.every(isRecord) ? null : cells;
}

function isRows(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isRecord);
  return isRecord(value) && Object.values(value).some((each) => typeof each === 'object');
}

function isNothing(value: unknown): boolean {
  if (value === null || value === 0 || value === '' || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && Object.keys(value).length === 0;
}
