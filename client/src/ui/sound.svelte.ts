import { recall, remember } from '../memory';

/**
 * Sound of our own: paper, wood, a rubber stamp, a pulse that tightens. Nothing is loaded; all is
 * made here. Before a gesture nothing sounds, and a phone is silent until its owner wants otherwise.
 */

const A1 = 55;
const SEMITONE = 2 ** (1 / 12);

const isPhone = (): boolean =>
  typeof matchMedia === 'function' &&
  matchMedia('(pointer: coarse) and (max-width: 900px)').matches;

class Sound {
  on = $state(recall('sound') === null ? !isPhone() : recall('sound') === 'on');
  #context: AudioContext | null = null;
  #out: GainNode | null = null;
  #noise: AudioBuffer | null = null;
  #beat: ReturnType<typeof setTimeout> | undefined;
  #left = Infinity;

  constructor() {
    // A browser lets a page sound only after somebody has touched it.
    for (const gesture of ['pointerdown', 'keydown'] as const) {
      globalThis.addEventListener?.(gesture, () => this.#wake(), { passive: true });
    }
  }

  toggle(): void {
    this.on = !this.on;
    remember('sound', this.on ? 'on' : 'off');
    if (this.on) {
      this.#wake();
      this.knock();
    } else {
      // At once: what sounds now is cut, too.
      this.rest();
      void this.#context?.close();
      this.#context = null;
    }
  }

  #wake(): void {
    if (!this.on || typeof AudioContext === 'undefined') return;
    if (!this.#context) {
      const context = new AudioContext();
      const out = context.createGain();
      out.gain.value = 0.5;
      out.connect(context.destination);
      const noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
      const samples = noise.getChannelData(0);
      for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
      [this.#context, this.#out, this.#noise] = [context, out, noise];
    }
    if (this.#context.state === 'suspended') void this.#context.resume();
  }

  /** A tone that dies away. */
  #tone(
    pitch: number,
    length: number,
    loud: number,
    kind: OscillatorType = 'sine',
    after = 0,
  ): void {
    const context = this.#context;
    if (!context || !this.on || context.state !== 'running') return;
    const at = context.currentTime + after;
    const voice = context.createOscillator();
    const fall = context.createGain();
    voice.type = kind;
    voice.frequency.setValueAtTime(pitch, at);
    voice.frequency.exponentialRampToValueAtTime(pitch * 0.6, at + length);
    fall.gain.setValueAtTime(loud, at);
    fall.gain.exponentialRampToValueAtTime(0.0001, at + length);
    voice.connect(fall).connect(this.#out!);
    voice.start(at);
    voice.stop(at + length);
  }

  /** Noise through a filter: paper, chalk, felt. */
  #rustle(pitch: number, length: number, loud: number, after = 0): void {
    const context = this.#context;
    if (!context || !this.on || context.state !== 'running') return;
    const at = context.currentTime + after;
    const source = context.createBufferSource();
    const filter = context.createBiquadFilter();
    const fall = context.createGain();
    source.buffer = this.#noise;
    filter.type = 'bandpass';
    filter.frequency.value = pitch;
    filter.Q.value = 0.8;
    fall.gain.setValueAtTime(loud, at);
    fall.gain.exponentialRampToValueAtTime(0.0001, at + length);
    source.connect(filter).connect(fall).connect(this.#out!);
    source.start(at, Math.random() * 0.5, length);
  }

  /** A card is laid, a letter is taken. */
  paper(): void {
    this.#rustle(2600, 0.07, 0.25);
  }

  /** An envelope is torn open. */
  tear(): void {
    for (let at = 0; at < 5; at++) this.#rustle(1800 + 500 * at, 0.09, 0.2, at * 0.06);
  }

  /** Cards are turned, one after the other. */
  turn(cards = 8): void {
    for (let at = 0; at < cards; at++) this.#rustle(1500, 0.06, 0.3, at * 0.15);
  }

  /** A rubber stamp on a desk. */
  stamp(): void {
    this.#tone(90, 0.16, 0.9);
    this.#rustle(700, 0.1, 0.5);
  }

  /** Your turn: two knocks on a door. */
  knock(): void {
    for (const after of [0, 0.22]) {
      this.#tone(150, 0.09, 0.8, 'triangle', after);
      this.#rustle(400, 0.05, 0.4, after);
    }
  }

  /** Somebody is called to the table; a phone that may sound trembles, too. */
  call(): void {
    this.knock();
    if (isPhone() && this.on) navigator.vibrate?.(60);
  }

  /** A word is locked: a bolt. */
  bolt(): void {
    this.#rustle(3200, 0.04, 0.5);
    this.#tone(210, 0.07, 0.5, 'square', 0.05);
  }

  /**
   * The score of the ninety seconds: a low pulse at 60, 90 and 120 beats, a semitone higher at
   * thirty and at ten seconds, of which the last are ticks. To be told every second that ends.
   */
  second(left: number): void {
    this.#left = left;
    if (left <= 0) {
      this.rest();
      this.#tone(A1 * 2, 0.9, 0.7, 'triangle');
      return;
    }
    if (left <= 10) {
      this.#tone(1400, 0.03, 0.35, 'square');
      if (isPhone() && this.on) navigator.vibrate?.(25);
    }
    if (this.#beat === undefined) this.#pulse();
  }

  #pulse(): void {
    const [beats, raised] = this.#left > 30 ? [60, 0] : this.#left > 10 ? [90, 1] : [120, 2];
    this.#tone(A1 * SEMITONE ** raised, 0.28, 0.55);
    this.#beat = setTimeout(() => this.#pulse(), 60_000 / beats);
  }

  /** No more pulse. */
  rest(): void {
    clearTimeout(this.#beat);
    this.#beat = undefined;
    this.#left = Infinity;
  }
}

export const sound = new Sound();
