import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type IncomingMessage, request, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Agent, fetch as undiciFetch } from 'undici';
import { certificate } from '#e2e/servers/certificate.ts';
import { listen, openTestCopy, openTestOperator } from '#e2e/servers/testCopy.ts';
import { portOf } from '#server/app/serve.ts';
import { probeHeader } from '#server/http/probe.ts';
import { readSettings } from '#server/app/settings.ts';
import { runDoctor } from './doctor.ts';
import { addressFindings, telemetryFindings } from './doctorAddress.ts';

const day = 24 * 3_600_000;

type Way = {
  /** The headers that the proxy sends instead of the client's. */
  readonly headers?: (incoming: IncomingMessage) => NodeJS.Dict<string | string[]>;
  /** The proxy holds an answer back until it is complete. */
  readonly isBuffering?: boolean;
};

const sound = ({ headers, socket }: IncomingMessage) => ({
  ...headers,
  'x-forwarded-for': socket.remoteAddress,
  'x-forwarded-proto': 'https',
});

/** A reverse proxy that passes requests on as `way` says. */
function proxy(port: number, { headers = sound, isBuffering = false }: Way): RequestListener {
  return (incoming, outgoing) => {
    const { method, url: path } = incoming;
    const call = request({ port, host: '127.0.0.1', method, path, headers: headers(incoming) }, (answer) => {
      if (isBuffering) {
        void answer.toArray().then((chunks) => end(outgoing, answer, Buffer.concat(chunks)));
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    call.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(call);
  };
}

function end(outgoing: ServerResponse, { statusCode, headers }: IncomingMessage, body: Buffer): void {
  outgoing.writeHead(statusCode ?? 502, headers).end(body);
}

let way: Way = {};
let trusted: ReturnType<typeof certificate>;
let settings: { readonly [name: string]: string };
let close: () => Promise<void>;

/** A gateway behind a TLS proxy. The tests change the proxy's behaviour and certificate. */
beforeAll(async () => {
  let port = 0;
  trusted = certificate(90);
  const front = createSecureServer(trusted, (...given) => proxy(port, way)(...given)).listen(0, '127.0.0.1');
  await once(front, 'listening');
  renew = (pair) => {
    trusted = pair;
    front.setSecureContext(pair);
  };
  const service = await openTestOperator(['--aircraft=2', '--reservations-per-day=4', '--days=5']);
  const data = mkdtempSync(join(tmpdir(), 'flightline-'));
  chmodSync(data, 0o700);
  settings = {
    API_BASE_URL: service.url,
    API_SUBSCRIPTION_KEY: 'demo-key',
    API_OPERATOR_ID: '1001',
    OPERATOR_TIME_ZONE: 'America/Denver',
    ACCESS: 'tokens',
    PUBLIC_URL: `https://localhost:${portOf(front)}`,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    DATA_DIR: data,
  };
  const gateway = await openTestCopy({ service: service.url, settings });
  port = Number(new URL(gateway.url).port);
  settings = { ...settings, PORT: String(port) };
  close = async () => {
    front.close();
    front.closeAllConnections();
    await gateway.close();
    await service.close();
    rmSync(data, { recursive: true });
  };
});
afterAll(() => close());
let renew: (pair: ReturnType<typeof certificate>) => void;

/** A client that knows the authority of the proxy's certificate, as this machine would. */
async function asClient<Result>(run: (clientFetch: typeof fetch) => Promise<Result>): Promise<Result> {
  const agent = new Agent({ connect: { ca: trusted.cert } });
  const clientFetch = ((to: string, init: object) =>
    undiciFetch(to, { ...init, dispatcher: agent })) as unknown as typeof fetch;
  try {
    return await run(clientFetch);
  } finally {
    await agent.close();
  }
}

/** What the doctor says of the address with this behaviour of the proxy. `later`: how far the doctor's clock is ahead. */
async function examineBehind(present: Way, later = 0): Promise<{ texts: string; problems: string[] }> {
  way = present;
  const found = await asClient((clientFetch) =>
    addressFindings(readSettings(settings), clientFetch, Date.now() + later),
  );
  // The doctor has deleted the secret of its probe.
  expect(readdirSync(settings['DATA_DIR'] ?? '')).not.toContain('.probe');
  const wordsOf = (all: typeof found) => all.map(({ words }) => words);
  return { texts: wordsOf(found).join('\n'), problems: wordsOf(found.filter(({ isProblem }) => isProblem)) };
}

describe('the doctor behind a proxy', () => {
  it('finds nothing wrong with one that passes on what it should, and says until when its certificate is valid', async () => {
    way = {};
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    const readOwn = () => readSettings(settings);
    await asClient((clientFetch) =>
      runDoctor({ readSettings: readOwn, settingsFile: null, fetch: clientFetch, clock: Date.now, print }),
    );
    const texts = lines.join('\n');
    // The clock of the test service is stopped. That problem is not the proxy's.
    expect(lines.filter((line) => /^problem(?!.*The clock of this machine)/.test(line))).toEqual([]);
    expect(texts).toMatch(/The certificate of localhost:\d+ is valid until \d{4}-\d\d-\d\d\./);
    expect(texts).toContain('The proxy passes on host name, sender and scheme, and /events at once');
    expect(texts).toContain('Metrics for Prometheus are at /metrics, with a token:');
  });

  it('also not with one that adds the sender to the end of X-Forwarded-For', async () => {
    const adding = (incoming: IncomingMessage) => ({
      ...sound(incoming),
      'x-forwarded-for': [incoming.headers['x-forwarded-for'] ?? [], incoming.socket.remoteAddress ?? '']
        .flat()
        .join(', '),
    });
    expect((await examineBehind({ headers: adding })).problems).toEqual([]);
  });

  it('says that a proxy holds back events', async () => {
    const { problems } = await examineBehind({ isBuffering: true });
    expect(problems).toEqual([expect.stringContaining('The proxy holds back /events')]);
  });

  it.each<[string, Way['headers'], RegExp]>([
    ['passes on any X-Forwarded-For', ({ headers }) => headers, /anyone can claim any address/],
    [
      'names no sender',
      ({ headers }) => Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'x-forwarded-for')),
      /everyone counts as this machine: have it send X-Forwarded-For/,
    ],
    [
      'names no scheme',
      ({ headers, socket }) => ({ ...headers, 'x-forwarded-for': socket.remoteAddress }),
      /says no scheme instead of https: have it send X-Forwarded-Proto/,
    ],
    [
      'names another scheme',
      (incoming) => ({ ...sound(incoming), 'x-forwarded-proto': 'http' }),
      /The scheme of this request differs from PUBLIC_URL/,
    ],
    [
      'changes the host name',
      (incoming) => ({ ...sound(incoming), host: '127.0.0.1:4600' }),
      /must pass on the host name/,
    ],
  ])('says that a proxy %s', async (_, headers, words) => {
    const { problems } = await examineBehind({ ...(headers && { headers }) });
    expect(problems.join('\n')).toMatch(words);
  });
});

describe('the doctor on certificates', () => {
  it('says that one ends soon, or has ended', async () => {
    renew(certificate(5));
    const soon = await examineBehind({});
    expect(soon.problems).toEqual([
      expect.stringMatching(/The certificate of localhost:\d+ ends on \S+, in [45] days/),
    ]);
    const past = await examineBehind({}, 9 * day);
    expect(past.problems.join()).toMatch(/ended on \S+: see why the proxy does not renew it/);
  });

  it('says that one is for another name', async () => {
    renew(certificate(90, 'other.example'));
    const { problems } = await examineBehind({});
    renew(certificate(90));
    expect(problems.join('\n')).toMatch(/its certificate is for another name/);
  });
});

describe('the doctor on the receiver of traces', () => {
  const receiver = async (status: number) => {
    const got: (string | undefined)[] = [];
    const server = await listen((incoming, outgoing) => {
      got.push(`${incoming.method} ${incoming.url} ${String(incoming.headers['x-api-key'])}`);
      incoming.resume().on('end', () => outgoing.writeHead(status).end('{}'));
    });
    onTestFinished(server.close);
    return { url: server.url, got };
  };
  const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=key-of-traces' };

  const texts = async (endpoint: string, more = {}) => {
    const read = readSettings({ ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...more });
    return (await telemetryFindings(read, fetch)).filter(({ words }) => words.includes('traces'));
  };

  it('asks it with its headers, and never prints them', async () => {
    const { url, got } = await receiver(200);
    const words = `The receiver of traces at ${url} takes traces.`;
    expect(await texts(url, headers)).toEqual([{ isProblem: false, words }]);
    expect(got).toEqual(['POST /v1/traces key-of-traces']);
  });

  it('says that it refuses them, or is not there', async () => {
    const problem = (words: string) => [{ isProblem: true, words: expect.stringContaining(words) }];
    expect(await texts((await receiver(403)).url)).toEqual(problem('answers 403: check OTEL_EXPORTER_OTLP_ENDPOINT'));
    const gone = await listen(() => undefined);
    await gone.close();
    expect(await texts(gone.url)).toEqual(problem('cannot be reached: nothing listens there'));
  });
});

it('nobody else is told what a probe shows', async () => {
  const ask = (secret: string) =>
    fetch(`http://127.0.0.1:${settings['PORT']}/events`, { headers: { [probeHeader]: secret } }).then(
      ({ status }) => status,
    );
  expect([await ask(''), await ask('x'.repeat(43))]).toEqual([401, 401]);
});
