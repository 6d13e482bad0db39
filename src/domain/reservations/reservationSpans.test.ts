import { expect, test } from 'vitest';
import { slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { endedBefore, spanChoices, spanFilters } from './reservationSpans.ts';

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

test('the six weeks may begin at a moment of the day, and what ended before it is counted', () => {
  const list = { day: '2026-05-12', zone: { name: 'America/Denver', zoneless: 'operator' }, ahead: 42 } as const;
  const from = Date.parse('2026-05-12T16:30Z');
  const moved = { ...list, from };
  expect(spanFilters(moved).weeks).toEqual({
    ...spanFilters(list).weeks,
    endTime: filter('gt', '2026-05-12T10:30:00'),
  });
  expect(spanFilters(moved).day).toEqual(spanFilters(list).day);
  // Soon after midnight the day itself is the beginning.
  expect(spanFilters({ ...list, from: Date.parse('2026-05-12T05:30Z') })).toEqual(spanFilters(list));
  const { value, options } = spanChoices(spanFilters(moved).weeks, moved, list.day);
  expect([value, options[0]?.label]).toEqual(['weeks', 'Next six weeks']);
  const booked = [
    slot('ended', '08:00', '09:00'),
    slot('just', '09:00', '10:30'),
    slot('under way', '10:00', '11:00'),
    slot('next', '13:00', '14:00'),
  ];
  expect(endedBefore(booked, moved)).toBe(2);
  expect(endedBefore(booked, list)).toBe(0);
});
