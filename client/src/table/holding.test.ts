import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Holding, type Holdable } from './holding';
import type { Outcome } from './room';

let sent: number[];
let outcome: Outcome;
let table: Holdable;
let holding: Holding;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  sent = [];
  outcome = { kept: true };
  table = { pace: 'normal', isCounted: true, isAsked: false };
  holding = new Holding(
    () => {
      sent.push(Date.now());
      return Promise.resolve(outcome);
    },
    () => table,
  );
});
afterEach(() => vi.useRealTimers());

it('holds once for each press, whatever became of the one before', async () => {
  outcome = { kept: false, code: 'held_enough', rules: [] };
  expect(await holding.press()).toEqual(outcome);
  await holding.press();
  expect(sent).toHaveLength(2);
});

describe('a sheet that lies open', () => {
  it('holds at once, and renews it for three granules, no more', async () => {
    holding.open();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([0, 2500, 5000, 7500, 10_000]);
  });

  it('holds by the granule of its pace', async () => {
    table.pace = 'fast';
    holding.open();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([0, 1500, 3000, 4500, 6000]);
  });

  it('holds for as long as it is open where nothing is counted', async () => {
    table.isCounted = false;
    const close = holding.open();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sent).toHaveLength(9);
    close();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sent).toHaveLength(9);
  });

  it('holds nothing while the table waits for me', async () => {
    table.isAsked = true;
    holding.open();
    await vi.advanceTimersByTimeAsync(6000);
    expect(sent).toEqual([]);
    table.isAsked = false;
    await vi.advanceTimersByTimeAsync(2500);
    expect(sent).toEqual([7500]);
  });

  it('says nothing and asks no more once it is refused', async () => {
    outcome = { kept: false, code: 'held_enough', rules: [] };
    holding.open();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sent).toEqual([0]);
  });
});
