import { describe, expect, test } from 'vitest';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import { cyclesLeft, dateLimit, hoursLeft, item, status, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { onTheDay, person, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import { dispatchCheckOf } from './check.ts';
import type { CheckSubject } from './checkLine.ts';
import { readinessIndex, type ReadinessSources } from './readinessIndex.ts';
import { read, sources } from '#e2e/fixtures/samples/sampleReadiness.ts';

const fleet = [{ aircraftId: 'a1', tailNumber: 'N512SP', status: status(1) }];
const out = { reservationStatus: { id: 1, name: 'Checked Out' } };
const closed = { reservationStatus: { id: 2, name: 'Completed' } };

function check(reservations: readonly TimedReservation[], more: Partial<ReadinessSources> = {}) {
  const index = readinessIndex(sources(reservations, { fleet, isWithoutUsers: true, ...more }));
  return dispatchCheckOf(reservations[0]!, index);
}
const lineOf = (subject: CheckSubject, ...given: Parameters<typeof check>) => {
  const line = check(...given)?.lines.find((candidate) => candidate.subject === subject);
  return line ? `${line.level}: ${line.words}` : null;
};
const due = (...items: readonly DueItem[]) => ({ reminders: new Map([['a1', read(...items)]]) });
const lesson = (given: Parameters<typeof slot>[3] = {}, start = '14:00', end = '15:30') =>
  slot('lesson', start, end, { pilots: [person('Sam Garcia')], ...given });

describe('the aircraft’s fitness in the check', () => {
  const annual = (limit: string) => item({ name: 'Annual', dateOptions: dateLimit(limit) });
  const trip = lesson({}, '30T10:00', '31T10:00');
  const shop = slot('shop', '12:00', '13:30', { type: 1, activityType: { name: 'Annual' } });
  const squawk = {
    squawks: new Map([['a1', read(toSquawk({ description: 'Brake', groundAircraft: true }, 0, zone))]]),
  };

  test.each([
    ['an Expired reminder', [lesson()], due(item({ status: status(3) })), 'stop: 100-hour expired'],
    ['a date limit before the start', [trip], due(annual('2026-05-29')), 'stop: Annual: limit Fri 29 May'],
    [
      'a date limit inside the reservation',
      [trip],
      due(annual('2026-05-30')),
      'stop: Annual: limit Sat 30 May, 14 h 00 into the flight',
    ],
    [
      'a Warning',
      [lesson()],
      due(item({ status: status(2), timeOptions: hoursLeft(9) })),
      'no findings: 100-hour in 9.0 h',
    ],
    ['a grounding squawk', [lesson()], squawk, 'stop: Squawk: Brake'],
    [
      'a squawk that does not tell whether it grounds',
      [lesson()],
      { squawks: new Map([['a1', read(toSquawk({ description: 'Brake', grounded: '?' }, 0, zone))]]) },
      'not known: Squawk: Brake, not known whether it grounds',
    ],
    [
      'a grounding squawk in another form',
      [lesson()],
      { squawks: new Map([['a1', read(toSquawk({ description: 'Brake', severity: 'Grounding' }, 0, zone))]]) },
      'stop: Squawk: Brake',
    ],
    [
      'a grounding squawk after a shop visit for other work',
      [lesson(), shop],
      squawk,
      'stop: Squawk: Brake; shop visit 1200L (Annual)',
    ],
    [
      'a grounding squawk after a shop visit without a purpose',
      [lesson(), slot('shop', '12:00', '13:30', { type: 1 })],
      squawk,
      'stop: Squawk: Brake; shop visit 1200L, no work named',
    ],
    [
      'an inactive status',
      [lesson()],
      { fleet: [{ ...fleet[0]!, status: { id: 0, name: 'Inactive' } }] },
      'stop: Aircraft status Inactive',
    ],
    ['unread reminders', [lesson()], { reminders: new Map() }, 'not known: Reminders not loaded yet'],
    ['no aircraft list', [lesson()], { fleet: null }, 'not known: Aircraft list not loaded yet'],
    ['no record in the list', [lesson()], { fleet: [] }, 'not known: Not in the aircraft list'],
  ])('with %s: %#', (_, reservations, more, words) => {
    expect(lineOf('aircraft fit', reservations, more)).toBe(words);
  });

  describe('of a scheduling group', () => {
    const group = (name: unknown) => ({
      aircraft: null,
      aircraftOption: { aircraft: null, schedulingGroup: name },
    });
    const rental = { reservationType: { displayTypeId: 0, name: 'Rental' } };

    test('is not there yet, and no model is known for the checkout', () => {
      expect(lineOf('aircraft fit', [lesson(group({ name: 'C172' }))])).toBe(
        'check: No aircraft yet, scheduling group “C172”',
      );
      expect(lineOf('aircraft fit', [lesson(group({ id: 4 }))])).toBe('check: No aircraft yet');
      const people = { isWithoutUsers: false, users: [{ userId: 'Sam Garcia', status: status(1) }] };
      expect(lineOf('checkout', [lesson({ ...rental, ...group('C172') })], people)).toBe(
        'not known: No aircraft yet, so no model to look for',
      );
      expect(check([lesson(group('C172'))])?.mark).toBe('No aircraft yet');
    });

    test('is no matter for a ground lesson, a class, or a reservation that has its aircraft', () => {
      expect(lineOf('aircraft fit', [lesson(group(null))])).toBeNull();
      expect(lineOf('aircraft fit', [lesson({ ...group('C172'), type: 2 })])).toBeNull();
      const assigned = { ...group('C172'), aircraft: { aircraftId: 'a1', tailNumber: 'N512SP' } };
      expect(lineOf('aircraft fit', [lesson(assigned)], due())).not.toMatch(/No aircraft/);
    });
  });

  test('names all findings in the details, worst first, and the worst alone in words and mark', () => {
    const items = due(
      annual('2026-05-01'),
      item({ maintenanceReminderId: 'oil', name: 'Oil', timeOptions: hoursLeft(1) }),
      item({ maintenanceReminderId: 'vor', name: 'VOR', status: status(2), timeOptions: hoursLeft(30) }),
    );
    const line = check([lesson()], { ...items, ...squawk })?.lines.find(({ subject }) => subject === 'aircraft fit');
    expect(line).toMatchObject({ level: 'stop', mark: 'Squawk' });
    expect(line?.details.map(({ level }) => level)).toEqual(['stop', 'check', 'no findings']);
    expect(line?.details[0]?.words).toBe(line?.words);
    expect(line?.words).toMatch(/^Squawk: Brake; Annual: past due, limit Fri 1 May/);
    expect(line?.words).not.toMatch(/Oil|VOR/);
    expect(line?.details[1]?.words).toMatch(/^Oil: /);
    expect(line?.details[2]?.words).toMatch(/^VOR in /);
    expect(line?.details.map(({ isWarning }) => isWarning)).toEqual([false, false, true]);
  });

  test('an expired reminder is a check after a shop visit for it', () => {
    expect(lineOf('aircraft fit', [lesson(), shop], due(item({ name: 'Annual', status: status(3) })))).toBe(
      'check: Annual expired; planned: shop visit 1200L (Annual; taken for it by: annual)',
    );
  });
});

describe('a limit of the aircraft in the check', () => {
  test('hours that likely run out inside the reservation are a check, and hours certainly used up by earlier flights are a stop', () => {
    expect(lineOf('aircraft fit', [lesson()], due(item({ timeOptions: hoursLeft(1) })))).toMatch(
      /^check: 100-hour: likely crosses its limit about 1526L, 1.0 h left/,
    );
    const before = [lesson(), slot('a', '08:00', '10:00', out), slot('b', '12:00', '14:00')];
    expect(lineOf('aircraft fit', before, due(item({ timeOptions: hoursLeft(0.9) })))).toMatch(
      /^stop: 100-hour: crossed its limit by about 0948L, 0.9 h left on the meter/,
    );
    expect(lineOf('aircraft fit', before, due(item({ timeOptions: hoursLeft(2) })))).toMatch(/^check/);
  });

  test('hours that the flight is certain to use up are a stop, and the words say when', () => {
    const left = (hours: number) => lineOf('aircraft fit', [lesson()], due(item({ timeOptions: hoursLeft(hours) })));
    // The lesson has 1.5 booked hours, and flies at least half of them.
    expect(left(0.76)).toMatch(/^check: 100-hour: likely crosses/);
    expect(left(0.5)).toBe('stop: 100-hour: reaches its limit by 1500L, 1 h 00 into the flight, 0.5 h left');
    const flown = [lesson(), slot('a', '08:00', '09:00', out)];
    expect(lineOf('aircraft fit', flown, due(item({ timeOptions: hoursLeft(1) })))).toBe(
      'stop: 100-hour: reaches its limit by 1500L, 1 h 00 into the flight, 1.0 h left',
    );
    // Nobody knows whether another reservation before it is flown.
    const planned = [lesson(), slot('a', '12:00', '13:00')];
    expect(lineOf('aircraft fit', planned, due(item({ timeOptions: hoursLeft(1) })))).toMatch(/^check/);
  });

  test('what is left and not known is not known in the check', () => {
    expect(
      lineOf('aircraft fit', [lesson()], due(item({ name: 'Annual', dateOptions: dateLimit('05/10/2026') }))),
    ).toBe('not known: Annual: 05/10/2026 could not be read');
    expect(lineOf('aircraft fit', [lesson()], due(item({ timeOptions: hoursLeft(5237.7) })))).toBe(
      'not known: 100-hour: 5,237.7 h left of a 100-hour interval: the meter or the limit is wrong',
    );
  });
});

describe("the aircraft's presence", () => {
  const late = slot('late', '09:00', '10:30', { ...out, pilots: [person('Kim Roe')] });

  test('it is away while another reservation uses it', () => {
    const begun = lesson({}, '11:00', '12:00');
    expect(lineOf('aircraft there', [begun, late])).toBe('stop: N512SP is not back from 0900L–1030L by Roe');
    expect(lineOf('aircraft there', [lesson({}, '11:20', '12:00'), late])).toBe(
      'check: Not back +0:35 from the flight of 0900L by Roe',
    );
    const flying = slot('o', '10:00', '11:30', { ...out, pilots: [person('Kim Roe')] });
    expect(lineOf('aircraft there', [lesson({}, '11:20', '12:00'), flying])).toBe(
      'stop: N512SP is also booked 1000L–1130L by Roe',
    );
    expect(lineOf('double booking', [lesson({}, '11:20', '12:00'), flying])).toBe('no findings: None');
  });

  test('it is away in the shop, deleted, or at another location', () => {
    const shop = slot('s', '13:00', '17:00', { type: 1 });
    expect(lineOf('aircraft there', [lesson(), shop])).toBe('stop: N512SP is in maintenance 1300L–1700L');
    const deleted = { fleet: [{ ...fleet[0]!, status: { id: 2, name: 'Deleted' } }] };
    expect(lineOf('aircraft there', [lesson()], deleted)).toBe('stop: Aircraft is deleted');
    const at = (location: string) => ({
      aircraft: { aircraftId: 'a1', tailNumber: 'N512SP', location: { name: location } },
    });
    const before = slot('b', '12:00', '13:00', at('KPUB'));
    expect(lineOf('aircraft there', [lesson(at('KAPA')), before])).toBe('check: Last at KPUB, booked from KAPA');
  });

  test('an earlier flight that ends at the start is mentioned without a mark', () => {
    expect(lineOf('aircraft there', [lesson(), slot('b', '12:00', '14:00')])).toBe(
      'no findings: Back 1400L, then yours',
    );
  });
});

describe('hours that are not on the meter', () => {
  const hours = (left: number) => due(item({ timeOptions: hoursLeft(left) }));
  const flight = (start = '14:00', end = '16:00') => slot('flight', start, end);

  test("count for yesterday's unclosed flight only until a later flight was closed", () => {
    const open = slot('open', '11T08:00', '11T10:00', out);
    const later = slot('later', '11T15:00', '11T17:00', closed);
    expect(lineOf('aircraft fit', [flight('12:00', '13:00'), open, later], hours(1))).toBe('no findings: Fit');
    expect(lineOf('aircraft fit', [flight('12:00', '14:00'), open, later], hours(1))).toMatch(
      /^check: 100-hour: likely crosses its limit about 1326L/,
    );
  });

  test('do not count for a no-show days ago once the aircraft has flown since', () => {
    const past = [slot('no show', '07T08:00', '07T13:00'), slot('since', '08T09:00', '08T10:30', closed)];
    expect(lineOf('aircraft fit', [flight(), ...past], hours(4))).toBe('no findings: Fit');
  });

  test('of a reservation never checked out are possible, and never a stop', () => {
    const noShow = slot('no show', '08:00', '10:00');
    expect(lineOf('aircraft fit', [flight('14:00', '14:20'), noShow], hours(0.5))).toMatch(
      /^check: 100-hour: may reach/,
    );
    expect(lineOf('aircraft fit', [flight(), noShow, slot('planned', '11:30', '13:30')], hours(1))).toMatch(/^check/);
  });

  test('booked before the flight are a check, but certainly flown ones are a stop', () => {
    const short = flight('14:00', '14:20');
    expect(lineOf('aircraft fit', [short, slot('before', '11:30', '13:30')], hours(0.2))).toMatch(/^check/);
    expect(lineOf('aircraft fit', [short, slot('before', '07:00', '11:00', out)], hours(0.2))).toMatch(/^stop/);
  });

  test('landings run out like hours', () => {
    const landings = due(item({ cycleOptions: cyclesLeft(1) }));
    expect(lineOf('aircraft fit', [flight()], landings)).toMatch(
      /^check: 100-hour: landings likely run out about 1430L/,
    );
  });
});

describe('a date limit', () => {
  test('is valid until midnight, and a flight one minute longer has a finding', () => {
    const annual = due(item({ name: 'Annual', dateOptions: dateLimit('2026-05-12') }));
    const evening = (end: string) => slot('evening', '22:00', end);
    expect(lineOf('aircraft fit', [evening('13T00:00')], annual)).toBe('no findings: Fit');
    expect(lineOf('aircraft fit', [evening('13T00:01')], annual)).toBe(
      'stop: Annual: limit Tue 12 May, 2 h 00 into the flight',
    );
    expect(lineOf('aircraft fit', [slot('next', '13T00:00', '13T01:00')], annual)).toBe(
      'stop: Annual: limit Tue 12 May',
    );
  });
});

describe('an aircraft that is not back', () => {
  const late = slot('late', '07:00', '09:00', { ...out, pilots: [person('Kim Roe')] });
  const words = 'Not back +2:05 from the flight of 0700L by Roe';

  test.each([
    ['in 85 minutes', '12:30', '14:00', 'check'],
    ['tomorrow', '13T09:00', '13T10:00', 'check'],
    ['in 10 minutes, less than a turnaround', '11:15', '12:00', 'stop'],
  ])('with a flight %s', (_, start, end, level) => {
    expect(lineOf('aircraft there', [lesson({}, start, end), late])).toBe(`${level}: ${words}`);
  });

  test('is due in the minute of its end, and never late by +0:00', () => {
    const back = slot('back', '09:00', '11:05', { ...out, pilots: [person('Kim Roe')] });
    expect(check([lesson({}, '11:05', '12:00'), back])).toMatchObject({ level: 'stop', mark: 'Due back now' });
    expect(lineOf('aircraft there', [lesson({}, '11:40', '12:30'), back])).toBe(
      'check: Due back now from the flight of 0900L by Roe',
    );
  });

  test('is also away after three days', () => {
    const old = slot('old', '09T07:00', '09T09:00', out);
    expect(lineOf('aircraft there', [lesson(), old])).toBe(
      'check: Not back +3 days from the flight of Sat 9 May 0700L',
    );
  });

  test('may be out past its end, with an unclear status: a caution for every flight after it', () => {
    const odd = { reservationStatus: { id: 4, name: 'Dispatched' }, pilots: [person('Kim Roe')] };
    const doubt = slot('doubt', '08:00', '10:00', odd);
    const line = (start: string, end: string) => lineOf('aircraft there', [lesson({}, start, end), doubt]);
    const text = 'check: May be out, past its end +1:05, the flight of 0800L by Roe';
    expect([line('11:15', '12:00'), line('13T09:00', '13T10:00')]).toEqual([text, text]);
    expect(line('10:00', '12:00')).toBe('check: N512SP may be out from 0800L–1000L by Roe');
    const before = slot('before', '09:00', '11:30', odd);
    expect(lineOf('aircraft there', [lesson({}, '12:00', '13:00'), before])).toBe('no findings: Yes');
    const since = slot('since', '10:10', '10:50', { status: 2 });
    expect(lineOf('aircraft there', [lesson(), doubt, since])).toBe('no findings: Yes');
  });

  test('is in the shop until the service closes the visit, whatever its booked end', () => {
    const visit = (id: number) =>
      slot('visit', '08:00', '10:30', { type: 1, status: id, displayName: 'Left main tire' });
    const line = (start: string, id: number) => lineOf('aircraft there', [lesson({}, start, '18:00'), visit(id)]);
    const shop = 'In the shop, +0:35, shop visit of 0800L (Left main tire)';
    expect([line('11:15', 1), line('14:00', 1)]).toEqual([`stop: ${shop}`, `check: ${shop}`]);
    expect(line('14:00', 6)).toBe('check: May be in the shop, +0:35, shop visit of 0800L (Left main tire)');
    expect([line('14:00', 0), line('14:00', 2)]).toEqual(['no findings: Yes', 'no findings: Yes']);
    expect(line('11:00', 1)).toBe('stop: N512SP is in maintenance 0800L–1030L, not closed');
  });

  test('within the grace period matters only to a flight that leaves soon', () => {
    const due10 = slot('due', '09:00', '11:00', out);
    expect(lineOf('aircraft there', [lesson(), due10])).toBe('no findings: Yes');
    expect(lineOf('aircraft there', [lesson({}, '11:30', '12:00'), due10])).toMatch(/^check: Not back \+0:05/);
  });

  test('is back for its people once they have flown again', () => {
    const lee = { instructor: person('Ana Lee') };
    const away = slot('away', '09T07:00', '09T09:00', { ...out, ...lee });
    const since = slot('since', '11T10:00', '11T11:00', { ...closed, ...lee, aircraft: { aircraftId: 'a2' } });
    const next = lesson({ ...lee, aircraft: { aircraftId: 'a2' } }, '11:30', '12:30');
    const people = { instructors: [{ userId: 'Ana Lee', instructorStatus: { id: 1, name: 'Active' } }] };
    expect(lineOf('instructor', [next, away], people)).toMatch(/^check/);
    expect(lineOf('instructor', [next, away, since], people)).toBe('no findings: Active and free');
  });
});

test('the mark gives the reason in two words', () => {
  const oil = due(item({ name: 'Oil change', timeOptions: hoursLeft(1) }));
  expect(check([lesson()], oil)?.mark).toBe('Oil 1.0 h');
  expect(check([lesson()], due(item({ name: 'Annual', status: status(3) })))?.mark).toBe('Annual expired');
  expect(check([lesson({}, '12:30', '13:30'), slot('late', '07:00', '09:00', out)])?.mark).toBe('Not back');
  expect(check([lesson()])?.mark).toBeNull();
  expect(check([lesson()], { reminders: new Map() })).toMatchObject({ level: 'not known', mark: 'Reminders' });
  expect(onTheDay('11:05')).toBe(sources([]).now);
});
