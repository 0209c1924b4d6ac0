import type { Outcome, Room } from '../../table/room';
import type { Meaning } from '../../wire';
import { toasts } from '../../ui/toasts.svelte';
import type { Speech } from '../../words/speech';
import type { Action, AttachDeal, Diktat, Question, Table } from './types';

/** What answers a proposal or an oath: asked for whenever what lies there has changed. */
const ANSWERS = [
  'Accept',
  'Decline',
  'TakeBack',
  'AcceptOath',
  'DropOath',
  'AttachDeal',
  'Release',
  'Denounce',
  'Accuse',
];

/** The act of a question that has one answer, or its first. */
export function actOf(question: Question): Action | undefined {
  return question.type === 'Compose' ? question.like : optionsOf(question)[0];
}

const optionsOf = (question: Question): Action[] =>
  question.type === 'Choose' ? question.options : [];

/** One seat at the bargaining table: what it sees there, and what the house lets it do. */
export class Desk {
  answers = $state.raw<readonly Question[]>([]);
  /** Kinds of acts that the server offers now; null until it has answered. */
  kinds = $state.raw<Readonly<Record<string, number>> | null>(null);
  meanings = $state.raw<Readonly<Record<number, Meaning>>>({});
  busy = $state(false);
  #asked = 0;

  constructor(
    readonly room: Room<Diktat>,
    readonly speech: () => Speech,
    readonly table: () => Table,
    readonly send: (act: Action) => Promise<Outcome>,
  ) {}

  get me(): number {
    return this.room.seat;
  }

  /** Whether anything can be agreed on at this moment: not in the middle of a step. */
  get isOpen(): boolean {
    return Boolean(this.room.state?.game.may_act);
  }

  /** Whether an act of one of these kinds can be begun: until the server has answered, perhaps. */
  may(...kinds: string[]): boolean {
    return this.isOpen && kinds.some((kind) => this.kinds === null || kind in this.kinds);
  }

  /** Changes with whatever could change the answers. */
  get key(): string {
    const { deals, oaths, reserves, phase } = this.table();
    const sworn = Object.entries(oaths).map(([n, o]) => [n, o.released, o.broken, o.deal]);
    const { state } = this.room;
    const rest = [reserves, phase, this.isOpen, state?.decision];
    return JSON.stringify([Object.keys(deals), sworn, ...rest]);
  }

  async look(): Promise<void> {
    const asked = ++this.#asked;
    const { questions, kinds } = await this.room.offers(ANSWERS);
    if (asked !== this.#asked) return;
    this.answers = questions;
    this.kinds = kinds;
    const accepts = this.answers
      .map(actOf)
      .filter((act) => act?.type === 'Accept' || act?.type === 'AcceptOath');
    if (accepts.length === 0) return;
    const told = await this.room.weigh(accepts);
    if (told === null || asked !== this.#asked) return;
    const entries = accepts.map((act, at) => [act.number, told[at]!] as const);
    this.meanings = Object.fromEntries(entries);
  }

  /** The question that an act of this kind on this row answers. */
  question(kind: string, number: number): Question | undefined {
    return this.answers.find((one) => {
      const act = actOf(one);
      return act?.type === kind && 'number' in act && act.number === number;
    });
  }

  attachments(number: number): AttachDeal[] {
    return this.answers
      .flatMap(optionsOf)
      .filter((act) => act.type === 'AttachDeal')
      .filter(({ oath }) => oath === number);
  }

  /** Those of these kinds that the server offers. */
  async offered(kinds: string[]): Promise<string[]> {
    const offers = this.kinds ?? (await this.room.offers([])).kinds;
    return kinds.filter((kind) => kind in offers);
  }

  async questions(kinds: string[]): Promise<Question[]> {
    return (await this.room.offers(kinds)).questions;
  }

  /** A form may still lie open when the moment has passed: then it says so, and stays. */
  async act(act: Action): Promise<boolean> {
    if (!this.isOpen) {
      toasts.say(this.speech().say('bargain.closed'), 'wrong');
      return false;
    }
    this.busy = true;
    try {
      return (await this.send(act)).kept;
    } finally {
      this.busy = false;
    }
  }
}
