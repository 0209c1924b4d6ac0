import type { Tagged } from './room';

/** What was advised for the present decision: whoever asks for advice finds it chosen. */
class Hint {
  act = $state.raw<Tagged | null>(null);

  /** Where it is among some options; -1 if it is none of them. */
  among(options: readonly Tagged[]): number {
    const { act } = this;
    return act ? options.findIndex((option) => isSame(option, act)) : -1;
  }
}

export const hint = new Hint();

/** Whether an option is an act, whatever the order of its fields. */
export function isSame(option: Tagged, act: Tagged): boolean {
  return Object.entries(act).every(
    ([name, value]) => JSON.stringify(option[name]) === JSON.stringify(value),
  );
}
