import { millisecondsInDay } from '#domain/units.ts';
import { placeAt } from '#domain/schedule/reservationIndex.ts';
import {
  awaitedGroup,
  fullName,
  idKey,
  instructorOf,
  isFlight,
  type Person,
  pilotsOf,
  type TimedReservation,
} from '#domain/reservations/reservations.ts';
import type { Typed } from '#domain/people/checkouts.ts';
import { type At, whenText } from '#domain/time/clock.ts';
import { dutyKind, isInstruction, mayInstruct } from '#domain/duty/duties.ts';
import { soloOf } from '#domain/duty/solo.ts';
import { bookedText, overHoursText, worstOver } from '#domain/duty/flightHours.ts';
import { modelText } from '#domain/fleet/fleet.ts';
import { lifeOf } from '#contract/statuses.ts';
import { dateText } from '#domain/maintenance/reminders.ts';
import type { Conflict } from '#domain/conflicts/conflict.ts';
import { conflictText } from '#domain/conflicts/conflictText.ts';
import { rules } from '#domain/ruleSets.ts';
import type { Darkness } from '#domain/calendar/twilight.ts';
import { dayOf } from '#domain/time/time.ts';
import { bestOf, checkoutFor, type CheckoutFinding, isCheckoutUnknown, type PersonRecord } from './checkout.ts';
import { type CheckLine, type Finding, lineOf } from './checkLine.ts';
import { atRiskPhrase } from '#domain/schedule/late.ts';
import type { AircraftRecords, ReadinessIndex } from './readinessIndex.ts';

/** Whether the instructor is active, not off, within the hours of 14 CFR 61.195(a), and back; null without one. */
export function instructorLine(
  reservation: TimedReservation,
  conflicts: readonly Conflict[],
  index: ReadinessIndex,
): CheckLine | null {
  const instructor = instructorOf(reservation);
  const possible = possibleInstructors(reservation, index);
  if (!instructor) return possible.length > 0 ? lineOf('instructor', possible, '') : null;
  const { now, clock } = index.sources;
  const findings: Finding[] = [instructorFinding(instructor, index)].filter((finding) => finding !== null);
  for (const conflict of conflicts) {
    const words = () => conflictText(conflict, clock, now, reservation);
    const isDefinite = conflict.certainty === 'definite';
    if (conflict.reservation !== reservation || !isOfInstructor(conflict, reservation)) continue;
    if (conflict.reason === 'time off')
      findings.push({ level: isDefinite ? 'stop' : 'check', words: words(), mark: 'CFI off' });
    if (conflict.reason === 'person not back') findings.push({ level: 'check', words: words(), mark: 'CFI not back' });
  }
  for (const risk of index.atRisk.get(reservation.key) ?? []) {
    const isHere = risk.through.includes('instructor') && reservation.start > now;
    if (isHere)
      findings.push({
        level: 'check',
        words: `${instructor.name} ${atRiskPhrase(risk, now, clock)}`,
        mark: 'CFI late',
      });
  }
  const hours = overHours(reservation, instructor.userId, index);
  if (hours) findings.push(hours);
  const isTwice = conflicts.some(
    (conflict) => conflict.reason === 'person twice' && isOfInstructor(conflict, reservation),
  );
  return lineOf('instructor', [...findings, ...possible], isTwice ? 'Active, also booked then' : 'Active and free');
}

/** The active instructors among the pilots who may be instructing, with their hours. */
function possibleInstructors(reservation: TimedReservation, index: ReadinessIndex): Finding[] {
  const { activeInstructors } = index;
  if (activeInstructors.size === 0 || !isFlight(reservation)) return [];
  const ownPeople = pilotsOf(reservation).filter(
    ({ userId }) => userId !== null && mayInstruct(reservation, userId, activeInstructors),
  );
  return ownPeople.flatMap(({ userId, name }): Finding[] => {
    const hours = overHours(reservation, userId, index);
    const words = `${name} may be instructing: active, named as a pilot`;
    return [{ level: 'no findings', words }, ...(hours ? [{ ...hours, words: `${name}: ${hours.words}` }] : [])];
  });
}

