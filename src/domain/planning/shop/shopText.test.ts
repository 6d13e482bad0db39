import { expect, test } from 'vitest';
import { fleetHorizons } from '#domain/maintenance/horizon.ts';
import { forgetThresholds } from '#domain/thresholds.ts';
import { clock, hoursLeft, item, now, status, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { scheduleAt } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { onTheDay, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { delaySum, jobText, shopHoursText, visitVerdict, weekSummary, weekText } from './shopText.ts';
import { proposedSlots, shopIndex, shopJob, shopWeek } from './shopWeek.ts';

const until = onTheDay('27T00:00');
const at = { now, clock };
const context = { ...at, notes: ['Holidays are not known'], addressOf: () => 'https://ops.example' };

function school(left: number, ...more: Parameters<typeof slot>[]) {
  forgetThresholds();
  const flights = [
    slot('tue', '14:00', '16:00'),
    slot('wed', '13T08:00', '13T10:00'),
    slot('thu', '14T13:00', '14T15:00'),
    ...more.map((one) => slot(...one)),
  ].toSorted((a, b) => a.start - b.start);
  const items = [item({ timeOptions: hoursLeft(left, left < 0 ? 3 : 1), ...(left < 0 ? { status: status(3) } : {}) })];
  const schedule = scheduleAt(flights);
  const horizons = fleetHorizons(items, schedule, { now, factor: 1 });
  const index = shopIndex({ items, horizons, schedule, now, zone: zone.name, until, set: new Map([['100-hour', 4]]) });
  const job = shopJob(index, 'a1');
  return { index, job, week: shopWeek(index, [{ aircraftId: 'a1', tailNumber: 'N512SP', status: status(1) }]) };
}

test('the shop hours are shown as set', () => {
  forgetThresholds();
  expect(shopHoursText()).toBe('2 bays, 0800 to 1700, Monday to Friday');
});

test('the text for one aircraft lists the times with what they displace, and what is unknown', () => {
  const { index, job } = school(5);
  if (!job) throw new Error('Nothing comes due.');
  const text = jobText(job, proposedSlots(job, index), context);
  expect(text).toBe(`N512SP: 100-hour, 4.0 h of shop time, as of Tue 12 May 1105L
4.0 h in the shop, as set; 100-hour: likely crosses its limit about Thu 14 May 1400L, 5.0 h left

Times (3)
Thu 14 May, 0800L to 1200L; displaces nothing; 1.0 h unused
Wed 13 May, 1000L to 1400L; displaces nothing; 1.0 h unused
Tue 12 May, 1115L to 1515L; displaces 1 reservation (2.0 h); 5.0 h unused
   Tue 12 May 1400–1600L N512SP Standard Reservation  https://ops.example

Cannot go after the limit (1)
Thu 14 May: 1 reservation (2.0 h)

Not known (1)
Holidays are not known

Times are proposals by forecast. Nothing is changed at the service.`);
  expect(delaySum(job.delays)).toBe('1 reservation (2.0 h)');
});

test('the text for the week says how many come due, and what is waiting for the work', () => {
  expect(weekSummary(school(5).week, until, at)).toBe('1 aircraft comes due by Tue 26 May.');
  expect(weekSummary(school(50).week, until, at)).toBe('Nothing comes due by Tue 26 May.');
  const { week } = school(-1);
  expect(weekText(week, until, context)).toContain(
    '1. N512SP  100-hour  Tue 12 May, 1115L to 1515L\n   4.0 h in the shop, as set; 100-hour expired, 1.0 h past due; displaces 1 reservation (2.0 h); 1 reservation (2.0 h) cannot go until then; late costs Tue 12 May: 1 reservation (2.0 h)',
  );
});

test.each([
  [['100-hour', '13T11:00', '13T16:00', { type: 1 }], /: in time$/],
  [['100-hour', '13T11:00', '13T13:00', { type: 1 }], /: in time, 2\.0 h of the 4\.0 h needed, until tomorrow 1500L$/],
  [['100-hour', '15T11:00', '15T16:00', { type: 1 }], /: after the limit$/],
  [['radio', '13T11:00', '13T12:00', { type: 1 }], /no work named: does not count for this$/],
] as const)('a booked visit is sufficient, or the text says why not: %j', ([name, from, to, given], words) => {
  const visit = { ...given, displayName: name === 'radio' ? null : name };
  const { job } = school(5, [name, from, to, visit]);
  const ownVisit = job?.visits[0];
  expect(job && ownVisit && visitVerdict(ownVisit, job, at)).toMatch(words);
});
