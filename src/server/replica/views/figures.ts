import { operationOf } from '#contract/access/roles.ts';
import { millisecondsInMinute } from '#domain/units.ts';
import { type FigureDimension, type FigureSource, maxFigureRows } from '#contract/gateway/figures.ts';
import { type Figures, figuresOf } from '#domain/figures/figures.ts';
import { daysBefore, type FigureDays, figureSpan, yearBefore } from '#domain/figures/period.ts';
import { type FigureBar, type FigureRow, lackedBy, rowsOf } from '#domain/figures/rows.ts';
import { atOnce, type Steps } from '#domain/steps.ts';
import { dayOf, daySpan, type Instant } from '#domain/time/time.ts';
import type { KeptDays } from '#server/replica/keptDays.ts';
import type { ReplicaStorage } from '#server/replica/storage/storage.ts';
import {
  figureFactsReader,
  type FigureParts,
  figureParts,
  figureReports,
  heldSpans,
  isCovered,
  isMonthRead,
  keyOfParts,
} from './figureFacts.ts';
import { isoOrNull, type ReplicaStatus, resumptionOf, summary, type View } from './status.ts';

/** Figures depend on the present; they are counted again after this many milliseconds. */
const tick = 5 * millisecondsInMinute;

type PeriodFigures = FigureDays & Figures & { readonly lacks: readonly FigureSource[] };

/** The period, as many days before it, and the same dates a year earlier. */
export function comparedDays(days: FigureDays): readonly [FigureDays, FigureDays, FigureDays] {
  return [days, daysBefore(days), yearBefore(days)];
}

/**
 * Figures of a period (`/replica/figures`) from what the copy holds: reservations of its days and of finished days that it kept,
 * flights by month, squawks, and the reports of work orders and student progress. What one of them does not cover is null.
 */
export function createFigures(storage: ReplicaStorage, kept: KeptDays) {
  const readFacts = figureFactsReader(storage, kept);
  const view = (days: FigureDays, by: FigureDimension, status: ReplicaStatus): View => {
    const { zone } = status;
    const now = Math.floor(status.now / tick) * tick;
    const compared = comparedDays(days);
    const spans = compared.map((period) => figureSpan(period, now, zone.name));
    const parts = figureParts(spans, status);
    const { ageMs, ttlMs, detail } = summary(datedOf(parts, now));
    const steps = function* (): Steps<string> {
      const so = yield* readFacts(parts, status);
      const periods: PeriodFigures[] = [];
      for (const [index, period] of compared.entries()) {
        const span = spans[index] ?? { start: now, end: now };
        const lacks = so.lacksIn(span, parts.months, status.now);
        periods.push({ ...period, lacks: [...lacks], ...(yield* figuresOf(so.facts, { span, by, now, zone, lacks })) });
      }
      return JSON.stringify({ ...named(periods), ...aroundOf(parts, kept, status) });
    };
    const read = parts.months.map((month) => isMonthRead(month, status.now));
    const resumes = read.every(Boolean) ? null : resumptionOf(status.resumesAt);
    return {
      key: `${now} ${read.map(Number).join('')} ${keyOfParts(parts)} ${status.lastEntry} ${kept.revision()} ${resumes}`,
      ageMs,
      ttlMs,
      detail,
      headers: {},
      body: () => atOnce(steps()),
      steps,
    };
  };
  /** The rows behind one bar (`/replica/figures/rows`), of the same facts as its figure. */
  const rows = (days: FigureDays, bar: FigureBar, status: ReplicaStatus): View => {
    const { zone } = status;
    const now = Math.floor(status.now / tick) * tick;
    const span = figureSpan(days, now, zone.name);
    const parts = figureParts([span], status);
    const steps = function* (): Steps<string> {
      const so = yield* readFacts(parts, status);
      yield;
      const lacks = so.lacksIn(span, parts.months, status.now);
      const found = rowsOf(so.facts, bar, { span, now, lacks, zone });
      const shown = found.slice(0, maxFigureRows).map(rowOf);
      return JSON.stringify({ total: found.length, rows: shown, lacks: lackedBy(bar, lacks) });
    };
    return {
      ...summary(datedOf(parts, now)),
      key: `${now} ${keyOfParts(parts)} ${status.lastEntry} ${kept.revision()}`,
      headers: {},
      body: () => atOnce(steps()),
      steps,
    };
  };
  return { view, rows };
}

