import { idKey, isFlight, isShopVisit, peopleText, tailOf, type TimedBooking } from '#domain/reservations/bookings.ts';
import { placeOf } from '#domain/reservations/locations.ts';
import { clockText, lateText, whenText } from '#domain/time/clock.ts';
import type { Squawk } from '#domain/maintenance/squawks.ts';
import { lifeOf } from '#contract/statuses.ts';
import type { Conflict } from '#domain/conflicts/conflict.ts';
import { conflictText } from '#domain/conflicts/conflictText.ts';
import type { StoodBooking } from '#domain/schedule/aircraftNow.ts';
import { lastBefore } from '#domain/schedule/bookingIndex.ts';
import { atRiskPhrase } from '#domain/schedule/late.ts';
import { findingWords, limitMark, limitsOn } from '#domain/maintenance/limits.ts';
import { type CheckLevel, checkLevels, type CheckLine, type Finding, levelWords, lineOf } from './checkLine.ts';
import { checkoutLine, daylightLine, instructorLine, isOfInstructor, pilotLine } from './checkPeople.ts';
import type { AircraftRecords, ReadinessIndex } from './readinessIndex.ts';
import { mayBeForSquawk, purposeText } from '#domain/maintenance/shopVisit.ts';
import { certaintyOf, isDueNow } from '#domain/reservations/standing.ts';
import { lateMatters, thresholds } from '#domain/thresholds.ts';

/** The dispatch check of a reservation. It never says that a flight is legal, only what the records say against it. */
export type DispatchCheck = {
  readonly level: CheckLevel;
  /** The first reason in two words, `Oil 3.1 h`; null if nothing speaks against the reservation. */
  readonly mark: string | null;
  /** One line for each subject that the reservation has, in the order of the subjects. */
  readonly lines: readonly CheckLine[];
  /** True if any part of the flight is at night; null if the position is not set. */
  readonly hasNight: boolean | null;
};

/**
 * The check of one reservation from the index. It is null if there is nothing to dispatch: void or finished reservations, shop
 * visits and time off. It takes a few searches in the index, however many reservations there are.
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

/** `No findings`, `Caution: …`, `Do not dispatch: …`, `Not known: …`, with the worst lines. */
export function checkText({ level, lines }: DispatchCheck): string {
  if (level === 'no findings') return levelWords[level];
  const words = lines.filter((line) => line.level === level).map((line) => line.words);
  return `${levelWords[level]}: ${words.join('; ')}`;
}

/** The check of a reservation if it says “do not dispatch” or “caution”; otherwise null. For places with room for a mark only. */
export function checkMarkOf(
  booking: TimedBooking,
  index: ReadinessIndex,
): { readonly level: 'stop' | 'check'; readonly reason: string } | null {
  const { level, mark } = dispatchCheckOf(booking, index) ?? {};
  return (level === 'stop' || level === 'check') && mark != null ? { level, reason: mark } : null;
}

/** Without an id the aircraft cannot be looked up. Null if the reservation has no aircraft. */
function namelessLine(booking: TimedBooking): CheckLine | null {
  const tail = tailOf(booking);
  return tail === null ? null : lineOf('aircraft fit', [{ level: 'not known', words: `${tail} has no id` }], '');
}

