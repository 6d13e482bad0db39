import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bucketReader, type Bucket } from '#domain/reports/columns/times.ts';
import { daysOf } from '#domain/reports/loading/periods.ts';
import { periodSelection, isWhole } from '#domain/reports/loading/part.ts';
import { datesIn } from '#domain/reports/rows/newestFirst.ts';
import { newLoad } from '#domain/reports/loading/loadPlan.ts';
import { computeRows } from '#domain/reports/rows/computeRows.ts';
import { runToEnd } from '#domain/reports/rows/computation.ts';
import { run, sampleStore } from '#e2e/fixtures/samples/sampleRows.ts';
import { defaultView } from '#domain/reports/reportView.ts';
import { addDays, daySpan } from '#domain/time/time.ts';
import type { FreeForm } from '#contract/objects.ts';
import { type Coverage, coverageOf, coverageOfDays, cutOf, periodName, runningOf, sinceText } from './coverage.ts';

const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
const time = { id: 'at', kind: 'wallTime' } as const;
const day = { id: 'at', kind: 'day' } as const;
const at = (text: string | null) => (text === null ? null : Date.parse(text));

describe('a period cut by the edge of the loaded rows', () => {
  test.each<[string, Bucket, string | null, string | null, string | null]>([
    ['2026-10-19', 'week', '2026-10-24T06:00:00Z', null, 'from 24 Oct'],
    ['2026-10-19', 'week', '2026-10-19T06:00:00Z', null, null],
    ['2026-10-26', 'week', '2026-10-24T06:00:00Z', null, null],
    // The night in which the clock goes back: the week has an extra hour.
    ['2026-10-26', 'week', null, '2026-11-02T07:00:00Z', null],
    ['2026-10-26', 'week', null, '2026-11-02T06:00:00Z', 'to 1 Nov'],
    ['2026-11-16', 'week', null, '2026-11-23T07:00:00Z', null],
    ['2026-11-16', 'week', '2026-11-18T07:00:00Z', '2026-11-21T07:00:00Z', 'from 18 Nov to 20 Nov'],
    ['2026-10-12', 'week', '2026-10-24T06:00:00Z', null, 'incomplete'],
    ['2026-10-24', 'day', '2026-10-24T20:30:00Z', null, 'from 1430L'],
    ['2026-10-25', 'day', '2026-10-24T20:30:00Z', null, null],
    ['2026-10-24', 'day', null, '2026-10-24T20:30:00Z', 'to 1430L'],
    ['2026-10', 'month', '2026-10-24T06:00:00Z', null, 'from 24 Oct'],
    ['2026-12', 'month', null, '2027-01-01T07:00:00Z', null],
    ['2026', 'year', '2026-10-24T06:00:00Z', null, 'from 24 Oct'],
  ])('%s by %s, from %s to %s: %s', (name, bucket, from, to, cut) => {
    const coverage = { column: time, from: at(from), to: at(to) };
    expect(cutOf(name, bucket, { coverage, running: null }, zone)).toBe(cut);
  });

  test('also works for days without a time', () => {
    const coverage: Coverage = { column: day, from: at('2026-10-24T00:00:00Z'), to: null };
    const cutIn = (name: string, bucket: Bucket) => cutOf(name, bucket, { coverage, running: null }, zone);
    expect(cutIn('2026-10-19', 'week')).toBe('from 24 Oct');
    expect(cutIn('2026-10-23', 'day')).toBe('incomplete');
    expect(cutIn('2026-10-24', 'day')).toBe(null);
  });

  test('or that still runs is marked so far, unless some rows lie ahead', () => {
    const now = Date.parse('2026-10-24T23:30:00Z');
    const keysOf = (...texts: readonly string[]) => Float64Array.from(texts, (text) => Date.parse(text));
    const running = runningOf(keysOf('2026-10-20T15:00:00Z', '2026-10-24T20:00:00Z', ''), time, now, zone);
    expect(running).toBe(now);
    const cutIn = (name: string, from: string | null) =>
      cutOf(name, 'week', { coverage: { column: time, from: at(from), to: null }, running }, zone);
    expect(cutIn('2026-10-19', null)).toBe('so far');
    expect(cutIn('2026-10-19', '2026-10-23T06:00:00Z')).toBe('from 23 Oct');
    expect(cutIn('2026-10-12', null)).toBeNull();
    expect(cutIn('2026-10-26', null)).toBeNull();
    expect(runningOf(keysOf('2026-10-25T15:00:00Z'), time, now, zone)).toBeNull();
    // The day of the operator's calendar, though it is already the next one in Greenwich.
    const evening = Date.parse('2026-10-25T01:00:00Z');
    expect(runningOf(keysOf('2026-10-24T00:00:00Z'), day, evening, zone)).toBe(at('2026-10-24T00:00:00Z'));
    expect(runningOf(keysOf('2026-10-25T00:00:00Z'), day, evening, zone)).toBeNull();
  });

  test('is named by its type', () => {
    expect(periodName('2026-10-19', 'week')).toBe('week of 19 Oct');
    expect(periodName('2026-10-24', 'day')).toBe('24 Oct');
    expect(periodName('2026-10', 'month')).toBe('October 2026');
    expect(periodName('2026', 'year')).toBe('2026');
  });
});

