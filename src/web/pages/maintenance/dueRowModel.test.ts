import { describe, expect, test } from 'vitest';
import { scheduleAt } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { fleetHorizons } from '#domain/maintenance/horizon.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import {
  aircraft,
  clock,
  cyclesLeft,
  dateLimit,
  hoursLeft,
  item,
  now,
  reservationAt,
  status,
} from '#e2e/fixtures/samples/sampleMaintenance.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import {
  axisFigure,
  dueDetails,
  dueOrder,
  dueRow,
  type DueSources,
  flightsNow,
  remainingFigure,
} from './dueRowModel.ts';

/** What the rows rest on, with 0.69 meter hours per booked hour. */
function sourcesOf(one: DueItem, reservations: readonly TimedReservation[] | null, at = now): DueSources {
  const horizons = reservations && fleetHorizons([one], scheduleAt(reservations, at), { now: at, factor: 0.69 });
  return { horizons, flights: flightsNow(reservations, at), now: at, clock };
}

const rowOf = (one: DueItem, ...reservations: TimedReservation[]) => dueRow(one, sourcesOf(one, reservations));
const shop = (start: string, end: string) => reservationAt(start, end, { displayTypeId: 1 });

describe('the status in a due row', () => {
  test('is the overall status alone when the axes agree with it', () => {
    const plain = item({ status: status(2), timeOptions: hoursLeft(3, 2), dateOptions: dateLimit('2026-07-31') });
    expect(rowOf(plain).status).toBe('Warning');
  });

  test('adds the worst axis that differs from the overall status', () => {
    const odd = item({ status: status(1), timeOptions: hoursLeft(-1, 3), dateOptions: dateLimit('2026-07-31') });
    expect(rowOf(odd).status).toBe('OK · hours: Expired');
    const better = item({ status: status(3), timeOptions: hoursLeft(30), dateOptions: dateLimit('2026-05-20', 2) });
    expect(rowOf(better).status).toBe('Expired · date: Warning');
  });

  test('says “permanently complied”, with nothing due', () => {
    const complied = item({ permanentlyComplied: true });
    const row = { status: 'OK · permanently complied', due: { text: 'not due again', basis: null } };
    expect(rowOf(complied)).toMatchObject(row);
    expect(dueRow(complied, sourcesOf(complied, null))).toMatchObject(row);
  });
});

