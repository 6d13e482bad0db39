import { guidOf } from '#server/operator/school/founding/guid.ts';
import { nameOf, reportOf, type ReportSet } from './reportSet.ts';

/** Invoices, one record per line: the aircraft's hours and the instructor's, by the time of the invoice. */
export const invoiceReport: ReportSet = reportOf({
  count: `SELECT coalesce(sum((aircraft_cents > 0) + (instructor_cents > 0)), 0) AS total FROM invoice WHERE at <= :now`,
  rows: `SELECT invoice.*, line, person.guid AS client, ${nameOf('person')} AS client_name, tail, model.name AS model
    FROM (SELECT id, line FROM invoice JOIN (SELECT 1 AS line UNION ALL SELECT 2)
      WHERE at <= :now AND iif(line = 1, aircraft_cents, instructor_cents) > 0
      ORDER BY at, id, line LIMIT :limit OFFSET :offset)
    CROSS JOIN invoice USING (id) JOIN reservation USING (id) JOIN person ON person.id = person_id
    LEFT JOIN aircraft ON aircraft.id = aircraft_id LEFT JOIN model ON model.id = model_id
    ORDER BY at, invoice.id, line`,
  record(row, { seed, time, hours, money }) {
    const [id, isAircraft] = [Number(row['id']), row['line'] === 1];
    const cents = Number(row[isAircraft ? 'aircraft_cents' : 'instructor_cents']);
    const tenths = Number(row[isAircraft ? 'aircraft_tenths' : 'instructor_tenths']);
    return {
      invoiceId: guidOf(seed, 'invoice', id),
      invoiceNumber: `INV-${id}`,
      reservationId: guidOf(seed, 'reservation', id),
      invoiceDate: time(row['at']),
      customerId: row['client'],
      customerLabel1Name: row['client_name'],
      lineNumber: isAircraft || row['aircraft_cents'] === 0 ? 1 : 2,
      item: isAircraft ? row['model'] : 'Flight Instruction',
      registrationTail: row['tail'],
      quantity: hours(tenths),
      rate: money((cents * 10) / tenths),
      amount: money(cents),
      invoiceTotal: money(Number(row['aircraft_cents']) + Number(row['instructor_cents'])),
      lastUpdated: time(row['at']),
    };
  },
});

/** Credits and debits to accounts, by their time. */
export const memoReport: ReportSet = reportOf({
  count: 'SELECT count(*) AS total FROM memo WHERE at <= :now',
  rows: `SELECT memo.*, person.guid AS client, ${nameOf('person')} AS client_name 
    FROM (SELECT id FROM memo WHERE at <= :now ORDER BY at, id LIMIT :limit OFFSET :offset)
    CROSS JOIN memo USING (id) JOIN person ON person.id = person_id ORDER BY at, memo.id`,
  record: (row, { seed, time, money }) => ({
    memoId: guidOf(seed, 'memo', Number(row['id'])),
    memoNumber: `MEMO-${Number(row['id'])}`,
    memoType: Number(row['cents']) > 0 ? 'Credit' : 'Debit',
    memoDate: time(row['at']),
    customerId: row['client'],
    customerLabel1Name: row['client_name'],
    reason: row['reason'],
    amount: money(Math.abs(Number(row['cents']))),
    lastUpdated: time(row['at']),
  }),
});
