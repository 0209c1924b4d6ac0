import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { offline } from './offline';

const KIT =
  /\/src\/(ui\/(?!Atelier|sound)|(api|memory|refusals|root|house)\.ts|(me|router|theme|settings)\.svelte\.ts|table\/hint)/;
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
      // the pieces that every page is made of come together: many small files weigh more
      output: { codeSplitting: { groups: [{ name: 'kit', test: KIT }] } },
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
