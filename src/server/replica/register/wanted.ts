import { millisecondsInHour } from '#domain/units.ts';
import { type FreeForm, isRecord } from '#contract/objects.ts';
import { lifeOf } from '#contract/statuses.ts';
import { checkoutAges } from '#contract/sets.ts';
import { addDays, dayOf, daySpan, type Span } from '#domain/time/time.ts';
import { soloOf } from '#domain/duty/solo.ts';
import { instructorOf, toReservation } from '#domain/reservations/reservations.ts';
import type { Wanted } from './register.ts';
import { readSlim } from '#server/replica/views/daySources.ts';
import type { ReplicaStorage } from '#server/replica/storage/storage.ts';

const flyersAhead = 48 * millisecondsInHour;
/** Late in the evening, the first hours of the next day count as today. */
const leavesToday = 6 * millisecondsInHour;

/** The days whose reservations decide what is wanted: today, and all that the next two days reach. */
export function wantedSpan(now: number, zone: string): Span {
  return daySpan(dayOf(now, zone), zone, 4);
}

/** The school now: its aircraft, which of them fly today, and the people who fly within two days. */
export function wantedNow(storage: Pick<ReplicaStorage, 'overlapping' | 'records'>, now: number, zone: string): Wanted {
  const today = dayOf(now, zone);
  const flights = (span: Span) =>
    storage.overlapping(span.start, span.end).flatMap(({ slim }) => {
      const record: unknown = JSON.parse(slim);
      return isRecord(record) && hasAircraft(record) ? [record] : [];
    });
  const flying = new Set(
    flights(daySpan(today, zone)).map(({ aircraft }) => idIn(aircraft, 'aircraftId').toLowerCase()),
  );
  const aircraft = new Map(
    storage.records('aircraft', '').flatMap(({ id, json }) => {
      const record: unknown = JSON.parse(json);
      const isDeleted = isRecord(record) && isDeletedBy(record['status']);
      return isGuid.test(id) ? [[id, { isDeleted, fliesToday: flying.has(id) }] as const] : [];
    }),
  );
  const soon = { start: now, end: Math.min(now + flyersAhead, daySpan(addDays(today, 3), zone).end) };
  const flyers = new Map<string, number>();
  const todayEnds = Math.max(daySpan(today, zone).end, now + leavesToday);
  for (const flight of flights(soon)) {
    const read = readSlim(flight);
    if (!read) continue;
    const reservation = toReservation(read, { name: zone, zoneless: 'operator' });
    // A flight needs a checkout without an instructor, and as a solo that one supervises.
    const isAlone = instructorOf(reservation) === null || soloOf(reservation) !== 'no';
    // A flight without a readable start counts as soon.
    const isUrgent = isAlone && (reservation.start ?? Number.NEGATIVE_INFINITY) < todayEnds;
    const target = isUrgent ? checkoutAges.today : checkoutAges.soon;
    for (const pilot of read.pilots ?? []) {
      const id = idIn(pilot, 'userId');
      if (isGuid.test(id)) flyers.set(id, Math.min(target, flyers.get(id) ?? target));
    }
  }
  return { aircraft, flyers };
}

/** True for a reservation of an aircraft, and for one that waits for an aircraft of a group. */
function hasAircraft({ aircraft, aircraftOption: option }: FreeForm): boolean {
  return isRecord(aircraft) || (isRecord(option) && Object.keys(option).length > 0);
}

function idIn(record: unknown, member: string): string {
  const id = isRecord(record) ? record[member] : null;
  return typeof id === 'string' ? id : '';
}

function isDeletedBy(status: unknown): boolean {
  if (!isRecord(status)) return false;
  const { id, name } = status;
  return lifeOf({ id: typeof id === 'number' ? id : null, name: typeof name === 'string' ? name : null }) === 'deleted';
}

/** Nothing else can be in an address (section 4.1). */
const isGuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
