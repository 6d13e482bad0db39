import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccessStand } from '#e2e/servers/access/testAccess.ts';
import { hasPromtool, promtoolLeftOut } from '#e2e/servers/promtool.ts';
import { openTestCopy, openTestOperator, type TestCopy } from '#e2e/servers/testCopy.ts';
import { eventually } from '#e2e/servers/teststand.ts';
import { figureGroup, figuresText } from '#server/observability/figures.ts';
import { databaseTable } from '#server/observability/figureTables.ts';
import { installFile } from '#server/cli/printedFiles.ts';

type Samples = ReadonlyMap<string, number>;

/** The samples of a text in the Prometheus format, by name and labels. */
function samplesIn(text: string): Samples {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice('flightline_'.length, end), Number(line.slice(end + 1))];
    }),
  );
}
const namesOf = (samples: Samples) => new Set(Array.from(samples.keys(), (key) => key.replace(/\{.*$/, '')));

let directory: string;
let service: Awaited<ReturnType<typeof openTestOperator>>;
let copy: TestCopy;
const metrics = async () => samplesIn(await (await fetch(`${copy.url}/metrics`)).text());

/** A gateway with data, a file, an allowance, the weather, an open screen, and a call that failed. */
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'flightline-'));
  service = await openTestOperator(['--aircraft=3', '--reservations-per-day=4', '--days=5']);
  copy = await openTestCopy({
    service: service.url,
    settings: {
      DATA_DIR: directory,
      METAR_URL: `${service.url}/weather/metar?ids={ids}`,
      AIRPORTS: 'KCOS 6187ft 8E 17L/35R',
    },
    // The copy's wall clock stands still, so that nothing is old.
    tuning: { wall: Date.now },
  });
  await copy.complete();
  await fetch(`${copy.url}/api/core/v1.0/operators/1001/users/00000000-0000-4000-8000-00000000abcd`);
});
afterAll(async () => {
  await copy.close();
  await service.close();
  rmSync(directory, { recursive: true });
});

describe('/metrics of a running gateway', () => {
  it('says how old each set is, against its target, and that every part has been read', async () => {
    const samples = await metrics();
    expect(samples.get('copy_target_age_seconds{set="aircraft"}')).toBe(60);
    expect(samples.get('copy_age_seconds{set="aircraft"}')).toBeLessThan(60);
    expect(samples.get('copy_parts{set="squawks"}')).toBeGreaterThanOrEqual(3);
    for (const [key, value] of samples) {
      if (key.startsWith('copy_parts_unread')) expect(value).toBe(0);
      // A refresh begins at four tenths of the target, and is late only on a slow machine.
      if (key.startsWith('copy_lateness_ratio')) expect(value).toBeLessThan(10);
    }
  });

  it('says what the planner does, and counts what it has done', async () => {
    const samples = await metrics();
    expect(samples.get('planner_running')).toBe(1);
    expect(samples.get('planner_stretch')).toBeGreaterThanOrEqual(1);
    expect(samples.get('planner_refreshes_total{result="done"}')).toBeGreaterThan(10);
  });

  it('counts open screens and what they were sent', async () => {
    const before = (await metrics()).get('event_messages_total') ?? 0;
    const gone = new AbortController();
    const stream = await fetch(`${copy.url}/events`, { signal: gone.signal });
    expect((await metrics()).get('event_streams')).toBe(1);
    await fetch(`${copy.url}/api/core/v1.0/operators/1001/aircraft`, { headers: { 'x-flightline-refresh': 'now' } });
    await eventually(async () => expect((await metrics()).get('event_messages_total')).toBeGreaterThan(before));
    gone.abort();
    await stream.body?.cancel().catch(() => undefined);
    await eventually(async () => expect((await metrics()).get('event_streams')).toBe(0));
  });

  it('says where the data is kept, and how much room is left', async () => {
    const samples = await metrics();
    expect([samples.get('storage_durable'), samples.get('storage_trouble')]).toEqual([1, 0]);
    expect(samples.get('storage_bytes')).toBeGreaterThan(10_000);
    expect(samples.get('storage_free_bytes')).toBeGreaterThan(0);
  });

  it('names the version, and shows the process as it is', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const samples = await metrics();
    expect(samples.get(`build_info{version="${version}",node="${process.version}"}`)).toBe(1);
    expect(Math.abs((samples.get('process_start_time_seconds') ?? 0) - performance.timeOrigin / 1000)).toBeLessThan(1);
    expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(20_000_000);
    // Blocks the event loop for longer than anything else here.
    const until = performance.now() + 700;
    while (performance.now() < until);
    await eventually(async () => {
      expect((await metrics()).get('event_loop_delay_worst_seconds')).toBeGreaterThan(0.4);
    });
  });

  it('has every metric of the dashboard and of the alert rules', async () => {
    const named = [...(installFile('dashboard.json') + installFile('rules.yml')).matchAll(/flightline_([a-z_]+)/g)].map(
      ([, name = '']) => name,
    );
    expect(new Set(named).size).toBeGreaterThan(50);
    // Only gateways that share a database have these.
    const shared = new Set(databaseTable.map(({ name }) => name));
    const has = namesOf(await metrics());
    expect(Array.from(new Set(named)).filter((name) => !has.has(name) && !shared.has(name))).toEqual([]);
    // In turn, the dashboard shows every metric.
    const shown = new Set(named);
    expect([...has, ...shared].filter((name) => !shown.has(name))).toEqual([]);
  });
});

