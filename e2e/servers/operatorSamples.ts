import { type AppOptions, operatorApp } from '#operator/app.ts';
import { openDatabase } from '#operator/database.ts';
import { type School, writeSchool, type SchoolOptions } from '#operator/school/school.ts';
import { zoneClock, type ZoneClock } from '#operator/school/zone.ts';
import type { PathParameters } from '#contract/addresses.ts';
import type { ErrorEntry } from '#contract/errors.ts';
import { areaPaths, type OperationId, operations } from '#contract/operations.ts';
import type { DatabaseSync } from 'node:sqlite';
import { openSchool } from '#operator/school/open.ts';

/** Friday, 20 November 2026, 11:05 in Denver. */
const sampleNow = new Date('2026-11-20T18:05:00Z');
export const sampleKey = 'sample-key';
/** The guid of the sample row with this number: `00000007-0000-4000-8000-000000000000`. */
export const sampleGuid = (number: number): string => `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`;

const smallSchool: School = {
  seed: 1,
  operatorId: 1001,
  zone: 'America/Denver',
  aircraft: 3,
  reservationsPerDay: 4,
  days: 60,
  locations: 0,
  cancellations: false,
  empty: false,
  name: 'Sample Flying School',
  guid: sampleGuid(1001),
  firstDay: 20_000,
  // Far enough ahead that the operator generates no day besides the sample.
  lastDay: 90_000,
};

/** The options of an app that serves a tiny school: tests compare whole records with it. */
export function sampleSchool(more: Partial<AppOptions> = {}): AppOptions {
  const database = openDatabase();
  writeSchool(database, smallSchool);
  database.exec(rows);
  const clock = zoneClock(smallSchool.zone);
  return { database, school: smallSchool, clock, keys: [sampleKey], rateLimit: 0, now: () => sampleNow, ...more };
}

const guid = (number: number): string => `'${sampleGuid(number)}'`;
const at = (text: string): number => Date.parse(`2026-${text}:00Z`) / 1000;
const span = (start: string, end: string): string => `${Math.floor(at(start) / 60)}, ${Math.ceil(at(end) / 60)}`;

