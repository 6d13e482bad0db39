import { millisecondsInDay, millisecondsInMinute } from '#domain/units.ts';
import { isNightHour, type StartHours } from '#contract/gateway/connectionCheck.ts';
import { type ReservationRecord, toReservation } from '#domain/reservations/reservations.ts';
import { addDays, dayOf, type Instant, readInstant, wallText, type Zone } from '#domain/time/time.ts';
import type { Connection } from './connection.ts';
import { type Journal, readingVerdict, type Verdict } from './findings.ts';
import { nameOf, readOrFail } from './probes.ts';

const subject = nameOf('listReservations');

/** The most that one call may return (section 8); it covers a few days of a school. */
const sampleSize = 250;

/** The value that `ZONELESS_TIMES` should have, and the start hours that show it; null if no time is without a zone. */
type TimesFound = { readonly zoneless: Zone['zoneless']; readonly hours: StartHours | null };

/** Judges times and zone by the reservations of the last two weeks. */
export async function checkTimes(
  connection: Connection,
  zone: Zone,
  now: Instant,
  journal: Journal,
): Promise<TimesFound> {
  const since = `${addDays(dayOf(now, zone.name), -14)}T00:00:00`;
  const filters = { startTime: { operator: 'gte', values: [since] } } as const;
  const filtered = `${subject}, startTime=gte:${since}`;
  const question = { limit: sampleSize, filters };
  const answer = await readOrFail(connection, journal, filtered, 'listReservations', question);
  if (!answer) return { zoneless: zone.zoneless, hours: null };
  const { records } = answer.page;
  journal.note(`${subject}, a large page`, readingVerdict('listReservations', answer, sampleSize));
  journal.note(filtered, sinceVerdict(records, since));
  const { zoneless, ...verdict } = zonelessVerdict(records, zone);
  journal.note('times without a zone', verdict);
  journal.note('hours of the reservations', reservationHoursVerdict(records, { ...zone, zoneless }));
  return { zoneless, hours: hoursByReading(records, zone.name) };
}

/** The start hours by both readings of times without a zone; null if there is no such time. */
export function hoursByReading(records: readonly ReservationRecord[], zone: string): StartHours | null {
  if (!records.some(({ startTime }) => startTime && isZoneless(startTime))) return null;
  const counts = (zoneless: Zone['zoneless']) => {
    const hours = startHours(records, { name: zone, zoneless });
    return Array.from({ length: 24 }, (_, hour) => hours.filter((candidate) => candidate === hour).length);
  };
  return { zone, operator: counts('operator'), utc: counts('utc') };
}

/** A day of grace, because the zone in which a service reads the filter is not documented. */
function sinceVerdict(records: readonly ReservationRecord[], since: string): Verdict {
  const utc = { name: 'UTC', zoneless: 'utc' } as const;
  const earliest = (readInstant(since, utc) ?? 0) - millisecondsInDay;
  const starts = records.map((record) => toReservation(record, utc).start).filter((start) => start !== null);
  const early = starts.filter((start) => start < earliest).length;
  if (early > 0) return { mark: 'differs', words: `ignored: ${early} of ${starts.length} begin before.` };
  if (starts.length === 0) return { mark: 'unsure', words: 'there are no reservations.' };
  return { mark: 'ok', words: `honoured: none of ${starts.length} begins before.` };
}

/** Fewer reservations are too few to judge a school's day. */
const fewest = 20;
/** Above this share of night starts, a clock that is hours off is more likely than night flying. */
const suspicious = 0.15;

/**
 * Whether flights begin at the usual hours in the configured zone. It raises a suspicion if the zone is wrong by many
 * hours. It does not notice an error of an hour or two.
 */
export function reservationHoursVerdict(records: readonly ReservationRecord[], zone: Zone): Verdict {
  const hours = startHours(records, zone);
  if (hours.length < fewest) return { mark: 'unsure', words: `${hours.length} reservations are too few to judge.` };
  const night = `${percent(nightShare(hours))} of ${hours.length} reservations begin between 2300L and 0500L in ${zone.name}`;
  if (nightShare(hours) <= suspicious) return { mark: 'ok', words: `${night}.` };
  const evidence = `${night}, most at ${String(mostFrequent(hours)).padStart(2, '0')}00L`;
  return { mark: 'differs', words: `${evidence}: OPERATOR_TIME_ZONE looks wrong.${otherReading(records, zone)}` };
}

/** The operator's hours at which Standard reservations begin; time off and maintenance may begin at any. */
function startHours(records: readonly ReservationRecord[], zone: Zone): number[] {
  return records
    .map((reservation) => toReservation(reservation, zone))
    .flatMap(({ kind, start }) => (kind === 'Standard' && start !== null ? [start] : []))
    .map((start) => Number(wallText(start, zone.name).slice(11, 13)));
}

