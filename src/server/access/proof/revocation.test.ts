import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { day, hour } from '#e2e/servers/access/testAccess.ts';
import { listen } from '#e2e/servers/testCopy.ts';
import type { Person, SentHeaders } from '#e2e/servers/access/proofPeople.ts';
import { openProof } from '#e2e/servers/access/proofStand.ts';

const main = fileURLToPath(new URL('../../cli/flightline.ts', import.meta.url));

/** Opens the event stream of a gateway, and reports its end. */
async function listenTo(url: string, headers: SentHeaders) {
  const outgoing = request(`${url}/events`, { headers, agent: false }).end();
  const [incoming] = await once(outgoing, 'response');
  expect(incoming.statusCode).toBe(200);
  const stream = { isOpen: true, ended: once(incoming.resume(), 'end') };
  stream.ended.then(
    () => (stream.isOpen = false),
    // Ended by the test.
    () => undefined,
  );
  return stream;
}

const everyone = ['manager', 'dispatcher', 'maintenance', 'instructor', 'stranger', 'display'] as const;

async function open(mode: 'tokens' | 'proxy' | 'oidc') {
  const stand = await openProof(mode);
  const { url, close } = await listen(stand.gateway.listener);
  onTestFinished(close);
  const opened = everyone.map(async (person) => [person, await listenTo(url, stand.handed.headersOf(person))] as const);
  const streams = new Map<Person, Awaited<ReturnType<typeof listenTo>>>(await Promise.all(opened));
  const post = (person: Person, path: string, value: unknown) =>
    stand.ask(person, path, {
      method: 'POST',
      body: JSON.stringify(value),
      also: { 'content-type': 'application/json' },
    });
  return {
    ...stand,
    post,
    ended: async (person: Person) => void (await streams.get(person)?.ended),
    isOpen: () => everyone.filter((person) => streams.get(person)?.isOpen),
    idOf: (person: Person) => stand.handed.ids.get(person) ?? stand.handed.ids.get(`${person}@school.example`) ?? '',
    status: async (person: Person) => (await stand.ask(person, '/config')).status,
  };
}

it('streams end with their reader’s access, and only theirs: revoked by another process or here, signed out, expired', async () => {
  const stands = await Promise.all((['tokens', 'proxy', 'oidc'] as const).map(open));
  await Promise.all(
    stands.map(async ({ directory, handed, idOf, ended, isOpen, status, post, advance }) => {
      // No request comes: the gateway checks by itself.
      const env = { DATA_DIR: directory };
      await promisify(execFile)(process.execPath, [main, 'access', 'revoke', idOf('dispatcher')], {
        env,
        cwd: directory,
      });
      await ended('dispatcher');
      expect([await status('dispatcher'), isOpen()]).toEqual([
        handed.mode === 'proxy' ? 403 : 401,
        everyone.filter((person) => person !== 'dispatcher'),
      ]);
      expect((await post('manager', '/access', { ask: 'revoke', id: idOf('maintenance') })).status).toBe(200);
      await ended('maintenance');
      expect(isOpen()).toEqual(['manager', 'instructor', 'stranger', 'display']);
      if (handed.mode === 'proxy') {
        // Only a display has a session of ours that can end.
        advance(366 * day);
        await Promise.all(isOpen().map(ended));
        expect(await status('manager')).toBe(403);
        return;
      }
      expect((await post('stranger', '/sign-out', {})).status).toBe(303);
      await ended('stranger');
      expect(isOpen()).toEqual(['manager', 'instructor', 'display']);
      advance(12 * hour);
      await Promise.all([ended('manager'), ended('instructor')]);
      expect([isOpen(), await status('manager'), await status('display')]).toEqual([['display'], 401, 200]);
    }),
  );
});
