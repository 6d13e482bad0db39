import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { roles } from '#contract/access/roles.ts';
import { mayOpen } from '#contract/routes.ts';
import { weatherPath, weatherShape } from '#contract/gateway/weather.ts';
import { openTestCopy, openTestOperator, type TestCopy } from '#e2e/servers/testCopy.ts';
import { browserAgent } from '#e2e/servers/teststand.ts';
import { portOf } from '#server/app/serve.ts';
import { WeatherService } from './weatherService.ts';

const now = Date.parse('2026-05-12T17:05:00Z');
const report = 'METAR KCOS 121654Z 35012KT 10SM CLR 15/M08 A3012';
const later = 'METAR KCOS 121700Z 35012KT 2SM BR OVC004 15/M08 A3012';
const minute = 60_000;

/** A weather service that answers as a test says. */
let answer: RequestListener;
let requests: string[];
let server: Server;
let address: string;
let services: WeatherService[];

const say =
  (status: number, body = '', headers: { [name: string]: string } = {}): RequestListener =>
  (_, outgoing) =>
    outgoing.writeHead(status, headers).end(body);

const trickle: RequestListener = (incoming, outgoing) => {
  const timer = setInterval(() => outgoing.write('METAR'), 50);
  incoming.once('close', () => clearInterval(timer));
};
const cutOff: RequestListener = (_, outgoing) => void outgoing.destroy();
const cutShort: RequestListener = (_, outgoing) =>
  void outgoing.writeHead(200, { 'content-length': 99 }).write(report, () => outgoing.destroy());

