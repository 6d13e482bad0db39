import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import { assessFleet } from '#domain/readiness/fleetAssessment.ts';
import { readinessIndex, type ReadinessSources } from '#domain/readiness/readinessIndex.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import {
  aircraft as sampleAircraft,
  clock,
  hoursLeft,
  item,
  now,
  status,
  zone,
} from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { read, sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { person, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { aircraftVerdict } from './verdictModel.ts';

/** It is Tuesday 12 May 2026, 1105L. */
const aircraft = sampleAircraft({ aircraftId: 'n1', tailNumber: 'N1', status: status(1) });
const booked = (start: string, end: string, id = 0) =>
  slot(start, start, end, {
    status: id,
    reservationStatus: { id, name: '' },
    pilots: [person('Ana Garcia')],
    aircraft: { aircraftId: 'n1', tailNumber: 'N1' },
  });
const oil = (id: number, left: number) =>
  item({ name: 'Oil change', status: status(id), timeOptions: hoursLeft(left, id) }, aircraft);
const brakes = toSquawk({ squawkId: 's', description: 'Brakes soft', groundAircraft: true }, 0, zone);

function verdict(
  reservations: readonly TimedReservation[],
  given: Partial<Pick<ReadinessSources, 'reminders' | 'squawks'>> = {},
  isLoaded = true,
  own = aircraft,
) {
  const index = readinessIndex(
    sources(reservations, {
      fleet: [own],
      reminders: new Map([['n1', read()]]),
      squawks: new Map([['n1', read()]]),
      ...given,
    }),
  );
  const [row] = assessFleet([own], index, isLoaded);
  if (!row) throw new Error('no aircraft');
  return aircraftVerdict(row, now, clock);
}
const words = ({ kind, word, reason, action }: ReturnType<typeof verdict>) =>
  [kind, word, reason, action?.label].filter(Boolean).join(' | ');
const withOil = (id: number, left: number) => ({ reminders: new Map([['n1', read(oil(id, left))]]) });

describe('the verdict on an aircraft', () => {
  test.each([
    ['free', [], {}, 'can go | Can go'],
    ['free until its next', [booked('13:00', '14:00')], {}, 'can go | Can go until 1300L | Open next reservation'],
    ['out', [booked('10:00', '11:30', 1)], {}, 'doing | Flying until 1130L | Garcia | Open reservation'],
    [
      'grounded by hours',
      [],
      withOil(3, -3),
      'grounded | Grounded | Oil change expired, 3.0 h past due | Move reservations',
    ],
    [
      'grounded while out',
      [booked('10:00', '11:30', 1)],
      { squawks: new Map([['n1', read(brakes)]]) },
      'grounded | Grounded | Squawk: Brakes soft · Flying until 1130L, Garcia | Move reservations',
    ],
    ['with a warning', [], withOil(2, 7.3), 'caution | Caution | Oil change in 7.3 h · Can go | Shop planner'],
    ['not read', [], { squawks: new Map() }, 'not known | Not known | Squawks not loaded yet'],
  ])('%s', (_, reservations, given, expected) => {
    expect(words(verdict(reservations, given))).toBe(expected);
  });

  test('is not known without reservations, and never “can go”', () => {
    expect(words(verdict([], {}, false))).toBe('not known | Not known | Reservations not loaded yet');
  });

  test('of an inactive one says so, and that it is still booked', () => {
    const inactive = { ...aircraft, status: { id: 0, name: 'inactive' } };
    expect(words(verdict([], {}, true, inactive))).toBe('gone | Inactive');
    expect(words(verdict([booked('13:00', '14:00')], {}, true, inactive))).toBe(
      'gone | Inactive | Still booked | Move reservations',
    );
  });

  test('says each finding once: in the band or in the rest, never in both', () => {
    fc.assert(
      fc.property(fc.constantFrom(1, 2, 3), fc.boolean(), fc.boolean(), (id, hasSquawk, isOut) => {
        const given = {
          ...withOil(id, id === 3 ? -1 : 5),
          squawks: new Map([['n1', hasSquawk ? read(brakes) : read<typeof brakes>()]]),
        };
        const { reason, rest } = verdict(isOut ? [booked('10:00', '11:30', 1)] : [], given);
        const findings = Number(id !== 1) + Number(hasSquawk);
        const isSaid = /Oil|Brakes/.test(reason);
        expect(rest).toHaveLength(findings - Number(isSaid));
        for (const finding of rest) expect(reason).not.toContain(finding.words);
      }),
    );
  });
});
