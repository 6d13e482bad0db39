import { describe, expect, it } from 'vitest';
import { gatewayStateShape } from '#contract/gateway/gatewayState.ts';
import { createLog } from '#server/observability/log.ts';
import { aircraftPath, always, emptyList, openStand, testKey } from '#e2e/servers/teststand.ts';
import { secretForms } from '#server/upstream/upstream.ts';

describe('/state', () => {
  it('shows the allowance, the queue and the last failure', async () => {
    const stand = await openStand(always(200, emptyList));
    const stateNow = async () => gatewayStateShape.parse(JSON.parse((await stand.ask('/state')).body.toString()));
    expect(await stateNow()).toMatchObject({
      allowance: { limit: 100_000, used: 0 },
      queue: { person: 0, program: 0, load: 0, replica: 0 },
      pausedUntil: null,
      lastAnswerAt: null,
      lastFailure: null,
    });
    await stand.ask(aircraftPath);
    await stand.ask(aircraftPath);
    stand.answerWith(always(503, '[]'));
    await stand.ask(`${aircraftPath}?limit=5`);
    expect(await stateNow()).toMatchObject({
      allowance: { used: 2 },
      running: 0,
      lastAnswerAt: expect.stringMatching(/Z$/),
      lastFailure: { status: 503, words: 'The flight service answered 503.' },
      counts: { calls: 2, hits: 1, stale: 0, tooManyRequests: 0 },
    });
  });
});

describe('/metrics', () => {
  const sampleForm =
    /^flightline_[a-z_]+(\{[a-z]+="(?:[^"\\\n]|\\["\\n])*"(?:,[a-z]+="(?:[^"\\\n]|\\["\\n])*")*\})? (?:NaN|[+-]Inf|-?\d+(?:\.\d+)?(?:e[+-]\d+)?)$/;

  it('is Prometheus text 0.0.4, each sample after its help and type', async () => {
    const stand = await openStand(always(200, emptyList));
    await stand.ask(aircraftPath);
    await stand.ask(aircraftPath);
    await stand.stop();
    await stand.ask(`${aircraftPath}?limit=5`);
    const { headers, body } = await stand.ask('/metrics');
    const text = body.toString();
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    for (const sample of samples) {
      expect(sample).toMatch(sampleForm);
      const [name = ''] = sample.split(/[ {]/);
      const base = name.replace(/_(?:sum|count)$/, '');
      expect(text).toMatch(new RegExp(`^# HELP ${base} .+\\n# TYPE ${base} (counter|gauge|summary)$`, 'm'));
    }
    expect(samples).toEqual(
      expect.arrayContaining([
        'flightline_upstream_calls_total{result="200"} 1',
        'flightline_upstream_calls_total{result="unreachable"} 1',
        'flightline_cache_hits_total 1',
        'flightline_cache_misses_total 2',
        'flightline_allowance_used 2',
        'flightline_allowance_left 99998',
        'flightline_queue_length{class="load"} 0',
        'flightline_queue_wait_seconds_count{class="person"} 2',
      ]),
    );
  });
});

describe('the log', () => {
  it('contains neither the key nor the upstream’s address anywhere', async () => {
    const lines: string[] = [];
    const bases = {
      core: 'https://api.upstream.example/core',
      scheduling: 'https://b.example',
      reports: 'https://c.example',
    };
    const log = createLog(secretForms({ bases, key: testKey }), (line) => lines.push(line));
    const cause = new Error(`connect to api.upstream.example with ${testKey}`);
    const error = Object.assign(new Error(`call with ${encodeURIComponent(testKey)} failed`, { cause }), {
      request: { Headers: { 'X-Subscription-Key': testKey }, deep: [[{ [testKey]: [testKey] }]] },
    });
    log.error({ err: error, list: [testKey], buffer: Buffer.from('plain') }, `A call with ${testKey} failed.`);
    log.info({}, 'All is well.');
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(JSON.parse(line)).toMatchObject({ time: expect.stringMatching(/Z$/), msg: expect.any(String) });
      expect(line).not.toContain(JSON.stringify(testKey).slice(1, -1));
      expect(line).not.toMatch(/odd|upstream\.example/);
    }
    expect(lines[0]).toMatch(/removed/);
  });

  it('reports failures and pauses in lines of JSON', async () => {
    const lines: string[] = [];
    const bases = { core: 'https://a.example', scheduling: 'https://b.example', reports: 'https://c.example' };
    const log = createLog(secretForms({ bases, key: testKey }), (line) => lines.push(line));
    const stand = await openStand(always(429, `["${testKey}"]`), { log });
    await stand.ask(aircraftPath);
    const words = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(words).toEqual([
      'The flight service answered 429.',
      'The flight service asked for a pause.',
      'An error was sent.',
    ]);
  });
});

