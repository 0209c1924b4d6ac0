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
 * By the rules under way, the outermost first: one that says so speaks for all that is inside it,
 * else the innermost of those that have something to say.
 */
export function because(speech: Speech, rules: readonly Tagged[]): Because | null {
  const over = rules.find((rule) => speech.has(`turns.over.${rule.type}`));
  const key = (rule: Tagged): string =>
    speech.has(`turns.${rule.type}`)
      ? `turns.${rule.type}`
      : isRecord(rule['use'])
        ? 'turns.use'
        : '';
  const inner = rules.findLast((rule) => key(rule) !== '');
  const rule = over ?? inner;
  if (!rule) return null;
  const told = (at: string, of: Tagged): string => speech.say(at, of).replace(CITED, '');
  const said = speech.say(over ? `turns.over.${over.type}` : key(rule), rule);
  // what an effect does is told with whose it is, and with what it answers
  const answers = rules.findLast(({ type }) => type === 'Answers');
  const using = rules.findLast((one) => isRecord(one['use']));
  const before =
    over || answers === rule
      ? ''
      : (answers ? told('turns.event', answers) : '') +
        (using && !isRecord(rule['use']) ? `${told('turns.use', using)} ` : '');
  const [cited = '', ids = ''] = CITED.exec(said) ?? [];
  return { text: before + said.slice(0, said.length - cited.length), rules: ids.split(', ') };
}
