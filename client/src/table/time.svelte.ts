import { untrack } from 'svelte';
import { whyNot } from '../refusals';
import { sound } from '../ui/sound.svelte';
import { toasts } from '../ui/toasts.svelte';
import { following, type Beat } from './beat.svelte';
import { Bell } from './bell';
import { Holding } from './holding';
import type { AnyGame, Room, Tagged } from './room';
import { sealing, type Sealed } from './sealed.svelte';
import { isAlone, questionOf } from './turn';

/** The time of a table, as a screen shows it and as one may touch it. */
export interface TableTime<G extends AnyGame> {
  readonly beat: Beat<G['event']>;
  readonly sealed: Sealed<G['action'] & Tagged>;
  readonly holding: Holding;
  /** Goes on at once; nothing where one does not play alone. */
  readonly skip: (() => void) | undefined;
  /** I have done something: what follows at once needs no bell. */
  acted(): void;
}

/** Call it while a component is set up; `share` is what an event has of the showing, 0 for none. */
export function timeOf<G extends AnyGame>(
  room: Room<G>,
  share: (event: G['event']) => number,
): TableTime<G> {
  const beat = following(room, share);
  const sealed = sealing(room);
  const bell = new Bell();
  const holding = new Holding(
    () => room.hold(),
    () => ({
      pace: room.state?.showing.pace ?? 'normal',
      isCounted: room.state?.holds !== null,
      isAsked: questionOf(room) !== undefined,
    }),
  );

  $effect(() => {
    const isAsked = !room.past && questionOf(room) !== undefined;
    if (untrack(() => bell.look(isAsked, Date.now()))) sound.call();
  });

  let isSkipping = false;
  async function skip(): Promise<void> {
    // at a question there is nothing to go on to, but the rest of what is shown
    if (isSkipping || (questionOf(room) && !beat.isShowing)) return;
    isSkipping = true;
    const outcome = await room.skip();
    isSkipping = false;
    if (!outcome.kept) toasts.say(whyNot(outcome.code), 'wrong');
  }

  return {
    beat,
    sealed,
    holding,
    get skip() {
      return isAlone(room) && !room.past && !room.state?.game.outcome
        ? () => void skip()
        : undefined;
    },
    acted: () => bell.acted(Date.now()),
  };
}
