import { under } from './root';
import type {
  TableCard,
  Daily,
  Confirmation,
  Door,
  StackGuess,
  ListedTable,
  Player,
  Points,
  ReportCard,
  EventList,
  ErrorBody,
  Replay,
  ReportPlayer,
  Terms,
  Ticket,
  Verification,
  GameSetups,
} from './wire';

/** Why something was not done: a code of the house, or that it could not be reached. */
export type Reason = ErrorBody['code'] | 'silent';

/** The house has refused, or did not answer. Nothing has changed. */
export class Refusal extends Error {
  constructor(
    readonly code: Reason,
    readonly note = '',
  ) {
    super(code);
  }
}

export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(under(path), {
      method,
      headers: { 'Accept-Language': document.documentElement.lang || 'fr' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal('silent');
  }
  const told: unknown = await answer.json().catch(() => null);
  if (answer.ok && told !== null) return told as T;
  const refused = told as Partial<ErrorBody> | null;
  throw new Refusal(refused?.code ?? 'silent', refused?.note ?? '');
}

/** Random letters, also where the address is not a secure one and there is no `randomUUID`. */
export function token(bytes = 12): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const at = (table: string, what = ''): string =>
  `/api/tables/${encodeURIComponent(table)}${what && `/${what}`}`;

export const greet = (name: string): Promise<Player> => ask('POST', '/api/session', { name });
export const whoAmI = (): Promise<Player> => ask('GET', '/api/session');
export const leaveHouse = (): Promise<Player> => ask('DELETE', '/api/session');
export const ways = (): Promise<GameSetups[]> => ask('GET', '/api/games');
export const listed = (): Promise<ListedTable[]> => ask('GET', '/api/tables');
export const mine = (): Promise<TableCard[]> => ask('GET', '/api/mine');
export const openTable = (terms: Terms): Promise<TableCard> => ask('POST', '/api/tables', terms);
export const byCode = (code: string): Promise<TableCard> => ask('POST', '/api/codes', { code });
export const cardOf = (table: string): Promise<TableCard> => ask('GET', at(table));
export const doorOf = (table: string): Promise<Door> => ask('GET', at(table, 'door'));
export const sit = (table: string, seat: number): Promise<TableCard> =>
  ask('POST', at(table, 'seat'), { seat, nonce: token(16) });
export const standUp = (table: string): Promise<TableCard> => ask('DELETE', at(table, 'seat'));
export const fill = (table: string, seat: number, bot: string): Promise<TableCard> =>
  ask('POST', at(table, 'bot'), { seat, bot });
export const start = (table: string): Promise<TableCard> => ask('POST', at(table, 'start'));
export const hold = (table: string, paused: boolean): Promise<TableCard> =>
  ask('POST', at(table, 'hold'), { id: token(), paused });
export const addTime = (table: string, time: number): Promise<TableCard> =>
  ask('POST', at(table, 'time'), { id: token(), time });
export const setPace = (table: string, pace: Terms['pace']): Promise<TableCard> =>
  ask('POST', at(table, 'pace'), { pace });
export const rematch = (table: string): Promise<TableCard> => ask('POST', at(table, 'rematch'));
export const ticket = (table: string, watch: boolean): Promise<Ticket> =>
  ask('POST', at(table, 'ticket'), { watch });
export const replayOf = (table: string, viewer: string): Promise<Replay> =>
  ask('GET', at(table, `replay?viewer=${viewer}`));
export const guesses = (table: string): Promise<StackGuess[]> => ask('GET', at(table, 'guesses'));
export const verify = (table: string): Promise<Verification> => ask('GET', at(table, 'verify'));
export const pointsOf = (table: string): Promise<Points> => ask('GET', at(table, 'points'));
export const toldOf = (table: string, kinds: readonly string[]): Promise<EventList> =>
  ask('GET', at(table, `told?kinds=${kinds.join()}`));
export const daily = (): Promise<Daily> => ask('GET', '/api/daily');
export const playDaily = (): Promise<TableCard> => ask('POST', '/api/daily');

// People at a table
export const mute = (table: string, seat: number, on: boolean): Promise<Confirmation> =>
  ask('POST', at(table, 'mute'), { seat, on });
export const block = (table: string, seat: number, on: boolean): Promise<Confirmation> =>
  ask('POST', at(table, 'block'), { seat, on });
export const report = (table: string, about: ReportPlayer): Promise<Confirmation> =>
  ask('POST', at(table, 'report'), about);
export const hush = (table: string, seat: number, on: boolean): Promise<Confirmation> =>
  ask('POST', at(table, 'hush'), { seat, on });
export const markChild = (table: string, seat: number, on: boolean): Promise<Confirmation> =>
  ask('POST', at(table, 'child'), { seat, on });
export const unsay = (table: string, line: string): Promise<Confirmation> =>
  ask('DELETE', at(table, `lines/${line}`));
export const reportsOf = (table: string): Promise<ReportCard[]> => ask('GET', at(table, 'reports'));
export const voteEnd = (table: string, end: boolean): Promise<TableCard> =>
  ask('POST', at(table, 'vote'), { end });
export const handOver = (table: string, seat: number): Promise<TableCard> =>
  ask('POST', at(table, 'host'), { seat });
