import { describe, expect, test } from 'vitest';
import { reportIds } from '#domain/reports/loading/reportQuery.ts';
import { readView } from '#domain/reports/reportView.ts';
import type { ReportMemory } from '#web/data/reports/reportMemory.ts';
import { reportAnswers } from './answers.ts';
import { reportIndex, reportLine } from './indexModel.ts';

const today = '2026-05-12';
const memory: ReportMemory = {
  keys: { day: '2026-05-11', columns: ['a', 'b'] },
  kinds: {},
  rows: 4348,
  newest: '2025-12-31',
};

describe('the index of reports', () => {
  const lines = reportIndex(new Map(), today, () => true).flatMap((group) => group.lines);

  test('has every report once, with a question, and without figures before the first visit', () => {
    expect(lines.map(({ id }) => id)).toEqual(reportIds);
    for (const { question, size, newest, columns } of lines) {
      expect(question).toMatch(/^[A-Z].*\?$/);
      expect([size, newest, columns]).toEqual([null, null, null]);
    }
  });
});

describe('the questions above the index', () => {
  const answers = reportAnswers(() => true);

  test('lead to last month in one step, where the report takes dates', () => {
    const hours = answers.find(({ name }) => name === 'Hours per aircraft');
    expect(hours?.links).toContainEqual({
      label: 'Last month',
      link: '/reports/flightOperations?picture=aircraft-hours&days=last-month',
    });
  });

  test('link to views that can be read', () => {
    const searches = answers.flatMap(({ links }) => links.map(({ link }) => new URL(link, 'http://a').searchParams));
    expect(searches.length).toBeGreaterThan(10);
    for (const search of searches) expect(readView(Object.fromEntries(search)).problems).toEqual([]);
  });

  test('are those of reports that the role may read', () => {
    expect(reportAnswers((id) => id === 'reportWorkOrders').map(({ name }) => name)).toEqual(['Open work orders']);
    expect(reportAnswers(() => false)).toEqual([]);
  });
});

test('a report shows what was seen on the last visit', () => {
  expect(reportLine('reportFlights', memory, today)).toMatchObject({
    link: '/reports/flights',
    size: '4,348 rows',
    newest: 'newest Wed 31 Dec 2025',
    columns: '2 columns on Mon 11 May',
    parameters: null,
  });
});

test('a report with dates shows the rows of its usual period', () => {
  expect(reportLine('reportFlightOperations', { ...memory, newest: null }, today)).toMatchObject({
    size: '4,348 rows in the last 30 days',
    newest: null,
    dataSet: 'flightOperations',
    parameters: 'Documented parameters: StartDate, EndDate and Chunk.',
  });
});

test('reports that a role may not read are left out, and so are subjects without reports', () => {
  const all = reportIndex(new Map(), today, () => true);
  const [first] = all;
  const only = first?.lines[0]?.id;
  expect(reportIndex(new Map(), today, (id) => id === only)).toEqual([{ ...first, lines: first?.lines.slice(0, 1) }]);
  expect(reportIndex(new Map(), today, () => false)).toEqual([]);
});
