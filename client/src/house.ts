import { under } from './root';
import type { HouseInfo } from './wire';

/** Asks the house what it is. */
export async function askHouse(): Promise<HouseInfo> {
  const answer = await fetch(under('/api/house'));
  if (!answer.ok) throw new Error(`the house answered ${answer.status}`);
  return (await answer.json()) as HouseInfo;
}
