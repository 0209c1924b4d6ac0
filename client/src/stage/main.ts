/** A stage for one screen with a recorded state: what tests look at. It is in no page of the house. */
import { mount } from 'svelte';
import '../tokens.css';
import '../app.css';
import Public from '../games/dictopia/Public.svelte';
import Screen from '../games/dictopia/Screen.svelte';
import type { Tagged } from '../table/room';
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
if (name) {
  const draft = asked.get('draft');
  const room = new StillRoom(await scene(name), draft ? (JSON.parse(draft) as Tagged) : null);
  room.passed = Number(asked.get('passed') ?? 0);
  if (room.seat < 0) {
    document.documentElement.dataset['salon'] = '';
    document.body.style.padding = '150px 640px 40px 40px';
  } else document.body.style.padding = '64px 12px 12px';
  const target = app.appendChild(document.createElement('main'));
  mount(room.seat < 0 ? Public : Screen, { target, props: { room } });
  Object.assign(globalThis, {
    room,
    /** Goes on to another scene, as if its story happened now. */
    next: async (called: string, kinds: string[]) => {
      const then = await scene(called);
      room.go(
        then,
        then.story.filter((event) => kinds.includes(event.type)),
      );
    },
  });
} else {
  mount(Atelier, { target: app });
}
document.documentElement.dataset['ready'] = '';
