import { millisecondsInMinute } from '#domain/units.ts';
import { type CallClass, callClasses } from '#contract/gateway/callClass.ts';
import { byName } from '#contract/objects.ts';

/** A number for each class of calls. */
export type ByClass = { readonly [Name in CallClass]: number };

/** A limit on some classes of calls together, so that they leave room for the others. */
export type Bound = {
  readonly classes: readonly CallClass[];
  /** The classes whose calls count, if more than `classes`. */
  readonly counted?: readonly CallClass[];
  /** The part of the allowance that they may use together, from 0 to 1; rounded down, but at least one call. */
  readonly share: number;
  /** The connections that they leave free together; they may always use one. */
  readonly spareConnections: number;
};

/** Callers look ahead at most this many calls. */
const maxOpenings = 1_000;

/** All times in milliseconds. */
export type AllowanceLimits = {
  /** Calls that the flight service allows in any `windowMs`. */
  readonly allowance: number;
  readonly windowMs: number;
  /** Each class must be in at least one of them, and one must hold all classes. */
  readonly bounds: readonly Bound[];
};

/**
 * Counts calls in a sliding window. A call counts from its start until one window after its end. Whenever the call
 * reached the flight service in that time, no window there holds more than the allowance.
 */
export function createAllowance({ allowance, windowMs, bounds }: AllowanceLimits) {
  // The small addition is for shares like 2/3, because rounding may leave a product with a multiple of 3 just too small.
  const limitOf = ({ share }: Bound) => Math.max(1, Math.floor(allowance * share + 1e-9));
  const all = createCounting(allowance);
  const kept = bounds.map((bound) => ({
    classes: bound.classes,
    counted: bound.counted ?? bound.classes,
    limit: limitOf(bound),
    counting: createCounting(limitOf(bound)),
  }));
  const boundsByClass = byName(callClasses, (name) => kept.filter(({ classes }) => classes.includes(name)));
  const countedByClass = byName(callClasses, (name) => kept.filter(({ counted }) => counted.includes(name)));
  const boundsOf = (callClass: CallClass) => boundsByClass[callClass];

  /**
   * The earliest time at which one more call fits after `ahead` others. A running call counts until one window after
   * its end, so it counts for at least one window from now.
   */
  function freeAt(counting: Counting, limit: number, ahead: number, now: number): number {
    const missing = counting.size(now) + ahead + 1 - limit;
    return missing > 0 ? (counting.end(missing - 1) ?? now + windowMs) : now;
  }

  /** How many calls of this class could start by `at` (now or later), if no others start. */
  function room(callClass: CallClass, at: number, now: number): number {
    const rooms = boundsOf(callClass).map(({ limit, counting }) => limit - counting.size(now, at));
    return Math.max(0, Math.min(...rooms));
  }

  return {
    begin(callClass: CallClass): void {
      all.begin();
      for (const { counting } of countedByClass[callClass]) counting.begin();
    },

    finish(callClass: CallClass, now: number): void {
      all.finish(now + windowMs);
      for (const { counting } of countedByClass[callClass]) counting.finish(now + windowMs);
    },

    /**
     * Counts calls of an earlier process that ended at these times, perhaps before the clock began. Their classes are
     * unknown, so each counts against every bound.
     */
    restore(ends: readonly number[], now: number): void {
      const still = ends.map((end) => Math.min(end, now) + windowMs).filter((end) => end > now);
      for (const counting of [all, ...kept.map((bound) => bound.counting)]) counting.restore(still);
    },

    /**
     * The first moment at which a call of this class may start after these numbers of others. Others whose own bounds delay
     * them beyond `maxWaitMs` do not block it.
     */
    soonest(callClass: CallClass, ahead: ByClass, maxWaitMs: number, now: number): number {
      const before = (name: CallClass) =>
        name === callClass || ahead[name] === 0 ? ahead[name] : Math.min(ahead[name], room(name, now + maxWaitMs, now));
      const times = boundsOf(callClass).map(({ counted, limit, counting }) =>
        freeAt(
          counting,
          limit,
          counted.map(before).reduce((sum, count) => sum + count, 0),
          now,
        ),
      );
      return Math.max(now, ...times);
    },

    /** The first moment for each of the next calls of this class, in order, as many as fit into one window. */
    openings(callClass: CallClass, now: number): readonly number[] {
      const counts = boundsOf(callClass);
      const times: number[] = [];
      for (let left = Math.min(maxOpenings, ...counts.map(({ limit }) => limit)); left > 0; left--) times.push(now);
      for (const { limit, counting } of counts) {
        const free = limit - counting.size(now);
        for (let index = Math.max(0, free); index < times.length; index++) {
          times[index] = Math.max(times[index] ?? now, counting.end(index - free) ?? now + windowMs);
        }
      }
      return times;
    },

    /** The sustainable calls of this class per 60 seconds if each lasts this long; without other calls. */
    sustained(callClass: CallClass, callMs: number): number {
      return (Math.min(...boundsOf(callClass).map(({ limit }) => limit)) * millisecondsInMinute) / (windowMs + callMs);
    },

    room,

    used: (now: number): number => all.size(now),
  };
}

type Counting = ReturnType<typeof createCounting>;

/** Calls that count: running ones, and ended ones until they expire. `limit`: how many of them the service allows. */
function createCounting(limit: number) {
  let running = 0;
  /** Earliest first. */
  let ends: number[] = [];
  let expired = 0;
  return {
    begin: () => void running++,
    finish(end: number): void {
      running--;
      ends.push(end);
    },
    restore(more: readonly number[]): void {
      const last = ends.at(-1) ?? Number.NEGATIVE_INFINITY;
      // Other gateways report thousands one by one, each as the latest.
      if (more.length === 1 && more.every((end) => end >= last)) ends.push(...more);
      else {
        ends = [...ends.slice(expired), ...more].toSorted((a, b) => a - b);
        expired = 0;
      }
      // Only the latest decide when there is room again.
      expired = Math.max(expired, ends.length - limit);
    },
    /** When the call at this index expires; unknown for running calls. */
    end: (index: number): number | undefined => ends[expired + index],
    /** How many calls count now, or at a later moment if none begins or ends before it. */
    size(now: number, at = now): number {
      while ((ends[expired] ?? Number.POSITIVE_INFINITY) <= now) expired++;
      if (expired > 1_000 && expired > ends.length / 2) {
        ends = ends.slice(expired);
        expired = 0;
      }
      let over = expired;
      while ((ends[over] ?? Number.POSITIVE_INFINITY) <= at) over++;
      return running + ends.length - over;
    },
  };
}
