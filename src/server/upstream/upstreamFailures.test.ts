import { describe, expect, it } from 'vitest';
import { sets } from '#contract/sets.ts';
import {
  aircraftPath,
  always,
  emptyList,
  eventually,
  failureLimits,
  openStand,
  type Reply,
  type Stand,
  upstreamFailures,
} from '#e2e/servers/teststand.ts';

const renewed = JSON.stringify({ totalItems: 1, offset: 0, limit: null, items: [{ tailNumber: 'N512SP' }] });
const { atOnce, kept } = sets.aircraft.cache;
/** The longest pause after a failure, in seconds, of one address or of all. After it, one interval is enough. */
const longestRest = 15;

/** The entries of an error answer; each must have the form of section 7 and a message. */
function entriesOf(reply: Reply): { message: string }[] {
  const entries = JSON.parse(reply.body.toString()) as { message: string }[];
  expect(entries.length).toBeGreaterThan(0);
  for (const entry of entries) {
    expect(entry).toMatchObject({ code: expect.any(Number), message: expect.stringMatching(/\w/), category: 0 });
  }
  return entries;
}

/** A gateway with one good answer that is too old to be served without asking. */
async function openWarm(): Promise<Stand> {
  // A call may take any time here: the stored answer must not wait for it.
  const stand = await openStand(always(200, emptyList), {
    limits: { ...failureLimits, timeoutMs: 60_000 },
    // Longer than an answer and its retry take on a busy machine.
    softTimeoutMs: 500,
  });
  await stand.ask(aircraftPath);
  stand.advance(atOnce + 1);
  return stand;
}

/** One interval after the upstream recovers, the answer is fresh, and many requests share one call. */
async function expectRecovery(stand: Stand): Promise<void> {
  stand.answerWith(always(200, renewed));
  stand.advance(longestRest);
  await stand.ask(aircraftPath);
  await eventually(async () => {
    const reply = await stand.ask(aircraftPath);
    expect(reply.headers['cache-status']).toMatch(/^flightline; hit; ttl=1\d$/);
    expect([reply.headers.age, reply.body.toString()]).toEqual(['0', renewed]);
  });
  const before = stand.calls.length;
  stand.advance(atOnce + 1);
  await Promise.all(Array.from({ length: 50 }, () => stand.ask(aircraftPath)));
  expect(stand.calls.length - before).toBe(1);
}

describe.each(Object.entries(upstreamFailures))('%s', (_, bad) => {
  it('without a stored answer is reported in the form of section 7, and the service is left alone for a while', async () => {
    const stand = await openStand(bad.answer, { limits: failureLimits });
    const reply = await stand.ask(aircraftPath);
    expect(reply.status).toBe(bad.status);
    expect(entriesOf(reply)[0]?.message).toMatch(bad.words);
    expect(reply.headers.age).toBe('0');
    expect(reply.headers['cache-status']).toMatch(/^flightline; fwd=miss/);

    const calls = stand.calls.length;
    const again = await stand.ask(aircraftPath);
    expect([again.status, again.body.toString()]).toEqual([reply.status, reply.body.toString()]);
    expect(again.headers['cache-status']).toBe('flightline; hit; detail=cool-off');
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(0);
    expect(stand.calls).toHaveLength(calls);
    await expectRecovery(stand);
  });

  it('with a stored answer serves it, marked, and at once from then on', async () => {
    const stand = await openWarm();
    stand.answerWith(bad.answer);
    const first = await stand.ask(aircraftPath);
    expect([first.status, first.body.toString()]).toEqual([200, emptyList]);
    expect(Number(first.headers.age)).toBeGreaterThan(atOnce);
    expect(first.headers['cache-status']).toMatch(/^flightline; fwd=stale;.* ttl=-\d+; detail=/);

    const calls = stand.calls.length;
    const many = await Promise.all(Array.from({ length: 20 }, () => stand.ask(aircraftPath)));
    for (const reply of many) expect([reply.status, reply.body.toString()]).toEqual([200, emptyList]);
    expect(stand.calls).toHaveLength(calls);
  });
});

describe('an answer stored for failures', () => {
  it('is served as long as its kind allows, and no longer', async () => {
    const stand = await openWarm();
    await stand.stop();
    stand.advance(kept - atOnce - 30);
    const last = await stand.ask(aircraftPath);
    expect([last.status, last.headers['cache-status']]).toEqual([200, expect.stringMatching(/detail=unreachable$/)]);
    stand.advance(60);
    expect((await stand.ask(aircraftPath)).status).toBe(502);
  });

  it('is dropped when the service says that it does not exist or is forbidden', async () => {
    for (const status of [403, 404]) {
      const stand = await openWarm();
      stand.answerWith(always(status, '[{"code": 1, "message": "No."}]'));
      expect((await stand.ask(aircraftPath)).status).toBe(status);
      stand.answerWith(always(503, ''));
      stand.advance(longestRest);
      expect((await stand.ask(aircraftPath)).status).toBe(503);
    }
  });
});

it('a service that cannot be reached, cold and warm, and its return', async () => {
  const stand = await openStand(always(200, emptyList));
  await stand.stop();
  const cold = await stand.ask(aircraftPath);
  expect(cold.status).toBe(502);
  expect(entriesOf(cold)[0]?.message).toMatch(/cannot be reached.*settings/);
  await stand.restart();
  await expectRecovery(stand);
  await stand.stop();
  stand.advance(atOnce + 1);
  const warm = await stand.ask(aircraftPath);
  expect([warm.status, warm.body.toString()]).toEqual([200, renewed]);
  expect(warm.headers['cache-status']).toMatch(/^flightline; fwd=stale; ttl=-\d+; detail=unreachable$/);
});

it('good JSON under a wrong content type is accepted', async () => {
  const stand = await openStand(always(200, emptyList, { 'content-type': 'text/html' }));
  const reply = await stand.ask(aircraftPath);
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
});

it('names in a declared other encoding come out in UTF-8', async () => {
  const list = Buffer.from('{"items":[{"lastName":"Muñoz"}]}', 'latin1');
  const stand = await openStand(always(200, list, { 'content-type': 'application/json; charset=ISO-8859-1' }));
  expect((await stand.ask(aircraftPath)).body.toString()).toBe('{"items":[{"lastName":"Muñoz"}]}');
});
