import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import App from './App.svelte';
import type { HouseInfo } from './wire';

const house: HouseInfo = {
  name: 'Chez Mamie Jo',
  version: '9.9.9',
  games: [
    { name: 'diktat', title: 'Diktat', fewest_seats: 2, most_seats: 5 },
    { name: 'belote', title: 'Belote', fewest_seats: 4, most_seats: 4 },
  ],
  door: { address: 'http://192.0.2.7:8620/', path: 'M0 0h1v1h-1z', size: 29 },
  signals: [],
};

/** A house that says this about itself, and has no open tables. */
function answer(body: unknown, status = 200): void {
  vi.stubGlobal('fetch', (path: string) => {
    const told = path === '/api/house' ? body : [];
    return Promise.resolve(new Response(JSON.stringify(told), { status }));
  });
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('shows what the house says, also a game it has no picture for', async () => {
  answer(house);
  render(App);
  expect(await screen.findByText('Chez Mamie Jo, version 9.9.9')).toBeTruthy();
  expect(screen.getByText('http://192.0.2.7:8620/')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Diktat' })).toBeTruthy();
  expect(screen.getByText('2 à 5 joueurs ou robots')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Belote' })).toBeTruthy();
  expect(screen.getByText('4 joueurs')).toBeTruthy();
});

test('says so when there is no game and no network', async () => {
  answer({ ...house, games: [], door: null });
  render(App);
  expect(await screen.findByText('Aucun jeu pour l’instant')).toBeTruthy();
  expect(screen.getByText('Sur cet ordinateur seulement')).toBeTruthy();
});

test('says so when the house does not answer', async () => {
  answer({}, 500);
  render(App);
  expect(await screen.findByText('La maison ne répond pas.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Réessayer' })).toBeTruthy();
});
