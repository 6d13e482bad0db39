import { get, type RequestListener } from 'node:http';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { forgetSchool } from '#domain/school.ts';
import { listen, openTestCopy, openTestOperator } from '#e2e/servers/testCopy.ts';

// The zones have different rules.
afterEach(forgetSchool);

/** Passes requests on to a service, and notes their addresses. */
function noting(service: string, calls: string[]): RequestListener {
  return (incoming, outgoing) => {
    calls.push(incoming.url ?? '');
    const { 'x-subscription-key': key = '' } = incoming.headers;
    get(service + (incoming.url ?? ''), { headers: { 'x-subscription-key': key } }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/json' });
      answer.pipe(outgoing);
    }).on('error', () => outgoing.destroy());
  };
}

it.each(['Asia/Tokyo', 'America/Denver'])(
  'the reservations of 150 aircraft, 560 a day in %s, are complete after few calls',
  async (zone) => {
    const flags = ['--aircraft=150', '--reservations-per-day=560', `--zone=${zone}`, '--days=6'];
    const operator = await openTestOperator(flags);
    const calls: string[] = [];
    const service = await listen(noting(operator.url, calls));
    const settings = {
      OPERATOR_TIME_ZONE: zone,
      API_RATE_LIMIT: '100000',
      REPLICA_DAYS_BACK: '1',
      REPLICA_DAYS_AHEAD: '4',
    };
    const copy = await openTestCopy({ service: service.url, settings });
    onTestFinished(async () => {
      await copy.close();
      await service.close();
      await operator.close();
    });
    const windows = () => calls.filter((address) => address.includes('/reservations?'));
    const reservations = async () => {
      const { parts, known } = (await copy.state()).replica.sets.find(({ set }) => set === 'reservations') ?? {};
      return { isComplete: parts === known, calls: windows().length };
    };
    // The school has about 3,500 reservations in these days, and a call returns at most 250.
    await expect
      .poll(async () => (await reservations()).isComplete || windows().length > 150, { timeout: 280_000 })
      .toBe(true);
    expect(await reservations()).toMatchObject({ isComplete: true });
    expect(windows().length).toBeLessThan(80);
    const max = Math.max(...Array.from(Map.groupBy(windows(), (address) => address).values(), (same) => same.length));
    expect(max).toBeLessThan(5);
  },
);
