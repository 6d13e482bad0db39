import { byStart, idKey, isFlight, isShopVisit, type TimedReservation } from '#domain/reservations/reservations.ts';
import { maxFlown } from './usage.ts';
import { addDays, dayOf, daySpan, type Instant, overlaps, type Span } from '#domain/time/time.ts';
import { isCompleted, isOpenVisit, isVoid } from '#domain/reservations/state.ts';
import { rateDays } from '#domain/thresholds.ts';
import { type MeasuredFactors, noFactors } from './hoursFactor.ts';

/**
 * What the rules need from the days before a midnight of the operator. Without it, today and tomorrow would be assessed wrongly.
 * A later closed flight brings an aircraft back and reads its meters, and 14 CFR 61.195(a) looks back over 24 hours.
 */
export type History = {
  /** The midnight. Everything that ends after it belongs to the window of this history. */
  readonly before: Instant;
  /**
   * Everything of the day before. From all earlier days: every flight that is not closed, every shop visit that is still
   * open, and the last closed flight and the last closed shop visit of each aircraft. Also the last closed reservation of each person on a flight that
   * is not closed.
   */
  readonly reservations: readonly TimedReservation[];
  /**
   * Clock hours of closed flights over `rateDays`, in milliseconds, by `idKey` of the aircraft's id. Each counts up to
   * `flownADay` in 24 hours.
   */
  readonly flown: ReadonlyMap<string, number>;
  /** The factors measured before the midnight: meter hours per booked hour. */
  readonly factors: MeasuredFactors;
  /** Days that have not been read: returns, hours and duty may change with them. */
  readonly missing: readonly Span[];
};

/** Reservations with the history that the rules need; `scheduleOf` makes it. */
export type Schedule = {
  /** Each once, in order of start: the history, and the window's reservations from `history.before` on. */
  readonly reservations: readonly TimedReservation[];
  readonly history: Omit<History, 'reservations'>;
  /** The end of tomorrow. Until then only reservations count as flown; after it the recent rate counts too. */
  readonly nearEnd: Instant;
};

/** A window that begins at the history's midnight, with that history. If both hold a reservation, the window's counts. */
export function scheduleOf(history: History, window: readonly TimedReservation[], zone: string): Schedule {
  const { before, flown, factors, missing, reservations } = history;
  const once = new Map([...reservations, ...window].map((reservation) => [reservation.key, reservation]));
  return {
    reservations: [...once.values()].toSorted(byStart),
    history: { before, flown, factors, missing },
    nearEnd: daySpan(dayOf(before, zone), zone, 2).end,
  };
}

/** A schedule before anything has been read. */
export function unreadSchedule(now: Instant, zone: string): Schedule {
  const before = daySpan(dayOf(now, zone), zone).start;
  const missing = [{ start: Number.NEGATIVE_INFINITY, end: before }];
  return scheduleOf({ before, reservations: [], flown: new Map(), factors: noFactors, missing }, [], zone);
}

/**
 * The same, with the later days of another answer. Within `fresh` the schedule is complete: a missing reservation does not exist.
 */
export function widened(schedule: Schedule, fresh: Span, later: readonly TimedReservation[]): Schedule {
  return withReservations(schedule, [
    { span: fresh, reservations: schedule.reservations },
    { span: null, reservations: later.filter(({ end }) => end > schedule.history.before) },
  ]);
}

/**
 * The same, with a fresher answer. Within its span, if it has one, that answer is complete: a missing reservation does not exist.
 */
export function refreshed(schedule: Schedule, span: Span | null, reservations: readonly TimedReservation[]): Schedule {
  return withReservations(schedule, [
    { span, reservations },
    { span: null, reservations: schedule.reservations },
  ]);
}

function withReservations(schedule: Schedule, answers: Parameters<typeof joinedAnswers>[0]): Schedule {
  return { ...schedule, reservations: joinedAnswers(answers).toSorted(byStart) };
}

/**
 * The reservations of several answers, the freshest first. Within its span an answer is complete, so a moved reservation appears
 * once, in its freshest place. An answer without a span is right only about the reservations it contains.
 */
export function joinedAnswers(
  answers: readonly { readonly span: Span | null; readonly reservations: readonly TimedReservation[] }[],
): readonly TimedReservation[] {
  const taken = new Map<string, TimedReservation>();
  answers.forEach(({ reservations }, place) => {
    const fresher = answers.slice(0, place).flatMap(({ span }) => span ?? []);
    for (const reservation of reservations) {
      const isLeftOut = fresher.some((span) => overlaps(reservation, span));
      if (!isLeftOut && !taken.has(reservation.key)) taken.set(reservation.key, reservation);
    }
  });
  return [...taken.values()];
}

/** A past reservation, with any further members. */
type Past = { readonly reservation: TimedReservation };

