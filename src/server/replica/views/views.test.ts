import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { agesHeader } from '#contract/gateway/ages.ts';
import {
  changesShape,
  peopleShape,
  perAircraftShape,
  reservationRecordShape,
  reservationWindowShape,
} from '#contract/gateway/replica.ts';
import { reservation, user } from '#e2e/fixtures/samples/sampleRecords.ts';
import { sampleNow, sampleReplica, type SampleReplica, storedReservation } from '#e2e/servers/sampleOperator.ts';
import { slimReservation } from './slim.ts';
import type { PartStatus, ReplicaStatus } from './status.ts';
import { createViews } from './views.ts';

const failed = { status: 401, message: 'The service does not accept the key.', detail: 'upstream-401' };

/** A flight on 20 November by the operator's clock: `08:00`. */
function flight(id: string, from: string, to: string, more: object = {}) {
  return {
    ...reservation,
    reservationId: id,
    startTime: `2026-11-20T${from}:00-07:00`,
    endTime: `2026-11-20T${to}:00-07:00`,
    ...more,
  };
}

function ask(replica: SampleReplica, address: string, status: Partial<ReplicaStatus> = {}) {
  const [path = '', search = ''] = address.split('?', 2);
  return createViews(replica.storage)(path, new URLSearchParams(search), replica.status(status));
}

function view(replica: SampleReplica, address: string, status: Partial<ReplicaStatus> = {}) {
  const answer = ask(replica, address, status);
  if (!answer?.view) throw new Error(`${address} is refused: ${JSON.stringify(answer)}`);
  return answer.view;
}

function read<Shape extends z.ZodMiniType>(shape: Shape, replica: SampleReplica, address: string, more = {}) {
  return shape.parse(JSON.parse(view(replica, address, more).body()));
}

/** One part that has never been read. */
const unread = (scope: string, failure: PartStatus['failure'] = null): PartStatus => {
  return { scope, isRare: false, ageMs: null, expectedMs: 60_000, revision: 0, facts: null, failure };
};

describe('the reminders of all aircraft', () => {
  const path = '/replica/reminders';

  it('are the service’s own records, by aircraft, with the age of each', () => {
    const replica = sampleReplica();
    const odd = { maintenanceReminderId: 'r1', name: 'Annual', unknown: [1, { deep: true }] };
    replica.put('reminders', 'maintenanceReminderId', [odd], { scope: 'a1' });
    replica.put('reminders', 'maintenanceReminderId', [], {
      scope: 'a2',
      facts: { skipped: [{ raw: 7, reason: 'no record' }] },
    });
    const { headers, ageMs, ttlMs } = view(replica, path, { resumesAt: sampleNow });
    expect(headers).toEqual({ [agesHeader]: '60, 60' });
    expect([ageMs, ttlMs]).toEqual([60_000, 60_000]);
    expect(read(perAircraftShape, replica, path, { resumesAt: sampleNow })).toEqual({
      aircraft: [
        { aircraftId: 'a1', items: [odd], skipped: [], failure: null },
        { aircraftId: 'a2', items: [], skipped: [{ raw: 7, reason: 'no record' }], failure: null },
      ],
      // Nothing is missing, so nothing waits.
      resumesAt: null,
    });
  });

  it('say what is unread, why, and when loading resumes', () => {
    const replica = sampleReplica();
    replica.put('reminders', 'maintenanceReminderId', [], { scope: 'a1' });
    const { parts } = replica.status();
    const status = {
      resumesAt: sampleNow + 5_000,
      parts: (set: Parameters<typeof parts>[0]) => [...parts(set), unread('a2', failed)],
    };
    const { headers, detail, ageMs } = view(replica, path, status);
    expect(headers).toEqual({ [agesHeader]: '60, -' });
    expect([detail, ageMs]).toEqual(['upstream-401', 60_000]);
    const { aircraft, resumesAt } = read(perAircraftShape, replica, path, status);
    expect(aircraft[1]).toEqual({
      aircraftId: 'a2',
      items: null,
      skipped: [],
      failure: { status: 401, message: failed.message },
    });
    expect(resumesAt).toBe('2026-11-20T18:05:05.000Z');
  });

  it('have a key that changes with their content and not with their age', () => {
    const replica = sampleReplica();
    replica.put('reminders', 'maintenanceReminderId', [], { scope: 'a1' });
    const { key } = view(replica, path);
    expect(view(replica, path, { now: sampleNow + 40_000 }).key).toBe(key);
    replica.put('reminders', 'maintenanceReminderId', [{ maintenanceReminderId: 'r1' }], { scope: 'a1' });
    expect(view(replica, path).key).not.toBe(key);
  });

  it('are read again only for the aircraft whose reminders have changed', () => {
    const replica = sampleReplica();
    for (const scope of ['a1', 'a2']) replica.put('reminders', 'maintenanceReminderId', [], { scope });
    const scopes: string[] = [];
    const records: typeof replica.storage.records = (set, scope) => {
      scopes.push(scope);
      return replica.storage.records(set, scope);
    };
    const views = createViews({ ...replica.storage, records });
    const body = () => views(path, new URLSearchParams(), replica.status())?.view?.body();
    body();
    replica.put('reminders', 'maintenanceReminderId', [{ maintenanceReminderId: 'r1' }], { scope: 'a2' });
    expect(body()).toContain('"r1"');
    expect(scopes).toEqual(['a1', 'a2', 'a2']);
  });
});