const rows = `
INSERT INTO location VALUES (1, ${guid(11)}, 'Main Base', 'KAPA'), (2, ${guid(12)}, 'North', 'KBJC');
INSERT INTO person VALUES
  (1, ${guid(21)}, 'E-1', 'Ana', 'Ruiz', 'ana@example.org', '555-0101', 'instructor', 1, ${at('01-05T17:00')}, 0, 1, 1),
  (2, ${guid(22)}, 'E-2', 'Ben', 'Cole', 'ben@example.org', '555-0102', 'instructor', 1, ${at('01-05T17:00')}, 0, 0, 2),
  (3, ${guid(23)}, 'a/b 3%', 'Li', 'Chen', 'li@example.org', '555-0103', 'student', 1, ${at('06-01T17:00')}, 10000, NULL, 1),
  (4, ${guid(24)}, 'E-4', 'Dee', 'Moss', 'dee@example.org', '555-0104', 'mechanic', 0, ${at('06-01T17:00')}, 0, NULL, 1);
INSERT INTO make VALUES (1, ${guid(31)}, 'Cessna'), (2, ${guid(32)}, 'Redbird');
INSERT INTO model VALUES
  (1, ${guid(41)}, 1, 'C172S Skyhawk SP', 'Airplane', 'Single Engine Land', 'ASEL', 0, 0, 0, 0, 1, 18900),
  (2, ${guid(42)}, 2, 'FMX', 'Training Device', 'Advanced Aviation Training Device', 'AATD', 1, 0, 0, 0, 1, 9000);
INSERT INTO aircraft VALUES
  (1, ${guid(51)}, 'N512SP', 1, 1, 1, 1, 0, 0, 40000, 32000, 9000, 500),
  (2, ${guid(52)}, 'N513SP', 1, 2, 2, 1, 0, 0, 1000, 900, 50, 0),
  (3, ${guid(53)}, 'Redbird FMX', 2, 1, 0, 0, 0, 0, 0, 0, 0, 0);
INSERT INTO checkout VALUES
  (1, 3, 1, 1, ${at('07-01T18:00')}, ${at('12-01T06:59')}, 0), (2, 3, 2, 1, ${at('07-02T18:00')}, NULL, 1),
  (3, 3, 2, 1, ${at('12-24T18:00')}, NULL, 0);
INSERT INTO equipment VALUES (1, ${guid(61)}, 'Headset 1', 'Headset', 'HS-1', 1, 1), (2, ${guid(62)}, 'Tug', 'Tug', 'T-9', 2, 0);
INSERT INTO reservation_type VALUES
  (1, ${guid(71)}, 0, 'Dual Flight Training'), (2, ${guid(72)}, 2, 'Class'), (3, ${guid(73)}, 1, 'Maintenance');
INSERT INTO activity_type VALUES (1, ${guid(81)}, 0, 'Flight Training', 1);
INSERT INTO course VALUES (1, ${guid(91)}, 'Private Pilot');
INSERT INTO lesson VALUES (1, ${guid(92)}, 1, 1, 'First Flight');
INSERT INTO enrollment VALUES (1, 3, 1, 1, ${at('06-01T17:00')}, 0);
INSERT INTO reservation VALUES
  (1, ${at('11-20T15:00')}, ${at('11-20T17:00')}, ${at('11-20T15:05')}, ${at('11-20T16:55')}, 1, 0, 1, 1, 1, 3, NULL, 7, NULL, 1, 1, 3),
  (2, ${at('11-20T17:30')}, ${at('11-20T19:30')}, ${at('11-20T17:35')}, ${at('11-20T19:25')}, 1, 0, 1, 1, NULL, 3, 1, NULL, NULL, NULL, NULL, NULL),
  (3, ${at('11-20T20:00')}, ${at('11-20T22:00')}, ${at('11-20T22:00')}, ${at('11-20T22:00')}, 2, 2, NULL, NULL, 1, NULL, NULL, NULL, 'Ground School', NULL, NULL, NULL),
  (4, ${at('11-21T15:00')}, ${at('11-21T23:00')}, ${at('11-21T23:00')}, ${at('11-21T23:00')}, 3, 1, NULL, 1, NULL, NULL, NULL, NULL, '100-hour', NULL, NULL, NULL);
INSERT INTO reservation_span VALUES
  (1, ${span('11-20T15:00', '11-20T17:00')}), (2, ${span('11-20T17:30', '11-20T19:30')}),
  (3, ${span('11-20T20:00', '11-20T22:00')}), (4, ${span('11-21T15:00', '11-21T23:00')});
INSERT INTO attendee VALUES (3, 3), (3, 4);
INSERT INTO participation VALUES
  (1, ${at('11-20T15:00')}, 1, 1), (3, ${at('11-20T15:00')}, 1, 0), (3, ${at('11-20T17:30')}, 2, 0),
  (1, ${at('11-20T17:30')}, 2, 0), (1, ${at('11-20T20:00')}, 3, 1), (3, ${at('11-20T20:00')}, 3, 2), (4, ${at('11-20T20:00')}, 3, 2);
INSERT INTO flight VALUES
  (1, 1, ${at('11-20T15:05')}, ${at('11-20T16:55')}, 40000, 40018, 32000, 32015, 9000, 9006, NULL),
  (2, 1, ${at('11-20T17:35')}, ${at('11-20T19:25')}, 40018, 40036, 32015, 32030, 9006, 9012, NULL);
INSERT INTO invoice VALUES (1, 3, ${at('11-20T16:55')}, 18, 34020, 18, 11700), (2, 3, ${at('11-20T19:25')}, 18, 34020, 0, 0);
INSERT INTO memo VALUES (1, 3, ${at('11-01T16:00')}, 50000, 'Payment'), (2, 3, ${at('12-01T16:00')}, 50000, 'Payment');
INSERT INTO reminder VALUES
  (1, ${guid(101)}, 1, 'Annual', NULL, NULL, 12, NULL, 0, 30, 0), (2, ${guid(102)}, 1, '100-hour', 1000, NULL, NULL, NULL, 100, 0, 0),
  (3, ${guid(103)}, 1, 'Landing gear', NULL, NULL, NULL, 500, 0, 0, 50), (4, ${guid(104)}, 1, 'AD 2011-10-09', NULL, NULL, NULL, NULL, 0, 0, 0);
INSERT INTO compliance VALUES
  (1, 1, ${at('01-05T17:00')}, NULL, ${at('12-01T06:59')}, NULL, 0), (2, 2, ${at('01-05T17:00')}, 32065, NULL, NULL, 0),
  (3, 3, ${at('01-05T17:00')}, NULL, NULL, 9000, 0), (4, 4, ${at('01-05T17:00')}, NULL, NULL, NULL, 1);
INSERT INTO work_order VALUES (5, 1, NULL, ${at('11-10T16:00')}, ${at('11-11T16:00')}, 39900, 31900, 8950);
INSERT INTO squawk VALUES
  (1, 1, 3, 'Landing light out', 0, ${at('11-09T16:00')}, ${at('11-11T16:00')}, 'Bulb replaced', 5),
  (2, 1, 3, 'Brake soft', 1, ${at('11-19T16:00')}, ${at('11-21T20:00')}, 'Brake bled', NULL),
  (3, 1, 3, 'Radio noise', 0, ${at('11-25T16:00')}, NULL, NULL, NULL);
`;

