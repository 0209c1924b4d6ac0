/*
 * The app without its house: the page, its files and the help are kept, so that it opens and can be
 * read. Nothing that is played is kept here. The build fills in what there is and its version.
 */
const VERSION = '__VERSION__';
const here = (path) => new URL(path, self.registration.scope).pathname;
const PAGE = here('./');
const FILES = __FILES__.map(here);
const HELP = ['api/help/fr', 'api/help/en'].map(here);
const KEPT = `clande-${VERSION}`;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(KEPT).then((kept) => kept.addAll([PAGE, ...FILES, ...HELP].map(anew))),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name.startsWith('clande-') && name !== KEPT)
            .map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(fromHouse(request, PAGE));
  else if (HELP.includes(url.pathname)) event.respondWith(fromHouse(request, url.pathname));
  else if (FILES.includes(url.pathname)) event.respondWith(fromHere(request));
});

const anew = (path) => new Request(path, { cache: 'no-cache' });

/** The house first; what is kept if it does not answer. */
async function fromHouse(request, path) {
  try {
    const answer = await fetch(request);
    if (answer.ok && HELP.includes(path)) {
      await (await caches.open(KEPT)).put(path, answer.clone());
    }
    return answer;
  } catch (error) {
    const kept = await caches.match(path);
    if (kept) return kept;
    throw error;
  }
}

/** Files whose names change with what they hold. */
async function fromHere(request) {
  return (await caches.match(request)) ?? fetch(request);
}
