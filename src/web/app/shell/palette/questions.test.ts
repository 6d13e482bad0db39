import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import { assessFleet } from '#domain/readiness/fleetAssessment.ts';
import { readinessIndex } from '#domain/readiness/readinessIndex.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { clock, now, status, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { read, sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { person, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { readShownMoment } from '#domain/moments/shownMoment.ts';
import { freeChoices } from '#web/pages/fleet/fleetModel.ts';
import { readFreeAt } from '#web/pages/instructors/roster/freeAt.ts';
import { withinChoices } from '#web/pages/maintenance/dueListModel.ts';
import { aircraftState, nextOfPeople } from './paletteModel.ts';
import { dueSpans, freeLengths, questionTargets } from './questions.ts';

/** It is Tuesday 12 May 2026, 1105L. */
const fleet = ['N341DS', 'N285PA', 'N1285P'].map((tailNumber) => ({
  aircraftId: tailNumber.toLowerCase(),
  tailNumber,
}));
const answers = (text: string, by: Parameters<typeof questionTargets>[1]['clock'] = clock) =>
  questionTargets(text, { fleet, now, clock: by }).map((target) => [target.label, 'path' in target && target.path]);

describe('a question of a dispatcher has the page that answers it, named by what it shows', () => {
  test.each([
    ['who is free at 1500 for 2 h?', 'Instructors free 1500–1700L', '/instructors?free=1500&for=2'],
    ['instructors free 3pm-4:30pm', 'Instructors free 1500–1630L', '/instructors?free=1500&for=1.5'],
    ['who can teach at 1500', 'Instructors free at 1500L', '/instructors?free=1500'],
    ['who can teach fri 0800', 'Instructors free at Fri 15 May 0800L', '/instructors?date=2026-05-15&free=0800'],
    ['cfi free tomorrow', 'Instructors free on Wed 13 May', '/instructors?date=2026-05-13'],
    ['who is free for 90 min', 'Instructors free now for 90 min', '/instructors?for=1.5'],
    ['who is free in 2 h', 'Instructors free at 1300L', '/instructors?free=1300'],
    ['who is free at 2130z', 'Instructors free at 1530L', '/instructors?free=1530'],
    ['can go in the next hour', 'Aircraft that can go and stay free 1 h', '/fleet?now=available&free=60'],
    ['which aircraft are free for 90 min', 'Aircraft that can go and stay free 2 h', '/fleet?now=available&free=120'],
    ['what can go at 1500', 'Aircraft that can go at 1500L', '/fleet?now=available&moment=2026-05-12T21:00Z'],
    ['planes free fri', 'Times with a free aircraft from Fri 15 May on', '/plan/find?instructor=none&date=2026-05-15'],
    ['due in 7 days', 'Reminders due within 7 days', '/maintenance?within=7d'],
    ['due this week', 'Reminders due within 7 days', '/maintenance?within=7d'],
    ['what is due tomorrow', 'Reminders due within 7 days', '/maintenance?within=7d'],
    ['inspections due this month', 'Reminders due within 30 days', '/maintenance?within=30d'],
    ['due in 10 h', 'Reminders due within 10 h of use', '/maintenance?within=10h'],
    ['due in 60 days', 'Due calendar', '/maintenance?view=calendar'],
    ['341ds due', 'Reminders of N341DS', '/maintenance?q=N341DS'],
    ['replace N341DS', 'Move the reservations of N341DS', '/plan/down?aircraft=n341ds'],
    ['n-341ds is down', 'Move the reservations of N341DS', '/plan/down?aircraft=n341ds'],
    ['shop visit for 5pa', 'Times in the shop for N285PA', '/plan/shop?aircraft=n285pa'],
    ['squawks of N285PA', 'Squawks of N285PA', '/maintenance?view=squawks&q=N285PA'],
  ])('%s', (text, label, path) => {
    expect(answers(text)[0]).toEqual([label, path]);
  });

  test('“free at 1500” asks of instructors and of aircraft', () => {
    expect(answers('free at 1500').map(([label]) => label)).toEqual([
      'Instructors free at 1500L',
      'Aircraft that can go at 1500L',
    ]);
  });

  test('a time is one of the shown clock, and the address has the operator’s', () => {
    expect(answers('who is free at 2100', { ...clock, mode: 'Z' })).toEqual([
      ['Instructors free at 2100Z', '/instructors?free=1500'],
    ]);
  });

  test.each([
    'garcia free at 1500',
    '172 2h tomorrow',
    'who',
    'due',
    'tomorrow',
    'hours last month',
    'can go',
    'replace',
    '',
  ])('“%s” is left to the search and the finder', (text) => {
    expect(answers(text)).toEqual([]);
  });
});

