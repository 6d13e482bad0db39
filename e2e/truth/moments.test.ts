import { describe, expect, test } from 'vitest';
import { presentText } from '#domain/readiness/fleetLists.ts';
import { isFlight, tailOf } from '#domain/reservations/reservations.ts';
import { isVoid } from '#domain/reservations/state.ts';
import type { Clock } from '#domain/time/clock.ts';
import { dayOf, daySpan, type Instant } from '#domain/time/time.ts';
import type { FlightRow } from '#web/pages/overview/flightsModel.ts';
import { listQuery } from '#web/data/api.ts';
import { readOverview } from '#web/data/attention.ts';
import { forecastFor, keptLogQuery, momentClient, type OtherMoment, rewoundTo } from '#web/data/moment/moment.ts';
import { createQueryClient } from '#web/data/policy.ts';
import { perAircraftQuery, windowQuery } from '#web/data/replica.ts';
import { type Copy, openCopy } from './copy.ts';
import { instantsOf } from './run.ts';
import type { SchoolOptions } from './school.ts';
import { drawnBy, withClock } from './screens.ts';
import { simulate } from './simulate.ts';

const hour = 3_600_000;

/** What the overview, the fleet and the timeline say about the moment `at`, and the records behind it. */
async function saidAt(copy: Copy, at: Instant, now: Instant, moment: OtherMoment | null) {
  const present = createQueryClient();
  const school = copy.config;
  const clock: Clock = { zone: school.timeZone, mode: 'L' };
  return withClock(now, copy, async () => {
    const client = moment ? momentClient(present, school, moment) : present;
    await readOverview(client, school, at);
    const days = daySpan(dayOf(at, school.timeZone), school.timeZone, 2);
    const [window, reminders, squawks, aircraft] = await Promise.all([
      client.query(windowQuery(school, days)),
      client.query(perAircraftQuery('reminders')),
      client.query(perAircraftQuery('squawks')),
      client.query(listQuery(school, 'listAircraft', {})),
    ]);
    const { rows, checks, flights, index } = drawnBy(client, school, at);
    const ofAircraft = (answer: typeof reminders | typeof squawks) =>
      answer.value.aircraft.map(({ aircraftId, records }) => [aircraftId, records]);
    present.clear();
    return {
      records: {
        reservations: window.value.reservations.map(({ key, start: from, end, status, record }) => ({
          key,
          from,
          end,
          status,
          tail: record.aircraft?.tailNumber,
          people: [record.instructor?.userId, ...(record.pilots ?? []).map(({ userId }) => userId)],
        })),
        // The time of reading is not logged as a change.
        reminders: JSON.stringify(ofAircraft(reminders)).replaceAll(/"currentDate":"[^"]*"/g, ''),
        squawks: JSON.stringify(ofAircraft(squawks)),
        aircraft: aircraft.value.records,
      },
      said: {
        rows: rows.map((row) => [row.aircraft.tailNumber, presentText(row, at, clock), row.group, row.fitness.kind]),
        // Checkouts of people are not in the log, so the present ones are used.
        checks: [...checks].map(([key, { lines }]) => [
          key,
          lines.filter(({ subject }) => subject !== 'checkout').map(({ words }) => words),
        ]),
        flights: [flights.departures, flights.returns].map((list) => list.rows.map(withoutCheck)),
        late: [flights.notOutYet, flights.neverCheckedOut].map((list) => list.map(withoutCheck)),
      },
      schedule: index.sources.schedule,
    };
  });
}

const withoutCheck = ({ key, time, late, tail, who }: FlightRow) => ({ key, time, late, tail, who });

/**
 * `left`: hours before the end of the last day. In the morning the moments are on two days, and yesterday's flights are being
 * closed.
 */
const schools: readonly (SchoolOptions & { readonly every: number; readonly left: number })[] = [
  { seed: 4, zone: 'America/Denver', size: 'small', first: '2026-10-31', days: 2, every: 45, left: 0 },
  { seed: 5, zone: 'America/Denver', size: 'small', first: '2026-03-07', days: 2, every: 45, left: 14 },
  { seed: 6, zone: 'Asia/Kolkata', size: 'usual', first: '2026-05-12', days: 2, every: 60, left: 15 },
];

describe('a moment of the last twelve hours', () => {
  test.each(schools)(
    'has the records that the copy had then: $zone, $first, $left h before midnight',
    async (options) => {
      const copy = openCopy(simulate(options));
      const then = new Map<Instant, Awaited<ReturnType<typeof saidAt>>>();
      let now = 0;
      const last = daySpan(options.first, options.zone, options.days).end - options.left * hour;
      for (const at of instantsOf(options).filter((instant) => instant <= last)) {
        now = at;
        copy.fill(at);
        then.set(at, await saidAt(copy, at, at, null));
      }
      const { value: log } = await withClock(now, copy, () =>
        createQueryClient().query(keptLogQuery(new Date(now - 13 * hour).toISOString())),
      );
      const back = [...then].filter(([at]) => at >= now - 12 * hour);
      for (const [at, known] of back) {
        const { records, said } = await saidAt(copy, at, now, rewoundTo(at, now, log));
        const when = new Date(at).toISOString();
        expect(records, when).toEqual(known.records);
        expect(said, when).toEqual(known.said);
      }
      expect(back.length).toBeGreaterThan(10);
      expect(log.changes.length).toBeGreaterThan(50);
      copy.close();
    },
  );
});

describe('a moment ahead', () => {
  test('that is the present has the present records, and says the same', async () => {
    const options = { seed: 4, zone: 'America/Denver', size: 'usual', first: '2026-05-12', days: 1 } as const;
    const copy = openCopy(simulate(options));
    const now = Date.parse('2026-05-12T21:00:00Z');
    copy.fill(now);
    const { schedule, ...present } = await saidAt(copy, now, now, null);
    const { schedule: _, ...forecast } = await saidAt(copy, now, now, forecastFor(now, now, schedule));
    expect(forecast).toEqual(present);
    copy.close();
  });

  test('has no late flights except those late now, and flights are out as booked', async () => {
    const options = { seed: 4, zone: 'America/Denver', size: 'usual', first: '2026-05-12', days: 2 } as const;
    const copy = openCopy(simulate(options));
    const now = Date.parse('2026-05-12T21:00:00Z');
    copy.fill(now);
    const { schedule, said: present } = await saidAt(copy, now, now, null);
    const at = Date.parse('2026-05-13T18:30:00Z');
    const { said, records } = await saidAt(copy, at, now, forecastFor(at, now, schedule));
    const lateNow = new Set(present.late.flat().map(({ key }) => key));
    expect(said.late.flat().filter(({ key }) => !lateNow.has(key))).toEqual([]);
    const booked = schedule.reservations.filter(
      (reservation) => reservation.start <= at && at < reservation.end && isFlight(reservation) && !isVoid(reservation),
    );
    const flying = said.rows.filter(([, , group]) => group === 'flying').map(([tail]) => tail);
    expect(booked.length).toBeGreaterThan(3);
    expect(flying).toEqual(expect.arrayContaining(booked.map((reservation) => tailOf(reservation))));
    // The service's own status is never replaced.
    const statuses = new Map(schedule.reservations.map(({ key, status }) => [key, status]));
    for (const { key, status } of records.reservations) expect(status).toBe(statuses.get(key) ?? status);
    copy.close();
  });
});
