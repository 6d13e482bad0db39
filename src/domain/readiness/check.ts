import { idKey, isFlight, isShopVisit, peopleText, tailOf, type TimedBooking } from '#domain/reservations/bookings.ts';
import { placeOf } from '#domain/reservations/locations.ts';
import { clockText } from '#domain/time/clock.ts';
import { lifeOf } from '#contract/statuses.ts';
import type { Conflict } from '#domain/conflicts/conflict.ts';
import { conflictText } from '#domain/conflicts/conflictText.ts';
import type { StoodBooking } from './aircraftNow.ts';
import { lastBefore } from './bookingIndex.ts';
import { atRiskPhrase } from './late.ts';
import { limitsOn, limitWords } from './limits.ts';
import { type CheckLevel, checkLevels, type CheckLine, type Finding, lineOf } from './checkLine.ts';
import { checkoutLine, daylightLine, instructorLine, isOfInstructor, pilotLine } from './checkPeople.ts';
import type { AircraftRecords, ReadinessIndex } from './readinessIndex.ts';
import { certaintyOf } from './standing.ts';

/** The dispatch check of a reservation (readiness, section 4): never that a flight is legal, only what its records say against it. */
export type DispatchCheck = {
  readonly level: CheckLevel;
  /** One line for each subject that the reservation has, in the order of the subjects. */
  readonly lines: readonly CheckLine[];
  /** True where any of it is by night; null where the position is not set. */
  readonly hasNight: boolean | null;
};

/**
 * The check of one reservation as the index has it, or null where there is nothing to dispatch: what is void or done, shop
 * visits and time off. A few searches in the index, however many reservations there are.
 */
export function dispatchCheckOf({ key }: Pick<TimedBooking, 'key'>, index: ReadinessIndex): DispatchCheck | null {
  const stood = index.bookings.byKey.get(key);
  if (!stood || certaintyOf(stood.standing) === null) return null;
  const { booking } = stood;
  if (isShopVisit(booking) || booking.kind === 'Instructor Time Off') return null;
  const records = booking.aircraftId === null ? null : (index.aircraft.get(idKey(booking.aircraftId)) ?? null);
  const conflicts = index.conflicts.get(booking.key) ?? [];
  const { line: daylight, hasNight } = daylightLine(booking, index);
  const lines = [
    records ? fitLine(booking, records, index) : namelessLine(booking),
    records && thereLine(stood, records, conflicts, index),
    doubleLine(booking, conflicts, index),
    instructorLine(booking, conflicts, index),
    checkoutLine(booking, records, index),
    pilotLine(booking, index),
    daylight,
  ].filter((line) => line !== null);
  const level = checkLevels.find((one) => lines.some((line) => line.level === one)) ?? 'no findings';
  return { level, lines, hasNight };
}

/** `No findings`, `Check: …`, `Stop: …`, `Not known: …`, with the worst lines. */
export function checkText({ level, lines }: DispatchCheck): string {
  if (level === 'no findings') return 'No findings';
  const words = lines.filter((line) => line.level === level).map((line) => line.words);
  return `${level.charAt(0).toUpperCase()}${level.slice(1)}: ${words.join('; ')}`;
}

/** The level of a reservation's check where it says stop or check, for places with room for a mark alone; null else. */
export function checkMarkOf(booking: TimedBooking, index: ReadinessIndex): 'stop' | 'check' | null {
  const level = dispatchCheckOf(booking, index)?.level;
  return level === 'stop' || level === 'check' ? level : null;
}

/** Without an id nothing can be looked up of an aircraft; null where there is none at all. */
function namelessLine(booking: TimedBooking): CheckLine | null {
  const tail = tailOf(booking);
  return tail === null ? null : lineOf('aircraft fit', [{ level: 'not known', words: `${tail} has no id` }], '');
}

