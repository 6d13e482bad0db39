import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { hoursShape } from '#contract/gateway/hours.ts';
import { historyShape, perAircraftShape } from '#contract/gateway/replica.ts';
import { emptyDirectory } from '#e2e/servers/storageSamples.ts';
import { reminder, reservation } from '#e2e/fixtures/samples/sampleRecords.ts';
import { sampleNow, sampleReplica, sampleZone } from '#e2e/servers/sampleOperator.ts';
import type { NewChange, ReplicaStorage } from '#server/replica/storage/storage.ts';
import { sqliteStorage } from '#server/replica/storage/sqliteStorage.ts';
import { calibrationReader, followReadings } from './readings.ts';
import { atOnce } from '#domain/steps.ts';
import { assessedReader } from './views/assessed.ts';
import { createViews } from './views/views.ts';

const hour = 3_600_000;
const day = 24 * hour;
const aircraft = 'plane';
const midnight = Date.parse('2026-11-20T07:00:00Z');

const status = {
  reserved: { id: 0, name: 'Reserved' },
  out: { id: 1, name: 'Checked Out' },
  done: { id: 2, name: 'Completed' },
};

/** The log's changes for a flight: checked out, then closed, which moves the meters of two reminders. */
function flightChanges(id: string, start: number, length: number, meter: readonly [number, number]): NewChange[] {
  const record = (of: keyof typeof status, end = start + length) =>
    JSON.stringify({
      ...reservation,
      reservationId: id,
      startTime: new Date(start).toISOString(),
      endTime: new Date(end).toISOString(),
      aircraft: { ...reservation.aircraft, aircraftId: aircraft },
      reservationStatus: status[of],
    });
  const change = { set: 'reservations', scope: '', id, kind: 'changed' } as const;
  const closed = start + length + 300_000;
  return [
    { ...change, at: start, before: record('reserved'), after: record('out') },
    // The service shortens the reservation to the return, but the booked end counts.
    { ...change, at: closed, before: record('out'), after: record('done', closed) },
    ...['oil', 'annual'].map((name): NewChange => {
      const at = (hours: number) =>
        JSON.stringify({
          ...reminder,
          maintenanceReminderId: name,
          timeOptions: { ...reminder.timeOptions, currentHours: hours },
        });
      return {
        set: 'reminders',
        scope: aircraft,
        id: name,
        kind: 'changed',
        at: closed,
        before: at(meter[0]),
        after: at(meter[1]),
      };
    }),
  ];
}

/** This many flights on the days before the midnight, one a day: booked for two hours, 1.4 h on the meter. */
function flights(count: number): NewChange[] {
  return Array.from({ length: count }, (_, place) => {
    const start = midnight - (count - place) * day + 8 * hour;
    return flightChanges(`flight-${place}`, start, 2 * hour, [100 + 1.4 * place, 101.4 + 1.4 * place]);
  }).flat();
}

function log(storage: ReplicaStorage, changes: readonly NewChange[]): void {
  storage.replaceCells({ cells: [], put: [], remove: [], changes });
}

function follow(storage: ReplicaStorage): void {
  for (let last = -1; last !== storage.readingsSeq();) {
    last = storage.readingsSeq();
    followReadings(storage, sampleZone);
  }
}

describe('the log of changes', () => {
  it('gives a step of the meter for each flight, however many changes are read at once', () => {
    const { storage } = sampleReplica();
    // 1,000 changes, read 500 at a time: a step ends in the middle of the changes from one answer.
    log(storage, flights(250));
    follow(storage);
    expect(storage.meterMoves(Infinity)).toHaveLength(250);
    expect(storage.flownReservations(Infinity)).toHaveLength(250);
    expect(storage.flownReservations(Infinity)[0]).toMatchObject({
      aircraft,
      activity: 'Dual',
      end: midnight - 250 * day + 10 * hour,
    });
    expect(storage.readingsSeq()).toBe(storage.lastChange());
  });

  it('takes back what was not flown after all', () => {
    const { storage } = sampleReplica();
    const [out] = flightChanges('one', midnight, hour, [1, 2]);
    log(storage, out ? [out, { ...out, kind: 'changed', before: out.after, after: out.before }] : []);
    follow(storage);
    expect(storage.flownReservations(Infinity)).toEqual([]);
  });

  it('of a file that an earlier version wrote is read to its beginning', () => {
    const path = join(emptyDirectory(), 'replica.sqlite');
    const earlier = sqliteStorage(new DatabaseSync(path), { service: 'school', at: 1 });
    log(earlier, flights(20));
    earlier.close();
    const file = new DatabaseSync(path);
    file.exec('DROP TABLE meter_move; DROP TABLE flown');
    const storage = sqliteStorage(file, { service: 'school', at: 2 });
    follow(storage);
    expect(calibrationReader(storage).read(midnight, midnight, sampleZone).factors.school).toMatchObject({
      flights: 20,
    });
    storage.close();
  });

  it('is kept as long as what was read from it', () => {
    const { storage } = sampleReplica();
    log(storage, flights(20));
    follow(storage);
    storage.pruneChanges(midnight - 5 * day);
    expect([storage.meterMoves(Infinity).length, storage.flownReservations(Infinity).length]).toEqual([5, 5]);
  });
});

