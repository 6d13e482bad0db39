import type { FreeForm } from '#contract/objects.ts';
import { unreadIn } from '#contract/tolerant.ts';
import { reservationShape } from '#contract/shapes.ts';
import { type Failure, failureWords } from '#domain/answers/failures.ts';
import { countText, type Knowledge, noneText } from '#domain/answers/known.ts';
import { asSent, jsonText, unknownMembers } from '#domain/answers/unknownMembers.ts';
import { memberLabel, valueText } from '#domain/answers/members.ts';
import { byUrgency, visibleItems } from '#domain/maintenance/dueList.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import { isPersonal, withoutPersonalData } from '#domain/people/personalData.ts';
import {
  isTimed,
  type Reservation,
  type ReservationRecord,
  type TimedReservation,
} from '#domain/reservations/reservations.ts';
import { aroundText, neighboursOf } from '#domain/reservations/neighbours.ts';
import { reservationTimes } from '#domain/reservations/reservationHeading.ts';
import { trainingOf } from '#domain/reservations/reservationTitles.ts';
import { type Clock, dayText, durationText, shownDay, whenText } from '#domain/time/clock.ts';
import type { Instant, Zone } from '#domain/time/time.ts';
import { counted } from '#domain/words.ts';

/** A reservation's duration; one that ends before it starts has none. */
export function reservationLength(reservation: Reservation): string {
  return isTimed(reservation) ? durationText(reservation.end - reservation.start) : 'no length';
}

/** A name and its value; without one, `Facts` says that it is missing. */
export type Fact = readonly [name: string, value: string | null | undefined];

/** The times by the other clock: `America/Denver; 1800Z–1930Z Zulu`; with the day if that differs. */
export function otherTimes(reservation: Reservation, clock: Clock): string {
  const other: Clock = { zone: clock.zone, mode: clock.mode === 'L' ? 'Z' : 'L' };
  const name = ({ mode, zone }: Clock) => (mode === 'L' ? zone : 'Zulu');
  const times = `${reservationTimes(reservation, other)} ${other.mode === 'L' ? `in ${name(other)}` : 'Zulu'}`;
  const { start } = reservation;
  const isOtherDay = start !== null && shownDay(start, clock) !== shownDay(start, other);
  return `${name(clock)}; ${times}${isOtherDay ? ` (from ${dayText(shownDay(start, other))})` : ''}`;
}

/** The display type by its name in the specification; an unlisted id stays visible. */
export function displayType({ kind, record }: Pick<Reservation, 'kind' | 'record'>): string {
  const id = record.reservationType?.displayTypeId;
  return kind === 'unknown' ? `unknown${id == null ? '' : `, id ${id}`}` : kind;
}

/** Why the whole record is missing; null failure while it loads. */
export function unloadedText(failure: Failure | null, clock: Clock): string {
  if (failure === null) return 'Loading phone numbers, training and the whole record…';
  if (failure.kind === 'missing') return 'The whole record is not available: the reservation may have been cancelled.';
  return `Phone numbers, training and the whole record could not be loaded. ${failureWords(failure, clock).title}.`;
}

/** The text in place of a reservation that is not loaded. */
export function absentText({ isLoading, failure }: { isLoading: boolean; failure: Failure | null }, clock: Clock) {
  if (failure && failure.kind !== 'missing') {
    const { title, advice } = failureWords(failure, clock);
    return `${title}. ${advice}`;
  }
  if (isLoading) return 'Loading…';
  return 'This reservation is not loaded. It may have been cancelled, or is outside the days kept here. The service gives no single reservation.';
}

/** A lesson of a reservation, with the service's own word for how it went. */
export type Lesson = {
  readonly key: string;
  readonly lesson: string;
  readonly status: string;
  /** `Private Pilot · tomorrow 0800L`. */
  readonly details: string;
};

/** The lessons a reservation is for, in the order given. */
export function lessonsOf({ record }: Pick<Reservation, 'record'>, zone: Zone, clock: Clock, now: Instant): Lesson[] {
  return trainingOf(record, zone).map(({ key, lesson, course, status, date }) => ({
    key,
    lesson,
    status,
    details: [course, date !== null && whenText(date, now, clock)].filter(Boolean).join(' · '),
  }));
}

/** What an aircraft has and lacks: a missing capability matters too. */
export type Flag = { readonly words: string; readonly isSo: boolean };

export type BookedAircraftFacts = {
  readonly facts: readonly Fact[];
  /** Null if the reservation gives only the make and model. */
  readonly flags: { readonly capabilities: readonly Flag[]; readonly meters: readonly Flag[] } | null;
};

type Described = NonNullable<ReservationRecord['aircraft']>;

/**
 * The aircraft as the reservation describes it, because the API gives its class only there; null if there is no description.
 */
