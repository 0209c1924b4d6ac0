import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { Chair, Returned as Told } from '../wire';
import { words } from '../words.svelte';
import { library } from '../words/library.svelte';
import { Speech } from '../words/speech';
import Returned from './Returned.svelte';
import type { Room } from './room';

words.speak('fr');
const speech = new Speech('g', 'fr', {
  sentences: {
    'g.headings.Cycle': 'Cycle {n}',
    'g.events.Sent': '{seat:seat} : une équipe, {sector}.',
    'g.events.Lost': '{seat:seat} : perd {power} PP.',
    'g.events.Quiet': '',
  },
  events: { Sent: ['seat', 'sector'], Lost: ['seat', 'power'], Quiet: ['seat'] },
  table: {},
  printed: {},
  headings: { Cycle: 1 },
});
vi.spyOn(library, 'of').mockImplementation((_game, seats = [], you = -1) =>
  speech.seated(seats, you),
);

const START = 1_800_000_000_000;
const MINUTE = 60_000;

function chair(seat: number, name: string, away = false): Chair {
  return { seat, kind: 'person', name, bot: '', present: true, away, host: false };
}

function room(returned: Told | null, away = false): Room & { dismissed: number; heard: number } {
  const there = {
    seat: 1,
    card: {
      status: 'playing',
      terms: { game: 'g', seats: 2 },
      chairs: [chair(0, 'Inès'), chair(1, 'Théo', away)],
    },
    returned,
    dismissed: 0,
    heard: 0,
    dismiss: () => (there.dismissed += 1),
    here: () => (there.heard += 1),
  };
  return there as unknown as Room & { dismissed: number; heard: number };
}

function told(minutes: number, story: Told['story']): Told {
  return { type: 'returned', since: START, until: START + minutes * MINUTE, story };
}

afterEach(cleanup);

test('who comes back reads since when, what was done and what was lost', async () => {
  const there = room(
    told(12, [
      { type: 'Cycle', n: 2 },
      { type: 'Sent', seat: 1, sector: 'Karst' },
      { type: 'Quiet', seat: 1 },
      { type: 'Lost', seat: 1, power: 3 },
    ]),
  );
  render(Returned, { room: there });
  const text = screen.getByRole('dialog').textContent;
  expect(text).toContain('Pendant ton absence (12 min), un remplaçant a joué à ta place.');
  expect(text).toContain('Cycle 2');
  expect(screen.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
    'Théo : une équipe, Karst.',
    'Théo : perd 3 PP.',
  ]);
  await fireEvent.click(screen.getByRole('button', { name: 'Je reprends' }));
  expect(there.dismissed).toBe(1);
});

test.each([
  [0.5, 'Pendant ton absence, un remplaçant'],
  [90, '(90 min)'],
  [60 * 5 + 20, '(5 h)'],
  [60 * 24 * 3, '(3 jours)'],
])('%d minutes are said as one says them', (minutes, said) => {
  render(Returned, { room: room(told(minutes, [])) });
  const text = screen.getByRole('dialog').textContent;
  expect(text).toContain(said);
  expect(text).toContain('Il n’avait rien à faire.');
});

test('who is there and is played for takes the seat back by any touch', async () => {
  const there = room(null, true);
  render(Returned, { room: there });
  expect(screen.getByRole('status').textContent).toContain('Un remplaçant joue à ta place.');
  expect(screen.queryByRole('dialog')).toBeNull();
  await fireEvent.pointerDown(document.body);
  await fireEvent.keyDown(document.body, { key: 'a' });
  expect(there.heard).toBe(2);
});

test('who plays sees nothing of it, and nothing is sent', async () => {
  const there = room(null);
  render(Returned, { room: there });
  expect(document.body.textContent.trim()).toBe('');
  await fireEvent.pointerDown(document.body);
  expect(there.heard).toBe(0);
});
