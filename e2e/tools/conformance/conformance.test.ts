import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestCopy, openTestOperator, type TestCopy } from '#e2e/servers/testCopy.ts';
import { checks } from './checks.ts';
import { createKit, type Finding, type KitOptions, runChecks } from './kit.ts';
import { lineOf, reportOf, summaryOf } from './report.ts';

const small = ['--aircraft=6', '--reservations-per-day=14', '--days=70'];
const defaults: Omit<KitOptions, 'url'> = {
  key: 'demo-key',
  operatorId: 1001,
  allowance: 100_000,
  fetch,
  clock: () => performance.now(),
  wait: (milliseconds) => new Promise((resolve) => void setTimeout(resolve, milliseconds)),
};

const judge = (url: string, more: Partial<KitOptions> = {}) =>
  runChecks(createKit({ ...defaults, url, ...more }), checks);
const whatOf = (findings: readonly Finding[], result: Finding['result']) =>
  findings.filter((finding) => finding.result === result).map(({ what }) => what);

describe('the kit', () => {
  let plain: Awaited<ReturnType<typeof openTestOperator>>;
  let field: Awaited<ReturnType<typeof openTestOperator>>;
  let copy: TestCopy;
  beforeAll(async () => {
    [plain, field] = await Promise.all([openTestOperator(small), openTestOperator([...small, '--field'])]);
    copy = await openTestCopy({ service: plain.url });
    await copy.complete();
  });
  afterAll(async () => {
    await copy.close();
    await plain.close();
    await field.close();
  });

  it('finds nothing to differ in the embedded operator', async () => {
    const findings = await judge(plain.url);
    expect(findings.filter(({ result }) => result !== 'passed')).toEqual([]);
    expect(findings.length).toBe(checks.length);
  });

  it('finds what a service of the field does differently', async () => {
    const findings = await judge(field.url);
    expect(whatOf(findings, 'differs')).toEqual([
      'aircraft: ids and names of status',
      'instructors: ids and names of instructorStatus',
      'reservations: members and types',
      'reservations: startTime and endTime are UTC',
      'report workitems: limit and offset',
      'a call without a key is rejected, with the array',
      'a call with a wrong key is rejected, with the array',
      "another operator's report is rejected, with the array",
      'a report that does not exist is rejected, with the array',
    ]);
    expect(whatOf(findings, 'unknown')).toEqual([]);
  });

  it('finds the gateway as specified, but for the key, which it adds itself', async () => {
    const findings = await judge(`${copy.url}/api`);
    expect(whatOf(findings, 'differs')).toEqual([
      'a call without a key is rejected, with the array',
      'a call with a wrong key is rejected, with the array',
    ]);
    expect(whatOf(findings, 'unknown')).toEqual([]);
  });

  it('cannot tell much of a service that has no records, refuses the key or does not answer', async () => {
    const empty = await openTestOperator(['--empty', '--aircraft=1']);
    expect(whatOf(await judge(empty.url), 'differs')).toEqual([]);
    await empty.close();
    const refused = await judge(plain.url, { key: 'another-key' });
    expect(refused.find(({ what }) => what === 'aircraft: members and types')).toMatchObject({
      result: 'unknown',
      words: expect.stringMatching(/the key was not accepted/),
    });
    const away = await judge(empty.url);
    expect(new Set(away.map(({ result }) => result))).toEqual(new Set(['unknown']));
  });
});

describe('the kit and the allowance', () => {
  it('never makes more calls in a minute than its allowance, and waits as long as a 429 says', async () => {
    const plain = await openTestOperator(small);
    let now = 0;
    const at: number[] = [];
    const refusing: typeof fetch = (input, init) => {
      at.push(now);
      const isRefused = at.length === 20;
      const body = '{"statusCode":429,"message":"Rate limit is exceeded. Try again in 12 seconds."}';
      return isRefused ? Promise.resolve(new Response(body, { status: 429 })) : fetch(input, init);
    };
    const wait = (milliseconds: number) => Promise.resolve(void (now += milliseconds));
    const findings = await judge(plain.url, { allowance: 10, clock: () => now, wait, fetch: refusing });
    expect(whatOf(findings, 'passed')).toHaveLength(checks.length);
    for (const from of at)
      expect(at.filter((value) => value >= from && value < from + 60_000).length).toBeLessThanOrEqual(10);
    await plain.close();
    expect(at[20]).toBeGreaterThanOrEqual((at[19] ?? 0) + 12_000);
  });
});

it('the table and the file never hold the key', () => {
  const finding = { section: '2.2', what: 'aircraft', result: 'differs', words: 'demo-key\u0007 came back' } as const;
  expect(lineOf(finding, 'demo-key')).toMatch(/^differs +2\.2 +aircraft +\(the key\) +came back$/);
  const report = reportOf([finding], { url: 'http://x', operatorId: 1, at: '', calls: 3 }, 'demo-key');
  expect(JSON.stringify(report)).not.toContain('demo-key');
  expect(summaryOf(report)[1]).toBe('0 passed, 1 differs, 0 cannot be told; 3 calls.');
});
