import { secondsInHour } from '#domain/units.ts';
import { actualTimesOf, fly, type ActualTimes, writeUp } from './flights.ts';
import { activityId, reservationTypeId, courses } from '#operator/school/initial/catalog.ts';
import { peopleOf, type Plan, type Reservation } from './plan.ts';
import { itemsDue, quickItemsDue, recordVisit } from './maintenance.ts';
import { cancelledAt, delayOf } from '#operator/school/fates.ts';
import type { Span } from '#operator/school/state/state.ts';
import type { Aircraft, Client } from '#operator/school/state/roster.ts';

/**
 * Runs the day's reservations in the order of their starts, and records what is flown, taught, billed, written up and repaired.
 */
export function runDay(plan: Plan): void {
  for (const aircraft of plan.state.fleet) workOnRamp(plan, aircraft);
  const reservations = plan.reservations.toSorted((a, b) => a.start - b.start);
  const next = nextStarts(reservations);
  const blocks = blocksOf(plan);
  for (const reservation of reservations) {
    for (let block = blocks[0]; block && block.start <= reservation.start; block = blocks[0]) {
      blocks.shift();
      workInShop(plan, block);
    }
    runReservation(plan, reservation, next.get(reservation));
  }
  for (const block of blocks) workInShop(plan, block);
  for (const reservation of plan.later) record(plan, reservation, plan.state.ids.reservation++, null, null);
}

/** For each reservation, when the same aircraft is booked next today. */
function nextStarts(reservations: readonly Reservation[]): Map<Reservation, number> {
  const next = new Map<Reservation, number>();
  const latest = new Map<Aircraft, Reservation>();
  for (const reservation of reservations) {
    const earlier = reservation.aircraft && latest.get(reservation.aircraft);
    if (earlier) next.set(earlier, reservation.start);
    if (reservation.aircraft) latest.set(reservation.aircraft, reservation);
  }
  return next;
}

function blocksOf(plan: Plan): Span[] {
  const tomorrow = plan.state.clock.midnight(plan.day + 1);
  const isToday = (span: Span): boolean =>
    span.displayType === 1 && span.start >= plan.midnight && span.start < tomorrow;
  return plan.state.ahead.filter(isToday).toSorted((a, b) => a.start - b.start);
}

function runReservation(plan: Plan, reservation: Reservation, next: number | undefined): void {
  const id = plan.state.ids.reservation++;
  if (reservation.displayType !== 0) return record(plan, reservation, id, null, null);
  const { aircraft, start, end } = reservation;
  const { seed, cancellations } = plan.state.school;
  const cancelled = cancellations ? cancelledAt(seed, id, start) : null;
  if (cancelled !== null) return record(plan, reservation, id, { out: end, in: cancelled, back: end }, null);
  const actual = actualTimesOf(plan, reservation, next, cancellations ? delayOf(seed, id) : 0);
  record(plan, reservation, id, actual, teach(plan, reservation));
  const hobbs = aircraft ? fly(plan, id, reservation, aircraft, actual) : 0;
  bill(plan, id, reservation, actual, hobbs);
  if (aircraft) writeUp(plan, reservation, aircraft, actual, next);
}

function record(
  plan: Plan,
  reservation: Reservation,
  id: number,
  actual: ActualTimes | null,
  session: Session | null,
): void {
  const { records, ahead, clock } = plan.state;
  const { start, end, displayType, aircraft, client, instructorId } = reservation;
  records.reservation({
    id,
    start_at: start,
    end_at: end,
    out_at: actual?.out ?? end,
    in_at: actual?.in ?? end,
    type_id: reservationTypeId(displayType),
    display_type: displayType,
    activity_id: activityId(reservation.activity),
    aircraft_id: aircraft?.id ?? null,
    instructor_id: instructorId ?? null,
    pilot_id: client?.id ?? null,
    copilot_id: reservation.copilotId ?? null,
    series: reservation.series ?? null,
    display_name: reservation.name ?? null,
    enrollment_id: session?.enrollmentId ?? null,
    lesson_id: session?.lessonId ?? null,
    lesson_outcome: session?.outcome ?? null,
  });
  records.span({ id, first_minute: Math.floor(start / 60), last_minute: Math.ceil(end / 60) });
  recordPeople(plan, reservation, id);
  if (end <= clock.midnight(plan.day + 1)) return;
  const people = [client?.id, instructorId].filter((person) => person !== undefined);
  ahead.push({ id, start, end, displayType, aircraftId: aircraft?.id ?? null, people });
}

function recordPeople(plan: Plan, reservation: Reservation, id: number): void {
  const { records } = plan.state;
  for (const person of peopleOf(reservation)) {
    const capacity = person === reservation.instructorId ? 1 : reservation.attendees ? 2 : 0;
    records.participation({ person_id: person, start_at: reservation.start, reservation_id: id, capacity });
    if (capacity === 2) records.attendee({ reservation_id: id, person_id: person });
  }
}

