import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { offline } from './offline';

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
    // the stage shows single screens to tests, and is no part of the house
    ...(mode === 'stage' ? { rollupOptions: { input: 'stage.html' } } : {}),
  },
  server: { proxy: { '/api': house } },
  ...(mode === 'test'
    ? {
        resolve: { conditions: ['browser'] },
        test: { environment: 'happy-dom', include: ['src/**/*.test.ts'] },
      }
    : {}),
}));
