import { expect, it } from 'vitest';
import type { Help } from '../wire';
import { reasonsIn } from './why';

const help = {
  language: 'fr',
  manuals: [
    {
      name: 'g',
      title: 'G',
      lead: '',
      chapters: [
        {
          name: 'c',
          title: 'C',
          articles: [
            {
              name: 'a',
              title: 'A',
              paragraphs: [
                { text: 'autre', rule_ids: ['R-9'] },
                { text: 'un peu', rule_ids: ['R-2'] },
                { text: 'les deux', rule_ids: ['R-1', 'R-2'] },
              ],
            },
          ],
        },
      ],
      rulings: [
        { rule: 'R-2', text: 'nous lisons' },
        { rule: 'R-9', text: 'ailleurs' },
      ],
    },
  ],
} as unknown as Help;

it('tells the passages of a rule, the nearest first, and our readings of it', () => {
  expect(
    reasonsIn(help, 'g@pack', ['R-1', 'R-2']).map(({ text, title, ruling }) => [
      text,
      title,
      ruling,
    ]),
  ).toEqual([
    ['les deux', 'A', false],
    ['un peu', 'A', false],
    ['nous lisons', '', true],
  ]);
  expect(reasonsIn(help, 'other', ['R-1'])).toEqual([]);
});
