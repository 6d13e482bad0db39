import { TZDate, tzOffset } from '@date-fns/tz';
import { millisecondsInDay, secondsInDay } from '#domain/units.ts';

/**
 * The operator's calendar. A day is the number of its local date, counted from 1970-01-01 = 0; instants are epoch
 * seconds. Days begin at the operator's midnight and last 23, 24 or 25 hours.
 */
export type ZoneClock = {
  readonly zone: string;
  /** Seconds east of Greenwich at this instant. */
  offsetAt(instant: number): number;
  dayAt(instant: number): number;
  /** The first instant of the day. */
  midnight(day: number): number;
  /**
   * The instant at which clocks show this minute of the day; minutes past 1440 are the next day's. A time that the
   * clock skips becomes the hour after.
   */
  at(day: number, minute: number): number;
  /** `2026-05-12T14:00:00`, without zone. */
  local(instant: number): string;
};

const clocks = new Map<string, ZoneClock>();

/** The calendar of an IANA zone. Throws `RangeError` on a name that is no zone. */
export function zoneClock(zone: string): ZoneClock {
  const known = clocks.get(zone);
  if (known) return known;
  // Throws if the zone does not exist; the arithmetic below would not.
  Intl.DateTimeFormat('en', { timeZone: zone });
  const clock = createClock(zone);
  clocks.set(zone, clock);
  return clock;
}

function createClock(zone: string): ZoneClock {
  const offsetAt = offsets(zone);
  const dayAt = (instant: number): number => Math.floor((instant + offsetAt(instant)) / secondsInDay);
  const midnight = memoised((number) => wallClock(zone, number, 0));
  return {
    zone,
    offsetAt,
    dayAt,
    midnight,
    at(number, minute) {
      if (minute >= 1440) return this.at(number + 1, minute - 1440);
      const even = midnight(number + 1) - midnight(number) === secondsInDay;
      return even ? midnight(number) + minute * 60 : wallClock(zone, number, minute);
    },
    local: (instant) => new Date((instant + offsetAt(instant)) * 1000).toISOString().slice(0, 19),
  };
}

function wallClock(zone: string, number: number, minute: number): number {
  const date = new Date(number * millisecondsInDay);
  return new TZDate(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), 0, minute, zone).getTime() / 1000;
}

/** Zone offsets, remembered per UTC day: only the two days a year on which the offset changes are looked up each time. */
function offsets(zone: string): (instant: number) => number {
  const lookUp = (instant: number): number => Math.round(tzOffset(zone, new Date(instant * 1000)) * 60);
  const constant = memoised((number) => {
    const [first, last] = [lookUp(number * secondsInDay), lookUp((number + 1) * secondsInDay)];
    return first === last ? first : Number.NaN;
  });
  return (instant) => {
    const offset = constant(Math.floor(instant / secondsInDay));
    return Number.isNaN(offset) ? lookUp(instant) : offset;
  };
}

function memoised(compute: (number: number) => number): (number: number) => number {
  const known = new Map<number, number>();
  return (number) => {
    const value = known.get(number) ?? compute(number);
    if (!known.has(number)) known.set(number, value);
    return value;
  };
}

/** The day of `2026-05-12`. */
export function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / millisecondsInDay;
}

/** 0 is Sunday. */
export function weekdayOf(number: number): number {
  return (((number + 4) % 7) + 7) % 7;
}

/** The last day of the month that lies this many months after the day's own. */
export function monthEnd(number: number, months: number): number {
  const date = new Date(number * millisecondsInDay);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0) / millisecondsInDay;
}
