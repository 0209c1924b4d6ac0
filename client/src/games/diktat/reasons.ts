import type { Speech } from '../../words/speech';
import type { Topic } from './types';

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
export function because(speech: Speech, topics: readonly Topic[]): Because | null {
  const over = topics.find((topic) => speech.byTopic('turns.over', topic));
  const key = (topic: Topic): string =>
    speech.byTopic('turns', topic) || ('use' in topic ? 'turns.use' : '');
  const inner = topics.findLast((topic) => key(topic) !== '');
  const topic = over ?? inner;
  if (!topic) return null;
  const told = (at: string, of: Topic): string => speech.say(at, of).replace(CITED, '');
  const said = speech.say(over ? speech.byTopic('turns.over', over) : key(topic), topic);
  // what an effect does is told with whose it is, and with what it answers
  const answers = topics.findLast(({ type }) => type === 'answers');
  const using = topics.findLast((one) => 'use' in one);
  const before =
    over || answers === topic
      ? ''
      : (answers ? told('turns.event', answers) : '') +
        (using && !('use' in topic) ? `${told('turns.use', using)} ` : '');
  const [cited = '', ids = ''] = CITED.exec(said) ?? [];
  return { text: before + said.slice(0, said.length - cited.length), rules: ids.split(', ') };
}
