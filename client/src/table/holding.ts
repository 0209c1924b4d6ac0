import type { Pace, Outcome } from './room';

/** For how long the table waits after each hold, in milliseconds. */
const GRANULES: Readonly<Record<Pace, number>> = {
  pose: 10_000,
  normal: 5000,
  fast: 3000,
  instant: 3000,
};
const LONGEST = 3; // of them in one hold

/** What holding hangs on: the pace, whether holds are counted, whether the table waits for me. */
export interface Holdable {
  pace: Pace;
  isCounted: boolean;
  isAsked: boolean;
}

/** How one keeps the table from going on: by a button, or by a sheet that lies open. */
export class Holding {
  #hold: () => Promise<Outcome>;
  #table: () => Holdable;

  constructor(hold: () => Promise<Outcome>, table: () => Holdable) {
    this.#hold = hold;
    this.#table = table;
  }

  press(): Promise<Outcome> {
    return this.#hold();
  }

  /**
   * A sheet of acts lies open: the table waits, for one hold at most, unless it waits for me
   * anyway. Refused or not, nothing is said of it. Returns how to close the sheet.
   */
  open(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let sent = 0;
    const again = (): void => {
      const { pace, isCounted, isAsked } = this.#table();
      // each lasts for a granule and is renewed at its half
      if (isCounted && sent > 2 * (LONGEST - 1)) return;
      timer = setTimeout(again, GRANULES[pace] / 2);
      if (isAsked) return;
      sent += 1;
      void this.#hold().then((outcome) => {
        if (!outcome.kept) clearTimeout(timer);
      });
    };
    again();
    return () => clearTimeout(timer);
  }
}
