import { randomBytes } from 'node:crypto';
import { everyone, type Grant } from '#contract/access/grants.ts';
import { type AlertsParts, withAlerts } from '#server/alerts/alerts.ts';
import type { Joined, JoinOptions } from '#server/cluster/joinCluster.ts';
import { createFeeds } from '#server/access/feeds.ts';
import { type AccessOptions, openAccess } from '#server/access/access.ts';
import type { Access } from '#server/gateway/rights/caller.ts';
import { CheckDesk } from '#server/connection/desk.ts';
import { proxyMatcher } from '#server/gateway/http/proxies.ts';
import { isRecord } from '#contract/objects.ts';
import type { CallClass } from '#contract/gateway/callClass.ts';
import type { Config } from '#contract/gateway/config.ts';
import { type Area, areaPaths } from '#contract/operations.ts';
import { textOf } from '#domain/answers/unknownMembers.ts';
import { setThresholds } from '#domain/thresholds.ts';
import type { Day } from '#domain/time/time.ts';
import type { Dashboard } from '#server/gateway/http/dashboard.ts';
import { createGateway, type Gateway, type GatewayOptions } from '#server/gateway/gateway.ts';
import type { UpstreamSettings } from '#server/gateway/service/upstream.ts';
import { createLog, type Log } from '#server/gateway/observability/log.ts';
import { defaultCallLimits } from '#server/gateway/service/call.ts';
import { defaultScheduling } from '#server/gateway/allowance/scheduler.ts';
import { figureGroup } from '#server/gateway/observability/figures.ts';
import { copyTable, databaseTable } from '#server/gateway/observability/figureTables.ts';
import type { ServiceAccess, Tuning } from '#server/gateway/service/source.ts';
import { answerCopies, holdDirectory } from '#server/install/dataDirectory.ts';
import { copyFigures } from '#server/replica/views/copyFigures.ts';
import { openStorage } from '#server/replica/storage/openStorage.ts';
import { Replica } from '#server/replica/replica.ts';
import { isOfSnooze } from '#server/replica/snoozes.ts';
import { keepBriefs } from '#server/replica/briefFiles.ts';
import { type ReportRows, reportRowsIn } from '#server/replica/views/reportRows.ts';
import { ReplicaServer } from '#server/replica/serve.ts';
import { type WeatherParts, WeatherService, withWeather } from '#server/weather/weatherService.ts';
import { openTelemetry } from '#server/telemetry/telemetry.ts';
import { secretsIn, type Settings } from './settings.ts';

export type OpenGateway = Gateway & { readonly log: Log };

/**
 * Opens the gateway and its local copy for the configured operator, or starts the embedded operator and uses that. Log lines
 * go to `writeLog`, or nowhere. `tuning` replaces default values, such as the clocks. Rejects with one sentence if another
 * gateway uses the data directory.
 */
export async function openGateway(
  settings: Settings,
  dashboard: Dashboard | null,
  writeLog: (line: string) => void = () => undefined,
  tuning: Partial<Tuning> & Pick<GatewayOptions, 'shares'> = {},
): Promise<OpenGateway> {
  setThresholds(settings.thresholds);
  const opened = settings.upstream ? configured(settings.upstream) : await startEmbedded(settings);
  const { upstream, close } = opened;
  const log = createLog(upstream, writeLog, secretsIn(settings));
  const config = configOf(settings);
  const schoolName = (): string => nameIn(storage.records('operator', '')) ?? config.operatorName;
  const guard = guardOf(settings);
  const days = config.copyDays;
  const service = JSON.stringify([upstream.bases, settings.operatorId]);
  const wall = tuning.wall ?? Date.now;
  const joined = await openOrClose(() => join(settings, { service, log, wall, tuning }), close);
  const feed = (grant: Grant) => feeds(grant);
  const reportRows: ReportRows = (id) => readReportRows(id);
  const people = await openOrClose(
    () => openPeople({ settings, log, tuning, schoolName, feed, reportRows, shared: joined?.access ?? null, ...guard }),
    close,
  );
  // The embedded school is generated again at each start.
  const directory = settings.upstream ? settings.dataDirectory : null;
  const { storage } = await openOrClose(
    () => joined ?? openStorage({ directory, service, log, now: wall }),
    async () => {
      await people.close();
      await close();
    },
  );
  const endHold = settings.dataDirectory === null ? () => undefined : holdDirectory(settings.dataDirectory);
  const endCopies = directory === null ? () => undefined : answerCopies(directory, storage.copyTo);
  const readReportRows = reportRowsIn(storage);
  const feeds = createFeeds({ storage, config, days, wall });
  const audit = people.audit ?? (() => undefined);
  const roleOf = people.roleOf ?? (() => null);
  const { madeUpWeather } = opened;
  const copies = copyOpener({
    settings,
    config,
    storage,
    directory,
    schoolName,
    roleOf,
    audit,
    log,
    madeUpWeather,
    joined,
  });
  const telemetry = await openTelemetry(settings, log);
  const calls = { begin: storage.beginCall, end: storage.endCall, recent: storage.recentCalls };
  const gateway = createGateway({
    config,
    upstream,
    host: settings.host,
    dashboard,
    guard,
    access: people,
    log,
    calls,
    openCopy: copies.open,
    ...telemetry.options,
    ...(settings.upstream && {
      openCheck: (calling, held) =>
        new CheckDesk({ settings, key: upstream.key, service: calling, held, directory, log }),
    }),
    ...(joined && { take: (callClass: CallClass) => joined.cluster.permit(callClass) }),
    ...tuning,
  });
  const closeAll = async () => {
    copies.endBriefs();
    endCopies();
    await gateway.close();
    await joined?.cluster.close();
    await telemetry.close();
    storage.close();
    endHold();
    await close();
  };
  return { ...gateway, log, close: closeAll };
}

