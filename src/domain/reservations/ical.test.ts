import fc from 'fast-check';
import { sync } from 'node-ical';
import { describe, expect, test } from 'vitest';
import type { ReservationRecord, TimedReservation } from './reservations.ts';
import { hour, lessonAt, now, student } from '#e2e/fixtures/samples/sampleDuties.ts';
import { calendarFaults } from '#e2e/fixtures/samples/strictCalendar.ts';
import { icalText } from './ical.ts';
import { wallText } from '#domain/time/time.ts';

const file = (reservations: readonly TimedReservation[], zone = 'America/Denver', name = 'N512SP') =>
  icalText({ name, reservations, asOf: now, operatorId: 1001, zone });

/** The events as another library reads them, in their order. */
function eventsOf(text: string) {
  return Object.values(sync.parseICS(text)).flatMap((part) => (part?.type === 'VEVENT' ? [part] : []));
}

const times = (text: string) => eventsOf(text).map(({ start, end }) => [start.getTime(), end?.getTime()]);

/** Three-hour lessons at every hour of two days, so that some begin, end and lie on each side of a clock change. */
function around(change: string): TimedReservation[] {
  const first = Date.parse(change) - 24 * hour;
  return Array.from({ length: 48 }, (_, index) => lessonAt(first + index * hour, first + (index + 3) * hour));
}

describe('a calendar file read back', () => {
  test.each([
    ['America/Denver', 'spring', '2026-03-08T09:00:00Z'],
    ['America/Denver', 'autumn', '2026-11-01T08:00:00Z'],
    ['Europe/London', 'spring', '2026-03-29T01:00:00Z'],
    ['Europe/London', 'autumn', '2026-10-25T01:00:00Z'],
    ['Australia/Lord_Howe', 'autumn', '2026-04-04T15:00:00Z'],
    ['Asia/Kolkata', 'a zone without changes', '2026-06-01T00:00:00Z'],
  ])('has the same instants in %s, %s', (zone, _season, change) => {
    const reservations = around(change);
    expect(times(file(reservations, zone))).toEqual(reservations.map(({ start, end }) => [start, end]));
  });

  test('keeps the instants of any reservation', () => {
    const start = fc.integer({ min: Date.parse('2026-01-01') / 60_000, max: Date.parse('2027-01-01') / 60_000 });
    fc.assert(
      fc.property(start, fc.integer({ min: 1, max: 9 * 24 * 60 }), (from, minutes) => {
        const reservation = lessonAt(from * 60_000, (from + minutes) * 60_000);
        expect(times(file([reservation]))).toEqual([[reservation.start, reservation.end]]);
      }),
      { numRuns: 60 },
    );
  });

  const awkward = 'Zoë "Ace" O’Neil; a,b\\c\nsecond line 飛行機 ✈️';

  test('keeps unusual characters', () => {
    const [event] = eventsOf(file([lessonAt(now, now + hour, { pilots: [{ lastName: awkward }] })]));
    expect(event?.summary).toBe(`N512SP ${awkward} / Tanaka, Dual Flight Training`);
  });

  test('folds long lines at 75 octets, and joins them again', () => {
    const long = '飛'.repeat(200);
    const text = file([lessonAt(now, now + hour, { activityType: { name: long } })]);
    const octets = text.split('\r\n').map((line) => Buffer.byteLength(line));
    expect(Math.max(...octets)).toBeLessThanOrEqual(75);
    expect(eventsOf(text)[0]?.summary).toContain(long);
  });

  test('survives any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const text = file(
          [lessonAt(now, now + hour, { reservationId: `x${name}`, activityType: { name } })],
          undefined,
          name,
        );
        expect(times(text)).toEqual([[now, now + hour]]);
      }),
    );
  });

  test('contains its calendar name', () => {
    const { vcalendar } = sync.parseICS(file([lessonAt(now, now + hour)], undefined, 'Tanaka; T, "x"'));
    expect(vcalendar?.['WR-CALNAME']).toBe('Tanaka; T, "x"');
    expect(vcalendar?.['WR-TIMEZONE']).toBe('America/Denver');
  });
});

