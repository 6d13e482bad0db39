import { millisecondsInMinute } from 'date-fns/constants';

/** What a page knows when the server has just sent the page anew. */
export type ReloadCase = {
  /** Of the page that runs; null where it was not built, in development. */
  readonly ownBuild: string | null;
  readonly servedBuild: string | null;
  /** Milliseconds that the server did not answer before it did now. */
  readonly outage: number;
  /** Milliseconds since this page was loaded, where a reload brought it; null where somebody opened it. */
  readonly sinceReload: number | null;
};

/** A server that comes back after so long was moved, changed or mended: begin anew. */
const longOutage = 5 * millisecondsInMinute;
/** Whatever the server says: a page that reloads again and again shows nothing. */
const betweenReloads = 10 * millisecondsInMinute;

/**
 * Whether to load the page anew. Asked only when the server has answered with the very page that would be loaded, so that
 * nobody ends on an error page.
 */
export function shouldReload({ ownBuild, servedBuild, outage, sinceReload }: ReloadCase): boolean {
  if (ownBuild === null || servedBuild === null) return false;
  if (sinceReload !== null && sinceReload < betweenReloads) return false;
  return servedBuild !== ownBuild || outage >= longOutage;
}

/** A question that is asked again and again. Times are of a clock that nobody sets. */
export type Poll = {
  /** Milliseconds until it is asked again. */
  readonly interval: number;
  /** When it last began, failed or succeeded. */
  readonly actedAt: number;
};

/** Milliseconds beyond two intervals that a slow answer may take. */
const patience = 30_000;

/** A poll that should long have begun again, or ended: its timer or its request is lost, and nobody else would notice. */
export function isStalled({ interval, actedAt }: Poll, now: number): boolean {
  return now - actedAt > 2 * interval + patience;
}