describe('a window of reservations', () => {
  const path = '/replica/reservations?from=2026-11-20T07:00:00Z&to=2026-11-21T07:00:00Z';

  it('holds what overlaps it, by start, as slim records', () => {
    const replica = sampleReplica();
    const [late, early] = [flight('late', '12:00', '13:00'), flight('early', '08:00', '09:00')];
    replica.putDay('2026-11-19', [{ ...flight('night', '01:00', '02:00'), startTime: '2026-11-20T06:00:00Z' }]);
    replica.putDay('2026-11-20', [late, early]);
    replica.putDay('2026-11-21', [
      { ...late, reservationId: 'next', startTime: '2026-11-21T07:00:00Z', endTime: '2026-11-21T08:00:00Z' },
    ]);
    const { items, ...rest } = read(reservationWindowShape, replica, path, { resumesAt: sampleNow });
    expect(items.map((item) => (item as { reservationId: string }).reservationId)).toEqual(['night', 'early', 'late']);
    expect(items[1]).toEqual(slimReservation(early));
    expect(rest).toEqual({ untimed: [], skipped: [], shortfall: null, missing: [], failure: null, resumesAt: null });
  });

  it('names what is missing, and until when', () => {
    const replica = sampleReplica();
    replica.putDay('2026-11-19', []);
    replica.putDay('2026-11-21', []);
    const long = '/replica/reservations?from=2026-11-19T08:00:00Z&to=2026-11-24T07:00:00Z';
    const { missing, resumesAt } = read(reservationWindowShape, replica, long, { resumesAt: sampleNow });
    expect(missing).toEqual([
      { from: '2026-11-20T07:00:00.000Z', to: '2026-11-21T07:00:00.000Z' },
      { from: '2026-11-22T07:00:00.000Z', to: '2026-11-24T07:00:00.000Z' },
    ]);
    expect(resumesAt).toBe('2026-11-20T18:05:00.000Z');
  });

  it('counts facts about several days once', () => {
    const replica = sampleReplica();
    const none = { raw: null, reason: 'no record' };
    const seven = { raw: 7, reason: 'no record' };
    replica.putDay('2026-11-20', [], { skipped: [none, none, seven] });
    replica.putDay('2026-11-21', [], { skipped: [none, seven] });
    const twoDays = '/replica/reservations?from=2026-11-20T07:00:00Z&to=2026-11-22T07:00:00Z';
    expect(read(reservationWindowShape, replica, twoDays).skipped).toEqual([none, none, seven]);
  });

  it('holds records without times whole, with the numbers skipped and missing', () => {
    const replica = sampleReplica();
    const untimed = { ...reservation, reservationId: 'odd', endTime: 'soon' };
    replica.putDay('2026-11-20', [], { said: 9, sent: 7, skipped: [{ raw: null, reason: 'no record' }] });
    const [cell] = replica.storage.cells();
    const put = [{ ...storedReservation(untimed), position: 0, cell: cell?.from ?? 0 }];
    replica.storage.replaceCells({ cells: cell ? [cell] : [], put, remove: [], changes: [] });
    const answer = read(reservationWindowShape, replica, path);
    expect(answer).toMatchObject({ items: [], untimed: [untimed], shortfall: { said: 9, sent: 7 } });
    expect(answer.skipped).toEqual([{ raw: null, reason: 'no record' }]);
  });

  it('holds a reservation that began before all held days and is still running, once', () => {
    const replica = sampleReplica();
    const shop = { ...flight('shop', '00:00', '23:00'), startTime: '2026-10-01T07:00:00Z' };
    const over = { ...shop, reservationId: 'over', endTime: '2026-11-01T07:00:00Z' };
    replica.putDay('2026-11-20', [flight('a', '08:00', '09:00')]);
    const running = () => [shop, over].map(storedReservation);
    const { items } = read(reservationWindowShape, replica, path, { running });
    expect(items).toEqual([slimReservation(shop), slimReservation(flight('a', '08:00', '09:00'))]);
  });

  it('has a key that changes with any day before it, because a reservation may reach into it', () => {
    const replica = sampleReplica();
    for (const day of ['2026-11-18', '2026-11-20', '2026-11-25']) replica.putDay(day, []);
    const { key } = view(replica, path);
    replica.putDay('2026-11-25', [{ ...flight('x', '08:00', '09:00'), startTime: '2026-11-25T18:00:00Z' }]);
    expect(view(replica, path).key).toBe(key);
    replica.putDay('2026-11-18', []);
    expect(view(replica, path).key).not.toBe(key);
  });
});

