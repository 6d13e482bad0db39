import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { aircraftPath, always, emptyList, openStand } from '#e2e/servers/teststand.ts';

/** A service that takes calls and says nothing until the test lets it. */
async function openSilent() {
  const held: ServerResponse[] = [];
  const stand = await openStand((_, outgoing) => void held.push(outgoing), { monotonic: () => performance.now() });
  const speak = () => {
    for (const outgoing of held.splice(0))
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(emptyList);
  };
  return { ...stand, held, speak };
}

describe('a service that never answers', () => {
  it('holds up no request: it fails while the call goes on, whose answer is kept', async () => {
    const stand = await openSilent();
    const reply = await stand.ask(aircraftPath);
    expect(reply.status).toBe(504);
    expect(reply.headers['cache-status']).toContain('detail=timeout');
    // The call has not been given up.
    expect(stand.held.map(({ destroyed }) => destroyed)).toEqual([false]);
    stand.speak();
    await expect.poll(async () => (await stand.ask(aircraftPath)).status).toBe(200);
    expect(stand.calls).toHaveLength(1);
  });

  it('fails other requests at once, also those whose call waits for its turn', async () => {
    const stand = await openSilent();
    await stand.ask(aircraftPath);
    const began = stand.calls.length;
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, limit) => stand.ask(`${aircraftPath}?limit=${limit + 1}`)),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([504]));
    expect(stand.calls.length - began).toBeLessThan(20);
    stand.speak();
  });
});

it('a slow call is waited for while the service answers others', async () => {
  const stand = await openSilent();
  stand.answerWith(always(200, emptyList));
  expect((await stand.ask(aircraftPath)).status).toBe(200);
  stand.answerWith((_, outgoing) => void setTimeout(() => always(200, emptyList)(_, outgoing), 2_500));
  expect((await stand.ask(`${aircraftPath}?limit=7`)).status).toBe(200);
});
