/** Where the house is reached: `/`, or the path under which a proxy has put it. */
const root = document.querySelector<HTMLMetaElement>('meta[name="clande-root"]')?.content ?? '/';

/** An address of this house: `under('/api/house')`. */
export const under = (path: string): string => root + path.replace(/^\//, '');

/** The path within the house that an address leads to, beginning with a slash; '' if elsewhere. */
export const within = (path: string): string =>
  path.startsWith(root) ? `/${path.slice(root.length)}` : '';

/** The address of a socket of this house. */
export const socketAt = (path: string): string =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${under(path)}`;