/** Whether a conflict of people concerns the reservation's instructor. */
export function isOfInstructor(conflict: Conflict, reservation: TimedReservation): boolean {
  const userId = instructorOf(reservation)?.userId ?? null;
  return userId !== null && 'people' in conflict && conflict.people.includes(idKey(userId));
}

/** What the list of instructors says against the booked instructor; null if the instructor is active. */
export function instructorFinding({ userId, name }: Person, { instructors }: ReadinessIndex): Finding | null {
  if (!instructors) return { level: 'not known', words: 'Instructors not loaded yet' };
  const record = userId === null ? undefined : instructors.get(idKey(userId));
  if (!record) return { level: 'not known', words: `${name} is not in the list of instructors` };
  const life = lifeOf(record.instructorStatus);
  if (life === 'active') return null;
  const words = `${name} is ${(record.instructorStatus?.name ?? life).toLowerCase()}`;
  return { level: life === 'unknown' ? 'not known' : 'stop', words, mark: 'CFI inactive' };
}

/** The worst 24 hours that include part of this lesson. */
function overHours(reservation: TimedReservation, userId: string | null, index: ReadinessIndex): Finding | null {
  const over = userId === null ? undefined : index.overHours.get(idKey(userId));
  if (!over || userId === null || !isInstruction(dutyKind(reservation, userId, index.activeInstructors))) return null;
  const own = over.filter(
    ({ window }) => window.start < reservation.end && reservation.start < window.start + millisecondsInDay,
  );
  const worst = worstOver(own);
  if (!worst) return null;
  return { level: 'check', words: overHoursText(worst, index.sources), mark: `CFI ${bookedText(worst.booked)}` };
}

/** Whether a pilot who flies without an instructor is checked out for the model at the time of the flight. */
export function checkoutLine(
  reservation: TimedReservation,
  records: AircraftRecords | null,
  index: ReadinessIndex,
): CheckLine | null {
  const type = records?.aircraft ?? reservation.record.aircraft;
  if (isSimulated(reservation, records) || !needsCheckout(reservation)) return null;
  if (index.sources.isWithoutUsers) return null;
  // The model decides, and a flight that waits for its aircraft has none.
  if (!type && awaitedGroup(reservation) !== null)
    return lineOf('checkout', [{ level: 'not known', words: 'No aircraft yet, so no model to look for' }], '');
  if (!type) return null;
  if (!index.users) return lineOf('checkout', [{ level: 'not known', words: 'People not loaded yet' }], '');
  const best = pilotsCheckout(reservation, type, index) ?? { state: 'not loaded', expires: null };
  const { now, clock } = index.sources;
  const { finding, fine } = checkoutWords(best, type, reservation, { now, clock });
  const asOf = best.asOf == null ? [] : [`Checkout as of ${whenText(best.asOf, now, clock)}`];
  const notes = asOf.map((words): Finding => ({ level: 'no findings', words }));
  const isSure = instructorOf(reservation) === null || soloOf(reservation) === 'solo';
  return lineOf('checkout', finding ? [isSure ? finding : ifSolo(finding), ...notes] : notes, fine);
}

/** The same of a flight that may be solo, where it is a caution at most. */
function ifSolo(finding: Finding): Finding {
  const level = finding.level === 'stop' ? 'check' : finding.level;
  return { ...finding, level, words: `May be solo. ${finding.words}` };
}

/** Nobody needs a checkout if an instructor certainly flies along. */
function needsCheckout(reservation: TimedReservation): boolean {
  if (!isFlight(reservation) || pilotsOf(reservation).length === 0) return false;
  return instructorOf(reservation) === null || soloOf(reservation) !== 'no';
}

