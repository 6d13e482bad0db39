import { operationOf } from '#contract/access/roles.ts';
import type { FigureSource } from '#contract/gateway/figures.ts';
import type { OperationId } from '#contract/operations.ts';
import { lifeOf } from '#contract/statuses.ts';
import { type Booking, bookingsOf, goneBooking } from '#domain/figures/bookings.ts';
import type { Facts, LeftOutRow } from '#domain/figures/figure.ts';
import type { FigureFacts } from '#domain/figures/figures.ts';
import { type FlownFlight, flightsOf, joinedFlights } from '#domain/figures/flights.ts';
import { squawksOf } from '#domain/figures/grounded.ts';
import { workOrdersOf } from '#domain/figures/maintenance.ts';
import { SharedGroups } from '#domain/figures/packed.ts';
import { monthEdges } from '#domain/figures/period.ts';
import { enrolmentsOf } from '#domain/figures/training.ts';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import type { Steps } from '#domain/steps.ts';
import { dayOf, daySpan, type Instant, type Span, type Zone } from '#domain/time/time.ts';
import type { KeptDays } from '#server/replica/keptDays.ts';
import { reportScope } from '#server/replica/register/parts.ts';
import type { ReplicaStorage } from '#server/replica/storage/storage.ts';
import { reportSoFar } from './reportPages.ts';
import { recordsReader, timedOf } from './daySources.ts';
import { type CellStatus, keyOf, missingIn, type PartStatus, type ReplicaStatus, skippedIn } from './status.ts';

/** A month of flights, as one part of the copy. */
type FlightMonth = { readonly scope: string; readonly span: Span };

/** The months of flights that spans touch, each once: one call reads one of them. */
export function flightMonths(spans: readonly Span[], zone: string): readonly FlightMonth[] {
  const months = new Map<string, FlightMonth>();
  for (const span of spans) {
    const edges = monthEdges(span, zone);
    for (const [index, end] of edges.slice(1).entries()) {
      const start = edges[index] ?? end;
      // Both dates are inclusive (section 4.3), and times have whole seconds.
      const plain = { StartDate: isoOf(start), EndDate: isoOf(end - 1000) };
      const scope = reportScope({ id: 'reportFlightOperations', query: { plain } });
      months.set(scope, { scope, span: { start, end } });
    }
  }
  return [...months.values()].toSorted((a, b) => a.span.start - b.span.start);
}

/** With dates; a page of the report has none. */
const monthScope = 'reportFlightOperations EndDate=';

function isoOf(instant: Instant): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

/** The reports of the present. */
export const figureReports = ['reportWorkOrders', 'reportStudentProgress'] as const;

/** The facts of figures, and what they lack. */
export type FactsSoFar = {
  readonly facts: FigureFacts;
  /** The sources that do not cover a span as a whole. */
  readonly lacksIn: (span: Span, months: FigureParts['months'], now: Instant) => ReadonlySet<FigureSource>;
};

/** What the facts are made of, without reading any of it. */
export type FigureParts = {
  readonly cells: readonly CellStatus[];
  /** Of the spans. */
  readonly months: readonly (FlightMonth & { readonly part: PartStatus | undefined })[];
  /** All months that the copy has, so that another period needs no other facts. */
  readonly flights: readonly PartStatus[];
  readonly upkeep: readonly PartStatus[];
  readonly reports: readonly PartStatus[];
};

/** All cells and parts for figures of some spans; requests none of them. */
export function figureParts(spans: readonly Span[], status: ReplicaStatus): FigureParts {
  const reports = status.parts('report');
  const byScope = new Map(reports.map((part) => [part.scope, part]));
  return {
    cells: status.heldBefore(Number.POSITIVE_INFINITY),
    months: flightMonths(spans, status.zone.name).map((month) => ({ ...month, part: byScope.get(month.scope) })),
    flights: reports.filter(({ scope, ageMs }) => ageMs !== null && scope.startsWith(monthScope)),
    upkeep: [...status.parts('aircraft'), ...status.parts('squawks')],
    reports: reports.filter(({ scope }) => reportIds.has(operationOf('report', scope))),
  };
}

/** Whether a report's part is one that figures read, by its scope. */
export function isOfFigures(scope: string): boolean {
  return scope.startsWith(monthScope) || reportIds.has(operationOf('report', scope));
}

const reportIds: ReadonlySet<OperationId | null> = new Set(figureReports);

/** Whether a month is read: read before it ended, it lacks the flights that left later. */
export function isMonthRead({ span, part }: FigureParts['months'][number], now: Instant): boolean {
  const ageMs = part?.ageMs ?? null;
  return ageMs !== null && (span.end > now || now - ageMs >= span.end);
}

/** Differs if the facts of these parts do. */
export function keyOfParts({ cells, flights, upkeep, reports }: FigureParts): string {
  return `${flights.map(({ scope }) => scope).join(' ')} ${keyOf([...cells, ...flights, ...upkeep, ...reports])}`;
}

