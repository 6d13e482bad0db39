import {
  awaitedGroup,
  idKey,
  isFlight,
  isShopVisit,
  peopleText,
  tailOf,
  type TimedReservation,
} from '#domain/reservations/reservations.ts';
import { placeOf } from '#domain/reservations/locations.ts';
import { clockText, lateText, whenText } from '#domain/time/clock.ts';
import type { Squawk } from '#domain/maintenance/squawks.ts';
import { lifeOf } from '#contract/statuses.ts';
import type { Conflict } from '#domain/conflicts/conflict.ts';
import { conflictText } from '#domain/conflicts/conflictText.ts';
import type { ReservationWithState } from '#domain/schedule/aircraftNow.ts';
import { lastBefore } from '#domain/schedule/reservationIndex.ts';
import { atRiskPhrase, flightPhrase } from '#domain/schedule/late.ts';
import { ferryWords, findingWords, limitMark, limitsOn } from '#domain/maintenance/limits.ts';
import { type CheckLevel, checkLevels, type CheckLine, type Finding, levelWords, lineOf } from './checkLine.ts';
import { checkoutLine, daylightLine, instructorLine, isOfInstructor, pilotLine } from './checkPeople.ts';
import type { AircraftRecords, ReadinessIndex } from './readinessIndex.ts';
import { purposeText, visitForSquawk, visitWords } from '#domain/maintenance/shopVisit.ts';
import {
  certaintyOf,
  isDueNow,
  mayBeOutWords,
  openVisitWords,
  type ReservationState,
} from '#domain/reservations/state.ts';
import { lateMatters, thresholds } from '#domain/thresholds.ts';
import { capitalized } from '#domain/words.ts';

