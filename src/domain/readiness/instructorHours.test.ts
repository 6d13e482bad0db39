import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { briefOf } from '#domain/brief/brief.ts';
import { onTheDay, person, reserved, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { rosterOf } from '#domain/duty/availability.ts';
import { dutiesByPerson } from '#domain/duty/duties.ts';
import { bookedText, flightAdvisory } from '#domain/duty/flightHours.ts';
import { hour, now, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { attentionOf } from '#domain/overview/findAttention.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { addDays, daySpan, type Instant } from '#domain/time/time.ts';
import { dispatchCheckOf } from './check.ts';
import { readinessIndex } from './readinessIndex.ts';
import { sources } from '#e2e/fixtures/samples/sampleReadiness.ts';

const lee = { userId: 'Kim Lee', instructorStatus: { id: 1, name: 'Active' } };
const completed = { reservationStatus: { id: 2, name: 'Completed' } };

/** A lesson of Kim Lee's on 12 May, in local time. */
function taught(start: string, end: string, given: object = {}): TimedReservation {
  return slot(`${start} ${end}`, start, end, {
    instructor: person('Kim Lee'),
    pilots: [person('Sam Garcia')],
    ...given,
  });
}

function indexOf(reservations: readonly TimedReservation[], at: Instant) {
  return readinessIndex(sources(reservations, { now: at, instructors: [lee], users: null, isWithoutUsers: true }));
}

/** The instructor's hours as each screen states them: a lesson's check, the brief, the roster, and the attention list. */
function said(reservations: readonly TimedReservation[], of: TimedReservation, at: Instant) {
  const index = indexOf(reservations, at);
  const day = daySpan('2026-05-12', zone.name);
  const sheet = briefOf({ day: '2026-05-12', index, changes: [], logFrom: 0, unread: [] });
  const { rows } = rosterOf([lee], { reservations, hasDaysAround: true }, { day, at, now: at });
  const lines = dispatchCheckOf(of, index)?.lines ?? [];
  const texts = [
    lines.find(({ subject }) => subject === 'instructor')?.words,
    sheet.top[0]?.rows.map(({ cells }) => cells.join(' ')).join(),
    bookedText(rows[0]?.booked?.advisory?.booked ?? 0),
    attentionOf({ index, limits: null, reservations: null, connection: null }).find(
      ({ kind }) => kind === 'instructor hours',
    )?.words,
  ];
  return texts.map((text) => /\d+\.\d h/.exec(text ?? '')?.[0] ?? 'nothing');
}

describe("an instructor's flight instruction", () => {
  const yesterday = [taught('11T15:00', '11T17:00', completed), taught('11T17:15', '11T21:15', completed)];

  test("is the same 9.0 h in 24 h on all screens, with yesterday's lessons", () => {
    const morning = taught('06:00', '09:00');
    expect(said([...yesterday, morning], morning, onTheDay('05:00'))).toEqual(['9.0 h', '9.0 h', '9.0 h', '9.0 h']);
  });

  test('counts what may be instruction, as one of the pilots, on all screens, and says that it is only possible', () => {
    const shared = { instructor: null, pilots: [person('Sam Garcia'), person('Kim Lee')] };
    const morning = taught('06:00', '09:00', shared);
    const at = onTheDay('05:00');
    expect(said([...yesterday, morning], morning, at)).toEqual(['9.0 h', '9.0 h', '9.0 h', '9.0 h']);
    const line = dispatchCheckOf(morning, indexOf([...yesterday, morning], at))?.lines.find(
      ({ subject }) => subject === 'instructor',
    );
    expect(line?.words).toMatch(/^Kim Lee: 9.0 h of flight instruction .*, 3.0 h of it only possible/);
    expect(line?.details.at(-1)?.words).toBe('Kim Lee may be instructing: active, named as a pilot');
  });

  test('counts what may be instruction beside the named instructor, who has a line of their own', () => {
    const ray = { userId: 'Jo Ray', instructorStatus: { id: 1, name: 'Active' } };
    const lesson = taught('06:00', '09:00', {
      instructor: person('Jo Ray'),
      pilots: [person('Sam Garcia'), person('Kim Lee')],
    });
    const at = onTheDay('05:00');
    const index = readinessIndex(sources([...yesterday, lesson], { instructors: [lee, ray], now: at }));
    const line = dispatchCheckOf(lesson, index)?.lines.find(({ subject }) => subject === 'instructor');
    expect(said([...yesterday, lesson], lesson, at)).toEqual(['9.0 h', '9.0 h', '9.0 h', '9.0 h']);
    expect(line?.level).toBe('check');
    expect(line?.words).toMatch(/^Kim Lee: 9.0 h of flight instruction .*, 3.0 h of it only possible/);
    expect(line?.details.at(-1)?.words).toBe('Kim Lee may be instructing: active, named as a pilot');
  });

  test('counts a lesson completed early by its actual time on all screens', () => {
    const early = taught('06:00', '09:00', completed);
    const next = taught('10:00', '11:00', { aircraft: { aircraftId: 'a2', tailNumber: 'N284PA' } });
    const all = [...yesterday, early, next];
    expect(said(all, next, onTheDay('08:30'))).toEqual(['9.5 h', '9.5 h', '9.5 h', '9.5 h']);
    expect(said(all, next, onTheDay('09:30'))).toEqual(['10.0 h', '10.0 h', '10.0 h', '10.0 h']);
  });

  test("has the same maximum in the lessons' checks and on the roster's days", () => {
    const lesson = fc.record({
      from: fc.integer({ min: -36, max: 60 }),
      length: fc.integer({ min: 1, max: 6 }),
      isCompleted: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(lesson, { maxLength: 9 }), (lessons) => {
        const reservations = lessons.map(({ from, length, isCompleted }, place) =>
          reserved(`l${place}`, now + (from * hour) / 2, now + ((from + length) * hour) / 2, {
            instructor: person('Kim Lee'),
            ...(isCompleted && from < 0 ? completed : {}),
          }),
        );
        const index = indexOf(reservations, now);
        const worst = Math.max(0, ...(index.overHours.get('kim lee') ?? []).map(({ booked }) => booked));
        const duties = dutiesByPerson(reservations, now).get('kim lee') ?? [];
        const days = [-2, -1, 0, 1, 2, 3].map((count) => daySpan(addDays('2026-05-12', count), zone.name));
        expect(Math.max(...days.map((day) => flightAdvisory(duties, day)?.booked ?? 0))).toBe(worst);
      }),
    );
  });
});
