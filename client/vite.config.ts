import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { offline } from './offline';

/** What is loaded together, since many small files weigh more. A module goes to the first that names
 *  it, with whatever it needs and nobody else names: what the first page needs is in the kit. */
const CHUNKS = {
  kit: [
    /\/node_modules\//,
    /\/src\/(ui\/(?!Atelier|sound)|words\/|(api|memory|refusals|root|house)\.ts)/,
    /\/src\/((me|router|theme|settings)\.svelte\.ts|house\/(Mark|Settings)|lesson\/api|plain\/only)/,
    /\/src\/table\/(hint|room|turn|talk|paces|Pacing|orders|journal|Named|pieces)/,
    /\/src\/modes\/(api|naming|Play|past)/,
  ],
  // around the screen of a game
  board: [
    /\/src\/plain\/(?!Plain)/,
    /\/src\/table\/(PieceText|Shown|Hold|holding|Meanwhile|beat|bell|sealed|time|Journal)/,
  ],
  // what is opened beside it
  beside: [
    /\/src\/table\/(Talking|Moderation|Complaints|StandingOrders|Points)/,
    /\/src\/(help\/(?!HelpPage)|house\/Account)/,
  ],
  pages: [/\/src\/(modes\/(?!Entries)|lesson\/Learn|help\/HelpPage)/],
};
const house = 'http://127.0.0.1:8620';

export default defineConfig(({ mode }) => ({
  // links relative to the page: the house may be reached under a path, and rewrites them
  base: './',
  plugins: [svelte({ configFile: false }), offline()],
  build: {
    outDir: '../src/clande/server/static',
    emptyOutDir: true,
    target: ['es2022', 'safari15.4', 'firefox115'],
    // the strict content policy of the house admits no data: address
    assetsInlineLimit: 0,
    rollupOptions: {
      // the stage shows single screens to tests, and is no part of the house
      ...(mode === 'stage' ? { input: 'stage.html' } : {}),
      output: {
        codeSplitting: {
          groups: Object.entries(CHUNKS).map(([name, those], at) => ({
            name,
            test: (module: string) => those.some((one) => one.test(module)),
            priority: 9 - at,
          })),
        },
      },
    },
  },
  server: { proxy: { '/api': house } },
  ...(mode === 'test'
    ? {
        resolve: { conditions: ['browser'] },
        test: { environment: 'happy-dom', include: ['src/**/*.test.ts'], pool: 'vmThreads' },
      }
    : {}),
}));