/** Joins the other gateways, if the settings name their database. */
async function join(
  settings: Settings,
  { tuning, ...given }: Pick<JoinOptions, 'service' | 'log' | 'wall'> & { readonly tuning: Partial<Tuning> },
): Promise<Joined | null> {
  const { databaseUrls: urls, dataDirectory: directory, operatorId, rateLimit, port, keptDays, upstream } = settings;
  if (urls === null || directory === null) return null;
  // Imported here, because most schools have one gateway.
  const { joinCluster } = await import('#server/cluster/joinCluster.ts');
  const clock = tuning.steady ?? (() => performance.now());
  const { timeoutMs: callMs } = tuning.limits ?? defaultCallLimits;
  const { windowMs } = tuning.scheduling ?? defaultScheduling(rateLimit);
  const allowance = upstream ? rateLimit : null;
  return joinCluster({
    ...given,
    urls,
    directory,
    operatorId,
    port,
    allowance,
    windowMs,
    callMs,
    clock,
    auditDays: keptDays.audit,
  });
}

type CopyParts = Pick<AlertsParts, 'storage' | 'directory' | 'schoolName' | 'roleOf' | 'audit' | 'log'> & {
  readonly settings: Settings;
  readonly config: Config;
  readonly madeUpWeather: Opened['madeUpWeather'];
  readonly joined: Joined | null;
};

/** Opens the local copy with its alerts and, where there is a data directory, with the files of its briefs. */
function copyOpener({ settings, config, madeUpWeather, joined, ...parts }: CopyParts) {
  const { storage, directory, schoolName, log, audit } = parts;
  const { alerts, briefHour, keptDays, idleStretch, access, port } = settings;
  const zone = { name: config.timeZone, zoneless: config.zonelessTimes };
  let endBriefs: (() => void) | null = null;
  const open = (service: ServiceAccess) => {
    const { wall, clock } = service;
    const weather = weatherOf(settings, madeUpWeather, { wall, log, onNews: () => copy.tell('weather') });
    const replica: Replica = new Replica({
      service,
      storage,
      config,
      days: config.copyDays,
      idleStretch,
      changesDays: keptDays.changes,
      weather: () => weather?.weather() ?? null,
      planning: joined?.planning ?? null,
      onRefreshed: () => joined?.tellFailures(replica.register),
    });
    replica.start();
    const isPlanner = joined?.planning.isPlanner;
    const copy = new ReplicaServer(replica, storage, clock, audit);
    joined?.cluster.listen({ onCall: () => service.queue.noteOther() });
    joined?.follow({
      replica,
      clock,
      wall,
      onNews: ({ notes, tables }) => {
        if (notes.some(isOfSnooze)) copy.snoozes.reread();
        if (tables.has('alert') || tables.has('message')) copy.tell('alerts');
      },
    });
    weather?.start();
    if (directory !== null) {
      const make = (day: Day) => copy.brief(day);
      endBriefs = keepBriefs({
        directory,
        hour: briefHour,
        daysKept: keptDays.briefs,
        zone: zone.name,
        schoolName,
        wall,
        make,
        log,
      });
    }
    const publicUrl = access.publicUrl ?? `http://127.0.0.1:${port}`;
    const { status } = replica;
    const told = {
      ...parts,
      settings: alerts,
      status,
      zone,
      publicUrl,
      briefHour,
      wall,
      clock,
      ...(isPlanner && { isPlanner }),
    };
    const served = withWeather(withAlerts(told, copy), weather);
    const own = figureGroup(copyTable, () => copyFigures(replica, storage, clock()));
    const shared = figureGroup(databaseTable, () => joined?.cluster.figures() ?? null);
    return { ...served, figures: [own, shared, ...(served.figures ?? [])] };
  };
  return { open, endBriefs: () => endBriefs?.() };
}

