import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '../api';
import type { TableCard, Change, FromClient, FromServer, News, State } from '../wire';
import { LiveRoom, type World } from './live.svelte';
import { patched } from './patch';
import type { Outcome } from './room';

const card: TableCard = {
  id: 'T',
  title: 'Dictopia',
  terms: { game: 'dictopia', seats: 2 },
  status: 'playing',
  chairs: [],
  commitment: '',
  code: null,
  rematch: null,
  signals: [],
  vote: null,
  day: '',
  counted: false,
  lesson: '',
};
const START = 1_800_000_000_000;

/** A repeatable source of luck. */
function luck(seed: number): (below: number) => number {
  let state = seed * 2654435761 + 12345;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

class FakeSocket extends EventTarget {
  readyState = 0;
  constructor(readonly house: FakeHouse) {
    super();
  }
  send(text: string): void {
    this.house.hear(this, JSON.parse(text) as FromClient);
  }
  close(): void {
    this.shut(1005);
  }
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  tell(message: FromServer): void {
    if (this.readyState === 1) {
      this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
    }
  }
  shut(code: number): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    if (this.house.socket === this) this.house.socket = null;
    // happy-dom's CloseEvent takes its code; a plain one with a code will do everywhere
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }
}

/** The other end of the wire, as docs/wire.md tells it. */
class FakeHouse {
  socket: FakeSocket | null = null;
  sockets: FakeSocket[] = [];
  heard: FromClient[] = [];
  state: State = {
    status: 'playing',
    game: { n: 0, list: [1, 2, 3] },
    decision: 1,
    undo: false,
    clock: { due: null, left: null, length: null, strict: false },
    speech: { openly: true, near: [] },
    showing: { until: 0, held: false, pace: 'normal', step: false },
    holds: 4,
  };
  number = 3;
  past: News[] = [];
  done = new Map<string, number>();
  seat = 0;
  tickets = 0;
  refuses: Refusal | null = null;
  deaf = false; // takes commands and answers nothing
  ahead = 0; // of the clock of this device

  world(random = 0): World {
    return {
      ticket: () => {
        this.tickets += 1;
        if (this.refuses) return Promise.reject(this.refuses);
        return Promise.resolve({ token: `ticket${this.tickets}`, seat: this.seat, proto: 1 });
      },
      socket: () => {
        const socket = new FakeSocket(this);
        this.socket = socket;
        this.sockets.push(socket);
        setTimeout(() => socket.open(), 1);
        return socket as unknown as WebSocket;
      },
      random: () => random,
    };
  }

  check(number = this.number): string {
    return `c${number}`;
  }

  hear(socket: FakeSocket, said: FromClient): void {
    this.heard.push(said);
    if (this.deaf) return;
    if (said.type === 'hello') {
      const now = Date.now() + this.ahead;
      socket.tell({ type: 'welcome', proto: 1, seat: this.seat, now, card });
      const missed = this.past.filter((news) => news.number > said.last!);
      const first = this.past[0]?.number ?? this.number + 1;
      if (said.last! >= first - 1 && said.check === this.check(said.last!)) {
        socket.tell({ type: 'delta', news: missed });
      } else this.snapshot(socket);
    } else if (said.type === 'resync') this.snapshot(socket);
    else if (said.type === 'ping') {
      socket.tell({ type: 'pong', n: said.n, now: Date.now() + this.ahead });
    } else if (said.type === 'act') {
      if (!this.done.has(said.id)) {
        if (said.decision !== this.state.decision) {
          socket.tell({ type: 'nack', id: said.id, code: 'stale', rule_ids: [] });
          return;
        }
        this.done.set(said.id, this.number + 1);
        this.happen([{ path: ['decision'], value: this.state.decision + 1 }]);
      }
      socket.tell({ type: 'ack', id: said.id, number: this.done.get(said.id)! });
    } else if (said.type === 'offers') {
      socket.tell({ type: 'offers', number: this.number, kinds: { Pass: 1 }, questions: [] });
    }
  }

  /** Every ten seconds, as long as it is there. */
  ping(): void {
    if (!this.deaf) this.socket?.tell({ type: 'ping', n: 1 });
  }

