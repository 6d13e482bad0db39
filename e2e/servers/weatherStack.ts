import { createServer } from 'node:http';
import { openGateway } from '#server/app/open.ts';
import { readFlags } from '#operator/flags.ts';
import { startOperator } from '#operator/start.ts';
import { madeUpReports } from '#operator/weather.ts';
import { portOf } from '#server/app/serve.ts';
import { readSettings } from '#server/app/settings.ts';
import { builtDashboard } from '#e2e/tools/builtDashboard.ts';
import { end } from './failingUpstream.ts';
import { now } from './servers.ts';

export type WeatherStack = { readonly url: string; readonly close: () => Promise<void> };

const airports = 'XPPF 6187ft 8E 17L/35R 17R/35L 13/31; XMLF 6877ft 8E 15/33 (Meadow Lake)';

/** The generated weather at the time of the tests, which is fair, in the form of a weather service. */
export const fairWeather = ['metar', 'taf']
  .map((kind) => madeUpReports(kind, ['XPPF', 'XMLF'], 1, Date.parse(now)))
  .join('');

/** A school at the usual time of the tests, with a weather service that sends this text, and extra settings. */
export async function startWeatherStack(
  text: string,
  more: { readonly [name: string]: string } = {},
): Promise<WeatherStack> {
  const reading = readFlags(['--port=0', '--key=demo-key', '--rate-limit=0', '--seed=1', '--days=16']);
  if (!('settings' in reading)) throw new Error('The operator does not take its flags.');
  const operator = await startOperator({ ...reading.settings, now: new Date(now) });
  const dashboard = await builtDashboard();
  const weather = createServer((_, outgoing) => outgoing.end(text));
  await new Promise<void>((resolve) => weather.listen(0, '127.0.0.1', resolve));
  const settings = readSettings({
    API_BASE_URL: operator.url,
    API_SUBSCRIPTION_KEY: 'demo-key',
    API_OPERATOR_ID: '1001',
    API_RATE_LIMIT: '100000',
    OPERATOR_TIME_ZONE: 'America/Denver',
    OPERATOR_NAME: 'Pikes Peak Flying School',
    METAR_URL: `http://127.0.0.1:${portOf(weather)}/?ids={ids}`,
    AIRPORTS: airports,
    ...more,
  });
  const clocks = { monotonic: () => performance.now(), wall: () => Date.parse(now) };
  const gateway = await openGateway({ ...settings, dataDirectory: null }, dashboard, undefined, clocks);
  const server = createServer(gateway.listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    await end(server);
    await gateway.close();
    await end(weather);
    await operator.close();
  };
  return { url: `http://127.0.0.1:${portOf(server)}`, close };
}
