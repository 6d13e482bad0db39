import { request } from 'undici';
import { millisecondsInDay, millisecondsInHour, millisecondsInMinute, millisecondsInSecond } from '#domain/units.ts';
import { retrySeconds } from '#contract/errors.ts';
import {
  type Conditions,
  type Metar,
  type Taf,
  type Weather,
  type WeatherAirport,
  weatherPath,
} from '#contract/gateway/weather.ts';
import type { LateSheet, Observed } from '#contract/gateway/late.ts';
import type { Instant } from '#domain/time/time.ts';
import { soloRules } from '#domain/weather/limits.ts';
import { isCurrent } from '#domain/weather/reports.ts';
import { judgeableMetar, judgeableTaf } from '#domain/weather/judgeable.ts';
import type { LocalCopy } from '#server/http/gateway.ts';
import type { Incoming } from '#server/http/incoming.ts';
import { refusalReply, refuse, type Reply } from '#server/http/reply.ts';
import { type Body, bodyOf } from '#server/upstream/body.ts';
import type { Log } from '#server/observability/log.ts';
import { figureGroup } from '#server/observability/figures.ts';
import { type WeatherFigures, weatherTable } from '#server/observability/figureTables.ts';
import { newer, type Newest, readReports, type Reports, type Unreadable } from './readReports.ts';
import { addressFor, type WeatherSettings } from './weatherSettings.ts';

/** One call for all airports of each address. Observations come hourly, and at once when the weather changes. */
const intervals = { metar: 5 * millisecondsInMinute, taf: 15 * millisecondsInMinute } as const;
type Kind = keyof typeof intervals;
/** The longest wait after failures, unless the service requests more; and the longest that it may request. */
const longestPause = 30 * millisecondsInMinute;
const longestRequested = 6 * millisecondsInHour;
const defaultTimeoutMs = 10 * millisecondsInSecond;
/** Ten airports with their forecasts take 20 KiB. */
const maxBytes = 256 * 1024;

/** Observations of this long are kept for flights that are not back; one is named for an instant up to `observationLifetime` after it. */
const historyMs = 2 * millisecondsInDay;

const madeUp = /\bMADE UP\b/;

/** Why the weather service gave no reports, for people to read. */
const failureWords = {
  unreachable: 'The weather service cannot be reached.',
  timeout: 'The weather service took too long to answer.',
  refused: 'The weather service refused the request.',
  busy: 'The weather service asks to wait.',
  redirect: 'The weather service redirected the request. Set its present address.',
  oversized: 'The weather service sent too much.',
  unreadable: 'The weather service sent no reports.',
} as const;
type FailureKind = keyof typeof failureWords;

class WeatherFailure extends Error {
  override readonly name = 'WeatherFailure';
  readonly kind: FailureKind;
  /** Milliseconds that the service asks to wait. */
  readonly wait: number;

  constructor(kind: FailureKind, { wait = 0, cause }: { readonly wait?: number; readonly cause?: unknown } = {}) {
    super(failureWords[kind], { cause });
    this.kind = kind;
    this.wait = wait;
  }
}

export type WeatherParts = {
  readonly settings: WeatherSettings;
  /** The addresses in the settings, or the embedded operator's. */
  readonly addresses: NonNullable<WeatherSettings['addresses']>;
  readonly wall: () => Instant;
  readonly log: Log;
  /** Called when the answer has changed. */
  readonly onNews: () => void;
  /** How long a call may take; ten seconds if omitted. */
  readonly timeoutMs?: number;
};

/** What is held of a station. */
type StoredReports = {
  readonly metar?: Newest<Metar> | undefined;
  readonly taf?: Newest<Taf> | undefined;
  readonly unreadable: readonly Unreadable[];
};

/**
 * The reports of the school's airports. They take a few calls of their own, outside the flight service's allowance. No
 * failure leaves this class.
 */
export class WeatherService {
  readonly #parts: WeatherParts;
  readonly #held = new Map<string, StoredReports>();
  readonly #timers = new Map<Kind, NodeJS.Timeout>();
  readonly #failures = new Map<Kind, FailureKind>();
  /** Failures in a row. */
  readonly #tries = new Map<Kind, number>();
  readonly #ending = new AbortController();
  /** The observations of each station, oldest first. */
  readonly #past = new Map<string, Observed[]>();
  #since: Instant | null = null;
  #askedAt: Instant | null = null;
  #calls = 0;
  #failed = 0;
  #weather: Weather;
  #body: Body;

  constructor(parts: WeatherParts) {
    this.#parts = parts;
    this.#weather = this.#made();
    this.#body = bodyOf(Buffer.from(JSON.stringify(this.#weather)));
  }

