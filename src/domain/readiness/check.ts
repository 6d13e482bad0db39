import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { idKey, isFlight, isShopVisit, peopleText, tailOf, type TimedBooking } from '#domain/reservations/bookings.ts';
import { placeOf } from '#domain/reservations/locations.ts';
import { clockText, lateText, whenText } from '#domain/time/clock.ts';
import type { Squawk } from '#domain/maintenance/squawks.ts';
import { lifeOf } from '#contract/statuses.ts';
import type { Conflict } from '#domain/conflicts/conflict.ts';
import { conflictText } from '#domain/conflicts/conflictText.ts';
import type { StoodBooking } from './aircraftNow.ts';
import { lastBefore } from './bookingIndex.ts';
import { atRiskPhrase } from './late.ts';
import { findingWords, limitMark, limitsOn } from './limits.ts';
import { type CheckLevel, checkLevels, type CheckLine, type Finding, lineOf } from './checkLine.ts';
import { checkoutLine, daylightLine, instructorLine, isOfInstructor, pilotLine } from './checkPeople.ts';
import type { AircraftRecords, ReadinessIndex } from './readinessIndex.ts';
import { mayBeForSquawk, purposeText } from './shopVisit.ts';
import { certaintyOf } from './standing.ts';

/** The dispatch check of a reservation: never that a flight is legal, only what its records say against it. */
export type DispatchCheck = {
  readonly level: CheckLevel;
  /** The first reason in two words, `Oil 3.1 h`; null where nothing stands against it. */
  readonly mark: string | null;
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
  const worst = lines.find((line) => line.level === level);
  const mark = level === 'stop' || level === 'check' ? (worst?.mark ?? null) : null;
  return { level, mark, lines, hasNight };
}

/** `No findings`, `Check: …`, `Stop: …`, `Not known: …`, with the worst lines. */
export function checkText({ level, lines }: DispatchCheck): string {
  if (level === 'no findings') return 'No findings';
  const words = lines.filter((line) => line.level === level).map((line) => line.words);
  return `${level.charAt(0).toUpperCase()}${level.slice(1)}: ${words.join('; ')}`;
}

/** The check of a reservation where it says stop or check, for places with room for a mark alone; null else. */
export function checkMarkOf(
  booking: TimedBooking,
  index: ReadinessIndex,
): { readonly level: 'stop' | 'check'; readonly reason: string } | null {
  const { level, mark } = dispatchCheckOf(booking, index) ?? {};
  return (level === 'stop' || level === 'check') && mark != null ? { level, reason: mark } : null;
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
  const found = limitsOn(booking, limits);
  const told = new Set(found.map(({ limit }) => limit.item));
  const ofLimits = found.map((finding): Finding => {
    const level = finding.level === 'planned' ? 'no findings' : finding.level;
    return { level, words: findingWords(finding, now, clock), mark: limitMark(finding.limit, now, clock) };
  });
  const before = visits.filter(({ end }) => end <= booking.start);
  const ofRecords = fitness.evidence.flatMap(({ kind, words, item, squawk }): Finding[] => {
    if (kind === 'not known') return [{ level: 'not known', words }];
    if (kind === 'grounded') return [groundedFinding(words, squawk, before, index)];
    // The service's own Warning says that a limit is near, not that it touches this flight.
    return kind === 'warning' && item !== null && !told.has(item) ? [{ level: 'no findings', words }] : [];
  });
  return lineOf('aircraft fit', [...ofRecords, ...ofLimits], 'Fit');
}

/** A squawk may be settled in a shop visit before the flight, unless the visit is for other work. */
function groundedFinding(
  words: string,
  squawk: Squawk | null,
  before: readonly TimedBooking[],
  { sources: { now, clock } }: ReadinessIndex,
): Finding {
  const mark = squawk ? 'Squawk' : 'Grounded';
  const visit = squawk && (before.find((one) => mayBeForSquawk(one, squawk.description)) ?? before[0]);
  if (!squawk || !visit) return { level: 'stop', words, mark };
  const when = `shop visit ${whenText(visit.start, now, clock)} before it`;
  if (mayBeForSquawk(visit, squawk.description)) return { level: 'check', words: `${words}; ${when}`, mark };
  return { level: 'stop', words: `${words}; ${when} (${purposeText(visit)})`, mark };
}

/** From the return of an aircraft to its next departure. */
const usualTurnaround = 15 * millisecondsInMinute;
/** An aircraft that is late within the grace matters to what leaves so soon. */
const soon = millisecondsInHour;

/** Whether the aircraft is there: back, out of the shop, at the place. */
function thereLine(
  stood: StoodBooking,
  { aircraft, now: present }: AircraftRecords,
  conflicts: readonly Conflict[],
  index: ReadinessIndex,
): CheckLine {
  const { booking } = stood;
  const { now, clock } = index.sources;
  const findings: Finding[] = [];
  if (aircraft && lifeOf(aircraft.status) === 'deleted')
    findings.push({ level: 'stop', words: 'Aircraft is deleted', mark: 'Deleted' });
  for (const conflict of conflicts.filter((one) => isOfPlace(one, stood, index))) {
    const level = conflict.certainty === 'definite' ? 'stop' : 'check';
    const mark = placeMarks[conflict.reason] ?? 'Not there';
    findings.push({ level, words: conflictText(conflict, clock, now, booking), mark });
  }
  const isTold = conflicts.some(({ reason, booking: own }) => reason === 'aircraft not back' && own === booking);
  const away = isTold ? null : notBackFinding(booking, present, index);
  if (away) findings.push(away);
  for (const risk of index.atRisk.get(booking.key) ?? []) {
    const isSame = away !== null && 'booking' in present.doing && risk.after === present.doing.booking;
    if (risk.through.includes('aircraft') && booking.start > now && !isSame)
      findings.push({ level: 'check', words: atRiskPhrase(risk, now, clock), mark: 'Late start' });
  }
  findings.push(...turnaround(booking, index));
  return lineOf('aircraft there', findings, 'There');
}

const placeMarks: { readonly [Reason in Conflict['reason']]?: string } = {
  'maintenance block': 'In shop',
  'aircraft not back': 'Not back',
  'aircraft twice': 'Still out',
};

/** An aircraft that is not back, however far away the flight is: “stop” where it cannot be back and turned around in time. */
function notBackFinding(
  booking: TimedBooking,
  { doing }: AircraftRecords['now'],
  { sources: { now, clock } }: ReadinessIndex,
): Finding | null {
  if (doing.kind !== 'not back' || doing.booking === booking || booking.start < doing.booking.start) return null;
  if (doing.step === 0 && booking.start - now > soon) return null;
  const isTooLate = booking.start < now + usualTurnaround;
  const who = peopleText(doing.booking);
  const from = `from the flight of ${whenText(doing.booking.start, now, clock)}${who && ` by ${who}`}`;
  const words = `Not back ${lateText(doing.late)} ${from}`;
  return { level: isTooLate ? 'stop' : 'check', words, mark: 'Not back' };
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
    // A turn without a gap is how schools fly; one that is late already is found as such.
    isTight && {
      level: 'no findings' as const,
      words: `The flight before ends at ${clockText(booking.start, clock)}${who && ` (${who})`}`,
    },
    from !== null &&
      to !== null &&
      from !== to && { level: 'check' as const, words: `Last at ${from}, booked from ${to}`, mark: 'Elsewhere' },
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
