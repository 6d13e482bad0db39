import { describe, expect, test } from 'vitest';
import { generatedNow, generatedSchool, numberOf } from '#e2e/servers/operatorSamples.ts';
import type { ReportRecord, ReportWindow } from './reportSet.ts';
import { type ReportId, reportSets } from '#operator/answers/reports.ts';
import { remindersOf } from '#operator/school/state/remindersAt.ts';

const { database, school, clock } = generatedSchool({ days: 20 });
const window: ReportWindow = { school, clock, now: generatedNow };
const ids = Object.keys(reportSets) as ReportId[];
const all = (id: ReportId, span = window): ReportRecord[] => reportSets[id].page(database, span, 0, null);
const count = (query: string): number => numberOf(database, query, { now: generatedNow });
const sum = (numbers: readonly unknown[]): number =>
  numbers.reduce<number>((total, number) => total + Number(number), 0);

describe('every data set', () => {
  test.each(ids)('%s counts what it lists', (id) => {
    const records = all(id);
    expect(records.length).toBeGreaterThan(20);
    expect(reportSets[id].count(database, window)).toBe(records.length);
  });

  test.each(ids)('%s pages through the same records in the same order', (id) => {
    const records = all(id).slice(0, 60);
    const pages = [0, 25, 50].flatMap((offset) => reportSets[id].page(database, window, offset, 25));
    expect(pages.slice(0, records.length)).toEqual(records);
    expect(reportSets[id].page(database, window, 10_000_000, 25)).toEqual([]);
  });

  test.each(ids)('%s has distinct records, no undefined members and no later entries', (id) => {
    const records = all(id);
    expect(new Set(records.map((record) => JSON.stringify(record))).size).toBe(records.length);
    const local = clock.local(generatedNow);
    for (const record of records) {
      expect(Object.values(record)).not.toContain(undefined);
      if (typeof record['lastUpdated'] === 'string') expect(record['lastUpdated'] <= local).toBe(true);
    }
  });

  test.each(ids)('%s is empty for an empty operator', (id) => {
    const empty = generatedSchool({ empty: true });
    expect(reportSets[id].count(empty.database, { ...window, school: empty.school })).toBe(0);
    expect(reportSets[id].page(empty.database, { ...window, school: empty.school }, 0, 10)).toEqual([]);
  });
});

describe('the data sets agree', () => {
  test('with one flight per completed flying reservation', () => {
    const flown = 'display_type = 0 AND aircraft_id IS NOT NULL AND in_at <= :now';
    expect(all('reportFlights').length).toBe(count(`SELECT count(*) FROM reservation WHERE ${flown}`));
    const completed = all('reportReservations').filter((record) => record['reservationStatus'] === 'Completed');
    const known = new Set(completed.map((record) => record['reservationId']));
    for (const flight of all('reportFlights')) expect(known).toContain(flight['reservationId']);
  });

  test('in the hours and landings of flights and their segments', () => {
    const [flights, segments] = [all('reportFlights'), all('reportFlightSegments')];
    for (const member of ['flightHours', 'landings']) {
      const total = sum(segments.map((segment) => segment[member]));
      expect(total).toBeCloseTo(sum(flights.map((flight) => flight[member])), 5);
    }
    expect(segments.length).toBeGreaterThan(flights.length);
  });

  test('in the totals of invoices and their lines', () => {
    const lines = Map.groupBy(all('reportInvoices'), (line) => line['invoiceNumber']);
    for (const invoice of lines.values()) {
      expect(sum(invoice.map((line) => line['amount']))).toBeCloseTo(Number(invoice[0]?.['invoiceTotal']), 5);
      expect(invoice.map((line) => line['lineNumber'])).toEqual(invoice.map((_, index) => index + 1));
      for (const line of invoice)
        expect(Number(line['quantity']) * Number(line['rate'])).toBeCloseTo(Number(line['amount']), 5);
    }
    expect(lines.size).toBe(count('SELECT count(*) FROM invoice WHERE at <= :now'));
  });

  test('in balances, invoices and memos', () => {
    const person = all('reportPeople').find((record) => record['role'] === 'Student') ?? {};
    const opening = database
      .prepare('SELECT opening_balance_cents FROM person WHERE guid = ?')
      .get(String(person['userId']));
    const ownRecords = (id: ReportId): ReportRecord[] =>
      all(id).filter((record) => record['customerId'] === person['userId']);
    const credits = ownRecords('reportCreditDebitMemos').map(
      (memo) => Number(memo['amount']) * (memo['memoType'] === 'Credit' ? 1 : -1),
    );
    const expected =
      Number(opening?.['opening_balance_cents']) / 100 +
      sum(credits) -
      sum(ownRecords('reportInvoices').map((line) => line['amount']));
    expect(person['currentBalance']).toBeCloseTo(expected, 5);
  });

  test('in a logbook entry and logs for every work item done', () => {
    const done = all('reportWorkItems').filter((item) => item['status'] === 'Completed');
    expect(all('reportLogbookEntries').length).toBe(done.length);
    const logged = new Set(all('reportWorkLogs').map((log) => log['workItemId']));
    for (const item of done) expect(logged).toContain(item['workItemId']);
    expect(sum(all('reportWorkOrders').map((order) => order['itemsDone']))).toBe(done.length);
  });

  test('in lessons passed and sessions held', () => {
    const passed = all('reportTrainingSessions').filter(
      (record) => record['trainingSessionStatus'] === 'Passed',
    ).length;
    const before = count('SELECT sum(passed_before) FROM enrollment WHERE started_at <= :now');
    expect(sum(all('reportStudentProgress').map((record) => record['lessonsPassed']))).toBe(passed + before);
  });

  test('in reminders per aircraft', () => {
    const readings = remindersOf(database, clock, 1, generatedNow);
    const reported = all('reportMaintenanceReminderStatus').slice(0, readings.length);
    expect(reported.map((record) => record['maintenanceReminderId'])).toEqual(readings.map((reading) => reading.guid));
    expect(reported.map((record) => record['status'])).toEqual(
      readings.map((reading) => ['', 'OK', 'Warning', 'Expired'][reading.status]),
    );
  });

  test('in meters: an aircraft shows those of its latest flight', () => {
    const flights = all('reportFlights').filter((record) => record['registrationTail'] === 'N512SP');
    const aircraft = all('reportAircraft').find((record) => record['registrationTail'] === 'N512SP');
    expect(aircraft?.['airframeHobbs']).toBe(flights.at(-1)?.['hobbsIn']);
    expect(aircraft?.['lastUpdated']).toBe(flights.at(-1)?.['checkedInOn']);
  });
});
