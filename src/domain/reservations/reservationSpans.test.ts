import { expect, test } from 'vitest';
import { spanFilters } from './reservationSpans.ts';

const filter = (operator: 'lt' | 'gt' | 'gte', value: string) => ({ operator, values: [value] });

test('each range has at most two time filters, on the operator’s days', () => {
  expect(spanFilters({ day: '2026-05-13', zone: { name: 'America/Denver', zoneless: 'operator' }, ahead: 42 })).toEqual(
    {
      weeks: { startTime: filter('lt', '2026-06-24T00:00:00'), endTime: filter('gt', '2026-05-13T00:00:00') },
      before: { startTime: filter('lt', '2026-05-13T00:00:00'), endTime: filter('gt', '2026-04-29T00:00:00') },
      day: { startTime: filter('lt', '2026-05-14T00:00:00'), endTime: filter('gt', '2026-05-13T00:00:00') },
      week: { startTime: filter('lt', '2026-05-18T00:00:00'), endTime: filter('gt', '2026-05-11T00:00:00') },
      from: { startTime: filter('gte', '2026-05-13T00:00:00') },
      all: {},
    },
  );
});

test('the same instants are written in UTC if times without a zone mean UTC, even on a clock-change day', () => {
  expect(spanFilters({ day: '2026-03-08', zone: { name: 'America/Denver', zoneless: 'utc' }, ahead: 42 }).day).toEqual({
    startTime: filter('lt', '2026-03-09T06:00:00'),
    endTime: filter('gt', '2026-03-08T07:00:00'),
  });
});