/** Whether the aircraft is fit at the start, and until the end. */
function fitLine(
  booking: TimedBooking,
  { fitness, limits, visits }: AircraftRecords,
  index: ReadinessIndex,
): CheckLine {
  const { now, clock, fleet } = index.sources;
  if (!fitness) {
    const words = fleet ? 'Not in the aircraft list' : 'Aircraft list not loaded yet';
    return lineOf('aircraft fit', [{ level: 'not known', words }], '');
  }
  const found = limitsOn(booking, limits);
  const told = new Set(found.map(({ limit }) => limit.item));
  const ofLimits = found.map((finding): Finding => {
    const level = finding.level === 'planned' ? 'no findings' : finding.level;
    const { limit } = finding;
    const mark = limitMark(limit, now, clock);
    return { level, words: findingWords(finding, now, clock), mark, reminder: limit.item.key };
  });
  const before = visits.filter(({ end }) => end <= booking.start);
  const ofRecords = fitness.evidence.flatMap(({ kind, words, item, squawk }): Finding[] => {
    if (kind === 'not known') return [{ level: 'not known', words }];
    if (kind === 'grounded') return groundedFindings(words, squawk, before, index);
    // The service's own Warning says that a limit is near, not that it touches this flight.
    return kind === 'warning' && item !== null && !told.has(item) ? [{ level: 'no findings', words }] : [];
  });
  return lineOf('aircraft fit', [...ofRecords, ...ofLimits], 'Fit');
}

/** A shop visit before the flight may settle a squawk, unless the visit is for other work. */
function groundedFindings(
  words: string,
  squawk: Squawk | null,
  before: readonly TimedBooking[],
  { sources: { now, clock } }: ReadinessIndex,
): Finding[] {
  const mark = squawk ? 'Squawk' : 'Grounded';
  const visit = squawk && (before.find((one) => mayBeForSquawk(one, squawk.description)) ?? before[0]);
  if (!squawk || !visit) return [{ level: 'stop', words, mark }];
  const when = `shop visit ${whenText(visit.start, now, clock)} before it`;
  const isForIt = mayBeForSquawk(visit, squawk.description);
  const told = [words, isForIt ? when : `${when} (${purposeText(visit)})`];
  return told.map((one) => ({ level: isForIt ? 'check' : 'stop', words: one, mark }));
}

/** Whether the aircraft is available: back, out of the shop, and at the right location. */
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

/**
 * An aircraft that is not back, however far ahead the flight is. It is “do not dispatch” if it cannot return and turn around in
 * time.
 */
function notBackFinding(
  booking: TimedBooking,
  { doing }: AircraftRecords['now'],
  { sources: { now, clock } }: ReadinessIndex,
): Finding | null {
  if (doing.kind !== 'not back' || doing.booking === booking || booking.start < doing.booking.start) return null;
  if (doing.step === 0 && booking.start - now > lateMatters) return null;
  const isTooLate = booking.start < now + thresholds().turnaround;
  const who = peopleText(doing.booking);
  const from = `from the flight of ${whenText(doing.booking.start, now, clock)}${who && ` by ${who}`}`;
  const level = isTooLate ? 'stop' : 'check';
  const [mark, by] = isDueNow(doing.late) ? ['Due back now', ''] : ['Not back', ` ${lateText(doing.late)}`];
  return { level, words: `${mark}${by} ${from}`, mark };
}

/** What keeps the aircraft away at the start. Any other overlap of two bookings is a double booking. */
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

/** The flight that ends when this one starts, and the location where it leaves the aircraft. */
function turnaround(booking: TimedBooking, index: ReadinessIndex): Finding[] {
  const list = index.bookings.byAircraft.get(idKey(booking.aircraftId ?? ''));
  const last = list ? lastBefore(list, booking) : null;
  if (!last || !isFlight(last.booking)) return [];
  const { clock } = index.sources;
  const [from, to] = [placeOf(last.booking)?.name ?? null, placeOf(booking)?.name ?? null];
  const isTight = last.booking.end === booking.start && certaintyOf(last.standing) !== null;
  const who = peopleText(last.booking);
  return [
    // Schools often fly without a gap between bookings. A turn that is already late is found by the late rules.
    isTight && {
      level: 'no findings' as const,
      words: `The flight before ends at ${clockText(booking.start, clock)}${who && ` (${who})`}`,
    },
    from !== null &&
      to !== null &&
      from !== to && { level: 'check' as const, words: `Last at ${from}, booked from ${to}`, mark: 'Elsewhere' },
  ].filter((one) => one !== false);
}

/** Two reservations of one aircraft or person at the same time. */
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
