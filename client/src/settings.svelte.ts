import { recall, remember } from './memory';

const SIZES = [1, 1.15, 1.35, 1.6] as const;
export type Size = 1 | 2 | 3 | 4;

/** How this browser wants things: the size of the text. Theme, language and sound have their own. */
class Settings {
  size = $state<Size>(1);

  follow(): void {
    const kept = Number(recall('size'));
    this.resize(kept === 2 || kept === 3 || kept === 4 ? kept : 1);
  }

  resize(size: Size): void {
    this.size = size;
    remember('size', String(size));
    document.documentElement.style.setProperty('--zoom', String(SIZES[size - 1]));
  }
}

export const settings = new Settings();
