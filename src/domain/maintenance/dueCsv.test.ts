import * as sample from '#contract/sampleRecords.ts';
import { expect, test } from 'vitest';
import { dueCsv } from './dueList.ts';
import { aircraft, dateLimit, hoursLeft, item, zone } from './sampleMaintenance.ts';

const lines = (text: string) => text.slice(1).split('\r\n');

test('the due list as CSV has a column for everything that is shown', () => {
  const [head, row] = lines(dueCsv([item(sample.reminder, sample.aircraft)], zone.name));
  expect(head).toBe(
    'Tail,Model,Reminder,Status,Permanently complied,Driving axis,' +
      'Hours current,Hours limit,Hours remaining (h),Hours status,Hours message,' +
      'Date current,Date limit,Date remaining (days),Date status,Date message,' +
      'Cycles current,Cycles limit,Cycles remaining (landings),Cycles status,Cycles message,As of (America/Denver)',
  );
  // From 12 May 11:05 to 31 Jul 23:59 are 80 days and a half.
  expect(row).toBe(
    'N512SP,Cessna 172S,100-hour,Warning,no,hours,' +
      '4093.8,4100,6.2,Warning,6.2 hours remaining,' +
      '2026-05-12,2026-07-31,80,OK,Due 07/31/2026,' +
      '880,1000,120,OK,120 cycles remaining,2026-05-12 11:05',
  );
});

test('what is passed is a negative number, rounded down, and what is not there is empty', () => {
  const due = item({ timeOptions: hoursLeft(-1.21, 3), dateOptions: dateLimit('2026-05-09T23:59:59', 3) });
  const [, row] = lines(dueCsv([due], zone.name));
  expect(row).toBe(
    'N512SP,Unknown model,100-hour,OK,no,date,4000,3998.79,-1.3,Expired,,2026-05-12,2026-05-09,-3,Expired,,,,,,,2026-05-12 11:05',
  );
});

test('a name that looks like a formula is text', () => {
  const due = item({ name: '=cmd' }, aircraft({ tailNumber: '@N1' }));
  expect(lines(dueCsv([due], zone.name))[1]).toMatch(/^'@N1,Unknown model,'=cmd,/);
});
