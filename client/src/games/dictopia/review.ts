import type { Review } from '../../wire';

const kept = new Map<string, Promise<Review>>();

/** Asked once for each trial; a refusal or a silent house is asked again next time. */
export function review(table: string, trial: number): Promise<Review> {
  const address = `/api/tables/${encodeURIComponent(table)}/review?trial=${trial}`;
  let asked = kept.get(address);
  if (!asked) {
    asked = fetch(address).then((answer) => {
      if (!answer.ok) throw new Error(`the review is refused: ${answer.status}`);
      return answer.json() as Promise<Review>;
    });
    kept.set(address, asked);
    asked.catch(() => kept.delete(address));
  }
  return asked;
}