function workInShop(plan: Plan, block: Span): void {
  const { state } = plan;
  const aircraft = state.fleet.find((candidate) => candidate.id === block.aircraftId);
  if (!aircraft) return;
  const items = itemsDue(state.school.seed, aircraft, block.start);
  // If the aircraft is still out when the work should begin, the work ends later.
  const closed = Math.max(block.end, aircraft.freeAt);
  const visit = { aircraft, opened: block.start, closed, reservationId: block.id, items, squawks: aircraft.squawks };
  recordVisit(state, visit, plan.random);
}

function workOnRamp(plan: Plan, aircraft: Aircraft): void {
  const { state } = plan;
  const opened = state.clock.at(plan.day, 345);
  const items = quickItemsDue(state.school.seed, aircraft, opened);
  const visit = { aircraft, opened, closed: opened + 900, reservationId: null, items, squawks: [] };
  recordVisit(state, visit, plan.random);
}

/** The training session of a reservation; outcome 3 is Passed (section 3), 4 Incomplete: the lesson is flown again. */
type Session = { readonly enrollmentId: number; readonly lessonId: number; readonly outcome: 3 | 4 };

/** The next lesson of a student with an instructor in an aircraft or simulator. */
function teach(plan: Plan, { client, activity }: Reservation): Session | null {
  const enrollment = client?.enrollment;
  const lessonId = enrollment?.lessons[enrollment.passed];
  const isLesson = activity === 'Dual Flight Training' || activity === 'Simulator Training';
  if (!client || !enrollment || lessonId === undefined || !isLesson) return null;
  const outcome = plan.random.chance(0.88) ? 3 : 4;
  if (outcome === 3) enrollment.passed += 1;
  const session = { enrollmentId: enrollment.id, lessonId, outcome } as const;
  if (enrollment.passed === enrollment.lessons.length) enrol(plan, client);
  return session;
}

/** Moves on to the next course, from tomorrow; after the last course the student stays in it. */
function enrol(plan: Plan, client: NonNullable<Reservation['client']>): void {
  const finished = client.enrollment;
  if (!finished) return;
  const courseId = Math.min(finished.courseId + 1, courses.length);
  const { state } = plan;
  const id = state.ids.enrollment++;
  client.enrollment = {
    id,
    courseId,
    instructorId: finished.instructorId,
    passed: 0,
    lessons: state.lessons.get(courseId) ?? [],
  };
  state.records.enrollment({
    id,
    person_id: client.id,
    course_id: courseId,
    instructor_id: finished.instructorId,
    started_at: state.clock.midnight(plan.day + 1),
    passed_before: 0,
  });
}

const instructorHourlyCents = 7_500;

/** Writes the invoice for what was flown (Hobbs, tenths) and taught, and what the client pays or is credited then. */
function bill(plan: Plan, id: number, reservation: Reservation, actual: ActualTimes, hobbs: number): void {
  const { client, aircraft } = reservation;
  if (!client) return;
  const taught = reservation.instructorId === undefined ? 0 : taughtTenths(actual, hobbs);
  // Rates are whole dollars, so that tenths of an hour cost whole cents.
  const aircraftCents = aircraft ? (hobbs * aircraft.hourlyCents) / 10 : 0;
  const instructorCents = (taught * instructorHourlyCents) / 10;
  plan.state.records.invoice({
    id,
    person_id: client.id,
    at: actual.in,
    aircraft_tenths: aircraft ? hobbs : 0,
    aircraft_cents: aircraftCents,
    instructor_tenths: taught,
    instructor_cents: instructorCents,
  });
  client.balanceCents -= aircraftCents + instructorCents;
  updateAccount(plan, reservation, client, actual.in);
}

/** Ground lessons by the clock; flights by Hobbs and three tenths for briefing. */
function taughtTenths(actual: ActualTimes, hobbs: number): number {
  return hobbs === 0 ? Math.round((actual.back - actual.out) / 360) : hobbs + 3;
}

function updateAccount(plan: Plan, reservation: Reservation, client: Client, at: number): void {
  const { random } = plan;
  const soon = at + random.between(1, 30) * secondsInHour;
  if (reservation.destination && random.chance(0.5))
    memo(plan, client, soon, random.between(4_000, 16_000), 'Fuel reimbursement');
  if (random.chance(1 / 300)) memo(plan, client, soon, 5_000, 'Goodwill credit');
  if (random.chance(1 / 250)) memo(plan, client, soon, -7_500, 'Late cancellation fee');
  if (client.balanceCents > -20_000) return;
  const reason = random.pick(['Payment by card', 'Payment by card', 'Payment by bank transfer', 'Payment by check']);
  memo(
    plan,
    client,
    soon,
    Math.ceil(-client.balanceCents / 50_000) * 50_000 + random.pick([0, 50_000, 100_000]),
    reason,
  );
}

function memo(plan: Plan, client: Client, at: number, cents: number, reason: string): void {
  plan.state.records.memo({ person_id: client.id, at, cents, reason });
  client.balanceCents += cents;
}