describe('a calendar by the letter of RFC 5545', () => {
  const faults = (text: string) => calendarFaults(Buffer.from(text));
  const feed = (reservations: readonly TimedReservation[], name = 'N512SP', zone = 'America/Denver') =>
    icalText({ name, reservations, asOf: 0, operatorId: 1001, zone, refresh: 900 });

  test.each([
    ['with reservations', [lessonAt(now, now + hour)]],
    ['on both sides of a clock change', around('2026-11-01T08:00:00Z')],
    ['without reservations', []],
    ['with a reservation that ends as it begins', [lessonAt(now, now)]],
    [
      'with half of a pair in its texts',
      [lessonAt(now, now + hour, { reservationId: 'x\uD83D', displayName: '\uDE00' })],
    ],
    ['with one reservation twice', [lessonAt(now, now + hour), lessonAt(now, now + hour)]],
  ])('%s, as a file and as a feed', (_name, reservations) => {
    expect(faults(file(reservations))).toEqual([]);
    expect(faults(feed(reservations))).toEqual([]);
    expect(faults(file(reservations, 'UTC'))).toEqual([]);
  });

  test('with its properties first, and a definition of its zone when nothing is booked', () => {
    const span = { start: now, end: now + 28 * 24 * hour };
    const text = icalText({ name: 'N', reservations: [], asOf: 0, operatorId: 1, zone: 'America/Denver', span });
    expect(text).toContain('BEGIN:DAYLIGHT\r\nDTSTART:20260308T020000\r\n');
    expect(feed([lessonAt(now, now + hour)])).toMatch(
      /REFRESH-INTERVAL;VALUE=DURATION:PT15M\r\nX-PUBLISHED-TTL:PT15M\r\nX-WR-TIMEZONE:America\/Denver\r\nBEGIN:VTIMEZONE/,
    );
  });

  test('with an event for each reservation, also of two without an id and without names', () => {
    const at = (displayName: string) => lessonAt(now, now + hour, { reservationId: null, aircraft: null, displayName });
    const reservations = [at('Ground school'), at('Meeting'), at('Meeting')];
    const text = icalText({
      name: 'N',
      reservations,
      asOf: 0,
      operatorId: 1,
      zone: 'America/Denver',
      showsNames: false,
    });
    expect(faults(text)).toEqual([]);
    expect(eventsOf(text)).toHaveLength(2);
  });

  test('with any texts', () => {
    const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit }), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), text, (names, name) => {
        const reservations = names.map((one, index) =>
          lessonAt(now + index * hour, now + (index + 1) * hour, {
            reservationId: `${index}${one}`,
            activityType: { name: one.repeat(9) },
            pilots: [{ lastName: one }],
          }),
        );
        expect(faults(feed(reservations, name))).toEqual([]);
        expect(eventsOf(feed(reservations, name))).toHaveLength(names.length);
      }),
    );
  });
});

describe('a calendar file', () => {
  const summer = file([lessonAt(now, now + hour)]);

  test("writes times in the operator's time zone, and defines it", () => {
    expect(summer).toContain('DTSTART;TZID=America/Denver:20260512T110500');
    expect(summer).toContain('BEGIN:VTIMEZONE\r\nTZID:America/Denver');
    expect(summer).toContain('DTSTAMP:20260512T170500Z');
  });

  test('writes both passes of a repeated hour in UTC', () => {
    const [first, second] = [Date.parse('2026-11-01T07:30:00Z'), Date.parse('2026-11-01T08:30:00Z')];
    expect([first, second].map((value) => wallText(value, 'America/Denver').slice(11, 16))).toEqual(['01:30', '01:30']);
    expect(file([lessonAt(first, first + hour / 4)])).toContain('DTSTART:20261101T073000Z');
    expect(file([lessonAt(second, second + hour / 4)])).toContain('DTSTART:20261101T083000Z');
  });

  test('marks cancelled reservations by the name of their status', () => {
    const event = (name: string) => file([lessonAt(now, now + hour, { reservationStatus: { id: 3, name } })]);
    for (const name of ['Cancelled', 'CANCELED', 'No-Show', 'No Show', 'Voided', 'Deleted']) {
      expect(event(name)).toContain('STATUS:CANCELLED');
    }
    for (const name of ['Reserved', 'Checked Out', 'Completed', '']) expect(event(name)).not.toContain('\r\nSTATUS:');
  });

  test('gives its zone before its components', () => {
    const text = file([lessonAt(now, now + hour)]);
    expect(text.indexOf('X-WR-TIMEZONE:America/Denver\r\n')).toBeLessThan(text.indexOf('BEGIN:VTIMEZONE'));
    expect(text.match(/X-WR-TIMEZONE/g)).toHaveLength(1);
    expect(file([])).toContain('X-WR-TIMEZONE:America/Denver\r\n');
  });

  test("keeps an event's id while everything else changes", () => {
    const id = (given: Partial<ReservationRecord>) =>
      eventsOf(file([lessonAt(now, now + hour, { reservationId: 'r 1', ...given })]))[0]?.uid;
    expect(id({ pilots: [], endTime: '2026-05-13T17:00:00Z' })).toBe(id({}));
    expect(id({})).toBe('r%201@operator-1001.flightline');
  });

  test('has no phone number and no e-mail address', () => {
    const secret = { userId: student, lastName: 'Garcia', phone: '(719) 555-0101', email: 'ana@example.com' };
    const text = file([lessonAt(now, now + hour, { pilots: [secret] })]);
    expect(text).toContain('Garcia');
    expect(text).not.toMatch(/555-0101|example\.com/);
  });

  test('names a class by its name, not by its participants', () => {
    const given = { reservationType: { displayTypeId: 2, name: 'Class' }, activityType: { name: 'Ground School' } };
    const [event] = eventsOf(
      file([lessonAt(now, now + hour, { ...given, aircraft: null, displayName: 'Private Pilot' })]),
    );
    expect(event?.summary).toBe('Private Pilot, Ground School');
  });
});
