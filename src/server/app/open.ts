import { randomBytes } from 'node:crypto';
import { everyone, type Grant } from '#contract/access/grants.ts';
import type { Joined, JoinOptions } from '#server/cluster/joinCluster.ts';
import { createFeeds } from '#server/access/feeds.ts';
import { type AccessOptions, openAccess } from '#server/access/access.ts';
import type { Access } from '#server/http/rights/access.ts';
import { CheckController } from '#server/http/connectionController.ts';
import { proxyMatcher } from '#server/http/proxies.ts';
import { isRecord } from '#contract/objects.ts';
import type { CallClass } from '#contract/gateway/callClass.ts';
import type { Config } from '#contract/gateway/config.ts';
import { type Area, areaPaths } from '#contract/operations.ts';
import { textOf } from '#domain/answers/members.ts';
import { setSchool } from '#domain/school.ts';
import { setThresholds } from '#domain/thresholds.ts';
import type { Dashboard } from '#server/http/dashboard.ts';
import { createGateway, type Gateway, type GatewayOptions } from '#server/http/gateway.ts';
import { urlHost, type UpstreamSettings } from '#server/upstream/upstream.ts';
import { createLog, type Log } from '#server/observability/log.ts';
import { defaultCallLimits } from '#server/upstream/call.ts';
import { defaultScheduling } from '#server/upstream/scheduler.ts';
import type { Tuning } from '#server/upstream/source.ts';
import { answerCopies, holdDirectory } from '#server/install/dataDirectory.ts';
import { openStorage } from '#server/replica/storage/openStorage.ts';
import { type ReportRows, reportRowsIn } from '#server/replica/views/reportRows.ts';
import { openTelemetry } from './telemetry.ts';
import { copyOpener, type MadeUpWeather } from './openCopy.ts';
import { secretsIn, type Settings } from './settings.ts';
import { secretForms } from '#server/upstream/upstream.ts';

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
  setSchool(settings);
  const opened = settings.upstream ? configured(settings.upstream) : await startEmbedded(settings);
  const { upstream } = opened;
  const log = createLog(secretForms(upstream, secretsIn(settings)), writeLog);
  const config = configOf(settings);
  const guard = guardOf(settings);
  const service = JSON.stringify([upstream.bases, settings.operatorId]);
  // Before anything there is read or written.
  const endHold = await openOrClose(() => hold(settings, log), opened.close);
  const close = async () => {
    endHold();
    await opened.close();
  };
  const data = await openOrClose(() => openData(settings, { config, service, log, tuning }), close);
  const { people, storage, directory, joined, schoolName } = data;
  const audit = people.audit ?? (() => undefined);
  const roleOf = people.roleOf ?? (() => null);
  const isSignedIn = people.isSignedIn ?? (() => false);
  const onSignedOut = people.onSignedOut ?? (() => undefined);
  const { madeUpWeather } = opened;
  const parts = {
    settings,
    config,
    storage,
    directory,
    schoolName,
    roleOf,
    isSignedIn,
    onSignedOut,
    onRevoked: people.onRevoked,
    audit,
    log,
    madeUpWeather,
    joined,
  };
  const copies = copyOpener(parts);
  const telemetry = await openTelemetry(settings, log);
  const gateway = createGateway({
    config,
    upstream,
    host: settings.host,
    dashboard,
    guard,
    access: people,
    log,
    calls: { begin: storage.beginCall, end: storage.endCall, recent: storage.recentCalls },
    openCopy: copies.open,
    ...telemetry.options,
    ...(settings.upstream && {
      openCheck: (calling, held) =>
        new CheckController({ settings, key: upstream.key, service: calling, held, directory, log }),
    }),
    ...(joined && { take: (callClass: CallClass) => joined.cluster.permit(callClass) }),
    ...tuning,
  });
  const closeAll = async () => {
    copies.endBriefs();
    data.endCopies();
    await gateway.close();
    await joined?.cluster.close();
    await telemetry.close();
    storage.close();
    await close();
  };
  return { ...gateway, log, close: closeAll };
}