type Json = { readonly [member: string]: unknown };
export type Answered<Body> = { readonly status: number; readonly headers: Headers; readonly body: Body };

/** The path of an operation with every parameter filled in for the sample school, and an unchanged query. */
export function samplePath(id: OperationId, path: PathParameters = {}, query = ''): string {
  const defaultParameters: PathParameters = {
    operatorId: '1001',
    aircraftId: sampleGuid(51),
    userId: sampleGuid(23),
    externalId: 'a%2Fb%203%25',
  };
  const filled = operations[id].path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => path[name] ?? defaultParameters[name] ?? '',
  );
  return `${areaPaths[operations[id].area]}${filled}${query && `?${query}`}`;
}

/** Calls an operator over HTTP requests and answers, without a socket. */
export function sampleClient(options: AppOptions = sampleSchool()) {
  const app = operatorApp(options);
  const call = async <Body>(path: string, init: RequestInit = {}): Promise<Answered<Body>> => {
    const headers = new Headers(init.headers);
    if (!headers.has('x-subscription-key')) headers.set('x-subscription-key', sampleKey);
    const answer = await app.request(path, { ...init, headers });
    const text = await answer.text();
    // A test states the type that it expects, and then checks the value.
    return { status: answer.status, headers: answer.headers, body: (text ? JSON.parse(text) : null) as Body };
  };
  return {
    call,
    /** The paged list that an operation returns. */
    list: async (id: OperationId, query = '', path: PathParameters = {}) => {
      const { body } = await call<Json & { totalItems: number; items: readonly Json[] }>(samplePath(id, path, query));
      return body;
    },
    record: async (id: OperationId, path: PathParameters = {}) => (await call<Json>(samplePath(id, path))).body,
    /** An error as its status and the parameters it names. */
    fault: async (path: string, init: RequestInit = {}) => {
      const { status, body } = await call<readonly ErrorEntry[]>(path, init);
      return [status, ...body.map(({ dataField }) => dataField)];
    },
  };
}

/** Friday, 20 November 2026, 11:05 in Denver, in epoch seconds. */
export const generatedNow = Date.parse('2026-11-20T18:05:00Z') / 1000;

const defaults: SchoolOptions = {
  seed: 1,
  operatorId: 1001,
  zone: 'America/Denver',
  aircraft: 24,
  reservationsPerDay: 90,
  days: 20,
  now: generatedNow,
};

export type GeneratedSchool = { readonly database: DatabaseSync; readonly school: School; readonly clock: ZoneClock };

/** For tests: a generated school in memory, by default of 20 days on each side. */
export function generatedSchool(options: Partial<SchoolOptions> = {}): GeneratedSchool {
  const database = openDatabase();
  const school = openSchool(database, { ...defaults, ...options });
  return { database, school, clock: zoneClock(school.zone) };
}

/** The single number that a query returns. */
export function numberOf(database: DatabaseSync, query: string, values: { [name: string]: number } = {}): number {
  const statement = database.prepare(query);
  statement.setAllowUnknownNamedParameters(true);
  return Number(Object.values(statement.get(values) ?? {})[0]);
}
