import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { person, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { conflictsOfReservations, findConflicts } from '#domain/conflicts/conflicts.ts';
import { aircraft, clock, now } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { everywhere } from '#domain/reservations/locations.ts';
import { addDays, type Day, daySpan } from '#domain/time/time.ts';
import type { ReservationWindow } from '#web/data/replica.ts';
import {
  type CalendarView,
  calendarViews,
  chosenOf,
  hourText,
  periodText,
  readHour,
  scheduleMarks,
  shownDays,
  shownWindow,
  timelineDays,
  turned,
  usedTools,
  windowReading,
} from './scheduleModel.ts';

const anyDay = fc.integer({ min: 0, max: 20_000 }).map((count): Day => addDays('1990-01-01', count));

describe('the days shown in a view', () => {
  it('are those of the timeline’s setting, a week from Monday, or a month’s whole weeks', () => {
    expect(shownDays('timeline', '2026-05-12', '3')).toEqual({ first: '2026-05-12', count: 3 });
    expect(shownDays('week', '2026-05-12', '1')).toEqual({ first: '2026-05-11', count: 7 });
    expect(shownDays('month', '2026-05-12', '1')).toEqual({ first: '2026-04-27', count: 35 });
    expect(shownDays('lanes', '2026-05-12', '7')).toEqual({ first: '2026-05-12', count: 1 });
  });

  it('include the chosen date in every view', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...calendarViews), fc.constantFrom(...timelineDays), (day, view, days) => {
        const { first, count } = shownDays(view, day, days);
        expect(first <= day && day < addDays(first, count)).toBe(true);
      }),
    );
  });
});

describe('paging a view', () => {
  it('moves by the displayed days, or by a calendar month', () => {
    expect(turned('timeline', '2026-05-12', '3', 1)).toBe('2026-05-15');
    expect(turned('week', '2026-05-12', '1', -1)).toBe('2026-05-05');
    expect(turned('month', '2026-01-31', '1', 1)).toBe('2026-02-01');
  });
});

describe('the title of a view', () => {
  it('gives the day, the days or the month', () => {
    expect(periodText('timeline', '2026-05-12', '1')).toBe('Tue 12 May 2026');
    expect(periodText('week', '2026-05-12', '1')).toBe('11 – 17 May 2026');
    expect(periodText('week', '2026-04-30', '1')).toBe('27 Apr – 3 May 2026');
    expect(periodText('agenda', '2026-05-12', '1')).toBe('Tue 12 – Thu 14 May 2026');
    expect(periodText('timeline', '2026-12-31', '3')).toBe('Thu 31 Dec – Sat 2 Jan 2027');
    expect(periodText('month', '2026-05-12', '1')).toBe('May 2026');
    expect(periodText('agenda', '2026-05-12', '1', '2026-01-01')).toBe('Tue 12 – Thu 14 May');
    expect(periodText('timeline', '2026-12-31', '3', '2026-01-01')).toBe('Thu 31 Dec – Sat 2 Jan 2027');
  });
});

describe('the start hour of a timeline', () => {
  it('is short on the first day and includes the date on others', () => {
    const nine = Date.parse('2026-05-12T15:00:00Z');
    expect(hourText(nine, '2026-05-12', 'America/Denver')).toBe('0900');
    expect(hourText(nine, '2026-05-11', 'America/Denver')).toBe('2026-05-12T09:00');
    expect(readHour('0900', '2026-05-12', 'America/Denver')).toBe(nine);
    expect(readHour('9 am', '2026-05-12', 'America/Denver')).toBeNull();
  });

  it('is read back as written when the clock shows it only once', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 7 * 24 * 60 }), (day, minutes) => {
        const at = daySpan(day, 'Asia/Kolkata').start + minutes * 60_000;
        expect(readHour(hourText(at, day, 'Asia/Kolkata'), day, 'Asia/Kolkata')).toBe(at);
      }),
    );
  });
});

