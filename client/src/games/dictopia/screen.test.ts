import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StillRoom, type Scene } from '../../stage/room.svelte';
import { toasts } from '../../ui/toasts.svelte';
import { words } from '../../words.svelte';
import Public from './Public.svelte';
import Screen from './Screen.svelte';
import type { Spelt } from '../kernel';
import type { Action } from './types';

const scenes = import.meta.glob<Scene>('./scenes/*.json', { eager: true, import: 'default' });

function scene(name: string): Scene {
  const found = scenes[`./scenes/${name}.json`];
  if (!found) throw new Error(`there is no scene ${name}`);
  return found;
}

function shown(name: string, draft: StillRoom['draft'] = null): StillRoom {
  const room = new StillRoom(scene(name), draft);
  render(room.seat < 0 ? Public : Screen, { room });
  return room;
}

/** The word in an act that lays one. */
function laid(act: Action | undefined): Spelt {
  if (act?.type !== 'Spelt') throw new Error('no word was laid');
  return act;
}

const press = (key: string) => fireEvent.keyDown(document.body, { key });
const word = () => screen.getByRole('region', { name: 'Ton mot' });
const spelt = () =>
  within(word())
    .queryAllByRole('button')
    .map((tile) => tile.getAttribute('aria-label')?.[0])
    .join('');

