import { untrack } from 'svelte';
import type { AnyGame, Room } from './room';

/** How long events of each class are shown at the normal pace, in milliseconds: what matters here
 *  are the proportions. */
const LENGTHS: Readonly<Record<string, number>> = {
  closing: 3000,
  reveal: 3000,
  opening: 1900,
  turn: 1900,
  act: 1500,
  glance: 600,
  beside: 150,
  nothing: 0,
};

/** The share that an event has of the time in which several are shown. */
export function shareOf(shows: string | undefined): number {
  return LENGTHS[shows ?? 'glance'] ?? LENGTHS['glance']!;
}

const READABLE = 700; // what would be shown for less than these milliseconds is shown with the next

/** Events that are pointed out together, and what is left of their share. */
interface Scene<E> {
  events: E[];
  share: number;
  begins: number;
  ends: number;
}

/**
 * Points at what has just been told, one thing after another, until everything has been shown. The
 * state is what it is meanwhile: nothing waits for this.
 */
export class Beat<E> {
  /** What is pointed out now. */
  events = $state.raw<readonly E[]>([]);
  /** What was pointed out last; stays until something else is. */
  latest = $state.raw<readonly E[]>([]);
  /** Whether something is still being shown. */
  isShowing = $state(false);
  /** When the showing under way began, and when it ends. */
  from = $state(0);
  until = $state(0);

  #now: () => number;
  #queue: Scene<E>[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `now` is the time of the house. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Something was told: events with their shares, and until when they are shown. */
  tell(told: readonly (readonly [event: E, share: number])[], until: number): void {
    const now = this.#now();
    this.#go(now);
    const fresh = told.filter(([, share]) => share > 0);
    const all = [...this.#queue, ...fresh.map(([, share]) => ({ share }))];
    const whole = all.reduce((sum, { share }) => sum + share, 0);
    const scale = Math.max(0, until - now) / (whole || 1);
    this.#queue.push(...grouped(fresh, scale));
    this.#aim(until, now);
  }

  /** Everything is shown until another moment: a new pace, or somebody goes on at once. */
  aim(until: number): void {
    if (until === this.until) return;
    const now = this.#now();
    this.#go(now);
    this.#aim(until, now);
  }

  /** What was being shown is over: the line broke meanwhile, and old events are not shown again. */
  forget(): void {
    this.#queue = [];
    this.#show(this.#now());
  }

  /** No more timers. */
  rest(): void {
    clearTimeout(this.#timer);
  }

  /** How much of the showing is over, from 0 to 1. */
  fraction(now: number): number {
    const length = this.until - this.from;
    return length > 0 ? Math.max(0, Math.min(1, (now - this.from) / length)) : 1;
  }

  /** Lets go of what has been shown by now, and of the part of the first that has been. */
  #go(now: number): void {
    while (this.#queue[0] && this.#queue[0].ends <= now) this.#queue.shift();
    const [first] = this.#queue;
    if (!first || first.begins >= now) return;
    first.share *= (first.ends - now) / (first.ends - first.begins);
    first.begins = now;
  }

  /** Gives everything that waits its share of the time until then. */
  #aim(until: number, now: number): void {
    if (until !== this.until) [this.from, this.until] = [now, until];
    const whole = this.#queue.reduce((sum, { share }) => sum + share, 0);
    const time = Math.max(0, until - now);
    let at = now;
    for (const scene of this.#queue) {
      scene.begins = at;
      scene.ends = at += (time * scene.share) / whole;
    }
    if (time === 0) this.latest = this.#queue.at(-1)?.events ?? this.latest;
    this.#show(now);
  }

  #show(now: number): void {
    clearTimeout(this.#timer);
    this.#go(now);
    const [first] = this.#queue;
    this.isShowing = this.until > now;
    this.events = first?.events ?? [];
    if (first) this.latest = first.events;
    if (!this.isShowing) return;
    const next = Math.min(this.until, first?.ends ?? this.until);
    this.#timer = setTimeout(() => this.#show(this.#now()), Math.max(1, Math.ceil(next - now)));
  }
}

/** Events one by one, but for those that nobody could read in their time: they go with the next. */
function grouped<E>(
  told: readonly (readonly [event: E, share: number])[],
  scale: number,
): Scene<E>[] {
  const scenes: Scene<E>[] = [];
  let open: Scene<E> | null = null;
  for (const [event, share] of told) {
    open ??= { events: [], share: 0, begins: 0, ends: 0 };
    open.events.push(event);
    open.share += share;
    if (open.share * scale < READABLE) continue;
    scenes.push(open);
    open = null;
  }
  const last = scenes.at(-1);
  if (open && last) {
    last.events.push(...open.events);
    last.share += open.share;
  } else if (open) scenes.push(open);
  return scenes;
}

/** Follows a room. Call it while a component is set up; `share` is 0 for what is not pointed out. */
export function following<G extends AnyGame>(
  room: Room<G>,
  share: (event: G['event']) => number,
): Beat<G['event']> {
  const beat = new Beat<G['event']>(() => room.now());
  const until = (): number => room.state?.showing.until ?? 0;
  $effect(() =>
    room.hear((story) =>
      untrack(() =>
        beat.tell(
          story.map((event) => [event, share(event)] as const),
          until(),
        ),
      ),
    ),
  );
  $effect(() => {
    const shown = until();
    untrack(() => beat.aim(shown));
  });
  $effect(() => {
    if (room.line !== 'open') untrack(() => beat.forget());
  });
  $effect(() => () => beat.rest());
  return beat;
}
