import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { day, emptyDirectory, grant, hour, minute, testNow } from '#e2e/servers/access/testAccess.ts';
import { silentLog } from '#server/observability/log.ts';
import { sessionLimits } from './sessions.ts';
import { AccessStore } from './store.ts';

const second = 1_000;

/** Processes that use one file, and a clock for all of them. */
function openProcesses(count: number) {
  const clock = { now: testNow };
  const directory = count === 1 ? null : emptyDirectory();
  const options = { directory, clock: () => clock.now, log: silentLog, audit: () => undefined };
  const stores = Array.from({ length: count }, () => new AccessStore(options));
  onTestFinished(() => stores.forEach((store) => store.close()));
  const [here, there = here] = stores;
  if (!here || !there) throw new Error('There is no process.');
  const secretOf = (name: string) => here.create(grant({ name }), 'test').secret ?? '';
  /** Signs in at a process, as a browser does. */
  const signIn = (store: AccessStore, secret: string) => {
    const found = store.bySecret(secret, 'token');
    if (!found) throw new Error('This token is not known.');
    return store.begin(found, found.name, null).value;
  };
  const pass = (milliseconds: number) => {
    clock.now += milliseconds;
    // What each does every five seconds.
    for (const store of stores) store.keep();
  };
  return { here, there, clock, secretOf, signIn, pass };
}

describe('a session in steady use', () => {
  it('does not end when its person signs in more than 20 times within minutes', () => {
    const { here, secretOf, signIn, pass } = openProcesses(1);
    const secret = secretOf('Ana');
    const inUse = signIn(here, secret);
    const others = Array.from({ length: 2 * sessionLimits.perGrant }, () => {
      pass(5 * second);
      expect(here.session(inUse)).not.toBeNull();
      return signIn(here, secret);
    });
    expect(here.session(inUse)).not.toBeNull();
    expect(here.sessions()).toHaveLength(sessionLimits.perGrant);
    expect(here.session(others[0] ?? '')).toBeNull();
  });

  it('does not end when others sign in up to the limit of all', () => {
    const { here, secretOf, signIn, clock } = openProcesses(1);
    const inUse = signIn(here, secretOf('Ana'));
    for (let person = 0; person < sessionLimits.inAll / sessionLimits.perGrant + 1; person++) {
      const secret = secretOf(`Person ${person}`);
      for (let count = 0; count < sessionLimits.perGrant; count++) {
        clock.now += 1;
        expect(here.session(inUse)).not.toBeNull();
        signIn(here, secret);
      }
    }
    expect([here.sessionCount(), here.session(inUse) !== null]).toEqual([sessionLimits.inAll, true]);
  });

  it('at one of several processes does not end at another one, where nobody uses it', () => {
    const { here, there, secretOf, signIn, pass } = openProcesses(2);
    const inUse = signIn(here, secretOf('Ana'));
    for (let passed = 0; passed < 20 * hour; passed += 5 * minute) {
      expect(here.session(inUse)).not.toBeNull();
      pass(5 * minute);
    }
    expect(there.session(inUse)).not.toBeNull();
  });

  it('at one of several processes does not end when its person signs in more than 20 times at another one', () => {
    const { here, there, secretOf, signIn, pass } = openProcesses(2);
    const secret = secretOf('Ana');
    // It began at the other one, and is used here alone since then.
    const inUse = signIn(there, secret);
    for (let count = 0; count < 2 * sessionLimits.perGrant; count++) {
      pass(5 * second);
      expect(here.session(inUse)).not.toBeNull();
      pass(5 * second);
      signIn(there, secret);
    }
    pass(5 * second);
    expect(here.session(inUse)).not.toBeNull();
  });

  it('lasts until seven days after its sign-in, whatever its person and others do', () => {
    const step = fc.record({
      who: fc.constantFrom('own', 'other'),
      process: fc.boolean(),
      signIns: fc.nat(25),
      passed: fc.integer({ min: 1, max: 11 * hour }),
    });
    const property = fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const { here, there, clock, secretOf, signIn, pass } = openProcesses(2);
      const secrets = { own: secretOf('Ana'), other: secretOf('Ben') };
      const inUse = signIn(here, secrets.own);
      for (const { who, process, signIns, passed } of steps) {
        pass(passed);
        const isOver = clock.now - testNow >= sessionLimits.absoluteMs;
        expect(here.session(inUse) === null).toBe(isOver);
        if (isOver) return;
        for (let count = 0; count < signIns; count++) {
          pass(second);
          expect(here.session(inUse)).not.toBeNull();
          signIn(process ? here : there, secrets[who]);
        }
        pass(second);
        expect(here.session(inUse)).not.toBeNull();
      }
    });
    fc.assert(property, { numRuns: 20 });
    expect(sessionLimits.absoluteMs).toBe(7 * day);
  });
});