const planned = slot('planned', '12:00', '13:00');
const after = slot('after', '14:00', '15:00', { aircraft: { aircraftId: 'a2', tailNumber: 'N734CP' } });
const requested = daySpan('2026-05-12', clock.zone);

const windowOf = (given: Partial<ReservationWindow> = {}): ReservationWindow => ({
  reservations: [planned, after],
  untimed: [],
  setAside: [],
  unread: [],
  shortfall: null,
  missing: [],
  lack: null,
  ...given,
});

describe('the reservations of the displayed days', () => {
  const shown = (given: Partial<ReservationWindow>, isPlaceholderData = false) =>
    shownWindow({ data: { value: windowOf(given) }, isPlaceholderData }, requested);

  it('are those of the answer, with the span it covers', () => {
    expect(shown({})).toEqual({
      reservations: [planned, after],
      span: requested,
      notes: [],
      setAside: [],
      missing: [],
      isHere: true,
    });
  });

  it('are never those of the previous days while the answer is loading', () => {
    const stale = shown({ untimed: [planned], setAside: [{ index: 0, raw: 'x', reason: 'odd' }] }, true);
    expect(stale).toEqual({ reservations: [], span: null, notes: [], setAside: [], missing: [], isHere: false });
    expect(shownWindow({ data: undefined, isPlaceholderData: false }, requested)).toEqual(stale);
  });

  it('are the same empty list each time, so that nothing is recomputed', () => {
    expect(shown({}, true).reservations).toBe(
      shownWindow({ data: undefined, isPlaceholderData: false }, requested).reservations,
    );
  });

  it('have no span while some are unread, and a note says so', () => {
    const missing = [{ start: requested.start, end: requested.start + 3_600_000 }];
    const part = shown({ missing });
    expect(part).toMatchObject({ span: null, isHere: true, missing, reservations: [planned, after] });
    expect(part.notes).toEqual(['Some reservations of these days have not loaded yet.']);
  });
});

describe('the age of the reservations', () => {
  const reading: Reading = { source: 'Reservations', asOf: now, interval: 60_000, failure: null, isOptional: false };
  const failure = { kind: 'offline', status: null, entries: [], retryAfter: null } as const;

  it('is not taken from other days when loading failed', () => {
    const failed = { ...reading, failure };
    expect(windowReading(failed, { isHere: false }).asOf).toBeNull();
    expect(windowReading(failed, { isHere: true })).toBe(failed);
    expect(windowReading(reading, { isHere: false })).toBe(reading);
  });
});

describe('the schedule’s marks', () => {
  const marks = (given: Partial<Parameters<typeof scheduleMarks>[0]> = {}) =>
    scheduleMarks({
      reservations: [planned, after],
      narrowing: everywhere,
      days: null,
      conflictsOf: new Map(),
      notBack: new Map(),
      crossings: new Set(),
      checks: null,
      changes: new Map(),
      upkeep: new Map(),
      now,
      ...given,
    });
  const day = (isClashing: boolean, reservation: TimedReservation) => ({
    notable: [{ why: 'check ride', isClashing, reservation }],
  });

  it('contain what was found for a reservation, and nothing for the others', () => {
    expect([...marks({ changes: new Map([['after', 'new']]) })].map(([key, { change }]) => [key, change])).toEqual([
      ['after', 'new'],
    ]);
    expect(marks().size).toBe(0);
  });

  it('take a definite conflict from a summary', () => {
    const far = slot('far', '20T12:00', '20T13:00');
    expect(marks({ days: [day(true, far)] }).get('far')?.conflict).toBe('definite');
    expect(marks({ days: [day(false, far)] }).has('far')).toBe(false);
  });

  it('use the day that reports a conflict when a reservation spans several days', () => {
    const night = slot('night', '19T22:00', '20T02:00');
    const days = [day(false, night), day(true, night)];
    expect(marks({ days }).get('night')?.conflict).toBe('definite');
    expect(marks({ days: days.toReversed() }).get('night')?.conflict).toBe('definite');
  });

  it('prefer a conflict found here over one from a summary', () => {
    const reservations = [slot('one', '12:00', '14:00'), slot('two', '13:00', '15:00')];
    const conflicts = findConflicts({
      reservations,
      fleet: [aircraft()],
      due: [],
      horizons: new Map(),
      grounding: new Map(),
      now,
    });
    const days = reservations.map((reservation) => day(true, reservation));
    const found = marks({ reservations, days, conflictsOf: conflictsOfReservations(conflicts) });
    expect([...found.values()].map(({ conflict }) => conflict)).toEqual(['definite', 'definite']);
  });
});