beforeEach(async () => {
  [requests, services] = [[], []];
  answer = say(200, report);
  server = createServer((incoming, outgoing) => {
    requests.push(`${incoming.url} ${incoming.headers['user-agent']}`);
    answer(incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${portOf(server)}/metar?ids={ids}`;
});

afterEach(async () => {
  for (const service of services) service.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function open(log: string[] = [], taf: string | null = null) {
  let news = 0;
  const service = new WeatherService({
    settings: {
      addresses: null,
      airports: [{ station: 'KCOS', elevation: 6187, variation: 8, runways: ['17/35'], places: [] }],
      limits: { crosswind: 5, ceiling: null, visibility: null },
    },
    addresses: { metar: address, taf },
    wall: () => now,
    log: { info: () => undefined, warn: (_, words) => void log.push(words), error: () => undefined },
    onNews: () => void news++,
    timeoutMs: 500,
  });
  services.push(service);
  return { service, look: () => service.look('metar'), news: () => news, log };
}

const first = (service: WeatherService) => service.weather().airports[0];

describe('the weather', () => {
  it('is read by one call for all stations, and comes again after five minutes', async () => {
    const { service, look, news } = open();
    expect(service.weather()).toMatchObject({ askedAt: null, failure: null });
    expect(await look()).toBe(5 * minute);
    expect(requests).toEqual(['/metar?ids=KCOS Flightline']);
    expect(first(service)).toMatchObject({ metar: { raw: report }, taf: null, unreadable: [] });
    expect(first(service)?.rules).toHaveLength(1);
    expect(weatherShape.parse(service.weather())).toEqual(service.weather());
    await look();
    expect(news()).toBe(1);
    answer = say(200, later);
    await look();
    expect(news()).toBe(2);
  });

  it('remembers what was observed before a departure and a planned return, as far as it has read', async () => {
    const { service, look } = open();
    const [at1653, at1654, at1701] = ['16:53', '16:54', '17:01'].map((time) => Date.parse(`2026-05-12T${time}:00Z`));
    const none = { since: null, departure: [], due: [] };
    expect(service.observedBefore(at1654 ?? 0, at1701 ?? 0)).toEqual(none);
    await look();
    answer = say(200, later);
    await look();
    await look();
    const seen = [
      { station: 'KCOS', raw: report, observedAt: '2026-05-12T16:54:00.000Z' },
      { station: 'KCOS', raw: later, observedAt: '2026-05-12T17:00:00.000Z' },
    ];
    const since = new Date(now).toISOString();
    expect(service.observedBefore(at1654 ?? 0, at1701 ?? 0)).toEqual({ since, departure: [seen[0]], due: [seen[1]] });
    // Nothing was read of the time before; a return that is ahead has no observation yet.
    expect(service.observedBefore(at1653 ?? 0, now + minute)).toEqual({ since, departure: [], due: [] });
  });

  it('keeps a station’s last report while an answer lacks it', async () => {
    const { service, look } = open();
    await look();
    answer = say(204);
    expect(await look()).toBe(5 * minute);
    expect(first(service)?.metar?.raw).toBe(report);
    expect(service.weather().failure).toBeNull();
  });

  it('keeps what cannot be read as text, and counts it', async () => {
    answer = say(200, `${report}\nTAF KCOS 121120Z odd`);
    const { service, look } = open();
    await look();
    expect(first(service)?.unreadable).toEqual(['TAF KCOS 121120Z odd']);
    expect(service.figures()).toEqual({ ageMs: 0, calls: 1, failures: 0, unreadable: 1 });
  });

  it('asks a second address for forecasts, every quarter of an hour', async () => {
    const { service, look } = open([], address.replace('metar', 'taf'));
    await look();
    answer = say(200, 'TAF KCOS 121120Z 1212/1312 34010KT P6SM SKC');
    expect(await service.look('taf')).toBe(15 * minute);
    expect(requests.map((request) => request.split('?')[0])).toEqual(['/metar', '/taf']);
    expect(first(service)).toMatchObject({ metar: { raw: report }, taf: { parts: [{ kind: 'prevailing' }] } });
  });
});

test('everyone who is signed in may see it, a display too', () => {
  expect(roles.filter((role) => !mayOpen(role, weatherPath))).toEqual([]);
});

describe('a weather service that does not do its part', () => {
  const page = '<!doctype html><html><body>METAR service moved</body></html>';
  test.each([
    ['a page instead of reports', say(200, page), 'The weather service sent no reports.'],
    ['JSON instead of reports', say(200, '[{"icaoId":"KCOS"}]'), 'The weather service sent no reports.'],
    ['a refusal', say(403, 'no'), 'The weather service refused the request.'],
    ['an error', say(500, page), 'The weather service refused the request.'],
    ['too many requests', say(429, ''), 'The weather service asks to wait.'],
    [
      'a redirect',
      say(302, '', { location: 'http://127.0.0.1:1/' }),
      'The weather service redirected the request. Set its present address.',
    ],
    ['a huge answer', say(200, `${report}\n`.repeat(20_000)), 'The weather service sent too much.'],
    ['silence', () => undefined, 'The weather service took too long to answer.'],
    ['a drop now and then', trickle, 'The weather service took too long to answer.'],
    ['a cut connection', cutOff, 'The weather service cannot be reached.'],
    ['an answer cut in the middle', cutShort, 'The weather service cannot be reached.'],
  ])('by %s leaves the last reports, and says so', async (_, bad, words) => {
    const { service, look, log } = open();
    await look();
    answer = bad;
    await look();
    await look();
    expect(service.weather().failure).toBe(words);
    expect(first(service)?.metar?.raw).toBe(report);
    // Logged once, not at each attempt.
    expect(log).toEqual(['The weather could not be read.']);
    answer = say(200, later);
    await look();
    expect(service.weather().failure).toBeNull();
    expect(first(service)?.metar?.raw).toBe(later);
  });

  it('is asked less and less often, half an hour apart at most', async () => {
    answer = say(500);
    const { look } = open();
    const waits = [];
    for (let tries = 0; tries < 7; tries++) waits.push(await look());
    expect(waits.map((wait) => wait / minute)).toEqual([1, 2, 4, 8, 16, 30, 30]);
    answer = say(200, report);
    expect(await look()).toBe(5 * minute);
    answer = say(500);
    expect(await look()).toBe(minute);
  });

  it('is obeyed when it says how long to wait, six hours at most', async () => {
    const { look } = open();
    answer = say(503, '', { 'retry-after': '1800' });
    expect(await look()).toBe(30 * minute);
    answer = say(429, '', { 'retry-after': '999999' });
    expect(await look()).toBe(360 * minute);
  });

  it('is not waited for when the server stops', async () => {
    answer = () => undefined;
    const { service, look, log } = open();
    const looking = look();
    service.close();
    await looking;
    expect(log).toEqual([]);
  });
});

let copy: TestCopy;
let operator: Awaited<ReturnType<typeof openTestOperator>>;

const begin = async (settings: { [name: string]: string }) => {
  const lines: string[] = [];
  copy = await openTestCopy({ service: operator.url, settings, writeLog: (line) => lines.push(line) });
  return lines;
};
const weather = async () => weatherShape.parse((await copy.ask('/replica/weather')).body);
const until = async (isDone: () => Promise<boolean>) => {
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 20));
};

describe('a gateway with weather', () => {
  beforeEach(async () => {
    operator = await openTestOperator(['--aircraft=4', '--reservations-per-day=6', '--days=3']);
  });
  afterEach(async () => {
    await copy.close();
    await operator.close();
  });

  it('answers it, refuses parameters, and puts its figures into the metrics and its lines into the brief', async () => {
    const url = `${operator.url}/weather`;
    await begin({
      METAR_URL: `${url}/metar?ids={ids}`,
      TAF_URL: `${url}/taf?ids={ids}`,
      AIRPORTS: 'XPPF 6187ft 8E 17/35; XMLF 6877ft 8E 15/33 (Meadow Lake)',
      SOLO_CROSSWIND_KT: '8',
    });
    await until(async () => (await weather()).airports.every(({ metar, taf }) => metar && taf));
    expect(await weather()).toMatchObject({
      isMadeUp: true,
      failure: null,
      airports: [{ station: 'XPPF' }, { station: 'XMLF' }],
    });
    const { status, body } = await copy.ask('/replica/weather?ids=KCOS');
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('"dataField":"ids"')]);
    const config = (await copy.ask('/config')).body as { weather?: boolean };
    expect(config.weather).toBe(true);
    const metrics = await (await fetch(`${copy.url}/metrics`)).text();
    expect(metrics).toMatch(/^flightline_weather_calls_total 2$/m);
    await copy.complete();
    await until(async () =>
      JSON.stringify((await copy.ask('/replica/brief?date=2026-05-12')).body).includes('"Weather XPPF"'),
    );
    const brief = JSON.stringify((await copy.ask('/replica/brief?date=2026-05-13')).body);
    expect(brief).not.toContain('Weather X');
  });

  it('tells open screens of news', async () => {
    const held = Promise.withResolvers<void>();
    answer = (_, outgoing) => void held.promise.then(() => outgoing.end(report));
    await begin({ METAR_URL: address, AIRPORTS: 'KCOS 6187ft 8E' });
    const stream = await fetch(`${copy.url}/events`, { headers: browserAgent });
    held.resolve();
    let output = '';
    for await (const part of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      output += part;
      if (output.includes('event: weather')) break;
    }
    expect((await weather()).airports[0]?.metar?.raw).toBe(report);
  });

  it('works as without it while the weather service fails, and never logs its address', async () => {
    answer = say(500, 'broken');
    const lines = await begin({ METAR_URL: `${address}&key=very-secret-key`, AIRPORTS: 'KCOS 6187ft 8E' });
    await copy.complete();
    await until(async () => (await weather()).failure !== null);
    expect((await copy.ask('/health')).status).toBe(200);
    expect((await copy.ask('/replica/reminders')).status).toBe(200);
    expect(lines.join('')).toContain('The weather could not be read.');
    expect(lines.join('')).not.toContain('very-secret-key');
  });

  it('has no such address, metrics or calls without the setting', async () => {
    await begin({});
    expect((await copy.ask('/replica/weather')).status).toBe(404);
    expect((await copy.ask('/config')).body).not.toHaveProperty('weather');
    expect(await (await fetch(`${copy.url}/metrics`)).text()).not.toContain('weather');
    expect(requests).toEqual([]);
  });
});
