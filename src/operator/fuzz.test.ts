import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationIds } from '#contract/operations.ts';
import { operatorApp } from './app.ts';
import { createOperatorServer } from './start.ts';
import { asInTheField } from './field.ts';
import { samplePath, sampleKey, sampleSchool } from '#e2e/servers/operatorSamples.ts';

const school = sampleSchool();
const app = operatorApp(school);
const fieldApp = operatorApp({ ...school, isField: true });
const servers = [createOperatorServer(app.fetch), createOperatorServer(asInTheField(fieldApp.fetch, school.clock))];

beforeAll(() => Promise.all(servers.map((server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))));
afterAll(() => servers.forEach((server) => server.close()));

/** Everything the server sends for these bytes, until either side ends the connection. */
function send(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    socket.setTimeout(2000, () => socket.destroy());
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}

const junk = fc.oneof(
  fc.constantFrom(
    '%',
    '%zz',
    '%00',
    '%ff',
    '%2e%2e',
    '..',
    '\0',
    '\\',
    '//',
    '?',
    '#',
    '*',
    '\r\n',
    ' ',
    '\t',
    '__proto__',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(300, 9000, 20_000).map((length) => 'x'.repeat(length)),
);
/** Most of it reaches the handler: Node itself refuses malformed HTTP. */
const written = fc.oneof({ weight: 9, arbitrary: junk.map((text) => encodeURIComponent(text.toWellFormed())) }, junk);
const operation = fc.constantFrom(...operationIds);
const parameter = fc.constantFrom(
  'limit',
  'offset',
  'statusId',
  'startTime',
  'userId',
  'CreatedDate',
  'Chunk',
  'resolved',
  'startTimeUtc',
  'tailNumber',
);
const value = fc.oneof(
  written,
  fc.constantFrom(
    'eq:1',
    'Gte:2026-11-20',
    'gte:2026-11-20T08:00:00Z',
    'lt:9999-12-31T23:59:59',
    '1',
    '1e3',
    '999999999',
  ),
);
const target = fc.oneof(
  junk,
  written.map((text) => `/${text}`),
  fc.tuple(operation, written).map(([id, tail]) => `${samplePath(id)}${tail}`),
  fc.tuple(operation, parameter, value).map(([id, name, text]) => `${samplePath(id)}?${name}=${text}`),
  fc
    .tuple(operation, written)
    .map(([id, text]) => samplePath(id, { aircraftId: text, userId: text, externalId: text })),
  fc.tuple(operation, written).map(([id, text]) => samplePath(id, { operatorId: text })),
);
const header = fc.oneof(
  fc.constantFrom(
    'Expect: 200-ok',
    'Expect: 100-continue',
    'Content-Length: -1',
    'Content-Length: 5',
    'Range: bytes=0-1',
  ),
  fc.constantFrom(
    'Upgrade: websocket\r\nConnection: Upgrade',
    'Host: [::bad',
    'Host: a b',
    'Transfer-Encoding: chunked',
  ),
  written.map((text) => `X-Odd: ${text}`),
  fc.tuple(junk, junk).map(([name, text]) => `${name}: ${text}`),
);
const method = fc.oneof(
  { weight: 8, arbitrary: fc.constant('GET') },
  fc.constantFrom('HEAD', 'POST', 'TRACE', 'CONNECT', 'QUERY', 'get', ''),
);
const request = fc
  .record({
    verb: method,
    path: target,
    headers: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(header, { maxLength: 3 })),
    own: fc.subarray(['Host: 127.0.0.1', `x-subscription-key: ${sampleKey}`]),
    body: fc.oneof({ weight: 9, arbitrary: fc.constant('') }, junk),
  })
  .map(({ verb, path, headers, own, body }) =>
    Buffer.from([`${verb} ${path} HTTP/1.1`, ...own, ...headers, 'Connection: close', '', body].join('\r\n')),
  );
const noise = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes));

test('1,000 odd requests do not stop it, and get the error array or no answer', async () => {
  const requests = fc.sample(fc.oneof({ weight: 20, arbitrary: request }, noise), 1000);
  const statuses = new Map<string, number>();
  for (let index = 0; index < requests.length; index += 25) {
    const answers = await Promise.all(
      requests.slice(index, index + 25).map((bytes, at) => send(portOf(at % 2), bytes)),
    );
    for (const answer of answers) {
      const status = answer.slice(9, 12);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect(answer).not.toMatch(/^HTTP\/1\.1 5|node_modules|\.ts:\d|sample-key/);
      if (status.startsWith('4')) expect(answer).toMatch(/content-type: (application\/json|text\/plain)/i);
    }
  }
  for (const expected of ['200', '400', '401', '404', '405', '431']) expect([...statuses.keys()]).toContain(expected);
  for (const place of [0, 1]) {
    const path = `http://127.0.0.1:${portOf(place)}${samplePath('listAircraft')}`;
    const answer = await fetch(path, { headers: { 'x-subscription-key': sampleKey } });
    expect(await answer.json()).toMatchObject({ totalItems: 3 });
  }
});

function portOf(place: number): number {
  const address = servers[place]?.address();
  if (!address || typeof address === 'string') throw new Error('This server does not listen.');
  return address.port;
}
