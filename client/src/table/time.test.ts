import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toasts } from '../ui/toasts.svelte';
import { words } from '../words.svelte';
import { Beat } from './beat.svelte';
import Hold from './Hold.svelte';
import { Holding } from './holding';
import Meanwhile from './Meanwhile.svelte';
import Pacing from './Pacing.svelte';
import type { Outcome, Room } from './room';
import { Sealed } from './sealed.svelte';
import Shown from './Shown.svelte';

const REFUSED: Outcome = { kept: false, code: 'held_enough', rules: [] };
const KEPT: Outcome = { kept: true };

beforeEach(() => words.speak('fr'));
afterEach(() => {
  cleanup();
  toasts.hush();
});

/** A table where I play with two others, bots or not. */
function tableOf(more: object = {}, kinds = ['person', 'bot', 'bot']): Room {
  const game = { pauses: 'house', waiting_for: [-2], question: null, answer: null, outcome: null };
  const showing = { until: 0, held: false, pace: 'normal', step: false };
  return {
    seat: 0,
    pending: false,
    card: { chairs: kinds.map((kind, seat) => ({ kind, seat, name: '' })) },
    state: { game: { ...game, ...more }, showing: { ...showing, ...more }, undo: true },
    pace: vi.fn(() => Promise.resolve(KEPT)),
    undo: vi.fn(() => Promise.resolve(KEPT)),
  } as unknown as Room;
}

describe('the button that holds', () => {
  const hold = vi.fn(() => Promise.resolve(KEPT as Outcome));
  const drawn = (left: number | null): void => {
    const table = { pace: 'normal', isCounted: true, isAsked: false } as const;
    render(Hold, { holding: new Holding(hold, () => table), left });
  };
  beforeEach(() => hold.mockClear());

  it('is never grey, and tells who has no hold left so, and nothing else', async () => {
    hold.mockResolvedValueOnce(REFUSED);
    drawn(0);
    const button = screen.getByRole('button', { name: /Retenir la partie/ });
    expect(button.getAttribute('aria-disabled')).toBeNull();
    await fireEvent.click(button);
    await vi.waitFor(() =>
      expect(toasts.now?.text).toBe('Tu as déjà retenu la table quatre fois.'),
    );
  });

  it('has a dot for each hold that is left, where they are counted', () => {
    drawn(3);
    expect(screen.getByRole('img').getAttribute('aria-label')).toContain('3 fois');
    expect(document.querySelectorAll('.dots i:not(.spent)')).toHaveLength(3);
    cleanup();
    drawn(null);
    expect(document.querySelector('.dots')).toBeNull();
  });

  it('is the space bar, but not where that presses or types something', async () => {
    drawn(4);
    await fireEvent.keyDown(document.body, { key: ' ' });
    expect(hold).toHaveBeenCalledTimes(1);
    await fireEvent.keyDown(screen.getByRole('button'), { key: ' ' });
    await fireEvent.keyDown(document.body, { key: ' ', repeat: true });
    await fireEvent.keyDown(document.body, { key: 'x' });
    expect(hold).toHaveBeenCalledTimes(1);
  });
});

describe('what is being shown', () => {
  it('is one line with a bar that runs, and a lamp without a name', () => {
    const beat = new Beat<unknown>(() => Date.now());
    const page = render(Shown, { beat, text: 'Otakar envoie 3 pions.', isHeld: true });
    expect(document.querySelector('.bar i')).toBeNull();
    beat.aim(Date.now() + 2000);
    flushSync();
    const bar = document.querySelector<HTMLElement>('.bar i');
    expect(Number.parseInt(bar?.style.animationDuration ?? '', 10)).toBeGreaterThan(1900);
    expect(screen.getByText('Otakar envoie 3 pions.')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('Quelqu’un réfléchit');
    expect(page.queryByRole('button')).toBeNull();
    beat.rest();
  });

  it('is passed over by a touch and by S where one plays alone', async () => {
    const onskip = vi.fn();
    const beat = new Beat<unknown>(() => Date.now());
    render(Shown, { beat, text: '', isHeld: false, onskip });
    await fireEvent.click(screen.getByRole('button', { name: 'Passer à la suite' }));
    await fireEvent.keyDown(document.body, { key: 's' });
    await fireEvent.keyDown(document.body, { key: 'S', ctrlKey: true });
    expect(onskip).toHaveBeenCalledTimes(2);
    // a letter presses neither a button nor a choice, but may be typed
    for (const type of ['radio', 'text']) {
      const input = Object.assign(document.createElement('input'), { type });
      document.body.append(input);
      // oxlint-disable-next-line no-await-in-loop
      await fireEvent.keyDown(input, { key: 's' });
      input.remove();
    }
    expect(onskip).toHaveBeenCalledTimes(3);
  });
});

describe('the pace', () => {
  it('can be changed at any moment, and waits for me if I want it to', async () => {
    const room = tableOf();
    render(Pacing, { room });
    await fireEvent.click(screen.getByRole('radio', { name: 'rapide' }));
    await fireEvent.click(screen.getByRole('radio', { name: 'pas à pas' }));
    expect(vi.mocked(room.pace).mock.calls).toEqual([
      ['fast', false],
      ['normal', true],
    ]);
  });

  it('goes step by step only where the house goes on by itself', () => {
    render(Pacing, { room: tableOf({ pauses: 'seats' }) });
    expect(screen.getAllByRole('radio')).toHaveLength(4);
  });
});

const meanwhile = (room: Room, sealed = new Sealed(), isShowing = false): (() => void) => {
  const onskip = vi.fn();
  render(Meanwhile, { room, sealed, isShowing, onskip, done: () => undefined });
  return onskip;
};

describe('where a question would stand', () => {
  it('a sealed answer is said to be sealed, and can be taken back', async () => {
    const room = tableOf({ answer: { type: 'Yes' } });
    meanwhile(room, new Sealed(), true);
    expect(screen.getByRole('status').textContent).toContain('quand tout aura été montré');
    await fireEvent.click(screen.getByRole('button', { name: 'Reprendre' }));
    expect(room.undo).toHaveBeenCalledOnce();
  });

  it('a sealed answer waits for those of the others once all is shown', () => {
    const room = tableOf({ answer: { type: 'Yes' } }, ['person', 'person', 'bot']);
    meanwhile(room);
    expect(screen.getByRole('status').textContent).toContain('quand tous auront répondu');
  });

  it('an answer that came back by itself is said to have come back', () => {
    const sealed = new Sealed();
    const question = { type: 'Agree' };
    sealed.look({ decision: 1, answer: { type: 'Yes' }, question, draft: null });
    sealed.look({ decision: 2, answer: null, question, draft: { type: 'Yes' } });
    meanwhile(tableOf(), sealed);
    expect(screen.getByRole('status').textContent).toContain('ta réponse t’est revenue');
  });

  it('one goes on by a button where the table goes step by step, and nowhere else', async () => {
    const onskip = meanwhile(tableOf({ step: true }));
    await fireEvent.click(screen.getByRole('button', { name: 'Suite' }));
    expect(onskip).toHaveBeenCalledOnce();
    cleanup();
    meanwhile(tableOf());
    expect(screen.queryByRole('button')).toBeNull();
    const question = { type: 'Agree' };
    meanwhile(tableOf({ step: true, question, waiting_for: [0, -2] }));
    expect(screen.queryByRole('button')).toBeNull();
  });
});
