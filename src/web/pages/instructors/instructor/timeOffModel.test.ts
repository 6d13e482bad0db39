import { describe, expect, test } from 'vitest';
import type { Page } from '#contract/answers.ts';
import { allRead, partRead } from '#e2e/fixtures/samples/sampleKnown.ts';
import { clock, hour, lesson, me, student, zone } from '#e2e/fixtures/samples/sampleDuties.ts';
import type { ReservationRecord } from '#domain/reservations/reservations.ts';
import { daySpan } from '#domain/time/time.ts';
import { timeOffModel, timeOffQuestion, timeOffText } from './timeOffModel.ts';

const today = '2026-05-12';
const list = { day: today, zone, ahead: 42 };
const { query, laterAddress, earlierAddress } = timeOffQuestion(me, list);
const off = (startTime: string, endTime: string, given: Partial<ReservationRecord> = {}): ReservationRecord =>
  lesson({
    reservationId: startTime,
    startTime,
    endTime,
    reservationType: { displayTypeId: 10, name: 'Instructor Time Off' },
    activityType: null,
    aircraft: null,
    pilots: [],
    ...given,
  }).record;
const pageOf = (
  records: readonly ReservationRecord[],
  more: Partial<Page<ReservationRecord>> = {},
): Page<ReservationRecord> => ({
  records,
  setAside: [],
  totalItems: records.length,
  offset: 0,
  limit: 250,
  ...more,
});
const shown = (page: Page<ReservationRecord> | undefined, known = allRead) =>
  timeOffModel(page, { userId: me, list, clock, query, known });

test('the request asks for this person’s time off in the next six weeks, in one page', () => {
  expect(query).toEqual({
    filters: {
      startTime: { operator: 'lt', values: ['2026-06-23T00:00:00'] },
      endTime: { operator: 'gt', values: ['2026-05-12T00:00:00'] },
      displayTypeId: { operator: 'eq', values: ['10'] },
      userId: { operator: 'eq', values: [me] },
    },
    limit: 250,
  });
});

test('a link opens the list of all later time off, without its usual end', () => {
  const params = new URLSearchParams(laterAddress.replace('/reservations?', ''));
  expect(Object.fromEntries(params)).toEqual({
    view: 'list',
    displayTypeId: 'eq:10',
    userId: `eq:${me}`,
    endTime: 'any',
    startTime: 'gte:2026-05-12T00:00:00',
  });
});

test('another link opens the two weeks before', () => {
  expect(Object.fromEntries(new URLSearchParams(earlierAddress.replace('/reservations?', '')))).toMatchObject({
    endTime: 'gt:2026-04-28T00:00:00',
    startTime: 'lt:2026-05-12T00:00:00',
  });
});

test('fewer days are requested when the gateway holds fewer', () => {
  const few = { ...list, ahead: 10 };
  const question = timeOffQuestion(me, few).query;
  expect(question.filters?.['startTime']).toEqual({ operator: 'lt', values: ['2026-05-22T00:00:00'] });
  expect(timeOffModel(pageOf([]), { userId: me, list: few, clock, query: question, known: allRead })).toMatchObject({
    count: 'none in 10 days',
    none: { text: 'No time off is booked in the next 10 days.' },
  });
});

describe('time off', () => {
  test('is listed in order, by its name or its type', () => {
    const timeOff = shown(
      pageOf([
        off('2026-05-20T14:00:00Z', '2026-05-20T16:00:00Z'),
        off('2026-05-14T06:00:00Z', '2026-05-16T06:00:00Z', { displayName: 'Vacation' }),
      ]),
    );
    expect(timeOff.count).toBe('2 in six weeks');
    expect(timeOff.lines.map(({ times, what }) => `${times}: ${what}`)).toEqual([
      'Thu 14 May – Fri 15 May, all day: Vacation',
      'Wed 20 May 0800L–1000L: Instructor Time Off',
    ]);
    expect(timeOff.notes).toEqual([]);
  });

  test('that has begun is shown, and past time off is not', () => {
    const timeOff = shown(
      pageOf([
        off('2026-05-11T20:00:00Z', '2026-05-12T20:00:00Z'),
        off('2026-05-11T20:00:00Z', '2026-05-12T06:00:00Z', { reservationId: 'over' }),
      ]),
    );
    expect(timeOff.lines).toHaveLength(1);
    expect(timeOff.notes).toEqual([]);
  });

  test('of others, and reservations of other types, are left out and counted', () => {
    const timeOff = shown(
      pageOf([
        off('2026-05-14T06:00:00Z', '2026-05-15T06:00:00Z'),
        off('2026-05-15T06:00:00Z', '2026-05-16T06:00:00Z', { instructor: { userId: student } }),
        lesson().record,
      ]),
    );
    expect(timeOff.count).toBe('1 in six weeks');
    expect(timeOff.notes).toEqual(['The service ignored the filter: 2 other reservations left out.']);
  });

  test('with a wrong total from the service has a note', () => {
    const setAside = [{ index: 1, raw: 1, reason: 'not a record' }];
    const timeOff = shown(pageOf([off('2026-05-14T06:00:00Z', '2026-05-15T06:00:00Z')], { totalItems: 4, setAside }));
    expect(timeOff.notes).toEqual(['The service reports 4 but sent 2 of the 4 expected.']);
    expect(timeOff.setAside).toEqual([{ what: 'reservation', records: setAside }]);
  });

  test('is “none” when none is booked, and unknown before the answer arrives', () => {
    const none = { text: 'No time off is booked in the next six weeks.' };
    expect(shown(pageOf([]))).toMatchObject({ count: 'none in six weeks', lines: [], notes: [], none });
    expect(shown(undefined)).toMatchObject({ count: 'Not known yet', none: { isKnown: false } });
    expect(shown(pageOf([]), partRead)).toMatchObject({
      count: '0, 2 aircraft not loaded yet',
      none: { isKnown: false },
    });
    expect(shown(undefined)).toMatchObject({ lines: [], notes: [] });
  });
});

test('time off is written in days when whole days are off', () => {
  const day = daySpan(today, zone.name);
  const text = (from: number, to: number) =>
    timeOffText({ start: day.start + from * hour, end: day.start + to * hour }, clock);
  expect(text(7.5, 9.5)).toBe('Tue 12 May 0730L–0930L');
  expect(text(22, 26)).toBe('Tue 12 May 2200L–tomorrow 0200L');
  expect(text(0, 24)).toBe('Tue 12 May, all day');
  expect(text(0, 72)).toBe('Tue 12 May – Thu 14 May, all day');
  const autumn = daySpan('2026-11-01', zone.name);
  expect(timeOffText(autumn, clock)).toBe('Sun 1 Nov, all day');
});