beforeEach(() => {
  words.speak('fr');
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { status: 409 })));
});
afterEach(() => {
  cleanup();
  toasts.hush();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each(Object.keys(scenes))('%s is shown in both languages, with all words there', (path) => {
  for (const language of ['fr', 'en'] as const) {
    words.speak(language);
    shown(path.replace('./scenes/', '').replace('.json', ''));
    expect(document.body.textContent).not.toMatch(/page\.|undefined|\{\w+\}|NaN/);
    cleanup();
  }
});

test('a word is typed, kept at every letter, and locked with Enter', async () => {
  const room = shown('trial'); // PU LO BU RE GO RI ZY QU
  for (const key of 'bloquer') await press(key);
  expect(spelt()).toBe('BLOQUER');
  expect(room.kept.map((kept) => laid(kept).letters)).toEqual([
    'B',
    'BL',
    'BLO',
    'BLOQ',
    'BLOQU',
    'BLOQUE',
    'BLOQUER',
  ]);
  await press('Enter');
  expect(room.done).toEqual([
    { type: 'Spelt', letters: 'BLOQUER', cards: expect.any(Array), mark: 'lock' },
  ]);
  expect(new Set(laid(room.done[0]).cards).size).toBe(7);
});

test('a letter that is not there is refused in words, and nothing is sent', async () => {
  const room = shown('trial');
  await press('x');
  expect(await screen.findByText('Plus de X dans tes cartes.')).toBeTruthy();
  expect(room.kept).toEqual([]);
});

test('a shortcut of the browser is no letter', async () => {
  const room = shown('trial');
  await fireEvent.keyDown(document.body, { key: 'r', ctrlKey: true });
  expect(room.kept).toEqual([]);
});

test('accents, cedillas and ligatures are the letters of the cards [DIC-GAM-4]', async () => {
  shown('trial'); // PU LO BU RE GO RI ZY QU
  for (const key of 'roué') await press(key);
  expect(spelt()).toBe('ROUE');
  for (const _ of 'roue') await press('Backspace');
  await fireEvent.keyDown(document.body, { key: 'œ', altKey: true }); // as a Mac writes it
  await fireEvent.keyDown(document.body, { key: 'ï', altKey: true, ctrlKey: true }); // AltGr
  expect(spelt()).toBe('OEI');
  await fireEvent.keyDown(document.body, { key: 'r', altKey: true }); // opens a menu
  expect(spelt()).toBe('OEI');
});

test('a word is written by dead keys, or pasted, as it is typed', async () => {
  const room = shown('trial');
  const pen = screen.getByRole<HTMLInputElement>('textbox', { name: 'Tape ton mot' });
  await fireEvent.compositionStart(pen);
  await fireEvent.input(pen, { target: { value: '¨' } });
  expect(spelt()).toBe('');
  pen.value = 'ï';
  await fireEvent.compositionEnd(pen);
  await fireEvent.input(pen, { target: { value: 'l' } });
  expect([spelt(), pen.value]).toEqual(['IL', '']);
  await press('Escape');
  await fireEvent.paste(document.body, { clipboardData: { getData: () => ' Plié ! ' } });
  expect(spelt()).toBe('PLIE');
  expect(room.kept.at(-1)).toMatchObject({ letters: 'PLIE' });
  await fireEvent.paste(document.body, { clipboardData: { getData: () => 'ç' } });
  expect(await screen.findByText('Plus de C dans tes cartes.')).toBeTruthy();
});

test('cards are touched, letters taken back and cleared by keys', async () => {
  const room = shown('trial');
  const first = screen.getByRole('group', { name: /^Carte 1\s: P ou U/ });
  await fireEvent.click(within(first).getByRole('button', { name: 'U, 2 yeux' }));
  const fourth = screen.getByRole('group', { name: /^Carte 4\s: R ou E/ });
  await fireEvent.click(within(fourth).getByRole('button', { name: 'E, 1 œil' }));
  expect(spelt()).toBe('UE');
  expect(within(first).getByRole('button', { pressed: true }).getAttribute('aria-label')).toBe(
    'U, 2 yeux',
  );
  await press('Backspace');
  expect(spelt()).toBe('U');
  await press('Escape');
  expect(spelt()).toBe('');
  expect(room.kept.at(-1)).toEqual({ type: 'Spelt', letters: '', cards: [], mark: '' });
});

test('a letter of the word shows its card, and comes from another one', async () => {
  const room = shown('trial');
  for (const key of 'rue') await press(key);
  await fireEvent.click(within(word()).getAllByRole('button')[1]!);
  expect(await screen.findByText('Touche un autre U pour changer de carte.')).toBeTruthy();
  const before = laid(room.kept.at(-1)).cards[1]!;
  const other = before === 2 ? 1 : 3;
  const group = screen.getAllByRole('group')[other - 1]!;
  await fireEvent.click(within(group).getByRole('button', { name: /^U/ }));
  const after = laid(room.kept.at(-1));
  expect(after.letters).toBe('RUE');
  expect(after.cards[1]).toBe(other - 1);
});

test('what lay there is there again after a return', () => {
  shown('trial', { type: 'Spelt', letters: 'RUE', cards: [3, 2, 3], mark: '' });
  expect(spelt()).toBe('RUE');
});

test('what lay there is taken up when it comes after the hand, and once', async () => {
  const room = shown('trial');
  expect(spelt()).toBe('');
  room.draft = { type: 'Spelt', letters: 'RUE', cards: [3, 2, 3], mark: '' };
  await tick();
  expect(spelt()).toBe('RUE');
  await press('Backspace');
  room.draft = null; // asked anew
  await tick();
  expect(spelt()).toBe('RU');
});

test('with one letter there is nothing to lock, and the button says why', async () => {
  const room = shown('trial');
  await press('r');
  await press('Enter');
  const button = screen.getByRole('button', { name: /C’est mon mot/ });
  expect(button.textContent).toContain('deux lettres au moins');
  await fireEvent.click(button);
  expect(room.done).toEqual([]);
});

test('a word that comes too late is said to be late', async () => {
  const room = shown('trial');
  room.outcome = { kept: false, code: 'late', rules: [] };
  for (const key of 'rue') await press(key);
  await press('Enter');
  expect(await screen.findByText('Trop tard : le temps est écoulé.')).toBeTruthy();
});

test('a locked word lies still', async () => {
  const room = shown('trial-locked');
  expect(spelt()).toBe('BLOQUER');
  await press('r');
  await fireEvent.click(screen.getAllByRole('button', { name: /^R,/ })[0]!);
  expect(spelt()).toBe('BLOQUER');
  expect([room.kept, room.done]).toEqual([[], []]);
});

test('at zero the clock stands at zero and the word stays', async () => {
  vi.useFakeTimers();
  const room = shown('trial');
  for (const key of 'rue') await press(key);
  room.passed = 95_000;
  await vi.advanceTimersByTimeAsync(300);
  expect(screen.getByRole('timer').textContent).toContain('0:00');
  expect(spelt()).toBe('RUE');
});

test('a foreign word is sent with its language', async () => {
  const room = shown('trial-foreign'); // GA GE BU TO JY KY PU BI
  for (const key of 'tube') await press(key);
  await fireEvent.change(screen.getByRole('combobox', { name: 'Langue' }), {
    target: { value: 'en' },
  });
  expect(laid(room.kept.at(-1)).mark).toBe('en');
  await fireEvent.click(screen.getByRole('button', { name: /C’est mon mot/ }));
  expect(laid(room.done[0]).mark).toBe('lock en');
});

test('before denunciations close nothing is said of a word that nobody denounced', () => {
  shown('count');
  const said = document.body.textContent ?? '';
  expect(said).not.toMatch(/nom|verbe|adjectif|Interdit|on pouvait/i);
});

test('a word of another is denounced; one’s own is not to be', async () => {
  const room = shown('count');
  const buttons = await screen.findAllByRole('button', { name: /Dénoncer le mot de/ });
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Dénoncer le mot de Théo',
    'Dénoncer le mot de Mamie Jo',
    'Dénoncer le mot de Marc',
  ]);
  await fireEvent.click(buttons[2]!);
  expect(room.done).toEqual([{ type: 'Denounce', seat: 3 }]);
});

