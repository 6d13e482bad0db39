import type { IncomingHttpHeaders } from 'node:http';
import { millisecondsInSecond } from '#domain/units.ts';

/** What a program asks of an answer besides its content. Durations in milliseconds. */
export type Demands = {
  /** The greatest age; null for any. `Cache-Control: no-cache` is 0. */
  readonly maxAgeMs: number | null;
  /** For how long the answer must remain fresh, by the interval at which it is read again. */
  readonly minFreshMs: number;
  /** Whether only a stored answer is wanted. */
  readonly onlyStored: boolean;
  /** How long the caller waits. */
  readonly patienceMs: number;
};

export const noDemands: Demands = {
  maxAgeMs: null,
  minFreshMs: 0,
  onlyStored: false,
  patienceMs: Number.POSITIVE_INFINITY,
};

/**
 * Reads `Cache-Control` (RFC 9111, section 5.2.1) and `Prefer: wait` (RFC 7240, section 4.3) of a program. What it cannot read
 * is no demand. A browser adds `Cache-Control` by itself, so this is not for its requests.
 */
export function demandsOf(headers: IncomingHttpHeaders): Demands {
  const { 'cache-control': cacheControl } = headers;
  const prefer = String(headers['prefer'] ?? '');
  if (cacheControl === undefined && prefer === '') return noDemands;
  const wanted = directivesOf(cacheControl);
  const wait = secondsOf(directivesOf(prefer).get('wait'));
  const maxAge = secondsOf(wanted.get('max-age'));
  return {
    maxAgeMs: wanted.has('no-cache') ? 0 : maxAge,
    minFreshMs: secondsOf(wanted.get('min-fresh')) ?? 0,
    onlyStored: wanted.has('only-if-cached'),
    patienceMs: wait ?? Number.POSITIVE_INFINITY,
  };
}

/** Directives by name in lower case: `max-age=30, no-cache`. */
function directivesOf(field = ''): ReadonlyMap<string, string> {
  return new Map(
    field.split(/[,;]/).map((directive) => {
      const [name = '', value = ''] = directive.split('=', 2);
      return [name.trim().toLowerCase(), value.trim().replaceAll('"', '')];
    }),
  );
}

/** Milliseconds of a whole number of seconds; null for anything else. */
function secondsOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) * millisecondsInSecond : null;
}

/** Whether an answer of this age, fresh for this much longer, meets the demands. `Age` counts whole seconds. */
export function isNewEnough(ageMs: number, ttlMs: number, { maxAgeMs, minFreshMs }: Demands): boolean {
  const isYoung = maxAgeMs === null || ageMs < maxAgeMs + millisecondsInSecond;
  return isYoung && (minFreshMs === 0 || ttlMs >= minFreshMs);
}

/** Whether the demands exclude some stored answers. */
export function hasAgeLimit({ maxAgeMs, minFreshMs }: Demands): boolean {
  return maxAgeMs !== null || minFreshMs > 0;
}
