import * as z from 'zod/mini';
import { type Config, ruleSetNames, defaultCopyDays, defaultShiftStarts } from '#contract/gateway/config.ts';
import { lateLimits } from '#contract/gateway/late.ts';
import { byName } from '#contract/objects.ts';
import { type Area, areaPaths } from '#contract/operations.ts';
import { ruleSetOf } from '#domain/ruleSets.ts';
import { stepsOf } from '#domain/schedule/lateSteps.ts';
import { schoolThresholds } from '#domain/thresholds.ts';
import {
  alertDisagreements,
  type AlertSettings,
  alertSettingsOf,
  alertShape,
  secretsOf,
} from '#server/alerts/alertSettings.ts';
import {
  accessDisagreements,
  type AccessSettings,
  accessSettingsOf,
  accessShape,
} from '#server/access/accessSettings.ts';
import {
  weatherDisagreements,
  weatherSecrets,
  type WeatherSettings,
  weatherSettingsOf,
  weatherShape,
} from '#server/weather/weatherSettings.ts';
import {
  type OtlpSettings,
  otlpSettingsOf,
  telemetryDisagreements,
  telemetryShape,
} from '#server/observability/telemetrySettings.ts';
import { address as addressForm, optionalText, readAs, whole } from '#server/install/settingForms.ts';
import type { UpstreamSettings } from '#server/upstream/upstream.ts';
import { loadSettingsFile } from '#server/install/settingsFile.ts';

export type Settings = {
  /** Null without a configured service; the embedded operator then answers. */
  readonly upstream: UpstreamSettings | null;
  readonly operatorId: number;
  readonly operatorName: string;
  /** IANA name. */
  readonly timeZone: string;
  readonly position: { readonly latitude: number; readonly longitude: number } | null;
  /** Wall clock times such as `06:00`, in order, at least one. */
  readonly shiftStarts: readonly string[];
  readonly zonelessTimes: 'operator' | 'utc';
  readonly reportOffset: 'page' | 'record';
  /** Calls per 60 seconds that a configured service allows; the embedded operator has no limit. */
  readonly rateLimit: number;
  /** The directory for everything kept on disk, as written in the settings. */
  readonly dataDirectory: string | null;
  /**
   * Addresses of the PostgreSQL that several gateways share; the first that accepts writes is used. Null for one
   * gateway.
   */
  readonly databaseUrls: readonly string[] | null;
  /** Hours for which a gateway lets people in that cannot read what the other gateways revoked. */
  readonly databaseGraceHours: number;
  /** Days of reservations that are kept before and after today. */
  readonly daysBack: number;
  readonly daysAhead: number;
  /** The factor by which data may be older while no screen is connected. */
  readonly idleStretch: number;
  /** The hour, by the operator's clock, at which the morning brief is written to the data directory. */
  readonly briefHour: number;
  /** Days for which changes, written briefs and the audit are kept; the audit for ever if null. */
  readonly keptDays: { readonly changes: number; readonly briefs: number; readonly audit: number | null };
  /** What the school counts as late, soon or near: every figure of `schoolThresholds`, by the name of its setting. */
  readonly thresholds: Config['thresholds'];
  /** The rules of the country that the checks cite. */
  readonly ruleSet: NonNullable<Config['ruleSet']>;
  /** The school's own words for “solo”. */
  readonly soloWords: string[];
  /** What the school itself does when an aircraft is not back, step by step; none if it has not said. */
  readonly lateSteps: string[];
  readonly host: string;
  /** 0 takes any free port; null listens on none. */
  readonly port: number | null;
  /** A Unix socket to listen on, only for the proxy; null for none. */
  readonly socket: string | null;
  readonly access: AccessSettings;
  readonly alerts: AlertSettings;
  /** Null if the weather is off. */
  readonly weather: WeatherSettings | null;
  /** Null if no traces are sent. */
  readonly otlp: OtlpSettings | null;
};

/** Invalid settings. Each line of the message names one and the reason. No line repeats a value, which may be a secret. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** The settings of this process: its environment, then its file of settings. Throws `SettingsError`. */
export function processSettings(): Settings {
  const problem = loadSettingsFile();
  if (problem !== null) throw new SettingsError(problem);
  return readSettings(process.env);
}