  snapshot(socket: FakeSocket): void {
    const { number, state } = this;
    socket.tell({ type: 'snapshot', number, check: this.check(), state, story: [] });
  }

  /** Something happens; the news may be lost on the way. */
  happen(patch: Change[], lost = false): void {
    this.state = patched(this.state, patch);
    this.number += 1;
    const story = [{ type: 'Happened', number: this.number }];
    const news: News = { type: 'news', number: this.number, check: this.check(), story, patch };
    this.past.push(news);
    if (this.past.length > 6) this.past.shift();
    if (!lost) this.socket?.tell(news);
  }
}

let house: FakeHouse;
let leave: () => void = () => {};
let beating: ReturnType<typeof setInterval>;

async function enter(random = 0): Promise<LiveRoom> {
  const room = new LiveRoom(card, false, house.world(random));
  leave = room.enter();
  await vi.advanceTimersByTimeAsync(2);
  return room;
}

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  house = new FakeHouse();
  beating = setInterval(() => house.ping(), 10_000);
});
afterEach(() => {
  clearInterval(beating);
  leave();
  vi.useRealTimers();
});

test('is connecting until it is welcomed, then open with the whole state', async () => {
  const room = new LiveRoom(card, false, house.world());
  leave = room.enter();
  expect(room.line).toBe('connecting');
  await vi.advanceTimersByTimeAsync(2);
  expect(room.line).toBe('open');
  expect(room.seat).toBe(0);
  expect(room.state).toEqual(house.state);
});

test('follows news, keeps the story, and calls back only for what happens now', async () => {
  const room = await enter();
  const heard: unknown[] = [];
  room.hear((story) => heard.push(...story));
  house.happen([{ path: ['game', 'n'], value: 7 }]);
  expect(room.state?.game).toMatchObject({ n: 7 });
  house.socket!.shut(1006);
  house.happen([{ path: ['game', 'n'], value: 8 }]);
  expect(room.line).toBe('resuming');
  await vi.advanceTimersByTimeAsync(100);
  expect(room.line).toBe('open');
  expect(room.state).toEqual(house.state);
  expect(heard).toEqual([{ type: 'Happened', number: 4 }]);
  expect(room.story.map((event) => event['number'])).toEqual([4, 5]);
});

test('a gap in the numbers asks for everything, once', async () => {
  const room = await enter();
  house.happen([{ path: ['game', 'n'], value: 1 }], true);
  house.deaf = true;
  house.happen([{ path: ['game', 'list', 0], value: 9 }]);
  house.happen([{ path: ['game', 'list', 1], value: 9 }]);
  expect(house.heard.filter((said) => said.type === 'resync')).toHaveLength(1);
  house.deaf = false;
  house.snapshot(house.socket!);
  expect(room.state).toEqual(house.state);
});

test('an act is pending until the house has kept it', async () => {
  const room = await enter();
  house.deaf = true;
  const outcome = room.act({ type: 'Pass' });
  expect(room.pending).toBe(true);
  await vi.advanceTimersByTimeAsync(2400);
  expect(house.heard.filter((said) => said.type === 'act')).toHaveLength(1);
  house.deaf = false;
  await vi.advanceTimersByTimeAsync(200);
  expect(await outcome).toEqual({ kept: true });
  const acts = house.heard.filter((said) => said.type === 'act');
  expect(acts).toHaveLength(2);
  expect(acts[0]).toEqual(acts[1]);
  expect(room.pending).toBe(false);
});

test('an act is sent again after a break, and happens once', async () => {
  const room = await enter();
  const { socket } = house;
  house.deaf = true;
  const outcome = room.act({ type: 'Pass' });
  house.deaf = false;
  // it was done, and the reply was lost with the line
  const act = house.heard.find((said) => said.type === 'act')!;
  socket!.readyState = 0;
  house.hear(socket!, act);
  socket!.shut(1006);
  await vi.advanceTimersByTimeAsync(100);
  expect(await outcome).toEqual({ kept: true });
  expect(house.done.size).toBe(1);
  expect(room.state?.decision).toBe(2);
});

