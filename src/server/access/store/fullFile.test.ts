import { expect, it, onTestFinished } from 'vitest';
import { emptyDirectory, grant, testNow } from '#e2e/servers/access/testAccess.ts';
import { fileFailureOf } from '#server/install/fileFailure.ts';
import { silentLog } from '#server/observability/log.ts';
import { openAccessFile } from './accessFile.ts';
import { AccessStore } from './store.ts';

/** A store whose file takes no more pages. */
function openFull() {
  const directory = emptyDirectory();
  const database = openAccessFile(directory);
  const said: string[] = [];
  const store = new AccessStore({
    directory,
    database,
    clock: () => testNow,
    log: { ...silentLog, error: (_, words) => said.push(words) },
    audit: () => undefined,
  });
  onTestFinished(() => store.close());
  const kept = store.create(grant({ name: 'Anna' }), 'test').grant;
  const fill = () => {
    database.exec('PRAGMA max_page_count = 1');
    const add = (n: number) =>
      store.atomically(() => store.create(grant({ name: `Ben ${n} ${'x'.repeat(60)}` }), 'test'));
    let failure: unknown = null;
    for (let n = 0; n < 200 && failure === null; n++)
      try {
        add(n);
      } catch (error) {
        failure = error;
      }
    return failure;
  };
  const inFile = () =>
    new Set(
      openAccessFile(directory)
        .prepare('SELECT name FROM handed_out')
        .all()
        .map(({ name }) => name),
    );
  return { directory, store, kept, fill, said, inFile };
}

it('a grant that a full file does not take is nowhere, and what was there stays', () => {
  const { store, kept, fill, inFile } = openFull();
  expect(fileFailureOf(fill())).toBe('full');
  expect(new Set(store.valid().map(({ name }) => name))).toEqual(inFile());
  expect(store.valid()).toContainEqual(kept);
  expect(store.trouble()).toBeNull();
});

it('a sign-in that a full file does not take goes on in memory, with everything that was there', () => {
  const { store, kept, fill, said } = openFull();
  fill();
  const before = store.valid();
  let begun = 0;
  // Some sessions still fit into the last page.
  while (store.trouble() === null && begun < 500) {
    store.inFileOrMemory(() => store.begin(kept, 'Anna', null, { device: 'x'.repeat(200) }));
    begun++;
  }
  expect(store.trouble()).toMatch(/^The disk of the server is full/);
  expect(said).toEqual([store.trouble()]);
  expect(store.valid()).toEqual(before);
  const { value } = store.inFileOrMemory(() => store.begin(kept, 'Anna', null));
  expect(store.session(value)?.name).toBe('Anna');
  store.inFileOrMemory(() => store.revoke(kept.id, 'test'));
  expect([store.session(value), store.valid().some(({ id }) => id === kept.id)]).toEqual([null, false]);
  store.reread();
  expect(store.valid().some(({ id }) => id === kept.id)).toBe(false);
});
