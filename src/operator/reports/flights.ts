import { cancelledStatus } from '#operator/school/fates.ts';
import { guidOf } from '#operator/school/random.ts';
import type { ZoneClock } from '#operator/school/zone.ts';
import { type Comparison, nameOf, rangeOf, reportOf, type ReportSet, type Selection } from './reportSet.ts';

/** Everything about the flights whose ids the inner query selects, in its order. */
const flightColumns = `flight.*, flight.id AS id, aircraft.guid AS aircraft, tail, model.name AS model, is_simulator,
  home.airport AS home, client.guid AS client, ${nameOf('client')} AS client_name, ${nameOf('instructor')} AS instructor_name,
  activity_type.name AS activity`;
const flightJoins = `JOIN reservation USING (id) JOIN aircraft ON aircraft.id = flight.aircraft_id JOIN model ON model.id = model_id
  JOIN location AS home ON home.id = aircraft.location_id JOIN activity_type ON activity_type.id = activity_id
  LEFT JOIN person AS client ON client.id = pilot_id LEFT JOIN person AS instructor ON instructor.id = instructor_id`;

const flightRecord: Selection['record'] = (row, { seed, past, hours }) => ({
  flightId: guidOf(seed, 'flight', Number(row['id'])),
  reservationId: guidOf(seed, 'reservation', Number(row['id'])),
  aircraftId: row['aircraft'],
  registrationTail: row['tail'],
  model: row['model'],
  isSimulator: row['is_simulator'] === 1,
  activityType: row['activity'],
  customerId: row['client'],
  customerLabel1Name: row['client_name'],
  instructor: row['instructor_name'],
  departureAirport: row['home'],
  arrivalAirport: row['home'],
  destination: row['destination'],
  checkedOutOn: past(row['out_at']),
  checkedInOn: past(row['in_at']),
  hobbsOut: hours(row['hobbs_out_tenths']),
  hobbsIn: hours(row['hobbs_in_tenths']),
  tachOut: hours(row['tach_out_tenths']),
  tachIn: hours(row['tach_in_tenths']),
  flightHours: hours(Number(row['hobbs_in_tenths']) - Number(row['hobbs_out_tenths'])),
  landings: Number(row['landings_in']) - Number(row['landings_out']),
  lastUpdated: past(row['in_at']) ?? past(row['out_at']),
});

/** What live services write for "no date". */
const noDate = '1753-01-01T00:00:00';

/** What an unfinished flight does not show yet. */
const notYet = { hobbsIn: null, tachIn: null, flightHours: null, landings: null } as const;

const completedFlights = reportOf({
  count: 'SELECT count(*) AS total FROM flight WHERE in_at <= :now',
  rows: `SELECT ${flightColumns}
    FROM (SELECT id FROM flight WHERE in_at <= :now ORDER BY in_at, id LIMIT :limit OFFSET :offset) CROSS JOIN flight USING (id)
    ${flightJoins} ORDER BY flight.in_at, flight.id`,
  record: flightRecord,
});

const seen = `out_at <= :now AND out_at BETWEEN :firstOut AND :lastOut
  AND iif(in_at <= :now, in_at, out_at) BETWEEN :firstUpdate AND :lastUpdate`;

/** As in live services: includes flights that are out, and has filters. */
const flightsInTheField = reportOf({
  count: `SELECT count(*) AS total FROM flight WHERE ${seen}`,
  rows: `SELECT ${flightColumns}
    FROM (SELECT id FROM flight WHERE ${seen} ORDER BY in_at, id LIMIT :limit OFFSET :offset) CROSS JOIN flight USING (id)
    ${flightJoins} ORDER BY flight.in_at, flight.id`,
  values({ clock, flightDates = [], lastUpdated }) {
    const out = rangeOf(flightDates.map((comparison) => ofDays(comparison, clock)));
    const update = rangeOf([lastUpdated]);
    return { firstOut: out.from, lastOut: out.to, firstUpdate: update.from, lastUpdate: update.to };
  },
  record(row, present, window) {
    const record = flightRecord(row, present, window);
    return Number(row['in_at']) <= window.now ? record : { ...record, ...notYet, checkedInOn: noDate };
  },
});

/**
 * A comparison of a flight's date, which is a day, as a comparison of its instant. An upper bound includes its own day.
 */
function ofDays({ operator, at }: Comparison, clock: ZoneClock): Comparison {
  const day = clock.dayAt(at);
  const isMidnight = clock.midnight(day) === at;
  const isFromNext = operator === 'gt' || operator === 'lte' || !isMidnight;
  return { operator: operator.startsWith('g') ? 'gte' : 'lt', at: clock.midnight(isFromNext ? day + 1 : day) };
}

/** Completed flights, by check-in; in live services those that are out, too. */
export const flightReport: ReportSet = {
  count: (database, window) => (window.isField ? flightsInTheField : completedFlights).count(database, window),
  page: (database, window, offset, limit) =>
    (window.isField ? flightsInTheField : completedFlights).page(database, window, offset, limit),
};

