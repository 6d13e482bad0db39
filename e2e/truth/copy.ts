import { DatabaseSync } from 'node:sqlite';
import { weatherPath } from '#contract/gateway/weather.ts';
import { type Config, defaultCopyDays, defaultShiftStarts } from '#contract/gateway/config.ts';
import { everyone } from '#contract/access/grants.ts';
import type { FreeForm } from '#contract/objects.ts';
import { type ReplicaSet, checkoutAges } from '#contract/sets.ts';
import { atOnce } from '#domain/steps.ts';
import { dayOf, type Instant } from '#domain/time/time.ts';
import { local } from '#server/http/rights/caller.ts';
import { createCallQueue } from '#server/upstream/queue.ts';
import { defaultScheduling } from '#server/upstream/scheduler.ts';
import { apiHandler } from '#server/http/api.ts';
import type { Reply } from '#server/http/reply.ts';
import { silentLog } from '#server/observability/log.ts';
import { Applying } from '#server/replica/apply.ts';
import { newFindings, readRecords, readReservations } from '#server/replica/records.ts';
import { Replica } from '#server/replica/replica.ts';
import { ReplicaServer } from '#server/replica/serve.ts';
import { sqliteStorage } from '#server/replica/storage/sqliteStorage.ts';
import { createAttention, type OnAssessed } from '#server/replica/views/attention.ts';
import { historyReader } from '#server/replica/views/daySources.ts';
import {
  aircraftRecord,
  changedDays,
  instructorRecord,
  reminderRecord,
  reservationRecord,
  squawkRecords,
  userRecord,
  wholeUserRecord,
} from './records.ts';
import { fields, hour } from './school.ts';
import { weatherOf } from './weatherReports.ts';
import { isOpen, type Reservation, versionAt, type World } from './world.ts';

/** People who fly within this time are requested one by one, as the gateway does. */
const flyersAhead = 48 * hour;

const operatorId = 1001;

/** The gateway's configuration of a school for the browser. */
function configOf({ school }: World): Config {
  return {
    operatorId,
    operatorName: 'Truth School',
    timeZone: school.zone,
    zonelessTimes: 'operator',
    reportOffset: 'page',
    rateLimit: null,
    embedded: false,
    position: fields[school.zone],
    shiftStarts: [...defaultShiftStarts],
    copyDays: defaultCopyDays,
    thresholds: {},
    ...(school.isOdd && { weather: true }),
    who: everyone,
  };
}

/**
 * A gateway's own copy of a school in memory, on a clock that the test sets. The service's answers are written into it as if
 * read. `tamper` changes answers, so that tests can prove that the harness notices.
 */
export function openCopy(world: World, tamper: (address: string, text: string) => string = (_, text) => text) {
  const config = configOf(world);
  const clock = { now: 0 };
  const time = () => clock.now;
  const storage = sqliteStorage(new DatabaseSync(':memory:'), { service: 'truth', at: 0 });
  const refuse = () => Promise.reject(new Error('The copy holds everything, and asks the service for nothing.'));
  const queue = createCallQueue(defaultScheduling(Number.POSITIVE_INFINITY), time);
  const weather = () => (world.school.isOdd ? weatherOf(world.school, clock.now) : null);
  const service = { fetch: refuse, queue, clock: time, wall: time, log: silentLog };
  const replica = new Replica({ service, storage, config, days: defaultCopyDays, idleStretch: 1, weather });
  const zone = { name: config.timeZone, zoneless: config.zonelessTimes };
  const applying = new Applying({ register: replica.register, storage, clock: time, wall: time, zone });
  const server = new ReplicaServer(replica, storage, time, { audit: () => undefined });
  const nothing = { lookUp: () => null, load: refuse };
  const api = apiHandler(operatorId, server.source(nothing), time);
  const filling = new Filling(world, replica, applying);
  const assessed: { by: OnAssessed } = { by: () => undefined };
  const look = createAttention(storage, historyReader(storage), (...found) => assessed.by(...found));
  return {
    config,
    storage,
    status: replica.status,
    /** `assessed.by` receives what each look of the gateway has assessed. */
    assessed,
    /** Fills the copy with the service's data at an instant. */
    fill(now: Instant): void {
      clock.now = now;
      filling.fill(now);
    },
    /** Answers a request as the gateway does. */
    async ask(address: string, known: string | null): Promise<Response> {
      if (address === weatherPath) return Response.json(weather());
      const incoming = { url: address, headers: {} };
      const reply = await (address.startsWith('/api/')
        ? api(incoming, local, { onDisconnect: () => undefined, takeCall: () => null, takeRenewal: () => true })
        : server.read(incoming, local));
      return responseOf(reply, known, (text) => tamper(address, text));
    },
    /** What needs attention according to the gateway itself. */
    attention: () => replica.turns.run('look', look(replica.status)),
    close(): void {
      server.drain();
      server.close();
      queue.close();
      storage.close();
    },
  };
}

export type Copy = ReturnType<typeof openCopy>;

