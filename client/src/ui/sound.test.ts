import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const made: Fake[] = [];
let tones: number[] = [];

/** As much of WebAudio as we use. */
class Fake {
  state = 'running';
  currentTime = 0;
  sampleRate = 100;
  destination = {};
  constructor() {
    made.push(this);
  }
  close(): Promise<void> {
    this.state = 'closed';
    return Promise.resolve();
  }
  createBuffer = () => ({ getChannelData: () => new Float32Array(100) });
  #node = () => ({
    gain: { value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} },
    frequency: {
      value: 0,
      setValueAtTime: (pitch: number) => tones.push(Math.round(pitch)),
      exponentialRampToValueAtTime() {},
    },
    Q: { value: 0 },
    connect: (next: unknown) => next,
    start() {},
    stop() {},
  });
  createGain = this.#node;
  createOscillator = this.#node;
  createBufferSource = this.#node;
  createBiquadFilter = this.#node;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  localStorage.clear();
  made.length = 0;
  tones = [];
  vi.stubGlobal('AudioContext', Fake);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function device(phone: boolean): void {
  vi.stubGlobal('matchMedia', () => ({ matches: phone, addEventListener() {} }));
}

test('nothing sounds before a gesture', async () => {
  device(false);
  const { sound } = await import('./sound.svelte');
  sound.knock();
  sound.second(20);
  expect([made.length, tones]).toEqual([0, []]);
  dispatchEvent(new Event('pointerdown'));
  sound.knock();
  expect(made.length).toBe(1);
  expect(tones.length).toBe(2);
  sound.rest();
});

test('a phone is silent until its owner wants otherwise, which is remembered', async () => {
  device(true);
  const { sound } = await import('./sound.svelte');
  dispatchEvent(new Event('pointerdown'));
  expect([sound.on, made.length]).toEqual([false, 0]);
  sound.toggle();
  expect([sound.on, localStorage.getItem('sound')]).toEqual([true, 'on']);
  vi.resetModules();
  expect((await import('./sound.svelte')).sound.on).toBe(true);
});

test('mute is at once, also for what sounds', async () => {
  device(false);
  const { sound } = await import('./sound.svelte');
  dispatchEvent(new Event('pointerdown'));
  sound.second(60);
  sound.toggle();
  expect(made.at(-1)!.state).toBe('closed');
  tones = [];
  await vi.advanceTimersByTimeAsync(5000);
  expect(tones).toEqual([]);
});

test('the pulse tightens at thirty and at ten seconds, a semitone up each time', async () => {
  device(false);
  const { sound } = await import('./sound.svelte');
  dispatchEvent(new Event('pointerdown'));
  const beats = async (left: number) => {
    sound.rest();
    tones = [];
    sound.second(left);
    await vi.advanceTimersByTimeAsync(5990);
    return tones.filter((pitch) => pitch < 100);
  };
  expect(await beats(60)).toEqual(Array(6).fill(55));
  expect(await beats(30)).toEqual(Array(9).fill(58));
  expect(await beats(10)).toEqual(Array(12).fill(62));
  sound.second(0);
  tones = [];
  await vi.advanceTimersByTimeAsync(5000);
  expect(tones).toEqual([]);
});
