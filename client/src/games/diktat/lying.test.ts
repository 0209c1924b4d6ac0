import { expect, test } from 'vitest';
import { lying } from './lying';
import { some } from '../../fixture';
import type { Event, Table } from './types';

const placed = (stack: number, sector: string): Event => ({
  type: 'StackPlaced',
  seat: 1,
  stack,
  sector,
});
const looks = some<Event[]>([{ type: 'PawnSeen' }, { type: 'PawnSeen' }]);
const story = [placed(4, 'karst'), looks[0]!, placed(4, 'josefov'), looks[1]!];
const table = {
  stacks: {
    4: { owner: 1, sector: 'josefov', pawns: [] },
    5: { owner: 6, sector: 'artefact', pawns: [] },
    6: { owner: 1, sector: '', pawns: [] },
    7: { owner: 0, sector: 'combinat', pawns: [] },
    8: { owner: 0, sector: 'combinat', pawns: [] },
  },
} as unknown as Table;

test('a stack is where it lay when something was told of it', () => {
  const at = lying(
    () => story,
    () => table,
  );
  expect(at(looks[0])(4)?.sector).toBe('karst');
  expect(at(looks[1])(4)).toEqual({ owner: 1, sector: 'josefov', twin: false });
  expect(at()(4)?.sector).toBe('josefov');
  expect(at({ type: 'PawnSeen' })(5)?.owner).toBe(6);
});

test('of two in one place each has its number, and what nobody told of has no place', () => {
  const at = lying(
    () => story,
    () => table,
  );
  expect(at()(7)?.twin).toBe(true);
  expect(at()(6)).toBeUndefined();
  expect(at(looks[0])(30)).toBeUndefined();
});
