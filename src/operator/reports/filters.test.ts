import { describe, expect, test } from 'vitest';
import { generatedNow, generatedSchool } from '#e2e/servers/operatorSamples.ts';
import { chunkOf, type ReportRecord, type ReportWindow } from './reportSet.ts';
import { type ReportId, reportSets } from '#operator/answers/reports.ts';

const { database, school, clock } = generatedSchool({ days: 20 });
const now = generatedNow;

function listed(id: ReportId, more: Partial<ReportWindow>): ReportRecord[] {
  const window = { school, clock, now, ...more };
  const records = reportSets[id].page(database, window, 0, null);
  expect(reportSets[id].count(database, window)).toBe(records.length);
  return records;
}

describe('flightOperations', () => {
  const every = listed('reportFlightOperations', {});

  test('include flights still out, with no check-in and no readings yet', () => {
    const out = every.filter((record) => record['status'] === 'Checked Out');
    expect(out.length).toBeGreaterThan(0);
    for (const record of out) expect(record).toMatchObject({ checkedInOn: null, hobbsIn: null, flightHours: null });
    expect(every.length - out.length).toBe(listed('reportFlights', {}).length);
  });

  test('are limited to those that start in a range, both ends included', () => {
    const [start, end] = [now - 9 * 86_400, now - 2 * 86_400];
    const expected = every.filter((record) => {
      const text = String(record['checkedOutOn']);
      return text >= clock.local(start) && text <= clock.local(end);
    });
    expect(listed('reportFlightOperations', { startDate: start, endDate: end })).toEqual(expected);
    const out = Number(database.prepare('SELECT out_at FROM flight ORDER BY out_at LIMIT 1').get()?.['out_at']);
    expect(listed('reportFlightOperations', { startDate: out, endDate: out }).length).toBeGreaterThan(0);
  });

  test('come in calendar pieces that make up the whole', () => {
    const pieces = ['2026-10', '2026-11'].flatMap((text) => {
      const chunk = chunkOf(clock, text);
      return chunk ? listed('reportFlightOperations', { chunk }) : [];
    });
    expect(pieces).toEqual(every);
  });
});

describe('a chunk', () => {
  test('is a year, a month or a day of the operator calendar, of true length', () => {
    const hours = (text: string): number => {
      const chunk = chunkOf(clock, text);
      return chunk ? (chunk.end - chunk.start) / 3600 : Number.NaN;
    };
    expect(hours('2026')).toBe(365 * 24);
    expect(hours('2028-02')).toBe(29 * 24);
    expect(hours('2026-11-01')).toBe(25);
    expect(hours('2026-12-31')).toBe(24);
  });

  test.each(['', '26', '2026-13', '2026-02-30', '2026-11-1', 'day', '2026-11-01T00:00:00'])(
    'is nothing for "%s"',
    (text) => {
      expect(chunkOf(clock, text)).toBeNull();
    },
  );
});

describe('workitems', () => {
  const every = listed('reportWorkItems', {});
  const at = now - 6 * 86_400;

  test.each(['lt', 'lte', 'gt', 'gte'] as const)('are filtered by creation and by last update with %s', (operator) => {
    const compare = {
      lt: (a: string, b: string) => a < b,
      lte: (a: string, b: string) => a <= b,
      gt: (a: string, b: string) => a > b,
      gte: (a: string, b: string) => a >= b,
    }[operator];
    const expected = (member: string): ReportRecord[] =>
      every.filter((record) => compare(String(record[member]), clock.local(at)));
    expect(expected('createdDate').length).toBeGreaterThan(5);
    expect(listed('reportWorkItems', { createdDate: { operator, at } })).toEqual(expected('createdDate'));
    expect(listed('reportWorkItems', { lastUpdated: { operator, at } })).toEqual(expected('lastUpdated'));
  });

  test('accept both filters at once', () => {
    const both = { createdDate: { operator: 'gte', at }, lastUpdated: { operator: 'lt', at: at + 86_400 } } as const;
    for (const item of listed('reportWorkItems', both)) {
      expect(String(item['createdDate']) >= clock.local(at)).toBe(true);
      expect(String(item['lastUpdated']) < clock.local(at + 86_400)).toBe(true);
    }
  });
});