describe('the loaded part', () => {
  const items = Array.from({ length: 60 }, (_, hour) => ({
    at: new Date(Date.UTC(2026, 9, 24, 12 + hour)).toISOString(),
  }));
  const column = sampleStore(items).column('at');
  const part = { rows: items, end: 'last', order: 'newest last', isWhole: false } as const;
  const selection = periodSelection(daysOf('30', '2026-11-22')!, { today: '2026-11-22', zone });

  test('is everything, or unknown if the order is unknown, or if the query has more than dates', () => {
    expect(coverageOf({ ...part, isWhole: true }, null, column, zone)).toBeNull();
    expect(coverageOf({ ...part, order: 'unknown' }, null, column, zone)).toBe('unknown');
    expect(coverageOf({ ...part, isWhole: true }, { ...selection, isSpan: false }, column, zone)).toBe('unknown');
    expect(coverageOf(part, null, null, zone)).toBe('unknown');
  });

  test('begins after the rows at the edge, because the list may order them differently', () => {
    const from = Date.parse(items[19]?.at ?? '');
    expect(coverageOf(part, null, column, zone)).toEqual({ column, from, to: null });
    const falling = { ...part, rows: items.toReversed(), end: 'first', order: 'newest first' } as const;
    expect(coverageOf(falling, null, column, zone)).toEqual({ column, from, to: null });
  });

  test('is the requested span, or its loaded part', () => {
    expect(coverageOf({ ...part, isWhole: true }, selection, column, zone)).toEqual({
      column,
      from: selection.from,
      to: selection.to,
    });
    expect(coverageOf(part, selection, column, zone)).toMatchObject({
      from: Date.parse(items[19]?.at ?? ''),
      to: selection.to,
    });
  });

  test('is named by its first day, with the year if it differs', () => {
    const coverage = coverageOf(part, null, column, zone);
    expect(sinceText(coverage, zone, '2026-11-22')).toBe('25 Oct');
    expect(sinceText(coverage, zone, '2027-01-02')).toBe('25 Oct 2026');
    expect(sinceText('unknown', zone, '2026-11-22')).toBeNull();
  });
});

/** Flights listed by check-in, while their weeks are by check-out, up to ten hours before. */
const flights = fc
  .record({
    gaps: fc.array(fc.integer({ min: 1, max: 24 }), { minLength: 120, maxLength: 300, size: 'max' }),
    hours: fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 300, maxLength: 300 }),
    isFalling: fc.boolean(),
  })
  .map(({ gaps, hours, isFalling }) => {
    let back = Date.UTC(2026, 0, 1);
    const items = gaps.map((gap, id) => {
      back += gap * 3_600_000;
      return { flightId: `f${id}`, checkedOutOn: new Date(back - (hours[id] ?? 1) * 3_600_000).toISOString() };
    });
    return isFalling ? items.toReversed() : items;
  });