test('a refusal comes with its code', async () => {
  const room = await enter();
  house.happen([{ path: ['decision'], value: 5 }], true);
  expect(await room.act({ type: 'Pass' })).toEqual({ kept: false, code: 'stale', rules: [] });
});

test('what the house asks to send again is sent again', async () => {
  const room = await enter();
  house.deaf = true;
  const outcome = room.act({ type: 'Pass' });
  house.deaf = false;
  const act = house.heard.find((said) => said.type === 'act') as { id: string };
  house.socket!.tell({ type: 'nack', id: act.id, code: 'busy', rule_ids: [] });
  await vi.advanceTimersByTimeAsync(700);
  expect(await outcome).toEqual({ kept: true });
});

test('drafts go four times a second at most, and the latest wins', async () => {
  const room = await enter();
  for (let n = 0; n < 40; n += 1) {
    room.keep({ type: 'Spelt', n });
    await vi.advanceTimersByTimeAsync(50);
  }
  await vi.advanceTimersByTimeAsync(300);
  const drafts = house.heard.filter((said) => said.type === 'draft');
  expect(drafts.length).toBeLessThanOrEqual(9);
  expect(drafts.length).toBeGreaterThan(6);
  expect(drafts.at(-1)?.action).toEqual({ type: 'Spelt', n: 39 });
});

test('who comes back finds its draft; what it has laid since is not undone', async () => {
  const room = await enter();
  const drafted = { type: 'drafted' as const, decision: 1, action: { type: 'Spelt', n: 1 } };
  house.socket!.tell(drafted);
  expect(room.draft).toEqual({ type: 'Spelt', n: 1 });
  room.keep({ type: 'Spelt', n: 2 });
  house.socket!.tell({ ...drafted, action: { type: 'Spelt', n: 9 } });
  expect(room.draft).toEqual({ type: 'Spelt', n: 1 });
  house.socket!.shut(1006);
  await vi.advanceTimersByTimeAsync(1000);
  const drafts = house.heard.filter((said) => said.type === 'draft');
  expect(drafts.at(-1)?.action).toEqual({ type: 'Spelt', n: 2 });
  house.happen([{ path: ['decision'], value: 2 }]);
  expect(room.draft).toBeNull();
});

test('knows the time of the house', async () => {
  house.ahead = 3_600_000;
  const room = await enter();
  expect(Math.abs(room.now() - Date.now() - 3_600_000)).toBeLessThan(5);
});

test('says that it does not hear the house before it gives the socket up', async () => {
  const room = await enter();
  house.deaf = true;
  await vi.advanceTimersByTimeAsync(14_000);
  expect(room.line).toBe('resuming');
  expect(house.sockets).toHaveLength(1);
  house.socket!.tell({ type: 'ping', n: 1 });
  expect(room.line).toBe('open');
  await vi.advanceTimersByTimeAsync(27_000);
  house.deaf = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(house.sockets.length).toBeGreaterThan(1);
  expect(room.line).toBe('open');
});

test('waits a random while, longer each time, up to fifteen seconds', async () => {
  house.refuses = new Refusal('silent');
  await enter(1);
  const at: number[] = [];
  for (let second = 0; second < 80; second += 1) {
    const before = house.tickets;
    await vi.advanceTimersByTimeAsync(1000);
    if (house.tickets > before) at.push(second);
  }
  const gaps = at.slice(1).map((second, i) => second - at[i]!);
  expect(gaps.every((gap, i) => i === 0 || gap >= gaps[i - 1]! - 1)).toBe(true);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(16);
  expect(house.tickets).toBeLessThan(14);
});

test.each([
  [4400, 'outdated'],
  [4404, 'gone'],
  [4409, 'replaced'],
])('code %i is an end: %s', async (code, ending) => {
  const room = await enter();
  house.socket!.shut(code);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([room.line, room.ending]).toEqual(['closed', ending]);
  expect(house.sockets).toHaveLength(1);
});

