import { describe, expect, it } from 'vitest';
import { Speech } from '../words/speech';
import { grouped } from './journal';

const speech = new Speech('g', 'fr', {
  sentences: {
    'g.headings.Cycle': 'Cycle {n}',
    'g.headings.Phase': '{name}',
    'g.headings.Turn': 'Tour {n}',
    'g.events.Done': '{what}.',
    'g.events.Silent': '',
  },
  events: { Done: ['what'], Silent: [] },
  table: {},
  printed: {},
  why: { Done: ['R-1'], Silent: ['R-2'] },
  headings: { Cycle: 1, Phase: 2, Turn: 3 },
});

describe('the journal', () => {
  it('stands under the headings of the game, and each line knows its rules', () => {
    const told = grouped(
      [
        { type: 'Done', what: 'avant' },
        { type: 'Cycle', n: 1 },
        { type: 'Phase', name: 'envois' },
        { type: 'Done', what: 'un' },
        { type: 'Turn', n: 4 },
        { type: 'Silent' },
        { type: 'Turn', n: 5 },
        { type: 'Done', what: 'deux' },
        { type: 'Turn', n: 6 },
      ],
      speech,
      0,
    );
    expect(told.map((group) => [group.title, group.lines.map((line) => line.text)])).toEqual([
      ['', ['avant.']],
      ['Cycle 1 · Envois', ['un.']],
      ['Tour 5', ['deux.']],
      ['Tour 6', []],
    ]);
    expect(told[1]!.lines[0]!.rules).toEqual(['R-1']);
  });

  it('has nothing to say of nothing', () => {
    expect(grouped([], speech, 0)).toEqual([{ key: 0, title: '', level: 0, lines: [] }]);
  });

  it('keeps the keys of its groups while the story goes on', () => {
    const story = [1, 2, 3].flatMap((n) => [
      { type: 'Cycle', n },
      { type: 'Done', what: `${n}` },
    ]);
    const before = grouped(story, speech, 0).map(({ key }) => key);
    const after = grouped(story.slice(2), speech, 0).map(({ key }) => key);
    expect(after).toEqual(before.filter((key) => after.includes(key)));
    expect(new Set(before).size).toBe(before.length);
    expect(before.slice(-2)).toEqual(after.slice(-2));
  });
});
