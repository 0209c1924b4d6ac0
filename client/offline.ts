import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const SOURCE = join(import.meta.dirname, 'sw.js');
const PUBLIC = join(import.meta.dirname, 'public');

/** Writes sw.js with the list of what was built, so that the app opens without its house. */
export function offline(): Plugin {
  return {
    name: 'clande-offline',
    apply: 'build',
    generateBundle(_, bundle) {
      const built = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
      const own = readdirSync(PUBLIC);
      own.sort();
      built.sort();
      const files = [...built, ...own];
      const version = createHash('sha256').update(JSON.stringify(files));
      for (const name of own) version.update(readFileSync(join(PUBLIC, name)));
      const source = readFileSync(SOURCE, 'utf-8');
      version.update(source);
      this.emitFile({
        type: 'asset',
        fileName: 'sw.js',
        source: source
          .replace('__VERSION__', version.digest('hex').slice(0, 12))
          .replace('__FILES__', JSON.stringify(files)),
      });
    },
  };
}
