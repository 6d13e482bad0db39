import { namesOf } from '#contract/objects.ts';
import type { WentBack } from '#domain/calibration/wentBack.ts';
import type { MeasuredLandings } from '#domain/schedule/landings.ts';
import { queryOptions, replaceEqualDeep } from '@tanstack/react-query';
import { parseList, parseRecord, type RecordOf, type SetAside } from '#contract/answers.ts';
import { isolatedTexts } from '#contract/isolated.ts';
import type { Config } from '#contract/gateway/config.ts';
import {
  daysShape,
  type DaySummary,
  peopleShape,
  perAircraftShape,
  reservationRecordShape,
  reservationWindowShape,
  historyAddress,
  historyShape,
  type SkippedRecord,
  windowAddress,
} from '#contract/gateway/replica.ts';
import { type AircraftSet, calledFor, type OperationOfSet, reservationAges } from '#contract/sets.ts';
import {
  idKey,
  inSpan,
  isSameList,
  isTimed,
  type Reservation,
  type ReservationRecord,
  type TimedReservation,
  toReservation,
} from '#domain/reservations/reservations.ts';
import { type PersonRecord, readPerson } from '#domain/readiness/checkout.ts';
import type { Measured } from '#domain/schedule/hoursFactor.ts';
import { type Failure, refreshFailure, waitingUntil } from '#domain/answers/failures.ts';
import type { History } from '#domain/schedule/schedule.ts';
import { unreadOddities } from '#domain/answers/pageChecks.ts';
import { type Day, type Instant, lengthWithin, type Span, type Zone } from '#domain/time/time.ts';
import { type Answer, asking, readAs } from './client.ts';
import { polling } from './policy.ts';
import type { Lack } from './readings.ts';

/** The gateway's own endpoints: its local copy of the school, in the forms that screens draw. */

/** The records of one aircraft; `Answer.parts` holds their instants, in the same order. */
export type AircraftRecords<Id extends AircraftSet> = {
  readonly aircraftId: string;
  /** Null until they are read. */
  readonly records: readonly RecordOf<OperationOfSet<Id>>[] | null;
  readonly setAside: readonly SetAside[];
  /** Why the gateway could not read them last time. */
  readonly failure: Failure | null;
  /** Its meter, if it went backward. */
  readonly wentBack?: WentBack | undefined;
};

export type PerAircraftAnswer<Id extends AircraftSet> = Answer<{
  readonly aircraft: readonly AircraftRecords<Id>[];
  readonly lack: Lack | null;
}>;

/** A set's records of every aircraft, such as the reminders. `interval` in milliseconds: for displays that poll besides events. */
export function perAircraftQuery<Id extends AircraftSet>(id: Id, interval?: number) {
  return queryOptions({
    queryKey: ['replica', id] as const,
    queryFn: asking(`/replica/${id}`, (body): PerAircraftAnswer<Id>['value'] => readPerAircraft(id, body)),
    ...(interval === undefined ? {} : polling(interval)),
  });
}

function readPerAircraft<Id extends AircraftSet>(id: Id, body: unknown): PerAircraftAnswer<Id>['value'] {
  const { aircraft, resumesAt } = readAs(perAircraftShape, body);
  const known = aircraft.filter(({ items }) => items !== null).length;
  return {
    aircraft: aircraft.map(({ aircraftId, items, skipped, failure, wentBack }) => {
      const { records, setAside } = parseList(calledFor(id), { items: items ?? [] });
      return {
        aircraftId,
        records: items === null ? null : records,
        setAside: [...setAside, ...setAsideOf(skipped)],
        failure: failure && refreshFailure(failure),
        wentBack,
      };
    }),
    lack: known < aircraft.length ? { isAll: known === 0, failure: waitOf(resumesAt) } : null,
  };
}

export type ReservationWindow = {
  /**
   * Those that overlap the span, by start. Their records hold the fields for screens; `reservationQuery` has the whole
   * record.
   */
  readonly reservations: readonly Reservation[];
  /** Reservations without readable times: they cannot be placed, but must not vanish. */
  readonly untimed: readonly Reservation[];
  readonly setAside: readonly SetAside[];
  /** In words, which members of some could not be read. */
  readonly unread: readonly string[];
  /** The number the service announced, and the number it sent, if the two differ. */
  readonly shortfall: { readonly said: number; readonly sent: number } | null;
  /** Parts of the span that have not been read yet. */
  readonly missing: readonly Span[];
  readonly lack: Lack | null;
};

