import { setTimeout as delay } from 'node:timers/promises';
import { millisecondsInMinute } from '#domain/units.ts';
import { connectionReading, type Reading, readingState } from '#domain/answers/pageChecks.ts';
import { refreshFailure } from '#domain/answers/failures.ts';
import type { AttentionItem, ConnectionTrouble, Found } from '#domain/overview/attention.ts';
import { forecastSpan } from '#domain/maintenance/horizon.ts';
import { attentionSteps, type AttentionSources, limitsAhead } from '#domain/overview/findAttention.ts';
import { readinessSteps } from '#domain/readiness/readinessIndex.ts';
import { scheduleOf } from '#domain/schedule/schedule.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { flatMapped, type Steps } from '#domain/steps.ts';
import { dayOf, daySpan, type Instant, overlaps, type Span } from '#domain/time/time.ts';
import type { ReplicaStorage } from '#server/replica/storage/storage.ts';
import { assessedReader, flyerReader } from './assessed.ts';
import { type historyReader, type Row, timedOf, timedRow } from './daySources.ts';
import { type CellStatus, missingIn, type PartStatus, type ReplicaStatus, summary } from './status.ts';

export type OnAssessed = (sources: AttentionSources, items: readonly AttentionItem[]) => void;

/** Today and tomorrow, as on the overview. */
const nearDays = 2;

/**
 * Finds what needs attention, only from the copy, with the overview's functions and records, in steps. With 150 aircraft and 560
 * reservations a day it takes about 130 ms of processor time, and just after a start no turn more than 80 ms.
 */
export function createAttention(
  storage: ReplicaStorage,
  readHistory: ReturnType<typeof historyReader>,
  /** Called with the results of each look. */
  onAssessed: OnAssessed = () => undefined,
) {
  const readRecords = assessedReader(storage);
  const readFlyers = flyerReader(storage);
  const readCells = cellReader(storage);
  return function* (status: ReplicaStatus): Steps<Found> {
    const { now, zone } = status;
    const today = dayOf(now, zone.name);
    const [week, near] = [forecastSpan(today, zone.name), daySpan(today, zone.name, nearDays)];
    const { cells } = status.reservations(week);
    const ahead = yield* timedIn(earlierRows(week, storage, status), status);
    for (const read of readCells(cells, status)) {
      for (const reservation of yield* read()) ahead.push(reservation);
      yield;
    }
    const { items: past, ...history } = yield* readHistory(near.start, status.heldBefore(near.start), status);
    const scheduleWith = (window: readonly TimedReservation[]) =>
      scheduleOf({ ...history, reservations: past.map(({ reservation }) => reservation) }, window, zone.name);
    yield;
    const records = yield* readRecords(status);
    yield;
    const schedule = scheduleWith(ahead.filter((reservation) => overlaps(reservation, near)));
    const clock = { zone: zone.name, mode: 'L' } as const;
    const sources = { ...records, schedule, users: readFlyers(schedule.reservations, status), clock };
    yield;
    const index = yield* readinessSteps(sources);
    yield;
    const isWeekRead = missingIn(week, cells).length === 0;
    const reservations = isWeekRead ? ahead.filter(({ end }) => end > near.start) : null;
    const limits = reservations && limitsAhead(records, scheduleWith(reservations));
    yield;
    const nearCells = cells.filter(({ from, to }) => from < near.end && to > near.start);
    const connection = connectionTrouble([...status.parts('aircraft')], nearCells, now);
    const assessed = { index, limits, reservations, connection };
    const items = yield* attentionSteps(assessed);
    yield;
    onAssessed(assessed, items);
    const areAllListed = items.every(({ others }) => others === undefined);
    return { items, isWhole: sources.fleet !== null && isWeekRead && areAllListed };
  };
}

const isRead = ({ ageMs }: CellStatus) => ageMs !== null;

/** Reservations that began before a span and reach into it. */
function earlierRows({ start }: Span, storage: ReplicaStorage, status: ReplicaStatus): Row[] {
  const earlier = storage.overlapping(start, start + 1).filter((row) => row.start < start);
  return [...status.running().flatMap(timedRow), ...earlier];
}

function timedIn(rows: readonly Row[], { zone }: ReplicaStatus): Steps<TimedReservation[]> {
  return flatMapped(rows, (row) => timedOf(row, zone) ?? []);
}

