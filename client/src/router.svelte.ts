/** Where the visitor is: the address is the truth, and links of our own do not reload the page. */

import { under, within } from './root';

export type Place =
  | { page: 'home' }
  | { page: 'table'; table: string }
  | { page: 'television'; table: string }
  | { page: 'replay'; table: string }
  | { page: Beside }
  | { page: 'nowhere' };

/** Pages beside the tables, by their address; the house serves them too: `PAGES` of its app. */
const beside = {
  '/aide': 'help',
  '/apprendre': 'learn',
  '/jour': 'day',
  '/seul': 'climb',
  '/entrainement': 'training',
  '/duplicate': 'duplicate',
  '/resultats': 'results',
} as const;
type Beside = (typeof beside)[keyof typeof beside];

export function placeOf(path: string): Place {
  if (path === '/') return { page: 'home' };
  if (Object.hasOwn(beside, path)) return { page: beside[path as keyof typeof beside] };
  const table = /^\/t\/([A-Za-z0-9_-]{1,64})(\/salon|\/revoir)?\/?$/.exec(path);
  if (table?.[1]) {
    const page = table[2] === '/salon' ? 'television' : table[2] ? 'replay' : 'table';
    return { page, table: table[1] };
  }
  return { page: 'nowhere' };
}

class Router {
  path = $state(within(location.pathname));
  place = $derived(placeOf(this.path));

  /** Follows the address, and takes over clicks on our own links. Returns how to stop. */
  follow(): () => void {
    const moved = (): void => {
      this.path = within(location.pathname);
    };
    const clicked = (event: MouseEvent): void => {
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = (event.target as Element | null)?.closest?.('a');
      if (!link || link.target || link.hasAttribute('download')) return;
      const path = within(link.pathname);
      if (link.origin !== location.origin || placeOf(path).page === 'nowhere') return;
      if (link.hash && link.pathname === location.pathname) return; // a place on this page
      event.preventDefault();
      this.go(path);
    };
    addEventListener('popstate', moved);
    document.addEventListener('click', clicked);
    return () => {
      removeEventListener('popstate', moved);
      document.removeEventListener('click', clicked);
    };
  }

  go(path: string, instead = false): void {
    if (under(path) === location.pathname) return;
    if (instead) history.replaceState(null, '', under(path));
    else history.pushState(null, '', under(path));
    this.path = path;
    scrollTo(0, 0);
  }
}

export const router = new Router();
