import { createServer, get, type RequestListener } from 'node:http';
import { operations } from '#contract/operations.ts';
import type { GatewayState } from '#contract/gateway/gatewayState.ts';
import type { ReplicaState } from '#contract/gateway/replica.ts';
import type { Tuning } from '#server/upstream/source.ts';
import { openGateway } from '#server/app/open.ts';
import { portOf } from '#server/app/serve.ts';
import { readFlags } from '#operator/flags.ts';
import { startOperator } from '#operator/start.ts';
import { readSettings } from '#server/app/settings.ts';
import { browserAgent } from './teststand.ts';
import { readInstant } from '#domain/time/time.ts';

export type Answer = { readonly status: number; readonly headers: Headers; readonly body: unknown };
type State = GatewayState & { readonly replica: ReplicaState };

/** A gateway with its local copy and a service, with clocks that a test moves. */
export type TestCopy = {
  readonly url: string;
  readonly ask: (path: string, headers?: { [name: string]: string }) => Promise<Answer>;
  readonly state: () => Promise<State>;
  /** Resolves once all needed parts have been read. */
  readonly complete: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type CopyOptions = {
  readonly service: string;
  readonly tuning?: Partial<Tuning>;
  readonly settings?: { readonly [name: string]: string };
  readonly writeLog?: (line: string) => void;
};

/** Whether a line of the log tells of a fault. A kept-alive connection that the service had just closed is none: the call is made again. */
export const isFault = (line: string) => line.includes('"err"') && !line.includes('"result":"reset"');

/** The time of the tests: Tuesday 12 May 2026, 1105L in Denver. */
export const testNow = Date.parse('2026-05-12T17:05:00Z');

export const key = 'demo-key';

export async function openTestCopy({ service, tuning, settings, writeLog }: CopyOptions): Promise<TestCopy> {
  const defaults = {
    API_BASE_URL: service,
    API_SUBSCRIPTION_KEY: key,
    API_OPERATOR_ID: '1001',
    API_RATE_LIMIT: '6000',
    OPERATOR_TIME_ZONE: 'America/Denver',
    DATA_DIR: 'unused',
  };
  // A test may name a directory for its file; otherwise the copy is in memory.
  const read = {
    ...readSettings({ ...defaults, ...settings }),
    ...(settings?.['DATA_DIR'] ? {} : { dataDirectory: null }),
  };
  const gateway = await openGateway(read, null, writeLog, {
    wall: () => testNow,
    shares: { workBurstMs: 3_600_000 },
    ...tuning,
  });
  const { url, close } = await listen(gateway.listener);
  const ask = (path: string, headers = {}) => askAt(url + path, headers);
  // A test states the type that it expects, and then checks the value.
  const state = async () => (await ask('/state')).body as State;
  const complete = async () => {
    let missing: readonly string[] = [];
    for (const until = Date.now() + 120_000; Date.now() < until;) {
      const { replica } = await state();
      missing = replica.sets
        .filter(({ parts, known, set }) => known !== parts || (parts === 0 && !mayBeEmpty.has(set)))
        .map(({ set }) => set);
      if (missing.length === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`The copy never had all of: ${missing.join(', ')}.`);
  };
  return { url, ask, state, complete, close: async () => void (await Promise.all([close(), gateway.close()])) };
}

/** The embedded operator at the time of the tests, without a limit of calls. */
export async function openTestOperator(flags: readonly string[], now: Date = new Date(testNow)) {
  const reading = readFlags(['--port=0', `--key=${key}`, '--rate-limit=0', ...flags]);
  if (!('settings' in reading)) throw new Error(`The operator does not take ${flags.join(' ')}.`);
  const operator = await startOperator({ ...reading.settings, now });
  return { ...operator, ask: (address: string) => askAt(operator.url + address, { 'x-subscription-key': key }) };
}

/** A request over a new connection, so that it never reuses one closed by an earlier server. */
function askAt(url: string, headers: { [name: string]: string }): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { ...browserAgent, ...headers }, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const body: unknown = text === '' ? null : JSON.parse(text);
        const pairs = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
        resolve({ status: incoming.statusCode ?? 0, headers: new Headers(pairs), body });
      });
    }).on('error', reject);
  });
}