describe('one reservation', () => {
  it('is the whole record, in any letter case of the id', () => {
    const replica = sampleReplica();
    replica.putDay('2026-11-20', [flight('abc', '08:00', '09:00')]);
    const answer = read(reservationRecordShape, replica, '/replica/reservation?id=%20ABC');
    expect(answer.record).toEqual(flight('abc', '08:00', '09:00'));
    expect(view(replica, '/replica/reservation?id=abc').ageMs).toBe(60_000);
  });

  it('that is not held is refused with 404', () => {
    const answer = ask(sampleReplica(), '/replica/reservation?id=abc');
    expect(answer?.refusal).toMatchObject({ status: 404, problems: [{ dataField: 'id' }] });
  });
});

describe('people', () => {
  const someone = {
    ...user,
    userId: 'u1',
    phone: '555',
    imageUrl: 'x.png',
    status: { id: 1, name: 'Active', email: 'y' },
  };

  it('come by last name, without contact data or balances', () => {
    const replica = sampleReplica();
    const { aircraftCheckouts: _, ...bare } = { ...someone, userId: 'u2', lastName: 'Adams' };
    replica.put('users', 'userId', [someone, bare]);
    replica.put(
      'user',
      'userId',
      [{ ...bare, aircraftCheckouts: [{ expires: true, approvedBy: { phone: '1', lastName: 'Lee' } }] }],
      { scope: 'u2' },
    );
    const { body } = view(replica, '/replica/people');
    const { users, isComplete } = peopleShape.parse(JSON.parse(body()));
    expect(isComplete).toBe(true);
    expect(users.map(({ userId }) => userId)).toEqual(['u1', 'u2'].toReversed());
    expect(users[0]).toEqual({
      userId: 'u2',
      firstName: 'Sam',
      lastName: 'Adams',
      externalId: 'S-1042',
      status: { id: 1, name: 'Active' },
      aircraftCheckouts: [{ expires: true, approvedBy: { lastName: 'Lee' } }],
    });
    expect(body()).not.toMatch(/phone|mail|balance|image|example\.com|555/i);
  });

  describe('have the newest record that the copy holds', () => {
    const given = (name: string) => [{ model: { name } }];
    const { aircraftCheckouts: _, ...bare } = { ...someone, externalId: 'S-1' };
    type CheckoutSample = { readonly checkouts: unknown; readonly age: number };
    function shown({ list, id, external }: { list?: CheckoutSample; id?: CheckoutSample; external?: CheckoutSample }) {
      const replica = sampleReplica();
      const put = (set: 'users' | 'user', sample: CheckoutSample | undefined, scope = '') => {
        if (!sample) return;
        const record = { ...bare, ...(sample.checkouts !== undefined && { aircraftCheckouts: sample.checkouts }) };
        replica.put(set, 'userId', [record], { scope, asOf: sampleNow - sample.age * 1000 });
      };
      put('users', list ?? { checkouts: undefined, age: 60 });
      put('user', id, 'u1');
      put('user', external, 'external S-1');
      const { body, headers } = view(replica, '/replica/people');
      const { users, own } = peopleShape.parse(JSON.parse(body()));
      const ages = String(headers[agesHeader]).split(', ');
      const place = own.indexOf('u1');
      return [users[0]?.aircraftCheckouts, place < 0 ? 'list' : ages[place]];
    }

    it.each([
      ['by id', { id: { checkouts: given('A'), age: 50 }, external: { checkouts: given('B'), age: 90 } }, 'A', '50'],
      [
        'by external id',
        { id: { checkouts: given('A'), age: 90 }, external: { checkouts: given('B'), age: 50 } },
        'B',
        '50',
      ],
      [
        'by external id, if the other has none',
        { id: { checkouts: null, age: 5 }, external: { checkouts: given('B'), age: 50 } },
        'B',
        '50',
      ],
      [
        'in the list',
        { id: { checkouts: given('A'), age: 90 }, list: { checkouts: given('C'), age: 10 } },
        'C',
        'list',
      ],
      [
        'by id, though the list has some',
        { id: { checkouts: given('A'), age: 5 }, list: { checkouts: given('C'), age: 10 } },
        'A',
        '5',
      ],
    ])('%s, with its age', (_where, held, name, age) => {
      expect(shown(held)).toEqual([given(name), age]);
    });

    it('and are not known until the record that has checkouts is read', () => {
      expect(shown({ id: { checkouts: undefined, age: 5 } })).toEqual([null, 'list']);
      expect(shown({ id: { checkouts: null, age: 5 } })).toEqual([null, 'list']);
      expect(shown({ id: { checkouts: null, age: 5 }, external: { checkouts: null, age: 5 } })).toEqual([[], '5']);
    });

    it('so the body changes when the list becomes newer than a person’s own record', () => {
      const keyAt = (listAge: number) => {
        const replica = sampleReplica();
        replica.put('users', 'userId', [{ ...bare, aircraftCheckouts: given('C') }], { asOf: sampleNow - listAge });
        replica.put('user', 'userId', [{ ...bare, aircraftCheckouts: given('A') }], { scope: 'u1' });
        return view(replica, '/replica/people').key;
      };
      expect(keyAt(30_000)).not.toBe(keyAt(90_000));
      expect(keyAt(30_000)).toBe(keyAt(20_000));
    });
  });

  it('have no checkouts before these are requested, and are incomplete if some are missing', () => {
    const replica = sampleReplica();
    expect(read(peopleShape, replica, '/replica/people')).toEqual({ users: [], own: [], isComplete: false });
    replica.put('users', 'userId', [{ userId: 'u3' }], { facts: { said: 2, sent: 1 } });
    const { users, isComplete } = read(peopleShape, replica, '/replica/people');
    expect(users).toMatchObject([{ userId: 'u3', lastName: null, status: null, aircraftCheckouts: null }]);
    expect(isComplete).toBe(false);
  });
});