describe('an error in the log', () => {
  it.each<[string, string, () => object]>([
    ['in capitals', 'https://api.upstream.example/core', () => ({ err: new Error('API.Upstream.Example is down') })],
    [
      'as the address that its name has',
      'https://api.upstream.example/core',
      () => ({
        err: Object.assign(new Error('connect ECONNREFUSED 192.0.2.44:443'), { address: '192.0.2.44', port: 443 }),
      }),
    ],
    [
      'as a bare name',
      'http://upstream:8080/core',
      () => ({ err: Object.assign(new Error('getaddrinfo ENOTFOUND upstream'), { hostname: 'upstream' }) }),
    ],
    [
      'in the cause of a cause, in attempts and in the socket of one',
      'http://upstream:8080/core',
      () => {
        const attempt = Object.assign(new Error('connect ETIMEDOUT 2001:db8::44:8080'), { address: '2001:db8::44' });
        const other = Object.assign(new Error('other side closed'), { socket: { remoteAddress: '192.0.2.44' } });
        const all = new AggregateError([attempt, other], 'of upstream:8080 and 192.0.2.44');
        return { err: new Error('failed', { cause: new Error('fetch failed', { cause: all }) }) };
      },
    ],
    [
      'with the way to it, wherever it stands',
      'https://api.upstream.example/upstream-77/core',
      () => ({
        url: 'https://api.upstream.example/upstream-77/core',
        nested: [{ at: { url: 'api.upstream.example' } }],
      }),
    ],
  ])('contains the service %s nowhere', (_, base, members) => {
    const lines: string[] = [];
    const bases = { core: base, scheduling: base, reports: base };
    const log = createLog(secretForms({ bases, key: testKey }), (line) => lines.push(line));
    for (const level of ['info', 'warn', 'error'] as const) log[level](members(), 'A call failed.');
    for (const line of lines) {
      expect(line).not.toMatch(/upstream|192\.0\.2\.44|2001:db8::44/i);
      expect(JSON.parse(line)).toMatchObject({ msg: 'A call failed.' });
    }
    // The rest of the line is unchanged.
    log.info({ url: 'http://192.0.2.44' }, 'Upstreams of the school.');
    expect(lines.at(-1)).toMatch(/192\.0\.2\.44.*Upstreams/);
  });
});

describe('a gateway that is shutting down', () => {
  it('is live, but no longer ready, and begins no call', async () => {
    const stand = await openStand(always(200, emptyList));
    await stand.ask(aircraftPath);
    stand.gateway.drain();
    const health = await stand.ask('/health');
    expect([health.status, JSON.parse(health.body.toString())]).toEqual([
      503,
      expect.objectContaining({ live: true, ready: false }),
    ]);
    expect((await stand.ask(aircraftPath)).status).toBe(200);
    const cold = await stand.ask(`${aircraftPath}?limit=5`);
    expect([cold.status, cold.headers['cache-status']]).toEqual([503, 'flightline; fwd=miss; detail=stopping']);
    expect(stand.calls).toHaveLength(1);
  });
});
