import { describe, expect, it } from 'vitest';
import { figureRowsShape, figuresShape, maxFigureRows } from '#contract/gateway/figures.ts';
import { atOnce } from '#domain/steps.ts';
import { addDays, daySpan } from '#domain/time/time.ts';
import { guid, stubReservation } from '#e2e/servers/testCopy.ts';
import { sampleNow, sampleReplica, type SampleReplica } from '#e2e/servers/sampleOperator.ts';
import { keptDaysIn } from '#server/replica/keptDays.ts';
import { flightMonths } from './figureFacts.ts';
import { createViews } from './views.ts';

/** It is Friday 20 November 2026, 1105 in Denver. */
const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
const status = {
  done: { reservationStatus: { id: 2, name: 'Completed' } },
  void: { reservationStatus: { id: 9, name: 'Cancelled' } },
};

/** Two flown hours on 10 November, a cancelled flight on the 11th, and what is needed around them. */
function smallSchool(): SampleReplica {
  const replica = sampleReplica();
  const aircraft = [{ aircraftId: guid(1), tailNumber: 'N512SP', status: { id: 1, name: 'active' } }];
  replica.put('aircraft', 'aircraftId', aircraft);
  replica.put('squawks', 'squawkId', [], { scope: guid(1) });
  replica.putReservations('2026-11-01', 40, [
    stubReservation(10, '2026-11-10T18:00:00Z', '2026-11-10T21:00:00Z', status.done),
    stubReservation(11, '2026-11-11T18:00:00Z', '2026-11-11T20:00:00Z', status.void),
  ]);
  return replica;
}

const flight = (id: number, out: string, hours: number | null, more: object = {}) => ({
  flightId: guid(id + 5_000),
  reservationId: guid(id),
  aircraftId: guid(1),
  registrationTail: 'N512SP',
  checkedOutOn: out,
  checkedInOn: hours === null ? null : out,
  flightHours: hours,
  ...more,
});

function putMonth(
  replica: SampleReplica,
  month: string,
  items: readonly unknown[],
  more: { asOf?: number; totalItems?: number } = {},
) {
  const start = daySpan(`${month}-01`, zone.name).start;
  const [found] = flightMonths([{ start, end: start + 1 }], zone.name);
  const { totalItems = items.length, asOf = sampleNow - 60_000 } = more;
  replica.put('report', 'id', [{ id: '', items, totalItems }], { scope: found?.scope ?? '', asOf });
}

function asked(replica: SampleReplica, search: string, now = sampleNow, kept = keptDaysIn(replica.storage, zone)) {
  const views = createViews(replica.storage, undefined, undefined, undefined, kept);
  const answer = views('/replica/figures', new URLSearchParams(search), replica.status({ now }));
  if (!answer?.view) throw new Error(answer?.refusal?.problems[0]?.message ?? 'There is no such address.');
  return figuresShape.parse(JSON.parse(answer.view.body()));
}

