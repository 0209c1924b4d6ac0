import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Beat, shareOf } from './beat.svelte';

const START = 1_800_000_000_000;
let beat: Beat<string>;

/** Events by the classes that they are shown as, until so many milliseconds from now. */
function tell(classes: Record<string, string>, length: number): void {
  beat.tell(
    Object.entries(classes).map(([name, shows]) => [name, shareOf(shows)] as const),
    Date.now() + length,
  );
}

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  beat = new Beat(() => Date.now());
});
afterEach(() => {
  beat.rest();
  vi.useRealTimers();
});

describe('what was told', () => {
  it('is pointed out one thing after another, each for its share of the time', () => {
    tell({ called: 'act', revealed: 'reveal', turned: 'turn' }, 6400);
    expect(beat.events).toEqual(['called']);
    expect(beat.isShowing).toBe(true);
    vi.advanceTimersByTime(1499);
    expect(beat.events).toEqual(['called']);
    vi.advanceTimersByTime(2);
    expect(beat.events).toEqual(['revealed']);
    vi.advanceTimersByTime(3000);
    expect(beat.events).toEqual(['turned']);
    vi.advanceTimersByTime(1900);
    expect(beat.events).toEqual([]);
    expect(beat.isShowing).toBe(false);
    expect(beat.latest).toEqual(['turned']);
  });

  it('keeps its proportions at another pace', () => {
    tell({ revealed: 'reveal', turned: 'turn' }, 2450);
    vi.advanceTimersByTime(1495);
    expect(beat.events).toEqual(['revealed']);
    vi.advanceTimersByTime(10);
    expect(beat.events).toEqual(['turned']);
  });

  it('goes with what follows where nobody could read it in its time', () => {
    tell({ named: 'glance', paid: 'beside', placed: 'act', gained: 'beside' }, 2400);
    expect(beat.events).toEqual(['named', 'paid']);
    vi.advanceTimersByTime(760);
    expect(beat.events).toEqual(['placed', 'gained']);
  });

  it('is not pointed out where it is nothing to show', () => {
    tell({ counted: 'nothing' }, 0);
    expect(beat.latest).toEqual([]);
    tell({ counted: 'nothing', placed: 'act' }, 1300);
    expect(beat.events).toEqual(['placed']);
  });

  it('waits for what is being shown, which keeps the rest of its share', () => {
    tell({ revealed: 'reveal' }, 3000);
    vi.advanceTimersByTime(1000);
    tell({ placed: 'act' }, 2000 + 1500);
    vi.advanceTimersByTime(1990);
    expect(beat.events).toEqual(['revealed']);
    vi.advanceTimersByTime(20);
    expect(beat.events).toEqual(['placed']);
    vi.advanceTimersByTime(1500);
    expect(beat.isShowing).toBe(false);
  });

  it('is told all the same where no time is left for it', () => {
    tell({ one: 'act', two: 'act' }, 0);
    expect(beat.events).toEqual([]);
    expect(beat.isShowing).toBe(false);
    expect(beat.latest).toEqual(['one', 'two']);
  });

  it('shares what is left when the whole is cut', () => {
    tell({ one: 'reveal', two: 'reveal' }, 6000);
    tell({ three: 'reveal' }, 6000); // the house shows nothing for longer than that
    vi.advanceTimersByTime(2010);
    expect(beat.events).toEqual(['two']);
    vi.advanceTimersByTime(2000);
    expect(beat.events).toEqual(['three']);
  });
});

describe('the time of the showing', () => {
  it('is over at once when somebody goes on', () => {
    tell({ one: 'reveal', two: 'reveal' }, 6000);
    vi.advanceTimersByTime(1000);
    beat.aim(Date.now());
    expect(beat.events).toEqual([]);
    expect(beat.isShowing).toBe(false);
    expect(beat.latest).toEqual(['two']);
  });

  it('is stretched by a slower pace', () => {
    tell({ one: 'act', two: 'act' }, 2600);
    beat.aim(Date.now() + 5200);
    vi.advanceTimersByTime(2500);
    expect(beat.events).toEqual(['one']);
    vi.advanceTimersByTime(200);
    expect(beat.events).toEqual(['two']);
  });

  it('runs for who has just come, with nothing of what was told before', () => {
    beat.aim(Date.now() + 4000);
    expect([beat.isShowing, beat.events]).toEqual([true, []]);
    vi.advanceTimersByTime(1000);
    expect(beat.fraction(Date.now())).toBeCloseTo(0.25);
    vi.advanceTimersByTime(3000);
    expect([beat.isShowing, beat.fraction(Date.now())]).toEqual([false, 1]);
  });

  it('goes on without the old events after a break', () => {
    tell({ one: 'reveal', two: 'reveal' }, 6000);
    vi.advanceTimersByTime(1000);
    beat.forget();
    expect([beat.isShowing, beat.events]).toEqual([true, []]);
    beat.aim(Date.now() + 2000);
    expect(beat.events).toEqual([]);
    vi.advanceTimersByTime(2000);
    expect(beat.isShowing).toBe(false);
  });

  it('begins anew with each thing that is told', () => {
    tell({ one: 'act' }, 1300);
    vi.advanceTimersByTime(650);
    expect(beat.fraction(Date.now())).toBeCloseTo(0.5);
    tell({ two: 'act' }, 1950);
    expect(beat.fraction(Date.now())).toBe(0);
  });
});

it('shows what it has no class for as a glance', () => {
  expect(shareOf(undefined)).toBe(shareOf('glance'));
  expect(shareOf('nothing')).toBe(0);
});
