import { en, fr, type Key } from '../sentences';
import type { ChatLine, SendChat, Speech } from '../wire';
import { words } from '../words.svelte';
import type { Outcome, Room } from './room';

const MOST = 200; // lines that a screen keeps
const REFERENCE = /~[a-z2-7]{16}/g;

/** What one says: to some seats, or to all. */
export type Words = Pick<SendChat, 'to' | 'phrase' | 'about' | 'text'>;

/** What was said at a table, as far as one may read it, and how one says something. */
export class Talk {
  lines = $state.raw<readonly ChatLine[]>([]);
  /** Words that people put into acts, by the reference that the game knows. */
  texts = $state.raw<Readonly<Record<string, string>>>({});
  #unread = $state.raw<ReadonlySet<string>>(new Set());
  /** Whom one has muted here: the house sends nothing more of them; what they had said goes too. */
  #muted = $state.raw<ReadonlySet<number>>(new Set());
  #send: (said: Words) => Promise<Outcome>;

  constructor(send: (said: Words) => Promise<Outcome>) {
    this.#send = send;
  }

  say(said: Words): Promise<Outcome> {
    return this.#send(said);
  }

  /** `fresh`: nobody on this screen has seen them. */
  add(lines: readonly ChatLine[], fresh: (line: ChatLine) => boolean): void {
    const known = new Set(this.lines.map((line) => line.id));
    const more = lines.filter((line) => !known.has(line.id));
    this.lines = [...this.lines, ...more].slice(-MOST);
    const news = more.filter(fresh).map((line) => line.id);
    if (news.length > 0) this.#unread = new Set([...this.#unread, ...news]);
  }

  take(ids: readonly string[]): void {
    this.lines = this.lines.filter((line) => !ids.includes(line.id));
    this.texts = Object.fromEntries(Object.entries(this.texts).filter(([id]) => !ids.includes(id)));
    this.read((line) => ids.includes(line.id));
  }

  write(texts: Readonly<Record<string, string>>): void {
    this.texts = { ...this.texts, ...texts };
  }

  forget(): void {
    this.lines = [];
    this.texts = {};
    this.#unread = new Set();
  }

  mute(seat: number, on: boolean): void {
    const seats = new Set(this.#muted);
    if (on) seats.add(seat);
    else seats.delete(seat);
    this.#muted = seats;
    if (on) this.read((line) => line.seat === seat);
  }

  isMuted(seat: number): boolean {
    return this.#muted.has(seat);
  }

  /** The lines between me and one other, or those for all. */
  heard(me: number, channel: number): ChatLine[] {
    return this.lines.filter(
      (line) => channelOf(line, me) === channel && !this.#muted.has(line.seat),
    );
  }

  unread(me: number, channel?: number): number {
    const news = this.lines.filter(
      (line) => this.#unread.has(line.id) && !this.#muted.has(line.seat),
    );
    if (channel === undefined) return news.length;
    return news.filter((line) => channelOf(line, me) === channel).length;
  }

  read(which: (line: ChatLine) => boolean): void {
    const kept = this.lines.filter((line) => this.#unread.has(line.id) && !which(line));
    if (kept.length < this.#unread.size) this.#unread = new Set(kept.map((line) => line.id));
  }

  /** A sentence with people's own words where the game has references. */
  worded(sentence: string): string {
    return sentence.replace(REFERENCE, (id) => this.texts[id] ?? id);
  }
}

export const ALL = -1;
export const SOME = -2; // those who may whisper with me, where they are some and not all

/** Where a line belongs: to all, to some of us, or to the one with whom I whisper. */
export function channelOf(line: Pick<ChatLine, 'seat' | 'to'>, me: number): number {
  if (line.to.length === 0) return ALL;
  if (line.to.length > 1) return SOME;
  return line.seat === me ? line.to[0]! : line.seat;
}

/** To whom the rules let me speak; before a game, to everybody. */
export function speechOf(room: Room): Speech {
  if (room.state) return room.state.speech;
  const seats = room.card.chairs.map((chair) => chair.seat);
  return { openly: true, near: seats.filter((seat) => seat !== room.seat) };
}

export interface Phrase {
  key: string;
  sentence: string;
  /** It speaks of somebody. */
  named: boolean;
}

/** The ready-made phrases of a table, those of its game first. */
export function phrasesOf(game: string): Phrase[] {
  const sentences = words.language === 'fr' ? fr : en;
  return [game.split('@')[0]!.split('+')[0]!, 'common'].flatMap((section) =>
    (Object.keys(sentences) as Key[])
      .filter((key) => key.startsWith(`phrases.${section}.`))
      .map((key) => ({
        key: key.slice('phrases.'.length),
        sentence: sentences[key],
        named: sentences[key].includes('{name}'),
      })),
  );
}

/** What a line says, in the language of the screen. */
export function saidIn(line: ChatLine, nameOf: (seat: number) => string): string {
  if (line.text) return line.text;
  const key = `phrases.${line.phrase}`;
  const sentence = (words.language === 'fr' ? fr : en)[key as Key] as string | undefined;
  return sentence === undefined ? '…' : sentence.replaceAll('{name}', nameOf(line.about));
}

/** What may be written in an act of a kind without being anybody's own words, as it is shown. */
export function readyFor(kind: string): string[] {
  const sentences = words.language === 'fr' ? fr : en;
  return (Object.keys(sentences) as Key[])
    .filter((key) => key.startsWith(`phrases.ready.${kind}.`))
    .map((key) => sentences[key]);
}

/** A ready-made text, which a game has in French, in the language of the screen. */
export function readied(text: string): string {
  if (words.language === 'fr') return text;
  const key = (Object.keys(fr) as Key[]).find(
    (one) => one.startsWith('phrases.ready.') && fr[one] === text,
  );
  return key ? en[key] : text;
}
