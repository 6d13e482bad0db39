import { tailOf, type TimedBooking } from '#domain/bookings.ts';
import type { Aircraft } from '#domain/fleet.ts';
import type { Horizon } from '#domain/horizon.ts';
import type { Instant } from '#domain/time.ts';
import type { Certainty, ConflictSources, StatusConflict, UpkeepCause, UpkeepConflict } from './conflicts.ts';

const inactive = 0;
const active = 1;
const deleted = 2;
const expired = 3;

type Sources = Omit<ConflictSources, 'bookings'>;

/** What the list and the reminders say against the aircraft of each booking. A maintenance block is no flight. */
export function aircraftConflicts(
  bookings: readonly TimedBooking[],
  { fleet, due, horizons, now }: Sources,
): (StatusConflict | UpkeepConflict)[] {
  const listed = fleet && new Map(fleet.map((aircraft) => [aircraft.aircraftId, aircraft]));
  const limits = limitsOf({ due, horizons, now });
  const visits = visitsOf(bookings, now);
  const found: (StatusConflict | UpkeepConflict)[] = [];
  for (const booking of bookings) {
    const { aircraftId } = booking;
    if (aircraftId === null || booking.kind === 'Maintenance') continue;
    const aircraft = listed?.get(aircraftId) ?? null;
    const subject = aircraft?.tailNumber ?? tailOf(booking) ?? 'The aircraft';
    const status = listed && statusConflict(booking, subject, aircraft);
    if (status) found.push(status);
    const own = limits.get(aircraftId);
    if (!own || own.from > booking.start) continue;
    found.push(...upkeepConflicts(booking, subject, own, visits.get(aircraftId) ?? null));
  }
  return found;
}

function statusConflict(booking: TimedBooking, subject: string, aircraft: Aircraft | null): StatusConflict | null {
  const id = aircraft?.status?.id ?? active;
  if (aircraft && id === active) return null;
  const reason = aircraft ? 'aircraft status' : 'aircraft unknown';
  const certainty = aircraft && (id === inactive || id === deleted) ? 'definite' : 'possible';
  const status = aircraft?.status?.name ?? null;
  return { key: `${reason} ${booking.key}`, certainty, booking, other: null, subject, reason, status };
}

/** What stands against the bookings of one aircraft, each in order of time. */
type Limits = {
  /** The start of the first booking that anything stands against. */
  readonly from: Instant;
  readonly expired: readonly UpkeepCause[];
  readonly dates: readonly TimedCause[];
  readonly crossings: readonly TimedCause[];
};
type TimedCause = UpkeepCause & { readonly at: Instant };

function limitsOf({ due, horizons, now }: Omit<Sources, 'fleet'>): Map<string, Limits> {
  const items = due.filter((item) => !item.isComplied && item.isActive);
  const byAircraft = Map.groupBy(items, (item) => item.aircraft.aircraftId);
  const limits = [...byAircraft].map(([aircraftId, own]): [string, Limits] => {
    const causes = own.map((item) => ({ item, horizon: horizons.get(item.key) ?? null }));
    const ahead = causes.filter(({ item }) => item.statusId !== expired);
    const gone = causes.filter(({ item }) => item.statusId === expired).map((cause) => ({ ...cause, at: null }));
    const dates = timed(ahead, ({ item }) => item.axes.find((axis) => axis.name === 'date')?.limit);
    const crossings = timed(ahead, ({ horizon }) => horizon && crossedAt(horizon, now));
    const first = Math.min(dates[0]?.at ?? Number.POSITIVE_INFINITY, crossings[0]?.at ?? Number.POSITIVE_INFINITY);
    const from = gone.length > 0 ? Number.NEGATIVE_INFINITY : first;
    return [aircraftId, { from, expired: gone, dates, crossings }];
  });
  return new Map(limits);
}

/** Now, where no hours are left though the status is not Expired. */
function crossedAt({ hours, likely }: Horizon, now: Instant): Instant | null {
  return (hours?.remaining ?? 1) <= 0 ? now : (likely?.at ?? null);
}

type Cause = Omit<UpkeepCause, 'at'>;

function timed(causes: readonly Cause[], at: (cause: Cause) => Instant | null | undefined): TimedCause[] {
  return causes
    .flatMap((cause) => {
      const instant = at(cause);
      return instant == null ? [] : [{ ...cause, at: instant }];
    })
    .toSorted((a, b) => a.at - b.at);
}

/** The first maintenance block of each aircraft that is under way or to come. */
function visitsOf(bookings: readonly TimedBooking[], now: Instant): Map<string | null, TimedBooking> {
  const visits = new Map<string | null, TimedBooking>();
  for (const booking of bookings) {
    const isVisit = booking.kind === 'Maintenance' && booking.end > now;
    if (isVisit && !visits.has(booking.aircraftId)) visits.set(booking.aircraftId, booking);
  }
  return visits;
}

/**
 * Behind a maintenance block an expired reminder or a passed date is possible only, as the work may be done in it; and of a
 * crossing nothing is said there, because a forecast does not know what the shop resets.
 */
function upkeepConflicts(
  booking: TimedBooking,
  subject: string,
  limits: Limits,
  next: TimedBooking | null,
): UpkeepConflict[] {
  const visit = next && next.end <= booking.start ? next : null;
  const certainty = visit ? 'possible' : 'definite';
  const base = { booking, other: null, subject, visit };
  const found: UpkeepConflict[] = [];
  const add = (reason: UpkeepConflict['reason'], given: Certainty, causes: readonly UpkeepCause[]) => {
    if (causes.length > 0) found.push({ ...base, key: `${reason} ${booking.key}`, certainty: given, reason, causes });
  };
  const dates = before(limits.dates, booking.start);
  const crossings = visit ? [] : before(limits.crossings, booking.start);
  add('reminder expired', certainty, limits.expired);
  add('date limit', certainty, dates);
  add('horizon', 'possible', dates.length > 0 ? crossings.filter((crossing) => !isAmong(dates, crossing)) : crossings);
  return found;
}

function isAmong(causes: readonly UpkeepCause[], { item }: UpkeepCause): boolean {
  return causes.some((cause) => cause.item === item);
}

function before(causes: readonly TimedCause[], start: Instant): TimedCause[] {
  return causes.filter(({ at }) => at <= start);
}