const inRange = 'out_at <= :now AND out_at >= :start AND out_at <= :end';

/** Flights that have been checked out, by check-out. For those still out, check-in and readings are null. */
export const flightOperationReport: ReportSet = reportOf({
  count: `SELECT count(*) AS total FROM flight WHERE ${inRange}`,
  rows: `SELECT ${flightColumns}
    FROM (SELECT id FROM flight WHERE ${inRange} ORDER BY out_at, id LIMIT :limit OFFSET :offset) CROSS JOIN flight USING (id)
    ${flightJoins} ORDER BY flight.out_at, flight.id`,
  values: ({ startDate, endDate, chunk }) => ({
    start: Math.max(startDate ?? Number.MIN_SAFE_INTEGER, chunk?.start ?? Number.MIN_SAFE_INTEGER),
    end: Math.min(endDate ?? Number.MAX_SAFE_INTEGER, (chunk?.end ?? Number.MAX_SAFE_INTEGER) - 1),
  }),
  record(row, present, window) {
    const record = flightRecord(row, present, window);
    const isBack = Number(row['in_at']) <= window.now;
    const operation = {
      flightOperationId: record['flightId'],
      ...record,
      status: isBack ? 'Completed' : 'Checked Out',
    };
    return isBack ? operation : { ...operation, ...notYet };
  },
});

/** The legs of completed flights: one for a local flight, there and back for the others. */
export const flightSegmentReport: ReportSet = reportOf({
  count: 'SELECT count(*) + count(destination) AS total FROM flight WHERE in_at <= :now',
  rows: `SELECT flight.*, leg, tail, aircraft.guid AS aircraft, airport AS home
    FROM (SELECT id, leg FROM flight JOIN (SELECT 1 AS leg UNION ALL SELECT 2)
      WHERE in_at <= :now AND (leg = 1 OR destination IS NOT NULL) ORDER BY in_at, id, leg LIMIT :limit OFFSET :offset)
    CROSS JOIN flight USING (id) JOIN aircraft ON aircraft.id = aircraft_id JOIN location ON location.id = location_id
    ORDER BY in_at, flight.id, leg`,
  record(row, { seed, time, hours }) {
    const [id, leg] = [Number(row['id']), Number(row['leg'])];
    const isWhole = row['destination'] === null;
    const share = (total: number): number => (isWhole ? total : leg === 1 ? total >> 1 : total - (total >> 1));
    return {
      flightSegmentId: guidOf(seed, 'segment', id * 2 + leg),
      flightId: guidOf(seed, 'flight', id),
      segmentNumber: leg,
      aircraftId: row['aircraft'],
      registrationTail: row['tail'],
      departureAirport: leg === 1 ? row['home'] : row['destination'],
      arrivalAirport: leg === 1 ? (row['destination'] ?? row['home']) : row['home'],
      flightHours: hours(share(Number(row['hobbs_in_tenths']) - Number(row['hobbs_out_tenths']))),
      landings: share(Number(row['landings_in']) - Number(row['landings_out'])),
      lastUpdated: time(row['in_at']),
    };
  },
});

/** All reservations, past and future, by their start. */
export const reservationReport: ReportSet = reportOf({
  count: 'SELECT count(*) AS total FROM reservation',
  rows: `SELECT reservation.*, reservation_type.name AS type, activity_type.name AS activity, aircraft.guid AS aircraft, tail,
      client.guid AS client, ${nameOf('client')} AS client_name, ${nameOf('instructor')} AS instructor_name
    FROM (SELECT id FROM reservation ORDER BY start_at, id LIMIT :limit OFFSET :offset) CROSS JOIN reservation USING (id)
    JOIN reservation_type ON reservation_type.id = type_id LEFT JOIN activity_type ON activity_type.id = activity_id
    LEFT JOIN aircraft ON aircraft.id = aircraft_id LEFT JOIN person AS client ON client.id = pilot_id
    LEFT JOIN person AS instructor ON instructor.id = instructor_id ORDER BY reservation.start_at, reservation.id`,
  record: (row, { seed, time, past }, { now }) => ({
    reservationId: guidOf(seed, 'reservation', Number(row['id'])),
    start: time(row['start_at']),
    end: time(row['end_at']),
    reservationStatus: statusAt(
      seed,
      { id: Number(row['id']), out_at: Number(row['out_at']), in_at: Number(row['in_at']) },
      now,
    ),
    reservationType: row['type'],
    activityType: row['activity'],
    displayName: row['display_name'],
    aircraftId: row['aircraft'],
    registrationTail: row['tail'],
    instructor: row['instructor_name'],
    customerId: row['client'],
    customerLabel1Name: row['client_name'],
    lastUpdated: past(row['in_at']) ?? past(row['out_at']),
  }),
});

function statusAt(seed: number, times: Parameters<typeof cancelledStatus>[1], now: number): string {
  const cancelled = cancelledStatus(seed, times, now);
  if (cancelled) return cancelled.name;
  if (now < times.out_at) return 'Reserved';
  return now < times.in_at ? 'Checked Out' : 'Completed';
}
