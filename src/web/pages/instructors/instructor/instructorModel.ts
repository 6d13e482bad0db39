import type { Page, SetAside } from '#contract/answers.ts';
import { parseFilter } from '#contract/filters.ts';
import { operations } from '#contract/operations.ts';
import { countText, type Knowledge, type NoneText, noneText, unanswered } from '#domain/answers/known.ts';
import { windowOddities } from '#domain/answers/pageChecks.ts';
import { type DutyDay, dutyDay, dutyHours } from '#domain/duty/dutyDay.ts';
import { scaleHours } from '#domain/duty/availability.ts';
import { type Advisory, advisoryReason, bookedText, flightAdvisory } from '#domain/duty/flightHours.ts';
import {
  activeInstructors,
  dutiesByPerson,
  type Duty,
  type DutyKind,
  dutyWord,
  hasPerson,
  type Instructor,
  instructorName,
} from '#domain/duty/duties.ts';
import { aircraftLink } from '#domain/reservations/links.ts';
import { idKey, peopleOf, pilotsOf, type ReservationRecord } from '#domain/reservations/reservations.ts';
import { type Clock, clockText, dayText, whenText } from '#domain/time/clock.ts';
import {
  addDays,
  type Day,
  daySpan,
  type Instant,
  overlaps,
  readInstant,
  type Span,
  wallText,
  mondayOf,
} from '#domain/time/time.ts';
import type { ReservationWindow } from '#web/data/replica.ts';
import { counted } from '#domain/words.ts';

/** The person of a page, from the list of instructors and reservations. */
export type Person = {
  readonly instructor: Instructor | null;
  /** Null if neither gives a name. */
  readonly name: string | null;
  /** False for an id that cannot be requested from the service. */
  readonly isAskable: boolean;
  /** True once the list is loaded and lacks the person. */
  readonly isUnlisted: boolean;
  /** True once neither the list nor any reservation has the id. */
  readonly isUnknown: boolean;
};

/** `any`: a page of the person's reservations at any time, requested if the person is not in the list. */
export function personOf(
  userId: string,
  instructors: readonly Instructor[] | undefined,
  any: Page<ReservationRecord> | undefined,
): Person {
  const instructor = instructors?.find((candidate) => idKey(candidate.userId) === idKey(userId)) ?? null;
  const isUnlisted = instructors !== undefined && instructor === null;
  const { filters } = operations.listReservations;
  return {
    instructor,
    name: instructor ? instructorName(instructor) : nameIn(any?.records ?? [], userId),
    isAskable: filters.some((field) => field.name === 'userId' && parseFilter(field, `eq:${userId}`) !== null),
    isUnlisted,
    isUnknown: isUnlisted && any?.totalItems === 0,
  };
}

/** The person's name in reservations; null if they give none. */
function nameIn(records: readonly ReservationRecord[], userId: string): string | null {
  const people = records.flatMap((record) => peopleOf({ record }));
  return people.find((person) => person.userId !== null && idKey(person.userId) === idKey(userId))?.name ?? null;
}

/** One reservation of a day, in words. */
export type DutyLine = {
  readonly key: string;
  readonly kind: DutyKind;
  /** `0700L–0900L`. */
  readonly times: string;
  /** The students of a lesson, or the name of a class, a meeting or time off. */
  readonly title: string;
  readonly aircraft: { readonly link: string; readonly tail: string | null; readonly isSimulator: boolean } | null;
  readonly activity: string;
  readonly status: string;
  readonly isPast: boolean;
};

