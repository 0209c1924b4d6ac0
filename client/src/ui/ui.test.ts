import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { words } from '../words.svelte';
import Button from './Button.svelte';
import Choice from './Choice.svelte';
import { figures, left } from './time.svelte';
import Tabs from './Tabs.svelte';
import Timer from './Timer.svelte';
import Toast from './Toast.svelte';
import { toasts } from './toasts.svelte';

beforeEach(() => words.speak('fr'));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const text = (said: string) => createRawSnippet(() => ({ render: () => `<span>${said}</span>` }));

test('an impossible button says why, keeps its place, and does nothing', async () => {
  const onclick = vi.fn();
  render(Button, { children: text('Dénoncer'), why: 'déjà jugé', onclick });
  const button = screen.getByRole('button', { name: /Dénoncer.*déjà jugé/s });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.hasAttribute('disabled')).toBe(false);
  await fireEvent.click(button);
  expect(onclick).not.toHaveBeenCalled();
});

test('figures count the second under way as a whole one, and end at zero', () => {
  expect([90_000, 89_001, 60_000, 9999, 1, 0].map(figures)).toEqual([
    '1:30',
    '1:30',
    '1:00',
    '0:10',
    '0:01',
    '0:00',
  ]);
});

test('a paused clock stands still, a past one is at zero, none is none', () => {
  const clock = { due: 5000, left: null, length: 90_000, strict: true };
  expect(left(clock, 2000)).toBe(3000);
  expect(left(clock, 9000)).toBe(0);
  expect(left({ ...clock, left: 1234 }, 9000)).toBe(1234);
  expect(left({ ...clock, due: null }, 9000)).toBe(null);
});

test('a timer reaches zero without going below, and tells every second', async () => {
  vi.useFakeTimers();
  const heard: number[] = [];
  const start = Date.now();
  render(Timer, {
    clock: { due: start + 3000, left: null, length: 90_000, strict: true },
    now: () => Date.now(),
    onsecond: (seconds: number) => heard.push(seconds),
  });
  await vi.advanceTimersByTimeAsync(6000);
  expect(screen.getByRole('timer').textContent).toContain('0:00');
  expect(heard).toEqual([3, 2, 1, 0]);
});

test('a toast has its place before it is there, and goes by itself unless something is wrong', async () => {
  vi.useFakeTimers();
  render(Toast);
  const place = screen.getByRole('status');
  expect(place.textContent?.trim()).toBe('');
  toasts.say('Gardé', 'kept');
  await vi.advanceTimersByTimeAsync(10);
  expect(place.textContent).toContain('Gardé');
  await vi.advanceTimersByTimeAsync(6000);
  expect(place.textContent?.trim()).toBe('');
  toasts.say('Refusé', 'wrong');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(screen.getByRole('status')).toBe(place);
  expect(place.textContent).toContain('Refusé');
  toasts.hush();
});

const chosen = () => screen.getByRole('tab', { selected: true }).textContent?.trim();

test('tabs follow the arrows, round and round', async () => {
  render(Tabs, {
    name: 'Onglets',
    tabs: [
      { id: 'a', label: 'Carte' },
      { id: 'b', label: 'Table' },
      { id: 'c', label: 'Journal' },
    ],
    children: createRawSnippet<[string]>((id) => ({ render: () => `<p>${id()}</p>` })),
  });
  expect(chosen()).toBe('Carte');
  const row = screen.getByRole('tablist');
  await fireEvent.keyDown(row, { key: 'ArrowLeft' });
  expect(chosen()).toBe('Journal');
  await fireEvent.keyDown(row, { key: 'ArrowRight' });
  expect(chosen()).toBe('Carte');
  await fireEvent.keyDown(row, { key: 'End' });
  expect(chosen()).toBe('Journal');
});

test('a choice is a group of radios with a name', async () => {
  const onchange = vi.fn();
  render(Choice, {
    label: 'Langue',
    value: 'fr',
    options: [
      { value: 'fr', label: 'Français' },
      { value: 'en', label: 'English' },
    ],
    onchange,
  });
  expect(screen.getByRole('group', { name: 'Langue' })).toBeTruthy();
  await fireEvent.click(screen.getByRole('radio', { name: 'English' }));
  expect(onchange).toHaveBeenCalledWith('en');
});