/** Takes the data directory for this gateway alone. Rejects with one sentence. */
async function hold({ dataDirectory, host, port, socket }: Settings, log: Log): Promise<() => void> {
  if (dataDirectory === null) return () => undefined;
  const onPort = port === null || port === 0 ? null : `${urlHost(host)}:${port}`;
  return holdDirectory(dataDirectory, {
    address: onPort ?? socket,
    onWait: (words) => log.warn({ directory: dataDirectory }, words),
    onUnlocked: (words) => log.warn({ directory: dataDirectory }, words),
  });
}

type DataParts = Pick<JoinOptions, 'service' | 'log'> & {
  readonly config: Config;
  readonly tuning: Partial<Tuning>;
};

/**
 * Everything that is kept: the copy, and who may sign in. Shared with other gateways if the settings say so. Rejects
 * with one sentence.
 */
async function openData(settings: Settings, { config, service, log, tuning }: DataParts) {
  const wall = tuning.wall ?? Date.now;
  const joined = await join(settings, { service, log, wall, tuning });
  const schoolName = (): string => nameIn(storage.records('operator', '')) ?? config.operatorName;
  const feed = (grant: Grant) => feeds(grant);
  const reportRows: ReportRows = (id) => readReportRows(id);
  const guard = guardOf(settings);
  const people = await openOrClose(
    () =>
      openPeople({
        settings,
        log,
        tuning,
        schoolName,
        feed,
        reportRows,
        ...(joined && { shared: joined.access }),
        ...guard,
      }),
    async () => joined?.cluster.close(),
  );
  // The embedded school is generated again at each start.
  const directory = settings.upstream ? settings.dataDirectory : null;
  const { storage } = await openOrClose(
    () => joined ?? openStorage({ directory, service, log, now: wall }),
    async () => people.close(),
  );
  const readReportRows = reportRowsIn(storage);
  const feeds = createFeeds({ storage, config, days: config.copyDays, wall });
  const endCopies = directory === null ? () => undefined : answerCopies(directory, storage.copyTo);
  return { joined, people, storage, directory, schoolName, endCopies };
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
  const clock = tuning.monotonic ?? (() => performance.now());
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
    graceHours: settings.databaseGraceHours,
  });
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
  const defaults = {
    ...options,
    settings: access,
    directory,
    auditDays: keptDays.audit,
    clock: tuning.wall ?? Date.now,
  };
  // Imported here, because most schools have no such service or proxy.
  if (mode === 'proxy' && signedIdentity) {
    const { signedIdentityReader } = await import('#server/access/proxy/signedIdentity.ts');
    return openAccess({
      ...defaults,
      readSigned: (given) => signedIdentityReader({ settings: signedIdentity, ...given }),
    });
  }
  if (!oidc || publicUrl === null) return openAccess(defaults);
  const { openOidc } = await import('#server/access/oidc/oidc.ts');
  return openAccess({ ...defaults, flow: (secret) => openOidc({ ...oidc, publicUrl, secret }) });
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
  readonly madeUpWeather: MadeUpWeather;
  readonly close: () => Promise<void>;
};

function configured(upstream: UpstreamSettings): Opened {
  return { upstream, madeUpWeather: null, close: () => Promise.resolve() };
}

/** The embedded operator on a free port of this machine, with a secret key. */
async function startEmbedded({ operatorId, timeZone }: Settings): Promise<Opened> {
  // Imported here, because a gateway to a school's own service needs no database.
  const [{ readFlags }, { startOperator }] = await Promise.all([
    import('#operator/flags.ts'),
    import('#operator/start.ts'),
  ]);
  const key = randomBytes(24).toString('hex');
  const flags = { port: 0, key, 'operator-id': operatorId, zone: timeZone, 'rate-limit': 0 };
  // As in a real school, not every reservation is flown.
  const given = [...Object.entries(flags).map(([name, value]) => `--${name}=${value}`), '--cancellations'];
  const reading = readFlags(given);
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
    ruleSet: settings.ruleSet,
    soloWords: [...settings.soloWords],
    embedded: settings.upstream === null,
    ...(settings.weather && { weather: true }),
    who: everyone,
  };
}
