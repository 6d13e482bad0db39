import { rules } from '#domain/ruleSets.ts';
import { isFlight, type TimedReservation } from '#domain/reservations/reservations.ts';
import { bookedBefore, maxFlown } from '#domain/schedule/usage.ts';
import { type Clock, durationText, whenText } from '#domain/time/clock.ts';
import { type Horizon, type Limit, recordedLimits } from './horizon.ts';
import { type Axis, dateText, type DueItem, hoursDown, isCounted, remainingText } from './reminders.ts';
import type { ReminderClass } from '#contract/access/reminderClasses.ts';
import { landingWords } from '#domain/schedule/landings.ts';
import type { Instant } from '#domain/time/time.ts';
import { type Visit, visitWords } from './shopVisit.ts';
import { isDirective } from './visitPurpose.ts';

/**
 * The limits of several reminders of one aircraft, the earliest first: those that may ground it, unless other classes
 * are wanted too. Complied and switched-off reminders are left out. A reminder without a horizon gives its record's
 * limits.
 */
export function limitsOf(
  items: readonly DueItem[],
  horizons: ReadonlyMap<string, Horizon> | null,
  classes: readonly ReminderClass[] = ['airworthiness'],
): Limit[] {
  const counting = items.filter((item) => isCounted(item) && classes.includes(item.reminderClass));
  const limits = counting.flatMap((item) => horizons?.get(item.key)?.limits ?? recordedLimits(item));
  return limits.toSorted((a, b) => (a.at === b.at ? 0 : a.at - b.at));
}

/** The limit of a reminder that counts for a reservation: it falls before the reservation begins, or inside it. */
export type LimitFinding = {
  readonly limit: Limit;
  readonly when: 'before' | 'inside';
  /** The shop visit between now and the reservation: a planned one if there is one, otherwise any. */
  readonly visit: Visit | null;
  /**
   * `stop`: certainly passed at the start, or certain to pass inside the reservation, with no planned visit before it.
   * `planned`: a forecast with a planned visit before the reservation. `check`: everything else, such as a forecast
   * without such a visit, or a conditional reminder. `listed`: an advisory reminder.
   */
  readonly level: 'stop' | 'check' | 'planned' | 'listed';
};

/** The findings against a reservation from its aircraft's limits, in their order: one for each reminder. */
export function limitsOn(reservation: TimedReservation, limits: readonly Limit[]): LimitFinding[] {
  const first = limits[0];
  if (!first || first.at >= reservation.end) return [];
  const byItem = new Map<DueItem, Limit>();
  for (const limit of limits) {
    if (limit.at >= reservation.end) break;
    const known = byItem.get(limit.item);
    if (!known || weight(limit) > weight(known)) byItem.set(limit.item, limit);
  }
  return Array.from(byItem.values(), (limit) => byClass(findingOn(reservation, limit)));
}

/** A conditional reminder stops nothing, because the flight may not need it; an advisory one is listed only. */
function byClass(finding: LimitFinding): LimitFinding {
  const { reminderClass } = finding.limit.item;
  if (reminderClass === 'advisory') return { ...finding, level: 'listed' };
  return reminderClass === 'conditional' && finding.level === 'stop' ? { ...finding, level: 'check' } : finding;
}

/** Definite outranks likely, and likely outranks possible. */
function weight({ certainty }: Limit): number {
  return { definite: 2, likely: 1, possible: 0 }[certainty];
}

function findingOn(reservation: TimedReservation, found: Limit): LimitFinding {
  const visit = found.visits.length > 0 ? visitBefore(reservation, found) : null;
  const isPlanned = visit?.isPlanned === true;
  const limit = isPlanned ? found : (certainIn(reservation, found) ?? found);
  const when = limit.at <= reservation.start ? 'before' : 'inside';
  const isDefinite = limit.certainty === 'definite';
  if (isPlanned) return { limit, when, visit, level: isDefinite ? 'check' : 'planned' };
  return { limit, when, visit, level: isDefinite ? 'stop' : 'check' };
}

/**
 * The same limit in hours, if this reservation alone is certain to cross it: what was flown until now and the reservation, both
 * at the lowest factor. Other reservations before it may not be flown. Null if it is not certain.
 */
function certainIn(reservation: TimedReservation, limit: Limit): Limit | null {
  if (limit.certainty === 'definite' || limit.certain === null || !isFlight(reservation)) return null;
  const { needed, flown } = limit.certain;
  const before = bookedBefore(flown, reservation.start);
  const length = reservation.end - reservation.start;
  const own = maxFlown(length);
  if (before + own <= needed) return null;
  const at = reservation.start + Math.max(0, (needed - before) / own) * length;
  return { ...limit, at, certainty: 'definite', basis: 'booked', reservation };
}

function visitBefore(reservation: TimedReservation, { visits }: Limit): Visit | null {
  const isBefore = (visit: Visit) => visit.reservation.end <= reservation.start;
  return visits.find((visit) => visit.isPlanned && isBefore(visit)) ?? visits.find(isBefore) ?? null;
}

/** True if a limit may have passed by now, through flights that are not closed or that a forecast assumes. */
export function mayHavePassed({ at, certainty, basis }: Limit, now: Instant): boolean {
  return at <= now && certainty === 'likely' && (basis === 'flown' || basis === 'meter');
}

/**
 * A finding in words, with the shop visit that comes before it. A limit that is certain to pass inside the reservation says when:
 * `100-hour: reaches its limit by 1320L, 1 h 20 into the flight, 0.5 h left`.
 */