it.skipIf(!hasPromtool())(`the text is as Prometheus wants it${promtoolLeftOut}`, async () => {
  const text = await (await fetch(`${copy.url}/metrics`)).text();
  // It names what it does not like.
  expect(spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })).toMatchObject({
    status: 0,
    stderr: '',
  });
});

describe('the figures of access', () => {
  it('count sign-ins, refusals by their reason, sessions, and what is handed out', async () => {
    const { post, ask, cookieOf } = await openAccessStand();
    const administrator = await cookieOf('administrator');
    const samples = async () => samplesIn(await (await ask('/metrics', { headers: { cookie: administrator } })).text());
    expect((await samples()).get('access_refusals_total{why="unknown link"}')).toBe(0);
    const cookie = await cookieOf('dispatcher');
    await post('/sign-in/display', { token: 'x'.repeat(43) });
    await ask('/access', { headers: { cookie } });
    await ask('/access/audit', { headers: { cookie } });
    const first = await samples();
    expect(first.get('access_sessions')).toBe(2);
    expect(first.get('access_sign_ins_total')).toBe(2);
    expect(first.get('access_grants{kind="token"}')).toBe(2);
    expect(first.get('access_grants{kind="program"}')).toBe(0);
    expect(first.get('access_refusals_total{why="unknown link"}')).toBe(1);
    expect(first.get('access_refusals_total{why="role"}')).toBe(2);
    await post('/sign-out', {}, { cookie });
    const last = await samples();
    expect([last.get('access_sessions'), last.get('access_sign_outs_total')]).toEqual([1, 1]);
  });
});

describe('figures', () => {
  it('are written as the format has it, whatever their labels and values are', () => {
    const group = figureGroup<number>(
      [
        { name: 'odd', type: 'gauge', help: 'Odd.', of: () => [[{ a: 'b"\\\nc', d: 'e' }, Number.POSITIVE_INFINITY]] },
        { name: 'unknown', type: 'gauge', help: 'Unknown.', of: () => null },
        { name: 'none', type: 'counter', help: 'None.', of: () => [] },
      ],
      () => 1,
    );
    expect(figuresText([group]).split('\n')).toEqual([
      '# HELP flightline_odd Odd.',
      '# TYPE flightline_odd gauge',
      String.raw`flightline_odd{a="b\"\\\nc",d="e"} +Inf`,
      '# HELP flightline_unknown Unknown.',
      '# TYPE flightline_unknown gauge',
      'flightline_unknown NaN',
      '# HELP flightline_none None.',
      '# TYPE flightline_none counter',
      '',
    ]);
  });

  it('of a part that is off are left out, and those of a shared database are there once something tells them', () => {
    const off = figureGroup(databaseTable, () => null);
    expect(figuresText([off])).toBe('');
    const samples = samplesIn(
      figuresText([
        figureGroup(databaseTable, () => ({
          isConnected: true,
          isPlanner: false,
          term: 7,
          statements: new Map([['ok', { count: 3, seconds: 0.5 }]]),
          gateways: 2,
          callsTaken: 9,
          callsRefused: 1,
        })),
      ]),
    );
    expect(Object.fromEntries(samples)).toEqual({
      database_connected: 1,
      database_planner: 0,
      database_term: 7,
      'database_statements_total{result="ok"}': 3,
      'database_statement_seconds_total{result="ok"}': 0.5,
      database_gateways: 2,
      database_calls_taken_total: 9,
      database_calls_refused_total: 1,
    });
  });
});
