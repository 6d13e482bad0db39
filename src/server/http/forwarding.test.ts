import { describe, expect, it } from 'vitest';
import { aircraftPath, always, emptyList, openStand, testKey } from '#e2e/servers/teststand.ts';

describe('a forwarded call', () => {
  it('goes to the same path of its area with the key added, and its answer is passed on', async () => {
    const stand = await openStand(always(200, emptyList));
    const reply = await stand.ask(`${aircraftPath}?statusId=eq:1&limit=25`);
    expect(reply.status).toBe(200);
    expect(reply.body.toString()).toBe(emptyList);
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(stand.calls[0]?.url).toBe('/flight/core/v1.0/operators/1001/aircraft?statusId=eq:1&limit=25');
    expect(stand.calls[0]?.headers['x-subscription-key']).toBe(testKey);
  });

  it('goes to the own address of an area', async () => {
    const stand = await openStand(always(200, emptyList));
    await stand.ask('/api/reports/v1.0/operators/1001/flights?flightDate=gte%3A2026-01-01');
    expect(stand.calls[0]?.url).toBe('/elsewhere/operators/1001/flights?flightDate=gte:2026-01-01');
  });

  it('carries no header of the client', async () => {
    const stand = await openStand(always(200, emptyList));
    await stand.ask(aircraftPath, {
      authorization: 'Bearer client',
      cookie: 'session=client',
      'x-custom': 'client',
      'x-request-id': 'client',
      'x-subscription-key': 'client-key-of-no-use',
      'user-agent': 'client',
      'if-none-match': '"client"',
    });
    const { host, connection, ...headers } = stand.calls[0]?.headers ?? {};
    expect(host).toBe(stand.upstreamHost);
    expect(connection).toBe('keep-alive');
    expect(headers).toEqual({
      accept: 'application/json',
      'accept-encoding': 'br, gzip',
      'user-agent': 'flightline',
      'x-subscription-key': testKey,
    });
  });

  it('has the same text for equal requests, however they were written', async () => {
    const stand = await openStand(always(200, emptyList));
    await stand.ask(`${aircraftPath}?limit=10&offset=0&statusId=eq%3A1`);
    const again = await stand.ask(`${aircraftPath}?statusId=eq:1&limit=10`);
    expect(again.headers['cache-status']).toMatch(/^flightline; hit/);
    expect(stand.calls).toHaveLength(1);
  });
});

describe('its answer', () => {
  it('has no header of the upstream except when to retry', async () => {
    const theirs = {
      'set-cookie': 'a=b',
      server: 'vendor',
      'access-control-allow-origin': '*',
      etag: '"1"',
    };
    const stand = await openStand(
      always(429, '[]', {
        ...theirs,
        'x-request-id': 'theirs',
        'retry-after': '7',
        age: '999',
        'cache-control': 'public',
      }),
    );
    const reply = await stand.ask(aircraftPath);
    for (const name of Object.keys(theirs)) expect(reply.headers).not.toHaveProperty(name);
    expect(reply.headers).toMatchObject({
      'retry-after': '7',
      age: '0',
      'cache-status': 'flightline; fwd=miss; fwd-status=429',
      'cache-control': 'no-store',
      // Our own id of the request.
      'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it('may begin with a byte order mark', async () => {
    const stand = await openStand(always(200, `\uFEFF${emptyList}`));
    expect((await stand.ask(aircraftPath)).status).toBe(200);
  });

  it('turns a date in Retry-After into seconds, and drops anything else', async () => {
    const date = new Date(Date.now() + 30_000).toUTCString();
    const dated = await openStand(always(503, '[]', { 'retry-after': date }));
    expect(Number((await dated.ask(aircraftPath)).headers['retry-after'])).toBeGreaterThan(27);
    const odd = await openStand(always(503, '[]', { 'retry-after': testKey }));
    expect((await odd.ask(aircraftPath)).headers).not.toHaveProperty('retry-after');
  });

  it('to a HEAD has only the headers of the GET', async () => {
    const stand = await openStand(always(200, emptyList));
    const head = await stand.ask(aircraftPath, {}, 'HEAD');
    const get = await stand.ask(aircraftPath);
    expect(head.body).toHaveLength(0);
    const same = { date: '', 'cache-status': '', 'x-request-id': '' };
    expect({ ...head.headers, ...same }).toEqual({ ...get.headers, ...same });
    expect(stand.calls.map((call) => call.method)).toEqual(['GET']);
  });
});

describe('a refused request', () => {
  it.each([
    ['/api/core/v1.0/operators/1001/aircrafts', 404, null],
    ['/api/core/v1.0/operators/01/aircraft', 400, 'operatorId'],
    ['/api/core/v1.0/operators/1001/aircraft/N512SP/squawks', 400, 'aircraftId'],
    ['/api/core/v1.0/operators/1002/aircraft', 403, 'operatorId'],
    [`${aircraftPath}?limit=0`, 400, 'limit'],
    [`${aircraftPath}?statusId=eq:7`, 400, 'statusId'],
    [`${aircraftPath}?tail=N512SP`, 400, 'tail'],
    [`${aircraftPath}?limit=10&limit=20`, 400, 'limit'],
    ['/api/scheduling/v1.0/operators/1001/reservations?startTime=2026-01-01', 400, 'startTime'],
  ])('%s gets %i with the error array of section 7 and makes no call', async (path, status, dataField) => {
    const stand = await openStand(always(200, emptyList));
    const reply = await stand.ask(path);
    const entries = JSON.parse(reply.body.toString()) as { code: number; message: string; dataField: string | null }[];
    expect(reply.status).toBe(status);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ code: status, dataField, category: 0, universallyOverridable: false });
    expect(entries[0]?.message).toMatch(/\w.*\.$/);
    expect(reply.headers).toMatchObject({ age: '0', 'cache-status': 'flightline; detail=refused' });
    expect(stand.calls).toHaveLength(0);
  });

  it('is told every wrong parameter', async () => {
    const stand = await openStand(always(200, emptyList));
    const reply = await stand.ask(`${aircraftPath}?limit=0&offset=-1&__proto__=1`);
    const entries = JSON.parse(reply.body.toString()) as { dataField: string }[];
    expect(entries.map((entry) => entry.dataField)).toEqual(['limit', 'offset', '__proto__']);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])('must not %s', async (method) => {
    const stand = await openStand(always(200, emptyList));
    const reply = await stand.ask(aircraftPath, {}, method);
    expect(reply.status).toBe(405);
    expect(reply.headers).toMatchObject({ allow: 'GET, HEAD', age: '0', 'cache-status': 'flightline; detail=refused' });
    expect(stand.calls).toHaveLength(0);
  });
});
