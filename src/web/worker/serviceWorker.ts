/** The service worker: serves the dashboard's own files when the server does not. It never touches API responses. */

/** Prepended by the build (`server/offlineShell.ts`). */
declare const shell: {
  readonly build: string;
  /** Every file that a page may load. */
  readonly files: readonly string[];
  /** The gateway's paths; they and everything below them go to the network. */
  readonly passed: readonly string[];
};

// The library types `self` of any worker; two casts, because the file is a script and cannot declare its own.
const worker = self as unknown as ServiceWorkerGlobalScope;
/** The page without the data that the server writes into it at each load, which is outdated the next day. */
const page = '/index.html';
const prefix = 'shell ';
const current = prefix + shell.build;

/** Milliseconds after which a page comes from the cache although the server may still respond. */
const timeout = 5_000;

/** The server's `Vary` names headers that differ between a page and a worker but do not matter here. */
const anyForm = { ignoreVary: true, ignoreSearch: true };

worker.addEventListener('install', (event) => {
  leaveToNetwork(event);
  event.waitUntil(install());
});
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || isPassed(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(servePage(request));
  else if (shell.files.includes(pathname) || pathname.startsWith('/assets/')) event.respondWith(serveFile(request));
});

worker.addEventListener('push', (event) => event.waitUntil(showAlert(event.data?.text() ?? '')));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openAlert(event.notification.data));
});

/** Shows an alert that the gateway sent. A browser wants a notification for each message, also for one we cannot read. */
async function showAlert(text: string): Promise<void> {
  const { title, body, tag, link } = readAlert(text);
  await worker.registration.showNotification(title, { body, tag, icon: '/icon.svg', data: link });
}

function readAlert(text: string) {
  const defaults = { title: 'Flightline: a new alert', body: '', tag: 'alert', link: '/alerts' };
  try {
    const given: { readonly [member: string]: unknown } = Object(JSON.parse(text));
    const textOf = (name: keyof typeof defaults) => (typeof given[name] === 'string' ? given[name] : defaults[name]);
    return { title: textOf('title'), body: textOf('body'), tag: textOf('tag'), link: textOf('link') };
  } catch {
    return defaults;
  }
}

/** Opens the page of an alert: in a window of ours where there is one. Only our own pages. */
async function openAlert(link: unknown): Promise<void> {
  const url = new URL(typeof link === 'string' ? link : '/alerts', location.origin);
  const address = url.origin === location.origin ? url.href : `${location.origin}/alerts`;
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find((window) => new URL(window.url).pathname !== '/board');
  if (!open) return void (await worker.clients.openWindow(address));
  await open.focus();
  // A window that this worker does not control yet cannot be sent elsewhere.
  await open.navigate(address).catch(() => worker.clients.openWindow(address));
}

/** The service worker's static routing, not yet typed by the library; missing in some browsers. */
type RoutedInstall = ExtendableEvent & {
  addRoutes?: (rules: readonly { condition: { urlPattern: { pathname: string } }; source: 'network' }[]) => unknown;
};

/**
 * Lets the gateway's requests pass without an event, so that they need not wait for the worker. A worker with requests every
 * few seconds is never idle, and the browser would delay its successor for minutes.
 */
function leaveToNetwork(event: RoutedInstall): void {
  const paths = shell.passed.flatMap((path) => [path, `${path}/*`]);
  event.addRoutes?.(paths.map((pathname) => ({ condition: { urlPattern: { pathname } }, source: 'network' })));
}

async function install(): Promise<void> {
  // All files must be loaded before one is stored: a build that cannot be read completely leaves nothing behind.
  const files = await Promise.all([page, ...shell.files].map(async (path) => [path, await fileOfBuild(path)] as const));
  const cache = await caches.open(current);
  await Promise.all(files.map(([path, response]) => cache.put(path, response)));
  await worker.skipWaiting();
}

/** A file of this build. Rejects on everything else: a sign-in page of ours or of a proxy must never replace the page. */
async function fileOfBuild(path: string): Promise<Response> {
  const response = await fetch(path, { redirect: 'error' });
  const isOwn = response.ok && !response.redirected && (path !== page || (await isOwnPage(response.clone())));
  if (!isOwn) throw new Error(`${path} is not of this build`);
  return response;
}

/** The page names its build. */
async function isOwnPage(response: Response): Promise<boolean> {
  return (await response.text()).includes(`content="${shell.build}"`);
}

/** Keeps the files of the previous build for tabs that are still open. */
async function activate(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== current);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/**
 * The page from the server, or from the cache if the server is slow, fails or is unreachable. The browser follows a redirect
 * to sign-in.
 */
async function servePage(request: Request): Promise<Response> {
  const stored = await (await caches.open(current)).match(page, anyForm);
  if (!stored) return fetch(request);
  const late = new Promise<Response>((resolve) => setTimeout(resolve, timeout, stored));
  const answer = fetch(request).then(
    (response) => (response.ok || response.type === 'opaqueredirect' || response.status === 401 ? response : stored),
    () => stored,
  );
  return Promise.race([answer, late]);
}

/** A file of this build, otherwise of the previous one, otherwise from the server. */
async function serveFile(request: Request): Promise<Response> {
  const cache = await caches.open(current);
  return (await cache.match(request, anyForm)) ?? (await caches.match(request, anyForm)) ?? fetch(request);
}

function isPassed(pathname: string): boolean {
  return shell.passed.some((path) => pathname === path || pathname.startsWith(`${path}/`));
}
