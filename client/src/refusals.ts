import { Refusal, type Reason } from './api';
import type { Key } from './sentences';
import { toasts } from './ui/toasts.svelte';
import type { Nack } from './wire';
import { words } from './words.svelte';

type Code = Reason | Nack['code'];
/** Every code has its sentence: a missing one is an error of the compiler. */
type Sentence = `page.refusals.${Code}` & Key;

export function whyNot(code: Code): string {
  const key: Sentence = `page.refusals.${code}`;
  return words.say(key);
}

/** What went wrong, in words. What is not a refusal is a fault of ours, and stays one. */
export function explain(error: unknown): string {
  if (!(error instanceof Refusal)) throw error;
  return whyNot(error.code);
}

/** Does something of the house; a refusal is said, and gives nothing. */
export async function attempt<T>(done: Promise<T>): Promise<T | null> {
  try {
    const value = await done;
    toasts.hush();
    return value;
  } catch (error) {
    toasts.say(explain(error), 'wrong');
    return null;
  }
}