/** Reads settings by name; an empty text counts as not given. Throws `SettingsError`. */
export function readSettings(environment: { readonly [name: string]: string | undefined }): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const read = environmentShape.safeParse(given);
  const problems = read.success
    ? disagreements(read.data)
    : read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  if (!read.success || problems.length > 0) throw new SettingsError(problems.join('\n'));
  return settingsOf(read.data);
}

/** What no log may contain, apart from the service's key and address. */
export function secretsIn({ access, alerts, weather, otlp, databaseUrls }: Settings): readonly string[] {
  const others = [...secretsOf(alerts), ...weatherSecrets(weather), ...Object.values(otlp?.headers ?? {})];
  const passwords = (databaseUrls ?? []).map((url) => decodeURIComponent(new URL(url).password) || null);
  return [access.oidc?.clientSecret ?? null, ...others, ...passwords].filter((secret) => secret !== null);
}

const addresses = ['API_BASE_URL', 'API_CORE_URL', 'API_SCHEDULING_URL', 'API_REPORTS_URL'] as const;

function isUpstreamGiven(given: Environment): boolean {
  return addresses.some((name) => given[name] !== undefined);
}

/** Problems between settings that are each valid. */
function disagreements(given: Environment): string[] {
  const problems: string[] = [];
  const hasUpstream = isUpstreamGiven(given);
  if (hasUpstream && !given.API_BASE_URL) {
    const missing = addresses.slice(1).filter((name) => !given[name]);
    problems.push(...missing.map((name) => `${name} must be given, or API_BASE_URL for all three areas.`));
  }
  if (hasUpstream) {
    const needed = (['API_SUBSCRIPTION_KEY', 'API_OPERATOR_ID', 'OPERATOR_TIME_ZONE'] as const).filter(
      (name) => given[name] === undefined,
    );
    problems.push(...needed.map((name) => `${name} must be given with an API address.`));
  } else if (given.API_SUBSCRIPTION_KEY) {
    problems.push('API_BASE_URL must be given with API_SUBSCRIPTION_KEY; otherwise a generated school would be shown.');
  }
  if ((given.OPERATOR_LATITUDE === undefined) !== (given.OPERATOR_LONGITUDE === undefined)) {
    problems.push('OPERATOR_LATITUDE and OPERATOR_LONGITUDE must be given together.');
  }
  if (given.PORT === null && given.LISTEN_SOCKET === undefined)
    problems.push('LISTEN_SOCKET must be given with PORT=none: otherwise nobody could reach this server.');
  const { LATE_GRACE_MINUTES: grace, NOT_BACK_RED_MINUTES: red, NOT_BACK_WORST_MINUTES: worst } = given;
  if (!(grace <= red && red <= worst))
    problems.push('NOT_BACK_RED_MINUTES must be from LATE_GRACE_MINUTES to NOT_BACK_WORST_MINUTES.');
  if (given.SHOP_OPENS_HOUR >= given.SHOP_CLOSES_HOUR) problems.push('SHOP_CLOSES_HOUR must be after SHOP_OPENS_HOUR.');
  if (given.DATABASE_URL && !hasUpstream)
    problems.push('API_BASE_URL must be given with DATABASE_URL: every server would show a made-up school of its own.');
  const weather = weatherDisagreements(given, !hasUpstream);
  return [
    ...problems,
    ...accessDisagreements(given),
    ...alertDisagreements(given),
    ...weather,
    ...telemetryDisagreements(given),
  ];
}

/** The embedded operator's school if nothing is configured. */
const demonstration = {
  operatorId: 1001,
  operatorName: 'Pikes Peak Flying School',
  timeZone: 'America/Denver',
  position: { latitude: 38.8058, longitude: -104.7008 },
};

