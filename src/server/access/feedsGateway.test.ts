import { createServer } from 'node:http';
import { sync } from 'node-ical';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyone, type FeedSubject, type Grant } from '#contract/access/grants.ts';
import type { Config } from '#contract/gateway/config.ts';
import { type FreeForm, isRecord } from '#contract/objects.ts';
import { areaPaths } from '#contract/operations.ts';
import { createGateway } from '#server/http/gateway.ts';
import { silentLog } from '#server/observability/log.ts';
import { Replica } from '#server/replica/replica.ts';
import { pathOf } from '#server/http/guard.ts';
import { ReplicaServer } from '#server/replica/serve.ts';
import { windowOf } from '#domain/reservations/heldDays.ts';
import { openStorage } from '#server/replica/storage/openStorage.ts';
import { portOf } from '#server/app/serve.ts';
import { listen, openTestOperator, testNow } from '#e2e/servers/testCopy.ts';
import type { Access } from '#server/http/rights/access.ts';
import { local } from '#server/http/rights/caller.ts';
import { createFeeds } from './feeds.ts';

const days = { back: 7, ahead: 14 };
const config: Config = {
  operatorId: 1001,
  operatorName: 'Test school',
  timeZone: 'America/Denver',
  zonelessTimes: 'operator',
  reportOffset: 'page',
  rateLimit: 6_000,
  embedded: false,
  position: null,
  shiftStarts: ['06:00'],
  copyDays: { back: 14, ahead: 42 },
  thresholds: {},
  who: everyone,
};

/** Answers `/calendar/<instructor|aircraft>/<id>` for everyone, with names if `?names` follows. */
function accessTo(feeds: (grant: Grant) => ReturnType<ReturnType<typeof createFeeds>>): Access {
  const times = { createdAt: '2026-05-12T17:05:00Z', expiresAt: null, usedAt: null };
  const grant = {
    id: 'abcdefgh',
    kind: 'feed',
    name: 'feed',
    role: 'display',
    userId: null,
    reads: null,
    fromService: false,
    reason: 'a school calendar',
    ...times,
  } as const;
  return {
    callerOf: () => local,
    early: {
      '/calendar/{secret}.ics': {
        GET: (incoming) => {
          const [, of, id = ''] = /^\/calendar\/(instructor|aircraft)\/(.+)$/.exec(pathOf(incoming.url)) ?? [];
          const subject: FeedSubject = { of: of === 'aircraft' ? 'aircraft' : 'instructor', id };
          const showsNames = incoming.url?.endsWith('?names') ?? false;
          return of === undefined ? null : feeds({ ...grant, showsNames, subject });
        },
      },
    },
    answerUnknownCaller: () => {
      throw new Error('Nobody is a stranger here.');
    },
    own: {},
    onRevoked: () => undefined,
    close: () => undefined,
  };
}

