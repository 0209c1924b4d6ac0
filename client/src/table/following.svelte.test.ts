import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { following, type Beat } from './beat.svelte';
import type { Line, Room, SomeGame, Tagged } from './room';

/** A room that a test tells what happens. */
class Told {
  line = $state<Line>('open');
  state = $state.raw({ showing: { until: 0 } });
  #listeners = new Set<(story: readonly Tagged[]) => void>();
  now = (): number => Date.now();
  hear(listener: (story: readonly Tagged[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  happen(kinds: string[], length: number): void {
    this.state = { showing: { until: Date.now() + length } };
    const story = kinds.map((type) => ({ type }));
    for (const listener of this.#listeners) listener(story);
    flushSync();
  }

  /** As after a break: the state alone is new. */
  renew(length: number): void {
    this.state = { showing: { until: Date.now() + length } };
    flushSync();
  }
}

let told: Told;
let beat: Beat<Tagged>;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  told = new Told();
  stop = $effect.root(() => {
    const room = told as unknown as Room<SomeGame>;
    beat = following(room, ({ type }) => (type === 'Quiet' ? 0 : 1000));
  });
  flushSync();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const pointed = (): string[] => beat.events.map(({ type }) => type);

test('points at what is told now, and not at what is nothing to show', () => {
  told.happen(['Quiet', 'One', 'Two'], 2000);
  expect(pointed()).toEqual(['One']);
  vi.advanceTimersByTime(1001);
  expect(pointed()).toEqual(['Two']);
  vi.advanceTimersByTime(1000);
  expect([pointed(), beat.isShowing]).toEqual([[], false]);
});

test('points at nothing of what was told while the line was broken, nor before', () => {
  told.happen(['One', 'Two'], 4000);
  told.line = 'resuming';
  flushSync();
  told.line = 'open';
  told.renew(3000);
  expect([pointed(), beat.isShowing]).toEqual([[], true]);
  told.happen(['Three'], 4000);
  expect(pointed()).toEqual(['Three']);
});

test('is over at once when the house goes on', () => {
  told.happen(['One', 'Two'], 4000);
  told.renew(0);
  expect([pointed(), beat.isShowing]).toEqual([[], false]);
});

test('follows no more once its screen is gone', () => {
  told.happen(['One', 'Two'], 2000);
  stop();
  expect(vi.getTimerCount()).toBe(0);
  told.happen(['Three'], 2000);
  expect(pointed()).toEqual(['One']);
});