function otherReading(records: readonly ReservationRecord[], zone: Zone): string {
  if (!records.some(({ startTime }) => startTime && isZoneless(startTime))) return '';
  const zoneless = zone.zoneless === 'utc' ? 'operator' : 'utc';
  const share = nightShare(startHours(records, { ...zone, zoneless }));
  return share <= suspicious ? ` With ZONELESS_TIMES=${zoneless} it would be ${percent(share)}.` : '';
}

function nightShare(hours: readonly number[]): number {
  return hours.filter(isNightHour).length / hours.length;
}

/** The most frequent number; 0 for none. */
function mostFrequent(numbers: readonly number[]): number {
  const counts = Map.groupBy(numbers, (number) => number);
  const [first] = [...counts].toSorted(([, a], [, b]) => b.length - a.length);
  return first?.[0] ?? 0;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** The verdict on the reservations' times, and the value of `ZONELESS_TIMES` that fits. */
export type ZonelessVerdict = Verdict & { readonly zoneless: Zone['zoneless'] };

/** The minutes by which a wall clock may differ from the UTC time and still agree. */
const tolerance = 1;

/** Judges the zone-less times of reservations by their UTC times, if the service sends those. */
export function zonelessVerdict(records: readonly ReservationRecord[], configured: Zone): ZonelessVerdict {
  const times = records.map(({ startTime }) => startTime).filter((time) => typeof time === 'string');
  const zoneless = times.filter((time) => isZoneless(time));
  const { zoneless: kept } = configured;
  if (times.length === 0) return { mark: 'unsure', words: 'no reservation has a start.', zoneless: kept };
  if (zoneless.length === 0) {
    return { mark: 'ok', words: `all ${times.length} carry their zone; ZONELESS_TIMES is for others.`, zoneless: kept };
  }
  const count = `${zoneless.length} of ${times.length} have no zone`;
  const pairs = records.map((reservation) => pairOf(reservation)).filter((pair) => pair !== null);
  if (pairs.length === 0) {
    const words = `${count}, and no UTC time is beside them. Compare one, ${zoneless[0]}, with the service's own screens.`;
    return { mark: 'unsure', words, zoneless: kept };
  }
  const agreed = agreement(pairs, configured);
  if (agreed === null) {
    const words = `${count}; beside UTC times their clock is ${usualOffset(pairs)}, which is not that of ${configured.name}. OPERATOR_TIME_ZONE looks wrong.`;
    return { mark: 'differs', words, zoneless: kept };
  }
  const clock = agreed === 'utc' ? 'UTC' : configured.name;
  return {
    mark: 'differs',
    words: `${count}; the UTC times beside them show that they are ${clock}.`,
    zoneless: agreed,
  };
}

function isZoneless(time: string): boolean {
  return !/(Z|[+-]\d\d:?\d\d)$/i.test(time);
}

/** A start without zone, and the instant of its UTC time. */
type Pair = { readonly wall: string; readonly instant: number };

function pairOf(record: ReservationRecord): Pair | null {
  const { startTime: wall, startTimeUtc } = record;
  if (typeof wall !== 'string' || !isZoneless(wall) || typeof startTimeUtc !== 'string') return null;
  // Read separately, because a reservation falls back to its plain start if this is unreadable.
  const instant = readInstant(startTimeUtc, { name: 'UTC', zoneless: 'utc' });
  return instant === null ? null : { wall, instant };
}

/** The reading with which nearly all pairs agree, the configured one first. A single odd record does not decide. */
function agreement(pairs: readonly Pair[], configured: Zone): Zone['zoneless'] | null {
  const readings = configured.zoneless === 'utc' ? (['utc', 'operator'] as const) : (['operator', 'utc'] as const);
  const agrees = (zoneless: Zone['zoneless']) => {
    const fitting = pairs.filter(({ wall, instant }) => {
      const read = readInstant(wall, { name: configured.name, zoneless });
      return read !== null && Math.abs(read - instant) <= tolerance * millisecondsInMinute;
    });
    return fitting.length >= pairs.length * 0.9;
  };
  return readings.find(agrees) ?? null;
}

/** The most frequent offset of the wall clocks from UTC: `UTC-06:00`. */
function usualOffset(pairs: readonly Pair[]): string {
  const utc = { name: 'UTC', zoneless: 'utc' } as const;
  const offsets = pairs.map(({ wall, instant }) =>
    Math.round(((readInstant(wall, utc) ?? instant) - instant) / millisecondsInMinute),
  );
  const offset = mostFrequent(offsets);
  const digits = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(offset);
  return `UTC${offset < 0 ? '-' : '+'}${digits(Math.floor(size / 60))}:${digits(size % 60)}`;
}