/** A server on a free local port. */
export async function listen(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${portOf(server)}`, close };
}

type Record = { readonly [member: string]: unknown };

/** A school whose records a test changes, and its service's deviations from the specification. */
export type StubSchool = {
  aircraft: unknown[];
  reservations: Record[];
  users: unknown[];
  reminders: { [aircraftId: string]: unknown[] };
  /** The most items of a page, whatever limit is requested. */
  maxPerPage?: number;
  /** What `offset` counts. */
  offsetCounts?: 'pages' | 'records';
  ignoresFilters?: boolean;
  /** The total that its lists report, in place of the true one. */
  total?: (count: number) => unknown;
  /** Ids of reservations whose people it does not show, although it filters by them. */
  hidesPeopleOf?: ReadonlySet<string>;
  /** Each page begins with the last record of the one before. */
  repeatsRecords?: boolean;
  /** Replaces the answer of addresses with this ending. */
  instead: { [ending: string]: unknown };
};

export const guid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export function newStubSchool(): StubSchool {
  return { aircraft: [], reservations: [], users: [], reminders: {}, instead: {} };
}

/** A reservation of a minute-precise span in UTC. */
export function stubReservation(number: number, start: string, end: string, more: Record = {}): Record {
  return {
    reservationId: guid(number),
    startTime: start,
    endTime: end,
    reservationType: { displayTypeId: 0, name: 'Rental' },
    aircraft: { aircraftId: guid(1), tailNumber: 'N512SP' },
    pilots: [{ userId: guid(900), firstName: 'Sam', lastName: 'Garcia', phone: '555-0100' }],
    reservationStatus: { id: 0, name: 'Reserved' },
    ...more,
  };
}

/** Answers for a school by the specification, except for the deviations set in the school. */
export function stubService(school: StubSchool, calls: string[] = []): RequestListener {
  return (incoming, outgoing) => {
    const url = new URL(incoming.url ?? '', 'http://service');
    calls.push(url.pathname + url.search);
    const [, instead] = Object.entries(school.instead).find(([ending]) => url.pathname.endsWith(ending)) ?? [];
    const items = itemsAt(school, url);
    const body = instead ?? (items ? page(items, url.searchParams, school) : { operatorId: 1001, name: 'Stub school' });
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

/** Sets that have no part until somebody wants one, or until there is an aircraft. */
const mayBeEmpty = new Set<string>(['report', 'user', 'reminders', 'squawks']);

/** The last steps of the paths of the other lists, of which the school has none. */
const emptyLists = new Set(
  Object.values(operations).flatMap(({ answer, path }) =>
    answer === 'list' ? [path.slice(path.lastIndexOf('/'))] : [],
  ),
);

function itemsAt(school: StubSchool, { pathname, searchParams }: URL): unknown[] | null {
  const [, aircraftId, what] = /aircraft\/([^/]+)\/(\w+)$/.exec(pathname) ?? [];
  if (what === 'maintenanceReminders') return school.reminders[aircraftId ?? ''] ?? [];
  if (what === 'squawks') return [];
  if (pathname.endsWith('/aircraft')) return school.aircraft;
  if (pathname.endsWith('/reservations'))
    return school.ignoresFilters ? school.reservations : matching(school, searchParams);
  if (pathname.endsWith('/users')) return school.users;
  return emptyLists.has(pathname.slice(pathname.lastIndexOf('/'))) ? [] : null;
}

const denver = { name: 'America/Denver', zoneless: 'operator' } as const;

function matching({ reservations }: StubSchool, filters: URLSearchParams): Record[] {
  const passes = (record: Record, member: 'startTime' | 'endTime') => {
    const [, operator = '', value = ''] = /^([a-z]+):(.*)$/.exec(filters.get(member) ?? '') ?? [];
    const [at, bound] = [Date.parse(String(record[member])), readInstant(value, denver) ?? 0];
    if (operator === '') return true;
    return { lt: at < bound, lte: at <= bound, gt: at > bound, gte: at >= bound }[operator] ?? false;
  };
  const user = filters.get('userId')?.slice('eq:'.length);
  const type = filters.get('displayTypeId')?.slice('eq:'.length);
  const typeOf = ({ reservationType }: Record) => String((reservationType as Record)['displayTypeId']);
  return reservations
    .filter((record) => passes(record, 'startTime') && passes(record, 'endTime'))
    .filter((record) => type === undefined || typeOf(record) === type)
    .filter((record) => user === undefined || JSON.stringify(record['pilots']).includes(user))
    .toSorted((a, b) => Date.parse(String(a['startTime'])) - Date.parse(String(b['startTime'])));
}

function page(items: readonly unknown[], query: URLSearchParams, school: StubSchool) {
  const { maxPerPage, offsetCounts = 'pages', total = (count) => count, repeatsRecords = false } = school;
  const shown = (item: unknown) => (isHidden(item, school) ? { ...(item as Record), pilots: null } : item);
  const wanted = Number(query.get('limit') ?? Number.POSITIVE_INFINITY);
  const limit = Math.min(wanted, maxPerPage ?? Number.POSITIVE_INFINITY);
  const offset = Number(query.get('offset') ?? 0);
  const first = offset === 0 ? 0 : offsetCounts === 'records' ? offset : offset * limit;
  const sent = items.slice(first > 0 && repeatsRecords ? first - 1 : first, first + limit);
  return {
    totalItems: total(items.length),
    offset,
    limit: Number.isFinite(limit) ? limit : null,
    items: sent.map(shown),
  };
}

function isHidden(item: unknown, { hidesPeopleOf }: StubSchool): boolean {
  return hidesPeopleOf?.has(String((item as Record | null)?.['reservationId'])) ?? false;
}
