import { socketAt } from '../root';
import { Refusal, ticket, token } from '../api';
import type {
  Act,
  TableCard,
  SaveDraft,
  DraftAck,
  FromClient,
  FromServer,
  Meaning,
  Nack,
  News,
  Orders,
  Returned,
  SendChat,
  SetOrders,
  Snapshot,
  StandingOrder,
  Ticket,
  UndoRequest,
} from '../wire';
import { words } from '../words.svelte';
import { patched } from './patch';
import type { Line, OffersOf, Outcome, Pace, Room, SomeGame, StateOf, Tagged } from './room';
import { Talk, type Words } from './talk.svelte';

const PROTO = 1;
const RESEND = 2500; // milliseconds without a reply
const SLOWEST = 15_000; // between two attempts
const QUIET = 13_000; // the house pings every ten seconds: after this, we say that we do not hear it
const DEAD = 25_000;
const WELCOME = 8000; // for the answer to a hello
const PROBE = 4000; // for an answer, when this device has just woken up
const MEASURED = 20_000; // between two looks at the clock of the house
const BETWEEN_DRAFTS = 260; // at most four in any second
const STORY = 300;
const LARGEST = 8 * 1024;
const TRIES = 4; // of a command that the house asks to send again

/** Why the line will not come back by itself. */
export type Ending = 'gone' | 'not_watched' | 'no_session' | 'replaced' | 'outdated';

type OfTime = Extract<FromClient, { type: 'hold' | 'skip' | 'pace' }>;
type Command = {
  message: Act | UndoRequest | SendChat | OfTime | SetOrders;
  tries: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  done: (outcome: Outcome) => void;
};
type Asking = { kinds: string[]; done: (offers: OffersOf<SomeGame>) => void };

/** What the line needs of the world: tests bring their own. */
export interface World {
  ticket(table: string, watch: boolean): Promise<Ticket>;
  socket(): WebSocket;
  random(): number;
}

const browser: World = {
  ticket,
  socket: () => new WebSocket(socketAt('/ws')),
  random: Math.random,
};

