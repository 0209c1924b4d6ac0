/** Where the house is reached: `/`, or the path under which a proxy has put it. */
const root = document.querySelector<HTMLMetaElement>('meta[name="clande-root"]')?.content ?? '/';

/** An address of this house: `under('/api/house')`. */
export const under = (path: string): string => root + path.replace(/^\//, '');

/** The path of this page within the house, beginning with a slash. */
export const here = (): string =>
  location.pathname.startsWith(root) ? `/${location.pathname.slice(root.length)}` : '/';

/** The address of a socket of this house. */
export const socketAt = (path: string): string =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${under(path)}`;
