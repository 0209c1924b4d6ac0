/** What is said of actions, events and questions: `clande.text.sentences` in the browser. */

import type { Question } from '../games/kernel';
import type { Tagged } from '../table/room';
import type { GameTexts } from '../wire';
import type { Language } from '../words.svelte';
import { Catalogue, type Where } from './catalogue';

/** What is needed to say something; the journal also wants headings and reasons. */
export type Said = Omit<GameTexts, 'why' | 'headings' | 'shows'> &
  Partial<Pick<GameTexts, 'why' | 'headings' | 'shows'>>;

/** An event of any game: some say whose doing it is. */
type Told = Tagged & { seat?: unknown; by?: unknown };

/** A question of any game. */
export type Asked = Question<Tagged> & { topic?: Tagged | null };

/** The words of one game in one language, for one table. */
export class Speech {
  readonly words: Catalogue;

  constructor(
    readonly game: string,
    language: Language,
    readonly from: Said,
    seats: readonly string[] = [],
    you = -1,
    /** Where things lay when something happened; now, if nothing is named. */
    readonly lying?: (heard?: Tagged) => Where,
  ) {
    this.words = new Catalogue(language, from.sentences, seats, you, lying?.());
  }

  /** The same words at a table where the seats have these names, read by one of them. */
  seated(seats: readonly string[], you = -1): Speech {
    return new Speech(this.game, this.words.language, this.from, seats, you);
  }

  /** The same words, where it is known what lies where. */
  knowing(lying: (heard?: Tagged) => Where): Speech {
    const { language, seats, you } = this.words;
    return new Speech(this.game, language, this.from, seats, you, lying);
  }

  has(key: string): boolean {
    return this.words.has(`${this.game}.${key}`);
  }

  say(key: string, values: Record<string, unknown> = {}): string {
    return this.words.fill(`${this.game}.${key}`, values);
  }

  /** What one would do; what passing means where this is the topic. */
  action(done: Tagged, topic?: Tagged | null): string {
    const passes = done.type === 'Pass' && topic ? this.byTopic('passes', topic) : '';
    if (passes && topic) return this.say(passes, topic);
    const key = this.words.first(`${this.game}.actions.${done.type}`, `actions.${done.type}`);
    return this.words.fill(key, done);
  }

  /** What happened, as this viewer hears of it; nothing where it is not worth a line. */
  event(heard: Told, you: number): string {
    const words = this.words.readBy(you, this.lying?.(heard));
    const subject = heard.seat ?? heard.by;
    if (heard.type === 'Undone') {
      return words.fill(subject === you ? 'events.Undone.you' : 'events.Undone', heard);
    }
    const key = `${this.game}.events.${heard.type}`;
    if (subject === you && words.has(`${key}.you`)) {
      return words.fill(`${key}.you`, heard);
    }
    const fields = this.from.events[heard.type] ?? [];
    const whole = fields.every((name) => Object.hasOwn(heard, name));
    return words.fill(whole ? key : `${key}.others`, heard);
  }

  /** How wide a part of the game an event begins, 1 the widest; 0 if it begins none. */
  level(heard: Tagged): number {
    return this.from.headings?.[heard.type] ?? 0;
  }

  /** What the part of the game is called that an event begins. */
  heading(heard: Tagged): string {
    const title = this.say(`headings.${heard.type}`, heard);
    return title.charAt(0).toLocaleUpperCase(this.words.language) + title.slice(1);
  }

  /** How an event is shown: its class, by which it has its time. */
  shows(heard: Tagged): string | undefined {
    return this.from.shows?.[heard.type];
  }

  /** The rules behind an event. */
  why(heard: Tagged): readonly string[] {
    return this.from.why?.[heard.type] ?? [];
  }

  /** What a seat is asked: by the topic of the question, else by its shape. */
  question(asked: Asked): string {
    const { topic } = asked;
    const about = asked.type === 'Agree' && asked.about ? `${this.game}.about.${asked.about}` : '';
    if (topic && about && this.words.has(about)) return this.words.fill(about, topic);
    const asks = topic ? this.byTopic('asks', topic) : '';
    if (asks && topic) return this.say(asks, topic);
    const shape = this.words.first(`questions.${asked.type}`, 'questions.Choose');
    return this.words.fill(shape, asked);
  }

  /** The one answer that is left, and why there is no other, where a sentence says so. */
  only(
    { topic, open }: { topic?: Tagged | null | undefined; open?: boolean },
    answer: Tagged & { kinds?: unknown },
    sentence = this.action(answer, topic),
  ): string {
    const empty = Array.isArray(answer.kinds) && answer.kinds.length === 0;
    const kind = empty ? 'nothing' : answer.type;
    const forced = topic ? this.byTopic('forced', { type: `${topic.type}.${kind}` }) : '';
    const values = { ...topic, ...answer, answer: sentence };
    if (forced) return this.say(forced, values);
    return open ? this.words.fill('questions.forced', values) : sentence;
  }

  /** The key of a topic's sentence, else of the next wider topic that has one; '' without one. */
  byTopic(above: string, { type }: Tagged): string {
    for (let name = type; name; name = name.slice(0, Math.max(0, name.lastIndexOf('.')))) {
      if (this.has(`${above}.${name}`)) return `${above}.${name}`;
    }
    return '';
  }
}
