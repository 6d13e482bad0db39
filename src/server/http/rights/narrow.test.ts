import { narrowedView } from './narrowedViews.ts';
import { describe, expect, it } from 'vitest';
import { auditPath } from '#contract/access/audit.ts';
import { columnsPath } from '#contract/access/columns.ts';
import { reminderClassesPath } from '#contract/access/reminderClasses.ts';
import { accessPath, type Who } from '#contract/access/grants.ts';
import { type Role, roles } from '#contract/access/roles.ts';
import { type OperationId, operationIds, operations } from '#contract/operations.ts';
import { firstAnswersPath } from '#contract/gateway/config.ts';
import { pagePaths } from '#contract/pages.ts';
import { bodyOf } from '#server/upstream/body.ts';
import { always, eventually, openStand } from '#e2e/servers/teststand.ts';
import { type Canary, type CanarySchool, guid } from '#e2e/servers/access/canarySchool.ts';
import {
  addressesOf,
  type Ask,
  callers,
  isVisible,
  type Name,
  names,
  openSchool,
  shareOf,
} from '#e2e/servers/access/canaryStand.ts';
import { createNarrowing } from './narrow.ts';
import { callerHeader, callerOf, trustingAccess } from '#e2e/servers/access/testCallers.ts';

const span = 'from=2026-05-12T06:00:00Z&to=2026-05-13T06:00:00Z';
/** Every address of the local copy, and who may open it. */
const everyone: readonly Role[] = roles.filter((role) => role !== 'administrator');
const staff: readonly Role[] = ['manager', 'dispatcher', 'maintenance'];
const views: readonly (readonly [path: string, roles: readonly Role[]])[] = [
  ['/replica/reminders', everyone],
  ['/replica/squawks', everyone],
  [`/replica/reservations?${span}`, everyone],
  ['/replica/history?before=2026-05-13T00:00:00Z', everyone],
  ['/replica/hours?before=2026-05-13T00:00:00Z', everyone],
  ...[1, 2, 3, 4, 5].map((number) => [`/replica/reservation?id=${guid(600 + number)}`, everyone] as const),
  ['/replica/days?from=2026-05-12&to=2026-05-12', everyone],
  ['/replica/people', ['manager', 'dispatcher']],
  ['/replica/behind', ['manager', 'dispatcher', 'instructor']],
  ['/replica/changes?since=0', staff],
  ['/replica/log?limit=1000', staff],
  ['/replica/brief?date=2026-05-12', ['manager', 'dispatcher']],
  ['/replica/figures?from=2026-05-01&to=2026-05-12', ['manager']],
  ['/replica/figures/rows?from=2026-05-01&to=2026-05-12&of=cancelled&name=weather', ['manager']],
  ['/replica/snoozes', staff],
  ...[1, 2, 3, 4, 5].map((number) => [`/replica/late?reservation=${guid(600 + number)}`, staff] as const),
  ['/state', roles],
  ['/metrics', ['manager', 'administrator']],
  [accessPath, ['manager', 'administrator']],
  [auditPath, ['manager', 'administrator']],
  [columnsPath, ['manager']],
  [reminderClassesPath, ['manager']],
];

