import { reminderNameKey } from '#contract/access/reminderClasses.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import { minVisitFor, pastVisitsFor } from '#domain/maintenance/shopVisit.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { minPastVisits, usualVisit } from '#domain/thresholds.ts';
import { type Instant, lengthWithin } from '#domain/time/time.ts';
import { millisecondsInHour, millisecondsInMinute } from '#domain/units.ts';
import { shiftsIn } from './shopHours.ts';

/** How long a work takes in the shop, in milliseconds of shop time, and where that comes from. */
export type WorkTime = {
  readonly work: number;
  /** `set`: by a person. `visits`: the median of the school's own past visits for such work. `estimate`: usual elsewhere. */
  readonly basis: 'set' | 'visits' | 'estimate';
  /** How many past visits were named for such work. */
  readonly visits: number;
  /** A booked visit of this length is long enough: an estimate alone does not call one too short. */
  readonly enough: number;
};

export type TimeFor = (item: DueItem) => WorkTime;

/** Hours by the names of reminders (`reminderNameKey`), as a person set them for the week. */
export type SetTimes = ReadonlyMap<string, number>;

const usualTimes: readonly (readonly [RegExp, number])[] = [
  [/\bannual\b/i, usualVisit.annual],
  [/\b100\b/, usualVisit.hundredHours],
  [/\boil\b/i, usualVisit.oil],
];

/** People book in quarter hours. */
const step = 15 * millisecondsInMinute;

/** The time that each work takes: as set, otherwise as the school's own past visits for it, otherwise as usual. */
export function timesOf(
  reservations: readonly TimedReservation[],
  { now, zone, set = new Map() }: { readonly now: Instant; readonly zone: string; readonly set?: SetTimes },
): TimeFor {
  const lengths = pastVisitsFor(reservations, now);
  const known = new Map<string, WorkTime>();
  return (item) => {
    const key = reminderNameKey(item.name);
    const made = known.get(key) ?? timeOf(item, lengths(item), set.get(key), zone);
    known.set(key, made);
    return made;
  };
}

function timeOf(item: DueItem, visits: readonly TimedReservation[], hours: number | undefined, zone: string): WorkTime {
  const count = visits.length;
  if (hours !== undefined) {
    const work = hours * millisecondsInHour;
    return { work, basis: 'set', visits: count, enough: work };
  }
  const own = count >= minPastVisits ? medianOf(visits.map((visit) => shopTimeOf(visit, zone))) : null;
  if (own !== null) return { work: own, basis: 'visits', visits: count, enough: own };
  const usual = usualTimes.find(([words]) => words.test(item.name))?.[1] ?? usualVisit.other;
  return { work: usual, basis: 'estimate', visits: count, enough: Math.min(usual, minVisitFor(item)) };
}

/** Shop hours of a visit; all of it if it was outside them. */
function shopTimeOf(visit: TimedReservation, zone: string): number {
  return lengthWithin(shiftsIn(visit, zone), visit) || visit.end - visit.start;
}

function medianOf(lengths: readonly number[]): number {
  const sorted = lengths.toSorted((a, b) => a - b);
  const [low = 0, high = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return Math.ceil((low + high) / 2 / step) * step;
}

/** Times in an address: `annual:24;oil change:2`, with hours. Wrong parts are left out. */
export function readTimes(text: string, { min, max }: { readonly min: number; readonly max: number }): SetTimes {
  const parts = text.split(';').flatMap((part): (readonly [string, number])[] => {
    const at = part.lastIndexOf(':');
    const [key, hours] = [reminderNameKey(part.slice(0, Math.max(0, at))), Number(part.slice(at + 1))];
    return key !== '' && hours >= min && hours <= max ? [[key, hours]] : [];
  });
  return new Map(parts);
}

/** The same text with another time for a name; null takes it back. */
export function withTime(times: SetTimes, name: string, hours: number | null): string {
  const key = reminderNameKey(name.replaceAll(';', ' '));
  const others = [...times].filter(([one]) => one !== key);
  return [...others, ...(hours === null ? [] : [[key, hours] as const])].map((other) => other.join(':')).join(';');
}

/** `usual, estimate (9 h)`, `median of 4 visits (6 h)`, `as set (4 h)`. */
export function timeText({ work, basis, visits }: WorkTime): string {
  const name = {
    set: 'as set',
    visits: `median of ${visits} visits`,
    estimate: 'usual, estimate',
  }[basis];
  return `${name} (${Math.round((work / millisecondsInHour) * 100) / 100} h)`;
}
