import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areaPaths, operationIds, operations } from '#contract/operations.ts';
import { documentedPath, hostile, nearTarget, oddTarget } from '#e2e/servers/targetArbitraries.ts';
import { always, emptyList, noCaching, openStand } from '#e2e/servers/teststand.ts';

/** The documented paths as the upstream of the stand sees them. */
const documented = operationIds.map((id) => {
  const base = operations[id].area === 'reports' ? '/elsewhere' : `/flight${areaPaths[operations[id].area]}`;
  return documentedPath(base + operations[id].path);
});

function request(target: string): string {
  return `GET ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`;
}

describe('targets of requests', () => {
  it.each(hostile)('%s makes no call', async (target) => {
    const stand = await openStand(always(200, emptyList));
    const received = await stand.send(request(target));
    expect(received).toMatch(/^HTTP\/1\.1 (400|403|404|421) /);
    expect(stand.calls).toHaveLength(0);
  });

  it.each([
    'GET /api/core/v1.0/operators/1001/aircraft HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n',
    'GET /api/core/v1.0/operators/1001/aircraft HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\n\r\n',
    'GET /api/core/v1.0/operators/1001/aircraft HTTP/1.1\r\n\r\n',
    'CONNECT evil.example:443 HTTP/1.1\r\nhost: localhost\r\n\r\n',
  ])('two readings of one request are refused: %j', async (bytes) => {
    const stand = await openStand(always(200, emptyList));
    await stand.send(bytes.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'));
    expect(stand.calls).toHaveLength(0);
  });

  it('10,000 odd ones make no call', async () => {
    const stand = await openStand(always(200, emptyList));
    const batch = 1_000;
    for (let sent = 0; sent < 10_000; sent += batch) {
      const targets = fc.sample(oddTarget, batch);
      const requests = targets.map((target) => `GET ${target} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
      const received = await stand.send(requests.join('') + request('/api'));
      expect(received.match(/HTTP\/1\.1 4\d\d /g)).toHaveLength(batch + 1);
    }
    expect(stand.calls).toHaveLength(0);
  });

  it('that pass are documented paths, rebuilt', async () => {
    const stand = await openStand(always(200, emptyList), { policies: noCaching });
    await fc.assert(
      fc.asyncProperty(nearTarget, async (target) => {
        const before = stand.calls.length;
        const { status } = await stand.ask(target).catch(() => ({ status: 400 }));
        const reached = stand.calls.slice(before).map((call) => call.url ?? '');
        expect(reached).toHaveLength(status === 200 ? 1 : 0);
        for (const url of reached) expect(documented.some((form) => form.test(url.split('?')[0] ?? ''))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
    expect(stand.calls.length).toBeGreaterThan(50);
  });
});
