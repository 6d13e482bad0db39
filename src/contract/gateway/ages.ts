import { secondsInHour, secondsInMinute } from 'date-fns/constants';

/** How old a cached answer outside the replica may be, in seconds since it arrived. */
export type CachePolicy = {
  /** Below this age it is used without a call. */
  readonly fresh: number;
  /** Below this age it is used at once while a new one is fetched; above it, the request waits for a new one. */
  readonly atOnce: number;
  /** Below this age it is used if no new one is available. */
  readonly kept: number;
};

/** The policies for requests that the replica cannot answer; `sets.ts` says which set has which. */
export const cachePolicies = {
  reservations: { fresh: 10, atOnce: secondsInMinute, kept: 12 * secondsInHour },
  aircraft: { fresh: 15, atOnce: 2 * secondsInMinute, kept: 12 * secondsInHour },
  upkeep: { fresh: 2 * secondsInMinute, atOnce: 10 * secondsInMinute, kept: 12 * secondsInHour },
  people: { fresh: secondsInMinute, atOnce: 5 * secondsInMinute, kept: secondsInHour },
  slow: { fresh: 5 * secondsInMinute, atOnce: 15 * secondsInMinute, kept: secondsInHour },
  report: { fresh: secondsInMinute, atOnce: 5 * secondsInMinute, kept: 15 * secondsInMinute },
} as const satisfies { readonly [name: string]: CachePolicy };

/** The header with one age in seconds for each part of a body, in the body's order; `-` for a part not read yet. */
export const agesHeader = 'flightline-ages';

/**
 * The header of every answer with the gateway's time, in milliseconds since 1970. `Date` has only seconds, and a proxy may set
 * it.
 */
export const timeHeader = 'flightline-time';

/**
 * A report that somebody looks at is requested again at this age, in seconds; a page with open rows, or rows of the newest day,
 * as often as today's reservations.
 */
export const reportViewed = 15 * secondsInMinute;

/**
 * Time limits of one request in milliseconds, from the inside out: a call to the service, the wait for the allowance
 * before it, and the browser's own limit. An inner layer has the clearer message, so it must give up before the next
 * one does. A program waits for the allowance longer than the minute in which it becomes free again, and less than the
 * 100 s of the least patient client libraries.
 */
export const timeouts = { call: 15_000, allowance: 2_000, browser: 20_000, program: 80_000 } as const;