test('days that are said to be whole have all their rows, whichever end is loaded', () => {
  const days = fc.tuple(fc.integer({ min: -40, max: 0 }), fc.integer({ min: 0, max: 20 }));
  fc.assert(
    fc.property(flights, days, (items, [before, length]) => {
      const service = { items, offset: 'page', limit: 'honoured' } as const;
      const first = addDays('2026-01-01', before);
      const last = addDays(first, length);
      const until = daySpan(first, zone.name).start;
      const { plan } = run(newLoad({ limit: 25, dated: { id: 'reportFlights', zone }, until }, 0), service);
      const column = sampleStore(plan.rows).column('checkedOutOn');
      const loaded = coverageOf({ ...plan, isWhole: isWhole(plan) }, null, column, zone);
      const { coverage, isWhole: isAll } = coverageOfDays(loaded, { first, last }, column, zone);
      expect(isAll).toBe(loaded !== 'unknown');
      if (coverage === 'unknown') return;
      const end = daySpan(last, zone.name).end;
      expect(coverage).toEqual({ column, from: until, to: end });
      const within = (rows: readonly FreeForm[]) =>
        datesIn(rows, column, zone).filter((instant) => instant >= until && instant < end).length;
      expect(within(plan.rows)).toBe(within(items));
    }),
    { numRuns: 60, endOnFailure: true },
  );
});

test('days before the loaded rows are not whole', () => {
  const coverage = { column: time, from: Date.parse('2026-04-10T12:00:00Z'), to: null };
  const april = { first: '2026-04-01', last: '2026-04-30' };
  const column = sampleStore([{ at: '2026-04-10T12:00:00' }]).column('at');
  expect(coverageOfDays(coverage, april, column, zone)).toMatchObject({
    coverage: { from: coverage.from, to: Date.parse('2026-05-01T06:00:00Z') },
    isWhole: false,
  });
  expect(coverageOfDays(null, april, column, zone).isWhole).toBe(true);
  expect(coverageOfDays('unknown', april, column, zone)).toEqual({ coverage: 'unknown', isWhole: false });
});

test('a week without a mark has all its rows, whichever end is loaded', () => {
  fc.assert(
    fc.property(flights, fc.constantFrom('week' as const, 'day' as const), (items, bucket) => {
      const service = { items, offset: 'page', limit: 'honoured' } as const;
      const { plan } = run(newLoad({ limit: 25, dated: { id: 'reportFlights', zone } }, 0), service);
      const { store, columns, column } = sampleStore(plan.rows);
      const coverage = coverageOf({ ...plan, isWhole: isWhole(plan) }, null, column('checkedOutOn'), zone);
      // If flights overlap so much that the order is unclear, any week may be marked incomplete.
      fc.pre(coverage !== 'unknown');
      const view = {
        ...defaultView,
        group: { column: 'checkedOutOn', bucket },
        chart: { kind: 'bar', column: null },
      } as const;
      const request = {
        store,
        columns,
        searched: columns,
        view,
        order: 'value',
        opened: new Set<string>(),
        now: 0,
        coverage,
      };
      const { chart, grouped } = runToEnd(computeRows({ ...request, order: 'value' }));
      if (!chart || chart.cuts === 'any') throw new RangeError('the chart is of these weeks');
      const nameOf = bucketReader(zone.name, bucket);
      const counts = Map.groupBy(datesIn(items, column('checkedOutOn'), zone), nameOf);
      const cut = new Set(chart.cuts.map(({ category }) => category));
      expect([...(grouped?.cuts.keys() ?? [])].toSorted()).toEqual([...cut].toSorted());
      for (const [index, category] of chart.categories.entries()) {
        if (!cut.has(category)) expect(chart.series[0]?.values[index]).toBe(counts.get(category)?.length);
      }
    }),
    { numRuns: 60, endOnFailure: true },
  );
});
