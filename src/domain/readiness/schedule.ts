import { byStart, idKey, isFlight, isShopVisit, type TimedBooking } from '#domain/reservations/bookings.ts';
import { mostFlown } from '#domain/maintenance/usage.ts';
import { addDays, dayOf, daySpan, type Instant, overlaps, type Span } from '#domain/time/time.ts';
import { isCompleted, isVoid } from './standing.ts';

/** The recent rate of flying is taken over so many whole days before today. */
export const rateDays = 14;

/**
 * What the rules need of the days before a midnight of the operator. A window of today and tomorrow is assessed wrongly without it:
 * a later closed flight brings an aircraft back and reads its meters, and 14 CFR 61.195(a) looks back over 24 hours.
 */
export type History = {
  /** The midnight. Everything that ends after it belongs to the window that goes with this history. */
  readonly before: Instant;
  /**
   * Everything of the day before; of all days before that, every flight that nobody has closed, the last closed flight and the last
   * closed shop visit of each aircraft, and the last closed reservation of each person on a flight that nobody has closed.
   */
  readonly bookings: readonly TimedBooking[];
  /** Clock hours of closed flights over `rateDays`, in milliseconds, by `idKey` of the aircraft's id. */
  readonly flown: ReadonlyMap<string, number>;
  /** Days that have not been read: what is said of returns, hours and duty may change with them. */
  readonly missing: readonly Span[];
};

/** Reservations with the history that rules require of them; `scheduleOf` makes it. */
export type Schedule = {
  /** Each once, in order of start: the history, and from `history.before` on all that the window holds. */
  readonly bookings: readonly TimedBooking[];
  readonly history: Pick<History, 'before' | 'flown' | 'missing'>;
  /** The end of tomorrow: until then only what is booked counts as flown, beyond it the recent rate too. */
  readonly nearEnd: Instant;
};

/** A window that begins at the history's midnight, with that history. Where both hold a reservation, the window's counts. */
export function scheduleOf(history: History, window: readonly TimedBooking[], zone: string): Schedule {
  const { before, flown, missing, bookings } = history;
  const once = new Map([...bookings, ...window].map((one) => [one.key, one]));
  return {
    bookings: [...once.values()].toSorted(byStart),
    history: { before, flown, missing },
    nearEnd: daySpan(dayOf(before, zone), zone, 2).end,
  };
}

/** A schedule of which nothing has been read. */
export function unreadSchedule(now: Instant, zone: string): Schedule {
  const before = daySpan(dayOf(now, zone), zone).start;
  const missing = [{ start: Number.NEGATIVE_INFINITY, end: before }];
  return scheduleOf({ before, bookings: [], flown: new Map(), missing }, [], zone);
}

/** The same with what another answer has of later days. Within `fresh` the schedule is right, also about what it leaves out. */
export function widened(schedule: Schedule, fresh: Span, later: readonly TimedBooking[]): Schedule {
  return withBookings(schedule, [
    { span: fresh, bookings: schedule.bookings },
    { span: null, bookings: later.filter(({ end }) => end > schedule.history.before) },
  ]);
}

/** The same with a fresher answer. Within its span, where it has one, that is right, also about what it leaves out. */
export function refreshed(schedule: Schedule, span: Span | null, bookings: readonly TimedBooking[]): Schedule {
  return withBookings(schedule, [
    { span, bookings },
    { span: null, bookings: schedule.bookings },
  ]);
}

function withBookings(schedule: Schedule, answers: Parameters<typeof joinedAnswers>[0]): Schedule {
  return { ...schedule, bookings: joinedAnswers(answers).toSorted(byStart) };
}

/**
 * The reservations of several answers, the freshest first. In its span an answer is right also about what it leaves out, so that
 * a reservation that was moved stands once, where the freshest has it; one without a span is right about what it has.
 */
export function joinedAnswers(
  answers: readonly { readonly span: Span | null; readonly bookings: readonly TimedBooking[] }[],
): readonly TimedBooking[] {
  const taken = new Map<string, TimedBooking>();
  answers.forEach(({ bookings }, place) => {
    const fresher = answers.slice(0, place).flatMap(({ span }) => span ?? []);
    for (const booking of bookings) {
      const isLeftOut = fresher.some((span) => overlaps(booking, span));
      if (!isLeftOut && !taken.has(booking.key)) taken.set(booking.key, booking);
    }
  });
  return [...taken.values()];
}