/**
 * Reads the facts of figures in steps. A day of reservations or a month of flights is read again only if it changed, so another
 * period of the same facts costs one pass.
 */
export function figureFactsReader(storage: ReplicaStorage, kept: KeptDays) {
  const shared = new SharedGroups();
  const readBookings = bookingReader(storage, shared);
  const readFlights = flightReader(storage, shared);
  const readGone = goneReader(storage);
  const aircraftOf = recordsReader(storage, 'aircraft');
  const squawksIn = recordsReader(storage, 'squawks');
  let latest: { readonly key: string; readonly so: FactsSoFar } | null = null;

  return function* (parts: FigureParts, status: ReplicaStatus): Steps<FactsSoFar> {
    const { zone } = status;
    const gone = readGone();
    yield* kept.read(dayOf(status.now, zone.name));
    const key = `${keyOfParts(parts)} ${kept.revision()} ${gone.last}`;
    if (latest?.key === key) return latest.so;
    const held = yield* readBookings(parts.cells, zone);
    yield;
    const bookings = yield* withKept(held, gone.bookings, kept, parts.cells, zone);
    yield;
    const months = yield* readFlights(parts.flights, zone);
    const flights = yield* joinedFlights(
      Array.from(months.values(), ({ facts }) => facts),
      bookings.rows,
    );
    yield;
    const list = status.parts('aircraft').find(isRead);
    const fleet = list && aircraftOf(list).records.filter(isFlying);
    const squawkParts = status.parts('squawks');
    const squawks = squawksOf(
      squawkParts.filter(isRead).flatMap((part) =>
        squawksIn(part).records.map((record, place) => ({
          aircraft: idKey(part.scope),
          squawk: toSquawk(record, place, zone),
        })),
      ),
    );
    yield;
    const orders = yield* reportSoFar(storage, 'reportWorkOrders', parts.reports);
    const students = yield* reportSoFar(storage, 'reportStudentProgress', parts.reports);
    const facts: FigureFacts = {
      bookings,
      flights,
      squawks,
      squawked: new Set(squawkParts.filter(isRead).map(({ scope }) => idKey(scope))),
      orders: workOrdersOf(orders.rows, zone),
      enrolments: students.isWhole ? enrolmentsOf(students.rows, zone) : null,
      cancelledAt: gone.at,
      fleet:
        fleet?.map(({ aircraftId, tailNumber }) => ({ key: idKey(aircraftId), name: tailNumber ?? aircraftId })) ??
        null,
    };
    const lacksIn: FactsSoFar['lacksIn'] = (span, ownMonths, now) => {
      const lacks = new Set<FigureSource>();
      if (!isCovered(span, heldSpans(parts.cells, kept, zone))) lacks.add('reservations');
      const own = ownMonths.filter(({ span: month }) => month.start < span.end && span.start < month.end);
      if (!own.every((month) => isMonthRead(month, now) && months.get(month.scope)?.isWhole === true))
        lacks.add('flights');
      if (!fleet || squawkParts.length === 0 || !squawkParts.every(isRead)) lacks.add('squawks');
      if (!orders.isWhole) lacks.add('work orders');
      if (!students.isWhole) lacks.add('student progress');
      return lacks;
    };
    latest = { key, so: { facts, lacksIn } };
    return latest.so;
  };
}

function isFlying(aircraft: {
  readonly isSimulator?: boolean | null | undefined;
  readonly status?: Parameters<typeof lifeOf>[0];
}) {
  return aircraft.isSimulator !== true && lifeOf(aircraft.status) === 'active';
}

function isRead({ ageMs }: Pick<PartStatus, 'ageMs'>): boolean {
  return ageMs !== null;
}

type HeldSpan = Pick<CellStatus, 'from' | 'to' | 'ageMs'>;

/** The days whose reservations are known, in order, also those that the copy itself no longer holds. */
export function heldSpans(cells: readonly CellStatus[], kept: KeptDays, zone: Zone): readonly HeldSpan[] {
  const days = Array.from(kept.days().keys(), (day) => {
    const { start, end } = daySpan(day, zone.name);
    return { from: start, to: end, ageMs: 0 };
  });
  return [...days, ...cells.filter(isRead)].toSorted((a, b) => a.from - b.from || a.to - b.to);
}

/** Whether read spans, in order, cover a whole span. */
export function isCovered(span: Span, spans: readonly HeldSpan[]): boolean {
  const own = spans.filter(({ from, to }) => from < span.end && span.start < to);
  return missingIn(span, own).length === 0;
}

type CellFacts = { readonly revision: number; readonly facts: Facts<Booking> };

