import { useEffect, useState } from 'react';
import { millisecondsInMinute } from '#domain/units.ts';
import { shouldReload } from '#domain/answers/reload.ts';
import { noteTime, readClocks } from '#web/device/screenClock.ts';

/** Milliseconds after which a check of the server has failed. */
const timeout = 15_000;
/** Milliseconds between two checks: usually, and while the server does not respond. */
const interval = millisecondsInMinute;
const outageInterval = 15_000;
/** Milliseconds before a page with an error reloads: long enough to read the error. */
const errorInterval = 30_000;

const buildMark = /<meta name="build" content="([^"]+)"/;

/** The build of the running page; null in development. */
export const ownBuild = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? null;

export type ServerAnswer = {
  /** The build that the server delivers now; null in development. */
  readonly build: string | null;
};

/**
 * Requests the page itself, past every cache, and reads its build and the time. Null if the response is not our page: none, an
 * error, a network's login page. Never rejects.
 */
export async function askServer(): Promise<ServerAnswer | null> {
  const sent = readClocks();
  try {
    const response = await fetch('/', {
      cache: 'no-store',
      headers: { accept: 'text/html' },
      signal: AbortSignal.timeout(timeout),
    });
    noteTime(response.headers, sent);
    const html = await response.text();
    return response.ok ? readPage(html, ownBuild()) : null;
  } catch {
    return null;
  }
}

/** What a page says about its server; null if it is not our page. */
export function readPage(html: string, own: string | null): ServerAnswer | null {
  const build = buildMark.exec(html)?.[1] ?? null;
  return build !== null || own === null ? { build } : null;
}

/** Reloads the page once the server delivers it, but not before half a minute, until the returned function is called. */
export function reloadWhenServed(): () => void {
  const timer = setInterval(() => void askServer().then((answer) => answer && location.reload()), errorInterval);
  return () => clearInterval(timer);
}

/** One check of the server. Times are milliseconds of a monotonic clock. */
export type ServerCheck = {
  readonly now: number;
  /** When the server last responded; at first, when the page was loaded. */
  readonly lastAnswerAt: number;
  /** Null if it did not respond. */
  readonly answer: ServerAnswer | null;
  readonly ownBuild: string | null;
  /** Milliseconds since the page was loaded by a reload; null if a person opened it. */
  readonly sinceReload: number | null;
};

/** The result of a check: whether to reload, and the milliseconds until the next check. */
export function afterCheck({ now, lastAnswerAt, answer, ownBuild: own, sinceReload: since }: ServerCheck) {
  if (!answer) return { lastAnswerAt, isReload: false, wait: outageInterval };
  const outage = now - lastAnswerAt - interval;
  const isReload = shouldReload({ ownBuild: own, servedBuild: answer.build, outage, sinceReload: since });
  return { lastAnswerAt: now, isReload, wait: interval };
}

/**
 * Checks the server every minute until the returned function is called, reports each answer, and reloads the page for a new
 * build or after a long outage.
 */
export function watchServer(report: (answer: ServerAnswer | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let isOver = false;
  let lastAnswerAt = performance.now();

  async function check() {
    const answer = await askServer();
    if (isOver) return;
    report(answer);
    const now = performance.now();
    const next = afterCheck({ now, lastAnswerAt, answer, ownBuild: ownBuild(), sinceReload: sinceReload() });
    lastAnswerAt = next.lastAnswerAt;
    if (next.isReload) location.reload();
    timer = setTimeout(() => void check(), next.wait);
  }

  void check();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

export function sinceReload(): number | null {
  const arrival = performance
    .getEntriesByType('navigation')
    .find((entry) => entry instanceof PerformanceNavigationTiming);
  return arrival?.type === 'reload' ? performance.now() : null;
}

/** Missing on plain HTTP from another machine, although the types say otherwise. */
function serviceWorkers(): ServiceWorkerContainer | null {
  return 'serviceWorker' in navigator ? navigator.serviceWorker : null;
}

const workerPath = '/sw.js';

declare global {
  // Not yet among TypeScript's types. The result is not a string, but is used in place of an address.
  interface Window {
    readonly trustedTypes?: {
      readonly createPolicy: (name: string, rules: Rules) => Rules;
    };
  }
}
type Rules = { readonly createScriptURL: (address: string) => string };

/** From now on the page can start without the server, if the browser supports it. */
export function registerWorker(): void {
  // The page's policy turns no text into a script, and allows only this address.
  const rules = { createScriptURL: () => workerPath };
  const policy = window.trustedTypes?.createPolicy('flightline', rules) ?? rules;
  // A board says when this failed; nothing else depends on it.
  serviceWorkers()
    ?.register(policy.createScriptURL(workerPath))
    .catch(() => undefined);
}

/** Whether the page would start without the server. */
export function useCanStartOffline(): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    let isOver = false;
    void serviceWorkers()?.ready.then(() => isOver || setReady(true));
    return () => {
      isOver = true;
    };
  }, []);
  return isReady;
}
