import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLog } from '#server/observability/log.ts';
import type { AuditLine } from '#contract/access/audit.ts';
import { emptyDirectory, grant, hour, minute, testNow } from '#e2e/servers/access/testAccess.ts';
import { AccessStore } from './store.ts';

function open(directory: string | null = emptyDirectory(), clock = { now: testNow }) {
  const lines: AuditLine[] = [];
  const audit = (line: AuditLine) => void lines.push(line);
  const store = new AccessStore({ directory, clock: () => clock.now, log: silentLog, audit });
  onTestFinished(() => store.close());
  return { store, lines, clock };
}

describe('roles from the sign-in service', () => {
  const serviceRole = { role: 'dispatcher', userId: null } as const;

  it('do not apply to people who come in another way', () => {
    const { store } = open();
    const stored = store.signedIn('kim@school.example', serviceRole);
    expect(stored).toMatchObject({ kind: 'person', role: 'dispatcher', fromService: true });
    // A proxy's sign-in looks people up in this way.
    expect(store.person('kim@school.example')).toBeNull();
  });

  it('stay the same as long as the service does, and are replaced by roles handed out here', () => {
    const { store, lines } = open();
    const first = store.signedIn('kim@school.example', serviceRole);
    expect(store.signedIn('Kim@School.example', serviceRole)).toBe(first);
    const other = store.signedIn('kim@school.example', { role: 'manager', userId: null });
    expect([other?.role, store.valid().length]).toEqual(['manager', 1]);
    const { grant: stored } = store.create(
      grant({ kind: 'person', name: 'kim@school.example', role: 'maintenance' }),
      'test',
    );
    expect(store.signedIn('kim@school.example', serviceRole)).toBe(stored);
    expect(store.valid()).toEqual([stored]);
    store.revoke(stored.id, 'test');
    expect(store.signedIn('kim@school.example', null)).toBeNull();
    expect(lines.map(({ event, by }) => [event, by])).toEqual([
      ['created', 'sign-in service'],
      ['revoked', 'sign-in service'],
      ['created', 'sign-in service'],
      ['revoked', 'test'],
      ['created', 'test'],
      ['revoked', 'test'],
    ]);
  });

  it('last as long as their sessions, also through a restart', () => {
    const directory = emptyDirectory();
    const first = open(directory);
    const stored = first.store.signedIn('kim@school.example', serviceRole);
    if (!stored) throw new Error('They have a role.');
    const { value } = first.store.begin(stored, 'Kim', null, { sub: 'u-18', sid: 's-1' });
    first.store.close();
    const { store, clock } = open(directory, { now: testNow + 2 * minute });
    store.watch();
    expect(store.session(value)).toMatchObject({ sub: 'u-18', sid: 's-1', grant: { fromService: true } });
    expect(store.valid()).toHaveLength(1);
    store.endAtService({ sub: null, sid: 's-1' });
    store.close();
    clock.now += minute;
    const later = open(directory, clock);
    later.store.watch();
    expect(later.store.valid()).toEqual([]);
  });

  it('do not count towards the limit of grants', () => {
    const { store } = open(null);
    for (let count = 0; count < 2_001; count++) store.signedIn(`person-${count}`, serviceRole);
    expect(store.valid()).toHaveLength(2_001);
    expect(() => store.create(grant(), 'test')).not.toThrow();
  });
});

describe('a sign-out reported by the service', () => {
  it('ends one session, or all of a person if either side does not name the session', () => {
    const { store } = open();
    const { grant: stored } = store.create(grant({ kind: 'person', name: 'kim@school.example' }), 'test');
    const ids = (at: { sub: string | null; sid: string | null }) => {
      const before = [
        { sub: 'u-1', sid: 's-1' },
        { sub: 'u-1', sid: 's-2' },
        { sub: 'u-1', sid: null },
        { sub: 'u-2', sid: 's-3' },
        { sub: null, sid: null },
      ].map((one) => ({ one, value: store.begin(stored, 'Kim', null, one).value }));
      store.endAtService(at);
      const left = before.filter(({ value }) => store.session(value)).map(({ one }) => one.sid ?? one.sub);
      for (const { value } of before) {
        const session = store.session(value);
        if (session) store.end(session);
      }
      return left;
    };
    expect(ids({ sub: 'u-1', sid: 's-1' })).toEqual(['s-2', 's-3', null]);
    expect(ids({ sub: null, sid: 's-1' })).toEqual(['s-2', 'u-1', 's-3', null]);
    expect(ids({ sub: 'u-1', sid: null })).toEqual(['s-3', null]);
    expect(ids({ sub: 'u-2', sid: 's-1' })).toEqual(['s-1', 's-2', 'u-1', 's-3', null]);
    expect(ids({ sub: null, sid: null })).toEqual(['s-1', 's-2', 'u-1', 's-3', null]);
  });
});

describe('a key of this server', () => {
  it('is made once, and is the same for all who open the file, then and later', () => {
    const directory = emptyDirectory();
    const [first, second] = [open(directory), open(directory)];
    const key = first.store.secret('sign-in');
    expect([key.length, second.store.secret('sign-in')]).toEqual([32, key]);
    expect(first.store.secret('other')).not.toEqual(key);
    first.store.close();
    second.store.close();
    expect(open(directory).store.secret('sign-in')).toEqual(key);
    expect(open().store.secret('sign-in')).not.toEqual(key);
  });
});

it('the calendar of an instructor outlives a night without a session, and ends with the role', () => {
  const { store, clock } = open();
  const serviceRole = { role: 'instructor', userId: 'u1' } as const;
  const { secret } = store.create(grant({ kind: 'feed', subject: { of: 'instructor', id: 'u1' }, days: 365 }), 'test');
  const isThere = () => store.bySecret(secret ?? '', 'feed') !== null;
  expect(store.signedIn('kim@school.example', serviceRole)).not.toBeNull();
  clock.now += 12 * hour;
  store.watch();
  expect([store.person('kim@school.example'), isThere()]).toEqual([null, true]);
  store.signedIn('kim@school.example', serviceRole);
  store.signedIn('kim@school.example', null);
  expect(isThere()).toBe(false);
});
