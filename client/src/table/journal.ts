import { isTagged } from '../words/catalogue';
import type { Speech } from '../words/speech';
import type { Tagged } from './room';

export interface Line {
  text: string;
  rules: readonly string[];
}

/** What was told between two headings: a cycle and its phase, whose turn, which sector. */
export interface Group {
  /** The same for as long as the group is there. */
  key: number;
  title: string;
  /** The widest part that it begins; 0 for what came before the first heading. */
  level: number;
  lines: Line[];
}

const keys = new WeakMap<Tagged, number>();
let given = 0;

/** The same for an event however far the story has gone on since: what is drawn of it stays. */
function keyOf(event: Tagged): number {
  const key = keys.get(event) ?? ++given;
  keys.set(event, key);
  return key;
}

const lines = new WeakMap<Speech, WeakMap<Tagged, { seat: number; text: string }>>();

/** An event in words, as it was when it was first told: what is said again is not put together
 *  again. */
export function lineOf(event: Tagged, speech: Speech, seat: number): string {
  let told = lines.get(speech);
  if (!told) lines.set(speech, (told = new WeakMap()));
  let line = told.get(event);
  if (line?.seat !== seat) told.set(event, (line = { seat, text: speech.event(event, seat) }));
  return line.text;
}

/** An event as it is pointed out: its line, or the heading that it begins. */
export function pointedOut(event: Tagged, speech: Speech, seat: number): string {
  return speech.level(event) > 0 ? speech.heading(event) : lineOf(event, speech, seat);
}

/** The story as it is read: lines under the headings of the game. A heading without lines stays
 *  only if it is a wide one, or the last. */
export function grouped(story: readonly Tagged[], speech: Speech, seat: number): Group[] {
  const groups: Group[] = [{ key: 0, title: '', level: 0, lines: [] }];
  story.forEach((event) => {
    if (!isTagged(event)) return;
    const level = speech.level(event);
    if (level > 0) {
      const last = groups.at(-1)!;
      const title = speech.heading(event);
      // « Cycle 2 · Développement » : a phase right after its cycle is one heading with it
      if (last.level > 0 && last.level < level && last.lines.length === 0) {
        last.title = `${last.title} · ${title}`;
      } else groups.push({ key: keyOf(event), title, level, lines: [] });
      return;
    }
    const text = lineOf(event, speech, seat);
    if (text) groups.at(-1)!.lines.push({ text, rules: speech.why(event) });
  });
  return groups.filter(
    (group, at) => group.lines.length > 0 || group.level === 1 || at === groups.length - 1,
  );
}
