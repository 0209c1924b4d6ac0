/** A stage for one screen with a recorded state: what tests look at. It is in no page of the house. */
import { mount } from 'svelte';
import '../tokens.css';
import '../app.css';
import { theme } from '../theme.svelte';
import { words } from '../words.svelte';
import Atelier from '../ui/Atelier.svelte';

const asked = new URLSearchParams(location.search);
if (asked.get('theme')) localStorage.setItem('theme', asked.get('theme')!);
words.speak(asked.get('lang') === 'en' ? 'en' : 'fr');
document.documentElement.lang = words.language;
theme.follow();

const target = document.body.querySelector('#app')!;
mount(Atelier, { target });