describe('a meter that went backward', () => {
  const names = ['oil', 'annual'];
  const record = (hours: number, name = 'oil') => ({
    ...reminder,
    maintenanceReminderId: name,
    name: 'Airframe check',
    status: { id: 1, name: 'OK' },
    timeOptions: {
      ...reminder.timeOptions,
      typeStatus: { id: 1, name: 'OK' },
      currentHours: hours,
      expirationHours: 4110,
    },
    dateOptions: null,
    cycleOptions: null,
  });
  const step = (at: number, from: number, to: number) =>
    names.map((name): NewChange => {
      const [before, after] = [from, to].map((hours) => JSON.stringify(record(hours, name)));
      return {
        set: 'reminders',
        scope: aircraft,
        id: name,
        kind: 'changed',
        at,
        before: before ?? '',
        after: after ?? '',
      };
    });
  const seen = (...steps: readonly (readonly [from: number, to: number])[]) => {
    const replica = sampleReplica();
    const { storage } = replica;
    replica.put('aircraft', 'aircraftId', [
      { aircraftId: aircraft, tailNumber: 'N1', status: { id: 1, name: 'Active' } },
    ]);
    const last = steps.at(-1)?.[1] ?? 0;
    replica.put(
      'reminders',
      'maintenanceReminderId',
      names.map((name) => record(last, name)),
      { scope: aircraft },
    );
    log(
      storage,
      steps.flatMap(([from, to], place) => step(midnight + place * hour, from, to)),
    );
    follow(storage);
    const answer = createViews(storage)('/replica/reminders', new URLSearchParams(), replica.status());
    const body = answer?.view ? perAircraftShape.parse(JSON.parse(answer.view.body())) : null;
    const reader = assessedReader(storage);
    const { reminders } = atOnce(reader(replica.status()));
    return {
      wentBack: body?.aircraft[0]?.wentBack,
      doubts: reminders.get(aircraft)?.items?.map(({ axes }) => axes[0]?.doubt ?? null),
    };
  };

  it('is in the answer of the reminders, and what is left is not known, until the readings agree again', () => {
    const words = 'the reading went back from 4,092.0 to 62.3 h';
    expect(seen([4090, 4092], [4092, 62.3])).toEqual({ wentBack: { from: 4092, to: 62.3 }, doubts: [words, words] });
    expect(seen([4092, 62.3], [62.3, 63.9])).toEqual({ wentBack: undefined, doubts: [null, null] });
    expect(seen([4092, 409.4], [409.4, 4093.1])).toEqual({ wentBack: undefined, doubts: [null, null] });
    expect(seen([4090, 4092])).toEqual({ wentBack: undefined, doubts: [null, null] });
  });
});

