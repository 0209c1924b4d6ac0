import { expect, test } from 'vitest';
import { patched } from './patch';

test('puts, takes away, and leaves alone what is not touched', () => {
  const old = { a: { b: [1, 2, { c: 3 }] }, d: { e: 1 }, f: 'x' };
  const now = patched(old, [
    { path: ['a', 'b', 2, 'c'], value: 4 },
    { path: ['f'], gone: true },
    { path: ['g'] },
  ]);
  expect(now).toEqual({ a: { b: [1, 2, { c: 4 }] }, d: { e: 1 }, g: null });
  expect(old).toEqual({ a: { b: [1, 2, { c: 3 }] }, d: { e: 1 }, f: 'x' });
  expect(now.d).toBe(old.d);
});

test('never writes into what a message brought', () => {
  const value = { n: 1 };
  const once = patched({}, [{ path: ['x'], value }]);
  const twice = patched(once, [{ path: ['x', 'n'], value: 2 }]);
  expect(value).toEqual({ n: 1 });
  expect(twice).toEqual({ x: { n: 2 } });
});

test('a patch that leads nowhere is a fault, not a guess', () => {
  expect(() => patched({ a: null }, [{ path: ['a', 'b'], value: 1 }])).toThrow('leads nowhere');
});

test('a whole new value takes the place of everything', () => {
  expect(patched({ a: 1 }, [{ path: [], value: { b: 2 } }])).toEqual({ b: 2 });
});