function settingsOf(given: Environment): Settings {
  const { OPERATOR_LATITUDE: latitude, OPERATOR_LONGITUDE: longitude } = given;
  const upstream = isUpstreamGiven(given) ? { bases: basesOf(given), key: given.API_SUBSCRIPTION_KEY ?? '' } : null;
  const operatorId = given.API_OPERATOR_ID ?? demonstration.operatorId;
  const position = latitude === undefined || longitude === undefined ? null : { latitude, longitude };
  return {
    upstream,
    operatorId,
    operatorName: given.OPERATOR_NAME ?? (upstream ? `Operator ${operatorId}` : demonstration.operatorName),
    timeZone: given.OPERATOR_TIME_ZONE ?? demonstration.timeZone,
    position: position ?? (upstream ? null : demonstration.position),
    shiftStarts: given.SHIFT_STARTS,
    zonelessTimes: given.ZONELESS_TIMES,
    reportOffset: given.REPORT_OFFSET,
    rateLimit: given.API_RATE_LIMIT,
    dataDirectory: given.DATA_DIR,
    databaseUrls: given.DATABASE_URL ?? null,
    databaseGraceHours: given.DATABASE_GRACE_HOURS,
    daysBack: given.REPLICA_DAYS_BACK,
    daysAhead: given.REPLICA_DAYS_AHEAD,
    idleStretch: given.REPLICA_IDLE_STRETCH,
    briefHour: given.BRIEF_HOUR,
    keptDays: { changes: given.CHANGES_DAYS, briefs: given.BRIEF_DAYS, audit: given.AUDIT_DAYS ?? null },
    thresholds: byName(thresholdSettings, (setting) => given[setting]),
    ruleSet: given.RULES ?? ruleSetOf(given.OPERATOR_TIME_ZONE ?? demonstration.timeZone),
    soloWords: given.SOLO_WORDS,
    lateSteps: given.LATE_STEPS,
    host: given.HOST,
    port: given.PORT,
    socket: given.LISTEN_SOCKET ?? null,
    access: accessSettingsOf(given),
    alerts: alertSettingsOf(given),
    weather: weatherSettingsOf(given, upstream === null),
    otlp: otlpSettingsOf(given),
  };
}

function basesOf(given: Environment): UpstreamSettings['bases'] {
  return {
    core: baseOf('core', given.API_CORE_URL, given.API_BASE_URL),
    scheduling: baseOf('scheduling', given.API_SCHEDULING_URL, given.API_BASE_URL),
    reports: baseOf('reports', given.API_REPORTS_URL, given.API_BASE_URL),
  };
}

/** An area's own address replaces all of `{base_url}/core/v1.0`. */
function baseOf(area: Area, ownBase: string | undefined, shared = ''): string {
  return ownBase === undefined ? withoutEndSlash(shared) + areaPaths[area] : withoutEndSlash(ownBase);
}

function withoutEndSlash(address: string): string {
  return address.endsWith('/') ? withoutEndSlash(address.slice(0, -1)) : address;
}

const thresholdList = Object.values(schoolThresholds);
type ThresholdSetting = (typeof thresholdList)[number]['setting'];
const thresholdSettings = thresholdList.map(({ setting }): ThresholdSetting => setting);

const address = z.optional(
  addressForm(
    (url) => !url.href.includes('?'),
    'must be an address such as https://api.example.com, without user name, query or fragment.',
    'would send the key unencrypted',
  ),
);