test('a verdict comes with its entry, and who asked for it', () => {
  shown('verdict-upheld');
  expect(document.body.textContent).toMatch(/plinthes, nom féminin pluriel, de «\splinthe\s»/);
  expect(document.body.textContent).toContain('Dénoncé par Théo.');
});

test('disputes are sent together', async () => {
  const room = shown('dispute');
  await fireEvent.click(screen.getByRole('button', { name: 'Contester le mot de Marc' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Contester le mot de Théo' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Contester 2 mots' }));
  expect(room.done).toEqual([{ type: 'Dispute', seats: [1, 3] }]);
});

test('a vote is sealed, can be changed while the house allows, and tells of nobody', async () => {
  const room = shown('vote');
  await fireEvent.click(screen.getByRole('button', { name: 'Oui' }));
  expect(room.done).toEqual([{ type: 'Yes' }]);
  cleanup();
  const given = shown('vote-given');
  expect(screen.queryByRole('button', { name: 'Oui' })).toBeNull();
  await fireEvent.click(screen.getByRole('button', { name: 'Changer d’avis' }));
  expect(given.undone).toBe(1);
  expect(document.body.textContent).not.toMatch(/a voté|a répondu/);
});

test('the author of a word does not vote on it', () => {
  shown('vote-mine', null);
  expect(screen.queryByRole('button', { name: 'Oui' })).toBeNull();
  expect(document.body.textContent).toContain('La table vote sur ton mot');
});

/** The blank card at a table where one says what one likes, or ready-made phrases only. */
function inventing(talk: 'free' | 'phrases'): StillRoom {
  const room = new StillRoom(scene('invent'));
  room.card = { ...room.card, terms: { ...room.card.terms, talk } };
  render(Screen, { room });
  return room;
}

test('a mission is written, and sent without its edges', async () => {
  const room = inventing('free');
  const field = screen.getByRole('textbox', { name: 'À ta façon' });
  await fireEvent.input(field, { target: { value: '  Un mot   doux ' } });
  expect(room.kept.at(-1)).toEqual({ type: 'Invent', text: 'Un mot doux' });
  await fireEvent.submit(field.closest('form')!);
  expect(room.done).toEqual([{ type: 'Invent', text: 'Un mot doux' }]);
});

test('a mission that was wiped away does not come back', async () => {
  inventing('free').draft = { type: 'Invent', text: 'Sans voyelle' };
  await tick();
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'À ta façon' });
  expect(field.value).toBe('Sans voyelle');
  await fireEvent.input(field, { target: { value: '' } });
  expect(field.value).toBe('');
});

test('where only phrases are said, a mission is a ready-made one; a refusal is told', async () => {
  const room = inventing('phrases');
  expect(screen.queryByRole('textbox')).toBeNull();
  const ready = screen.getByRole('combobox', { name: 'Ta mission' });
  await fireEvent.change(ready, { target: { value: '1' } });
  room.outcome = { kept: false, code: 'phrases_only', rules: [] };
  await fireEvent.submit(ready.closest('form')!);
  expect(room.done).toEqual([{ type: 'Invent', text: 'Un mot d’au moins six lettres' }]);
  await vi.waitFor(() => expect(toasts.now).toBeTruthy());
});

const turned = () => [...document.querySelectorAll('.turning')].map((row) => row.children.length);

