import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen, openTestCopy, openTestOperator } from '#e2e/servers/testCopy.ts';
import { eventually } from '#e2e/servers/teststand.ts';
import { readSettings, SettingsError } from '#server/app/settings.ts';

type Attribute = {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
};
type SentSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code: number };
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
};
type Sent = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
};

/** A receiver of OTLP/HTTP in JSON, as the protocol has it. */
async function openReceiver(status = 200) {
  const got: { readonly path: string; readonly headers: NodeJS.Dict<string | string[]>; readonly text: string }[] = [];
  const server = await listen((incoming, outgoing) => {
    let text = '';
    incoming.on('data', (chunk) => (text += String(chunk)));
    incoming.on('end', () => {
      got.push({ path: incoming.url ?? '', headers: incoming.headers, text });
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  onTestFinished(server.close);
  const spans = () =>
    got.flatMap(({ text }) =>
      (JSON.parse(text) as Sent).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
  return { url: server.url, got, spans };
}

const trace = '0af7651916cd43dd8448eb211c80319c';
const parent = 'b7ad6b7169203331';
const secret = 'otlp-key-of-this-test';
/** A person whom the copy does not hold, so that the service is called. */
const person = '00000000-0000-4000-8000-00000000abcd';
const userPath = `/api/core/v1.0/operators/1001/users/${person}`;

const flatten = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

async function openTraced(receiver: string, writeLog?: (line: string) => void) {
  const service = await openTestOperator(['--aircraft=2', '--reservations-per-day=4', '--days=5']);
  onTestFinished(() => service.close());
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver,
    OTEL_EXPORTER_OTLP_HEADERS: `x-api-key=${encodeURIComponent(`${secret}=`)}`,
  };
  return openTestCopy({ service: service.url, settings, ...(writeLog && { writeLog }) });
}

describe('traces', () => {
  it('hold the request, its wait for a turn and its call, below the sender’s span, and no one’s id', async () => {
    const receiver = await openReceiver();
    const copy = await openTraced(receiver.url);
    await copy.complete();
    const { status } = await copy.ask(`${userPath}?`, { traceparent: `00-${trace}-${parent}-01` });
    expect(status).toBe(404);
    await copy.ask('/replica/reservations?from=2026-05-12T00:00:00Z&to=2026-05-13T00:00:00Z');
    await copy.close();
    const ownSentSpans = receiver.spans().filter(({ traceId }) => traceId === trace);
    const root = ownSentSpans.find(({ kind }) => kind === 2);
    expect(root).toMatchObject({ name: 'GET getUser', parentSpanId: parent });
    expect(flatten(root?.attributes ?? [])).toEqual({
      'http.request.method': 'GET',
      'http.route': '/api',
      'http.response.status_code': 404,
      'flightline.operation': 'getUser',
    });
    const below = ownSentSpans.filter(({ parentSpanId }) => parentSpanId === root?.spanId);
    expect(below.map(({ name, kind }) => [name, kind])).toEqual([
      ['wait for a turn', 1],
      ['call getUser', 3],
    ]);
    expect(flatten(below[0]?.attributes ?? [])).toEqual({ 'flightline.call_class': 'person' });
    expect(flatten(below[1]?.attributes ?? [])).toEqual({
      'flightline.operation': 'getUser',
      'http.response.status_code': 404,
    });
    expect(below[1]?.status.code).toBe(2);
    const times = [
      root?.startTimeUnixNano,
      below[0]?.endTimeUnixNano,
      below[1]?.endTimeUnixNano,
      root?.endTimeUnixNano,
    ];
    // Each span begins by the wall clock, which counts whole milliseconds.
    const milliseconds = times.map((time) => Number(time) / 1e6);
    const steps = milliseconds.slice(1).map((time, place) => time - (milliseconds[place] ?? 0));
    expect(Math.min(...steps)).toBeGreaterThan(-2);
    // Random ids and times hold any digits by chance.
    const everything = receiver.got
      .map(({ text }) =>
        text.replaceAll(/"(?:traceId|spanId|parentSpanId|startTimeUnixNano|endTimeUnixNano)":"\w+"/g, ''),
      )
      .join('');
    for (const unsaid of [person, 'demo-key', '2026-05-12', '1001', secret]) expect(everything).not.toContain(unsaid);
  });

  it('of refreshes for which nobody waits are their own, each with its call', async () => {
    const receiver = await openReceiver();
    const copy = await openTraced(receiver.url);
    await copy.complete();
    await copy.close();
    const byTrace = Map.groupBy(receiver.spans(), ({ traceId }) => traceId);
    const refreshes = [...byTrace.values()].filter((spans) =>
      spans.some(({ name }) => name === 'refresh listAircraft'),
    );
    expect(refreshes.length).toBeGreaterThan(0);
    for (const spans of refreshes)
      expect(spans.map(({ name }) => name).toSorted()).toEqual([
        'call listAircraft',
        'refresh listAircraft',
        'wait for a turn',
      ]);
  });
});

describe('their receiver', () => {
  it('is asked at its address with its headers, and told of Flightline', async () => {
    const receiver = await openReceiver();
    const copy = await openTraced(`${receiver.url}/otlp/`);
    await copy.ask('/config');
    await copy.close();
    expect(receiver.got[0]).toMatchObject({ path: '/otlp/v1/traces', headers: { 'x-api-key': `${secret}=` } });
    const [first] = (JSON.parse(receiver.got[0]?.text ?? '{}') as Sent).resourceSpans;
    expect(flatten(first?.resource.attributes ?? [])).toEqual({
      'service.name': 'flightline',
      'service.version': '0.1.0',
    });
  });

  it('is named once in the log if it refuses them, without its key, and nothing else fails', async () => {
    const receiver = await openReceiver(400);
    const lines: string[] = [];
    const copy = await openTraced(receiver.url, (line) => lines.push(line));
    expect((await copy.ask('/config')).status).toBe(200);
    await copy.close();
    await eventually(() => expect(receiver.got.length).toBeGreaterThan(0));
    expect(lines.filter((line) => line.includes('Traces could not be sent.'))).toHaveLength(1);
    expect(lines.join('')).not.toContain(secret);
  });
});

describe('without the setting', () => {
  const script = (settings: string) => `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    const { openGateway } = await import(${JSON.stringify(new URL('../app/open.ts', import.meta.url).href)});
    const { readSettings } = await import(${JSON.stringify(new URL('../app/settings.ts', import.meta.url).href)});
    const gateway = await openGateway({ ...readSettings(${settings}), dataDirectory: null }, null);
    await gateway.close();
    console.log(loaded.filter((url) => url.includes('@opentelemetry')).length, loaded.length);`;
  const school = {
    API_BASE_URL: 'http://127.0.0.1:9',
    API_SUBSCRIPTION_KEY: 'key-of-this-test',
    API_OPERATOR_ID: '7',
    OPERATOR_TIME_ZONE: 'America/Denver',
  };
  const run = async (settings: object) => {
    const args = ['--input-type=module', '-e', script(JSON.stringify(settings))];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    return stdout.trim().split(' ').map(Number);
  };

  it('nothing of OpenTelemetry is loaded, and with it something is', async () => {
    const [[none, all = 0], [some]] = await Promise.all([
      run(school),
      run({ ...school, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }),
    ]);
    expect(none).toBe(0);
    expect(all).toBeGreaterThan(100);
    expect(some).toBeGreaterThan(10);
  });
});

describe('settings of traces', () => {
  it('are read', () => {
    const { otlp } = readSettings({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.example.com/in',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=a%2Cb, x-school=7',
    });
    expect(otlp).toEqual({ endpoint: 'https://otlp.example.com/in', headers: { 'x-api-key': 'a,b', 'x-school': '7' } });
    expect(readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }).otlp?.headers).toEqual({});
    expect(readSettings({}).otlp).toBeNull();
  });

  it.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /OTEL_EXPORTER_OTLP_ENDPOINT must be an address/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a.example/?key=secret' }, /OTEL_EXPORTER_OTLP_ENDPOINT must be an address/],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=secret' }, /ENDPOINT must be given with OTEL_EXPORTER_OTLP_HEADERS/],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a.example', OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=secret' },
      /ENDPOINT must begin with https/,
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://a.example', OTEL_EXPORTER_OTLP_HEADERS: 'secret' },
      /OTEL_EXPORTER_OTLP_HEADERS must be headers/,
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://a.example', OTEL_EXPORTER_OTLP_HEADERS: 'a=secret%0d%0ax' },
      /OTEL_EXPORTER_OTLP_HEADERS must be headers/,
    ],
  ])('are refused by name, without repeating the value: %j', (given, words) => {
    const refusal = () => readSettings(given);
    expect(refusal).toThrow(SettingsError);
    expect(refusal).toThrow(words);
    expect(refusal).not.toThrow(/secret/);
  });
});