/** Whether the aircraft is fit at the start, and through the end. */
function fitLine(
  booking: TimedBooking,
  { fitness, limits, visits }: AircraftRecords,
  index: ReadinessIndex,
): CheckLine {
  const { now, clock, fleet } = index.sources;
  if (!fitness) {
    const words = fleet ? 'Not in the aircraft list' : 'Aircraft list not read yet';
    return lineOf('aircraft fit', [{ level: 'not known', words }], '');
  }
  const hasVisit = visits.some(({ end }) => end <= booking.start);
  const found = limitsOn(booking, limits);
  const told = new Set(found.map(({ limit }) => limit.item));
  const ofLimits = found.map(({ limit, when, visit, certainty }): Finding => {
    const isEven = limit.atLatest !== null && limit.atLatest <= booking.start;
    const isStop = when === 'before' && (certainty === 'definite' || (isEven && visit?.isFor !== true));
    const shop = visit ? `, shop visit before${visit.isFor ? '' : ', purpose not known'}` : '';
    return { level: isStop ? 'stop' : 'check', words: `${limitWords(limit, now, clock)}${shop}` };
  });
  const ofRecords = fitness.evidence.flatMap(({ kind, words, item, squawk }): Finding[] => {
    if (kind === 'not known') return [{ level: 'not known', words }];
    if (kind === 'grounded') return [{ level: squawk && hasVisit ? 'check' : 'stop', words }];
    return kind === 'warning' && item !== null && !told.has(item) ? [{ level: 'check', words }] : [];
  });
  return lineOf('aircraft fit', [...ofRecords, ...ofLimits], 'Fit');
}

/** Whether the aircraft is there: back, out of the shop, at the place. */
function thereLine(
  stood: StoodBooking,
  { aircraft }: AircraftRecords,
  conflicts: readonly Conflict[],
  index: ReadinessIndex,
): CheckLine {
  const { booking } = stood;
  const { now, clock } = index.sources;
  const findings: Finding[] = [];
  if (aircraft && lifeOf(aircraft.status) === 'deleted') findings.push({ level: 'stop', words: 'Aircraft is deleted' });
  for (const conflict of conflicts.filter((one) => isOfPlace(one, stood, index))) {
    const level = conflict.certainty === 'definite' ? 'stop' : 'check';
    findings.push({ level, words: conflictText(conflict, clock, now, booking) });
  }
  for (const risk of index.atRisk.get(booking.key) ?? []) {
    if (risk.through.includes('aircraft') && booking.start > now)
      findings.push({ level: 'check', words: atRiskPhrase(risk, now, clock) });
  }
  findings.push(...turnaround(booking, index));
  return lineOf('aircraft there', findings, 'There');
}

/** What keeps the aircraft away at the start; two bookings that overlap otherwise are a double booking. */
function isOfPlace(
  { reason, booking, other }: Conflict,
  { booking: own }: StoodBooking,
  index: ReadinessIndex,
): boolean {
  if (reason === 'maintenance block') return booking === own;
  if (reason === 'aircraft not back') return booking === own;
  if (reason !== 'aircraft twice' || !other) return false;
  const clash = booking === own ? other : booking;
  const standing = index.bookings.byKey.get(clash.key)?.standing.kind;
  return clash.start <= own.start && (standing === 'out' || standing === 'not back');
}

/** The flight before that ends when this one starts, and a place where the aircraft is left by it. */
function turnaround(booking: TimedBooking, index: ReadinessIndex): Finding[] {
  const list = index.bookings.byAircraft.get(idKey(booking.aircraftId ?? ''));
  const last = list ? lastBefore(list, booking) : null;
  if (!last || !isFlight(last.booking)) return [];
  const { clock } = index.sources;
  const [from, to] = [placeOf(last.booking)?.name ?? null, placeOf(booking)?.name ?? null];
  const isTight = last.booking.end === booking.start && certaintyOf(last.standing) !== null;
  const who = peopleText(last.booking);
  return [
    isTight && {
      level: 'check' as const,
      words: `The flight before ends at ${clockText(booking.start, clock)}${who && ` (${who})`}`,
    },
    from !== null &&
      to !== null &&
      from !== to && { level: 'check' as const, words: `Last at ${from}, booked from ${to}` },
  ].filter((one) => one !== false);
}

/** Two reservations of one aircraft or person at one time. */
function doubleLine(booking: TimedBooking, conflicts: readonly Conflict[], index: ReadinessIndex): CheckLine {
  const { now, clock } = index.sources;
  const stood = index.bookings.byKey.get(booking.key);
  const findings = conflicts.flatMap((conflict): Finding[] => {
    const { reason, certainty } = conflict;
    const isOff = reason === 'time off' && conflict.booking === booking && !isOfInstructor(conflict, booking);
    const isTwice = reason === 'aircraft twice' || reason === 'person twice' || isOff;
    const isLate = reason === 'person not back' && conflict.booking === booking && !isOfInstructor(conflict, booking);
    if (!isTwice && !isLate) return [];
    if (stood && isOfPlace(conflict, stood, index)) return [];
    const level = certainty === 'definite' && isTwice ? 'stop' : 'check';
    return [{ level, words: conflictText(conflict, clock, now, booking) }];
  });
  return lineOf('double booking', findings, 'None');
}
