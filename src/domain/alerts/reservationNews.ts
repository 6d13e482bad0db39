import type { LogEntry, LogPlan } from '#contract/gateway/log.ts';
import { reservationLink } from '#domain/reservations/links.ts';
import type { Location } from '#domain/reservations/locations.ts';
import { type Clock, clockText, whenText } from '#domain/time/clock.ts';
import { addDays, dayOf, type Instant } from '#domain/time/time.ts';
import type { Alert, AlertText } from './alert.ts';
import { kindTable } from './kinds.ts';

type Changed = {
  readonly what: string;
  readonly people: LogEntry['people'];
  /** The plan before the first change, and the plan after the last one; null if there is none. */
  readonly before: LogPlan | null;
  readonly after: LogPlan | null;
  /** The number of the last entry. */
  readonly seq: number;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
};

/** Changes of reservations that may still continue, by key; plain JSON. */
export type ReservationsState = { readonly [key: string]: Changed };

export type ReservationContext = {
  readonly now: Instant;
  readonly clock: Clock;
  /** For recipients' filters, by the aircraft's id. */
  readonly placed: (aircraftId: string) => { readonly model: string | null; readonly location: Location | null };
};

const followedKinds: ReadonlySet<string> = new Set([
  'booked',
  'moved',
  'gone',
  'aircraft-swapped',
  'instructor-swapped',
  'pilot-swapped',
]);

/**
 * The alerts for log entries: a reservation of today or tomorrow was made, moved or removed. Several changes to one
 * within the settling time give one alert. A change that is undone within that time gives none.
 */
export function followReservations(
  state: ReservationsState | null,
  entries: readonly LogEntry[],
  context: ReservationContext,
): { readonly state: ReservationsState; readonly alerts: readonly Alert[] } {
  const changed = new Map(Object.entries(state ?? {}));
  for (const { seq, at, kinds, people, facts } of entries) {
    if (facts.of !== 'reservation' || !kinds.some((kind) => followedKinds.has(kind))) continue;
    const known = changed.get(facts.key);
    const seen = Date.parse(at);
    const before = known ? known.before : kinds.includes('booked') ? null : facts.before;
    const after = kinds.includes('gone') ? null : facts.after;
    changed.set(facts.key, {
      what: facts.what,
      people: [...people, ...(known?.people ?? [])],
      before,
      after,
      seq,
      firstAt: known?.firstAt ?? seen,
      lastAt: seen,
    });
  }
  const alerts: Alert[] = [];
  for (const [key, one] of changed) {
    if (context.now - one.lastAt < kindTable.reservation.settle) continue;
    changed.delete(key);
    if (isNear(one, context.clock.zone) && !isSamePlan(one.before, one.after)) alerts.push(alertOf(key, one, context));
  }
  return { state: Object.fromEntries(changed), alerts };
}

/** Today or tomorrow at the time of the change, before or after it. */
function isNear({ before, after, lastAt }: Changed, zone: string): boolean {
  const days = new Set([dayOf(lastAt, zone), addDays(dayOf(lastAt, zone), 1)]);
  return [before, after].some((plan) => plan?.start != null && days.has(dayOf(Date.parse(plan.start), zone)));
}

function isSamePlan(a: LogPlan | null, b: LogPlan | null): boolean {
  const comparable = (plan: LogPlan | null) =>
    plan && [plan.start, plan.end, plan.aircraftId, plan.tail, plan.instructor, plan.pilots.toSorted()];
  return JSON.stringify(comparable(a)) === JSON.stringify(comparable(b));
}

function alertOf(key: string, changed: Changed, { now, clock, placed }: ReservationContext): Alert {
  const { before, after, seq } = changed;
  const shown = after ?? before;
  const what = before === null ? 'New reservation' : after === null ? 'Reservation gone' : 'Reservation changed';
  const aircraftId = shown?.aircraftId ?? null;
  const start = shown?.start == null ? null : Date.parse(shown.start);
  return {
    id: `reservation ${key} ${seq}`,
    kind: 'reservation',
    level: 'neutral',
    at: now,
    aircraftId,
    instructorIds: instructorsOf(changed),
    subject: [shown?.tail ?? 'No aircraft'],
    words: [`${what}: `, ...planText(shown, changed, now, clock), `. ${changed.what}.`],
    evidence: before && after ? [['Before: ', ...planText(before, changed, now, clock)]] : [],
    link: reservationLink(
      {
        key,
        start,
      },
      clock.zone,
    ),
    ...(aircraftId === null
      ? {
          model: null,
          location: null,
        }
      : placed(aircraftId)),
  };
}

/** The instructors of the plans before and after. */
function instructorsOf({ before, after, people }: Changed): string[] {
  const names = new Set([before?.instructor, after?.instructor]);
  return people.flatMap(({ name, userId }) => (names.has(name) && userId !== null ? [userId] : []));
}

/** `N512SP, 1400L to 1530L, Garcia / Lee`. */
function planText(plan: LogPlan | null, { people }: Changed, now: Instant, clock: Clock): AlertText {
  if (!plan) return [];
  const { start, end, tail, pilots, instructor } = plan;
  const from = start === null ? 'no start' : whenText(Date.parse(start), now, clock);
  const to = end === null ? '' : ` to ${clockText(Date.parse(end), clock)}`;
  const names = [...pilots, ...(instructor === null ? [] : [instructor])];
  const persons = names.map((name) => ({
    name,
    userId: people.find((person) => person.name === name)?.userId ?? null,
  }));
  const listed = persons.flatMap((person, place): AlertText => [place === 0 ? ', ' : ' / ', person]);
  return [`${tail ?? 'No aircraft'}, ${from}${to}`, ...listed];
}
