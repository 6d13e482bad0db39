import { parseList } from '#contract/answers.ts';
import type { Config } from '#contract/config.ts';
import type { Query } from '#contract/query.ts';
import { type Booking, peopleOf, type TimedBooking, toBooking } from '#domain/bookings.ts';
import { type Instant, wallText } from '#domain/time.ts';
import { overlapFilters } from '#domain/windows.ts';
import { ask } from './client.ts';

const week = 7 * 86_400_000;
const limit = 250;
/** Milliseconds; what is found later is no news any more. */
const patience = 30_000;

/**
 * Where reservations that a window no longer brings are now: each is looked for at its person, from the week before its time
 * on, because it may have moved to another day; one without people in its own time. Throws `RequestFailure`.
 */
export async function findMissing(school: Config, missing: readonly TimedBooking[]): Promise<readonly Booking[]> {
  const path = { operatorId: String(school.operatorId) };
  const zone = { name: school.timeZone, zoneless: school.zonelessTimes };
  const answers = await Promise.all(
    missing.map((booking) =>
      ask('listReservations', path, questionFor(booking, school.timeZone), read, AbortSignal.timeout(patience)),
    ),
  );
  return answers.flatMap(({ value }) => value.records.map((record) => toBooking(record, zone)));
}

const read = (body: unknown) => parseList('listReservations', body);

function questionFor(booking: TimedBooking, zone: string): Query {
  const person = peopleOf(booking).find(({ userId }) => userId !== null)?.userId;
  if (!person) return { filters: overlapFilters(booking, zone), limit };
  return {
    filters: { userId: { operator: 'eq', values: [person] }, endTime: after(booking.start - week, zone) },
    limit,
  };
}

function after(instant: Instant, zone: string): NonNullable<Query['filters']>[string] {
  return { operator: 'gt', values: [wallText(instant, zone)] };
}
