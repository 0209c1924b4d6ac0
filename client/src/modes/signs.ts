import type { TrialLine } from '../wire';

/** The signs of the score sheet, as the house writes them in the text to share. */
export const SIGNS = { hit: '◉', missed: '○', met: '★', failed: '☆' };

export function signs(trial: TrialLine): string {
  const met = Math.min(trial.envelopes, Math.floor(trial.missions / 2));
  const eyes = trial.eyes ? SIGNS.hit : SIGNS.missed;
  return eyes + SIGNS.met.repeat(met) + SIGNS.failed.repeat(trial.envelopes - met);
}
