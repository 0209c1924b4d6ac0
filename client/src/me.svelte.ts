import { greet, leaveHouse } from './api';
import { recall, remember } from './memory';
import type { Player } from './wire';

/** Who sits before this screen: a name, and once the house has heard it, a session. */
class Me {
  name = $state(recall('name') ?? '');
  player = $state.raw<Player | null>(null);
  #asking: Promise<Player> | null = null;

  /** Whether the house has known this browser on an earlier visit. */
  get isKnown(): boolean {
    return this.name !== '';
  }

  /** Says the name to the house, once: a session that is still good is gone on with. */
  async greeted(): Promise<Player> {
    if (this.player?.name === this.name) return this.player;
    return this.call(this.name);
  }

  async call(name: string): Promise<Player> {
    this.#asking ??= greet(name).finally(() => (this.#asking = null));
    this.player = await this.#asking;
    this.name = this.player.name;
    remember('name', this.name);
    return this.player;
  }

  /** The session was not good any more. */
  forgotten(): void {
    this.player = null;
  }

  async leave(): Promise<void> {
    await leaveHouse();
    this.player = null;
    this.name = '';
    remember('name', '');
  }
}

export const me = new Me();