function logged(count: number) {
  const replica = sampleReplica();
  const changes = Array.from({ length: count }, (_, index) => {
    const at = sampleNow - (count - index) * 1000;
    return {
      at,
      set: 'aircraft',
      scope: '',
      id: `a${index}`,
      kind: 'added',
      before: null,
      after: '{"a":1}',
    } as const;
  });
  replica.put('aircraft', 'aircraftId', [], { changes });
  return replica;
}

describe('the log of changes', () => {
  it('comes in pages, oldest first, each with the number to continue from', () => {
    const replica = logged(5);
    const seen: string[] = [];
    let next: number | string = '2026-11-20T17:00:00Z';
    for (let more = true; more;) {
      const page: z.output<typeof changesShape> = read(changesShape, replica, `/replica/changes?since=${next}&limit=2`);
      seen.push(...page.changes.map(({ id }) => id));
      ({ next, hasMore: more } = page);
    }
    expect(seen).toEqual(['a0', 'a1', 'a2', 'a3', 'a4']);
    expect(read(changesShape, replica, `/replica/changes?since=${next}`)).toMatchObject({
      changes: [],
      next,
      hasMore: false,
    });
  });

  it('since an instant has whole records, and the gateway’s times', () => {
    const answer = read(changesShape, logged(3), '/replica/changes?since=2026-11-20T18:04:58.500Z&set=aircraft');
    expect(answer).toMatchObject({ at: '2026-11-20T18:05:00.000Z', from: '1970-01-01T00:00:00.000Z' });
    expect(answer.changes).toMatchObject([{ id: 'a2', at: '2026-11-20T18:04:59.000Z', before: null, after: { a: 1 } }]);
  });

  it('without news continues from the newest change, not from the beginning', () => {
    const replica = logged(3);
    const { next } = read(changesShape, replica, '/replica/changes?since=2026-11-20T18:05:00Z');
    expect(next).toBe(replica.status().lastChange);
    expect(next).toBeGreaterThan(0);
  });
});