/** The reservations that begin in a cell, parsed again only if it changed. */
function cellReader(storage: ReplicaStorage) {
  const known = new Map<string, { readonly revision: number; readonly reservations: readonly TimedReservation[] }>();
  return (cells: readonly CellStatus[], status: ReplicaStatus): (() => Steps<readonly TimedReservation[]>)[] => {
    const names = new Set(cells.map(nameOf));
    for (const name of known.keys()) if (!names.has(name)) known.delete(name);
    return cells.filter(isRead).map(
      (cell) =>
        function* () {
          const { from, to, revision } = cell;
          const before = known.get(nameOf(cell));
          if (before?.revision === revision) return before.reservations;
          const reservations = yield* timedIn(
            storage.overlapping(from, to).filter(({ start }) => start >= from),
            status,
          );
          known.set(nameOf(cell), { revision, reservations });
          return reservations;
        },
    );
  };
}

const nameOf = ({ from, to }: CellStatus) => `${from} ${to}`;

/** The connection as a screen with these parts judges it. */
function connectionTrouble(
  aircraft: readonly PartStatus[],
  reservations: readonly CellStatus[],
  now: Instant,
): ConnectionTrouble | null {
  const worst = connectionReading(
    [readingOf('Aircraft', aircraft, now), readingOf('Reservations', reservations, now)],
    now,
  );
  const state = worst && readingState(worst, now);
  if (!worst || (state !== 'stale' && state !== 'failed')) return null;
  return { words: 'No answer from the flight service', since: worst.asOf, hasData: worst.asOf !== null };
}

/** As in the browser's `readings.ts`: nothing is refreshed more often than this. */
const minInterval = millisecondsInMinute;

function readingOf(source: string, parts: readonly (PartStatus | CellStatus)[], now: Instant): Reading {
  const { ageMs, ttlMs, failure } = summary(parts);
  return {
    source,
    asOf: ageMs === null ? null : now - ageMs,
    interval: Math.max(minInterval, (ageMs ?? 0) + (ttlMs ?? 0)),
    failure: failure && refreshFailure(failure),
  };
}

type LooksParts = {
  readonly look: () => Promise<Found>;
  /** Milliseconds of a clock that never runs backward. */
  readonly clock: () => number;
  /** A new number whenever a record changes. */
  readonly lastChange: () => number;
};

/**
 * Milliseconds. `gap`: between the starts of looks. `current`: up to this age a look is current. `changed`,
 * `unchanged`: the age at which the next look is due, after a change or without one.
 */
const pace = { gap: 2_000, current: millisecondsInMinute, changed: 30_000, unchanged: 180_000 } as const;

/** Looks at everything no more often than needed. There is one look at a time, shared by all who wait. */
export class AttentionLooks {
  readonly #parts: LooksParts;
  #last: { readonly look: Found; readonly startedAt: number; readonly change: number } | null = null;
  #startedAt = Number.NEGATIVE_INFINITY;
  #running: Promise<Found> | null = null;
  /** Called with the result of every look. */
  readonly #listeners: ((look: Found) => void)[] = [];
  #next: Promise<Found> | null = null;

  constructor(parts: LooksParts) {
    this.#parts = parts;
  }

  onLook(listener: (look: Found) => void): void {
    this.#listeners.push(listener);
  }

  /** Whether a new look is due without a request. */
  isDue(): boolean {
    const age = this.#parts.clock() - this.#startedAt;
    if (this.#running || this.#next) return false;
    return age >= pace.unchanged || (age >= pace.changed && this.#last?.change !== this.#parts.lastChange());
  }

  /** The last look if it is recent and nothing changed since; otherwise a new one. */
  async current(): Promise<{ readonly look: Found; readonly isNew: boolean }> {
    const { clock, lastChange } = this.#parts;
    const last = this.#last;
    const isCurrent = last !== null && clock() - last.startedAt < pace.current && last.change === lastChange();
    return isCurrent ? { look: last.look, isNew: false } : { look: await this.renewed(), isNew: true };
  }

  /** The result of a look that begins after this call. */
  renewed(): Promise<Found> {
    this.#next ??= this.#afterRunning();
    return this.#next;
  }

  async #afterRunning(): Promise<Found> {
    await this.#running?.catch(() => null);
    const { clock, lastChange } = this.#parts;
    const wait = this.#startedAt + pace.gap - clock();
    if (wait > 0) await delay(wait, null, { ref: false });
    this.#next = null;
    const startedAt = clock();
    const change = lastChange();
    this.#startedAt = startedAt;
    this.#running = this.#parts.look();
    try {
      const look = await this.#running;
      this.#last = { look, startedAt, change };
      for (const listener of this.#listeners) listener(look);
      return look;
    } finally {
      this.#running = null;
    }
  }
}
