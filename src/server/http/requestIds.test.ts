import { describe, expect, it } from 'vitest';
import { timeHeader } from '#contract/gateway/ages.ts';
import { requestIdHeader } from '#contract/gateway/callClass.ts';
import { openAccessStand } from '#e2e/servers/access/testAccess.ts';
import { accessOf, aircraftPath, always, emptyList, openStand, testKey } from '#e2e/servers/teststand.ts';
import { createLog } from '#server/observability/log.ts';
import { secretForms } from '#server/upstream/upstream.ts';

const trace = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${trace}-b7ad6b7169203331-01`;
const form = /^[0-9a-f]{32}$/;

type Line = { readonly msg: string; readonly request?: string; readonly [member: string]: unknown };

/** A stand whose log lines are kept. */
async function openLogged(...[answer, options]: Parameters<typeof openStand>) {
  const lines: Line[] = [];
  const bases = { core: 'https://a.example', scheduling: 'https://b.example', reports: 'https://c.example' };
  const log = createLog(secretForms({ bases, key: testKey }), (line) => lines.push(JSON.parse(line) as Line));
  const stand = await openStand(answer, { log, ...options });
  return { ...stand, lines, linesOf: (id: unknown) => lines.filter(({ request }) => request === id) };
}

describe('the time of the gateway', () => {
  it('is in every answer, of data that it keeps too, and is that of the answer', async () => {
    const stand = await openLogged(always(200, emptyList));
    const timeAt = async (path: string, headers = {}) => Number((await stand.ask(path, headers)).headers[timeHeader]);
    const first = await timeAt(aircraftPath);
    expect(first).toBe(Date.UTC(2026, 10, 20));
    stand.advance(5);
    for (const path of [aircraftPath, '/state', '/health', '/config', '/nothing/here'])
      expect(await timeAt(path)).toBe(first + 5_000);
    const { etag = '' } = (await stand.ask(aircraftPath)).headers;
    const known = await stand.ask(aircraftPath, { 'if-none-match': etag });
    expect([known.status, Number(known.headers[timeHeader])]).toEqual([304, first + 5_000]);
  });
});

describe('the id of a request', () => {
  it('is in every answer below /api and in every error, and in no other answer', async () => {
    const stand = await openLogged(always(200, emptyList));
    const [good, again] = [await stand.ask(aircraftPath), await stand.ask(aircraftPath)];
    const ids = [good, again].map(({ headers }) => headers[requestIdHeader]);
    for (const id of ids) expect(id).toMatch(form);
    expect(new Set(ids).size).toBe(2);
    expect((await stand.ask('/nothing/here')).headers[requestIdHeader]).toMatch(form);
    expect((await stand.ask('/state')).headers).not.toHaveProperty(requestIdHeader);
  });

  it('is the trace id of a well-formed traceparent, and never another text of the client', async () => {
    const stand = await openLogged(always(200, emptyList));
    const idFor = async (header: string) =>
      (await stand.ask(aircraftPath, { traceparent: header })).headers[requestIdHeader];
    expect(await idFor(traceparent)).toBe(trace);
    for (const odd of ['Anna Smith', `00-${trace}`, `00-${'0'.repeat(32)}-b7ad6b7169203331-01`]) {
      const id = await idFor(odd);
      expect(id).toMatch(form);
      expect(id).not.toBe(trace);
    }
  });

  it('leads from the answer to the line of the call that it caused, also after a wait in the queue', async () => {
    const stand = await openLogged(always(503, '[]'), { softTimeoutMs: 10 });
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, limit) => stand.ask(`${aircraftPath}?limit=${limit + 1}`)),
    );
    expect(new Set(replies.map(({ headers }) => headers[requestIdHeader])).size).toBe(20);
    for (const { headers } of replies) {
      const [call, sent, ...more] = stand.linesOf(headers[requestIdHeader]);
      expect(call).toMatchObject({ msg: 'The flight service answered 503.', operation: 'listAircraft', result: '503' });
      expect(sent).toMatchObject({ msg: 'An error was sent.', status: 503, path: '/api', operation: 'listAircraft' });
      expect(more).toEqual([]);
    }
  });

  it('has a line of its own where the failure of a moment ago is repeated', async () => {
    const stand = await openLogged(always(503, '[]'));
    await stand.ask(aircraftPath);
    const { headers } = await stand.ask(aircraftPath);
    expect(stand.linesOf(headers[requestIdHeader])).toMatchObject([
      { msg: 'An error was sent.', cache: expect.stringContaining('cool-off') },
    ]);
    expect(stand.calls).toHaveLength(1);
  });
});

describe('the id of a request in the log', () => {
  it('is in the line of a fault in this server', async () => {
    const access = accessOf(() => {
      throw new Error('broken');
    });
    const stand = await openLogged(always(200, emptyList), { access });
    const { status, headers } = await stand.ask(aircraftPath, { traceparent });
    expect({ status, id: headers[requestIdHeader] }).toEqual({ status: 500, id: trace });
    expect(stand.linesOf(trace).map(({ msg }) => msg)).toEqual(['A request failed.', 'An error was sent.']);
  });

  it('is in the audit’s lines, at once for a refusal and after the body of a sign-in was read', async () => {
    const { ask, enter, handOut, cookieOf, logged } = await openAccessStand();
    const cookie = await cookieOf('dispatcher');
    const invoices = '/api/reports/v1.0/operators/1001/invoices';
    for (const path of ['/access', invoices]) {
      const { status, headers } = await ask(path, { headers: { cookie, traceparent } });
      expect([path, status, headers.get(requestIdHeader)]).toEqual([path, 403, trace]);
    }
    await enter(handOut().secret, {}, { traceparent });
    const lines = logged()
      .split('\n')
      .filter((line) => line.includes(trace))
      .map((line) => (JSON.parse(line) as Line).msg);
    expect(lines).toEqual(['Audit: refused.', 'Audit: refused.', 'Audit: signed in.']);
  });

  it('is written for 300 errors of one status in a minute, and the rest is counted', async () => {
    const stand = await openLogged(always(404, '[]'));
    const missing = `${aircraftPath}/none`;
    for (let count = 0; count < 303; count++) await stand.ask(missing);
    const sent = () => stand.lines.filter(({ msg }) => msg === 'An error was sent.');
    expect(sent()).toHaveLength(300);
    stand.advance(61);
    await stand.ask(missing);
    expect(sent().at(-1)).toMatchObject({ status: 404, path: '/api', leftOut: 3 });
    // What a client has written into an address is in no line.
    expect(JSON.stringify(stand.lines)).not.toContain('none');
  });
});
