import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { horizonFor, limitIn, scheduleAt } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { hour, hoursLeft, item, now, reservation } from '#e2e/fixtures/samples/sampleMaintenance.ts';

const minute = 60_000;

/** In whole minutes, so that a test can count them. They may overlap, be under way, or be a visit. */
const someReservation = fc
  .record({
    start: fc.integer({ min: -200, max: 6000 }),
    length: fc.integer({ min: 0, max: 400 }),
    displayTypeId: fc.constantFrom(0, 0, 0, 1),
  })
  .map(({ start, length, displayTypeId }) =>
    reservation(now + start * minute, now + (start + length) * minute, { displayTypeId, statusId: start > 0 ? 0 : 1 }),
  );
const someReservations = fc.array(someReservation, { maxLength: 12 });
const someLeft = fc.integer({ min: 1, max: 300 }).map((tenths) => tenths / 10);
const someFactor = fc.integer({ min: 30, max: 120 }).map((percent) => percent / 100);
const someRate = fc.option(fc.integer({ min: 1, max: 80 }).map((tenths) => tenths / 10));

function likely(reservations: readonly TimedReservation[], left: number, factor: number, rate: number | null = null) {
  const horizon = horizonFor(item({ timeOptions: hoursLeft(left) }), reservations, { factor, rate });
  const crossing =
    horizon.limits.find(({ certainty, reservation: one }) => certainty === 'likely' && one !== null) ?? null;
  return { horizon, crossing, due: horizon.due };
}

const orNever = (instant: number | null | undefined) => instant ?? Number.POSITIVE_INFINITY;

test('an added reservation never moves the crossing later', () => {
  fc.assert(
    fc.property(someReservations, someReservation, someLeft, someFactor, (reservations, more, left, factor) => {
      const [before, after] = [likely(reservations, left, factor), likely([...reservations, more], left, factor)];
      expect(orNever(after.crossing?.at)).toBeLessThanOrEqual(orNever(before.crossing?.at) + 1);
      expect(orNever(after.crossing?.reservation?.start)).toBeLessThanOrEqual(
        orNever(before.crossing?.reservation?.start),
      );
    }),
  );
});

test('a possible crossing is never later than the likely one, and a larger factor never crosses later', () => {
  fc.assert(
    fc.property(someReservations, someLeft, someFactor, (reservations, left, factor) => {
      const smaller = likely(reservations, left, factor);
      expect(orNever(limitIn(smaller.horizon, 'possible')?.at)).toBeLessThanOrEqual(orNever(smaller.crossing?.at) + 1);
      const larger = likely(reservations, left, factor + 0.1);
      expect(orNever(larger.crossing?.at)).toBeLessThanOrEqual(orNever(smaller.crossing?.at) + 1);
    }),
  );
});

test('more hours left never make it due earlier', () => {
  fc.assert(
    fc.property(someReservations, someLeft, someFactor, someRate, (reservations, left, factor, rate) => {
      const [less, more] = [likely(reservations, left, factor, rate), likely(reservations, left + 0.1, factor, rate)];
      expect(orNever(less.due?.at)).toBeLessThanOrEqual(orNever(more.due?.at) + 1);
    }),
  );
});

/** The hours flown by an instant: the clock minutes that any reservation covers, counted one by one. */
function flownBy(reservations: readonly TimedReservation[], until: number, factor: number): number {
  const minutes = new Set<number>();
  for (const { start, end } of reservations.filter(({ kind }) => kind === 'Standard')) {
    for (let at = start; at < Math.min(end, until); at += minute) minutes.add(at);
  }
  return (minutes.size / 60) * factor;
}

test('the hours before and after the crossing reservation enclose the limit, and without one they never reach it', () => {
  fc.assert(
    fc.property(someReservations, someLeft, someFactor, (reservations, left, factor) => {
      const { crossing } = likely(reservations, left, factor);
      const { start, end } = crossing?.reservation ?? { start: now + 999 * hour, end: null };
      expect(flownBy(reservations, start, factor)).toBeLessThan(left + 1e-6);
      if (!crossing || end === null) return;
      expect(flownBy(reservations, end, factor)).toBeGreaterThan(left - 1e-6);
      expect(crossing.at).toBeGreaterThan(start - 1);
      expect(crossing.at).toBeLessThan(end + 1);
    }),
  );
});

test('the recent rate never counts before the end of tomorrow, nor after a booked crossing', () => {
  fc.assert(
    fc.property(someReservations, someLeft, someFactor, someRate, (reservations, left, factor, rate) => {
      const { horizon, crossing } = likely(reservations, left, factor, rate);
      const forecast = horizon.limits.find(({ basis }) => basis === 'rate');
      if (!forecast) return;
      expect(forecast.at).toBeGreaterThan(scheduleAt(reservations).nearEnd - 1);
      expect(forecast.at).toBeLessThanOrEqual(orNever(crossing?.at) + 1);
    }),
  );
});