export function findingWords(
  { limit, when, visit }: LimitFinding,
  { start }: Pick<TimedReservation, 'start'>,
  now: Instant,
  clock: Clock,
): string {
  const isInside = when === 'inside' && limit.certainty === 'definite';
  const words = limitWords(limit, now, clock, isInside ? `, ${durationText(limit.at - start)} into the flight` : '');
  if (!visit) return words;
  return `${words}; ${visit.isPlanned ? 'planned: ' : ''}${visitWords(visit, now, clock)}`;
}

/** Meter hours past a 100-hour inspection that 14 CFR 91.409(b) allows to reach a place of inspection. Regulation. */
const ferryHours = 10;

/**
 * What the school's rules say of a 100-hour inspection that is past its hours by at most ten; null for all others, and
 * under rules that say nothing. Shown, never granted: nothing tells where the inspection can be done, or where the aircraft is.
 */
export function ferryWords({ name, reminderClass, axes }: DueItem): string | null {
  const past = -(axes.find((axis) => axis.name === 'hours')?.remaining ?? 1);
  const isHundredHours = /\b100[\s-]*(h|hr|hrs|hour|hours)\b/i.test(name) && !isDirective(name);
  const { hundredHours: citation } = rules();
  if (citation === null || reminderClass !== 'airworthiness' || !isHundredHours || past < 0 || past > ferryHours)
    return null;
  return `${name}: ${citation} allows up to 10 h only to reach a place where it can be done; not granted here`;
}

/** A limit in words, and for what flights it counts: `VOR Check expired Sun 3 May, IFR only`. `into`: how far into a flight, after the time. */
export function limitWords(limit: Limit, now: Instant, clock: Clock, into = ''): string {
  const { onlyFor } = limit.item;
  return `${plainWords(limit, now, clock, into)}${onlyFor === null ? '' : `, ${onlyFor}`}`;
}

/**
 * `Annual expired 31 Jul`, `Annual: limit Sun 31 May`, `100-hour: likely crosses its limit about 1454L, 2.0 h left`, `100-hour: may
 * reach its limit from 1400L on, 2.0 h left`.
 */
function plainWords(limit: Limit, now: Instant, clock: Clock, into: string): string {
  const { item, axis, basis, at, certainty, landings } = limit;
  const ownAxis = item.axes.find(({ name, remaining }) => name === axis && remaining !== null);
  const left = ownAxis ? `, ${remainingText(ownAxis, clock)}` : '';
  if (basis === 'status') return expiredWords(item, ownAxis ?? null, now, clock);
  if (basis === 'meter')
    return `${item.name}${certainty === 'likely' ? left.replace(', ', ', likely ') : left}, status ${item.status}`;
  if (basis === 'date') {
    return `${item.name}: ${at <= now ? 'past due, limit' : 'limit'} ${dateText(ownAxis?.limit ?? at, now, clock.zone)}${into}`;
  }
  const when = `${whenText(at, now, clock)}${into}`;
  if (axis === 'cycles') {
    const by = certainty === 'possible' ? 'worst' : 'usual';
    const rate = landings ? `, ${landingWords(landings, by)}` : '';
    return `${item.name}: landings ${certainty === 'possible' ? 'may' : 'likely'} run out about ${when}${left}${rate}`;
  }
  if (certainty === 'possible') return `${item.name}: may reach its limit from ${when} on${left}`;
  if (certainty === 'definite' && at > now) return `${item.name}: reaches its limit by ${when}${left}`;
  if (certainty === 'definite')
    return `${item.name}: crossed its limit by about ${when}${left}${ownAxis?.assumed ? '' : ' on the meter'}`;
  return `${item.name}: likely ${at <= now ? 'crossed' : 'crosses'} its limit about ${when}${left}`;
}

function expiredWords({ name, disagrees, status }: DueItem, axis: Axis | null, now: Instant, clock: Clock): string {
  const overall = disagrees ? ` (overall ${status})` : '';
  if (!axis?.limit || axis.remaining === null || axis.remaining > 0) return `${name} expired${overall}`;
  const since = axis.name === 'date' ? ` ${dateText(axis.limit, now, clock.zone)}` : `, ${remainingText(axis, clock)}`;
  return `${name} expired${since}${overall}`;
}

/** Words that nearly every reminder has. */
const usualWords = /\b(inspection|check|change|service|due|replacement|overhaul|test|main|the|of)\b/gi;

/** The reminder and its remainder in two words, for places with little room: `Oil 3.1 h`, `Annual Sun 31 May`. */
export function limitMark({ item, axis, basis, certainty }: Limit, now: Instant, clock: Clock): string {
  const name = item.name.replaceAll(usualWords, ' ').trim().split(/\s+/)[0] || item.name;
  const ownAxis = item.axes.find((candidate) => candidate.name === axis);
  if (basis === 'status' || !ownAxis) return `${name} expired`;
  if (ownAxis.name === 'date')
    return ownAxis.limit === null ? name : `${name} ${dateText(ownAxis.limit, now, clock.zone)}`;
  if (ownAxis.remaining === null) return name;
  if (basis === 'meter') return `${name} ${certainty === 'likely' ? 'likely ' : ''}past due`;
  return ownAxis.name === 'hours' ? `${name} ${hoursDown(ownAxis.remaining)}` : `${name} landings`;
}