/** Every reservation that overlaps a span. Pass whole days, so that all screens request the same window. */
export function windowQuery(school: Config, span: Span, interval?: number) {
  return queryOptions({
    queryKey: ['replica', 'reservations', span] as const,
    ...windowOptions(school, span),
    ...(interval === undefined ? {} : polling(interval)),
  });
}

type Windowed = Answer<ReservationWindow>;

/** Milliseconds between two requests for four weeks of reservations: once complete, and while some days are not read yet. */
export const forecastInterval = reservationAges.rest * 1000;
const untilRead = 15_000;

/** A long window for forecasts: it may be minutes old, and has its own interval. */
export function forecastQuery(school: Config, span: Span) {
  return queryOptions({
    queryKey: ['replica', 'forecast', span] as const,
    ...windowOptions(school, span),
    staleTime: forecastInterval,
    refetchInterval: ({ state }: { readonly state: { readonly data?: Windowed | undefined } }) =>
      state.data?.value.lack ? untilRead : forecastInterval,
    meta: { interval: forecastInterval },
  });
}

function windowOptions(school: Config, span: Span) {
  return {
    queryFn: asking(windowAddress(span), (body) => readWindow(body, span, zoneOf(school))),
    structuralSharing: keepWindow,
  };
}

function readWindow(body: unknown, span: Span, zone: Zone): ReservationWindow {
  const read = readAs(reservationWindowShape, body);
  const { reservations, setAside, unread } = readReservations([...read.items, ...read.untimed], zone);
  const missing = read.missing.map(({ from, to }) => ({ start: Date.parse(from), end: Date.parse(to) }));
  const notRead = lengthWithin(missing, span);
  const failure = read.failure ? refreshFailure(read.failure) : waitOf(read.resumesAt);
  return {
    reservations: inSpan(reservations, span),
    untimed: reservations.filter((reservation) => !isTimed(reservation)),
    setAside: [...setAside, ...setAsideOf(read.skipped)],
    unread,
    shortfall: read.shortfall,
    missing,
    lack: missing.length > 0 ? { isAll: notRead >= span.end - span.start, failure } : null,
  };
}

/** What rules need of the days before a midnight of the operator. */
export function historyQuery(school: Config, before: Instant, interval?: number) {
  const span = { start: Number.NEGATIVE_INFINITY, end: before };
  return queryOptions({
    queryKey: ['replica', 'history', before] as const,
    queryFn: asking(historyAddress(before), (body) => {
      const { flown, factors } = readAs(historyShape, body);
      return { ...readWindow(body, span, zoneOf(school)), flown, factors };
    }),
    structuralSharing: keepWindow,
    ...(interval === undefined ? {} : polling(interval)),
  });
}

/** A window of reservations with the time that each aircraft has flown, from `historyQuery`. */
export type HistoryWindow = ReservationWindow & {
  readonly flown: Readonly<Record<string, number>>;
  readonly factors: {
    readonly school: Measured | null;
    readonly aircraft: Readonly<Record<string, Measured>>;
    readonly landings?: Readonly<Record<string, MeasuredLandings>> | undefined;
  };
};

/** The same in the form that rules take. */
export function historyFrom({ reservations, flown, factors, missing }: HistoryWindow, before: Instant): History {
  const byId = <Value>(values: Readonly<Record<string, Value>>) =>
    new Map(Object.entries(values).map(([id, value]) => [idKey(id), value]));
  const landings = new Map(Object.entries(factors.landings ?? {}));
  const measured = { school: factors.school, aircraft: byId(factors.aircraft), landings };
  return { before, reservations: reservations.filter(isTimed), flown: byId(flown), factors: measured, missing };
}

/** The reservations of a window if it is complete from an instant on; otherwise null: nobody may be called free. */
export function knownFrom(window: ReservationWindow | null | undefined, from: Instant): readonly Reservation[] | null {
  return !window || window.missing.some(({ end }) => end > from) ? null : window.reservations;
}

/**
 * The next reservations, reusing each last object whose record is equal, or the last list if nothing changed. This avoids
 * drawing it again.
 */
export function keepSame<One extends Reservation>(last: readonly One[], next: readonly One[]): readonly One[] {
  const known = new Map(last.map((reservation) => [reservation.key, reservation]));
  const kept = next.map((reservation) => {
    const old = known.get(reservation.key);
    return old && isUnchanged(old, reservation) ? old : reservation;
  });
  return isSameList(last, kept) ? last : kept;
}