test.each([
  ['not_found', 'gone'],
  ['not_watched', 'not_watched'],
  ['no_session', 'no_session'],
] as const)('no ticket because of %s is an end', async (code, ending) => {
  house.refuses = new Refusal(code);
  const room = await enter();
  expect([room.line, room.ending]).toEqual(['closed', ending]);
});

test.each([1001, 1006, 1012, 1013, 4401, 4408, 4429])(
  'after code %i it comes back',
  async (code) => {
    const room = await enter();
    house.socket!.shut(code);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(room.line).toBe('open');
    expect(house.sockets).toHaveLength(2);
  },
);

test('who has lost the seat sees nothing that the seat saw', async () => {
  const room = await enter();
  house.deaf = true;
  const outcome = room.act({ type: 'Pass' });
  house.deaf = false;
  house.seat = -1;
  house.state = { ...house.state, game: { n: 'public' } };
  house.socket!.shut(4403);
  await vi.advanceTimersByTimeAsync(200);
  expect(await outcome).toEqual({ kept: false, code: 'no_seat', rules: [] });
  expect(room.seat).toBe(-1);
  expect(room.state?.game).toEqual({ n: 'public' });
  const hello = house.heard.findLast((said) => said.type === 'hello');
  expect(hello?.last).toBe(-1);
});

test('offers are asked one after another', async () => {
  const room = await enter();
  const answers = await Promise.all([room.offers([]), room.offers(['Pass'])]);
  expect(answers.map((offers) => offers.kinds)).toEqual([{ Pass: 1 }, { Pass: 1 }]);
  expect(house.heard.filter((said) => said.type === 'offers').map((said) => said.kinds)).toEqual([
    [],
    ['Pass'],
  ]);
});

test('whatever is lost or cut, the state ends as the house has it, and acts happen once', async () => {
  for (let seed = 0; seed < 40; seed += 1) {
    const below = luck(seed);
    house = new FakeHouse();
    const room = await enter(0.01);
    const outcomes: Outcome[] = [];
    let acts = 0;
    for (let step = 0; step < 60; step += 1) {
      const value = below(1000);
      switch (below(9)) {
        case 0:
          house.happen([{ path: ['game', 'n'], value }]);
          break;
        case 1:
          house.happen([{ path: ['game', 'list', below(3)], value }], below(3) === 0);
          break;
        case 2:
          house.happen([{ path: ['game', `k${below(4)}`], value: { deep: [value] } }]);
          break;
        case 3: {
          const keys = Object.keys(house.state.game).filter((key) => key.startsWith('k'));
          if (keys.length > 0) house.happen([{ path: ['game', keys[0]!], gone: true }]);
          break;
        }
        case 4:
          house.socket?.shut([1006, 1012, 1013, 4408][below(4)]!);
          break;
        case 5:
          house.past.splice(0, below(7)); // the house has forgotten them
          break;
        case 6:
          house.deaf = below(2) === 0;
          break;
        case 7:
          acts += 1;
          void room.act({ type: 'Pass' }).then((outcome) => outcomes.push(outcome));
          break;
        default:
          await vi.advanceTimersByTimeAsync(below(3000));
      }
    }
    house.deaf = false;
    await vi.advanceTimersByTimeAsync(90_000);
    house.happen([{ path: ['game', 'last'], value: true }]);
    await vi.advanceTimersByTimeAsync(100);
    expect(room.state, `seed ${seed}`).toEqual(house.state);
    expect(outcomes, `seed ${seed}`).toHaveLength(acts);
    expect(outcomes.filter((outcome) => outcome.kept)).toHaveLength(house.done.size);
    leave();
  }
});

const line = (id: string, seat: number) => ({
  id,
  seat,
  name: 'Théo',
  to: [],
  phrase: 'common.hello',
  about: -1,
  text: '',
  at: START,
});

test('what was done for the seat lies there until it is read, all of it', async () => {
  const room = await enter();
  room.here();
  expect(house.heard.at(-1)).toEqual({ type: 'here' });
  const first = [{ type: 'Sent', seat: 0 }];
  const second = [{ type: 'Lost', seat: 0 }];
  house.socket!.tell({ type: 'returned', since: 1, until: 5, story: first });
  house.socket!.tell({ type: 'returned', since: 7, until: 9, story: second });
  expect(room.returned).toMatchObject({ since: 1, until: 9, story: [...first, ...second] });
  room.dismiss();
  expect(room.returned).toBeNull();
});

