import { expect, test } from 'vitest';
import { placeOf, router } from './router.svelte';

test.each([
  ['/', { page: 'home' }],
  ['/t/Eofuh-YIOE1DECxfHNXO0w', { page: 'table', table: 'Eofuh-YIOE1DECxfHNXO0w' }],
  ['/t/abc/salon', { page: 'television', table: 'abc' }],
  ['/t/', { page: 'nowhere' }],
  ['/t/a%20b', { page: 'nowhere' }],
  ['/elsewhere', { page: 'nowhere' }],
])('%s', (path, place) => {
  expect(placeOf(path)).toEqual(place);
});

function click(id: string): boolean {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, button: 0 });
  return document.querySelector(id)!.dispatchEvent(event);
}

test('our own links do not reload the page; others are left alone', () => {
  const stop = router.follow();
  document.body.innerHTML =
    '<a id="ours" href="/t/abc">x</a><a id="file" href="/api/tables/abc/record">y</a>';
  expect(click('#ours')).toBe(false);
  expect(router.place).toEqual({ page: 'table', table: 'abc' });
  document.body.addEventListener('click', (event) => event.preventDefault());
  click('#file');
  expect(router.path).toBe('/t/abc');
  stop();
});
