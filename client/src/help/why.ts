import { helpIn } from '../modes/api';
import type { Help } from '../wire';

/** What the help says of a rule. */
export interface Reason {
  text: string;
  rules: string[];
  /** Where the help tells it. */
  title: string;
  /** A reading of ours where the rules are silent. */
  ruling: boolean;
}

const MOST = 3;
const fetched = new Map<string, Promise<Help>>();

function manuals(language: string): Promise<Help> {
  const known = fetched.get(language);
  if (known) return known;
  const asked = helpIn(language);
  fetched.set(language, asked);
  asked.catch(() => fetched.delete(language)); // it is asked for again the next time
  return asked;
}

/** The passages of a game's manual that tell these rules: those that tell most of them first. */
export function reasonsIn(help: Help, game: string, rules: readonly string[]): Reason[] {
  const manual = help.manuals.find(({ name }) => name === game.split('@')[0]);
  if (!manual) return [];
  const passages = manual.chapters.flatMap((chapter) =>
    chapter.articles.flatMap(({ title, paragraphs }) =>
      paragraphs.map(({ text, rule_ids: of }) => ({ text, rules: of, title, ruling: false })),
    ),
  );
  const weight = (of: readonly string[]): number =>
    rules.reduce((sum, rule, at) => sum + (of.includes(rule) ? rules.length - at : 0), 0);
  const near = passages.filter((passage) => weight(passage.rules) > 0);
  near.sort((one, two) => weight(two.rules) - weight(one.rules));
  const found = near.slice(0, MOST);
  const ours = manual.rulings
    .filter((ruling) => rules.includes(ruling.rule))
    .slice(0, MOST)
    .map(({ rule, text }) => ({ text, rules: [rule], title: '', ruling: true }));
  return [...found, ...ours];
}

export async function reasons(
  language: string,
  game: string,
  rules: readonly string[],
): Promise<Reason[]> {
  return reasonsIn(await manuals(language), game, rules);
}