describe('the due date in a due row', () => {
  const hundred = item({ status: status(2), timeOptions: hoursLeft(6) });

  test('is forecast from the reservations, checked against a case worked by hand', () => {
    // 6.0 h are left. Booked: today 1300L to 1700L (4 h), tomorrow 0900L to 1300L (4 h), Thursday 0900L to 1500L (6 h).
    // Every hour counted, 4 + 4 = 8 cross 6.0 tomorrow; at 0.69 it is 2.76 + 2.76 = 5.52, so that Thursday crosses.
    const row = rowOf(
      hundred,
      reservationAt('2026-05-12T13:00', '2026-05-12T17:00'),
      reservationAt('2026-05-13T09:00', '2026-05-13T13:00'),
      reservationAt('2026-05-14T09:00', '2026-05-14T15:00'),
    );
    expect(row.due).toEqual({
      text: 'about Thu 14 May',
      basis: 'runs out on Thu 0900L flight (earliest Wed 0900L) · 14.0 h booked before Thu 14 May 1500L',
    });
    expect(row.next).toEqual({ text: '1300L', who: 'Rental', now: null, note: null });
    expect(row.visit.note).toEqual({ text: 'none booked', isDefinite: false });
  });

  test('counts the hours before the visit of the row, which has its time beside', () => {
    const row = rowOf(
      hundred,
      reservationAt('2026-05-12T13:00', '2026-05-12T17:00'),
      shop('2026-05-13T08:00', '2026-05-13T11:00'),
      reservationAt('2026-05-14T09:00', '2026-05-14T15:00'),
    );
    expect(row.due.basis).toContain('4.0 h booked before the visit');
    expect(row.visit.text).toBe('tomorrow 0800L');
  });

  test('is the date limit when that comes first, even without reservations', () => {
    const annual = item({ dateOptions: dateLimit('2026-05-31') });
    expect(rowOf(annual).due).toEqual({ text: 'Sun 31 May', basis: null });
    expect(dueRow(annual, sourcesOf(annual, null)).due.text).toBe('Sun 31 May');
    expect(dueRow(hundred, sourcesOf(hundred, null)).due.text).toBe('reservations not loaded yet');
    const later = item({ dateOptions: dateLimit('2027-03-31') });
    expect(rowOf(later).due.text).toBe('Wed 31 Mar 2027');
  });

  test('says that a limit has passed, and on which date', () => {
    const hours = item({ status: status(3), timeOptions: hoursLeft(-2.8, 3) });
    expect(rowOf(hours).due).toEqual({ text: 'past due', basis: 'nothing booked' });
    const date = item({ status: status(3), dateOptions: dateLimit('2026-04-30', 3) });
    expect(rowOf(date).due.text).toBe('Thu 30 Apr, past due');
  });

  test('counts landings at two per booked hour', () => {
    // 12 landings are 6 booked hours: the first 4 today, the other 2 tomorrow.
    const tires = item({ status: status(2), cycleOptions: cyclesLeft(12, 2) });
    const row = rowOf(
      tires,
      reservationAt('2026-05-12T13:00', '2026-05-12T17:00'),
      reservationAt('2026-05-13T09:00', '2026-05-13T13:00'),
    );
    expect(row.due).toEqual({
      text: 'about Wed 13 May',
      basis: 'landings run out on Wed 0900L flight at 2 per hour',
    });
    expect(rowOf(tires).due.text).toBe('no date known');
  });
});

describe('what is left and not known', () => {
  const odd = item({ name: 'Annual', dateOptions: dateLimit('05/10/2026') });

  test('is not known in the row, with the reason, with and without reservations', () => {
    expect(rowOf(odd).due).toEqual({
      text: 'not known',
      basis: 'not known: 05/10/2026 could not be read',
    });
    expect(dueRow(odd, sourcesOf(odd, null)).due.text).toBe('not known');
    expect(rowOf(odd).visit.note?.text).toBe('none booked');
  });

  test('is not known in the file', () => {
    const [axis] = odd.axes;
    expect([remainingFigure(axis!, 'UTC'), axisFigure(axis!, axis!.limit, 'UTC')]).toEqual(['not known', 'not known']);
    const [hours] = item({ timeOptions: { ...hoursLeft(5), currentHours: null } }).axes;
    expect([hours!.current, hours!.limit].map((figure) => axisFigure(hours!, figure, 'UTC'))).toEqual([
      'not known',
      4005,
    ]);
  });
});

