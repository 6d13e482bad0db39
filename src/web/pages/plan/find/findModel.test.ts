import { expect, test } from 'vitest';
import type { FoundWindow, Slot } from '#domain/planning/finderWindows.ts';
import { aircraft, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { onTheDay } from '#e2e/fixtures/samples/sampleSchedule.ts';
import {
  classChoices,
  hoursChoices,
  instructorChoices,
  lengthChoices,
  lostPicks,
  modelChoices,
  moreText,
  pickedIn,
  studentChoices,
  withPick,
} from './findModel.ts';

const values = (choices: readonly { readonly value: string }[]) => choices.map(({ value }) => value);
const active = { id: 1, name: 'active' };

test('the models are those in service, each once, plus the one in the address', () => {
  const sampleAircraft = (name: string, more = {}) => aircraft({ model: { modelId: name, name }, ...more });
  const fleet = [
    sampleAircraft('172S'),
    sampleAircraft('172S'),
    sampleAircraft('Archer'),
    sampleAircraft('FTD', { isSimulator: true }),
    sampleAircraft('Old', { status: { id: 2, name: 'deleted' } }),
  ];
  expect(values(modelChoices(fleet, ''))).toEqual(['', '172S', 'Archer']);
  expect(values(modelChoices(fleet, 'Archer'))).toEqual(['', '172S', 'Archer']);
  expect(values(modelChoices(fleet, '172'))).toEqual(['', '172', '172S', 'Archer']);
});

test('classes are those that reservations give; another one of the address stays chosen', () => {
  const classes = ['Airplane, Multi Engine Land', 'Airplane, Single Engine Land'];
  expect(values(classChoices(classes, ''))).toEqual(['', ...classes]);
  expect(values(classChoices(classes, 'airplane, multi engine land'))).toEqual([
    '',
    'airplane, multi engine land',
    'Airplane, Single Engine Land',
  ]);
  expect(values(classChoices(classes, 'Glider'))).toEqual(['', 'Glider', ...classes]);
});

test('the instructors are active people, and an unknown one in the address stays chosen', () => {
  const list = [
    { userId: 't2', firstName: 'Kim', lastName: 'Lee', instructorStatus: active },
    { userId: 't1', firstName: 'Ana', lastName: 'Wu', instructorStatus: active },
    { userId: 't3', firstName: 'Dispatcher', lastName: null, instructorStatus: active },
    { userId: 't4', firstName: 'Old', lastName: 'Hand', instructorStatus: { id: 2, name: 'inactive' } },
  ];
  expect(values(instructorChoices(list, { kind: 'any' }))).toEqual(['any', 'none', 't1', 't2']);
  expect(values(instructorChoices(list, { kind: 'one', userId: 'x' }))).toEqual(['any', 'none', 'x', 't1', 't2']);
  expect(values(instructorChoices(null, { kind: 'none' }))).toEqual(['any', 'none']);
});

test('the lengths, hours and students include those in the address', () => {
  expect(lengthChoices(105).find(({ value }) => value === '105')?.label).toBe('1.8 h');
  expect(values(hoursChoices(null))).toEqual(['', '0600-1200', '1200-1800', '1700-2200']);
  expect(values(hoursChoices({ from: 800, to: 900 }))).toContain('1320-1500');
  expect(values(studentChoices(new Map([['s1', 'Ana Garcia']]), 'gone'))).toEqual(['', 'gone', 's1']);
});

test('the rest of a list is counted, and named in a tooltip', () => {
  expect(moreText(['N1'])).toBeNull();
  expect(moreText(['N1', 'N2', 'N3'])).toEqual({ words: 'and 2 more', tip: 'N2, N3' });
});

test('a start is picked in each window, and kept as a minute of the operator’s clock', () => {
  const startAt = (time: string): Slot => {
    const start = onTheDay(time);
    return { start, end: start + 7_200_000, aircraft: [], instructors: [], isPartlyNight: false };
  };
  const windowOf = (first: string, ...rest: string[]): FoundWindow => {
    const slots = [startAt(first), ...rest.map(startAt)] as const;
    return { slots, start: slots[0].start, end: slots[0].end };
  };
  const [morning, evening] = [windowOf('13T08:00', '13T08:30', '13T09:00'), windowOf('13T18:00', '13T18:30')];
  const pick = (window: FoundWindow, picks: readonly string[]) => pickedIn(window, picks, zone.name).start;
  expect(pick(morning, [])).toBe(onTheDay('13T08:00'));
  const picks = withPick(
    morning,
    withPick(evening, [], onTheDay('13T18:30'), zone.name),
    onTheDay('13T09:00'),
    zone.name,
  );
  expect(picks).toEqual(['2026-05-13T1830', '2026-05-13T0900']);
  expect([pick(morning, picks), pick(evening, picks)]).toEqual([onTheDay('13T09:00'), onTheDay('13T18:30')]);
  // Another pick replaces the one of its window; the first start needs none.
  expect(withPick(morning, picks, onTheDay('13T08:00'), zone.name)).toEqual(['2026-05-13T1830']);
  expect(lostPicks([morning, evening], picks, zone.name)).toBeNull();
  expect(lostPicks([morning], picks, zone.name)).toBe('at: no flight can start at 2026-05-13T1830');
});
