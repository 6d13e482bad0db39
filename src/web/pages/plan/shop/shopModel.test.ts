import { beforeEach, expect, test } from 'vitest';
import { knowledgeOf, lacking } from '#domain/answers/known.ts';
import { connected } from '#domain/answers/connection.ts';
import { fleetHorizons } from '#domain/maintenance/horizon.ts';
import { timeText } from '#domain/planning/shop/shopTimes.ts';
import { shopIndex, shopJob, shopWeek } from '#domain/planning/shop/shopWeek.ts';
import { forgetThresholds } from '#domain/thresholds.ts';
import { aircraft, clock, dateLimit, hoursLeft, item, now, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { scheduleAt } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { onTheDay, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { aircraftChoices, lengthChoices, reminderChoices, shopNotes, workChoices } from './shopModel.ts';

beforeEach(forgetThresholds);

const until = onTheDay('27T00:00');
const items = [
  item({ maintenanceReminderId: 'hundred', timeOptions: hoursLeft(3) }),
  item({ maintenanceReminderId: 'annual', name: 'Annual', dateOptions: dateLimit('2026-09-30') }),
  item({ maintenanceReminderId: 'done', name: 'AD', permanentlyComplied: true }),
];
const schedule = scheduleAt([slot('one', '13T08:00', '13T12:00')]);
const horizons = fleetHorizons(items, schedule, { now, factor: 1 });
const index = shopIndex({ items, horizons, schedule, now, zone: zone.name, until });

test('aircraft that come due are offered first', () => {
  const fleet = [aircraft({ aircraftId: 'b2', tailNumber: 'N100' }), aircraft()];
  expect(aircraftChoices(fleet, index).map(({ label, group }) => [label.split(' · ')[0], group])).toEqual([
    ['All aircraft', undefined],
    ['N512SP', 'Comes due'],
    ['N100', 'Other aircraft'],
  ]);
  expect(aircraftChoices(fleet, null).map(({ group }) => group)).toEqual([
    undefined,
    'Other aircraft',
    'Other aircraft',
  ]);
});

test('visits are planned for reminders with a limit ahead, for the usual or a chosen time', () => {
  expect(reminderChoices(index, 'A1')).toEqual([
    { value: 'hundred', label: '100-hour' },
    { value: 'annual', label: 'Annual' },
  ]);
  const job = shopJob(index, 'a1');
  if (!job) throw new Error('Nothing comes due.');
  expect(job.takes && timeText(job.takes)).toBe('usual, estimate (9 h)');
  expect(lengthChoices('usual, estimate (9 h)', null)[0]).toEqual({ value: '', label: 'usual, estimate (9 h)' });
  expect(lengthChoices('usual time', 6).map(({ value }) => value)).toEqual([
    '',
    '1',
    '2',
    '4',
    '6',
    '9',
    '18',
    '27',
    '45',
  ]);
});

test('the works of the week are offered once each, with the time that the plan uses', () => {
  const week = shopWeek(index, [aircraft()]);
  expect(
    workChoices(week, index, new Map()).map(({ name, hours, options }) => [name, hours, options[0]?.label]),
  ).toEqual([['100-hour', null, 'usual, estimate (9 h)']]);
  expect(workChoices(week, index, new Map([['100-hour', 6]]))[0]).toMatchObject({ hours: 6 });
});

test('the notes list what is unknown: unread aircraft, later days, and facts not in any record', () => {
  const known = knowledgeOf([], { now, clock, connection: connected });
  const odd = item({ name: 'Annual', dateOptions: dateLimit('05/10/2026') });
  const notes = shopNotes(lacking(known, '4 aircraft not read yet'), 2, [...items, odd], until, { now, clock });
  expect(notes).toEqual([
    '4 aircraft not read yet',
    'N512SP Annual: 05/10/2026 could not be read',
    '2 unreadable reminders are not part of the plan',
    'Data ends Tue 26 May',
    'Holidays, parts and staff are not known',
  ]);
});