describe('the next reservation in a due row', () => {
  test('is the next flight, not a shop visit, with the return time of an aircraft that is out', () => {
    const one = item({ timeOptions: hoursLeft(80) });
    const row = rowOf(
      one,
      reservationAt('2026-05-12T10:00', '2026-05-12T12:00', { statusId: 1 }),
      shop('2026-05-13T08:00', '2026-05-13T11:00'),
      reservationAt('2026-05-14T09:00', '2026-05-14T11:00'),
    );
    expect(row.next).toMatchObject({ text: 'Thu 14 May 0900L', now: 'now flying until 1200L', note: null });
    expect(rowOf(one).next).toMatchObject({ text: 'none in two weeks', who: null });
  });

  test('is the flight that should be out now', () => {
    const row = rowOf(
      item({ timeOptions: hoursLeft(80) }),
      reservationAt('2026-05-12T11:00', '2026-05-12T12:00'),
      reservationAt('2026-05-14T09:00', '2026-05-14T11:00'),
    );
    expect(row.next).toMatchObject({ text: '1100L', now: 'not out yet +0:05' });
  });

  test('is too late when a date limit passes first, unless a shop visit comes in between', () => {
    const database = item({ status: status(2), dateOptions: dateLimit('2026-05-13', 2) });
    const flight = reservationAt('2026-05-14T09:00', '2026-05-14T11:00');
    expect(rowOf(database, flight).next.note).toEqual({ text: 'after the limit', isDefinite: true });
    expect(rowOf(database, shop('2026-05-13T08:00', '2026-05-13T12:00'), flight).next.note).toBeNull();
    const short = shop('2026-05-13T08:00', '2026-05-13T11:00');
    expect(rowOf(database, short, flight).next.note).toEqual({ text: 'after the limit', isDefinite: true });
    expect(rowOf(database, reservationAt('2026-05-13T09:00', '2026-05-13T11:00')).next.note).toBeNull();
  });

  test('likely or certainly reaches an hours limit, and reaches a date limit that falls within it', () => {
    const hundred = item({ status: status(2), timeOptions: hoursLeft(2.5) });
    const likely = { text: 'likely reaches the limit', isDefinite: false };
    expect(rowOf(hundred, reservationAt('2026-05-12T13:00', '2026-05-12T17:00')).next.note).toEqual(likely);
    const flying = reservationAt('2026-05-12T10:00', '2026-05-12T14:00', { statusId: 1 });
    expect(rowOf(hundred, flying).next).toMatchObject({ text: 'none in two weeks', note: likely });
    const reaches = { text: 'reaches the limit', isDefinite: true };
    const little = item({ status: status(2), timeOptions: hoursLeft(1) });
    expect(rowOf(little, reservationAt('2026-05-12T13:00', '2026-05-12T17:00')).next.note).toEqual(reaches);
    const annual = item({ status: status(2), dateOptions: dateLimit('2026-05-13', 2) });
    const trip = reservationAt('2026-05-13T20:00', '2026-05-14T02:00');
    expect(rowOf(annual, trip).next.note).toEqual(reaches);
  });

  test('is for the same aircraft', () => {
    const other = reservationAt('2026-05-12T13:00', '2026-05-12T17:00', { aircraftId: 'a2' });
    expect(rowOf(item({ timeOptions: hoursLeft(1) }), other).next.text).toBe('none in two weeks');
  });
});

describe('the shop visit in a due row', () => {
  const visit = shop('2026-05-14T08:00', '2026-05-14T12:00');

  test('is too late after a certain limit, and likely too late after a forecast one', () => {
    const expired = item({ status: status(3), timeOptions: hoursLeft(-1, 3) });
    const note = { text: 'after the limit', isDefinite: true };
    expect(rowOf(expired, visit).visit).toEqual({ text: 'Thu 14 May 0800L', purpose: 'no work named', note });
    // 2.0 h left: 3 h at 0.69 are 2.07 and cross tomorrow; what is only booked is never certain.
    const near = item({ status: status(2), timeOptions: hoursLeft(2, 2) });
    const short = reservationAt('2026-05-13T09:00', '2026-05-13T12:00');
    expect(rowOf(near, short, visit).visit.note).toEqual({ text: 'likely after the limit', isDefinite: false });
  });

  test('is marked as too late for an item that is not OK, also when it is too short to count as planned', () => {
    const brief = shop('2026-05-14T08:00', '2026-05-14T11:00');
    const expired = item({ status: status(3), timeOptions: hoursLeft(-1, 3) });
    expect(rowOf(expired, brief).visit.note).toEqual({ text: 'after the limit', isDefinite: true });
    const fine = item({ dateOptions: dateLimit('2026-05-13') });
    expect(rowOf(fine, brief).visit).toMatchObject({ purpose: 'after the limit, no work named', note: null });
  });

  test('has no note when it is in time or under way, and says when its purpose is unknown', () => {
    const warning = item({ status: status(2), dateOptions: dateLimit('2026-05-31', 2) });
    expect(rowOf(warning, visit).visit).toEqual({
      text: 'Thu 14 May 0800L',
      purpose: 'no work named',
      note: null,
    });
    const ok = item({ dateOptions: dateLimit('2027-05-31') });
    expect(rowOf(ok, visit).visit).toEqual({ text: 'Thu 14 May 0800L', purpose: 'no work named', note: null });
    const present = shop('2026-05-12T08:00', '2026-05-12T15:00');
    expect(rowOf(warning, present).visit).toEqual({
      text: 'in the shop until 1500L',
      purpose: 'no work named',
      note: null,
    });
  });

  test('is reported missing only when the reminder is not OK', () => {
    const ok = item({ timeOptions: hoursLeft(60) });
    expect(rowOf(ok).visit).toEqual({ text: 'none booked', purpose: null, note: null });
    const warning = item({ status: status(2), timeOptions: hoursLeft(6, 2) });
    expect(rowOf(warning).visit.note).toEqual({ text: 'none booked', isDefinite: false });
  });
});