/** The bookings of the held days. */
function bookingReader(storage: Pick<ReplicaStorage, 'overlapping' | 'untimed'>, shared: SharedGroups) {
  const known = new Map<string, CellFacts>();
  return function* (cells: readonly CellStatus[], zone: Zone): Steps<Facts<Booking>> {
    const read: Facts<Booking>[] = [];
    const names = new Set<string>();
    for (const { from, to, revision, ageMs } of cells) {
      if (ageMs === null) continue;
      const name = `${from} ${to}`;
      names.add(name);
      let found = known.get(name);
      if (found?.revision !== revision) {
        yield;
        const rows = storage.overlapping(from, to).filter(({ start }) => start >= from);
        const { rows: bookings, leftOut } = bookingsOf(rows.flatMap((row) => timedOf(row, zone) ?? []));
        const untimed = storage
          .untimed(from, to)
          .map(({ start }): LeftOutRow => ({ at: start ?? from, why: 'unreadable' }));
        const own = bookings.map((one) => ({ ...one, of: shared.all(one.of) }));
        found = { revision, facts: { rows: own, leftOut: [...leftOut, ...untimed] } };
        known.set(name, found);
      }
      read.push(found.facts);
    }
    for (const name of known.keys()) if (!names.has(name)) known.delete(name);
    const skipped = skippedIn(cells).map((): LeftOutRow => ({ at: null, why: 'unreadable' }));
    return {
      rows: read.flatMap(({ rows }) => rows),
      leftOut: [...read.flatMap(({ leftOut }) => leftOut), ...skipped],
    };
  };
}

/** The held bookings, those of days that the copy has forgotten, and those that are gone from the service, as void. */
function* withKept(
  held: Facts<Booking>,
  gone: readonly Booking[],
  kept: KeptDays,
  cells: readonly CellStatus[],
  zone: Zone,
): Steps<Facts<Booking>> {
  const byId = new Map<string, Booking>();
  let rows = 0;
  for (const [day, bookings] of [...kept.days()].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (isCovered(daySpan(day, zone.name), cells)) continue;
    for (const booking of bookings) byId.set(booking.id, booking);
    rows += bookings.length;
    if (rows < perStep) continue;
    rows = 0;
    yield;
  }
  for (const booking of held.rows) byId.set(booking.id, booking);
  for (const booking of gone) if (!byId.has(booking.id)) byId.set(booking.id, booking);
  yield;
  return { rows: [...byId.values()].toSorted((a, b) => a.start - b.start || a.end - b.end), leftOut: held.leftOut };
}

/** Bookings that are joined in one step. */
const perStep = 5_000;

type MonthFacts = { readonly revision: number; readonly facts: Facts<FlownFlight>; readonly isWhole: boolean };

/** Each month of flights by its scope, read again only if it changed. */
function flightReader(storage: Pick<ReplicaStorage, 'records'>, shared: SharedGroups) {
  const known = new Map<string, MonthFacts>();
  return function* (parts: readonly PartStatus[], zone: Zone): Steps<ReadonlyMap<string, MonthFacts>> {
    const scopes = new Set(parts.map(({ scope }) => scope));
    for (const scope of known.keys()) if (!scopes.has(scope)) known.delete(scope);
    for (const part of parts) {
      if (known.get(part.scope)?.revision === part.revision) continue;
      yield;
      const { rows, isWhole } = yield* reportSoFar(storage, 'reportFlightOperations', [part]);
      yield;
      const { rows: flights, leftOut } = yield* flightsOf(rows, zone);
      const facts = { rows: flights.map((flight) => ({ ...flight, of: shared.all(flight.of) })), leftOut };
      known.set(part.scope, { revision: part.revision, facts, isWhole });
    }
    return new Map(known);
  };
}

/** Entries read at once. */
const perLook = 2_000;

/** What the log says of reservations that became void or went; reads only what is new. */
function goneReader(storage: Pick<ReplicaStorage, 'entries' | 'lastEntry'>) {
  let [last, read] = [0, 0];
  const at = new Map<string, Instant>();
  const bookings = new Map<string, Booking>();
  return () => {
    const newest = storage.lastEntry();
    if (newest !== last) {
      const from = newest < last ? 0 : read;
      for (let before: number | null = null; ;) {
        const query = {
          from: null,
          to: null,
          kinds: ['gone'],
          aircraft: null,
          person: null,
          words: [],
          limit: perLook,
        };
        const { entries } = storage.entries({ ...query, before });
        for (const entry of entries) {
          if (entry.seq <= from) break;
          read = Math.max(read, entry.seq);
          const found = goneBooking(JSON.parse(entry.json));
          if (!found) continue;
          at.set(found.id, Math.max(entry.at, at.get(found.id) ?? entry.at));
          bookings.set(found.id, found);
        }
        before = entries.at(-1)?.seq ?? null;
        if (entries.length < perLook || before === null || before <= from) break;
      }
      last = newest;
    }
    return { at, bookings: [...bookings.values()], last };
  };
}
