/** The service worker: gives out the shell of the dashboard where the server does not. It never touches the API's answers. */

/** What the build puts in front of this file. */
declare const shell: {
  readonly build: string;
  /** Every file that a page may load. */
  readonly files: readonly string[];
  /** Paths that are the gateway's, and those below them. */
  readonly passed: readonly string[];
};

const worker = self as unknown as ServiceWorkerGlobalScope;
const page = '/';
const prefix = 'shell ';
const own = prefix + shell.build;

/** Milliseconds after which a page comes from the store; the server may be there and answer nobody. */
const patience = 5_000;

/** The server's `Vary` names headers that differ between a page and a worker, and changes nothing here. */
const anyForm = { ignoreVary: true, ignoreSearch: true };

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || isPassed(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(givePage(request));
  else if (shell.files.includes(pathname) || pathname.startsWith('/assets/')) event.respondWith(giveFile(request));
});

async function install(): Promise<void> {
  const cache = await caches.open(own);
  await cache.addAll([page, ...shell.files]);
  await worker.skipWaiting();
}

/** A tab that is still open has the build before: its files stay until the next one comes. */
async function activate(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== own);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** A page from the server, unless it is late, an error, or not there. */
async function givePage(request: Request): Promise<Response> {
  const stored = await (await caches.open(own)).match(page, anyForm);
  if (!stored) return fetch(request);
  const late = new Promise<Response>((resolve) => setTimeout(resolve, patience, stored));
  const answer = fetch(request).then(
    (response) => (response.ok || response.type === 'opaqueredirect' ? response : stored),
    () => stored,
  );
  return Promise.race([answer, late]);
}

/** A file of this build, else of the one before, else from the server. */
async function giveFile(request: Request): Promise<Response> {
  const current = await caches.open(own);
  return (await current.match(request, anyForm)) ?? (await caches.match(request, anyForm)) ?? fetch(request);
}

function isPassed(pathname: string): boolean {
  return shell.passed.some((path) => pathname === path || pathname.startsWith(`${path}/`));
}