/** What reads the weather; null if it is off. */
function weatherOf(
  { weather: settings }: Settings,
  madeUp: Opened['madeUpWeather'],
  parts: Pick<WeatherParts, 'wall' | 'log' | 'onNews'>,
): WeatherService | null {
  const addresses = settings?.addresses ?? madeUp;
  return settings && addresses && new WeatherService({ ...parts, settings, addresses });
}

function guardOf({ access: { mode, publicUrl, trustedProxies } }: Settings) {
  return { mode, publicUrl: URL.parse(publicUrl ?? ''), isTrustedProxy: proxyMatcher(trustedProxies) };
}

type PeopleOptions = Pick<AccessOptions, 'log' | 'schoolName' | 'isTrustedProxy' | 'feed' | 'reportRows' | 'shared'> & {
  readonly settings: Settings;
  readonly tuning: Partial<Tuning>;
};

/** Who may sign in. Rejects with one sentence if the access file cannot be read. */
async function openPeople({ settings, tuning, ...options }: PeopleOptions): Promise<Access> {
  const { access, dataDirectory: directory, keptDays } = settings;
  const { oidc, publicUrl, mode, signedIdentity } = access;
  const usual = { ...options, settings: access, directory, auditDays: keptDays.audit, clock: tuning.wall ?? Date.now };
  // Imported here, because most schools have no such service or proxy.
  if (mode === 'proxy' && signedIdentity) {
    const { signedIdentityReader } = await import('#server/access/proxy/signedIdentity.ts');
    return openAccess({
      ...usual,
      readSigned: (given) => signedIdentityReader({ settings: signedIdentity, ...given }),
    });
  }
  if (!oidc || publicUrl === null) return openAccess(usual);
  const { openOidc } = await import('#server/access/oidc/oidc.ts');
  return openAccess({ ...usual, flow: (secret) => openOidc({ ...oidc, publicUrl, secret }) });
}

/** Opens something; if that fails, closes what was opened before it. */
async function openOrClose<Part>(open: () => Part | Promise<Part>, close: () => Promise<void>): Promise<Part> {
  try {
    return await open();
  } catch (error) {
    await close();
    throw error;
  }
}

/** The school's name from its own record, as in the head of every page. */
function nameIn([record]: readonly { readonly json: string }[]): string | null {
  const operator: unknown = record && JSON.parse(record.json);
  return isRecord(operator) ? textOf(operator, 'name', 'operatorName', 'displayName') : null;
}

type Opened = {
  readonly upstream: UpstreamSettings;
  /** The embedded operator's weather; null with a school's own service. */
  readonly madeUpWeather: { readonly metar: string; readonly taf: string } | null;
  readonly close: () => Promise<void>;
};

function configured(upstream: UpstreamSettings): Opened {
  return { upstream, madeUpWeather: null, close: () => Promise.resolve() };
}

/** The embedded operator on a free port of this machine, with a secret key. */
async function startEmbedded({ operatorId, timeZone }: Settings): Promise<Opened> {
  // Imported here, because a gateway to a school's own service needs no database.
  const [{ readFlags }, { startOperator }] = await Promise.all([
    import('#server/operator/flags.ts'),
    import('#server/operator/start.ts'),
  ]);
  const key = randomBytes(24).toString('hex');
  const flags = { port: 0, key, 'operator-id': operatorId, zone: timeZone, 'rate-limit': 0 };
  const reading = readFlags(Object.entries(flags).map(([name, value]) => `--${name}=${value}`));
  if (!('settings' in reading)) throw new Error('The embedded operator does not take its settings.');
  const operator = await startOperator(reading.settings);
  const base = (area: Area) => operator.url + areaPaths[area];
  const bases = { core: base('core'), scheduling: base('scheduling'), reports: base('reports') };
  const weather = (kind: string) => `${operator.url}/weather/${kind}?ids={ids}`;
  const madeUpWeather = { metar: weather('metar'), taf: weather('taf') };
  return { upstream: { bases, key }, madeUpWeather, close: () => operator.close() };
}

function configOf(settings: Settings): Config {
  const { operatorId, operatorName, timeZone, zonelessTimes, reportOffset, position, thresholds } = settings;
  // Our own operator has no allowance to save.
  const rateLimit = settings.upstream ? settings.rateLimit : null;
  const shown = { operatorId, operatorName, timeZone, zonelessTimes, reportOffset, rateLimit, position, thresholds };
  const copyDays = { back: settings.daysBack, ahead: settings.daysAhead };
  return {
    ...shown,
    copyDays,
    shiftStarts: [...settings.shiftStarts],
    embedded: settings.upstream === null,
    ...(settings.weather && { weather: true }),
    who: everyone,
  };
}