describe('a school with a canary in every member', () => {
  it('shows each role exactly what the table says of each operation', async () => {
    const { school, ask } = await openSchool();
    const missingFrom = async (address: string, held: ReadonlySet<string>) => {
      const shown = school.in((await ask('manager', address)).text);
      return [...held].filter((canary) => !shown.has(canary));
    };
    for (const id of operationIds) {
      for (const address of addressesOf(id)) {
        const whole = school.in((await ask('manager', address)).text);
        expect(whole.size, address).toBeGreaterThan(10);
        for (const name of names) {
          const { status, text } = await ask(name, address);
          const isAllowed = shareOf(name, id) !== null;
          expect(status, `${name} ${address}`).toBe(isAllowed ? 200 : 403);
          const expected = [...whole].filter((canary) => isVisible(school.known.get(canary) as Canary, name));
          expect([...school.in(text)].toSorted(), `${name} ${address}`).toEqual(expected.toSorted());
          // The same again, from the stored answer.
          expect([...school.in((await ask(name, address)).text)].toSorted()).toEqual(expected.toSorted());
        }
      }
      expect(await missingFrom(addressesOf(id)[0] ?? '', school.held(id))).toEqual([]);
    }
  });

  it('shows no more at the gateway’s own addresses, before and after everything has changed', async () => {
    const { school, ask } = await openSchool();
    await expectViews(school, ask);
    school.renew();
    const fresh = { 'x-flightline-refresh': 'now' };
    const core = operationIds.filter((id) => operations[id].area !== 'reports');
    for (const address of core.flatMap(addressesOf)) await ask('manager', address, fresh);
    for (const [path] of views.slice(0, 3)) await ask('manager', path, fresh);
    const changes = school.in((await ask('manager', '/replica/changes?since=0&limit=2000')).text);
    const changed = new Set([...changes].map((change) => school.known.get(change)?.id));
    expect(
      ['listAircraft', 'listSquawks', 'listReservations', 'listUsers', 'listEquipment'].filter(
        (id) => !changed.has(id as OperationId),
      ),
    ).toEqual([]);
    await expectViews(school, ask);
  });

  it('reveals nothing about people in the first load of a page, and requests nothing that would be refused', async () => {
    const { school, ask } = await openSchool();
    const revealed: string[] = [];
    for (const path of pagePaths) {
      expect((await ask('program', path, { accept: 'text/html' })).status).toBe(403);
      for (const name of names.filter((role) => role !== 'program')) {
        const { status, text } = await ask(name, path.replace(/:\w+/, guid(11)), { accept: 'text/html' });
        expect(status).toBe(200);
        expect([...school.in(text)]).toEqual([]);
        const [, json = ''] = /type="application\/json">(.*?)<\/script>/.exec(text) ?? [];
        const addresses: string[] = JSON.parse(json).addresses;
        const apart = await Promise.all(addresses.map((address) => ask(name, address)));
        expect(apart.map(({ status: each }) => each)).toEqual(addresses.map(() => 200));
        const visible = new Set(apart.flatMap((apartAnswer) => [...school.in(apartAnswer.text)]));
        // Answers that are late are left out, as on a busy machine, and the page requests them itself.
        await eventually(async () => {
          const together = school.in((await ask(name, `${firstAnswersPath}?page=${path}`)).text);
          revealed.push(...[...together].filter((canary) => !visible.has(canary)));
          expect(together.size, `${name} ${path}`).toBe(visible.size);
        });
      }
    }
    expect(revealed).toEqual([]);
  });
});

/** A program has the records of its sets, and no view made of several sets. */
function mayOpen(name: Name, path: string, allowed: readonly Role[]): boolean {
  return allowed.includes(callers[name].who.role) && (name !== 'program' || programs.test(path));
}
const programs = /^\/(state|replica\/(reminders|squawks|reservations?|history|hours|days)(\?|$))/;

async function expectViews(school: CanarySchool, ask: Ask): Promise<void> {
  for (const [path, allowed] of views) {
    const whole = school.in((await ask('manager', path)).text);
    for (const name of names) {
      const { status, text } = await ask(name, path);
      const isAllowed = mayOpen(name, path, allowed);
      // `/access` is left out, because this test grants nothing.
      expect(status === 403, `${name} ${path}`).toBe(!isAllowed);
      const expected = [...whole].filter((canary) => isAllowed && isVisible(school.known.get(canary) as Canary, name));
      const shown = [...school.in(text)].toSorted();
      // Of students an instructor sees fewer than the table allows: see “students that fall behind”.
      const isFewer = path === '/replica/behind' && callers[name].who.role === 'instructor';
      if (isFewer) expect(expected, `${name} ${path}`).toEqual(expect.arrayContaining(shown));
      else expect(shown, `${name} ${path}`).toEqual(expected.toSorted());
    }
  }
}