describe('a reminder’s details', () => {
  test('repeat the service’s messages word for word, without empty ones', () => {
    const limit = { ...hoursLeft(6.2), message: '6.2 hours  remaining' };
    const one = item({ timeOptions: limit, dateOptions: dateLimit('2026-07-31') });
    expect(dueDetails(one, sourcesOf(one, [])).messages).toEqual(['6.2 hours  remaining']);
  });

  test('give the time of the aircraft’s answer by the displayed clock', () => {
    const one = { ...item(), asOf: now - 3_600_000 };
    const sources = sourcesOf(one, []);
    expect(dueDetails(one, sources).asOf).toBe('1005L');
    expect(dueDetails(one, { ...sources, clock: { ...clock, mode: 'Z' } }).asOf).toBe('1605Z');
  });

  test('have the full forecast and every shop visit, once the reservations are loaded', () => {
    const one = item({ timeOptions: hoursLeft(60) });
    const visits = [shop('2026-05-14T08:00', '2026-05-14T11:00'), shop('2026-05-20T08:00', '2026-05-20T11:00')];
    const details = dueDetails(one, sourcesOf(one, visits));
    expect(details.forecast).toBe('60.0 h left · nothing booked');
    expect(details.visits).toEqual([
      'Thu 14 May 0800L to 1100L, no work named',
      'Wed 20 May 0800L to 1100L, no work named',
    ]);
    expect(dueDetails(one, sourcesOf(one, null))).toMatchObject({
      forecast: 'reservations not loaded yet',
      visits: [],
    });
    const complied = item({ permanentlyComplied: true }, aircraft());
    expect(dueDetails(complied, sourcesOf(complied, [])).forecast).toBe('not due again');
  });
});

describe('the sort order of a due row', () => {
  const last = Number.POSITIVE_INFINITY;

  test('follows the due date, the next flight and the shop visit', () => {
    const dated = item({ status: status(2), dateOptions: dateLimit('2026-05-20', 2) });
    const order = dueOrder(
      dated,
      sourcesOf(dated, [
        reservationAt('2026-05-13T09:00', '2026-05-13T11:00'),
        reservationAt('2026-05-15T08:00', '2026-05-15T12:00', { displayTypeId: 1 }),
      ]),
    );
    expect(order.next).toBeLessThan(order.visit);
    expect(order.visit).toBeLessThan(order.due);
    expect(order.due).toBeLessThan(last);
  });

  test('is last when there is none or it is unknown', () => {
    const hundred = item({ status: status(1), timeOptions: hoursLeft(60) });
    expect(dueOrder(hundred, sourcesOf(hundred, null))).toEqual({ due: last, next: last, visit: last });
    const complied = item({ permanentlyComplied: true, dateOptions: dateLimit('2026-05-20', 2) });
    expect(dueOrder(complied, sourcesOf(complied, []))).toMatchObject({ due: last, visit: last });
  });
});
