import { describe, expect, test } from 'vitest';
import { scheduleAt } from '#e2e/fixtures/samples/sampleReadiness.ts';
import * as sample from '#e2e/fixtures/samples/sampleRecords.ts';
import { fleetHorizons } from '#domain/maintenance/horizon.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import {
  aircraft,
  clock,
  dateLimit,
  hoursLeft,
  item,
  now,
  reservationAt,
  status,
} from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { dueCsv as csv, dueLines } from './DueList.tsx';

const dueCsv = (...[due, sources]: Parameters<typeof dueLines>) => csv(dueLines(due, sources), sources);
import { dueRow, flightsNow } from './dueRowModel.ts';

describe('the CSV file of the due list', () => {
  const file = (...items: readonly DueItem[]) => {
    const [head, ...rows] = dueCsv({ rows: items, groups: null }, { horizons: null, flights: null, now, clock })
      .slice(1)
      .split('\r\n');
    return { head, rows: rows.filter(Boolean) };
  };

  test('has a column for everything displayed', () => {
    const { head, rows } = file(item(sample.reminder, sample.aircraft));
    expect(head).toBe(
      'Tail,Model,Reminder,Status,Permanently complied,Driving axis,' +
        'Hours current,Hours limit,Hours remaining (h),Hours status,Hours message,' +
        'Date current,Date limit,Date remaining (days),Date status,Date message,' +
        'Cycles current,Cycles limit,Cycles remaining (landings),Cycles status,Cycles message,' +
        '"Due, as booked",Next reservation,Shop visit,As of (America/Denver),Written (America/Denver)',
    );
    // From 12 May 11:05 to 31 Jul 23:59 are 80 days and a half.
    expect(rows).toEqual([
      'N512SP,Cessna 172S,100-hour,Warning,no,hours,' +
        '4093.8,4100,6.2,Warning,6.2 hours remaining,' +
        '2026-05-12,2026-07-31,80,OK,Due 07/31/2026,' +
        '880,1000,120,OK,120 cycles remaining,' +
        'reservations not loaded yet,reservations not loaded yet,reservations not loaded yet,2026-05-12 11:05,2026-05-12 11:05',
    ]);
  });

  test('has negative numbers for passed limits, rounded down, and blanks for missing values', () => {
    const passed = item({ timeOptions: hoursLeft(-1.21, 3), dateOptions: dateLimit('2026-05-09T23:59:59', 3) });
    expect(file(passed).rows[0]).toContain(
      'N512SP,Unknown model,100-hour,OK,no,date,4000,3998.79,-1.3,Expired,,2026-05-12,2026-05-09,-3,Expired,,,,,,,',
    );
  });

  test('has names that look like formulas as text', () => {
    const odd = item({ name: '=cmd' }, aircraft({ tailNumber: '@N1' }));
    expect(file(odd).rows[0]).toMatch(/^'@N1,Unknown model,'=cmd,/);
  });

  test('has the text of the rows: when due, next flight and shop visit', () => {
    const expired = item({ status: status(3), dateOptions: dateLimit('2026-05-11', 3) });
    const reservations = [
      reservationAt('2026-05-13T10:00', '2026-05-13T12:00'),
      reservationAt('2026-05-14T08:00', '2026-05-14T12:00', { displayTypeId: 1 }),
    ];
    const sources = {
      horizons: fleetHorizons([expired], scheduleAt(reservations, now), { now, factor: 0.69 }),
      flights: flightsNow(reservations, now),
      now,
      clock,
    };
    const row = dueRow(expired, sources);
    expect(row.next.note?.text).toBe('after the limit');
    const text = dueCsv({ rows: [expired], groups: null }, sources);
    expect(text).toContain(row.due.text);
    expect(text).toContain(`${row.next.text}; ${row.next.who}; after the limit`);
    expect(text).toContain(row.visit.text);
  });
});
