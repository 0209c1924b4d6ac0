import { recall, remember } from '../memory';
import type { Tagged } from '../table/room';
import type { LessonText, StepText } from '../wire';
import { happened, holds } from './facts';

/** Where one is in a lesson. What was done is kept in this browser, for who comes back. */
export class Guide {
  lesson = $state.raw() as LessonText;
  at = $state(0);
  /** The step that is shown: the one where one is, or one before it. */
  shown = $state(0);
  /** What became of the step before, or how this one goes another way. */
  said = $state('');
  step = $derived<StepText | undefined>(this.lesson.steps[this.shown]);
  /** What was to be looked at has happened: the guide waits until that is read. */
  ready = $state(false);
  isBehind = $derived(this.shown < this.at);
  isLast = $derived(this.at >= this.lesson.steps.length - 1);

  #table: string;
  #fired = new Set<number>();
  #heard = new WeakSet<Tagged>();
  #begun = false;
  /** What was just said of the step where one is: it outlives the step only if it came with its end. */
  #parting = '';

  constructor(lesson: LessonText, table: string) {
    this.lesson = lesson;
    this.#table = table;
    try {
      const kept = JSON.parse(recall(`lesson:${lesson.name}`) ?? '{}') as Partial<Kept>;
      if (kept.table === table) {
        this.at = this.shown = Math.min(kept.at ?? 0, lesson.steps.length - 1);
        this.#fired = new Set(kept.fired ?? []);
      }
    } catch {
      // what cannot be read was written by another version: the lesson is told from its beginning
    }
  }

  /** The same lesson in another language. */
  retell(lesson: LessonText): void {
    this.lesson = lesson;
    this.said = '';
  }

  /** Looks at what was told and at what is seen now. */
  look(story: readonly Tagged[], seen: unknown): void {
    const news = story.filter((event) => !this.#heard.has(event));
    this.#parting = '';
    for (const event of news) {
      this.#heard.add(event);
      this.#hear(event);
    }
    this.#begun = true;
    this.#go(seen);
  }

  #hear(event: Tagged): void {
    this.lesson.steps.forEach((step, at) => {
      if (at < this.at) return;
      // of what was told before one came back, nobody knows whether it is new
      if (step.fresh && (at > this.at || !this.#begun)) return;
      if (step.done.some((fact) => happened(fact, event))) this.#fired.add(at);
    });
    if (!this.#begun) return;
    const here = this.lesson.steps[this.at];
    const aside = here?.asides.find(({ when }) => happened(when, event));
    if (aside) this.said = this.#parting = aside.text;
    else if (here?.done.some((fact) => happened(fact, event))) this.#parting = '';
  }

  #go(seen: unknown): void {
    for (;;) {
      const step = this.lesson.steps[this.at];
      if (!step || step.done.length === 0) return;
      const done = this.#fired.has(this.at) || step.done.some((fact) => holds(fact, seen));
      if (!done && !step.missed.some((fact) => holds(fact, seen))) return;
      const said = done ? this.#parting || step.well : step.late;
      if (done && step.look) {
        if (!this.ready) [this.ready, this.said] = [true, said];
        this.#keep();
        return;
      }
      this.#on(said);
    }
  }

  #on(said: string): void {
    if (this.at >= this.lesson.steps.length - 1) return;
    const follows = this.shown === this.at;
    this.at += 1;
    if (follows) this.shown = this.at;
    this.said = said;
    this.ready = false;
    this.#parting = '';
    this.#keep();
  }

  /** Read, or passed over. */
  next(seen: unknown): void {
    if (this.isBehind) this.shown += 1;
    else this.#on('');
    this.#go(seen);
  }

  back(): void {
    if (this.shown > 0) this.shown -= 1;
    this.said = '';
  }

  #keep(): void {
    const kept: Kept = { table: this.#table, at: this.at, fired: [...this.#fired] };
    remember(`lesson:${this.lesson.name}`, JSON.stringify(kept));
  }
}

type Kept = { table: string; at: number; fired: number[] };