export function bookedAircraft({ record: { aircraft, aircraftOption } }: Pick<Reservation, 'record'>) {
  const described = aircraft ?? aircraftOption?.aircraft;
  if (!described) return null;
  const { make, model } = described;
  const facts: Fact[] = [
    ['Make and model', [make?.name, model?.name].filter(Boolean).join(' ')],
    ['Kind', aircraft && kindOf(aircraft)],
    ['Category, class', aircraft && classOf(aircraft)],
  ];
  return { facts, flags: aircraft ? flagsOf(aircraft) : null } satisfies BookedAircraftFacts;
}

function kindOf({ isSimulator, isV3Simulator, v3SimulatorName }: Described): string {
  if (!isSimulator && !isV3Simulator) return 'Aircraft';
  return ['Simulator', v3SimulatorName].filter(Boolean).join(', ');
}

/** `Airplane, ASEL`; the class appears once, although the API may give it in two places. */
function classOf({ categoryClass, aircraftClass }: Described): string {
  const parts = [categoryClass?.category, categoryClass?.class, aircraftClass].filter(Boolean);
  return [...new Set(parts)].join(', ');
}

function flagsOf(aircraft: Described): NonNullable<BookedAircraftFacts['flags']> {
  return {
    capabilities: [
      flag('complex', aircraft.isComplex, 'not'),
      flag('high performance', aircraft.isHighPerformance, 'not'),
      flag('tail wheel', aircraft.isTailWheel, 'not'),
    ],
    meters: [
      flag('Hobbs', aircraft.hasHobbs, 'no'),
      flag('heater Hobbs', aircraft.hasHeaterHobbs, 'no'),
      flag('airtime', aircraft.hasAirtimeMeter, 'no'),
    ],
  };
}

function flag(name: string, isSo: boolean | null | undefined, without: 'no' | 'not'): Flag {
  if (isSo == null) return { words: `${name}: not given`, isSo: false };
  return { words: isSo ? name : `${without} ${name}`, isSo };
}

const series = 'recurringSeries';

/** Whether the reservation repeats: the specification does not show the shape of a series, so all of it is listed. */
export function seriesFacts({ record }: Pick<Reservation, 'record'>): Fact[] {
  const value = withoutPersonalData(record[series]);
  if (value == null) return [];
  const isObject = typeof value === 'object' && !Array.isArray(value);
  const members: readonly (readonly [string, unknown])[] = isObject ? Object.entries(value) : [['Series', value]];
  return members.map(([name, member]) => [memberLabel(name), valueText(member)] as const);
}

/** Which members of a record could not be read, in words; null for none. */
export function unreadText({ record }: { readonly record: FreeForm }): string | null {
  const unread = unreadIn(record);
  return unread.length === 0 ? null : `Could not be read: ${unread.join(', ')}.`;
}

export type OtherMember = {
  readonly path: string;
  readonly label: string;
  readonly text: string;
  /** True for data that is covered until requested. */
  readonly isPersonal: boolean;
};

/** Members that the specification does not describe, at any depth; a series is listed separately. */
export function otherMembers({ record }: Pick<Reservation, 'record'>): OtherMember[] {
  return unknownMembers(asSent(record), reservationShape)
    .filter(({ path }) => !path.startsWith(series))
    .map(({ path, label, name, value }) => {
      const isCovered = isPersonal(name);
      return { path, label, text: valueText(isCovered ? value : withoutPersonalData(value)), isPersonal: isCovered };
    });
}

/** The record as JSON, without personal data. */
export function rawRecord({ record }: Pick<Reservation, 'record'>): string {
  return jsonText(withoutPersonalData(asSent(record)));
}

/** A telephone number in the form for a link. */
export function phoneLink(phone: string): string {
  return `tel:${phone.replaceAll(/[^\d+]/g, '')}`;
}

/** Who has the aircraft and the instructor before and after, among the reservations of its day; none without either. */
export function neighbourFacts(
  reservation: TimedReservation,
  reservations: readonly TimedReservation[],
  clock: Clock,
): Fact[] {
  const { aircraft, instructor } = neighboursOf(reservation, reservations);
  const facts = [
    ['Aircraft', aircraft],
    ['Instructor', instructor],
  ] as const;
  return facts.flatMap(([name, around]): Fact[] =>
    around ? [[name, aroundText(around, clock, reservation.start)]] : [],
  );
}

const ok = 1;
const choices = { complied: false, switchedOff: false, aircraft: true };

/** The reminders of a booked aircraft, worst first; those that are OK fold away under `summary`. */
export function shownReminders(items: readonly DueItem[], known: Knowledge) {
  const all = visibleItems(items, choices).items.toSorted(byUrgency);
  const needing = all.filter((item) => item.statusId !== ok);
  const quiet = all.filter((item) => item.statusId === ok);
  const words = counted(all.length, 'reminder');
  return {
    count: countText(known, all.length && words, words),
    needing,
    quiet,
    summary: `${quiet.length} ${needing.length > 0 ? 'more ' : ''}OK`,
    empty: all.length > 0 ? null : noneText(known, 'The service lists no reminders of this aircraft.'),
  };
}