export type PersonDay = {
  readonly date: Day;
  /** `Tue 12 May`. */
  readonly title: string;
  /** The hours drawn: the same wall-clock hours on every day of the week. */
  readonly hours: Span;
  readonly duties: readonly Duty[];
  readonly lines: readonly DutyLine[];
  /** `5 reservations`; null until the day is loaded. */
  readonly count: string | null;
  /** `0700L–1830L`; not known until the day is loaded. */
  readonly times: string;
  /** `5.5 h`; empty until the day is loaded. */
  readonly booked: string;
  /** The text in place of reservations; null if there are some. */
  readonly empty: NoneText | null;
  readonly advisory: {
    /** `Advisory 9.5 h in the 24 h to 1600L`. */
    readonly text: string;
    readonly reason: string;
    /** The reservations that count, in words. */
    readonly evidence: readonly { readonly key: string; readonly text: string }[];
  } | null;
};

export type PersonWeek = {
  /** `Week of Mon 11 May`. */
  readonly title: string;
  /** `32.5 h booked`. */
  readonly booked: string;
  /** The hours of the first day, for the scale. */
  readonly hours: Span;
  /** Monday to Sunday. */
  readonly days: readonly PersonDay[];
  /** The day in the address. */
  readonly day: PersonDay;
  readonly notes: readonly string[];
  readonly setAside: readonly { readonly what: string; readonly records: readonly SetAside[] }[];
};

/** The days to load for a week, including the day before: 24 hours that end on Monday began there. */
export function weekSpan(date: Day, zone: string): Span {
  return daySpan(addDays(mondayOf(date), -1), zone, 8);
}

/** The week of a day, from the reservations of `weekSpan`; `window` is undefined until they are loaded. */
export function weekModel(
  window: ReservationWindow | undefined,
  userId: string,
  date: Day,
  {
    now,
    clock,
    known,
    instructors = [],
  }: {
    readonly now: Instant;
    readonly clock: Clock;
    readonly known: Knowledge;
    readonly instructors?: readonly Instructor[] | undefined;
  },
): PersonWeek {
  const monday = mondayOf(date);
  const ownReservations = (window?.reservations ?? []).filter((reservation) => hasPerson(reservation, userId));
  const duties = dutiesByPerson(ownReservations, now, activeInstructors(instructors)).get(idKey(userId)) ?? [];
  const isKnown = (span: Span) => window !== undefined && !window.missing.some((part) => overlaps(part, span));
  const dates = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
  const week = dates.map((one) => dutiesOn(one, duties, clock.zone));
  const hoursOn = weekHours(week, clock.zone);
  const dayModel = (datedDuties: DatedDuties) =>
    toPersonDay(datedDuties, {
      hours: hoursOn(datedDuties.date),
      isKnown: isKnown(datedDuties.span),
      now,
      clock,
      known,
    });
  const booked = week.reduce((sum, { day }) => sum + day.booked, 0);
  const words = `${bookedText(booked)} booked`;
  const ofWeek = isKnown(daySpan(monday, clock.zone, 7)) ? known : unanswered(known);
  return {
    title: `Week of ${dayText(monday)}`,
    booked: countText(ofWeek, booked && `${words} so far`, words),
    hours: hoursOn(monday),
    days: week.map(dayModel),
    day: dayModel(dutiesOn(date, duties, clock.zone)),
    notes: window ? windowOddities(window) : [],
    setAside: [{ what: 'reservation', records: window?.setAside ?? [] }],
  };
}

type DatedDuties = {
  readonly date: Day;
  readonly span: Span;
  readonly day: DutyDay;
  readonly advisory: Advisory | null;
};

function dutiesOn(date: Day, duties: readonly Duty[], zone: string): DatedDuties {
  const span = daySpan(date, zone);
  return { date, span, day: dutyDay(duties, span), advisory: flightAdvisory(duties, span) };
}

/** The same wall-clock hours on every day of the week: all hours in use, at least those of the roster's scale, or whole days if there are none. */
function weekHours(week: readonly DatedDuties[], zone: string): (date: Day) => Span {
  const first = Math.min(...week.map(({ day, span }) => firstHour(day, span, zone)));
  const last = Math.max(...week.map(({ day, span }) => lastHour(day, span, zone)));
  if (first >= last) return (date) => daySpan(date, zone);
  const [from, to] = [Math.min(first, scaleHours.from), Math.max(last, scaleHours.to)];
  return (date) => ({ start: atHour(date, from, zone), end: atHour(date, to, zone) });
}