  /** Reads the reports now, and from then on at their intervals. */
  start(): void {
    void this.#turn('metar');
    if (this.#parts.addresses.taf !== null) void this.#turn('taf');
  }

  close(): void {
    this.#ending.abort();
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  /** The present answer. */
  weather(): Weather {
    return this.#weather;
  }

  reply(): Reply {
    return { status: 200, body: this.#body };
  }

  /** What the stations last reported before a departure and before a planned return. Kept in memory, for two days. */
  observedBefore(departure: Instant, due: Instant): NonNullable<LateSheet['weather']> {
    const at = (instant: Instant) =>
      Array.from(this.#past.values()).flatMap((all) => {
        const last = all.findLast(({ observedAt }) => Date.parse(observedAt) <= instant);
        return last && isCurrent(last, instant) ? [last] : [];
      });
    const since = this.#since === null ? null : new Date(this.#since).toISOString();
    return { since, departure: at(departure), due: due <= this.#parts.wall() ? at(due) : [] };
  }

  figures(): WeatherFigures {
    return {
      ageMs: this.#askedAt === null ? null : this.#parts.wall() - this.#askedAt,
      calls: this.#calls,
      failures: this.#failed,
      unreadable: this.#weather.airports.reduce((sum, { unreadable }) => sum + unreadable.length, 0),
    };
  }

  /** Reads one kind of report. Never rejects; returns the milliseconds until the next time. */
  async look(kind: Kind): Promise<number> {
    const { log } = this.#parts;
    try {
      this.#calls++;
      this.#keep(await this.#read(kind), kind);
      this.#askedAt = this.#parts.wall();
      this.#failures.delete(kind);
      this.#tries.delete(kind);
      this.#tell();
      return intervals[kind];
    } catch (error) {
      const failure = error instanceof WeatherFailure ? error : new WeatherFailure('unreadable', { cause: error });
      if (this.#ending.signal.aborted) return longestPause;
      this.#failed++;
      const tries = (this.#tries.get(kind) ?? 0) + 1;
      this.#tries.set(kind, tries);
      if (this.#failures.get(kind) !== failure.kind) log.warn({ err: failure }, 'The weather could not be read.');
      this.#failures.set(kind, failure.kind);
      this.#tell();
      const pause = Math.min(millisecondsInMinute * 2 ** (tries - 1), longestPause);
      return Math.max(pause, Math.min(failure.wait, longestRequested));
    }
  }

  async #turn(kind: Kind): Promise<void> {
    const wait = await this.look(kind);
    if (this.#ending.signal.aborted) return;
    this.#timers.set(kind, setTimeout(() => void this.#turn(kind), wait).unref());
  }

  async #read(kind: Kind): Promise<Reports> {
    const { addresses, settings, wall } = this.#parts;
    const template = addresses[kind];
    const stations = settings.airports.map(({ station }) => station);
    const text = template === null ? '' : await this.#text(addressFor(template, stations));
    const reports = readReports(text, stations, wall());
    // An empty answer means that there are no reports. Any other content is not from a weather service.
    if (reports.count === 0 && text.trim() !== '') throw new WeatherFailure('unreadable');
    return reports;
  }

  async #text(address: string): Promise<string> {
    const { timeoutMs = defaultTimeoutMs } = this.#parts;
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([deadline, this.#ending.signal]);
    try {
      // Redirects are not followed, because the settings decide whom this server calls.
      const { statusCode, headers, body } = await request(address, {
        signal,
        headers: { accept: 'text/plain', 'user-agent': 'Flightline' },
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      });
      // Reads the rest of the body, because destroying it would raise another error.
      if (statusCode !== 200) await body.dump();
      if (statusCode === 204) return '';
      if (statusCode >= 300 && statusCode < 400) throw new WeatherFailure('redirect');
      if (statusCode !== 200) {
        const seconds = retrySeconds(headers['retry-after'], Date.now()) ?? 0;
        const isBusy = statusCode === 429 || statusCode === 503;
        throw new WeatherFailure(isBusy ? 'busy' : 'refused', { wait: seconds * millisecondsInSecond });
      }
      return await textOf(body);
    } catch (error) {
      if (error instanceof WeatherFailure) throw error;
      throw new WeatherFailure(deadline.aborted ? 'timeout' : 'unreachable', { cause: error });
    }
  }

  /** A station without a newer report keeps its last one, which is shown with its age. */
  #keep({ metars, tafs, unreadable }: Reports, kind: Kind): void {
    const hasOwnForecasts = this.#parts.addresses.taf !== null;
    const now = this.#parts.wall();
    for (const { station } of this.#parts.settings.airports) {
      const known = this.#held.get(station);
      const [metar, taf] = [metars.get(station), tafs.get(station)];
      // If forecasts have their own address, an answer of observations says nothing about unreadable forecasts.
      const isOfOther = ({ isForecast }: Unreadable) => hasOwnForecasts && isForecast === (kind === 'metar');
      this.#held.set(station, {
        metar: metar ? newer(known?.metar, metar, now) : known?.metar,
        taf: taf ? newer(known?.taf, taf, now) : known?.taf,
        unreadable: [...(known?.unreadable ?? []).filter(isOfOther), ...(unreadable.get(station) ?? [])],
      });
      this.#remember(station, now);
    }
  }

  /** Adds the station's present observation to those that are kept. */
  #remember(station: string, now: Instant): void {
    const report = this.#held.get(station)?.metar?.report;
    if (!report) return;
    this.#since ??= now;
    const { raw, observedAt } = report;
    const others = (this.#past.get(station) ?? []).filter(
      (one) => one.raw !== raw && now - Date.parse(one.observedAt) <= historyMs,
    );
    const all = [...others, { station, raw, observedAt }];
    this.#past.set(
      station,
      all.toSorted((a, b) => Date.parse(a.observedAt) - Date.parse(b.observedAt)),
    );
  }

  #made(): Weather {
    const { airports, limits } = this.#parts.settings;
    const now = this.#parts.wall();
    const all = airports.map((airport): WeatherAirport => {
      const held = this.#held.get(airport.station) ?? { unreadable: [] };
      const judged = judgedReports(held, now);
      return {
        ...airport,
        metar: held.metar?.report ?? null,
        taf: held.taf?.report ?? null,
        endedAt: { metar: endOf(held.metar), taf: endOf(held.taf) },
        unreadable: held.unreadable.map(({ raw }) => raw),
        rules: soloRules(
          {
            metar: judged.metar && judgeableMetar(judged.metar, { airport, limits }),
            taf: judged.taf && judgeableTaf(judged.taf, { airport, limits }),
          },
          airport,
          limits,
        ),
      };
    });
    const isMadeUp = all.some(({ metar, taf }) => [metar, taf].some((report) => report && madeUp.test(report.raw)));
    const [failure] = this.#failures.values();
    return {
      airports: all.map((airport) => ({ ...airport, places: [...airport.places], runways: [...airport.runways] })),
      isMadeUp,
      askedAt: this.#askedAt === null ? null : new Date(this.#askedAt).toISOString(),
      failure: failure === undefined ? null : failureWords[failure],
    };
  }