/** What the history needs from one day. */
export type PastDay<One extends Past> = {
  readonly unclosed: readonly One[];
  readonly lastOfAircraft: ReadonlyMap<string, One>;
  readonly lastVisit: ReadonlyMap<string, One>;
  readonly lastOfPerson: ReadonlyMap<string, One>;
  /** Milliseconds flown, by aircraft. */
  readonly flown: ReadonlyMap<string, number>;
};

/** What the history needs from the reservations that start in one day. Ids are `idKey`s. */
export function pastDay<One extends Past>(all: readonly One[]): PastDay<One> {
  const unclosed: One[] = [];
  const lastOfAircraft = new Map<string, One>();
  const lastVisit = new Map<string, One>();
  const lastOfPerson = new Map<string, One>();
  const flown = new Map<string, number>();
  for (const one of all) {
    const { reservation } = one;
    if (isVoid(reservation)) continue;
    const isFlown = isFlight(reservation);
    if ((isFlown && !isCompleted(reservation)) || isOpenVisit(reservation)) unclosed.push(one);
    if (!isCompleted(reservation)) continue;
    for (const id of personIds(reservation)) keepLatest(lastOfPerson, id, one);
    if (reservation.aircraftId === null) continue;
    const id = idKey(reservation.aircraftId);
    if (isShopVisit(reservation)) keepLatest(lastVisit, id, one);
    if (!isFlown) continue;
    keepLatest(lastOfAircraft, id, one);
    flown.set(id, (flown.get(id) ?? 0) + maxFlown(reservation.end - reservation.start));
  }
  return { unclosed, lastOfAircraft, lastVisit, lastOfPerson, flown };
}

function keepLatest<One extends Past>(latest: Map<string, One>, id: string, one: One): void {
  const known = latest.get(id);
  if (!known || byStart(known.reservation, one.reservation) < 0) latest.set(id, one);
}

/** The days before a midnight that give the recent rate. */
export function rateSpan(before: Instant, zone: string): Span {
  return { start: daySpan(addDays(dayOf(before, zone), -rateDays), zone).start, end: before };
}

/** The day before a midnight. */
export function dayBefore(before: Instant, zone: string): Span {
  return { start: daySpan(addDays(dayOf(before, zone), -1), zone).start, end: before };
}

/**
 * The past that counts as history: the whole day before, and the results of `pastDay` for all stored days. `isInRate`
 * marks the days that give the recent rate.
 */
export function historyItems<One extends Past>(
  wholeDay: readonly One[],
  days: readonly (PastDay<One> & { readonly isInRate: boolean })[],
): { readonly items: readonly One[]; readonly flown: ReadonlyMap<string, number> } {
  const unclosed = days.flatMap((day) => day.unclosed);
  const aircraft = new Map<string, One>();
  const visits = new Map<string, One>();
  const people = new Map<string, One>();
  const flown = new Map<string, number>();
  for (const day of days) {
    for (const [id, one] of day.lastOfAircraft) keepLatest(aircraft, id, one);
    for (const [id, one] of day.lastVisit) keepLatest(visits, id, one);
    for (const [id, one] of day.lastOfPerson) keepLatest(people, id, one);
    if (day.isInRate) for (const [id, hours] of day.flown) flown.set(id, (flown.get(id) ?? 0) + hours);
  }
  const missed = new Set(unclosed.flatMap(({ reservation }) => personIds(reservation)));
  const ofPeople = Array.from(missed).flatMap((id) => people.get(id) ?? []);
  const items = new Map(
    [...wholeDay, ...unclosed, ...aircraft.values(), ...visits.values(), ...ofPeople].map((one) => [
      one.reservation.key,
      one,
    ]),
  );
  return { items: [...items.values()], flown };
}

/** The history before a midnight, from all reservations of the days before it. */
export function historyOf(reservations: readonly TimedReservation[], before: Instant, zone: string): History {
  const past = reservations.filter(({ start }) => start < before).map((reservation) => ({ reservation }));
  const day = dayBefore(before, zone);
  const rate = rateSpan(before, zone);
  const inRate = past.filter(({ reservation }) => reservation.start >= rate.start);
  const { items, flown } = historyItems(
    past.filter(({ reservation }) => overlaps(reservation, day)),
    [
      { ...pastDay(inRate), isInRate: true },
      { ...pastDay(past.filter((one) => !inRate.includes(one))), isInRate: false },
    ],
  );
  return { before, reservations: items.map(({ reservation }) => reservation), flown, factors: noFactors, missing: [] };
}

/** The ids of everyone on a reservation, each once, as `idKey`: the instructor first. */
export function personIds({ record: { instructor, pilots } }: TimedReservation): readonly string[] {
  const ids = instructor?.userId == null ? [] : [idKey(instructor.userId)];
  for (const { userId } of pilots ?? []) {
    const id = userId == null ? null : idKey(userId);
    if (id !== null && !ids.includes(id)) ids.push(id);
  }
  return ids;
}