function rowOf({ at, until, aircraft, instructor, ...row }: FigureRow) {
  const names = {
    aircraftId: aircraft?.key ?? null,
    aircraft: aircraft?.name ?? null,
    instructor: instructor?.name ?? null,
  };
  return { ...row, at: isoOrNull(at), until: isoOrNull(until), ...names };
}

function named([period, before, yearEarlier]: readonly PeriodFigures[]) {
  return { period, before, yearBefore: yearEarlier };
}

/** A finished month may be old; the month that runs, today's reservations and the squawks may not. */
function datedOf({ cells, months, upkeep }: FigureParts, now: Instant) {
  const running = months.filter(({ span }) => span.end > now).flatMap(({ part }) => part ?? []);
  return [
    ...cells.filter(({ from, to }) => from <= now && now < to),
    ...running,
    ...upkeep.filter(({ isRare }) => !isRare),
  ];
}

function aroundOf(parts: FigureParts, kept: KeptDays, status: ReplicaStatus) {
  const { now, zone } = status;
  const oldest = (all: readonly { readonly ageMs: number | null }[]) => {
    const ages = all.flatMap(({ ageMs }) => ageMs ?? []);
    return ages.length === 0 ? null : isoOrNull(now - Math.max(...ages));
  };
  const ofReport = (name: string) => parts.reports.filter(({ scope }) => scope.startsWith(name));
  const bySource: Readonly<Record<FigureSource, string | null>> = {
    reservations: oldest(parts.cells.filter(({ from, to }) => from <= now && now < to)),
    flights: oldest(parts.months.flatMap(({ part }) => part ?? [])),
    squawks: oldest(status.parts('squawks')),
    'work orders': oldest(ofReport('reportWorkOrders')),
    'student progress': oldest(ofReport('reportStudentProgress')),
  };
  const today = daySpan(dayOf(now, zone.name), zone.name);
  const spans = heldSpans(parts.cells, kept, zone);
  const isHeld = isCovered(today, spans);
  return {
    sources: Object.entries(bySource).map(([name, asOf]) => ({ name, asOf })),
    heldFrom: isHeld ? dayOf(heldBack(today.start, spans), zone.name) : null,
    heldTo: isHeld ? dayOf(heldAhead(today.end, spans) - 1, zone.name) : null,
    reading: readingOf(parts, now),
    resumesAt: parts.months.every(({ part }) => part?.ageMs != null) ? null : resumptionOf(status.resumesAt),
  };
}

/** How many pages a report has is known once the first is read; the others count from then on. */
function readingOf({ months, reports }: FigureParts, now: Instant): { readonly done: number; readonly of: number } {
  const read = reports.filter(({ ageMs }) => ageMs !== null);
  const unopened = figureReports.filter((id) => !reports.some(({ scope }) => operationOf('report', scope) === id));
  return {
    done: months.filter((month) => isMonthRead(month, now)).length + read.length,
    of: months.length + reports.length + unopened.length,
  };
}

type HeldSpans = ReturnType<typeof heldSpans>;

/** The earliest instant from which spans follow one another without a gap up to `at`. */
function heldBack(at: Instant, spans: HeldSpans): Instant {
  let first = at;
  for (const { from, to } of spans.toReversed()) if (from < first && to >= first) first = from;
  return first;
}

function heldAhead(at: Instant, spans: HeldSpans): Instant {
  let last = at;
  for (const { from, to } of spans) if (from <= last && to > last) last = to;
  return last;
}
