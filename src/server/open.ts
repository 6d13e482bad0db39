import { randomBytes } from 'node:crypto';
import type { Config } from '#contract/config.ts';
import { type Area, areaPaths } from '#contract/operations.ts';
import type { Dashboard } from '#server/gateway/dashboard.ts';
import { createGateway, type Gateway } from '#server/gateway/gateway.ts';
import { createLog, type Log } from '#server/gateway/log.ts';
import type { UpstreamSettings } from '#server/gateway/upstream.ts';
import type { Settings } from './settings.ts';

export type OpenGateway = Gateway & { readonly log: Log };

/**
 * Opens the gateway to the configured operator, or starts the embedded one first and opens it to that. Lines of the log
 * go to `writeLog`, or nowhere.
 */
export async function openGateway(
  settings: Settings,
  dashboard: Dashboard | null,
  writeLog: (line: string) => void = () => undefined,
): Promise<OpenGateway> {
  const { upstream, close } = settings.upstream ? configured(settings.upstream) : await startEmbedded(settings);
  const log = createLog(upstream, writeLog);
  const gateway = createGateway({ config: configOf(settings), upstream, host: settings.host, dashboard, log });
  const closeBoth = async () => {
    await gateway.close();
    await close();
  };
  return { ...gateway, log, close: closeBoth };
}

type Opened = { readonly upstream: UpstreamSettings; readonly close: () => Promise<void> };

function configured(upstream: UpstreamSettings): Opened {
  return { upstream, close: () => Promise.resolve() };
}

/** The embedded operator on a free port of this machine, with a key that nobody else knows. */
async function startEmbedded({ operatorId, timeZone, rateLimit }: Settings): Promise<Opened> {
  // Imported here, because a gateway to a school's own service needs no database.
  const [{ readFlags }, { startOperator }] = await Promise.all([
    import('#server/operator/flags.ts'),
    import('#server/operator/start.ts'),
  ]);
  const key = randomBytes(24).toString('hex');
  const flags = { port: 0, key, 'operator-id': operatorId, zone: timeZone, 'rate-limit': rateLimit };
  const reading = readFlags(Object.entries(flags).map(([name, value]) => `--${name}=${value}`));
  if (!('settings' in reading)) throw new Error('The embedded operator does not take its settings.');
  const operator = await startOperator(reading.settings);
  const base = (area: Area) => operator.url + areaPaths[area];
  const bases = { core: base('core'), scheduling: base('scheduling'), reports: base('reports') };
  return { upstream: { bases, key }, close: () => operator.close() };
}

function configOf(settings: Settings): Config {
  const { operatorId, operatorName, timeZone, zonelessTimes, reportOffset, rateLimit, position } = settings;
  const shown = { operatorId, operatorName, timeZone, zonelessTimes, reportOffset, rateLimit, position };
  return { ...shown, embedded: settings.upstream === null };
}
