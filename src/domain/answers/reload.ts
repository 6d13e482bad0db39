import { millisecondsInMinute } from '#domain/units.ts';

/** What a page knows once the server has answered with the same page again. */
export type ReloadCase = {
  /** The running page's build; null in development, which has none. */
  readonly ownBuild: string | null;
  readonly servedBuild: string | null;
  /** Milliseconds without an answer from the server before this one. */
  readonly outage: number;
  /** Milliseconds since this page was loaded by a reload; null if a person opened it. */
  readonly sinceReload: number | null;
};

/** After such an outage the server may have been moved or changed, so the page is loaded again. */
const longOutage = 5 * millisecondsInMinute;
/** At least this long between two reloads, whatever the server answers: a page that keeps reloading shows nothing. */
const betweenReloads = 10 * millisecondsInMinute;

/**
 * True if the page should be loaded again. Called only after the server has answered with that very page, so that no
 * reload ends on an error page.
 */
export function shouldReload({ ownBuild, servedBuild, outage, sinceReload }: ReloadCase): boolean {
  if (ownBuild === null || servedBuild === null) return false;
  if (sinceReload !== null && sinceReload < betweenReloads) return false;
  return servedBuild !== ownBuild || outage >= longOutage;
}

/** Milliseconds that a page must be out of sight before it may reload by itself. */
const unseen = 5 * millisecondsInMinute;

/** Whether a page may reload without anybody noticing. `hiddenFor` is null while it is in view. */
export function isQuiet({ hiddenFor, isTyping }: { readonly hiddenFor: number | null; readonly isTyping: boolean }) {
  return hiddenFor !== null && hiddenFor >= unseen && !isTyping;
}

/** A repeated request. Times are from a monotonic clock. */
export type Poll = {
  /** Milliseconds until it is repeated. */
  readonly interval: number;
  /** When it last began, failed or succeeded. */
  readonly actedAt: number;
};

/** Milliseconds beyond two intervals that a slow answer may take. */
const patience = 30_000;

/**
 * True for a poll that should have begun again or ended long ago. Its timer or request is lost, and nothing else would
 * notice.
 */
export function isStalled({ interval, actedAt }: Poll, now: number): boolean {
  return now - actedAt > 2 * interval + patience;
}
