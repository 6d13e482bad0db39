import type { RequestListener } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { figuresShape } from '#contract/gateway/figures.ts';
import { listen, newStubSchool, openTestCopy, stubService } from '#e2e/servers/testCopy.ts';
import { eventually } from '#e2e/servers/teststand.ts';

/** A service that can hold back its answers to reports, and a copy of it. */
async function openHeldReports() {
  const calls: string[] = [];
  const held: (() => void)[] = [];
  let isHolding = false;
  const answer = stubService(newStubSchool(), calls);
  const service: RequestListener = (incoming, outgoing) => {
    if (isHolding && incoming.url?.includes('/reports/')) held.push(() => answer(incoming, outgoing));
    else answer(incoming, outgoing);
  };
  const { url, close } = await listen(service);
  const copy = await openTestCopy({ service: url });
  onTestFinished(async () => void (await Promise.all([copy.close(), close()])));
  const ask = async (from: string, more = '') => {
    const { body } = await copy.ask(`/replica/figures?from=${from}&to=2026-05-12${more}`);
    return figuresShape.parse(body).reading;
  };
  return {
    ask,
    held,
    reports: () => calls.filter((call) => call.includes('/reports/')).length,
    hold: () => {
      isHolding = true;
    },
    release: () => {
      isHolding = false;
      for (const go of held.splice(0)) go();
    },
  };
}

const stopped = '&read=no';

it('stops reading for figures at the next page, keeps what is read, and goes on once somebody asks again', async () => {
  const { ask, held, reports, hold, release } = await openHeldReports();
  await ask('2026-05-01');
  await eventually(async () => expect(await ask('2026-05-01')).toEqual({ done: 5, of: 5 }));
  hold();
  const { done, of } = await ask('2025-05-13');
  expect(of - done).toBeGreaterThan(20);
  await eventually(() => expect(held.length).toBeGreaterThan(0));
  await ask('2025-05-13', stopped);
  // Those under way are read, and kept.
  const underWay = held.length;
  expect(underWay).toBeLessThan(of - done);
  release();
  await eventually(async () => expect(await ask('2025-05-13', stopped)).toEqual({ done: done + underWay, of }));
  const count = reports();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(reports()).toBe(count);
  // Another period asks for nothing either.
  await ask('2025-06-20', stopped);
  expect(reports()).toBe(count);
  await ask('2025-05-13');
  await eventually(async () => expect(await ask('2025-05-13')).toEqual({ done: of, of }));
});

it('leaves alone what another screen asks for', async () => {
  const { ask, held, hold, release } = await openHeldReports();
  await ask('2026-05-01');
  hold();
  await ask('2025-05-13');
  await eventually(() => expect(held.length).toBeGreaterThan(0));
  await ask('2025-05-13', stopped);
  await ask('2025-05-13');
  await ask('2026-05-01', stopped);
  await ask('2025-05-13');
  release();
  await eventually(async () => {
    const { done, of } = await ask('2025-05-13');
    expect(done).toBe(of);
  });
});
