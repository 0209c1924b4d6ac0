import { beforeEach, describe, expect, it } from 'vitest';
import type { LessonText, StepText } from '../wire';
import { happened, holds } from './facts';
import { Guide } from './guide.svelte';
import { isMeant, toDo, type Aim } from './pointing';
import { some } from '../fixture';
import type { Arrange, Choose } from '../games/kernel';
import type { Action } from '../games/diktat/types';

const fact = { event: '', where: {}, view: '', equals: null, least: null };

describe('a fact', () => {
  it('is an event with these fields', () => {
    const placed = { ...fact, event: 'StackPlaced', where: { seat: 0 } };
    expect(happened(placed, { type: 'StackPlaced', seat: 0, sector: 'karst' })).toBe(true);
    expect(happened(placed, { type: 'StackPlaced', seat: 1 })).toBe(false);
    expect(happened(placed, { type: 'StackLifted', seat: 0 })).toBe(false);
  });

  it('or a place of the view that has this value, or at least this one', () => {
    const seen = { table: { phase: 'resolution', manoeuvres: [5, 2] } };
    expect(holds({ ...fact, view: 'table.phase', equals: 'resolution' }, seen)).toBe(true);
    expect(holds({ ...fact, view: 'table.phase', equals: 'end' }, seen)).toBe(false);
    expect(holds({ ...fact, view: 'table.manoeuvres.1', least: 2 }, seen)).toBe(true);
    expect(holds({ ...fact, view: 'table.manoeuvres.1', least: 3 }, seen)).toBe(false);
    expect(holds({ ...fact, view: 'table.none.at.all', least: 0 }, seen)).toBe(false);
    expect(holds(fact, seen)).toBe(false);
  });
});

function step(key: string, more: Partial<StepText> = {}): StepText {
  const nothing = {
    well: '',
    late: '',
    done: [],
    fresh: false,
    look: false,
    missed: [],
    asides: [],
  };
  return { key, title: key, text: key, ...nothing, point: [], acts: [], ...more };
}

const spied = { ...fact, event: 'Spied' };
const lesson = {
  name: 'test',
  steps: [
    step('read'),
    step('spy', {
      done: [spied],
      missed: [{ ...fact, view: 'phase', equals: 'late' }],
      well: 'well',
      late: 'late',
      asides: [{ when: { ...fact, event: 'Sent' }, text: 'otherwise' }],
    }),
    step('again', { done: [spied], fresh: true }),
    step('end'),
  ],
} as unknown as LessonText;

describe('a guide', () => {
  beforeEach(() => localStorage.clear());

  it('waits until a step is read, then until it is done', () => {
    const guide = new Guide(lesson, 'T');
    guide.look([], {});
    expect(guide.step?.key).toBe('read');
    guide.next({});
    expect(guide.step?.key).toBe('spy');
    guide.look([{ type: 'Spied' }], {});
    expect([guide.step?.key, guide.said]).toEqual(['again', 'well']);
  });

  it('counts what was done early, unless it must be done now', () => {
    const guide = new Guide(lesson, 'T');
    guide.look([], {});
    guide.look([{ type: 'Spied' }], {});
    guide.next({});
    expect(guide.step?.key).toBe('again');
  });

  it('goes on where a step cannot be done any more, and says what goes otherwise', () => {
    const guide = new Guide(lesson, 'T');
    guide.look([], {});
    guide.next({});
    guide.look([{ type: 'Sent' }], {});
    expect([guide.step?.key, guide.said]).toEqual(['spy', 'otherwise']);
    guide.look([], { phase: 'late' });
    expect([guide.step?.key, guide.said]).toEqual(['again', 'late']);
  });

  it('says no more of what went wrong once the step is done, unless that ended it', () => {
    const tried = new Guide(lesson, 'T');
    tried.look([], {});
    tried.next({});
    tried.look([{ type: 'Sent' }], {});
    expect(tried.said).toBe('otherwise');
    tried.look([{ type: 'Spied' }], {});
    expect([tried.step?.key, tried.said]).toEqual(['again', 'well']);
    const dropped = { ...fact, event: 'Dropped' };
    const [read, spy, ...rest] = lesson.steps;
    const ends = { when: dropped, text: 'let be' };
    const told = { ...spy!, done: [spied, dropped], asides: [...spy!.asides, ends] };
    const guide = new Guide({ ...lesson, steps: [read!, told, ...rest] }, 'D');
    guide.look([], {});
    guide.next({});
    guide.look([{ type: 'Dropped' }], {});
    expect([guide.step?.key, guide.said]).toEqual(['again', 'let be']);
  });

  it('waits until what happened is read, where that is to be looked at', () => {
    const struck = step('struck', { done: [spied], fresh: true, look: true, well: 'struck' });
    const looked = { ...lesson, steps: [struck, step('end')] } as LessonText;
    const guide = new Guide(looked, 'T');
    guide.look([], {});
    expect(guide.ready).toBe(false);
    guide.look([{ type: 'Spied' }], {});
    expect([guide.step?.key, guide.ready, guide.said]).toEqual(['struck', true, 'struck']);
    // who comes back in between has not read it yet
    const after = new Guide(looked, 'T');
    after.look([], {});
    expect([after.step?.key, after.ready]).toEqual(['struck', true]);
    guide.next({});
    expect([guide.step?.key, guide.ready, guide.said]).toEqual(['end', false, '']);
  });

  it('can be gone back with, while the table goes on', () => {
    const guide = new Guide(lesson, 'T');
    guide.look([], {});
    guide.next({});
    guide.back();
    expect([guide.step?.key, guide.isBehind]).toEqual(['read', true]);
    guide.look([{ type: 'Spied' }], {});
    expect(guide.step?.key).toBe('read');
    guide.next({});
    guide.next({});
    expect([guide.step?.key, guide.isBehind]).toEqual(['again', false]);
  });

  it('is where it was after a reload, at the same table', () => {
    const before = new Guide(lesson, 'T');
    before.look([], {});
    before.next({});
    before.look([{ type: 'Spied' }], {});
    const after = new Guide(lesson, 'T');
    // the house tells the latest of the story again: that was not now
    after.look([{ type: 'Spied' }], {});
    expect(after.step?.key).toBe('again');
    expect(new Guide(lesson, 'U').step?.key).toBe('read');
  });
});