/** The best checkout of a reservation's pilots for a make and model. Null if none is needed, or while people are not read. */
export function pilotsCheckout(
  reservation: TimedReservation,
  type: Typed,
  { users, sources }: Pick<ReadinessIndex, 'users' | 'sources'>,
): CheckoutFinding | null {
  if (!users || !needsCheckout(reservation)) return null;
  const found = pilotsOf(reservation).map(({ userId }): CheckoutFinding => {
    const person = userId === null ? undefined : users.get(idKey(userId));
    return person ? checkoutFor(person, type, reservation, sources.zone) : { state: 'not loaded', expires: null };
  });
  return bestOf(found);
}

function isSimulated({ record }: TimedReservation, records: AircraftRecords | null): boolean {
  return records?.aircraft?.isSimulator === true || record.aircraft?.isSimulator === true;
}

function checkoutWords(
  best: CheckoutFinding,
  type: Typed,
  { end }: TimedReservation,
  { now, clock }: At,
): { readonly finding: Finding | null; readonly fine: string } {
  const { state, expires } = best;
  const model = modelText(type);
  const until = expires === null ? '' : ` ${dateText(expires, now, clock.zone)}`;
  if (state === 'valid') return { finding: null, fine: `Checkout for ${model}${until && ` until${until}`}` };
  const isStop = state === 'revoked' || state === 'expired';
  // A checkout that expires after the day of the flight appears in the details without a mark.
  const isLater = state === 'expires soon' && expires !== null && dayOf(expires, clock.zone) > dayOf(end, clock.zone);
  const level = isLater ? 'no findings' : isCheckoutUnknown(best) ? 'not known' : isStop ? 'stop' : 'check';
  const { words, mark } = badCheckout[state];
  return { finding: { level, words: words(model, until), mark }, fine: '' };
}

type BadCheckout = { readonly words: (model: string, until: string) => string; readonly mark: string };

const badCheckout: Readonly<Record<Exclude<CheckoutFinding['state'], 'valid'>, BadCheckout>> = {
  'expires soon': { words: (model, until) => `Checkout for ${model} expires${until}`, mark: 'Checkout ends' },
  undated: { words: (model) => `Checkout for ${model} expires, no date given`, mark: 'Checkout undated' },
  'not loaded': { words: () => 'Checkout not loaded', mark: 'Checkout' },
  'not read': { words: () => 'Checkouts could not be read', mark: 'Checkout' },
  none: { words: (model) => `No checkout for ${model}`, mark: 'No checkout' },
  'none at all': { words: () => 'No checkouts on file', mark: 'No checkout' },
  expired: { words: (model, until) => `Checkout for ${model} expired${until}`, mark: 'Checkout expired' },
  revoked: { words: (model) => `Checkout for ${model} revoked`, mark: 'Checkout revoked' },
};

/** Whether the people who fly or attend are known and active. Null if nobody is named and no pilot is required. */
export function pilotLine(reservation: TimedReservation, index: ReadinessIndex): CheckLine | null {
  const { users, sources } = index;
  // For a user who may not see people, reservations may come without them.
  if (sources.isWithoutUsers) return null;
  const pilots = reservation.record.pilots ?? [];
  const findings: Finding[] = [];
  let count = 0;
  for (const pilot of pilots) {
    const person = pilot.userId == null ? undefined : users?.get(idKey(pilot.userId));
    const isNamed = pilot.userId != null || fullName(pilot) !== '';
    if (isNamed) count++;
    if (isNamed && lifeOf(person?.status) === 'active' && person) continue;
    if (isNamed) findings.push(pilotFinding(pilot, person, users !== null));
  }
  if (count > 0) return lineOf('pilot', findings, 'On record and active');
  return isFlownByNobody(reservation, index)
    ? lineOf('pilot', [{ level: 'check', words: 'No pilot named', mark: 'No pilot named' }], '')
    : null;
}

