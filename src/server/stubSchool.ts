import type { RequestListener } from 'node:http';
import { readInstant } from '#domain/time/time.ts';

type Record = { readonly [member: string]: unknown };

/** A school whose records a test changes, and the ways in which its service departs from the specification. */
export type StubSchool = {
  aircraft: unknown[];
  reservations: Record[];
  users: unknown[];
  reminders: { [aircraftId: string]: unknown };
  /** Most items of a page, whatever limit is asked for. */
  mostPerPage?: number;
  /** What `offset` counts. */
  offsetCounts?: 'pages' | 'records';
  ignoresFilters?: boolean;
  /** Replaces the answer of addresses that end with this. */
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

/** Answers for a school as the specification says, but for what the school says of its service. */
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

function itemsAt(school: StubSchool, { pathname, searchParams }: URL): unknown[] | null {
  const [, aircraftId, what] = /aircraft\/([^/]+)\/(\w+)$/.exec(pathname) ?? [];
  if (what === 'maintenanceReminders') return (school.reminders[aircraftId ?? ''] as unknown[] | undefined) ?? [];
  if (what === 'squawks') return [];
  if (pathname.endsWith('/aircraft')) return school.aircraft;
  if (pathname.endsWith('/reservations'))
    return school.ignoresFilters ? school.reservations : matching(school, searchParams);
  if (pathname.endsWith('/users')) return school.users;
  return /\/(instructors|equipment)$/.test(pathname) ? [] : null;
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
  return reservations
    .filter((record) => passes(record, 'startTime') && passes(record, 'endTime'))
    .filter((record) => user === undefined || JSON.stringify(record['pilots']).includes(user))
    .toSorted((a, b) => Date.parse(String(a['startTime'])) - Date.parse(String(b['startTime'])));
}

function page(items: readonly unknown[], query: URLSearchParams, { mostPerPage, offsetCounts = 'pages' }: StubSchool) {
  const asked = Number(query.get('limit') ?? Number.POSITIVE_INFINITY);
  const limit = Math.min(asked, mostPerPage ?? Number.POSITIVE_INFINITY);
  const offset = Number(query.get('offset') ?? 0);
  const first = offset === 0 ? 0 : offsetCounts === 'records' ? offset : offset * limit;
  const sent = items.slice(first, first + limit);
  return { totalItems: items.length, offset, limit: Number.isFinite(limit) ? limit : null, items: sent };
}