describe('/replica/figures', () => {
  it('has the hours, departures and cancellations of a period, and what it does not know', () => {
    const replica = smallSchool();
    putMonth(replica, '2026-11', [
      flight(10, '2026-11-10T11:05:00', 2),
      flight(10, '2026-11-10T11:05:00', null),
      flight(12, '2026-11-10T12:00:00', 1, { status: 'Void' }),
      'torn',
    ]);
    const { period, before, heldFrom, heldTo, sources, reading } = asked(replica, 'from=2026-11-01&to=2026-11-20');
    expect(period.lacks).toEqual(['work orders', 'student progress']);
    expect(period.utilisation.flown).toEqual({ value: 2, rows: 1 });
    expect(period.utilisation.booked).toEqual({ value: 3, rows: 1 });
    expect(period.departures).toMatchObject({ due: 2, onTime: 1, causes: [{ name: 'cancelled', count: 1 }] });
    expect(period.cancellations).toMatchObject({ count: 1, booked: 2, causes: [{ name: 'not recorded', count: 1 }] });
    expect(period.leftOut.flights).toMatchObject({ void: 1, duplicate: 1, unreadable: 1 });
    expect(period.maintenance.openOrders).toBeNull();
    // The period before touches October, of which nothing is read.
    expect(before.lacks).toEqual(['reservations', 'flights', 'work orders', 'student progress']);
    expect(before.utilisation.flown.value).toBeNull();
    expect(before.departures).toBeNull();
    // November is read; October and the November of a year ago are not, nor are the two reports.
    expect(reading).toEqual({ done: 1, of: 5 });
    expect([heldFrom, heldTo]).toEqual(['2026-11-01', '2026-12-10']);
    expect(sources.find(({ name }) => name === 'work orders')?.asOf).toBeNull();
  });

  it('takes a month of flights as not read if it was read before it ended, or if rows are missing', () => {
    const flown = (more: object) => {
      const replica = smallSchool();
      putMonth(replica, '2026-10', [flight(9, '2026-10-10T11:05:00', 2)], more);
      return asked(replica, 'from=2026-10-01&to=2026-10-31').period.utilisation.flown.value;
    };
    expect(flown({})).toBe(2);
    expect(flown({ totalItems: 2 })).toBeNull();
    expect(flown({ asOf: Date.parse('2026-10-20T00:00:00Z') })).toBeNull();
  });

  it('counts a flight that is closed late as soon as its month is read again, and a day that changed', () => {
    const replica = smallSchool();
    const views = createViews(replica.storage, undefined, undefined, undefined, keptDaysIn(replica.storage, zone));
    const ask = () => {
      const search = new URLSearchParams('from=2026-11-01&to=2026-11-20');
      const answer = views('/replica/figures', search, replica.status());
      return figuresShape.parse(JSON.parse(answer?.view?.body() ?? '')).period;
    };
    putMonth(replica, '2026-11', [flight(10, '2026-11-10T11:05:00', null)]);
    const open = ask();
    expect(open.utilisation.flown).toEqual({ value: 0, rows: 0 });
    expect(open.leftOut.flights['not closed']).toBe(1);
    putMonth(replica, '2026-11', [flight(10, '2026-11-10T11:05:00', 2)]);
    expect(ask().utilisation.flown).toEqual({ value: 2, rows: 1 });
    replica.putReservations('2026-11-01', 40, [
      stubReservation(10, '2026-11-10T18:00:00Z', '2026-11-10T22:00:00Z', status.done),
    ]);
    expect(ask().utilisation.booked).toEqual({ value: 4, rows: 1 });
  });

  it('keeps the bookings of finished days that leave the copy, also over a restart', () => {
    const replica = smallSchool();
    const { storage } = replica;
    const kept = keptDaysIn(storage, zone);
    const days = ['2026-11-10', '2026-11-11', '2026-11-21'].map((day) => daySpan(day, zone.name));
    kept.keep(days.map(({ start, end }) => ({ from: start, to: end, asOf: sampleNow })));
    storage.dropCells(days.map(({ start }) => start));
    const search = 'from=2026-11-01&to=2026-11-20';
    expect(asked(replica, search, sampleNow, kept).period.cancellations).toMatchObject({ count: 1, booked: 2 });
    const restarted = keptDaysIn(storage, zone);
    atOnce(restarted.read('2026-11-20'));
    // A day that had not ended when it was read is none.
    expect([...restarted.days().keys()].toSorted()).toEqual(['2026-11-10', '2026-11-11']);
    expect(asked(replica, search, sampleNow, restarted).period.utilisation.booked).toEqual({ value: 3, rows: 1 });
  });

  it('forgets days after two years and a quarter', () => {
    const { storage } = smallSchool();
    const kept = keptDaysIn(storage, zone);
    const keep = (day: string) => {
      const { start, end } = daySpan(day, zone.name);
      kept.keep([{ from: start, to: end, asOf: end }]);
    };
    keep('2026-11-10');
    keep(addDays('2026-11-10', 819));
    expect(kept.days().size).toBe(2);
    keep(addDays('2026-11-10', 820));
    expect([...kept.days().keys()]).not.toContain('2026-11-10');
    const restarted = keptDaysIn(storage, zone);
    atOnce(restarted.read(addDays('2026-11-10', 820)));
    expect(restarted.days().size).toBe(2);
  });

  it('keeps no more in memory than its bound, the newest days, also over a restart', () => {
    const { storage } = smallSchool();
    const kept = keptDaysIn(storage, zone, 1);
    for (const day of ['2026-11-10', '2026-11-11']) {
      const { start, end } = daySpan(day, zone.name);
      kept.keep([{ from: start, to: end, asOf: end }]);
    }
    const restarted = keptDaysIn(storage, zone, 1);
    atOnce(restarted.read('2026-11-20'));
    for (const one of [kept, restarted]) expect([one.count(), ...one.days().keys()]).toEqual([1, '2026-11-11']);
  });

  it('asks for each month once, from its first second to its last', () => {
    const span = { start: daySpan('2026-10-15', zone.name).start, end: daySpan('2026-11-15', zone.name).start };
    expect(flightMonths([span, span], zone.name).map(({ scope }) => decodeURIComponent(scope))).toEqual([
      'reportFlightOperations EndDate=2026-11-01T05:59:59Z&StartDate=2026-10-01T06:00:00Z',
      'reportFlightOperations EndDate=2026-12-01T06:59:59Z&StartDate=2026-11-01T06:00:00Z',
    ]);
  });

  it('refuses more than 400 days and groups that it does not know', () => {
    const replica = smallSchool();
    expect(() => asked(replica, 'from=2025-01-01&to=2026-11-20')).toThrow('Not more than 400 days at once.');
    expect(() => asked(replica, 'from=2026-11-01&to=2026-11-20&by=colour')).toThrow('one of aircraft, model');
  });
});

