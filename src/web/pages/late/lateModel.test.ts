import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Weather } from '#contract/gateway/weather.ts';
import { reservationIndex } from '#domain/schedule/reservationIndex.ts';
import { lateList } from '#domain/schedule/late.ts';
import { isTimed, type TimedReservation, toReservation } from '#domain/reservations/reservations.ts';
import {
  actText,
  aircraftFacts,
  lastClosedText,
  missingText,
  notLateText,
  noWeatherText,
  routeFacts,
  sheetSteps,
  stepsCount,
  timeFacts,
  waitingTexts,
} from './lateModel.ts';

const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
const now = Date.parse('2026-05-12T17:05:00Z');
const at = { now, clock: { zone: zone.name, mode: 'L' } } as const;

function flight(
  id: string,
  start: string,
  end: string,
  status: readonly [number, string],
  more = {},
): TimedReservation {
  const record = {
    reservationId: id,
    startTime: `2026-05-12T${start}:00`,
    endTime: `2026-05-12T${end}:00`,
    reservationType: { displayTypeId: 0, name: 'Rental' },
    aircraft: { aircraftId: 'n1', tailNumber: 'N512SP' },
    pilots: [{ userId: 'p1', firstName: 'Sam', lastName: 'Garcia' }],
    reservationStatus: { id: status[0], name: status[1] },
    ...more,
  };
  const reservation = toReservation(record, zone);
  if (!isTimed(reservation)) throw new Error('A flight of this test has times.');
  return reservation;
}

const [reserved, out, completed] = [
  [0, 'Reserved'],
  [1, 'Checked Out'],
  [2, 'Completed'],
] as const;
const late = flight('a', '08:00', '10:30', out);
const after = flight('b', '11:00', '12:00', reserved, { pilots: [{ userId: 'p2', lastName: 'Lee' }] });

describe('the sheet', () => {
  it('says why it has no weather, and not that none is read while it is on its way', () => {
    const read = { airports: [], isMadeUp: false } as unknown as Weather;
    expect(noWeatherText(false, null)).toBe('No weather is read here.');
    expect(noWeatherText(true, null)).toBe('Not known yet.');
    expect(noWeatherText(true, read)).toBe('No station is set for the place of this flight.');
  });

  it('gives its times by both clocks, and the minutes since the planned return', () => {
    expect(timeFacts(late, at)).toEqual([
      ['Left, as booked', '0800L · 1400Z'],
      ['Due back', '1030L · 1630Z'],
      ['Since then', '35 min'],
    ]);
    expect(timeFacts(late, { ...at, now: now + 3_600_000 })[2]).toEqual(['Since then', '95 min (1 h 35)']);
    // The Zulu day is another one.
    const evening = flight('e', '17:00', '19:00', out);
    expect(timeFacts(evening, { ...at, now: Date.parse('2026-05-13T02:00:00Z') })[1]?.[1]).toBe('1900L · 0100Z');
  });

  it('is only for a flight that is or may be out', () => {
    const backAt = '2026-05-12T17:05:00Z';
    expect(notLateText(late, null, at)).toBeNull();
    expect(notLateText(flight('c', '08:00', '10:30', completed), { backAt }, at)).toBe(
      'N512SP is back since 1105L: the flight service shows this flight as Completed.',
    );
    expect(notLateText(flight('c', '08:00', '10:30', completed), { backAt: null }, at)).toMatch(/^N512SP is back:/);
    expect(notLateText(flight('c', '08:00', '10:30', reserved), null, at)).toBe(
      'N512SP is not out on this flight: never checked out.',
    );
    expect(notLateText(after, null, at)).toMatch(/^N512SP is not out on this flight: not out yet/);
  });

  it('names what records say of the aircraft, whatever the members are called, and nothing else', () => {
    const aircraft = {
      aircraftId: 'n1',
      make: { name: 'Cessna' },
      model: { name: '172S' },
      exteriorColor: 'white and red',
      eltType: '406 MHz',
      raftCount: 0,
      trackOilFuel: true,
      aircraftClass: 'ASEL',
    };
    const record = { fuelOnBoard: 40, trackOilFuel: true };
    expect(aircraftFacts(late, aircraft as never, [record])).toEqual([
      ['Type', 'Cessna 172S'],
      ['Colour', 'white and red'],
      ['Fuel', '40'],
      ['Equipment', 'Elt type: 406 MHz, Raft count: 0'],
    ]);
    expect(aircraftFacts(late, null, [null]).slice(1)).toEqual([
      ['Colour', null],
      ['Fuel', null],
      ['Equipment', null],
    ]);
  });

  it('gives route and remarks, and tells what is not recorded from what a role may not see', () => {
    expect(routeFacts(late, { comments: ' KCOS KPUB ', notes: 'two up' })).toEqual([
      ['Activity', 'Rental'],
      ['From', null],
      ['Route', null],
      ['Remarks', 'KCOS KPUB. two up'],
    ]);
    expect(missingText({})).toBe('not recorded');
    expect(missingText({ withheldMembers: ['comments'] })).toBe('not recorded, or not shown to your role');
  });

  it('names the last closed flight before this one, and who waits', () => {
    const [early, later] = [flight('d', '05:00', '06:00', completed), flight('f', '06:00', '07:00', completed)];
    expect(lastClosedText(late, [later, early, late, after], at)).toBe('0600L to 0700L, Garcia');
    expect(lastClosedText(late, [late, after], at)).toBeNull();
    const index = reservationIndex([late, after], now);
    const { texts } = waitingTexts(late, index, lateList(index), at);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toMatch(/^1100L N512SP Lee/);
    const far = flight('g', '15:00', '16:00', reserved, { pilots: [{ userId: 'p2', lastName: 'Lee' }] });
    const quiet = reservationIndex([late, far], now);
    expect(waitingTexts(late, quiet, lateList(quiet), at).texts).toEqual([expect.stringMatching(/^1500L N512SP Lee/)]);
  });

  it('counts the school’s present steps alone, whatever was ticked', () => {
    const act = fc.record({ step: fc.constantFrom('a', 'b', 'c'), isDone: fc.boolean() });
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom('a', 'b')), fc.array(act), (steps, done) => {
        const acts = done.map((one, place) => ({ ...one, by: 'AB', at: new Date(now + place).toISOString() }));
        const shown = sheetSteps({ steps, acts }, at);
        expect(shown.map(({ step }) => step)).toEqual(steps);
        for (const { step, done: is } of shown)
          expect(is !== null).toBe(acts.findLast((one) => one.step === step)?.isDone ?? false);
        expect(stepsCount(shown)).toBe(`${shown.filter((one) => one.done).length} of ${steps.length} done`);
      }),
    );
    expect(actText({ step: 'Call', isDone: false, by: 'Kim Lee', at: '2026-05-12T17:00:00Z' }, at)).toBe(
      '1100L · 1700Z Kim Lee took back: Call',
    );
  });
});
