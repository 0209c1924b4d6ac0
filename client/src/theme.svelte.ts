import { recall, remember } from './memory';

export type Shade = 'dark' | 'light';

const GROUND: Record<Shade, string> = { dark: '#0d0e12', light: '#e9dfca' };

/** Night or day: what the visitor chose, or else what the system prefers. */
class Theme {
  shade = $state<Shade>('dark');

  /** Takes the remembered or the system's shade, and follows the system from then on. */
  follow(): void {
    const system = matchMedia('(prefers-color-scheme: light)');
    const chosen = recall('theme');
    if (chosen === 'dark' || chosen === 'light') {
      this.#show(chosen);
      return;
    }
    this.#show(system.matches ? 'light' : 'dark');
    system.addEventListener('change', () => {
      if (recall('theme') === null) this.#show(system.matches ? 'light' : 'dark');
    });
  }

  toggle(): void {
    this.#show(this.shade === 'dark' ? 'light' : 'dark');
    remember('theme', this.shade);
  }

  #show(shade: Shade): void {
    this.shade = shade;
    document.documentElement.dataset['theme'] = shade;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', GROUND[shade]);
  }
}

export const theme = new Theme();