  #tell(): void {
    const { askedAt: _, ...before } = this.#weather;
    this.#weather = this.#made();
    this.#body = bodyOf(Buffer.from(JSON.stringify(this.#weather)), this.#body);
    const { askedAt: __, ...after } = this.#weather;
    if (JSON.stringify(before) !== JSON.stringify(after)) this.#parts.onNews();
  }
}

function endOf(newest: Newest<unknown> | undefined): string | null {
  return newest?.report === null ? new Date(newest.at).toISOString() : null;
}

const nothing: Conditions = { wind: null, visibility: null, ceiling: null, weather: [], incomplete: [] };
const open: Conditions['incomplete'] = ['wind', 'visibility', 'ceiling'];

/**
 * The reports as the limits judge them. A report that could not be read, and is not older than the last one, may say
 * anything: of the last one only what is beyond a limit still counts.
 */
function judgedReports({ metar, taf, unreadable }: StoredReports, now: Instant) {
  const oddAt = (isForecast: boolean, known: Newest<unknown> | undefined) => {
    const odd = unreadable
      .filter((report) => report.isForecast === isForecast)
      .map(({ at }) => Math.min(at ?? now, now));
    const at = Math.max(...odd);
    return odd.length > 0 && at >= (known?.at ?? Number.NEGATIVE_INFINITY) ? at : null;
  };
  const [odd, oddForecast] = [oddAt(false, metar), oddAt(true, taf)];
  const last = metar?.report ?? null;
  const observed: Metar | null =
    odd === null
      ? last
      : {
          ...(last ?? { raw: '', kind: 'METAR', temperature: null, dewPoint: null, altimeter: null, unread: [] }),
          observedAt: new Date(odd).toISOString(),
          conditions: { ...(last?.conditions ?? nothing), incomplete: open },
        };
  const forecast = taf?.report ?? null;
  const doubted = ({ conditions, ...part }: Taf['parts'][number]) => ({
    ...part,
    conditions: { ...conditions, incomplete: open },
  });
  return {
    metar: observed,
    taf: forecast && oddForecast !== null ? { ...forecast, parts: forecast.parts.map(doubted) } : forecast,
  };
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > maxBytes) throw new WeatherFailure('oversized');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The local copy, which also answers the address of the weather; the copy itself if the weather is off. */
export function withWeather(copy: LocalCopy, weather: WeatherService | null): LocalCopy {
  if (!weather) return copy;
  const answer = ({ url = '' }: Incoming) => {
    const [unknown] = new URLSearchParams(url.slice(weatherPath.length)).keys();
    if (unknown === undefined) return weather.reply();
    const message = `${unknown} is not a parameter of this address; see /openapi.json.`;
    return refusalReply(refuse(400, message, unknown));
  };
  return {
    ...copy,
    weather: { [weatherPath]: { GET: answer } },
    figures: [...(copy.figures ?? []), figureGroup(weatherTable, () => weather.figures())],
    close: () => {
      weather.close();
      copy.close();
    },
  };
}
