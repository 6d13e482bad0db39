import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Dashboard } from '#server/http/dashboard.ts';
import type { Gateway } from '#server/http/gateway.ts';
import { startOperator } from '#operator/start.ts';
import { openGateway } from '#server/app/open.ts';
import { readFlags } from '#operator/flags.ts';
import { builtDashboard } from '#e2e/tools/builtDashboard.ts';
import { end, type FailingUpstream, startFailingUpstream } from './failingUpstream.ts';
import { readSettings } from '#server/app/settings.ts';
import { listen, type StubSchool, stubService } from './testCopy.ts';
import { now } from './servers.ts';

/** A real operator and a real gateway whose clocks a test moves, with an upstream between them that fails on demand. */
export type TimedStack = {
  readonly url: string;
  readonly upstream: FailingUpstream;
  /** Advances the clocks, in addition to the time that passes by itself; refreshes that become due start at once. */
  readonly pass: (milliseconds: number) => void;
  /** The same for the gateway alone: its refreshes bring no news, because the school's clock stands still. */
  readonly passAtGateway: (milliseconds: number) => void;
  /** The gateway stops and loses all its data; `rise` starts another at the same address, optionally with another build. */
  readonly fall: () => Promise<void>;
  readonly rise: (build?: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

const key = 'demo-key';

/**
 * Starts an operator and a gateway at the usual time of the tests, with extra flags for the operator. A school written
 * by the test replaces the operator.
 */
export async function startTimedStack(flags: readonly string[] = [], school?: StubSchool): Promise<TimedStack> {
  const time = movingClock();
  const operator = school ? await listen(stubService(school)) : await startOperator(operatorSettings(flags, time.date));
  const upstream = await startFailingUpstream(operator.url);
  const dashboard = await builtDashboard();
  let serving = await serve(upstream.url, dashboard, time, 0);
  const { port } = serving;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    upstream,
    pass: (milliseconds) => {
      time.pass(milliseconds);
      void wake(url);
    },
    passAtGateway: (milliseconds) => {
      time.passAtGateway(milliseconds);
      void wake(url);
    },
    fall: () => serving.close(),
    rise: async (build) => {
      serving = await serve(upstream.url, build ? anotherBuild(dashboard, build) : dashboard, time, port);
    },
    close: async () => {
      await serving.close();
      await upstream.close();
      await operator.close();
    },
  };
}

/** A connecting screen makes the gateway plan its refreshes again; its timers would wait for the real time. */
async function wake(url: string): Promise<void> {
  const connection = new AbortController();
  try {
    await fetch(`${url}/events`, { signal: connection.signal });
    connection.abort();
  } catch {
    // The gateway is down, or the test is over.
  }
}

type MovingClock = ReturnType<typeof movingClock>;

function movingClock() {
  const start = performance.now();
  let passed = 0;
  let passedAtGateway = 0;
  const monotonic = () => Math.floor(performance.now() - start + passed + passedAtGateway);
  const wall = () => Date.parse(now) + monotonic();
  const date = new Date(now);
  // The operator reads this same date for each call, so it must move by itself.
  date.getTime = () => wall() - passedAtGateway;
  return {
    monotonic,
    wall,
    date,
    pass: (milliseconds: number) => void (passed += milliseconds),
    passAtGateway: (milliseconds: number) => void (passedAtGateway += milliseconds),
  };
}

function operatorSettings(flags: readonly string[], date: Date) {
  const reading = readFlags(['--port=0', `--key=${key}`, '--rate-limit=0', ...flags]);
  if (!('settings' in reading)) throw new Error(`The operator does not take ${flags.join(' ')}.`);
  return { ...reading.settings, now: date };
}

async function serve(upstream: string, dashboard: Dashboard, { monotonic, wall }: MovingClock, port: number) {
  const settings = readSettings({
    API_BASE_URL: upstream,
    API_SUBSCRIPTION_KEY: key,
    API_OPERATOR_ID: '1001',
    API_RATE_LIMIT: '100000',
    OPERATOR_TIME_ZONE: 'America/Denver',
    OPERATOR_NAME: 'Front Range Aviators',
    OPERATOR_LATITUDE: '38.8',
    OPERATOR_LONGITUDE: '-104.7',
  });
  const inMemory = { ...settings, dataDirectory: null };
  const gateway = await openGateway(inMemory, dashboard, undefined, { monotonic, wall });
  const server = createServer((incoming, outgoing) => {
    outgoing.setHeader('date', new Date(wall()).toUTCString());
    gateway.listener(incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => endBoth(server, gateway) };
}

async function endBoth(server: Server, gateway: Gateway): Promise<void> {
  await end(server);
  await gateway.close();
}

/** The same files, but the page and the service worker name another build. */
function anotherBuild(dashboard: Dashboard, build: string): Dashboard {
  const page = dashboard.files.get('/index.html')?.body.plain.toString() ?? '';
  const [, ownBuild = ''] = /name="build" content="([^"]+)/.exec(page) ?? [];
  const renamed = new Map(dashboard.files);
  for (const path of ['/index.html', '/sw.js']) {
    const reply = dashboard.files.get(path);
    if (!reply) throw new Error(`The dashboard has no ${path}.`);
    const plain = Buffer.from(reply.body.plain.toString().replaceAll(ownBuild, build));
    renamed.set(path, { ...reply, body: { plain, tag: build, isCompressible: false, compressed: () => plain } });
  }
  return { ...dashboard, files: renamed };
}