describe('students that fall behind', () => {
  const student = (name: string, ...instructors: string[]) => ({
    userId: name,
    name,
    instructors: instructors.map((userId) => ({ userId, name: `Instructor ${userId}` })),
    reasons: [{ kind: 'no booking', until: '2026-06-24T05:59:59.999Z' }],
    areCheckoutsKnown: true,
  });
  const body = {
    students: [student('Own', 'I1'), student('Both', 'i2', 'i1'), student('Other', 'i2'), student('None')],
  };
  const seen = (who: Partial<Who>) =>
    (narrowedView('/replica/behind', { ...body, gaps: ['A.'] }, { ...callers.manager.who, ...who }) as typeof body)
      .students;

  it('are an instructor’s own alone, without the other instructors', () => {
    expect(seen({ role: 'instructor', userId: 'i1' })).toEqual([
      student('Own', 'I1'),
      { ...student('Both', 'i2', 'i1'), instructors: [{ userId: 'i1', name: 'Instructor i1' }] },
    ]);
    expect(seen({ role: 'instructor', userId: 'i9' })).toEqual([]);
    expect(seen({ role: 'instructor', userId: null })).toEqual([]);
    expect(seen({ role: 'dispatcher', userId: null })).toEqual(body.students);
  });
});

describe('the names on a display', () => {
  it('are initials, or whole names if its link allows them', async () => {
    const { ask } = await openSchool();
    const path = `/replica/reservation?id=${guid(603)}`;
    const recordOf = async (name: Name) => JSON.parse((await ask(name, path)).text.split('\n')[1] ?? '').record;
    expect(await recordOf('display')).toMatchObject({
      pilots: [{ firstName: 'Q', lastName: 'Q' }],
      instructor: { firstName: 'Q', lastName: 'Q' },
    });
    const { pilots } = await recordOf('named');
    expect(pilots[0].firstName).toMatch(/^Qc\d{5}q$/);
  });
});

describe('an error of the service', () => {
  const error = [
    {
      code: 17,
      message: 'Ana Garcia owes $12',
      additionalData: { phone: '555' },
      techMessage: 'Ana',
      dataField: 'Ana',
      category: 3,
    },
  ];
  const path = '/api/core/v1.0/operators/1001/aircraft';

  it.each([400, 404, 500])('%d has, except for managers, only its code and no words of the service', async (status) => {
    const stand = await openStand(always(status, JSON.stringify(error)), { access: trustingAccess(callers).access });
    expect((await stand.ask(path)).body.toString()).toContain('Ana Garcia');
    for (const name of names.slice(1).filter((role) => shareOf(role, 'listAircraft') !== null)) {
      const answer = await stand.ask(path, { [callerHeader]: name });
      expect(answer.status).toBe(status);
      expect(JSON.parse(answer.body.toString())).toMatchObject([
        { code: 17, additionalData: null, techMessage: null, dataField: null },
      ]);
      expect(answer.body.toString()).not.toMatch(/Ana|555|\$/);
      expect(answer.body.toString()).toMatch(/The flight service answered \d+\./);
    }
  });

  it('in our own words keeps them', async () => {
    const stand = await openStand(always(200, 'no JSON'), { access: trustingAccess(callers).access });
    const { body } = await stand.ask(path, { [callerHeader]: 'display' });
    expect(JSON.parse(body.toString())[0].message).toMatch(/not valid JSON/);
  });
});

it('shows failed refreshes in our words, except to managers', async () => {
  const { ask, stand } = await openSchool();
  stand.answerWith(always(500, JSON.stringify([{ code: 1, message: 'Ana Garcia owes much', category: 0 }])));
  const aircraft = addressesOf('listAircraft')[0] ?? '';
  const reminders = addressesOf('listMaintenanceReminders')[0] ?? '';
  for (const address of [aircraft, reminders]) await ask('manager', address, { 'x-flightline-refresh': 'now' });
  for (const path of ['/state', '/replica/reminders']) {
    expect((await ask('manager', path)).text).toContain('Ana Garcia');
    for (const name of names.slice(1)) {
      const { status, text } = await ask(name, path);
      expect(text).not.toContain('Ana');
      const isReported = status === 200 && (path !== '/state' || shareOf(name, 'listAircraft') !== null);
      if (isReported)
        expect(text).toContain('The flight service answered 500. A manager can see the rest of its answer.');
    }
  }
});

