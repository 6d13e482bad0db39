import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { person, reserved, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { aircraft, clock, hoursLeft, item, now } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { byStart, type TimedReservation } from '#domain/reservations/reservations.ts';
import { overlaps, type Span } from '#domain/time/time.ts';
import { doingText } from './aircraftNow.ts';
import { dispatchCheckOf } from '#domain/readiness/check.ts';
import { readinessIndex } from '#domain/readiness/readinessIndex.ts';
import { read, scheduleAt, sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { joinedAnswers, type Schedule } from './schedule.ts';

const at = (key: string, start: number, length = 2) => reserved(key, start, start + length);
const keys = (reservations: readonly { readonly key: string; readonly start: number }[]) =>
  reservations.map(({ key, start }) => `${key} ${start}`);

test('a moved reservation is where the newer answer has it, and one missing from its span is gone', () => {
  const day = { start: 10, end: 20 };
  const fresh = { span: day, reservations: [at('moved', 12), at('kept', 15)] };
  const old = {
    span: { start: 0, end: 100 },
    reservations: [at('moved', 30), at('kept', 15), at('gone', 18), at('far', 40)],
  };
  expect(keys(joinedAnswers([fresh, old]))).toEqual(['moved 12', 'kept 15', 'far 40']);
});

test('an answer without a span covers its own reservations and says nothing about others', () => {
  const one = { span: null, reservations: [at('moved', 50)] };
  const old = { span: { start: 0, end: 100 }, reservations: [at('moved', 12), at('beside', 12)] };
  expect(keys(joinedAnswers([one, old]))).toEqual(['moved 50', 'beside 12']);
  expect(joinedAnswers([])).toEqual([]);
});

test('each reservation appears once, as in the newest answer, whose span holds no others', () => {
  const reservation = fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    start: fc.integer({ min: 0, max: 30 }),
  });
  const spans: fc.Arbitrary<Span | null> = fc.option(
    fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 10 })).map(([start, length]) => ({
      start,
      end: start + length,
    })),
  );
  const answer = fc
    .record({ span: spans, found: fc.uniqueArray(reservation, { selector: ({ key }) => key }) })
    .map(({ span, found }) => ({ span, reservations: found.map(({ key, start }) => at(key, start)) }));
  fc.assert(
    fc.property(fc.array(answer, { minLength: 1, maxLength: 4 }), (answers) => {
      const joined = joinedAnswers(answers);
      expect(new Set(joined.map(({ key }) => key)).size).toBe(joined.length);
      const [first] = answers;
      for (const one of first!.reservations) expect(joined).toContain(one);
      for (const one of joined)
        if (first!.span && overlaps(one, first!.span)) expect(first!.reservations).toContain(one);
    }),
  );
});

describe('a window with its history', () => {
  const out = { reservationStatus: { id: 1, name: 'Checked Out' } };
  const closed = { reservationStatus: { id: 2, name: 'Completed' } };
  const people = (id: string) => ({ instructor: person(`I ${id}`, `i${id}`), pilots: [person(`P ${id}`, `p${id}`)] });
  const due = (aircraftId: string) => item({ timeOptions: hoursLeft(1) }, aircraft({ aircraftId }));
  /** The rules' results for today and tomorrow, from all reservations or from what history keeps of earlier days. */
  const assessed = (schedule: Schedule) => {
    const fleet = ['a1', 'a2', 'a3'].map((aircraftId) => aircraft({ aircraftId, tailNumber: aircraftId }));
    const reminders = new Map(fleet.map(({ aircraftId }) => [aircraftId, read(due(aircraftId))]));
    const index = readinessIndex({ ...sources([]), position: null, fleet, reminders, schedule });
    const isNear = (reservation: TimedReservation) =>
      reservation.end > schedule.history.before && reservation.start < schedule.nearEnd;
    const near = schedule.reservations.filter(isNear);
    return {
      doing: [...index.aircraft].map(([id, { now: present, fitness }]) => [
        id,
        doingText(present.doing, now, clock),
        fitness?.kind,
      ]),
      notBack: index.late.notBack.map(({ reservation, atRisk }) => [
        reservation.key,
        atRisk.map((one) => one.reservation.key),
      ]),
      checks: near.map((reservation) => [reservation.key, dispatchCheckOf(reservation, index)]),
      hours: [...index.overHours].flatMap(([id, windows]) =>
        windows.filter(({ window }) => window.end > now).map((window) => [id, window]),
      ),
    };
  };
  const whole = (reservations: readonly TimedReservation[]): Schedule => ({
    ...scheduleAt(reservations),
    reservations: reservations.toSorted(byStart),
  });

  test('has the later closed flight that brought the aircraft back, however long ago', () => {
    const open = slot('open', '06T08:00', '06T10:00', { ...out, ...people('1') });
    const later = slot('later', '08T15:00', '08T17:00', { ...closed, ...people('2') });
    const schedule = scheduleAt([open, later, slot('next', '14:00', '15:00', people('1'))]);
    expect(schedule.reservations.map(({ key }) => key)).toEqual(['open', 'later', 'next']);
    expect(readinessIndex(sources([open, later])).late.notBack).toEqual([]);
  });

  test('gives the same assessments as all reservations', () => {
    const status = fc.constantFrom({}, {}, out, closed, closed, closed, {
      reservationStatus: { id: 3, name: 'Cancelled' },
    });
    const one = fc.record({
      aircraft: fc.constantFrom('a1', 'a2', 'a3'),
      who: fc.constantFrom('1', '2', '3'),
      quarter: fc.integer({ min: -13 * 96, max: 120 }),
      length: fc.integer({ min: 2, max: 20 }),
      status,
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 25 }), (given) => {
        const reservations = given.map(({ aircraft: sampleAircraft, who, quarter, length, status: own }, place) =>
          reserved(`r${place}`, now + quarter * 900_000, now + (quarter + length) * 900_000, {
            ...(quarter > 0 && own === closed ? {} : own),
            ...people(who),
            aircraft: { aircraftId: sampleAircraft, tailNumber: sampleAircraft },
          }),
        );
        expect(assessed(scheduleAt(reservations))).toEqual(assessed(whole(reservations)));
      }),
      { numRuns: 200 },
    );
  });
});
