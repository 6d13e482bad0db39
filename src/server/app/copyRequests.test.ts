import { expect, it } from 'vitest';
import { requestIdHeader } from '#contract/gateway/callClass.ts';
import { guid, listen, newStubSchool, openTestCopy, stubService } from '#e2e/servers/testCopy.ts';
import { eventually } from '#e2e/servers/teststand.ts';

type Line = { readonly msg: string; readonly request?: string; readonly operation?: string };

/** A service whose aircraft a test may make fail. */
async function openFailing() {
  const school = newStubSchool();
  school.aircraft.push({ aircraftId: guid(1), tailNumber: 'N1', status: { id: 0, name: 'Active' } });
  const answer = stubService(school);
  let fails = false;
  const service = await listen((incoming, outgoing) => {
    if (fails && incoming.url?.includes('/aircraft')) outgoing.writeHead(503).end('[]');
    else answer(incoming, outgoing);
  });
  const lines: Line[] = [];
  let ahead = 0;
  const copy = await openTestCopy({
    service: service.url,
    tuning: { monotonic: () => performance.now() + ahead },
    writeLog: (line) => lines.push(JSON.parse(line) as Line),
  });
  const close = async () => {
    await copy.close();
    await service.close();
  };
  return { copy, lines, fail: () => (fails = true), pass: (ms: number) => (ahead += ms), close };
}

const aircraft = '/api/core/v1.0/operators/1001/aircraft';

it('a refresh for which a person waits has the id of the request, and later ones have none', async () => {
  const { copy, lines, fail, pass, close } = await openFailing();
  await copy.complete();
  fail();
  const { headers } = await copy.ask(aircraft, { 'x-flightline-refresh': 'now' });
  const id = headers.get(requestIdHeader);
  const failed = () => lines.filter(({ operation }) => operation === 'listAircraft');
  expect(failed()[0]).toMatchObject({ request: id, msg: 'The flight service answered 503.' });
  // The planner goes on by itself, in timers that began in the course of that request.
  const before = failed().length;
  pass(600_000);
  await copy.ask('/replica/days?from=2026-05-12&to=2026-05-12');
  await eventually(() => expect(failed().length).toBeGreaterThan(before));
  await close();
  expect(
    failed()
      .slice(before)
      .filter(({ request }) => request !== undefined),
  ).toEqual([]);
});