/** The shape of each setting as text; `.env.example` explains them. No message repeats a value. */
export const environmentShape = z.object({
  API_BASE_URL: address,
  API_CORE_URL: address,
  API_SCHEDULING_URL: address,
  API_REPORTS_URL: address,
  // Answers are searched for the key; a shorter one could occur by chance.
  API_SUBSCRIPTION_KEY: optionalText(
    /^[\x21-\x7e]{8,512}$/,
    'must be 8 to 512 visible ASCII characters without spaces.',
  ),
  API_OPERATOR_ID: z.optional(whole(0, 2 ** 31 - 1)),
  API_RATE_LIMIT: z._default(whole(1, 1_000_000), 60),
  OPERATOR_TIME_ZONE: optionalText(isZone, 'must be an IANA time zone such as America/Denver.'),
  OPERATOR_NAME: optionalText(/^.{1,100}$/u, 'must be 100 characters at most, in one line.'),
  OPERATOR_LATITUDE: z.optional(degrees(90)),
  OPERATOR_LONGITUDE: z.optional(degrees(180)),
  SHIFT_STARTS: z._default(times('must be times of day such as 06:00,14:00,22:00, at most 24.'), [
    ...defaultShiftStarts,
  ]),
  ZONELESS_TIMES: z._default(z.enum(['operator', 'utc'], 'must be operator or utc.'), 'operator'),
  REPORT_OFFSET: z._default(z.enum(['page', 'record'], 'must be page or record.'), 'page'),
  DATA_DIR: z._default(z.string(), 'data/'),
  DATABASE_URL: z.optional(
    readAs(
      areDatabases,
      'must be an address such as postgres://user:password@db.example:5432/flightline, or several separated by spaces.',
      (written) => written.trim().split(/\s+/),
    ),
  ),
  DATABASE_GRACE_HOURS: z._default(whole(1, 168), 12),
  REPLICA_DAYS_BACK: z._default(whole(1, 90), defaultCopyDays.back),
  REPLICA_DAYS_AHEAD: z._default(whole(1, 120), defaultCopyDays.ahead),
  REPLICA_IDLE_STRETCH: z._default(whole(1, 60), 4),
  BRIEF_HOUR: z._default(whole(0, 23), 5),
  CHANGES_DAYS: z._default(whole(14, 90), 90),
  BRIEF_DAYS: z._default(whole(1, 365), 30),
  AUDIT_DAYS: z.optional(whole(31, 3_650)),
  ...byName(thresholdSettings, figure),
  RULES: z.optional(z.enum(ruleSetNames, 'must be faa, easa, casa or none.')),
  SOLO_WORDS: z._default(
    readAs(areWords, 'must be at most 50 words separated by commas, each of at most 40 characters.', wordsOf),
    [],
  ),
  LATE_STEPS: z._default(
    readAs(
      areSteps,
      `must be at most ${lateLimits.steps} steps separated by semicolons, each of at most ${lateLimits.step} characters.`,
      stepsOf,
    ),
    [],
  ),
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: z._default(
    readAs(isPort, 'must be a whole number from 0 to 65535, or none.', (written) =>
      written === 'none' ? null : Number(written),
    ),
    4600,
  ),
  ...accessShape,
  ...alertShape,
  ...weatherShape,
  ...telemetryShape,
});
export type Environment = z.output<typeof environmentShape>;

function areDatabases(written: string): boolean {
  return written
    .trim()
    .split(/\s+/)
    .every((part) => /^postgres(?:ql)?:$/.test(URL.parse(part)?.protocol ?? ''));
}

/** A figure of the school, a whole number except for the factor. */
function figure(name: ThresholdSetting) {
  const { hoursFactor } = schoolThresholds;
  const {
    default: defaultValue,
    min,
    max,
    unit,
  } = thresholdList.find(({ setting }) => setting === name) ?? hoursFactor;
  if (unit !== 'factor')
    return z._default(whole(min, max, unit === 'hour of the day' ? '' : ` ${unit}s`), defaultValue);
  const isOne = (written: string) =>
    /^\d(\.\d{1,3})?$/.test(written) && Number(written) >= min && Number(written) <= max;
  return z._default(
    readAs(isOne, `must be a number from ${min} to ${max}, such as ${defaultValue}.`, Number),
    defaultValue,
  );
}

/** Times of day separated by commas, each once and in order. */
function times(words: string) {
  const split = (written: string) => written.split(',').map((time) => time.trim());
  const areAll = (written: string) =>
    split(written).length <= 24 && split(written).every((time) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time));
  return readAs(areAll, words, (written) => [...new Set(split(written))].toSorted());
}

function wordsOf(written: string): string[] {
  return [
    ...new Set(
      written
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
    ),
  ];
}

/** Each needs a letter or a digit, because nothing else is compared. */
function areWords(written: string): boolean {
  const words = wordsOf(written);
  return words.length <= 50 && words.every((word) => word.length <= 40 && /[\p{L}\p{N}]/u.test(word));
}

function areSteps(written: string): boolean {
  const steps = stepsOf(written);
  const isStep = (step: string) => step.length <= lateLimits.step && !/\p{C}/u.test(step);
  return steps.length <= lateLimits.steps && steps.every(isStep);
}

function isPort(written: string): boolean {
  return written === 'none' || (/^\d{1,5}$/.test(written) && Number(written) <= 65_535);
}

function degrees(max: number) {
  const isOne = (written: string) => /^-?\d{1,3}(\.\d+)?$/.test(written) && Math.abs(Number(written)) <= max;
  return readAs(isOne, `must be decimal degrees from -${max} to ${max}.`, Number);
}

function isZone(written: string): boolean {
  try {
    return /^[A-Za-z]/.test(written) && Boolean(new Intl.DateTimeFormat('en', { timeZone: written }));
  } catch {
    return false;
  }
}