describe('what was measured before a midnight', () => {
  const views = (count: number, more: readonly NewChange[] = []) => {
    const replica = sampleReplica();
    log(replica.storage, [...flights(count), ...more]);
    follow(replica.storage);
    const ask = createViews(replica.storage);
    return (path: string) => {
      const answer = ask(
        path,
        new URLSearchParams({ before: new Date(midnight).toISOString() }),
        replica.status({ now: sampleNow }),
      );
      if (!answer?.view) throw new Error(`${path} is refused.`);
      return { key: answer.view.key, body: JSON.parse(answer.view.body()) as unknown };
    };
  };

  it('comes with the history, from 20 flights on, and is the same at every screen', () => {
    const [few, enough] = [views(19), views(20)].map((ask) => historyShape.parse(ask('/replica/history').body).factors);
    expect(few).toEqual({ school: null, aircraft: {} });
    expect(enough?.aircraft[aircraft]).toMatchObject({ flights: 20, factor: expect.closeTo(0.7) });
    expect(enough?.school).toEqual(enough?.aircraft[aircraft]);
  });

  it('is not changed by what happens after it', () => {
    const later = flightChanges('later', midnight + hour, hour, [128, 129]);
    expect(views(20, later)('/replica/history').body).toEqual(views(20)('/replica/history').body);
  });

  it('is told by aircraft and activity, with the steps that are left out', () => {
    const back = flightChanges('back', midnight - 4 * hour, hour, [128, 127]);
    const hours = hoursShape.parse(views(20, back)('/replica/hours').body);
    const row = {
      flights: 19,
      booked: 38,
      hours: expect.closeTo(26.6),
      factor: expect.closeTo(0.7),
      spread: expect.closeTo(0),
    };
    expect(hours.rows).toEqual([
      { aircraftId: null, activity: null, ...row },
      { aircraftId: null, activity: 'Dual', ...row },
      { aircraftId: aircraft, activity: null, ...row },
      { aircraftId: aircraft, activity: 'Dual', ...row },
    ]);
    expect(hours.leftOut).toMatchObject({
      count: 1,
      newest: [{ aircraftId: aircraft, before: 128, after: 127, why: 'backward' }],
    });
    expect(hours.reported).toBeNull();
  });
});

it('the landings of the flights report come with the history, by activity', () => {
  const replica = sampleReplica();
  const flight = (id: string, from: number) => ({
    ...reservation,
    reservationId: id,
    startTime: new Date(midnight - day + from * hour).toISOString(),
    endTime: new Date(midnight - day + (from + 1) * hour).toISOString(),
    aircraft: { ...reservation.aircraft, aircraftId: aircraft },
    reservationStatus: status.done,
  });
  const ids = Array.from({ length: 20 }, (_, place) => `flight ${place}`);
  replica.putReservations(
    '2026-11-19',
    1,
    ids.map((id, place) => flight(id, place)),
  );
  // Nine of ten make at most eight landings.
  const items = ids.map((reservationId, place) => ({
    reservationId,
    aircraftId: aircraft,
    landings: place < 18 ? 8 : 12,
  }));
  replica.put('report', 'page', [{ page: 1, items }], { scope: 'reportFlights' });
  const ask = createViews(replica.storage);
  const query = new URLSearchParams({ before: new Date(midnight).toISOString() });
  const answer = ask('/replica/history', query, replica.status({ now: sampleNow }));
  const { factors } = historyShape.parse(JSON.parse(answer?.view?.body() ?? 'null'));
  expect(Object.values(factors.landings ?? {})).toEqual([{ flights: 20, usual: expect.closeTo(8.4), worst: 8 }]);
});

it('a calibration uses the flights report where its meter is the reminders’', () => {
  const replica = sampleReplica();
  replica.put('reminders', 'maintenanceReminderId', [{ ...reminder, timeOptions: { currentHours: 104.2 } }], {
    scope: aircraft,
  });
  const flight = (id: string, from: number) => ({
    ...reservation,
    reservationId: id,
    startTime: new Date(midnight - day + from * hour).toISOString(),
    endTime: new Date(midnight - day + (from + 2) * hour).toISOString(),
    aircraft: { ...reservation.aircraft, aircraftId: aircraft },
    reservationStatus: status.done,
  });
  replica.putReservations('2026-11-19', 1, [flight('one', 1), flight('two', 4), flight('three', 8)]);
  const items = ['one', 'two', 'three'].map((reservationId, place) => {
    return {
      reservationId,
      aircraftId: aircraft,
      tachOut: 100 + 1.4 * place,
      tachIn: 101.4 + 1.4 * place,
      hobbsOut: 1,
      hobbsIn: 3,
    };
  });
  // Three flights agree on the tach: the third ends at the reminder's hours, and the log has the rises of the other two.
  replica.put('report', 'page', [{ page: 1, items }], { scope: 'reportFlights' });
  const moves = flights(0).concat(
    ['one', 'two'].flatMap((id, place) =>
      flightChanges(id, midnight - day + (1 + 3 * place) * hour, 2 * hour, [100 + 1.4 * place, 101.4 + 1.4 * place]),
    ),
  );
  log(replica.storage, moves);
  follow(replica.storage);
  const found = calibrationReader(replica.storage).read(midnight, midnight, sampleZone);
  expect(found.reported).toBe('tach');
  expect(found.legs.map(({ hours, booked }) => [booked, hours])).toEqual(
    Array.from({ length: 3 }, () => [2, expect.closeTo(1.4)]),
  );
});