test('a line is said once, holds up no act, and is news only if it was not there before', async () => {
  const room = await enter();
  house.socket!.tell({ type: 'lines', lines: [line('~old', 1)] });
  expect([room.talk.lines.length, room.talk.unread(0)]).toEqual([1, 0]);
  const outcome = room.talk.say({ to: [1], phrase: 'common.hello' });
  expect(room.pending).toBe(false);
  await vi.advanceTimersByTimeAsync(2600);
  const said = house.heard.filter((one) => one.type === 'say');
  expect(said).toHaveLength(2);
  expect(said[0]).toEqual(said[1]);
  house.socket!.tell({ type: 'line', line: line('~mine', 0) });
  house.socket!.tell({ type: 'spoken', id: said[0]!.id, line: '~mine' });
  expect(await outcome).toEqual({ kept: true });
  house.socket!.tell({ type: 'line', line: line('~new', 1) });
  expect(room.talk.unread(0)).toBe(1);
  house.socket!.shut(1006);
  await vi.advanceTimersByTimeAsync(100);
  house.socket!.tell({ type: 'lines', lines: [line('~old', 1), line('~missed', 1)] });
  expect([room.talk.lines.length, room.talk.unread(0)]).toEqual([4, 2]);
  house.socket!.tell({ type: 'unsaid', lines: ['~new'] });
  expect(room.talk.unread(0)).toBe(1);
  const refused = room.talk.say({ text: 'non' });
  const last = house.heard.findLast((one) => one.type === 'say')!;
  house.socket!.tell({ type: 'nack', id: last.id, code: 'phrases_only', rule_ids: [] });
  expect(await refused).toEqual({ kept: false, code: 'phrases_only', rules: [] });
});

const id = (sent: FromClient | undefined): string => (sent && 'id' in sent ? sent.id : '');

test('holding, skipping and the pace hold up no act, and mean nothing after a break', async () => {
  const room = await enter();
  const held = room.hold();
  const skipped = room.skip();
  const paced = room.pace('fast', true);
  expect(room.pending).toBe(false);
  const [hold, skip, pace] = house.heard.slice(-3);
  expect(hold).toMatchObject({ type: 'hold' });
  expect(skip).toMatchObject({ type: 'skip' });
  expect(pace).toMatchObject({ type: 'pace', pace: 'fast', step: true });
  house.socket!.tell({ type: 'ack', id: id(hold), number: 3 });
  house.socket!.tell({ type: 'nack', id: id(skip), code: 'not_alone', rule_ids: [] });
  expect(await held).toEqual({ kept: true });
  expect(await skipped).toEqual({ kept: false, code: 'not_alone', rules: [] });
  house.socket!.shut(1006);
  expect(await paced).toMatchObject({ kept: false, code: 'again' });
  expect(await room.hold()).toMatchObject({ kept: false, code: 'again' });
  house.heard = [];
  await vi.advanceTimersByTimeAsync(5000);
  expect(house.heard.some(({ type }) => type === 'pace' || type === 'hold')).toBe(false);
});

test('who watches holds nothing', async () => {
  house.seat = -1;
  const room = await enter();
  expect(await room.hold()).toMatchObject({ kept: false, code: 'spectator' });
});

test('an answer that is given back lies there, whether it comes before its decision or after', async () => {
  const room = await enter();
  const action = { type: 'Number', value: 2 };
  house.socket!.tell({ type: 'drafted', decision: 2, action });
  expect(room.draft).toBeNull();
  house.happen([{ path: ['decision'], value: 2 }]);
  expect(room.draft).toEqual(action);
  house.happen([{ path: ['decision'], value: 3 }]);
  expect(room.draft).toBeNull();
  house.socket!.tell({ type: 'drafted', decision: 3, action });
  expect(room.draft).toEqual(action);
});
