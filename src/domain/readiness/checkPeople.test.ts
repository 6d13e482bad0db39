import { describe, expect, test } from 'vitest';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { person, reserved, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { dispatchCheckOf } from './check.ts';
import type { CheckSubject } from './checkLine.ts';
import { readinessIndex, type ReadinessSources } from './readinessIndex.ts';
import { sources } from '#e2e/fixtures/samples/sampleReadiness.ts';

const named = (name: string) => ({ reservationType: { displayTypeId: 0, name } });
const sam = { pilots: [person('Sam Garcia')] };
const users = [{ userId: 'Sam Garcia', status: { id: 1, name: 'Active' }, aircraftCheckouts: [] }];

/** A line of a reservation's check in words; null if it has none. */
function lineOf(
  subject: CheckSubject,
  reservation: TimedReservation,
  more: Partial<ReadinessSources> = {},
): string | null {
  const found = dispatchCheckOf(reservation, readinessIndex(sources([reservation], { users, ...more })));
  const line = found?.lines.find((candidate) => candidate.subject === subject);
  return line ? `${line.level}: ${line.words}` : null;
}

describe('a student solo', () => {
  // In Denver on 12 and 13 May, civil twilight lasts from 2036L to 0514L, within a few minutes.
  const solo = (start: string, end: string) => slot('s', start, end, { ...named('Student Solo'), ...sam });
  const textsOf = (start: string, end: string) => lineOf('daylight', solo(start, end));
  const morning = /^check: Student solo begins before morning civil twilight, tomorrow 051\dL \(14 CFR 61.87\(o\)\)$/;
  const evening = /^check: Student solo ends after evening civil twilight, 203\dL \(14 CFR 61.87\(o\)\)$/;

  test.each([
    ['before dawn and into the day', '13T03:30', '13T06:00', morning],
    ['only before dawn', '13T03:30', '13T04:30', morning],
    ['a minute before morning civil twilight', '13T05:10', '13T06:00', morning],
    ['from the day into the night', '19:00', '21:00', evening],
    ['only late in the evening', '22:00', '23:30', evening],
  ])('%s is at night, and the check says at which end', (_, start, end, words) => {
    expect(textsOf(start, end)).toMatch(words);
  });

  test('that lasts a whole night is at night at both ends', () => {
    expect(textsOf('20:00', '13T06:00')).toMatch(
      /^check: Student solo ends after evening civil twilight, 203\dL .*; Student solo begins before morning civil twilight, tomorrow 051\dL/,
    );
  });

  test('has no finding by day, and neither has a dual or a rental at night', () => {
    expect(textsOf('13T05:30', '13T08:00')).toBe('no findings: By day');
    const dual = { ...named('Dual Flight Training'), instructor: person('Kim Lee') };
    for (const given of [named('Rental'), dual])
      expect(lineOf('daylight', slot('r', '13T03:30', '13T06:00', { ...given, ...sam }))).toBe(
        'no findings: Night after tomorrow 0330L',
      );
  });

  test('is perhaps one if a student flies and no instructor is named: the solo rules say “may be solo”', () => {
    const night = (given: Parameters<typeof slot>[3]) =>
      lineOf('daylight', slot('r', '13T03:30', '13T06:00', { ...sam, ...given }));
    const training = { sessions: [{ course: { name: 'Private Pilot' }, lesson: { name: 'Landings' } }] };
    expect(night({ training })).toMatch(/^check: May be solo. Student solo begins before/);
    expect(night(named('Flight Training'))).toMatch(/^check: May be solo. /);
    expect(night({ ...named('Schulung'), instructor: person('Kim Lee') })).toMatch(/^no findings/);
    expect(night({ training: { sessions: [{ lesson: { name: 'First Solo' } }] } })).toMatch(/^check: Student solo/);
  });

  test('is unknown without the field’s position, and other flights have no such line', () => {
    expect(lineOf('daylight', solo('19:00', '21:00'), { position: null })).toBe(
      'not known: The field’s position is not set',
    );
    expect(lineOf('daylight', slot('r', '19:00', '21:00', sam), { position: null })).toBeNull();
  });

  test("uses the field's clock, also in the night of a clock change", () => {
    const at = (text: string) => Date.parse(`2026-${text}Z`);
    const now = at('03-08T02:00:00');
    // Morning civil twilight on 8 March begins at 0655 by the new time.
    const dawn = reserved('s', at('03-08T12:00:00'), at('03-08T14:00:00'), { ...named('Student Solo'), ...sam });
    expect(lineOf('daylight', dawn, { now })).toMatch(/morning civil twilight, tomorrow 065\dL/);
  });
});

test('a flight partly at night is marked, and is unknown without a position', () => {
  const hasNight = (start: string, end: string, more: Partial<ReadinessSources> = {}) => {
    const reservation = slot('n', start, end, sam);
    return dispatchCheckOf(reservation, readinessIndex(sources([reservation], more)))?.hasNight;
  };
  expect([hasNight('19:00', '20:30'), hasNight('19:00', '21:00'), hasNight('13T04:30', '13T07:00')]).toEqual([
    false,
    true,
    true,
  ]);
  expect(hasNight('19:00', '21:00', { position: null })).toBeNull();
});

describe('the pilot', () => {
  const nobody = (given: Parameters<typeof slot>[3] = {}) => slot('n', '14:00', '15:30', given);

  test.each<[string, Parameters<typeof slot>[3]]>([
    ['a rental', named('Rental')],
    ['a lesson', named('Dual Flight Training')],
    ['a flight with a person who has neither name nor id', { pilots: [{ userId: null }] }],
    ['a flight for the shop', { type: 1, reservationType: { displayTypeId: 1, name: 'Maintenance test flight' } }],
  ])('missing on %s is a check', (_, given) => {
    expect(lineOf('pilot', nobody(given))).toBe('check: No pilot named');
  });

  test.each<[string, Parameters<typeof slot>[3]]>([
    ['for a lesson with an instructor', { instructor: person('Ana Lee') }],
    ['for a simulator', { aircraft: { aircraftId: 'a1', tailNumber: 'FMX', isSimulator: true } }],
    ['for a class', { type: 2, aircraft: null }],
    ['for a meeting with an aircraft', { type: 3 }],
  ])('is not required %s', (_, given) => {
    expect(lineOf('pilot', nobody(given))).toBeNull();
  });

  test('is not checked for viewers who may not see people, because names may be left out', () => {
    expect(lineOf('pilot', nobody(), { users: null, isWithoutUsers: true })).toBeNull();
  });
});
