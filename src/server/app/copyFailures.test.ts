import type { RequestListener } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { failureLimits, upstreamFailures, always } from '#e2e/servers/teststand.ts';
import { listen, openTestCopy, testNow } from '#e2e/servers/testCopy.ts';

const aircraftPath = '/api/core/v1.0/operators/1001/aircraft';
const aircraft = [1, 2].map((number) => ({
  aircraftId: `00000000-0000-4000-8000-00000000000${number}`,
  tailNumber: `N51${number}SP`,
  status: { id: 1, name: 'Active' },
}));

/** A school of two aircraft about which nothing else is known. */
const good: RequestListener = (incoming, outgoing) => {
  const items = incoming.url?.endsWith('/aircraft') ? aircraft : [];
  always(200, JSON.stringify({ totalItems: items.length, offset: 0, limit: null, items }))(incoming, outgoing);
};

/** A copy of a service with these answers, and a clock that the test moves. */
async function openCopyOf(first: RequestListener) {
  let answer = first;
  let passed = 0;
  const service = await listen((incoming, outgoing) => answer(incoming, outgoing));
  const start = performance.now();
  const copy = await openTestCopy({
    service: service.url,
    tuning: {
      limits: failureLimits,
      retryWait: { minMs: 0, maxMs: 1 },
      monotonic: () => performance.now() - start + passed,
      wall: () => testNow + passed,
    },
  });
  onTestFinished(async () => {
    await copy.close();
    await service.close();
  });
  return {
    ...copy,
    answerWith: (next: RequestListener) => void (answer = next),
    advance: (seconds: number) => void (passed += seconds * 1000),
  };
}

const fresh = { 'x-flightline-refresh': 'now' };

describe.each(Object.entries(upstreamFailures))('a service with the fault “%s”', (_, bad) => {
  it('is reported in its own words if nothing has been read, and no longer once it answers', async () => {
    const copy = await openCopyOf(bad.answer);
    const first = await copy.ask(aircraftPath);
    expect(first.status).toBe(bad.status);
    expect(JSON.stringify(first.body)).toMatch(bad.words);
    expect(first.headers.get('retry-after')).toMatch(/^\d+$/);
    // A late 429 would begin another pause.
    while ((await copy.state()).running > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    copy.answerWith(good);
    copy.advance(300);
    const next = await copy.ask(aircraftPath, fresh);
    expect(next).toMatchObject({ status: 200, body: { items: aircraft } });
    expect(next.headers.get('cache-status')).not.toContain('detail');
  });

  it('leaves all data as last read, with its age and the cause', async () => {
    const copy = await openCopyOf(good);
    await copy.complete();
    const before = await copy.ask(aircraftPath);
    copy.answerWith(bad.answer);
    copy.advance(30);
    const after = await copy.ask(aircraftPath, fresh);
    expect(after).toMatchObject({ status: 200, body: before.body });
    expect(Number(after.headers.get('age'))).toBeGreaterThanOrEqual(30);
    expect(after.headers.get('cache-status')).toContain(`detail=${bad.detail}`);
    const { replica } = await copy.state();
    const set = replica.sets.find((status) => status.set === 'aircraft');
    expect(set).toMatchObject({ known: 1, failure: { message: expect.stringMatching(bad.words) as string } });
  });
});
