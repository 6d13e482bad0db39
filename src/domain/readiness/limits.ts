import type { TimedBooking } from '#domain/reservations/bookings.ts';
import { type Clock, whenText } from '#domain/time/clock.ts';
import type { Horizon, Visit } from '#domain/maintenance/horizon.ts';
import { dateText, remainingText, type Axis, type DueItem, isCounted } from '#domain/maintenance/reminders.ts';
import type { Instant } from '#domain/time/time.ts';
import { isVisitFor } from './shopVisit.ts';
import type { Certainty } from './standing.ts';

/**
 * Where the limit of a reminder falls (readiness, section 3). `status`: the API calls it Expired. `meter`: the reading or
 * the landings have passed it, whatever its status. `date`: it ends with a day. `forecast` and `landings`: it is likely
 * crossed by what is out, not closed, booked, or flown of late.
 */
export type Limit = {
  readonly item: DueItem;
  readonly basis: 'status' | 'meter' | 'date' | 'forecast' | 'landings';
  /** Before all time for what has passed already. */
  readonly at: Instant;
  /** When it falls even if half of what is booked is flown; null where that is not known. */
  readonly atLatest: Instant | null;
  readonly certainty: Certainty;
  /** Shop visits under way or to come, and whether each plausibly is for it. */
  readonly visits: readonly Visit[];
};

/** A limit that falls before a booking begins, or inside it. */
export type LimitFinding = {
  readonly limit: Limit;
  readonly when: 'before' | 'inside';
  /** The shop visit between now and the booking: one that plausibly clears the limit, else any. */
  readonly visit: Visit | null;
  readonly certainty: Certainty;
};

const passed = Number.NEGATIVE_INFINITY;

/** The limits of one aircraft's reminders, the earliest first; `visits` are its shop visits for reminders without a horizon. */
export function limitsOf(
  items: readonly DueItem[],
  horizons: ReadonlyMap<string, Horizon> | null,
  visits: readonly TimedBooking[] = [],
): Limit[] {
  const limits = items.filter(isCounted).flatMap((item) => {
    const horizon = horizons?.get(item.key) ?? null;
    const own = horizon?.visits ?? visits.map((booking) => plainVisit(booking, item));
    return limitsOfItem(item, horizon).map((limit): Limit => ({ ...limit, item, visits: own }));
  });
  return limits.toSorted((a, b) => (a.at === b.at ? 0 : a.at - b.at));
}

function plainVisit(booking: TimedBooking, item: DueItem): Visit {
  return { booking, isFor: isVisitFor(booking, item, 0), isInTime: true };
}

type OwnLimit = Omit<Limit, 'item' | 'visits'>;

function limitsOfItem(item: DueItem, horizon: Horizon | null): OwnLimit[] {
  if (item.worst === 'expired') return [definite('status', passed)];
  const limits: OwnLimit[] = [];
  for (const { name, limit, remaining } of item.axes) {
    if (limit === null || remaining === null) continue;
    if (name === 'date') limits.push(definite('date', limit));
    else if (remaining <= 0) limits.push(definite('meter', passed));
  }
  if (horizon?.likely?.at != null) limits.push(forecast('forecast', horizon.likely.at, horizon.latest?.crossing?.at));
  if (horizon?.landings) limits.push(forecast('landings', horizon.landings.at, null));
  return limits;
}

function definite(basis: Limit['basis'], at: Instant): OwnLimit {
  return { basis, at, atLatest: at, certainty: 'definite' };
}

function forecast(basis: Limit['basis'], at: Instant, atLatest: Instant | null = null): OwnLimit {
  return { basis, at, atLatest, certainty: 'possible' };
}

/**
 * What stands against a booking, from the limits of its aircraft in their order: what falls before its start, and what falls
 * inside it. Behind a shop visit that plausibly is for a reminder its limit is possible only, and of a forecast nothing is
 * said there, because nobody knows what the shop resets.
 */
export function limitsOn(booking: TimedBooking, limits: readonly Limit[]): LimitFinding[] {
  const findings: LimitFinding[] = [];
  for (const limit of limits) {
    if (limit.at >= booking.end) break;
    const visit = limit.visits.length > 0 ? visitBefore(booking, limit) : null;
    const isForecast = limit.basis === 'forecast' || limit.basis === 'landings';
    if (visit?.isFor === true && isForecast) continue;
    const certainty = visit?.isFor === true ? 'possible' : limit.certainty;
    findings.push({ limit, when: limit.at <= booking.start ? 'before' : 'inside', visit, certainty });
  }
  return findings;
}

/** The shop visit before a booking: one that plausibly is for the limit, else any. */
function visitBefore(booking: TimedBooking, { visits }: Limit): Visit | null {
  const isBefore = (visit: Visit) => visit.booking.end <= booking.start;
  return visits.find((one) => one.isFor && isBefore(one)) ?? visits.find(isBefore) ?? null;
}

/** `Annual expired 31 Jul`, `Annual: limit Sun 31 May`, `100-hour: likely crosses its limit about 1454L, 2.0 h left`. */
export function limitWords(
  { item, basis, at }: Pick<Limit, 'item' | 'basis' | 'at'>,
  now: Instant,
  clock: Clock,
): string {
  const left = (name: Axis['name']) => {
    const axis = item.axes.find((one) => one.name === name && one.remaining !== null);
    return axis ? `, ${remainingText(axis, clock)}` : '';
  };
  if (basis === 'status') return expiredWords(item, now, clock);
  if (basis === 'meter')
    return `${item.name}: limit passed${left(item.driving?.name ?? 'hours')}, status ${item.status}`;
  if (basis === 'date') return `${item.name}: ${at < now ? 'limit passed' : 'limit'} ${dateText(at, now, clock.zone)}`;
  const when = whenText(at, now, clock);
  if (basis === 'landings') return `${item.name}: landings likely run out about ${when}${left('cycles')}`;
  return `${item.name}: likely ${at <= now ? 'crossed' : 'crosses'} its limit about ${when}${left('hours')}`;
}

function expiredWords({ name, axes, disagrees, status }: DueItem, now: Instant, clock: Clock): string {
  const axis = axes.find((one) => one.severity === 'expired') ?? axes.find(({ remaining }) => (remaining ?? 1) <= 0);
  const overall = disagrees ? ` (overall ${status})` : '';
  if (!axis?.limit || axis.remaining === null || axis.remaining > 0) return `${name} expired${overall}`;
  const since = axis.name === 'date' ? ` ${dateText(axis.limit, now, clock.zone)}` : `, ${remainingText(axis, clock)}`;
  return `${name} expired${since}${overall}`;
}
