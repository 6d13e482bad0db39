import { addDays, dayOf, type Instant, readInstant, type Zone } from '#domain/time/time.ts';
import { type Reservation, toBooking } from '#domain/reservations/bookings.ts';
import { bookingHoursVerdict } from './bookingHours.ts';
import type { Connection } from './connection.ts';
import type { Journal, Verdict } from './finding.ts';
import { nameOf } from './operations.ts';
import { readingVerdict } from './reading.ts';
import { zonelessVerdict } from './zoneless.ts';

const subject = nameOf('listReservations');

/** The most that one call may bring (section 8): some days of a school. */
const sampleSize = 250;

/** Judges times and zone by the reservations of the last two weeks; returns the value `ZONELESS_TIMES` should have. */
export async function checkTimes(
  connection: Connection,
  zone: Zone,
  now: Instant,
  journal: Journal,
): Promise<Zone['zoneless']> {
  const since = `${addDays(dayOf(now, zone.name), -14)}T00:00:00`;
  const filters = { startTime: { operator: 'gte', values: [since] } } as const;
  const answer = await connection.ask('listReservations', { limit: sampleSize, filters });
  if (answer.failure) {
    journal.fail(`${subject}, startTime=gte:${since}`, answer.failure);
    return zone.zoneless;
  }
  const { records } = answer.page;
  journal.note(`${subject}, a large page`, readingVerdict('listReservations', answer, sampleSize));
  journal.note(`${subject}, startTime=gte:${since}`, sinceVerdict(records, since));
  const { zoneless, ...verdict } = zonelessVerdict(records, zone);
  journal.note('times without a zone', verdict);
  journal.note('hours of the bookings', bookingHoursVerdict(records, { ...zone, zoneless }));
  return zoneless;
}

/** A day of grace, because the zone in which a service reads the filter is not documented. */
function sinceVerdict(records: readonly Reservation[], since: string): Verdict {
  const utc = { name: 'UTC', zoneless: 'utc' } as const;
  const earliest = readInstant(since, utc)! - 24 * 3_600_000;
  const starts = records.map((record) => toBooking(record, utc).start).filter((start) => start !== null);
  const early = starts.filter((start) => start < earliest).length;
  if (early > 0) return { mark: 'differs', words: `ignored: ${early} of ${starts.length} begin before.` };
  if (starts.length === 0) return { mark: 'unsure', words: 'no reservations came.' };
  return { mark: 'ok', words: `honoured: none of ${starts.length} begins before.` };
}