/** A reservation of the past, with whatever goes with it. */
type Past = { readonly booking: TimedBooking };

/** What history needs of one day. */
export type PastDay<One extends Past> = {
  readonly unclosed: readonly One[];
  readonly lastOfAircraft: ReadonlyMap<string, One>;
  readonly lastVisit: ReadonlyMap<string, One>;
  readonly lastOfPerson: ReadonlyMap<string, One>;
  /** Milliseconds flown, by aircraft. */
  readonly flown: ReadonlyMap<string, number>;
};

/** What history needs of the reservations that start in one day. Ids are `idKey`s. */
export function pastDay<One extends Past>(all: readonly One[]): PastDay<One> {
  const unclosed: One[] = [];
  const lastOfAircraft = new Map<string, One>();
  const lastVisit = new Map<string, One>();
  const lastOfPerson = new Map<string, One>();
  const flown = new Map<string, number>();
  for (const one of all) {
    const { booking } = one;
    if (isVoid(booking)) continue;
    const isFlown = isFlight(booking);
    if (isFlown && !isCompleted(booking)) unclosed.push(one);
    if (!isCompleted(booking)) continue;
    for (const id of personIds(booking)) keepLatest(lastOfPerson, id, one);
    if (booking.aircraftId === null) continue;
    const id = idKey(booking.aircraftId);
    if (isShopVisit(booking)) keepLatest(lastVisit, id, one);
    if (!isFlown) continue;
    keepLatest(lastOfAircraft, id, one);
    flown.set(id, (flown.get(id) ?? 0) + mostFlown(booking.end - booking.start));
  }
  return { unclosed, lastOfAircraft, lastVisit, lastOfPerson, flown };
}

function keepLatest<One extends Past>(latest: Map<string, One>, id: string, one: One): void {
  const known = latest.get(id);
  if (!known || byStart(known.booking, one.booking) < 0) latest.set(id, one);
}

/** The days over which the rate before a midnight is taken. */
export function rateSpan(before: Instant, zone: string): Span {
  return { start: daySpan(addDays(dayOf(before, zone), -rateDays), zone).start, end: before };
}

/** The day before a midnight. */
export function dayBefore(before: Instant, zone: string): Span {
  return { start: daySpan(addDays(dayOf(before, zone), -1), zone).start, end: before };
}

/** What of the past counts as history: the whole day before, and what `pastDay` found in each day held, those of the rate marked. */
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
  const missed = new Set(unclosed.flatMap(({ booking }) => personIds(booking)));
  const ofPeople = Array.from(missed).flatMap((id) => people.get(id) ?? []);
  const items = new Map(
    [...wholeDay, ...unclosed, ...aircraft.values(), ...visits.values(), ...ofPeople].map((one) => [
      one.booking.key,
      one,
    ]),
  );
  return { items: [...items.values()], flown };
}

/** The history before a midnight, from all reservations of the days before it. */
export function historyOf(bookings: readonly TimedBooking[], before: Instant, zone: string): History {
  const past = bookings.filter(({ start }) => start < before).map((booking) => ({ booking }));
  const day = dayBefore(before, zone);
  const rate = rateSpan(before, zone);
  const inRate = past.filter(({ booking }) => booking.start >= rate.start);
  const { items, flown } = historyItems(
    past.filter(({ booking }) => overlaps(booking, day)),
    [
      { ...pastDay(inRate), isInRate: true },
      { ...pastDay(past.filter((one) => !inRate.includes(one))), isInRate: false },
    ],
  );
  return { before, bookings: items.map(({ booking }) => booking), flown, missing: [] };
}

/** The ids of everyone on a reservation, each once, as `idKey`: the instructor first. */
export function personIds({ record: { instructor, pilots } }: TimedBooking): readonly string[] {
  const ids = instructor?.userId == null ? [] : [idKey(instructor.userId)];
  for (const { userId } of pilots ?? []) {
    const id = userId == null ? null : idKey(userId);
    if (id !== null && !ids.includes(id)) ids.push(id);
  }
  return ids;
}