/** The embedded operator with its recorded calls, and in front of it a gateway with its local copy. */
async function openAll() {
  const operator = await openTestOperator(['--aircraft=8', '--reservations-per-day=30', '--days=30']);
  let calls = 0;
  const counter = createServer((incoming, outgoing) => {
    calls++;
    const key = String(incoming.headers['x-subscription-key']);
    const pass = async () => {
      const answer = await fetch(operator.url + incoming.url, { headers: { 'x-subscription-key': key } });
      outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    };
    // At the end of a test the operator may close first.
    pass().catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => counter.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${portOf(counter)}`;
  const bases = {
    core: base + areaPaths.core,
    scheduling: base + areaPaths.scheduling,
    reports: base + areaPaths.reports,
  };
  const { storage } = openStorage({ directory: null, service: base, log: silentLog });
  const access = accessTo(createFeeds({ storage, config, days, wall: () => testNow }));
  const gateway = createGateway({
    config,
    upstream: { bases, key: 'demo-key' },
    host: '127.0.0.1',
    dashboard: null,
    access,
    wall: () => testNow,
    openCopy: (service) => {
      const replica = new Replica({ service, storage, config, days, idleStretch: 1 });
      replica.start();
      return new ReplicaServer(replica, storage, service.clock, { audit: () => undefined });
    },
  });
  const { url, close } = await listen(gateway.listener);
  const ask = (path: string, headers: { [name: string]: string } = {}) => fetch(url + path, { headers });
  const closeAll = async () => {
    await close();
    await gateway.close();
    storage.close();
    counter.closeAllConnections();
    counter.close();
    await operator.close();
  };
  return { operator, gateway, ask, calls: () => calls, close: closeAll };
}

/** Resolves once everything has been read. */
async function complete(ask: Awaited<ReturnType<typeof openAll>>['ask']): Promise<void> {
  for (;;) {
    const state = (await (await ask('/state')).json()) as {
      replica: { sets: { set: string; known: number; parts: number }[] };
    };
    const sets = state.replica.sets.filter(({ set }) => ['aircraft', 'instructors', 'reservations'].includes(set));
    if (sets.every(({ known, parts }) => known === parts && parts > 0)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

let all: Awaited<ReturnType<typeof openAll>>;
/** As the operator's own API has them. */
let reservations: readonly FreeForm[] = [];
let callsBefore = 0;

beforeAll(async () => {
  all = await openAll();
  await complete(all.ask);
  const items: FreeForm[] = [];
  for (let page = 0, size = 250; size === 250; page++) {
    const path = `${areaPaths.scheduling}/operators/1001/reservations?limit=250&offset=${page}`;
    const { body } = await all.operator.ask(path);
    const found = isRecord(body) && Array.isArray(body['items']) ? body['items'].filter(isRecord) : [];
    items.push(...found);
    size = found.length;
  }
  const window = windowOf(testNow, config.timeZone, days);
  reservations = items.filter((item) => {
    const isGone = /cancel|no.?show/i.test(JSON.stringify(item['reservationStatus']));
    return !isGone && timeOf(item['startTime']) < window.end && timeOf(item['endTime']) > window.start;
  });
  // From here on no call can go out, so every answer comes from the copy.
  all.gateway.drain();
  // Calls under way still arrive.
  while (callsBefore !== all.calls()) {
    callsBefore = all.calls();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
});
afterAll(() => all.close());

/** The operator writes times in UTC, with a Z. */
const timeOf = (time: unknown) => Date.parse(String(time));

const member = (record: unknown, name: string) => (isRecord(record) ? record[name] : null);

/** The reservations of each instructor, or of each aircraft, by id. */
function by(holder: 'instructor' | 'aircraft', name: string): ReadonlyMap<string, readonly FreeForm[]> {
  const idOf = (form: FreeForm) => {
    const id = member(form[holder], name);
    return typeof id === 'string' ? id : '';
  };
  const groups = Map.groupBy(reservations, idOf);
  groups.delete('');
  return groups;
}

async function eventsAt(path: string) {
  const answer = await all.ask(path);
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  const text = await answer.text();
  const written = text.replaceAll('\r\n ', '');
  const events = Object.values(sync.parseICS(text)).flatMap((part) => (part?.type === 'VEVENT' ? [part] : []));
  return { events, written };
}

const wordsOf = (written: string) => new Set(written.split(/\P{L}+/u));

const textsOf = (events: readonly { uid: string; start: Date; end?: Date }[]) =>
  events.map(({ uid, start, end }) => `${uid.split('@', 1)[0]} ${start.getTime()} ${end?.getTime()}`).toSorted();
const expected = (records: readonly FreeForm[]) =>
  records
    .map((record) => `${String(record['reservationId'])} ${timeOf(record['startTime'])} ${timeOf(record['endTime'])}`)
    .toSorted();

describe('calendars of a school, from the gateway', () => {
  test('have all reservations of each instructor, as the service has them', async () => {
    const ofInstructors = by('instructor', 'userId');
    expect(ofInstructors.size).toBeGreaterThan(3);
    for (const id of ofInstructors.keys()) {
      // Time off and meetings name the instructor among those who attend.
      const ownForms = reservations.filter((reservation) =>
        JSON.stringify([reservation['instructor'], reservation['pilots']]).includes(id),
      );
      const { events, written } = await eventsAt(`/calendar/instructor/${id}`);
      expect(textsOf(events)).toEqual(expected(ownForms));
      expect(written).not.toMatch(/@(?!operator-1001)|\(\d{3}\)/);
    }
  });

  test('have all reservations of each aircraft, and no names', async () => {
    const ofAircraft = by('aircraft', 'aircraftId');
    expect(ofAircraft.size).toBeGreaterThan(3);
    for (const [id, ownForms] of ofAircraft) {
      const { events, written } = await eventsAt(`/calendar/aircraft/${id}`);
      expect(textsOf(events)).toEqual(expected(ownForms));
      const people = ownForms.flatMap((form) => [
        form['instructor'],
        ...(Array.isArray(form['pilots']) ? form['pilots'] : []),
      ]);
      const names = people
        .flatMap((person) => [member(person, 'firstName'), member(person, 'lastName')])
        .filter(Boolean);
      expect(names.length).toBeGreaterThan(0);
      const words = wordsOf(written);
      expect(names.filter((name) => words.has(String(name)))).toEqual([]);
      const known = wordsOf((await eventsAt(`/calendar/aircraft/${id}?names`)).written);
      expect(names.some((name) => known.has(String(name)))).toBe(true);
    }
  });

  test('are not sent again to a client that has them, and never for a shared cache', async () => {
    const [id = ''] = by('instructor', 'userId').keys();
    const path = `/calendar/instructor/${id}`;
    const first = await all.ask(path);
    await first.text();
    expect(first.headers.get('cache-control')).toBe('private, max-age=300');
    const again = await all.ask(path, { 'if-none-match': String(first.headers.get('etag')) });
    expect(again.status).toBe(304);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(await again.text()).toBe('');
    expect((await all.ask(path, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('are empty for an unknown id', async () => {
    expect((await eventsAt('/calendar/instructor/nobody')).events).toEqual([]);
    expect((await eventsAt('/calendar/aircraft/nothing')).events).toEqual([]);
  });

  test('cost no call to the service', () => {
    expect(callsBefore).toBeGreaterThan(0);
    expect(all.calls()).toBe(callsBefore);
  });
});
