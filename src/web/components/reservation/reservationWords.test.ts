import { describe, expect, test } from 'vitest';
import { allRead, noneRead } from '#e2e/fixtures/samples/sampleKnown.ts';
import { parseList } from '#contract/answers.ts';
import type { Failure } from '#domain/answers/failures.ts';
import { person, reserved, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import {
  aircraft,
  clock,
  dateLimit,
  hoursLeft,
  item,
  now,
  status,
  zone,
} from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { type ReservationRecord, toReservation } from '#domain/reservations/reservations.ts';
import { reservationDay, reservationHeading, reservationTimes } from '#domain/reservations/reservationHeading.ts';
import {
  absentText,
  bookedAircraft,
  displayType,
  lessonsOf,
  neighbourFacts,
  otherMembers,
  otherTimes,
  phoneLink,
  rawRecord,
  reservationLength,
  seriesFacts,
  shownReminders,
  unloadedText,
  unreadText,
} from './reservationWords.ts';

/** It is Tuesday 12 May, 1105L. */
const zulu = { ...clock, mode: 'Z' } as const;
const booked = (record: ReservationRecord) => toReservation({ reservationId: 'r', ...record }, zone);
const timed = (startTime: string | null, endTime: string | null) => booked({ startTime, endTime });

/** A record as it is read from the service, with members that no shape describes. */
function sent(record: object) {
  const [read] = parseList('listReservations', { items: [record] }).records;
  if (!read) throw new Error('the record cannot be read');
  return toReservation(read, zone);
}

describe('the date and times of a reservation', () => {
  test('use the displayed clock, with the year when it is another', () => {
    const evening = timed('2026-05-12T19:00:00', '2026-05-12T20:30:00');
    expect(reservationDay(evening, clock, '2026')).toBe('Tue 12 May');
    expect(reservationDay(evening, zulu, '2026')).toBe('Wed 13 May');
    expect(reservationDay(evening, clock, '2025')).toBe('Tue 12 May 2026');
    expect(reservationTimes(evening, clock)).toBe('1900L–2030L');
    expect(reservationTimes(evening, zulu)).toBe('0100Z–0230Z');
    expect(reservationLength(evening)).toBe('1 h 30');
  });

  test('are in the heading with the people and the status, and with the date when not today', () => {
    const lesson = booked({
      startTime: '2026-05-12T13:00:00',
      endTime: '2026-05-12T15:00:00',
      pilots: [{ firstName: 'Kai', lastName: 'Tan' }],
      instructor: { firstName: 'Yuki', lastName: 'Farah' },
      reservationStatus: { id: 1, name: 'Checked Out' },
    });
    const words = (...given: Parameters<typeof reservationHeading>) => reservationHeading(...given).join(' · ');
    expect(words(lesson, clock, now)).toBe('Tan / Farah · 1300–1500L · Checked Out');
    expect(words(lesson, zulu, now)).toBe('Tan / Farah · 1900–2100Z · Checked Out');
    const dayLater = now + 24 * 3_600_000;
    expect(words(lesson, clock, dayLater)).toBe('Tan / Farah · Tue 12 May 1300–1500L · Checked Out');
    const yearLater = now + 366 * 24 * 3_600_000;
    expect(words(lesson, clock, yearLater)).toContain('Tue 12 May 2026 1300–1500L');
  });

  test('are “no readable time” in the heading when unreadable, and mark an end on the next day', () => {
    expect(reservationHeading(timed(null, null), clock, now)).toContain('no readable time');
    expect(reservationHeading(timed('2026-05-12T22:00:00', '2026-05-13T09:00:00'), clock, now)).toContain(
      '2200–0900L +1',
    );
  });

  test('give the date of the end when it is on another day', () => {
    const night = timed('2026-05-12T22:00:00', '2026-05-13T09:00:00');
    expect(reservationTimes(night, clock)).toBe('2200L–Wed 13 May 0900L');
    expect(reservationTimes(night, zulu)).toBe('0400Z–1500Z');
  });

  test('tell the two 0130s of an autumn night apart, with the real length', () => {
    const night = reserved('n', Date.parse('2026-11-01T07:30:00Z'), Date.parse('2026-11-01T08:30:00Z'));
    expect(reservationTimes(night, clock)).toBe('0130L–0130L*');
    expect(reservationLength(night)).toBe('1 h 00');
  });

  test('say what cannot be read', () => {
    expect(reservationDay(timed(null, '2026-05-12T20:30:00'), clock, '2026')).toBe('no day');
    expect(reservationTimes(timed(null, null), clock)).toBe('no readable time');
    expect(reservationTimes(timed(null, '2026-05-12T20:30:00'), clock)).toBe('?–2030L');
    expect(reservationTimes(timed('2026-05-12T19:00:00', 'soon'), clock)).toBe('1900L–?');
    expect(reservationLength(timed('2026-05-12T19:00:00', null))).toBe('no length');
    expect(reservationLength(timed('2026-05-12T19:00:00', '2026-05-12T18:00:00'))).toBe('no length');
  });

  test('are also given on the other clock, with its date when different', () => {
    const noon = timed('2026-05-12T12:00:00', '2026-05-12T13:30:00');
    expect(otherTimes(noon, clock)).toBe('America/Denver; 1800Z–1930Z Zulu');
    expect(otherTimes(noon, zulu)).toBe('Zulu; 1200L–1330L in America/Denver');
    const evening = timed('2026-05-12T19:00:00', '2026-05-12T20:30:00');
    expect(otherTimes(evening, clock)).toBe('America/Denver; 0100Z–0230Z Zulu (from Wed 13 May)');
    expect(otherTimes(evening, zulu)).toBe('Zulu; 1900L–2030L in America/Denver (from Tue 12 May)');
    expect(otherTimes(timed(null, null), clock)).toBe('America/Denver; no readable time Zulu');
  });
});

describe('the display type', () => {
  const typed = (displayTypeId: number | null) =>
    displayType(booked({ reservationType: { displayTypeId, name: 'X' } }));

  test('has the name in the specification, and shows an unknown id', () => {
    expect(typed(0)).toBe('Standard');
    expect(typed(10)).toBe('Instructor Time Off');
    expect(typed(77)).toBe('unknown, id 77');
    expect(typed(null)).toBe('unknown');
  });
});

const failed = (kind: Failure['kind']): Failure => ({ kind, status: null, entries: [], retryAfter: null });

describe('data not loaded', () => {
  test('is loading, missing or failed', () => {
    expect(unloadedText(null, clock)).toBe('Loading phone numbers, training and the whole record…');
    expect(unloadedText(failed('missing'), clock)).toContain('may have been cancelled');
    expect(unloadedText(failed('timeout'), clock)).toMatch(/^Phone numbers, training .* could not be loaded\. .+\.$/);
  });

  test('of an unknown reservation is reported only after loading has ended', () => {
    expect(absentText({ isLoading: true, failure: null }, clock)).toBe('Loading…');
    expect(absentText({ isLoading: false, failure: null }, clock)).toMatch(/^This reservation is not loaded\./);
    expect(absentText({ isLoading: false, failure: failed('missing') }, clock)).toMatch(/^This reservation is not/);
    expect(absentText({ isLoading: true, failure: failed('offline') }, clock)).not.toContain('is not loaded');
  });
});

describe('the lessons of a reservation', () => {
  test('are in the service’s own words, in the order given', () => {
    const lesson = booked({
      training: {
        sessions: [
          {
            trainingSessionId: 's1',
            course: { name: 'Private Pilot' },
            lesson: { name: 'Steep turns' },
            trainingSessionStatus: { name: 'Incomplete' },
            trainingSessionDate: '2026-05-13T08:00:00',
          },
          {},
        ],
      },
    });
    expect(lessonsOf(lesson, zone, clock, now)).toEqual([
      { key: 's1', lesson: 'Steep turns', status: 'Incomplete', details: 'Private Pilot · tomorrow 0800L' },
      { key: '1', lesson: 'Lesson without a name', status: 'no status', details: 'Course without a name' },
    ]);
    expect(lessonsOf(booked({}), zone, clock, now)).toEqual([]);
  });
});

describe('the booked aircraft', () => {
  test('has its make, class and capabilities, and says what is missing or not given', () => {
    const found = bookedAircraft(
      booked({
        aircraft: {
          aircraftId: 'a1',
          make: { name: 'Cessna' },
          model: { name: '172S' },
          categoryClass: { category: 'Airplane', class: 'ASEL' },
          aircraftClass: 'ASEL',
          isComplex: false,
          isHighPerformance: true,
          hasHobbs: true,
          hasAirtimeMeter: false,
        },
      }),
    );
    expect(found?.facts).toEqual([
      ['Make and model', 'Cessna 172S'],
      ['Kind', 'Aircraft'],
      ['Category, class', 'Airplane, ASEL'],
    ]);
    expect(found?.flags?.capabilities).toEqual([
      { words: 'not complex', isSo: false },
      { words: 'high performance', isSo: true },
      { words: 'tail wheel: not given', isSo: false },
    ]);
    expect(found?.flags?.meters.map(({ words }) => words)).toEqual(['Hobbs', 'heater Hobbs: not given', 'no airtime']);
  });

  test('is a simulator by either flag, with its name', () => {
    const kind = (given: NonNullable<ReservationRecord['aircraft']>) =>
      bookedAircraft(booked({ aircraft: given }))?.facts[1];
    expect(kind({ isSimulator: true })).toEqual(['Kind', 'Simulator']);
    expect(kind({ isV3Simulator: true, v3SimulatorName: 'Redbird' })).toEqual(['Kind', 'Simulator, Redbird']);
  });

  test('has only make and model when it is an option, and is null when there is none', () => {
    const option = booked({ aircraft: null, aircraftOption: { aircraft: { make: { name: 'Piper' } } } });
    expect(bookedAircraft(option)).toEqual({
      facts: [
        ['Make and model', 'Piper'],
        ['Kind', null],
        ['Category, class', null],
      ],
      flags: null,
    });
    expect(bookedAircraft(booked({ aircraft: null }))).toBeNull();
  });
});

describe('fields outside the specification', () => {
  const odd = sent({
    reservationId: 'r',
    dispatchNote: 'Bring the covers',
    contactEmail: 'sam@example.com',
    pilots: [{ userId: 'p1', firstName: 'Sam', lastName: 'Garcia', phone: '555 0100', rank: 'Cadet' }],
    recurringSeries: { everyWeeks: 2, ownerPhone: '555 0101' },
  });

  test('are listed with a readable path, and personal ones are marked', () => {
    expect(otherMembers(odd)).toEqual([
      { path: 'dispatchNote', label: 'Dispatch note', text: 'Bring the covers', isPersonal: false },
      { path: 'contactEmail', label: 'Contact email', text: 'sam@example.com', isPersonal: true },
      { path: 'pilots.0.rank', label: 'Pilots 1 · Rank', text: 'Cadet', isPersonal: false },
    ]);
  });

  test('are listed without personal data inside them', () => {
    const [member] = otherMembers(sent({ reservationId: 'r', seat: { place: 'left', homePhone: '555 0102' } }));
    expect(member).toMatchObject({ label: 'Seat', isPersonal: false });
    expect(member?.text).toContain('left');
    expect(member?.text).not.toContain('555 0102');
  });

  test('include a series as its own facts, without personal data', () => {
    expect(seriesFacts(odd)).toEqual([['Every weeks', '2']]);
    expect(seriesFacts(booked({}))).toEqual([]);
    expect(seriesFacts(sent({ reservationId: 'r', recurringSeries: 'weekly' }))).toEqual([['Series', 'weekly']]);
  });

  test('are in the raw record, without personal data', () => {
    const raw = rawRecord(odd);
    expect(JSON.parse(raw)).toMatchObject({ reservationId: 'r', dispatchNote: 'Bring the covers' });
    for (const secret of ['sam@example.com', '555 0100', '555 0101']) expect(raw).not.toContain(secret);
  });

  test('do not include unreadable fields, which are named', () => {
    const unread = sent({ reservationId: 'r', instructor: 7, reservationType: 'Rental' });
    expect(unreadText(unread)).toMatch(/^Could not be read: .*instructor.*\.$/);
    expect(otherMembers(unread).map(({ path }) => path)).not.toContain('unread');
    expect(unreadText(odd)).toBeNull();
  });
});

describe('the neighbours of a reservation', () => {
  const crew = { instructor: person('Kim Lee') };
  const ownReservation = slot('own', '14:00', '15:00', crew);

  test('are given for its aircraft and its instructor', () => {
    const reservations = [
      slot('before', '12:00', '13:45'),
      ownReservation,
      slot('after', '16:00', '17:00'),
      slot('class', '13T09:00', '13T10:00', { ...crew, type: 2, aircraft: null }),
    ];
    expect(neighbourFacts(ownReservation, reservations, clock)).toEqual([
      ['Aircraft', 'previous: lands 1345L; next: 1600L'],
      ['Instructor', 'previous: none in view; next: tomorrow 0900L'],
    ]);
  });

  test('are none without aircraft and instructor', () => {
    expect(
      neighbourFacts(slot('class', '14:00', '15:00', { type: 2, aircraft: null }), [ownReservation], clock),
    ).toEqual([]);
    expect(neighbourFacts(slot('solo', '14:00', '15:00'), [], clock)).toHaveLength(1);
  });
});

describe('the reminders of a booked aircraft', () => {
  const ok = item({ maintenanceReminderId: 'ok', name: 'Annual', timeOptions: hoursLeft(90) });
  const warning = item({
    maintenanceReminderId: 'warning',
    name: '100-hour',
    status: status(2),
    timeOptions: hoursLeft(4, 2),
  });
  const expired = item({
    maintenanceReminderId: 'expired',
    name: 'ELT',
    status: status(3),
    dateOptions: dateLimit('2026-05-01', 3),
  });

  test('are sorted worst first, with those that are OK folded and counted', () => {
    const shown = shownReminders([ok, warning, expired], allRead);
    expect(shown.needing.map(({ key }) => key)).toEqual(['expired', 'warning']);
    expect(shown.quiet.map(({ key }) => key)).toEqual(['ok']);
    expect(shown).toMatchObject({ count: '3 reminders', summary: '1 more OK', empty: null });
  });

  test('say that all are OK, or that the service lists none', () => {
    expect(shownReminders([ok], allRead)).toMatchObject({ count: '1 reminder', summary: '1 OK', needing: [] });
    expect(shownReminders([], allRead)).toMatchObject({
      count: '0 reminders',
      empty: { text: 'The service lists no reminders of this aircraft.' },
    });
    expect(shownReminders([], noneRead)).toMatchObject({ count: 'Not known yet', empty: { isKnown: false } });
  });

  test('are shown for an aircraft of any status, without those complied with for good', () => {
    const inactive = aircraft({ status: { id: 2, name: 'inactive' } });
    const complied = item({ maintenanceReminderId: 'done', permanentlyComplied: true });
    expect(shownReminders([item({ maintenanceReminderId: 'on' }, inactive), complied], allRead).count).toBe(
      '1 reminder',
    );
  });
});

test.each([
  ['+1 (720) 555-0100', 'tel:+17205550100'],
  ['555 0100', 'tel:5550100'],
])('the phone number %s is dialled as %s', (phone, link) => {
  expect(phoneLink(phone)).toBe(link);
});