describe('the aircraft or person filter', () => {
  const lesson = slot('lesson', '10:00', '11:00', {
    pilots: [person('Sam Garcia', 'p1')],
    instructor: person('Kim Lee', 'i1'),
  });
  const solo = slot('solo', '12:00', '13:00', { pilots: [person('Kim Lee', 'i1')] });
  const fleet = [aircraft({ model: { modelId: 'm', name: '172S' }, make: { name: 'Cessna' } })];
  const choose = (value: string, view: CalendarView = 'week') =>
    chosenOf({ view, value, reservations: [lesson, solo], fleet });
  const values = ({ groups }: ReturnType<typeof choose>) =>
    groups.flatMap(({ options }) => options.map((option) => option.value));

  it('offers aircraft by model, then instructors, then pilots, and people with both roles twice', () => {
    const { groups, isListed } = choose('');
    expect(groups.map(({ options }) => options.map(({ label }) => label))).toEqual([
      ['N512SP'],
      ['Lee, Kim'],
      ['Garcia, Sam', 'Lee, Kim'],
    ]);
    expect(values(choose(''))).toEqual(['aircraft:a1', 'instructor:i1', 'pilot:p1', 'pilot:i1']);
    expect(isListed).toBe(true);
  });

  it('keeps the reservations of the chosen aircraft or person, by that person’s role', () => {
    const keys = (value: string) => choose(value).reservations.map(({ key }) => key);
    expect(keys('')).toEqual(['lesson', 'solo']);
    expect(keys('instructor:i1')).toEqual(['lesson', 'solo']);
    expect(keys('pilot:i1')).toEqual(['solo']);
    expect(keys('pilot:p1')).toEqual(['lesson']);
    expect(choose('aircraft:a1').resource?.label).toBe('N512SP');
  });

  it('keeps a choice with nothing booked, and shows no reservations', () => {
    expect(choose('aircraft:gone')).toMatchObject({
      value: 'aircraft:gone',
      isListed: false,
      resource: null,
      reservations: [],
    });
  });

  it('is not offered on the timeline, which has a row for each', () => {
    expect(choose('pilot:p1', 'timeline')).toMatchObject({ value: '', groups: [], isListed: true });
    expect(choose('pilot:p1', 'timeline').reservations).toEqual([lesson, solo]);
  });

  it('never offers the row for reservations without aircraft', () => {
    const ground = slot('ground', '10:00', '11:00', { aircraft: null });
    const found = chosenOf({ view: 'week', value: '', reservations: [ground], fleet: null });
    expect(found.groups).toEqual([]);
  });
});

it('only the current view’s tools count as changed from their defaults', () => {
  const used = (view: string, days: string, by: string, resource: string) =>
    usedTools({ view: { value: view }, days: { value: days }, by: { value: by }, resource: { value: resource } });
  expect(used('timeline', '1', 'aircraft', 'aircraft:a')).toBe(0);
  expect(used('timeline', '3', 'pilot', '')).toBe(2);
  expect(used('week', '3', 'pilot', '')).toBe(0);
  expect(used('week', '1', 'aircraft', 'aircraft:a')).toBe(1);
});