const button = (aim: unknown): string =>
  `<button id="do" data-point="do" data-aim='${JSON.stringify(aim)}'></button>`;

describe('pointing', () => {
  const stacks = { 7: { owner: 1, sector: 'karst', pawns: [] } };

  it('knows an option by whose stack it is and where', () => {
    const act = { type: 'Pawn', owner: 1, sector: 'karst', position: 1 };
    expect(isMeant({ type: 'Pawn', stack: 7, position: 1 }, act, stacks)).toBe(true);
    expect(isMeant({ type: 'Pawn', stack: 7, position: 0 }, act, stacks)).toBe(false);
    expect(isMeant({ type: 'Pawn', stack: 8, position: 1 }, act, stacks)).toBe(false);
    expect(isMeant({ type: 'Send', sector: 'karst' }, { type: 'Send', sector: 'x' }, {})).toBe(
      false,
    );
  });

  it('leads through an ordered team pawn by pawn, to the button that sends it', () => {
    const order: Aim = { type: 'Order', kinds: ['guard', 'emissary'] };
    const at = (laid: string[]): (string | null)[] => {
      document.body.innerHTML =
        '<div id="team" data-point="team"><button id="g" data-point="pool-guard"></button>' +
        `<button id="e" data-point="pool-emissary"></button></div>${button({ ...order, kinds: laid })}`;
      for (const one of document.body.querySelectorAll('div, button')) {
        one.getClientRects = () => [{}] as unknown as DOMRectList;
      }
      return toDo(order, some<Arrange>({ type: 'Arrange' }), {}).map((one) => one.id);
    };
    expect(at([])).toEqual(['e']);
    expect(at(['emissary'])).toEqual(['g']);
    expect(at(['guard', 'emissary'])).toEqual(['do']);
    expect(at(['guard'])).toEqual(['team']);
  });

  it('leaves the button of the question alone for what is done unasked', () => {
    const act: Aim = { type: 'PlaceAffinity', card: 'x', kind: 'politics' };
    const at = (html: string): (string | null)[] => {
      document.body.innerHTML = html;
      for (const one of document.body.querySelectorAll('button')) {
        one.getClientRects = () => [{}] as unknown as DOMRectList;
      }
      return toDo(act, some<Choose<Action>>({ type: 'Choose', options: [] }), {}).map(
        (one) => one.id,
      );
    };
    const asked = `${button({ type: 'Resolve' })}<button id="any" data-point="anytime"></button>`;
    expect(at(asked)).toEqual(['any']);
    const kind = '<button id="kind" data-point="kind-PlaceAffinity"></button>';
    expect(at(`${asked}<dialog open>${kind}</dialog>`)).toEqual(['kind']);
    expect(at(`${asked}<dialog open>${button(act)}</dialog>`)).toEqual(['do']);
  });

  it('leads from the kind of act to its sector to the button that does it', () => {
    const send: Action = { type: 'Send', sector: 'karst' };
    const question = some<Choose<Action>>({ type: 'Choose', options: [send, { type: 'Spy' }] });
    const at = (html: string): (string | null)[] => {
      document.body.innerHTML = html;
      for (const one of document.body.querySelectorAll('button')) {
        one.getClientRects = () => [{}] as unknown as DOMRectList;
      }
      return toDo(send, question, {}).map((one) => one.id);
    };
    const sector = '<button id="karst" data-sector="karst" aria-pressed="false"></button>';
    const other = { type: 'Send', sector: 'josefov' };
    expect(at(`${sector}<button id="kind" data-point="kind-Send"></button>`)).toEqual(['kind']);
    expect(at(sector)).toEqual(['karst']);
    expect(at(sector + button(other))).toEqual(['karst']);
    expect(at(sector + button(send))).toEqual(['do']);
  });
});
