import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BriefSheet } from '#contract/gateway/brief.ts';
import { dateLimit, item, status, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { onTheDay, person, reserved, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { type Squawk, toSquawk } from '#domain/maintenance/squawks.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import { readinessIndex, type ReadinessSources } from '#domain/readiness/readinessIndex.ts';
import { read, sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import type { ReservationChange } from '#domain/reservations/changes.ts';
import { briefOf, type BriefSources } from './brief.ts';
import { briefClock } from './briefDay.ts';

type Given = Partial<Omit<BriefSources, 'index'>> & { readonly records?: Partial<ReadinessSources> };

/** It is Tuesday 12 May, 0500L, unless a test says otherwise. */
function brief(
  reservations: readonly TimedReservation[],
  { records, day = '2026-05-12', ...given }: Given = {},
): BriefSheet {
  const clock = briefClock(day, zone.name);
  const now = records?.now ?? onTheDay('05:00');
  const index = readinessIndex({ ...sources(reservations, { now }), clock, ...records });
  return briefOf({ day, index, changes: [], logFrom: 0, unread: [], ...given });
}

function said(sheet: BriefSheet, id: string): readonly string[] {
  const { rows = [], more = null } =
    [...sheet.top, ...sheet.columns.flat()].find((candidate) => candidate.id === id) ?? {};
  return [...rows.map(({ cells }) => cells.filter(Boolean).join(' | ')), ...(more === null ? [] : [more])];
}

function fact(sheet: BriefSheet, name: string): string | undefined {
  return sheet.facts.find((candidate) => candidate.name === name)?.value;
}

const active = { id: 1, name: 'Active' };
const inactive = { id: 0, name: 'Inactive' };
const instructor = (name: string, instructorStatus = active) => ({ ...person(name), userId: name, instructorStatus });
const lesson = (id: string, start: string, end: string, by: string) =>
  slot(id, start, end, { pilots: [person('Ana Garcia')], instructor: person(by) });

describe('the count of instructors', () => {
  const day = [
    lesson('a', '08:00', '09:00', 'Kim Lee'),
    lesson('b', '10:00', '11:00', 'Ben Ortiz'),
    lesson('c', '12:00', '13:00', 'Dispatcher'),
    lesson('d', '14:00', '15:00', 'Kim Lee'),
  ];
  const instructors = [
    instructor('Kim Lee'),
    instructor('Ben Ortiz', inactive),
    instructor('Dispatcher'),
    instructor('Ida Berg'),
  ];

  it('has only active people on both sides', () => {
    expect(fact(brief(day, { records: { instructors } }), 'Instructors on')).toBe('1 of 2');
    expect(fact(brief(day, { records: { instructors: null } }), 'Instructors on')).toBe('2, list not loaded yet');
    const twice = [...instructors, instructor('KIM LEE')];
    expect(fact(brief(day, { records: { instructors: twice } }), 'Instructors on')).toBe('1 of 2');
    const nameless = slot('e', '16:00', '17:00', { instructor: person('Ida Berg', null) });
    expect(fact(brief([...day, nameless], { records: { instructors } }), 'Instructors on')).toBe('2 of 2');
  });

  it('leaves booked inactive instructors to the conflicts', () => {
    expect(said(brief(day, { records: { instructors } }), 'conflicts')).toEqual([
      '1000L | Definite | Garcia / Ortiz: Ben Ortiz is inactive',
    ]);
    const over = { instructors, now: onTheDay('11:00') };
    expect(said(brief(day, { records: over }), 'conflicts')).toEqual(['None']);
  });
});

describe('conflicts with grounded aircraft', () => {
  const brake = toSquawk({ squawkId: 'q', description: 'Left brake soft', groundAircraft: true }, 0, zone);

  it('appear for each flight on an aircraft that a squawk grounds', () => {
    const flights = [lesson('a', '08:00', '09:00', 'Kim Lee'), lesson('b', '10:00', '11:00', 'Kim Lee')];
    const records = { squawks: new Map([['a1', read(brake)]]), instructors: [instructor('Kim Lee')] };
    expect(said(brief(flights, { records }), 'conflicts')).toEqual([
      '0800L | Definite | Garcia / Lee: N512SP is grounded by a squawk: Left brake soft',
      '1000L | Definite | Garcia / Lee: N512SP is grounded by a squawk: Left brake soft',
    ]);
    expect(said(brief(flights, { records }), 'grounded')).toEqual(['N512SP | Grounded | Squawk: Left brake soft']);
  });

  it('agree with the list of grounded aircraft, flight by flight', () => {
    const sampleAircraft = fc.record({
      isInactive: fc.boolean(),
      isGrounded: fc.boolean(),
      isExpired: fc.boolean(),
      hasVisit: fc.boolean(),
      start: fc.integer({ min: 0, max: 20 }),
    });
    fc.assert(
      fc.property(fc.array(sampleAircraft, { minLength: 1, maxLength: 4 }), (aircraftList) => {
        const fleet = aircraftList.map(({ isInactive }, place) => ({
          aircraftId: `p${place}`,
          tailNumber: `N${place}`,
          status: isInactive ? inactive : active,
        }));
        const flights = aircraftList.flatMap(({ hasVisit, start }, place) => {
          const aircraft = { aircraftId: `p${place}`, tailNumber: `N${place}` };
          const at = (hours: number) => onTheDay('05:30') + hours * 3_600_000;
          const flight = reserved(`f${place}`, at(start), at(start + 1), {
            aircraft,
            pilots: [person(`Pilot ${place}`)],
          });
          return hasVisit ? [reserved(`v${place}`, at(-3), at(-1), { aircraft, type: 1 }), flight] : [flight];
        });
        const expired = (place: number) => item({ name: 'Annual', status: status(3) }, fleet[place]);
        const records: Partial<ReadinessSources> = {
          fleet,
          reminders: new Map(
            aircraftList.map((one, place) => [`p${place}`, one.isExpired ? read(expired(place)) : read<DueItem>()]),
          ),
          squawks: new Map(
            aircraftList.map((one, place) => [`p${place}`, one.isGrounded ? read(brake) : read<Squawk>()]),
          ),
        };
        const sheet = brief(flights, { records });
        const grounded = said(sheet, 'grounded').filter((row) => / \| (Grounded|Inactive) \| /.test(row));
        const conflicts = said(sheet, 'conflicts').join('\n');
        for (const [place, { start }] of aircraftList.entries()) {
          const isGrounded = grounded.some((row) => row.startsWith(`N${place} `));
          const isOnTheDay = start < 18.5;
          const isReported = new RegExp(`: N${place} (is inactive|is grounded)`).test(conflicts);
          expect(isReported).toBe(isGrounded && isOnTheDay);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('changes', () => {
  const before = lesson('r', '09:00', '10:00', 'Kim Lee');
  const changesOf = (...changes: readonly (readonly [TimedReservation | null, TimedReservation | null])[]) => {
    const logged = changes.map(([was, is], place): ReservationChange => {
      return { before: was, after: is, seenAt: onTheDay('04:00') + place };
    });
    return said(brief([], { changes: logged }), 'changes');
  };
  const cancelled = { reservationStatus: { id: 3, name: 'Cancelled' } };

  it('leave out reservations that were booked and cancelled', () => {
    const off = slot('r', '09:00', '10:00', {
      pilots: [person('Ana Garcia')],
      instructor: person('Kim Lee'),
      ...cancelled,
    });
    expect(changesOf([null, before], [before, off])).toEqual(['Nothing']);
    expect(changesOf([null, off])).toEqual(['Nothing']);
    expect(changesOf([before, off])).toEqual(['0900L | N512SP | Garcia / Lee: status now Cancelled']);
  });

  it('show another pilot and another instructor', () => {
    const swapped = slot('r', '09:00', '10:00', { pilots: [person('Sam Chen')], instructor: person('Kim Lee') });
    expect(changesOf([before, swapped])).toEqual(['0900L | N512SP | Chen / Lee: pilot Garcia → Chen']);
    const taught = slot('r', '09:00', '10:00', { pilots: [person('Ana Garcia')], instructor: person('Ben Ortiz') });
    expect(changesOf([before, taught])).toEqual(['0900L | N512SP | Garcia / Ortiz: instructor Lee → Ortiz']);
  });

  it('give the new time of a reservation that has left the day', () => {
    const later = lesson('r', '14T15:00', '14T16:00', 'Kim Lee');
    expect(changesOf([before, later])).toEqual([
      'Thu 14 | N512SP | Garcia / Lee: now Thu 14 May 1500L, moved from 0900L',
    ]);
    expect(changesOf([later, before])).toEqual(['0900L | N512SP | Garcia / Lee: moved from Thu 14 May 1500L']);
  });
});

describe('around midnight a brief', () => {
  const late = onTheDay('23:55');
  const out = { reservationStatus: { id: 1, name: 'Checked Out' }, pilots: [person('Kim Roe')] };

  it('of the next day gives times of this day with their date', () => {
    const missing = slot('late', '21:00', '23:00', out);
    const flight = slot('f', '13T00:30', '13T02:00', { pilots: [person('Sam Garcia')] });
    const text = JSON.stringify(brief([missing, flight], { day: '2026-05-13', records: { now: late } }));
    expect(text).toMatch(/Tue 12 May 2100L/);
    expect(text).not.toMatch(/(?<!12 May )2100L|tomorrow|yesterday|(Wed 13 May) 00/);
  });

  it('of the next day lists an aircraft whose limit is valid only through this day', () => {
    const recordsAt = (now: number) => ({
      now,
      reminders: new Map([
        ['a1', { ...read(item({ name: 'Annual', dateOptions: dateLimit('2026-05-12') }, undefined, now)), asOf: now }],
      ]),
      squawks: new Map([['a1', { ...read<Squawk>(), asOf: now }]]),
    });
    const flight = slot('f', '13T08:00', '13T09:00', { pilots: [person('Sam Garcia')] });
    const sheet = brief([flight], { day: '2026-05-13', records: recordsAt(late) });
    expect(said(sheet, 'grounded')).toEqual(['N512SP | Grounded | Annual: limit Tue 12 May']);
    expect(said(sheet, 'wave')[0]).toMatch(/\| Do not dispatch \| Annual: limit Tue 12 May/);
    expect(said(sheet, 'conflicts')[0]).toMatch(/^0800L \| Definite \| .* passes the limit of Annual on Tue 12 May/);
    expect(said(brief([], { records: recordsAt(late) }), 'grounded')).toEqual(['None']);
    const after = brief([flight], { day: '2026-05-13', records: recordsAt(onTheDay('13T00:05')) });
    expect(said(after, 'grounded')[0]).toMatch(/^N512SP \| Grounded \| Annual/);
  });

  it('counts the return of a flight that left the day before, but not its departure', () => {
    const over = slot('o', '11T23:00', '00:30', out);
    const sheet = brief([over], { records: { now: onTheDay('00:05') } });
    expect([fact(sheet, 'First departure'), fact(sheet, 'Last return')]).toEqual(['None', '0030L']);
    const trip = slot('t', '10T08:00', '14T08:00', out);
    expect(fact(brief([trip], { records: { now: onTheDay('00:05') } }), 'Last return')).toBe('None');
  });
});

it('groups the thousands of the hours booked', () => {
  const at = (hour: number) => Date.parse(`2026-05-12T${hour}:00:00Z`);
  const flights = Array.from({ length: 600 }, (_, number) => reserved(`f${number}`, at(15), at(17)));
  const sheet = brief(flights, { day: '2026-05-12', records: { now: at(14) } });
  expect(fact(sheet, 'Hours booked')).toBe('1,200.0 h');
});

describe('a brief on a day with a clock change', () => {
  const at = (text: string) => Date.parse(`2026-${text}Z`);

  it.each([
    // From 0600 to 2200 local time.
    ['2026-03-08', '03-08T12:00:00', '03-09T04:00:00', '03-08T10:30:00'],
    ['2026-11-01', '11-01T13:00:00', '11-02T05:00:00', '11-01T08:30:00'],
  ])('of %s decides a working day by local time', (day, start, end, now) => {
    const off = reserved('off', at(start), at(end), { type: 10, aircraft: null, instructor: person('Kim Lee') });
    expect(said(brief([off], { day, records: { now: at(now) } }), 'off')).toEqual(['Kim Lee, all day']);
  });

  it('omits the skipped hour', () => {
    const flight = reserved('spring', at('03-08T08:00:00'), at('03-08T10:00:00'));
    const sheet = brief([flight], { day: '2026-03-08', records: { now: at('03-08T07:30:00') } });
    // From 0100L to 0400L: the hour from two to three is skipped.
    expect(fact(sheet, 'Hours booked')).toBe('2.0 h');
    expect(said(sheet, 'wave')[0]).toMatch(/^0100L/);
    expect(fact(sheet, 'Last return')).toBe('0400L');
  });

  it('tells the two times of the repeated hour apart, and gives the evening before by the old time', () => {
    const again = reserved('f', at('11-01T08:30:00'), at('11-01T10:00:00'), { pilots: [person('Sam Garcia')] });
    const sheet = brief([again], { day: '2026-11-01', records: { now: at('11-01T07:10:00') } });
    expect(said(sheet, 'wave')[0]).toMatch(/^0130L\* \|/);
    expect(fact(sheet, 'Hours booked')).toBe('1.5 h');
    expect(sheet.columns.flat().find(({ id }) => id === 'changes')?.title).toBe('Changed since Sat 31 Oct 1800L');
  });
});
