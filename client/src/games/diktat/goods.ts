/** What each good is drawn as, and called in a bargain. */

import * as icons from '../../ui/icons';
import type { Speech } from '../../words/speech';

const drawings: Record<string, icons.Drawing> = {
  power: icons.power,
  citizen: icons.citizen,
  guard: icons.guard,
  emissary: icons.emissary,
  politics: icons.politics,
  people: icons.people,
  artefact: icons.artefact,
  spy: icons.spy,
  assassin: icons.assassin,
};

export const goodDrawn = (good: string): icons.Drawing => drawings[good] ?? icons.special;
export const goodNamed = (speech: Speech, good: string): string =>
  speech.say(`bargain.good.${good}`);
