import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { aircraftPath, openStand, type Reply, testKey } from '#e2e/servers/teststand.ts';

/** Everything a browser gets of an answer: as sent, and as a script reads it. */
function everythingOf(reply: Reply): string {
  const read: string[] = [];
  JSON.parse(reply.body.toString(), (name, value: unknown) => void read.push(name, String(value)));
  return [JSON.stringify(reply.headers), reply.body.toString(), ...read].join('\n');
}

/** Repeats everything it knows of the call in its headers and body, in several written forms. */
function tellTale(status: number, write: (said: string) => string) {
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const key = String(incoming.headers['x-subscription-key']);
    const host = String(incoming.headers.host);
    const said = `key ${key} at http://${host}${incoming.url} or ${encodeURIComponent(key)} at ${host}`;
    outgoing.writeHead(status, {
      'x-subscription-key': key,
      location: `http://${host}/`,
      'retry-after': key,
      'content-type': `text/${key.slice(0, 3)}`,
      'www-authenticate': key,
      via: host,
    });
    outgoing.end(write(said));
  };
}

function secretForms(upstreamHost: string): string[] {
  return [testKey, JSON.stringify(testKey).slice(1, -1), encodeURIComponent(testKey), upstreamHost];
}

const asList = (said: string) => JSON.stringify({ items: [{ said }], totalItems: 1 });
const asErrors = (said: string) => JSON.stringify([{ code: 1, message: said, techMessage: said }]);
const asDotNet = (said: string) =>
  asErrors(said).replaceAll(
    /\\"|[+&<>']/g,
    (sign) =>
      `\\u00${sign
        .charCodeAt(sign.length - 1)
        .toString(16)
        .toUpperCase()}`,
  );
const asPhp = (said: string) => asErrors(said).replaceAll('/', '\\/');
const asMarkup = (said: string) => `<html>${said}</html>`;
const asText = (said: string) => said;

const paths = [
  aircraftPath,
  `${aircraftPath}?limit=7000`,
  '/api/core/v1.0/operators/7/aircraft',
  '/api/nothing',
  '/nothing',
  '/config',
  '/health',
  '/state',
  '/openapi.json',
];

describe('no byte that a browser can get contains the key or the upstream’s address', () => {
  it.each([
    [200, 'a list', asList],
    [200, 'markup', asMarkup],
    [302, 'a redirect', asMarkup],
    [401, 'an error array', asErrors],
    [403, 'an error array as .NET writes it', asDotNet],
    [404, 'an error array as PHP writes it', asPhp],
    [429, 'text', asText],
    [500, 'markup', asMarkup],
  ])('when it answers %i with %s that contains both', async (status, _, write) => {
    const stand = await openStand(tellTale(status, write));
    for (const path of paths) {
      const everything = everythingOf(await stand.ask(path));
      for (const secret of secretForms(stand.upstreamHost)) expect(everything).not.toContain(secret);
    }
  });

  it('when it cannot be reached, and in the health that is reported afterwards', async () => {
    const base = 'http://127.0.0.1:9/flight';
    const upstream = { bases: { core: base, scheduling: base, reports: base }, key: testKey };
    const stand = await openStand(() => undefined, { upstream });
    const replies = [await stand.ask(aircraftPath), await stand.ask('/health'), await stand.ask('/state')];
    for (const reply of replies) expect(everythingOf(reply)).not.toMatch(/127\.0\.0\.1:9|flight\/|k3y/);
    expect(JSON.parse(replies[1]?.body.toString() ?? '')).toEqual({
      live: true,
      ready: true,
      upstream: { lastCall: { at: expect.stringMatching(/Z$/), status: null, failure: 'unreachable' } },
    });
  });

  it('while the rest of an answer stays the same', async () => {
    const stand = await openStand(tellTale(200, asList));
    const reply = await stand.ask(aircraftPath);
    expect(JSON.parse(reply.body.toString())).toEqual({
      items: [{ said: 'key removed at removed/operators/1001/aircraft or removed at removed' }],
      totalItems: 1,
    });
  });
});
