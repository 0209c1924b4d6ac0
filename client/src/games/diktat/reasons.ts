import type { Tagged } from '../../table/room';
import { isRecord } from '../../words/catalogue';
import type { Speech } from '../../words/speech';

/** Why the table waits for whom it does, in a sentence, and the rules that say so. */
export interface Because {
  text: string;
  rules: string[];
}

const CITED = / \[([A-Z0-9, -]+)\]$/;

/**
 * By what the game is at, the outermost first: a topic that says so speaks for all that is inside
 * it, else the innermost of those that have something to say.
 */
export function because(speech: Speech, topics: readonly Tagged[]): Because | null {
  const over = topics.find((topic) => speech.byTopic('turns.over', topic));
  const key = (topic: Tagged): string =>
    speech.byTopic('turns', topic) || (isRecord(topic['use']) ? 'turns.use' : '');
  const inner = topics.findLast((topic) => key(topic) !== '');
  const topic = over ?? inner;
  if (!topic) return null;
  const told = (at: string, of: Tagged): string => speech.say(at, of).replace(CITED, '');
  const said = speech.say(over ? speech.byTopic('turns.over', over) : key(topic), topic);
  // what an effect does is told with whose it is, and with what it answers
  const answers = topics.findLast(({ type }) => type === 'answers');
  const using = topics.findLast((one) => isRecord(one['use']));
  const before =
    over || answers === topic
      ? ''
      : (answers ? told('turns.event', answers) : '') +
        (using && !isRecord(topic['use']) ? `${told('turns.use', using)} ` : '');
  const [cited = '', ids = ''] = CITED.exec(said) ?? [];
  return { text: before + said.slice(0, said.length - cited.length), rules: ids.split(', ') };
}