describe('a narrowed answer', () => {
  it('is made once per stored answer and view, and again after it was evicted', () => {
    const of = bodyOf(Buffer.from('{"items":[{"pilots":[{"userId":"i","firstName":"Ana"}],"instructor":null}]}'));
    const request = { id: 'listReservations', address: '/x' } as const;
    const [ownCaller, other] = ['i', 'j'].map((userId) => callerOf('instructor', { userId }));
    const bodies = (narrowing: ReturnType<typeof createNarrowing>) =>
      [ownCaller, other, ownCaller, callers.manager].map(
        (caller) => caller && narrowing.answer(request, { status: 200, body: of }, caller).body,
      );
    const [first, second, third, manager] = bodies(createNarrowing());
    expect([third === first, manager === of]).toEqual([true, true]);
    const texts = [
      '{"items":[{"pilots":[{"userId":"i","firstName":"Ana"}],"instructor":null}]}',
      '{"items":[{"pilots":[],"instructor":null}]}',
    ];
    expect([first, second].map((body) => body?.plain.toString())).toEqual(texts);
    expect(bodies(createNarrowing(undefined, 10)).map((body) => body?.plain.toString())).toEqual([
      ...texts,
      texts[0],
      texts[0],
    ]);
  });

  it('of a report is made again when a column is opened or closed, only for that role', () => {
    const of = bodyOf(Buffer.from('{"items":[{"landings":3,"totalDue":7}]}'));
    const request = { id: 'reportWorkOrders', address: '/x' } as const;
    const open = new Map<string, ReadonlySet<string>>();
    const none: ReadonlySet<string> = new Set();
    const narrowing = createNarrowing((id, role) => open.get(`${id} ${role}`) ?? none);
    const body = (caller = callers.maintenance) => narrowing.answer(request, { status: 200, body: of }, caller).body;
    const [closed, other] = [body(), body(callers.dispatcher)];
    expect(JSON.parse(closed.plain.toString())).toEqual({
      items: [{ landings: 3 }],
      withheld: { count: 1, members: ['totalDue'] },
    });
    open.set('reportWorkOrders maintenance', new Set(['totalDue']));
    const opened = body();
    expect([opened.plain.toString(), opened.tag === closed.tag]).toEqual([of.plain.toString(), false]);
    expect([body() === opened, body(callers.dispatcher) === other]).toEqual([true, true]);
    open.clear();
    expect([body().plain.toString(), body().tag === opened.tag]).toEqual([closed.plain.toString(), false]);
  });

  const path = '/api/core/v1.0/operators/1001/aircraft';
  const list = (rate: number, tail = 'N1') =>
    JSON.stringify({ items: [{ aircraftId: 'a', tailNumber: tail, hourlyRate: rate }] });

  it('keeps its tag if only withheld data has changed, and has an age like any other', async () => {
    const stand = await openStand(always(200, list(1)), { access: trustingAccess(callers).access });
    const display = { [callerHeader]: 'display' };
    const first = await stand.ask(path, display);
    expect(JSON.parse(first.body.toString())).toEqual({ items: [{ aircraftId: 'a', tailNumber: 'N1' }] });
    expect([first.headers.age, first.headers['cache-status']]).toEqual(['0', expect.stringContaining('flightline')]);
    const whole = await stand.ask(path);
    expect(whole.headers.etag).not.toBe(first.headers.etag);
    const fresh = { 'x-flightline-refresh': 'now' };
    stand.answerWith(always(200, list(2)));
    expect((await stand.ask(path, fresh)).headers.etag).not.toBe(whole.headers.etag);
    const same = await stand.ask(path, { ...display, 'if-none-match': first.headers.etag ?? '' });
    expect(same.status).toBe(304);
    stand.answerWith(always(200, list(2, 'N2')));
    await stand.ask(path, fresh);
    expect((await stand.ask(path, { ...display, 'if-none-match': first.headers.etag ?? '' })).status).toBe(200);
  });
});

it.each(everyone)('a meter that went backward is known to %s, in its two readings', (role) => {
  const aircraft = { aircraftId: 'a1', items: [], skipped: [], failure: null };
  const body = {
    aircraft: [{ ...aircraft, wentBack: { from: 4092, to: 62.3, by: 'Ana' } }, aircraft],
    resumesAt: null,
  };
  const who = { role, userId: null, showsNames: false } as Parameters<typeof narrowedView>[2];
  expect(narrowedView('/replica/reminders', body, who)).toEqual({
    aircraft: [{ ...aircraft, wentBack: { from: 4092, to: 62.3 } }, aircraft],
    resumesAt: null,
  });
});
