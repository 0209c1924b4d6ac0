import { under } from './root';

/** Lets the app open without its house, where the address is a secure one: nowhere else may it. */
export function keepHere(): void {
  if (!window.isSecureContext || !('serviceWorker' in navigator) || import.meta.env.DEV) return;
  addEventListener('load', () => {
    navigator.serviceWorker.register(under('/sw.js')).catch(() => {
      // a browser that forbids it still plays
    });
  });
}