function firstHour({ first }: DutyDay, { start }: Span, zone: string): number {
  return first === null ? 24 : hourOf(Math.max(start, first), zone);
}

/** The end of the hour in which the last duty ends. */
function lastHour({ last }: DutyDay, { end }: Span, zone: string): number {
  if (last === null) return 0;
  return last >= end ? 24 : hourOf(last - 1, zone) + 1;
}

function hourOf(instant: Instant, zone: string): number {
  return Number(wallText(instant, zone).slice(11, 13));
}

function atHour(date: Day, hour: number, zone: string): Instant {
  const { start, end } = daySpan(date, zone);
  if (hour === 24) return end;
  const wall = `${date}T${String(hour).padStart(2, '0')}:00:00`;
  return readInstant(wall, { name: zone, zoneless: 'operator' }) ?? start;
}

type DayContext = {
  readonly hours: Span;
  readonly isKnown: boolean;
  readonly now: Instant;
  readonly clock: Clock;
  /** What is known of the reservations. */
  readonly known: Knowledge;
};

function toPersonDay(
  { date, span, day, advisory }: DatedDuties,
  { hours, isKnown, now, clock, known }: DayContext,
): PersonDay {
  const { duties } = day;
  const count = counted(duties.length, 'reservation');
  const knownOfDay = isKnown ? known : unanswered(known);
  // The page shows many days, so “yesterday” would not say which.
  const ofDay = { ...clock, home: date };
  return {
    date,
    title: dayText(date),
    hours,
    duties,
    lines: duties.map((duty) => toLine(duty, now, clock)),
    count: isKnown ? count : null,
    times: isKnown ? dutyHours(day, span.start, clock) : 'Not known yet',
    booked: isKnown ? bookedText(day.booked) : '',
    empty: duties.length === 0 ? noneText(knownOfDay, 'No reservations on this day.') : null,
    advisory: advisory && {
      text: `${bookedText(advisory.booked)} instruction by ${whenText(advisory.window.end, now, ofDay)} (limit 8)`,
      reason: advisoryReason(advisory, clock),
      evidence: advisory.duties.map(({ reservation }) => ({
        key: reservation.key,
        text: [
          `${whenText(reservation.start, now, ofDay)}–${clockText(reservation.end, clock)}`,
          reservation.record.aircraft?.tailNumber,
          reservation.activity || reservation.type,
        ]
          .filter(Boolean)
          .join(' '),
      })),
    },
  };
}

function toLine({ kind, reservation, until }: Duty, now: Instant, clock: Clock): DutyLine {
  const { aircraft, displayName } = reservation.record;
  return {
    key: reservation.key,
    kind,
    times: `${whenText(reservation.start, reservation.start, clock)}–${whenText(reservation.end, reservation.start, clock)}`,
    title: kind === 'off' ? displayName || dutyWord(kind) : partnersOf(reservation),
    aircraft:
      reservation.aircraftId === null
        ? null
        : {
            link: aircraftLink(reservation.aircraftId),
            tail: aircraft?.tailNumber ?? null,
            isSimulator: aircraft?.isSimulator ?? false,
          },
    activity: reservation.activity || reservation.type,
    status: reservation.status,
    isPast: until <= now,
  };
}

/** A class or a meeting shows its name; a lesson shows its students. */
function partnersOf(reservation: Duty['reservation']): string {
  const { displayName } = reservation.record;
  if (reservation.kind === 'Class' || reservation.kind === 'Meeting') return displayName || reservation.type;
  const students = pilotsOf(reservation).map(({ lastName, name }) => lastName || name);
  return students.join(', ') || displayName || reservation.type;
}
