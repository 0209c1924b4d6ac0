/** A stage for one screen with a recorded state: what tests look at. It is in no page of the house. */
import { flushSync, mount, unmount } from 'svelte';
import '../tokens.css';
import '../app.css';
import Public from '../games/dictopia/Public.svelte';
import Screen from '../games/dictopia/Screen.svelte';
import type { Action } from '../games/dictopia/types';
import { theme } from '../theme.svelte';
import { words } from '../words.svelte';
import Atelier from '../ui/Atelier.svelte';
import { StillRoom, type Scene } from './room.svelte';

const scenes = import.meta.glob<{ default: Scene }>('../games/dictopia/scenes/*.json');
const asked = new URLSearchParams(location.search);
const name = asked.get('scene');
localStorage.setItem('theme', asked.get('theme') ?? 'dark');
words.speak(asked.get('lang') === 'en' ? 'en' : 'fr');
document.documentElement.lang = words.language;
theme.follow();

async function scene(called: string): Promise<Scene> {
  const load = scenes[`../games/dictopia/scenes/${called}.json`];
  if (!load) throw new Error(`there is no scene ${called}`);
  return (await load()).default;
}

const app = document.body.querySelector('#app')!;
let mounted: ReturnType<typeof mount> | null = null;

/** Mounts a scene on an empty stage, so many milliseconds after it was recorded. */
async function show(called: string, passed = 0, draft: Action | null = null): Promise<void> {
  const room = new StillRoom(await scene(called), draft);
  room.passed = passed;
  if (mounted) await unmount(mounted);
  const isPublic = room.seat < 0;
  document.documentElement.toggleAttribute('data-salon', isPublic);
  document.body.style.padding = isPublic ? '150px 640px 40px 40px' : '64px 12px 12px';
  const target = document.createElement('main');
  app.replaceChildren(target);
  mounted = mount(isPublic ? Public : Screen, { target, props: { room } });
  flushSync();
  Object.assign(globalThis, { room });
}

/** Goes on to another scene in the same room, as if its story happened now. */
async function next(called: string, kinds: string[]): Promise<void> {
  const then = await scene(called);
  const { room } = globalThis as unknown as { room: StillRoom };
  room.go(
    then,
    then.story.filter((event) => kinds.includes(event.type)),
  );
}

if (name) {
  const draft = asked.get('draft');
  const passed = Number(asked.get('passed') ?? 0);
  await show(name, passed, draft ? (JSON.parse(draft) as Action) : null);
  Object.assign(globalThis, { show, next });
} else {
  mount(Atelier, { target: app });
}
document.documentElement.dataset['ready'] = '';