/** An aircraft needs somebody on board to fly; an instructor without a student counts. */
function isFlownByNobody(reservation: TimedReservation, { aircraft }: ReadinessIndex): boolean {
  if (!isFlight(reservation) || instructorOf(reservation) !== null) return false;
  return !isSimulated(reservation, aircraft.get(idKey(reservation.aircraftId ?? '')) ?? null);
}

function pilotFinding(
  pilot: Parameters<typeof fullName>[0] & { readonly userId?: string | null | undefined },
  person: PersonRecord | undefined,
  isRead: boolean,
): Finding {
  const name = fullName(pilot) || 'No name';
  if (pilot.userId == null) return { level: 'check', words: `${name}: name only, no record`, mark: 'No record' };
  if (!isRead) return { level: 'not known', words: 'People not loaded yet' };
  if (!person) return { level: 'check', words: `${name}: no record`, mark: 'No record' };
  const life = lifeOf(person.status);
  const words = `${name} is ${(person.status?.name ?? life).toLowerCase()}`;
  return { level: life === 'unknown' ? 'not known' : 'stop', words };
}

/**
 * Whether part of a flight is at night. A student solo with any part before morning or after evening civil twilight
 * needs an endorsement by the FAA's rules (14 CFR 61.87(o)), and is a caution under all others. There is no line if nothing flies. Without a position the night is not known.
 */
export function daylightLine(
  reservation: TimedReservation,
  { darkness, sources: { now, clock } }: ReadinessIndex,
): { readonly line: CheckLine | null; readonly hasNight: boolean | null } {
  if (!isFlight(reservation) || reservation.record.aircraft?.isSimulator === true)
    return { line: null, hasNight: false };
  const solo = soloOf(reservation);
  const isSolitary = solo !== 'no';
  if (!darkness || reservation.end > darkness.span.end || reservation.start < darkness.span.start) {
    const words = darkness ? 'Twilight not computed for this date' : 'The field’s position is not set';
    return {
      line: isSolitary ? lineOf('daylight', [{ level: 'not known', words, mark: 'Twilight' }], '') : null,
      hasNight: null,
    };
  }
  const nights = nightsIn(reservation, darkness.parts).map(({ span }) => span);
  const found = isSolitary ? nights.flatMap((night) => nightFindings(reservation, night, { now, clock })) : [];
  const findings = solo === 'solo' ? found : found.map(ifSolo);
  const [first] = nights;
  const fine = first ? `Night after ${whenText(Math.max(first.start, reservation.start), now, clock)}` : 'By day';
  return { line: lineOf('daylight', findings, fine), hasNight: nights.length > 0 };
}

/** The periods of darkness are in order and never overlap, so a binary search finds the first night. */
function nightsIn({ start, end }: TimedReservation, darkness: readonly Darkness[]): Darkness[] {
  const nights: Darkness[] = [];
  for (let place = placeAt(darkness, start + 1, (one) => one.span.end); ; place++) {
    const part = darkness[place];
    if (!part || part.span.start >= end) return nights;
    if (part.kind === 'night') nights.push(part);
  }
}

/** The ends of a night that a solo crosses. A solo wholly within the night gets the nearer end. */
function nightFindings({ start, end }: TimedReservation, night: Darkness['span'], { now, clock }: At): Finding[] {
  const isWithin = start >= night.start && end <= night.end;
  const isEarly = start + end < night.start + night.end;
  const { soloNight } = rules();
  const cited = soloNight === null ? '' : ` (${soloNight})`;
  const [dusk, dawn] = [night.start, night.end].map((at) => `${whenText(at, now, clock)}${cited}`);
  const solo = soloNight === null ? 'Student solo at night:' : 'Student solo';
  const findings = [
    (start < night.start || (isWithin && isEarly)) && `${solo} ends after evening civil twilight, ${dusk}`,
    (end > night.end || (isWithin && !isEarly)) && `${solo} begins before morning civil twilight, ${dawn}`,
  ];
  return findings.flatMap((words) => (words === false ? [] : [{ level: 'check', words }]));
}
