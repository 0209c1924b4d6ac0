import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Action } from './types';
import { some } from '../../fixture';
import type { Amount } from '../kernel';
import { Speech } from '../../words/speech';
import Fist from './Fist.svelte';

const sentences = {
  'diktat.fist.label': 'mise de {low} à {high}',
  'diktat.fist.hold': 'maintiens',
  'diktat.fist.have': 'tu as {n}, reste {left}',
  'diktat.fist.send': 'Tendre le poing',
  'diktat.fist.nothing': 'rien à miser',
  'diktat.screen.bid_none': 'Ne rien miser',
  'diktat.screen.bid': 'Miser {n}',
};
const speech = new Speech('diktat', 'fr', { sentences, events: {}, table: {}, printed: {} });
const question = some<Amount>({ type: 'Amount', low: 0, high: 5, secret: true });

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function shown(onact: (action: Action) => void = () => {}) {
  const page = render(Fist, { question, speech, busy: false, onact });
  return { ...page, hand: page.getByRole('spinbutton') };
}

test('hides the number but while it is set, or held', async () => {
  const { hand, getByLabelText } = shown();
  expect(hand.textContent).toBe('');
  await fireEvent.click(getByLabelText('Ajouter 1'));
  expect(hand.textContent).toBe('1');
  await vi.advanceTimersByTimeAsync(2000);
  expect(hand.textContent).toBe('');
  hand.setPointerCapture = () => {};
  await fireEvent.pointerDown(hand, { pointerId: 1 });
  expect(hand.textContent).toBe('1');
  await fireEvent.pointerUp(hand);
  expect(hand.textContent).toBe('');
});

test('is set and opened by keys, within its bounds, and sent', async () => {
  const sent: Action[] = [];
  const { hand, getByText } = shown((action) => sent.push(action));
  await fireEvent.keyDown(hand, { key: 'End' });
  await fireEvent.keyDown(hand, { key: 'ArrowUp' });
  await fireEvent.keyDown(hand, { key: 'ArrowDown' });
  expect(hand.getAttribute('aria-valuenow')).toBe('4');
  await vi.advanceTimersByTimeAsync(2000);
  expect(hand.textContent).toBe('');
  await fireEvent.keyDown(hand, { key: 'Enter' });
  expect(hand.textContent).toBe('4');
  await fireEvent.keyDown(hand, { key: ' ' });
  expect(hand.textContent).toBe('');
  await fireEvent.click(getByText('Tendre le poing'));
  expect(sent).toEqual([{ type: 'Number', value: 4 }]);
});

const only = (n: number) => some<Amount>({ type: 'Amount', low: n, high: n, secret: true });

test('what can be bid in one way only is one button, which says why', async () => {
  const sent: Action[] = [];
  const onact = (action: Action) => sent.push(action);
  const page = render(Fist, { question: only(0), speech, busy: false, onact });
  expect(page.queryByRole('spinbutton')).toBeNull();
  await fireEvent.click(page.getByRole('button', { name: /Ne rien miser.*rien à miser/s }));
  await page.rerender({ question: only(2) });
  await fireEvent.click(page.getByRole('button', { name: /Miser 2.*seule réponse possible/s }));
  expect(sent).toEqual([
    { type: 'Number', value: 0 },
    { type: 'Number', value: 2 },
  ]);
});

test('a bid that has come back lies in the fist again', async () => {
  const sent: Action[] = [];
  const onact = (action: Action) => sent.push(action);
  const page = render(Fist, { question, speech, busy: false, draft: 3, onact });
  await fireEvent.click(page.getByRole('button', { name: /Tendre le poing/ }));
  expect(sent).toEqual([{ type: 'Number', value: 3 }]);
});