function responseOf(
  { status, body, headers }: Reply,
  known: string | null,
  tamper: (text: string) => string,
): Response {
  const etag = `"${body.tag}"`;
  if (status === 200 && known === etag) return new Response(null, { status: 304, headers: { ...headers, etag } });
  return new Response(tamper(body.plain.toString()), { status, headers: { ...headers, etag } });
}

/** Writes the changes since the previous instant, and confirms the rest. */
class Filling {
  readonly #world: World;
  readonly #replica: Replica;
  readonly #applying: Applying;
  #last: Instant | null = null;
  #day = '';

  constructor(world: World, replica: Replica, applying: Applying) {
    this.#world = world;
    this.#replica = replica;
    this.#applying = applying;
  }

  fill(now: Instant): void {
    const { register } = this.#replica;
    const { school } = this.#world;
    const day = dayOf(now, school.zone);
    if (day !== this.#day) register.roll();
    this.#day = day;
    const aircraft = school.fleet.map(({ id }) => [id, { isDeleted: false, fliesToday: true }] as const);
    register.renew({ aircraft: new Map(aircraft), flyers: this.#flyers(now) });
    this.#parts(now);
    this.#reservations(now);
    // Unchanged records have been confirmed.
    for (const held of [...register.parts(), ...register.cells()]) held.asOf = now;
    register.noteChange();
    this.#last = now;
  }

  #flyers(now: Instant): ReadonlyMap<string, number> {
    const soon = this.#world.reservations.flatMap((made) => {
      const version = versionAt(made, now);
      const isSoon = version && isOpen(version) && version.plan.end > now && version.plan.start < now + flyersAhead;
      return (isSoon && version.plan.pilot?.id) || [];
    });
    return new Map(soon.map((id) => [id, checkoutAges.today]));
  }

  #parts(now: Instant): void {
    const world = this.#world;
    const { fleet, instructors, renters, students } = world.school;
    const put = (set: ReplicaSet, scope: string, items: readonly FreeForm[]) => {
      const part = this.#replica.register.part(scope === '' ? set : `${set} ${scope}`);
      if (!part) return;
      const { records, skipped } = readRecords(set, items, newFindings());
      const ownRecords =
        set === 'user' || set === 'operator' ? records.map((record) => ({ ...record, id: '' })) : records;
      const facts = { said: null, sent: items.length, skipped, findings: {} };
      this.#applying.part(part, { askedAt: now, records: ownRecords, facts });
    };
    put('operator', '', [{ operatorId, name: 'Truth School' }]);
    put('equipment', '', []);
    put('reservations', 'running', []);
    put(
      'aircraft',
      '',
      fleet.map((aircraft) => aircraftRecord(world, aircraft)),
    );
    put(
      'instructors',
      '',
      instructors.map((person) => instructorRecord(person, now)),
    );
    const flyers = [...renters, ...students];
    put(
      'users',
      '',
      [...flyers, ...instructors].map((person) => userRecord(person, now)),
    );
    for (const person of flyers) put('user', person.id, [wholeUserRecord(world, person, now)]);
    fleet.forEach((aircraft, place) => {
      put(
        'reminders',
        aircraft.id,
        aircraft.reminders.map((reminder) => reminderRecord(world, place, reminder, now)),
      );
      put('squawks', aircraft.id, squawkRecords(world, place, now));
    });
  }

  #reservations(now: Instant): void {
    const world = this.#world;
    const { zone: name } = world.school;
    const { register } = this.#replica;
    const changed = this.#last === null ? null : changedDays(world, this.#last, now, (at) => dayOf(at, name));
    const wanted = register
      .cells()
      .filter(({ from, asOf }) => asOf === null || changed === null || changed.has(dayOf(from, name)));
    if (wanted.length === 0) return;
    const byDay = Map.groupBy(world.reservations, (made) => {
      const plan = versionAt(made, now)?.plan;
      return plan ? dayOf(plan.start, name) : '';
    });
    const recordsOf = (made: readonly Reservation[]): FreeForm[] =>
      made.flatMap((reservation) => {
        const record = reservationRecord(world, reservation, now);
        return record ? [record] : [];
      });
    const zone = { name, zoneless: 'operator' } as const;
    const read = (items: readonly unknown[]) => readReservations(items, zone, newFindings()).records;
    for (const { from, to } of wanted) {
      const items = recordsOf(byDay.get(dayOf(from, name)) ?? []);
      const records = read(items).map((record, position) => ({ ...record, position }));
      const facts = { said: null, sent: items.length, skipped: [], findings: {} };
      const { missing } = atOnce(this.#applying.slice({ askedAt: now, from, until: to, records, facts }, 1));
      const ids = new Set(missing.map(({ id }) => id));
      const moved = missing.length === 0 ? [] : world.reservations.filter(({ id }) => ids.has(id));
      if (missing.length > 0) this.#applying.resolveMissing(missing, read(recordsOf(moved)));
    }
  }
}