/** The dispatch check of a reservation. It never says that a flight is legal, only what the records say against it. */
export type DispatchCheck = {
  readonly level: CheckLevel;
  /** The first reason in two words, `Oil 3.1 h`; null if all is known and nothing speaks against the reservation. */
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
export function dispatchCheckOf({ key }: Pick<TimedReservation, 'key'>, index: ReadinessIndex): DispatchCheck | null {
  const entry = index.reservations.byKey.get(key);
  if (!entry || certaintyOf(entry.state) === null) return null;
  const { reservation } = entry;
  if (isShopVisit(reservation) || reservation.kind === 'Instructor Time Off') return null;
  const records = reservation.aircraftId === null ? null : (index.aircraft.get(idKey(reservation.aircraftId)) ?? null);
  const conflicts = index.conflicts.get(reservation.key) ?? [];
  const { line: daylight, hasNight } = daylightLine(reservation, index);
  const lines = [
    records ? fitLine(reservation, records, index) : namelessLine(reservation),
    records && thereLine(entry, records, conflicts, index),
    doubleLine(reservation, conflicts, index),
    instructorLine(reservation, conflicts, index),
    checkoutLine(reservation, records, index),
    pilotLine(reservation, index),
    daylight,
    index.sources.rules?.(reservation, index.sources.now),
  ].filter((line) => line != null);
  const level = checkLevels.find((candidate) => lines.some((line) => line.level === candidate)) ?? 'no findings';
  const worst = lines.find((line) => line.level === level);
  const mark = level === 'no findings' ? null : (worst?.mark ?? null);
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
  reservation: TimedReservation,
  index: ReadinessIndex,
): { readonly level: 'stop' | 'check'; readonly reason: string } | null {
  const { level, mark } = dispatchCheckOf(reservation, index) ?? {};
  return (level === 'stop' || level === 'check') && mark != null ? { level, reason: mark } : null;
}

/** Without an id the aircraft cannot be looked up. Null if the reservation neither has an aircraft nor waits for one. */
function namelessLine(reservation: TimedReservation): CheckLine | null {
  const tail = tailOf(reservation);
  if (tail !== null) return lineOf('aircraft fit', [{ level: 'not known', words: `${tail} has no id` }], '');
  const group = isFlight(reservation) ? awaitedGroup(reservation) : null;
  if (group === null) return null;
  const words = `No aircraft yet${group && `, scheduling group “${group}”`}`;
  return lineOf('aircraft fit', [{ level: 'check', words, mark: 'No aircraft yet' }], '');
}

/** Whether the aircraft is fit at the start, and until the end. */
function fitLine(
  reservation: TimedReservation,
  { fitness, limits, visits }: AircraftRecords,
  index: ReadinessIndex,
): CheckLine {
  const { now, clock, fleet } = index.sources;
  if (!fitness) {
    const words = fleet ? 'Not in the aircraft list' : 'Aircraft list not loaded yet';
    return lineOf('aircraft fit', [{ level: 'not known', words }], '');
  }
  const found = limitsOn(reservation, limits);
  const checked = new Set(found.map(({ limit }) => limit.item));
  const ofLimits = found.flatMap((finding): Finding[] => {
    const level = finding.level === 'planned' || finding.level === 'listed' ? 'no findings' : finding.level;
    const { limit } = finding;
    const mark = limitMark(limit, now, clock);
    const ferry = ferryWords(limit.item);
    return [
      { level, words: findingWords(finding, reservation, now, clock), mark, reminder: limit.item.key },
      ...(ferry === null ? [] : [{ level: 'no findings' as const, words: ferry }]),
    ];
  });
  const before = visits.filter(({ end }) => end <= reservation.start);
  const ofRecords = fitness.evidence.flatMap(({ kind, words, item, squawk, missing, isDoubt }): Finding[] => {
    if (kind === 'not known') return [{ level: 'not known', words, mark: missing && capitalized(missing) }];
    // A reminder that grounds is among the limits.
    if (kind === 'grounded') return item === null ? groundedFindings(words, squawk, before, index) : [];
    if (isDoubt && item !== null) return [{ level: 'check', words, mark: 'Not known', reminder: item.key }];
    // The service's own Warning means that a limit is near, not that it touches this flight.
    return kind === 'warning' && item !== null && !checked.has(item)
      ? [{ level: 'no findings', words, isWarning: true }]
      : [];
  });
  return lineOf('aircraft fit', [...ofRecords, ...ofLimits], 'Fit');
}

/** A shop visit before the flight may settle a squawk if it is for it; any other visit is named. */
function groundedFindings(
  words: string,
  squawk: Squawk | null,
  before: readonly TimedReservation[],
  { sources: { now, clock } }: ReadinessIndex,
): Finding[] {
  const mark = squawk ? 'Squawk' : 'Grounded';
  const visits = squawk ? before.map((reservation) => visitForSquawk(reservation, squawk)) : [];
  const visit = visits.find(({ purpose }) => purpose === 'this') ?? visits[0];
  const level = visit?.purpose === 'this' ? 'check' : 'stop';
  const texts = [words, ...(visit ? [visitWords(visit, now, clock)] : [])];
  return texts.map((text) => ({ level, words: text, mark }));
}

/** Whether the aircraft is available: back, out of the shop, and at the right location. */
function thereLine(
  entry: ReservationWithState,
  { aircraft, now: present }: AircraftRecords,
  conflicts: readonly Conflict[],
  index: ReadinessIndex,
): CheckLine {
  const { reservation } = entry;
  const { now, clock } = index.sources;
  const findings: Finding[] = [];
  if (aircraft && lifeOf(aircraft.status) === 'deleted')
    findings.push({ level: 'stop', words: 'Aircraft is deleted', mark: 'Deleted' });
  for (const conflict of conflicts.filter((one) => isOfPlace(one, entry, index))) {
    const level = conflict.certainty === 'definite' ? 'stop' : 'check';
    const isUnclear = conflict.other !== null && stateIn(conflict.other, index)?.kind === 'may be out';
    const mark = isUnclear ? 'May be out' : (placeMarks[conflict.reason] ?? 'Not there');
    findings.push({ level, words: conflictText(conflict, clock, now, reservation), mark });
  }
  const held = 'reservation' in present.doing ? present.doing.reservation : null;
  const isReported = conflicts.some(
    ({ reservation: ownReservation, other }) => ownReservation === reservation && other === held,
  );
  const away = isReported ? null : awayFinding(reservation, present, index);
  if (away) findings.push(away);
  for (const risk of index.atRisk.get(reservation.key) ?? []) {
    const isSame = away !== null && risk.after === held;
    if (risk.through.includes('aircraft') && reservation.start > now && !isSame)
      findings.push({ level: 'check', words: atRiskPhrase(risk, now, clock), mark: 'Late start' });
  }
  const turn = turnaround(reservation, index);
  return lineOf('aircraft there', [...findings, ...turn], turn.length > 0 ? '' : 'Yes');
}

const placeMarks: { readonly [Reason in Conflict['reason']]?: string } = {
  'maintenance block': 'In shop',
  'aircraft not back': 'Not back',
  'aircraft twice': 'Still out',
};

/**
 * An aircraft that is still away, or still in the shop, past the booked end, however far ahead the flight is. It is “do not
 * dispatch” if it certainly cannot return and turn around in time.
 */
function awayFinding(
  reservation: TimedReservation,
  { doing }: AircraftRecords['now'],
  { sources: { now, clock } }: ReadinessIndex,
): Finding | null {
  if (!('reservation' in doing) || doing.reservation === reservation || reservation.start < doing.reservation.start)
    return null;
  const isTooLate = reservation.start < now + thresholds().turnaround;
  const level = isTooLate ? 'stop' : 'check';
  if (doing.kind === 'may be out' && doing.late >= 0) {
    const words = `${capitalized(mayBeOutWords(doing.late))}, ${flightPhrase(doing.reservation, now, clock)}`;
    return { level: 'check', words, mark: 'May be out' };
  }
  if (doing.kind === 'in the shop' && doing.open) {
    const visit = `shop visit of ${whenText(doing.reservation.start, now, clock)} (${purposeText(doing.reservation)})`;
    const words = `${capitalized(openVisitWords(doing.open))}, ${visit}`;
    return { level: doing.open.isCertain ? level : 'check', words, mark: 'In shop' };
  }
  if (doing.kind !== 'not back' || (doing.step === 0 && reservation.start - now > lateMatters)) return null;
  const [mark, by] = isDueNow(doing.late) ? ['Due back now', ''] : ['Not back', ` ${lateText(doing.late)}`];
  return { level, words: `${mark}${by} from ${flightPhrase(doing.reservation, now, clock)}`, mark };
}

/**
 * True for a conflict that keeps the aircraft away at the start. Any other overlap of two reservations is a double
 * booking.
 */
function isOfPlace(
  { reason, reservation, other }: Conflict,
  { reservation: ownReservation }: ReservationWithState,
  index: ReadinessIndex,
): boolean {
  if (reason === 'maintenance block') return reservation === ownReservation;
  if (reason === 'aircraft not back') return reservation === ownReservation;
  if (reason !== 'aircraft twice' || !other) return false;
  const clash = reservation === ownReservation ? other : reservation;
  const state = stateIn(clash, index)?.kind;
  return clash.start <= ownReservation.start && (state === 'out' || state === 'not back');
}

function stateIn({ key }: TimedReservation, { reservations }: ReadinessIndex): ReservationState | null {
  return reservations.byKey.get(key)?.state ?? null;
}

/** The flight that ends when this one starts, and the location where it leaves the aircraft. */
function turnaround(reservation: TimedReservation, index: ReadinessIndex): Finding[] {
  const list = index.reservations.byAircraft.get(idKey(reservation.aircraftId ?? ''));
  const last = list ? lastBefore(list, reservation) : null;
  if (!last || !isFlight(last.reservation)) return [];
  const { clock } = index.sources;
  const [from, to] = [placeOf(last.reservation)?.name ?? null, placeOf(reservation)?.name ?? null];
  const isTight = last.reservation.end === reservation.start && certaintyOf(last.state) !== null;
  const who = peopleText(last.reservation);
  return [
    // Schools often fly without a gap between reservations. A turn that is already late is found by the late rules.
    isTight && {
      level: 'no findings' as const,
      words: `Back ${clockText(reservation.start, clock)}${who && ` (${who})`}, then yours`,
    },
    from !== null &&
      to !== null &&
      from !== to && { level: 'check' as const, words: `Last at ${from}, booked from ${to}`, mark: 'Elsewhere' },
  ].filter((one) => one !== false);
}

/** Two reservations of one aircraft or person at the same time. */
function doubleLine(reservation: TimedReservation, conflicts: readonly Conflict[], index: ReadinessIndex): CheckLine {
  const { now, clock } = index.sources;
  const entry = index.reservations.byKey.get(reservation.key);
  const findings = conflicts.flatMap((conflict): Finding[] => {
    const { reason, certainty } = conflict;
    const isOff =
      reason === 'time off' && conflict.reservation === reservation && !isOfInstructor(conflict, reservation);
    const isTwice = reason === 'aircraft twice' || reason === 'person twice' || isOff;
    const isLate =
      reason === 'person not back' && conflict.reservation === reservation && !isOfInstructor(conflict, reservation);
    if (!isTwice && !isLate) return [];
    if (entry && isOfPlace(conflict, entry, index)) return [];
    const level = certainty === 'definite' && isTwice ? 'stop' : 'check';
    return [{ level, words: conflictText(conflict, clock, now, reservation) }];
  });
  return lineOf('double booking', findings, 'None');
}
