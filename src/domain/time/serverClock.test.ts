import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answered, type ClockPair, clockNote, hasJumped, lookedAt, unreadClock, withMissed } from './serverClock.ts';

const minute = 60_000;
const hour = 60 * minute;
const noon = Date.parse('2026-05-12T12:00:00Z');

/** A device: its wall clock is `lead` ahead of the server's, its monotonic clock began with the page. */
const device = (lead: number, passed: number, stopped = 0): ClockPair => ({
  wall: noon + lead + passed,
  monotonic: passed - stopped,
});
/** An answer whose time was written between `sent` and `received`, in milliseconds since the page began. */
const answer = (lead: number, times: { sent: number; written: number; received: number }, stopped = 0) => ({
  sent: device(lead, times.sent, stopped),
  received: device(lead, times.received, stopped),
  server: noon + times.written,
});
const timeOn = ({ ahead }: { ahead: number }, { monotonic }: ClockPair) => monotonic + ahead;
const atOnce = (lead: number, at: number, stopped = 0) =>
  answer(lead, { sent: at, written: at, received: at }, stopped);

describe('the clock of a screen', () => {
  test('is the device’s until the server has answered', () => {
    const clock = unreadClock(device(40 * minute, 0));
    expect(timeOn(clock, device(40 * minute, 5_000))).toBe(noon + 40 * minute + 5_000);
    expect(clockNote(clock)).toBeNull();
    // Somebody puts the clock right before the first answer.
    const right = lookedAt(clock, device(0, 5_000));
    expect(timeOn(right, device(0, 5_000))).toBe(noon + 5_000);
  });

  test('is the server’s after one answer, less half its round trip', () => {
    const first = unreadClock(device(40 * minute, 0));
    const clock = answered(first, answer(40 * minute, { sent: 100, written: 200, received: 300 }));
    expect(timeOn(clock, device(40 * minute, 300))).toBeCloseTo(noon + 300, -1);
    expect(clockNote(clock)).toBe('This device’s clock is 40 min fast. Times here follow the server.');
  });

  test('does not follow a device’s clock that is set back, which is said at once', () => {
    const known = answered(unreadClock(device(0, 0)), atOnce(0, 0));
    const clock = lookedAt(known, device(-hour, minute));
    expect(timeOn(clock, device(-hour, minute))).toBeCloseTo(noon + minute, -1);
    expect(clock.missed).toBe(0);
    expect(clockNote(clock)).toBe('This device’s clock is 1 h 00 slow. Times here follow the server.');
  });

  test('waits for an answer after a step ahead, which shows a sleep or a clock that was set', () => {
    const known = answered(unreadClock(device(0, 0)), atOnce(0, 0));
    const asleep = lookedAt(known, device(0, 8 * hour, 8 * hour));
    expect(asleep.missed).toBe(8 * hour);
    const awake = answered(asleep, atOnce(0, 8 * hour, 8 * hour));
    expect(awake.missed).toBe(0);
    expect(timeOn(awake, device(0, 8 * hour, 8 * hour))).toBeCloseTo(noon + 8 * hour, -1);
    expect(clockNote(awake)).toBeNull();

    const set = answered(lookedAt(known, device(hour, minute)), atOnce(hour, minute));
    expect(timeOn(set, device(hour, minute))).toBeCloseTo(noon + minute, -1);
    expect(clockNote(set)).toBe('This device’s clock is 1 h 00 fast. Times here follow the server.');
  });

  test('counts a step ahead as time that has passed if the server cannot be asked', () => {
    const known = answered(unreadClock(device(0, 0)), atOnce(0, 0));
    const clock = withMissed(lookedAt(known, device(0, 8 * hour, 8 * hour)));
    expect(timeOn(clock, device(0, 8 * hour, 8 * hour))).toBeCloseTo(noon + 8 * hour, -1);
    expect(clock.missed).toBe(0);
  });

  test.each([
    ['without a time', { ...atOnce(0, 1_000), server: Number.NaN }],
    ['that took too long', answer(0, { sent: 0, written: 5_000, received: 11_000 })],
    ['during which the device slept', { ...atOnce(0, 1_000), received: device(0, hour, hour - 2_000) }],
  ])('takes nothing from an answer %s', (_, sample) => {
    const clock = unreadClock(device(40 * minute, 0));
    expect(answered(clock, sample)).toBe(clock);
  });

  test.each([
    [0, null],
    [119_000, null],
    [-119_000, null],
    [-150_000, 'This device’s clock is 3 min slow. Times here follow the server.'],
    [3 * hour + 5 * minute, 'This device’s clock is 3 h 05 fast. Times here follow the server.'],
  ])('says of a device %i ms ahead: %s', (lead, words) => {
    expect(clockNote(answered(unreadClock(device(lead, 0)), atOnce(lead, 0)))).toBe(words);
  });
});

/** Answers in order of time: how long each trip took, and after which part of it the time was written. */
const trips = fc.array(
  fc.record({
    pause: fc.integer({ min: 0, max: 5 * minute }),
    trip: fc.integer({ min: 0, max: 9_000 }),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { minLength: 1, maxLength: 40 },
);
const leads = fc.integer({ min: -26 * hour, max: 26 * hour });

test('after any answers the error is at most the fastest round trip of late, however wrong the device is', () => {
  fc.assert(
    fc.property(leads, trips, (lead, given) => {
      let clock = unreadClock(device(lead, 0));
      let passed = 0;
      let fastest = Number.POSITIVE_INFINITY;
      for (const { pause, trip, part } of given) {
        const sent = passed + pause;
        passed = sent + trip;
        const written = Math.floor(sent + trip * part);
        clock = answered(clock, answer(lead, { sent, written, received: passed }));
        fastest = Math.min(trip, fastest + 0.0002 * (pause + trip) * 2);
        expect(Math.abs(timeOn(clock, device(lead, passed)) - (noon + passed))).toBeLessThanOrEqual(fastest + 2);
      }
    }),
  );
});

test('whatever happens to the device, one fast answer puts the clock right', () => {
  const events = fc.array(fc.record({ passed: fc.integer({ min: 0, max: hour }), set: leads, slept: fc.boolean() }));
  fc.assert(
    fc.property(leads, events, (first, given) => {
      let [clock, lead, passed, stopped] = [unreadClock(device(first, 0)), first, 0, 0];
      for (const event of given) {
        passed += event.passed;
        if (event.slept) stopped += event.passed;
        else lead = event.set;
        clock = lookedAt(clock, device(lead, passed, stopped));
        clock = answered(clock, atOnce(lead, passed, stopped));
        expect(Math.abs(timeOn(clock, device(lead, passed, stopped)) - (noon + passed))).toBeLessThanOrEqual(2);
        expect(clock.missed).toBe(0);
        // A step of seconds is not noticed.
        const isNear = Math.abs(Math.abs(lead) - 2 * minute) <= 6_000;
        if (!isNear) expect(clockNote(clock) !== null).toBe(Math.abs(lead) > 2 * minute);
      }
    }),
  );
});

test('clock changes and sleep are told apart from a running clock', () => {
  const before = { wall: noon, monotonic: 100 };
  expect(hasJumped(before, { wall: noon + 5000, monotonic: 5100 })).toBe(false);
  expect(hasJumped(before, { wall: noon + 65_000, monotonic: 5100 })).toBe(true);
  expect(hasJumped(before, { wall: noon - 3_600_000, monotonic: 5100 })).toBe(true);
});
