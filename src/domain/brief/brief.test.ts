import { describe, expect, it } from 'vitest';
import { dateLimit, hoursLeft, item, status, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { onTheDay, person, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import type { ReadinessSources } from '#domain/readiness/readinessIndex.ts';
import { read } from '#e2e/fixtures/samples/sampleReadiness.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import type { ReservationChange } from '#domain/reservations/changes.ts';
import { changesFrom } from './brief.ts';

import { block, brief, fact, morning, said, today } from '#e2e/fixtures/samples/sampleBrief.ts';

const archer = { aircraftId: 'a2', tailNumber: 'N284PA' };
const twoAircraft = [
  { aircraftId: 'a1', tailNumber: 'N512SP', status: status(1) },
  { ...archer, status: status(1) },
];
const bothRead: Partial<ReadinessSources> = {
  fleet: twoAircraft,
  reminders: new Map([
    ['a1', read()],
    ['a2', read()],
  ]),
  squawks: new Map([
    ['a1', read()],
    ['a2', read()],
  ]),
};

describe('the figures of a brief', () => {
  const sheet = brief(
    [
      slot('first', '06:30', '08:00', { instructor: person('Kim Lee') }),
      slot('second', '07:00', '09:30', { aircraft: archer, instructor: person('Kim Lee') }),
      slot('late', '22:30', '13T01:00', { instructor: person('Ben Ortiz') }),
      slot('ground', '10:00', '11:00', { aircraft: null, instructor: person('Ida Berg') }),
      slot('void', '05:30', '06:00', { status: 0, reservationStatus: { id: 3, name: 'Cancelled' } }),
      slot('shop', '12:00', '14:00', { type: 1, instructor: person('Max Shop') }),
    ],
    {
      records: {
        ...bothRead,
        instructors: ['Kim Lee', 'Ben Ortiz', 'Ida Berg', 'Eva Off'].map((name) => ({ userId: name })),
      },
    },
  );

  it('count flights that are not void, their hours within the day, and the instructors', () => {
    expect(fact(sheet, 'Flights booked')).toBe('3');
    // 1.5 h, 2.5 h, and 1.5 h until midnight.
    expect(fact(sheet, 'Hours booked')).toBe('5.5 h');
    expect(fact(sheet, 'Instructors on')).toBe('3 of 4');
  });

  it('include flights that wait for their aircraft, which are named', () => {
    const waiting = { aircraft: null, aircraftOption: { aircraft: null, schedulingGroup: { name: 'C172' } } };
    const sam = { ...waiting, pilots: [person('Sam Garcia')] };
    const school = [slot('group', '06:00', '07:30', sam), slot('ground', '10:00', '11:00', { aircraft: null })];
    const found = brief(school, { records: bothRead });
    expect(fact(found, 'Flights booked')).toBe('1');
    expect(fact(found, 'Hours booked')).toBe('1.5 h');
    expect(fact(found, 'First departure')).toBe('0600L');
    expect(fact(found, 'No aircraft yet')).toBe('1 flight: 0600L Garcia (C172)');
    expect(said(found, 'wave').join()).toMatch(/0600L.*None yet.*Garcia.*Caution.*No aircraft yet/);
    expect(fact(sheet, 'No aircraft yet')).toBeUndefined();
  });

  it('give the first departure and the last return, which may be on the next day', () => {
    expect(fact(sheet, 'First departure')).toBe('0630L');
    expect(fact(sheet, 'Last return')).toBe('0100L +1');
    expect(fact(brief([]), 'First departure')).toBe('None');
  });

  it('count the aircraft as the fleet page does', () => {
    expect(fact(sheet, 'Aircraft now')).toBe('2 can go');
    expect(fact(brief([], { records: { fleet: null } }), 'Aircraft now')).toBe(
      'Not known yet: the aircraft list has not loaded',
    );
  });

  it("give the sun by the field's clock, and say if it is not known", () => {
    // At 39.57 N, 104.85 W by the tables of the US Naval Observatory: 0516, 0547, 2003, 2034 (within a minute).
    const [, dawn, rise, set, dusk] =
      /begins (\d{4})L · sunrise (\d{4})L · sunset (\d{4})L · civil twilight ends (\d{4})L/.exec(
        fact(sheet, 'Sun') ?? '',
      ) ?? [];
    for (const [printed, table] of [
      [dawn, 516],
      [rise, 547],
      [set, 2003],
      [dusk, 2034],
    ] as const)
      expect(Math.abs(Number(printed) - table)).toBeLessThanOrEqual(2);
    expect(fact(brief([], { records: { position: null } }), 'Sun')).toMatch(/field’s position is not set/);
    const polar = { position: { latitude: 78.2, longitude: 15.6 }, zone: { ...zone, name: 'Europe/Oslo' } };
    expect(fact(brief([], { records: polar }), 'Sun')).toBe('Neither rises nor sets this day');
  });
});

describe('the first wave', () => {
  it("shows each aircraft's first flight that begins that day, by start, with the worst finding of its check", () => {
    const sheet = brief(
      [
        slot('over', '11T23:00', '05:30', { status: 1, pilots: [person('Nell Night')] }),
        slot('two', '09:00', '10:00', { pilots: [person('Ana Garcia')], instructor: person('Kim Lee') }),
        slot('one', '07:00', '08:30', { pilots: [person('Ana Garcia')], instructor: person('Kim Lee') }),
        slot('archer', '06:00', '07:00', {
          aircraft: archer,
          pilots: [person('Sam Chen')],
          instructor: person('Kim Lee'),
        }),
        slot('sim', '06:00', '07:00', { aircraft: { aircraftId: 's', tailNumber: 'FMX', isSimulator: true } }),
      ],
      {
        records: {
          ...bothRead,
          reminders: new Map([
            ['a1', read(item({ status: status(3), timeOptions: hoursLeft(-1.25, 3) }))],
            ['a2', read()],
          ]),
          instructors: [{ userId: 'Kim Lee' }],
          users: ['Ana Garcia', 'Sam Chen'].map((userId) => ({ userId, aircraftCheckouts: [] })),
        },
      },
    );
    expect(said(sheet, 'wave')).toEqual([
      '0600L | N284PA | Chen / Lee | No findings',
      '0700L | N512SP | Garcia / Lee | Do not dispatch | 100-hour expired, 1.3 h past due',
    ]);
    expect(block(sheet, 'wave').rows.map(({ level }) => level)).toEqual(['no findings', 'stop']);
  });

  it('shows a flight as not back once its lateness exceeds the grace', () => {
    const out = slot('out', '08:00', '10:30', { status: 1, pilots: [person('Ana Garcia')] });
    const at = (time: string) =>
      said(brief([out], { records: { ...bothRead, users: [], now: onTheDay(time) } }), 'wave');
    expect(at('11:05')).toEqual(['0800L | N512SP | Garcia | Not back | +0:35; Ana Garcia: no record']);
    expect(at('10:39')).toEqual(['0800L | N512SP | Garcia | Caution | Ana Garcia: no record']);
  });

  it('counts completed flights on paper, and has them apart from it', () => {
    const done = slot('done', '03:00', '04:00', { status: 2, pilots: [person('Ana Garcia')] });
    expect(brief([done]).done).toEqual([['0300L', 'N512SP', 'Garcia', 'Done']]);
    const wave = block(brief([done]), 'wave');
    expect(wave).toMatchObject({ count: 0, rows: [], more: 'Nothing more' });
    expect(wave.note).toBe('the first flight of each aircraft, 1 done');
    const flights = Array.from({ length: 120 }, (_, number) => {
      const aircraft = { aircraftId: `x${number}`, tailNumber: `N${100 + number}AB` };
      return slot(`f${number}`, '03:00', '04:00', { aircraft, status: number === 0 ? 2 : 0 });
    });
    const dense = brief(flights);
    expect(block(dense, 'wave-fine').rows).toEqual([]);
    expect(block(dense, 'wave')).toMatchObject({
      count: 119,
      title: 'First wave: findings',
      note: 'the first flight of each aircraft, 1 done',
    });
  });

  it('says if nothing flies', () => {
    expect(said(brief([]), 'wave')).toEqual(['No aircraft is booked to fly']);
  });

  it('writes out days instead of counting from now, because paper is read on another day', () => {
    const shop = slot('shop', '13T08:00', '13T12:00', { type: 1 });
    const flight = slot('flight', '13T13:00', '13T15:00', { instructor: person('Kim Lee') });
    const sheet = brief([shop, flight], {
      day: '2026-05-13',
      records: { reminders: new Map([['a1', read(item({ timeOptions: hoursLeft(0.5) }))]]), instructors: [] },
    });
    expect(JSON.stringify(sheet)).not.toMatch(/tomorrow|yesterday/);
  });
});

describe('the list of aircraft that are grounded', () => {
  it('has the grounded first, then the shop, not known, and inactive', () => {
    const grounding = toSquawk({ squawkId: 'q', description: 'Left brake soft', groundAircraft: true }, 0, zone);
    const fleet = ['N1', 'N2', 'N3', 'N4', 'N5', 'N6'].map((tailNumber, place) => ({
      aircraftId: `a${place + 1}`,
      tailNumber,
      status: place === 4 ? { id: 0, name: 'inactive' } : status(1),
    }));
    const reservations = [
      slot('shop', '08:00', '17:00', { type: 1, aircraft: { aircraftId: 'a3', tailNumber: 'N3' } }),
      slot('long', '10T08:00', '12:00', { type: 1, aircraft: { aircraftId: 'a1', tailNumber: 'N1' } }),
      slot('open', '09T08:00', '09T17:00', { type: 1, status: 1, aircraft: { aircraftId: 'a6', tailNumber: 'N6' } }),
    ];
    const reminders = new Map(fleet.map((aircraft) => [aircraft.aircraftId, read<ReturnType<typeof item>>()]));
    reminders.set(
      'a1',
      read(item({ name: 'Annual', status: status(3), dateOptions: dateLimit('2026-04-30', 3) }, fleet[0])),
    );
    reminders.delete('a4');
    const squawks = new Map(fleet.map((aircraft) => [aircraft.aircraftId, read<typeof grounding>()]));
    squawks.set('a2', read(grounding));
    expect(said(brief(reservations, { records: { fleet, reminders, squawks } }), 'grounded')).toEqual([
      'N1 | Grounded | Annual expired Thu 30 Apr; in the shop until 1200L',
      'N2 | Grounded | Squawk: Left brake soft',
      'N3 | Shop | In the shop 0800–1700L',
      'N6 | Shop | In the shop, +2 days',
      'N4 | Not known | Reminders not loaded yet',
      'N5 | Inactive | Aircraft status inactive',
    ]);
  });

  it('gives the reason where a limit may have passed in a flight that is not closed', () => {
    const flight = slot('f', '11T20:00', '11T22:00', { status: 1 });
    const reminders = new Map([['a1', read(item({ name: 'Oil', timeOptions: hoursLeft(1.1) }))]]);
    const row = said(brief([flight], { records: { ...bothRead, reminders } }), 'grounded').join('\n');
    expect(row).toMatch(/N512SP \| Not known \| Oil: likely crossed/);
  });
});

describe('hours left and booked', () => {
  const withLeft = (hours: number, reservations: readonly TimedReservation[], day = today) =>
    brief(reservations, {
      day,
      records: { reminders: new Map([['a1', read(item({ timeOptions: hoursLeft(hours) }))]]) },
    });

  it('appear from half of the remaining hours on, by the clock', () => {
    const two = [slot('a', '08:00', '10:00'), slot('b', '12:00', '13:00')];
    expect(said(withLeft(6.1, two), 'hours')).toEqual(['None']);
    expect(said(withLeft(6, two), 'hours')).toEqual(['N512SP | 100-hour | 6.0 h left | 3.0 h booked']);
    expect(block(withLeft(6, two), 'hours').rows[0]?.level).toBeNull();
    expect(block(withLeft(2.9, two), 'hours').rows[0]?.level).toBe('check');
  });

  it('count everything booked until the end of the day and unclosed flights, whatever shop visit comes between', () => {
    const open = slot('open', '11T20:00', '11T21:30', { status: 1 });
    const flights = [open, slot('a', '08:00', '10:00'), slot('b', '13T08:00', '13T09:00')];
    expect(said(withLeft(4, flights), 'hours')).toEqual(['N512SP | 100-hour | 4.0 h left | 3.5 h booked']);
    expect(said(withLeft(4, flights, '2026-05-13'), 'hours')).toEqual([
      'N512SP | 100-hour | 4.0 h left | 4.5 h booked',
    ]);
    const visit = slot('visit', '09:00', '17:00', { type: 1 });
    expect(said(withLeft(4, [open, flights[1] ?? open, visit]), 'hours')).toEqual([
      'N512SP | 100-hour | 4.0 h left | 3.5 h booked',
    ]);
  });
});

describe('the conflicts of the day', () => {
  it('have definite ones first, each group by start, without those of other days', () => {
    const sheet = brief([
      slot('a', '09:00', '10:00', { pilots: [person('Ana Garcia')] }),
      slot('b', '09:30', '11:00', { pilots: [person('Sam Chen')] }),
      slot('odd', '07:00', '08:00', { reservationStatus: { id: 9, name: 'On hold' }, pilots: [person('Eva May')] }),
      slot('early', '07:30', '08:30', { pilots: [person('Bo Ray')] }),
      slot('c', '13T09:00', '13T10:00'),
      slot('d', '13T09:00', '13T10:00'),
    ]);
    expect(said(sheet, 'conflicts')).toEqual([
      '0930L | Definite | Chen: N512SP is also booked 0900L–1000L by Garcia',
      '0730L | Possible | Ray: N512SP is also booked 0700L–0800L by May',
    ]);
  });

  it('state once that a limit is a forecast', () => {
    const sheet = brief([slot('a', '09:00', '12:00', { pilots: [person('Ana Garcia')] })], {
      records: { reminders: new Map([['a1', read(item({ timeOptions: hoursLeft(2) }))]]) },
    });
    expect(said(sheet, 'conflicts')[0]).toMatch(
      /^0900L \| Possible \| Garcia: N512SP likely crosses .* during this reservation$/,
    );
    expect(block(sheet, 'conflicts').note).toMatch(/forecast/);
  });
});

describe('the changes since yesterday evening', () => {
  const before = slot('moved', '13:00', '14:00', { pilots: [person('Ana Garcia')] });
  const after = slot('moved', '15:00', '16:00', { pilots: [person('Ana Garcia')] });
  const cancelled = slot('off', '09:00', '10:00', {
    reservationStatus: { id: 3, name: 'Cancelled' },
    pilots: [person('Sam Chen')],
  });
  const booked = slot('off', '09:00', '10:00', { pilots: [person('Sam Chen')] });
  const changes: readonly ReservationChange[] = [
    { before, after, seenAt: onTheDay('04:00') },
    { before: booked, after: cancelled, seenAt: onTheDay('04:10') },
    {
      before: null,
      after: slot('new', '08:00', '09:00', { aircraft: archer, pilots: [person('Bo Ray')] }),
      seenAt: onTheDay('04:20'),
    },
    { before: slot('gone', '10:00', '11:00'), after: null, seenAt: onTheDay('04:30') },
    {
      before: slot('out', '12:00', '13:00'),
      after: slot('out', '12:00', '13:00', { status: 1 }),
      seenAt: onTheDay('04:40'),
    },
    { before: null, after: slot('other day', '14T08:00', '14T09:00'), seenAt: onTheDay('04:50') },
  ];

  it("list what happened to the day's reservations, by start, without routine progress", () => {
    expect(said(brief([], { changes }), 'changes')).toEqual([
      '0800L | N284PA | Ray: new',
      '0900L | N512SP | Chen: status now Cancelled',
      '1000L | N512SP | Standard Reservation: gone',
      '1500L | N512SP | Garcia: moved from 1300L',
    ]);
    expect(said(brief([]), 'changes')).toEqual(['Nothing']);
  });

  it('begin at 1800L the evening before, also for a future day, and say if the log began later', () => {
    expect(changesFrom(today, morning, zone.name)).toBe(onTheDay('11T18:00'));
    expect(changesFrom('2026-05-20', morning, zone.name)).toBe(onTheDay('11T18:00'));
    expect(changesFrom('2026-05-08', morning, zone.name)).toBe(onTheDay('07T18:00'));
    expect(block(brief([]), 'changes').title).toBe('Changed since Mon 11 May 1800L');
    const { title, note } = block(brief([], { logFrom: onTheDay('02:30') }), 'changes');
    expect([title, note]).toEqual(['Changed since Tue 12 May 0230L', 'when the log began']);
  });
});

describe('the list of time off', () => {
  it('has everyone with time off on the day, by name, one row per person', () => {
    const off = (id: string, from: string, to: string, name: string) =>
      slot(id, from, to, { type: 10, aircraft: null, instructor: person(name) });
    const sheet = brief([
      off('a', '08:00', '12:00', 'Kim Lee'),
      off('b', '15:00', '16:00', 'Kim Lee'),
      off('c', '11T00:00', '14T00:00', 'Ben Ortiz'),
      off('d', '05:00', '22:00', 'Ida Berg'),
      off('e', '11T12:00', '09:00', 'Al Ray'),
      off('f', '13T08:00', '13T12:00', 'Not Today'),
    ]);
    expect(said(sheet, 'off')).toEqual([
      'Al Ray, until 0900L',
      'Ben Ortiz, all day',
      'Ida Berg, all day',
      'Kim Lee, 0800–1200L, 1500–1600L',
    ]);
  });
});

describe('a brief', () => {
  it('is empty if a school has no aircraft and no reservations', () => {
    expect(brief([], { records: { fleet: [] } }).isEmpty).toBe(true);
    expect(brief([]).isEmpty).toBe(false);
  });
});