test('words are turned for as long, whatever lies there, and a touch ends it', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} }));
  const room = shown('trial');
  const count = scene('count');
  room.go(count, count.story);
  await vi.advanceTimersByTimeAsync(10);
  expect(turned()).toEqual([8, 8, 8, 8]);
  await fireEvent.click(document.querySelector('.reveal')!);
  expect(turned()).toEqual([]);
});

test('the sheet has a row for each, and the trial under way is lit', () => {
  shown('score');
  const rows = screen
    .getAllByRole('row')
    .map((row) => row.textContent?.replace(/\s+/g, ' ').trim());
  expect(rows[1]).toContain('Inès');
  expect(rows[1]).toMatch(/23$/);
});

test('alone, Big Brother has a row, and the end says who has won', () => {
  shown('solo-over');
  expect(screen.getByRole('rowheader', { name: 'Big Brother' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Big Brother a tout vu' })).toBeTruthy();
});

test('what could have been laid is asked for once the trial is closed, not before', async () => {
  const asked = vi.fn<(address: string) => Promise<Response>>(() =>
    Promise.resolve(
      new Response(
        JSON.stringify({
          trial: 2,
          words: [
            {
              letters: 'PLINTHES',
              points: 13,
              eyes: 12,
              on_target: true,
              met: ['feminine'],
              brother: 0,
              band: 2,
            },
          ],
        }),
      ),
    ),
  );
  vi.stubGlobal('fetch', asked);
  shown('verdict-struck');
  expect(asked).not.toHaveBeenCalled();
  cleanup();
  const room = shown('score');
  await waitFor(() => expect(document.body.textContent).toContain('8 lettres, 12 yeux, féminin'));
  expect(asked.mock.calls[0]![0]).toBe(`/api/tables/${room.table}/review?trial=2`);
  expect(document.body.textContent).toContain('Ton mot valait le meilleur de ta main.');
});

test('one’s own word has its place among those that could have been laid', async () => {
  const other = { on_target: false, met: [], brother: 0, band: 0, eyes: 9 };
  const best = [
    { letters: 'AAAAAAAA', points: 99, ...other },
    { letters: 'BB', points: 2, ...other },
  ];
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(JSON.stringify({ trial: 2, words: best }))),
  );
  const told = scene('score');
  render(Screen, { room: new StillRoom({ ...told, card: { ...told.card, id: 'another' } }) });
  const list = await screen.findByRole('region', { name: /on pouvait/ });
  await waitFor(() => expect(within(list).getAllByRole('listitem').length).toBe(3));
  const rows = within(list)
    .getAllByRole('listitem')
    .map((row) => row.querySelector('.letters')!.textContent);
  expect(rows).toEqual(['AAAAAAAA', 'PLINTHES', 'BB']);
  expect(list.textContent).toContain('ton mot');
});

test('whoever is asked to look a word up is shown where, and the house asks nobody', () => {
  const asked = vi.fn<() => Promise<Response>>(() =>
    Promise.resolve(new Response('{}', { status: 409 })),
  );
  vi.stubGlobal('fetch', asked);
  shown('look-up');
  const link = screen.getByRole('link', { name: /sur le Wiktionnaire/ });
  expect(link.getAttribute('href')).toMatch(/^https:\/\/fr\.wiktionary\.org\/.*search=\p{Ll}+$/u);
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    '_blank',
    'noopener noreferrer external',
  ]);
  expect(asked).not.toHaveBeenCalled();
  cleanup();
  shown('look-up-mine');
  expect(screen.queryByRole('link', { name: /sur le Wiktionnaire/ })).toBeNull();
});

test('those who watch see no hand and no word before the end', () => {
  shown('public-trial');
  expect(screen.queryByRole('region', { name: 'Ton mot' })).toBeNull();
  expect(document.querySelectorAll('.letter, .tile').length).toBe(0);
});

test('the training gives a hint, a letter more each time', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (_: string, given: { body: string }) => {
    asked.push(given.body);
    const letters = 'SOUDAIN'.slice(0, asked.length);
    return Promise.resolve(new Response(JSON.stringify({ letters, length: 7 })));
  });
  shown('training');
  await fireEvent.click(screen.getByRole('button', { name: 'Indice' }));
  expect(await screen.findByText(/S · · · · · ·/)).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Indice' }));
  expect(await screen.findByText(/SO · · · · ·/)).toBeTruthy();
  expect(asked).toEqual(['{"step":0}', '{"step":1}']);
  await press('s');
  expect(screen.queryByText(/SO ·/)).toBeNull();
});
