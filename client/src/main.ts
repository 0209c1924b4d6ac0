import { mount } from 'svelte';
import './tokens.css';
import './app.css';
import App from './App.svelte';
import { keepHere } from './reach';
import { settings } from './settings.svelte';
import { theme } from './theme.svelte';

theme.follow();
settings.follow();
mount(App, { target: document.body.querySelector('#app')! });
keepHere();
