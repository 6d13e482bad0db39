import { describe, expect, test } from 'vitest';
import { anyRequest, otherTimeFor } from '#domain/planning/request.ts';
import { aircraft, now, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { planningOf } from '#e2e/fixtures/samples/samplePlanning.ts';
import { read, sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { onTheDay, person, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import { aircraftChoices, groundedText, planNotes, readUntil, untilText, usualUntil } from './downModel.ts';

const fleet = [aircraft({ aircraftId: 'A2', tailNumber: 'N2' }), aircraft({ aircraftId: 'a1', tailNumber: 'N1' })];
const grounding = read(toSquawk({ description: 'Brake', groundAircraft: true }, 0, zone));
const school = (reservations: Parameters<typeof sources>[0], more: Parameters<typeof sources>[1] = {}) =>
  planningOf(sources(reservations, { fleet, squawks: new Map([['a2', grounding]]), ...more }));
const shop = slot('shop', '10:00', '15:30', { type: 1, aircraft: { aircraftId: 'a1', tailNumber: 'N1' } });

describe('the time until when an aircraft is down', () => {
  const usual = onTheDay('14T00:00');
  const read1 = (text: string) => readUntil(text, usual, now, zone.name);

  test('is read back as written: a day and an hour by the operator’s clock', () => {
    expect(read1(untilText('2026-05-13', '18:30'))).toEqual({
      at: onTheDay('13T18:30'),
      day: '2026-05-13',
      time: '18:30',
      problem: null,
    });
    expect(read1('')).toEqual({ at: usual, day: '2026-05-14', time: '00:00', problem: null });
  });

  test.each([
    ['soon', 'until: soon is not a time'],
    ['2026-02-30T1200', 'until: there is no day 2026-02-30'],
    ['2026-05-12T0800', 'until: 2026-05-12T0800 has passed'],
  ])('is the default for “%s”, with a message', (text, problem) => {
    expect(read1(text)).toMatchObject({ at: usual, problem });
  });

  test('defaults to the end of the shop visit, or to the end of tomorrow', () => {
    expect(usualUntil('A1', school([shop]), now, zone.name)).toBe(onTheDay('15:30'));
    expect(usualUntil('a1', school([]), now, zone.name)).toBe(onTheDay('14T00:00'));
    expect(usualUntil('a1', null, now, zone.name)).toBe(onTheDay('14T00:00'));
  });
});

test('aircraft that are grounded are offered first, with the reason', () => {
  expect(aircraftChoices(school([])).map(({ value, group }) => [value, group])).toEqual([
    ['a2', 'Grounded'],
    ['a1', 'Other aircraft'],
  ]);
  expect(groundedText('a2', school([]))).toBe('Squawk: Brake');
  expect(groundedText('a1', school([]))).toBeNull();
});

test('the notes say what the plan does not cover', () => {
  const given = { until: now + 5, covered: now, coveredText: 'Thu 14 May 0000L' };
  expect(planNotes(school([], { isWithoutUsers: true }), { ...given, isShort: true })).toEqual([
    'Reservations from Thu 14 May 0000L on are not part of the plan: they are not loaded',
    'Checkouts are not part of the plan: your role does not see them',
  ]);
  expect(planNotes(school([]), { ...given, until: now, isShort: false })).toEqual([]);
  const waits = { aircraft: null, aircraftOption: { schedulingGroup: { name: 'C172' } } };
  const flights = [slot('a', '12:00', '13:00', waits), slot('b', '14T12:00', '14T13:00', waits)];
  expect(
    planNotes(school(flights), {
      ...given,
      covered: onTheDay('16T00:00'),
      until: onTheDay('13T12:00'),
      isShort: false,
    }),
  ).toEqual(['1 flight of this time has no aircraft yet and may take one of these']);
});

test('another time keeps the people, the model and the length, starting from the same day', () => {
  const lesson = slot('a', '13T14:00', '13T15:30', {
    aircraft: { aircraftId: 'a1', model: { name: '172S' } },
    pilots: [person('Sam Garcia', 's1')],
    instructor: person('Kim Lee', 't1'),
  });
  const request = {
    ...anyRequest,
    student: 's1',
    instructor: { kind: 'one', userId: 't1' },
    model: '172S',
    length: 90,
    day: '2026-05-13',
  };
  expect(otherTimeFor(lesson, zone.name)).toEqual(request);
  const rental = slot('b', '14:00', '14:05', { pilots: [] });
  expect(otherTimeFor(rental, zone.name)).toMatchObject({ student: null, instructor: { kind: 'none' }, length: 15 });
});