describe('for every time', () => {
  const minuteOfDay = fc.integer({ min: 0, max: 24 * 60 - 1 });
  const twoDigits = (value: number) => String(value).padStart(2, '0');

  test('the list of instructors takes the address, also on the days when the clock changes', () => {
    const changes = ['2026-03-08', '2026-05-12', '2026-11-01'];
    fc.assert(
      fc.property(minuteOfDay, fc.constantFrom(...changes), fc.constantFrom('', 'z'), (minute, day, mark) => {
        const time = `${twoDigits(Math.floor(minute / 60))}${twoDigits(minute % 60)}${mark}`;
        const [first] = answers(`who is free ${day} at ${time}`);
        const search = new URLSearchParams(String(first?.[1]).split('?')[1]);
        const date = search.get('date') ?? '2026-05-12';
        expect(readFreeAt(search.get('free') ?? '', date, now, clock.zone)).toMatchObject({
          problem: null,
          isChosen: true,
        });
      }),
    );
  });

  test('the list of aircraft takes the moment', () => {
    fc.assert(
      fc.property(minuteOfDay, (minute) => {
        const time = `${twoDigits(Math.floor(minute / 60))}${twoDigits(minute % 60)}`;
        for (const [, path] of answers(`aircraft free tomorrow at ${time}`)) {
          const moment = new URLSearchParams(String(path).split('?')[1]).get('moment') ?? '';
          expect(readShownMoment(moment, now, null, clock.zone)).toMatchObject({
            problem: null,
            at: expect.any(Number),
          });
        }
      }),
    );
  });
});

test('the lengths and spans of the answers are those that the lists take', () => {
  expect(freeChoices).toEqual(['any', ...freeLengths.map(String)]);
  expect(withinChoices).toEqual(['any', ...Object.values(dueSpans).map(({ value }) => value)]);
});

test('each person has the next booking, with its time and aircraft; what is void, done or has begun is none', () => {
  const on = (tail: string) => ({ aircraft: { aircraftId: tail, tailNumber: tail } });
  const sam = { pilots: [person('Sam Garcia')] };
  const list = [
    slot('begun', '09:00', '12:00', { ...on('N1'), ...sam }),
    slot('void', '12:00', '13:00', { ...on('N2'), ...sam, reservationStatus: { id: 3, name: 'Cancelled' } }),
    slot('next', '14:00', '15:00', { ...on('N341DS'), ...sam, instructor: person('Ana Lee') }),
    slot('later', '16:00', '17:00', { ...on('N5'), ...sam }),
  ];
  expect(new Set(nextOfPeople(list, now, clock).values())).toEqual(new Set(['next 1400L N341DS']));
  expect(nextOfPeople(list, now, clock).size).toBe(2);
});

describe('an aircraft that may not fly', () => {
  const aircraft = { aircraftId: 'n3', tailNumber: 'N3', status: status(1) };
  const squawk = toSquawk({ squawkId: 's', description: 'Brakes soft', groundAircraft: true }, 0, zone);
  const said = (reservations: readonly TimedReservation[]) => {
    const squawks = new Map([['n3', read(squawk)]]);
    const reminders = new Map([['n3', read<never>()]]);
    const index = readinessIndex(sources(reservations, { fleet: [aircraft], reminders, squawks }));
    return assessFleet([aircraft], index, true).map((row) => aircraftState(row, now, clock));
  };
  const onIt = { aircraft: { aircraftId: 'n3', tailNumber: 'N3' } };

  test('is grounded, whether or not it is booked', () => {
    expect(said([])).toEqual(['grounded']);
    expect(said([slot('late', '11:00', '13:00', onIt)])).toEqual(['grounded']);
  });
});