/** Compares the times too, because the setting that reads them may have changed. */
function isUnchanged(a: Reservation, b: Reservation): boolean {
  return a.start === b.start && a.end === b.end && replaceEqualDeep(a.record, b.record) === a.record;
}

/** Equal data stays the same object, so that a refresh without news redraws only the age. */
function keepWindow(lastKnown: unknown, answer: unknown): unknown {
  // The library types them as unknown; `readWindow` created them.
  const [last, next] = [lastKnown as Windowed | undefined, answer as Windowed];
  if (!last || last === next) return next;
  const { reservations, ...rest } = next.value;
  const { reservations: lastReservations, ...lastRest } = last.value;
  const kept = { ...replaceEqualDeep(lastRest, rest), reservations: keepSame(lastReservations, reservations) };
  return keepEqual(last, { ...next, value: keepEqual(last.value, kept) });
}

/** The last object, if the next has exactly the same members. */
function keepEqual<Value extends object>(last: Value, next: Value): Value {
  return namesOf(next).every((name) => last[name] === next[name]) ? last : next;
}

/** One whole record by the reservation's id, as the service sent it; 404 if the gateway does not hold it. */
export function reservationQuery(id: string) {
  return queryOptions({
    queryKey: ['replica', 'reservation', id] as const,
    queryFn: asking(`/replica/reservation?id=${encodeURIComponent(id)}`, (body): ReservationRecord =>
      parseRecord('listReservations', readAs(reservationRecordShape, body).record),
    ),
  });
}

/** The summary of one day, with its notable reservations prepared for drawing. */
export type DayRead = Omit<DaySummary, 'notable'> & {
  readonly notable: readonly NotableRead[];
};
type NotableRead = Omit<DaySummary['notable'][number], 'record'> & { readonly reservation: TimedReservation };

/** One summary per day of the operator, including the last day. */
export function daysQuery(school: Config, first: Day, last: Day) {
  return queryOptions({
    queryKey: ['replica', 'days', first, last] as const,
    queryFn: asking(
      `/replica/days?from=${first}&to=${last}`,
      (body): { days: readonly DayRead[]; lack: Lack | null } => {
        const { days, resumesAt } = readAs(daysShape, body);
        const known = days.filter(({ isKnown }) => isKnown).length;
        return {
          days: days.map((day) => readDay(day, zoneOf(school))),
          lack: known < days.length ? { isAll: known === 0, failure: waitOf(resumesAt) } : null,
        };
      },
    ),
  });
}

function readDay(day: DaySummary, zone: Zone): DayRead {
  const notable = day.notable.flatMap(({ record, ...rest }) => {
    const reservation = readReservations([record], zone).reservations[0];
    return reservation && isTimed(reservation) ? [{ ...rest, reservation }] : [];
  });
  return { ...day, notable };
}

/** Everyone the service lists, in order of name, without contact data. */
export const peopleQuery = queryOptions({
  queryKey: ['replica', 'people'] as const,
  queryFn: asking('/replica/people', readPeople),
});

type People = ReturnType<typeof readPeople>;

function readPeople(body: unknown) {
  return isolatedTexts(readAs(peopleShape, body));
}

/** People with the instant at which their checkouts were current: that of their own record, or of the list. */
export function datedPeople({ value: { users, own }, parts, asOf }: Answer<People>): readonly PersonRecord[] {
  const ages = new Map(own.flatMap((id, place) => (id === null ? [] : [[id, parts?.[place] ?? null] as const])));
  return users.flatMap((user) => {
    const checkoutsAsOf = ages.has(user.userId) ? (ages.get(user.userId) ?? null) : asOf;
    return readPerson({ ...user, checkoutsAsOf }) ?? [];
  });
}

/** Reservations of any form as reservations, each id once; unreadable ones are set aside. */
function readReservations(items: readonly unknown[], zone: Zone) {
  const { records, setAside } = parseList('listReservations', { items });
  const byKey = new Map(
    records.map((record) => toReservation(record, zone)).map((reservation) => [reservation.key, reservation]),
  );
  return { reservations: [...byKey.values()], setAside, unread: unreadOddities('reservations', records) };
}

function setAsideOf(skipped: readonly SkippedRecord[]): SetAside[] {
  return skipped.map(({ raw, reason }, index) => ({ index, raw, reason }));
}

/** The wait that an answer of the local copy reports. */
export function waitOf(resumesAt: string | null): Failure | null {
  return resumesAt === null ? null : waitingUntil(Date.parse(resumesAt));
}

export function zoneOf(school: Config): Zone {
  return { name: school.timeZone, zoneless: school.zonelessTimes };
}