/** A table over a socket that may break at any moment. docs/wire.md tells how messages follow. */
export class LiveRoom implements Room {
  readonly table: string;
  readonly watch: boolean;
  seat = $state(-1);
  card = $state.raw() as TableCard;
  state = $state.raw<StateOf<SomeGame> | null>(null);
  line = $state<Line>('connecting');
  ending = $state<Ending | null>(null);
  draft = $state.raw<Tagged | null>(null);
  story = $state.raw<readonly Tagged[]>([]);
  returned = $state.raw<Returned | null>(null);
  /** What the house does for this seat, where a decision takes more than an hour. */
  orders = $state.raw<Orders | null>(null);
  readonly talk = new Talk((said) => this.#say(said));
  #unanswered = $state(0);
  pending = $derived(this.#unanswered > 0);

  #world: World;
  #socket: WebSocket | null = null;
  #welcomed = false;
  #once = false; // has been welcomed before
  #hearing = -2; // the seat that it was welcomed on
  #listened = false; // and has heard there what was said until then
  #left = false;
  #failures = 0;
  #number = -1;
  #check = '';
  #resyncing: ReturnType<typeof setTimeout> | undefined;
  #commands = new Map<string, Command>();
  #asking: Asking[] = [];
  #weighing = new Map<string, (meanings: Meaning[] | null) => void>();
  #listeners = new Set<(story: readonly Tagged[]) => void>();
  #kept: SaveDraft | null = null; // the latest of ours
  #givenBack: DraftAck | null = null; // the latest of the house
  #keptSent = true;
  #draftTimer: ReturnType<typeof setTimeout> | undefined;
  #draftAt = -Infinity;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watchdog: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #openedAt = 0;
  #pings = new Map<number, number>();
  #pinged = 0;
  #pingedAt = -Infinity;
  #offset = $state(0);
  #bestWay = Infinity;

  constructor(card: TableCard, watch = false, world: World = browser) {
    this.table = card.id;
    this.card = card;
    this.watch = watch;
    this.#world = world;
  }

  /** Opens the line and keeps it open. Returns how to leave. */
  enter(): () => void {
    const woken = (): void => this.#wake();
    addEventListener('online', woken);
    addEventListener('pageshow', woken);
    document.addEventListener('visibilitychange', woken);
    this.#watchdog = setInterval(() => this.#look(), 1000);
    void this.#connect();
    return () => {
      removeEventListener('online', woken);
      removeEventListener('pageshow', woken);
      document.removeEventListener('visibilitychange', woken);
      this.#leave();
    };
  }

  /** Goes on with a ticket of today: after sitting down or getting up, or after an ending. */
  again(): void {
    if (this.#left) return;
    this.ending = null;
    this.#failures = 0;
    this.#drop();
    void this.#connect();
  }

  now(): number {
    return Date.now() + this.#offset;
  }

  act(action: Tagged): Promise<Outcome> {
    return this.#command((id, decision) => ({ type: 'act', id, decision, action }));
  }

  undo(): Promise<Outcome> {
    return this.#command((id, decision) => ({ type: 'undo', id, decision }));
  }

  hold(): Promise<Outcome> {
    return this.#atOnce((id) => ({ type: 'hold', id }));
  }

  skip(): Promise<Outcome> {
    return this.#atOnce((id) => ({ type: 'skip', id }));
  }

  pace(pace: Pace, step: boolean): Promise<Outcome> {
    return this.#atOnce((id) => ({ type: 'pace', id, pace, step }));
  }

  /** Other standing orders; `goOn`: a hold of this seat is over. */
  order(orders: StandingOrder[], goOn = false): Promise<Outcome> {
    if (this.seat < 0) return refused('spectator');
    return this.#entrust({ type: 'orders', id: token(), orders, go_on: goOn });
  }

  keep(action: Tagged): void {
    if (!this.state || this.seat < 0) return;
    this.#kept = { type: 'draft', decision: this.state.decision, action };
    this.#keptSent = false;
    this.#sendDraft();
  }

  offers(kinds: string[]): Promise<OffersOf<SomeGame>> {
    if (!this.state || this.seat < 0) {
      return Promise.resolve({ type: 'offers', number: this.#number, kinds: {}, questions: [] });
    }
    return new Promise((done) => {
      this.#asking.push({ kinds, done });
      if (this.#asking.length === 1) this.#askOffers();
    });
  }

  weigh(actions: Tagged[]): Promise<Meaning[] | null> {
    if (!this.state || this.seat < 0 || !this.#welcomed) return Promise.resolve(null);
    const id = token();
    const { decision } = this.state;
    return new Promise((done) => {
      this.#weighing.set(id, done);
      this.#send({ type: 'weigh', id, decision, actions, language: words.language });
    });
  }

  #weighed(id: string, meanings: Meaning[] | null): boolean {
    this.#weighing.get(id)?.(meanings);
    return this.#weighing.delete(id);
  }

  here(): void {
    this.#send({ type: 'here' });
  }

  dismiss(): void {
    this.returned = null;
  }

  hear(listener: (story: readonly Tagged[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  // The line

  async #connect(): Promise<void> {
    clearTimeout(this.#retry);
    if (this.#left || this.#socket) return;
    this.line = this.#once ? 'resuming' : 'connecting';
    let given: Ticket;
    try {
      given = await this.#world.ticket(this.table, this.watch);
    } catch (error) {
      const code = error instanceof Refusal ? error.code : 'silent';
      if (code === 'not_found') this.#end('gone');
      else if (code === 'not_watched' || code === 'not_seated') this.#end('not_watched');
      else if (code === 'no_session') this.#end('no_session');
      else this.#later();
      return;
    }
    if (this.#left || this.#socket) return;
    if (given.seat !== this.seat) this.#forget(given.seat);
    const socket = this.#world.socket();
    this.#socket = socket;
    this.#heard = this.#openedAt = Date.now();
    socket.addEventListener('open', () => {
      if (this.#socket !== socket) return;
      this.#send({
        type: 'hello',
        proto: PROTO,
        table: this.table,
        token: given.token,
        last: this.state ? this.#number : -1,
        check: this.state ? this.#check : '',
      });
    });
    socket.addEventListener('message', (event: MessageEvent<string>) => {
      if (this.#socket !== socket) return;
      this.#heard = Date.now();
      if (this.line === 'resuming' && this.#welcomed) this.line = 'open';
      this.#take(JSON.parse(event.data) as FromServer);
    });
    socket.addEventListener('close', (event) => {
      if (this.#socket !== socket) return;
      this.#drop();
      this.#closed(event.code);
    });
  }

  #closed(code: number): void {
    switch (code) {
      case 4400:
        return this.#end('outdated');
      case 4404:
        return this.#end('gone');
      case 4409:
        return this.#end('replaced');
      case 4403:
        // the seat has changed hands, or we have changed seats: a new ticket says which
        this.line = 'resuming';
        this.#retry = setTimeout(() => void this.#connect(), 100);
        return;
      case 4429:
        this.#failures = Math.max(this.#failures, 4);
        return this.#later();
      default:
        return this.#later();
    }
  }

  /** Tries again after a random while, longer each time. */
  #later(): void {
    this.line = this.#once ? 'resuming' : 'connecting';
    const most = Math.min(SLOWEST, 500 * 2 ** this.#failures);
    this.#failures += 1;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#connect(), 50 + this.#world.random() * most);
  }

  #end(ending: Ending): void {
    this.#drop();
    this.line = 'closed';
    this.ending = ending;
    this.#giveUp('no_seat');
  }

  #leave(): void {
    this.#left = true;
    clearInterval(this.#watchdog);
    clearTimeout(this.#retry);
    clearTimeout(this.#draftTimer);
    this.#drop();
    this.line = 'closed';
    this.#giveUp('not_playing');
  }

  /** Lets the socket go. */
  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#welcomed = false;
    this.#resynced();
    this.#pings.clear();
    clearTimeout(this.#retry);
    for (const [id, { message, timer }] of this.#commands) {
      clearTimeout(timer);
      if (isOfTime(message)) this.#finish(id, { kept: false, code: 'again', rules: [] });
    }
    socket?.close();
  }

  /** What was seen from another seat is nothing that this one knows. */
  #forget(seat: number): void {
    this.seat = seat;
    this.#number = -1;
    this.#check = '';
    this.state = null;
    this.story = [];
    this.draft = null;
    this.#kept = this.#givenBack = null;
    this.returned = null;
    this.#kept = null;
    this.orders = null;
    this.talk.forget();
    this.#giveUp('no_seat');
  }

  #giveUp(code: Nack['code']): void {
    for (const id of this.#commands.keys()) this.#finish(id, { kept: false, code, rules: [] });
    const nothing: OffersOf<SomeGame> = {
      type: 'offers',
      number: this.#number,
      kinds: {},
      questions: [],
    };
    for (const asking of this.#asking.splice(0)) asking.done(nothing);
    for (const id of this.#weighing.keys()) this.#weighed(id, null);
  }

  #wake(): void {
    if (this.#left || this.ending || document.visibilityState === 'hidden') return;
    if (!this.#socket) {
      this.#failures = 0;
      void this.#connect();
    } else if (this.#welcomed && Date.now() - this.#heard > 2000) {
      const asked = Date.now();
      this.#ping();
      setTimeout(() => {
        if (this.#heard < asked) this.#lost();
      }, PROBE);
    }
  }

  /** Once a second: do we still hear the house? */
  #look(): void {
    if (!this.#socket) return;
    const silence = Date.now() - this.#heard;
    const unwelcome = !this.#welcomed && Date.now() - this.#openedAt > WELCOME;
    if (silence > DEAD || unwelcome) this.#lost();
    else if (silence > QUIET && this.line === 'open') this.line = 'resuming';
    else if (this.#welcomed && Date.now() - this.#pingedAt > MEASURED) this.#ping();
  }

  #lost(): void {
    for (const id of this.#weighing.keys()) this.#weighed(id, null);
    this.#drop();
    this.#later();
  }

  #send(message: FromClient): boolean {
    if (this.#socket?.readyState !== 1) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  // What the house says

  #take(said: FromServer): void {
    switch (said.type) {
      case 'welcome':
        this.card = said.card;
        this.seat = said.seat;
        if (this.#bestWay === Infinity) this.#offset = said.now - Date.now();
        this.#bestWay = Infinity;
        this.#welcomed = true;
        this.#listened = this.#hearing === said.seat;
        this.#hearing = said.seat;
        this.#once = true;
        this.#failures = 0;
        this.line = 'open';
        this.#ping();
        for (const id of this.#commands.keys()) this.#sendCommand(id);
        if (this.#asking.length > 0) this.#askOffers();
        break;
      case 'card':
        this.card = said.card;
        break;
      case 'snapshot':
        this.#show(said);
        break;
      case 'delta':
        for (const news of said.news) this.#follow(news, false);
        this.#settleDraft();
        break;
      case 'news':
        this.#follow(said, true);
        break;
      case 'ack':
        this.#finish(said.id, { kept: true });
        break;
      case 'spoken':
        this.#finish(said.id, { kept: true });
        break;
      case 'line':
        this.talk.add([said.line], (line) => line.seat !== this.seat);
        break;
      case 'lines':
        // what was said before one came is no news; what was said while the line was broken is
        this.talk.add(said.lines, (line) => this.#listened && line.seat !== this.seat);
        break;
      case 'unsaid':
        this.talk.take(said.lines);
        break;
      case 'written':
        this.talk.write(said.texts);
        break;
      case 'weighed':
        this.#weighed(said.id, said.meanings);
        break;
      case 'nack':
        if (!this.#weighed(said.id, null)) this.#refused(said);
        break;
      case 'offers':
        this.#asking.shift()?.done(said as OffersOf<SomeGame>);
        if (this.#asking.length > 0) this.#askOffers();
        break;
      case 'drafted':
        this.#givenBack = said;
        this.#layDraft();
        break;
      case 'returned':
        this.returned = joined(this.returned, said);
        break;
      case 'orders':
        this.orders = said;
        break;
      case 'ping':
        this.#send({ type: 'pong', n: said.n });
        break;
      case 'pong':
        this.#measure(said.n, said.now);
        break;
    }
  }

  #show(said: Snapshot): void {
    this.#resynced();
    this.#number = said.number;
    this.#check = said.check;
    this.#renew(said.state as StateOf<SomeGame>);
    this.story = said.story as Tagged[];
    this.#settleDraft();
  }

  #follow(news: News, live: boolean): void {
    if (news.number <= this.#number && this.state) return;
    if (!this.state || news.number !== this.#number + 1) return this.#resync();
    let next: StateOf<SomeGame>;
    try {
      next = patched(this.state, news.patch);
    } catch {
      return this.#resync();
    }
    this.#number = news.number;
    this.#check = news.check;
    this.#renew(next);
    const told = news.story as Tagged[];
    if (told.length > 0) this.story = [...this.story, ...told].slice(-STORY);
    if (live) for (const listener of this.#listeners) listener(told);
  }

  #renew(next: StateOf<SomeGame>): void {
    if (next.decision !== this.state?.decision) this.draft = null;
    this.state = next;
    if (this.#kept && this.#kept.decision !== next.decision) this.#kept = null;
    this.#layDraft();
  }

  /** What the house gives back lies there for its decision, which may be told of after it; what we
   *  have laid since is newer. */
  #layDraft(): void {
    const back = this.#givenBack;
    if (!back || back.decision !== this.state?.decision) return;
    this.#givenBack = null;
    if (this.#kept?.decision !== back.decision) this.draft = back.action as Tagged;
  }

  /** After a break, what lies before the seat here is what counts. */
  #settleDraft(): void {
    if (!this.#kept) return;
    this.#keptSent = false;
    this.#sendDraft();
  }

  #resync(): void {
    if (this.#resyncing !== undefined) return;
    this.#send({ type: 'resync' });
    this.#resyncing = setTimeout(() => {
      this.#resynced();
      this.#resync();
    }, RESEND);
  }

  #resynced(): void {
    clearTimeout(this.#resyncing);
    this.#resyncing = undefined;
  }

  // Commands

  #command(make: (id: string, decision: number) => Act | UndoRequest): Promise<Outcome> {
    if (this.seat < 0) return refused('spectator');
    if (!this.state) return refused('not_playing');
    return this.#entrust(make(token(), this.state.decision));
  }

  /** What is about the time of the table is no answer, and means nothing later. */
  #atOnce(make: (id: string) => OfTime): Promise<Outcome> {
    if (this.seat < 0) return refused('spectator');
    if (!this.state) return refused('not_playing');
    if (!this.#welcomed) return refused('again');
    return this.#entrust(make(token()));
  }

  #say(said: Words): Promise<Outcome> {
    if (this.seat < 0) return refused('spectator');
    return this.#entrust({ type: 'say', id: token(), ...said });
  }

  #entrust(message: Command['message']): Promise<Outcome> {
    const size = new TextEncoder().encode(JSON.stringify(message)).length;
    if (size > LARGEST) return refused('unreadable');
    return new Promise((done) => {
      this.#commands.set(message.id, { message, tries: 0, timer: undefined, done });
      this.#count();
      if (this.#welcomed) this.#sendCommand(message.id);
    });
  }

  /** What is said holds up nothing that is done, nor does what is about time. */
  #count(): void {
    const acts = [...this.#commands.values()].filter(
      ({ message }) => message.type === 'act' || message.type === 'undo',
    );
    this.#unanswered = acts.length;
  }

  #sendCommand(id: string): void {
    const command = this.#commands.get(id);
    if (!command) return;
    clearTimeout(command.timer);
    this.#send(command.message);
    command.timer = setTimeout(() => this.#sendCommand(id), RESEND);
  }

  #refused(said: Nack): void {
    const command = this.#commands.get(said.id);
    if (command && (said.code === 'busy' || said.code === 'again') && command.tries < TRIES) {
      command.tries += 1;
      clearTimeout(command.timer);
      command.timer = setTimeout(() => this.#sendCommand(said.id), 300 * 2 ** command.tries);
    } else if (command) {
      this.#finish(said.id, { kept: false, code: said.code, rules: said.rule_ids });
    } else if (said.id === 'draft') {
      if (said.code === 'too_fast' || said.code === 'busy' || said.code === 'again') {
        this.#keptSent = false;
        this.#draftAt = Date.now() + 500;
        this.#sendDraft();
      }
    } else if (said.id === '' && said.code === 'busy' && this.#asking.length > 0) {
      setTimeout(() => this.#askOffers(), 1000);
    }
  }

  #finish(id: string, outcome: Outcome): void {
    const command = this.#commands.get(id);
    if (!command) return;
    clearTimeout(command.timer);
    this.#commands.delete(id);
    this.#count();
    command.done(outcome);
  }

  #askOffers(): void {
    const first = this.#asking[0];
    if (first && this.#welcomed) this.#send({ type: 'offers', kinds: first.kinds });
  }

  #sendDraft(): void {
    clearTimeout(this.#draftTimer);
    if (!this.#kept || this.#keptSent || !this.#welcomed) return;
    const wait = this.#draftAt + BETWEEN_DRAFTS - Date.now();
    if (wait > 0) {
      this.#draftTimer = setTimeout(() => this.#sendDraft(), wait);
      return;
    }
    this.#draftAt = Date.now();
    this.#keptSent = this.#send(this.#kept);
  }

  // The clock of the house

  #ping(): void {
    this.#pinged += 1;
    this.#pingedAt = Date.now();
    this.#pings.set(this.#pinged, this.#pingedAt);
    this.#send({ type: 'ping', n: this.#pinged });
  }

  /** The answer that came quickest tells the time best; an older one is trusted less and less. */
  #measure(n: number, now: number): void {
    const sent = this.#pings.get(n);
    if (sent === undefined) return;
    this.#pings.delete(n);
    const way = Date.now() - sent;
    if (way <= this.#bestWay) {
      this.#bestWay = way;
      this.#offset = now - (sent + Date.now()) / 2;
    } else {
      this.#bestWay += 5;
    }
  }
}

function isOfTime({ type }: Command['message']): boolean {
  return type === 'hold' || type === 'skip' || type === 'pace';
}

/** What was not read yet, and what has come to it since. */
function joined(before: Returned | null, after: Returned): Returned {
  if (!before) return after;
  return { ...after, since: before.since, story: [...before.story, ...after.story] };
}

function refused(code: Nack['code']): Promise<Outcome> {
  return Promise.resolve({ kept: false, code, rules: [] });
}