describe('/replica/figures/rows', () => {
  const rowsIn = (replica: SampleReplica, search: string) => {
    const views = createViews(replica.storage, undefined, undefined, undefined, keptDaysIn(replica.storage, zone));
    const answer = views('/replica/figures/rows', new URLSearchParams(search), replica.status());
    return figureRowsShape.parse(JSON.parse(answer?.view?.body() ?? ''));
  };
  const days = 'from=2026-11-01&to=2026-11-20';

  it('has the reservations and flights that a bar counts, and what the bar lacks', () => {
    const replica = smallSchool();
    const cancelled = `${days}&of=cancelled&name=not+recorded`;
    expect(rowsIn(replica, cancelled)).toEqual({
      total: 1,
      rows: [
        {
          reservation: guid(11),
          at: '2026-11-11T18:00:00.000Z',
          until: '2026-11-11T20:00:00.000Z',
          title: null,
          aircraftId: guid(1),
          aircraft: 'N512SP',
          instructor: null,
          status: 'Cancelled',
          hours: null,
        },
      ],
      lacks: [],
    });
    expect(rowsIn(replica, `${days}&of=cancelled&name=weather`).total).toBe(0);
    expect(rowsIn(replica, `${days}&of=location&name=`)).toEqual({ total: 0, rows: [], lacks: ['flights'] });
    putMonth(replica, '2026-11', [flight(10, '2026-11-10T11:05:00', 2)]);
    const { rows, lacks } = rowsIn(replica, `${days}&of=location&name=`);
    expect(lacks).toEqual([]);
    expect(rows).toMatchObject([{ reservation: guid(10), status: null, hours: 2 }]);
  });

  it('has the newest of many, and how many there are', () => {
    const replica = smallSchool();
    const starts = Array.from({ length: maxFigureRows + 5 }, (_, index) => new Date(Date.UTC(2026, 10, 2, 15, index)));
    const voided = starts.map((start, index) =>
      stubReservation(index + 100, start.toISOString(), '2026-11-03T18:00:00Z', status.void),
    );
    replica.putReservations('2026-11-01', 40, voided);
    const { total, rows } = rowsIn(replica, `${days}&of=notice&name=not+recorded`);
    expect([total, rows.length]).toEqual([maxFigureRows + 5, maxFigureRows]);
    expect(rows[0]?.at).toBe(starts.at(-1)?.toISOString());
  });
});
