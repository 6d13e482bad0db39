import {
  AltimeterUnit,
  CloudQuantity,
  DistanceUnit,
  type Forecast,
  type IAbstractWeatherContainer,
  MetarType,
  parseMetar,
  parseTAFAsForecast,
  SpeedUnit,
  ValueIndicator,
  WeatherChangeType,
} from 'metar-taf-parser';
import { millisecondsInHour, millisecondsInMinute } from '#domain/units.ts';
import type { Conditions, Metar, Taf } from '#contract/gateway/weather.ts';
import type { Instant } from '#domain/time/time.ts';

/**
 * The reports of one answer, by station: the newest of each kind, and the text of unreadable ones. If an answer has far
 * too many for a station, only the first are used.
 */
export type Reports = {
  readonly metars: ReadonlyMap<string, Metar>;
  readonly tafs: ReadonlyMap<string, Taf>;
  readonly unreadable: ReadonlyMap<string, readonly string[]>;
  /** The number of reports in the answer, for any station. */
  readonly count: number;
};

/** No report is longer; a longer text is not a report. */
const mostLetters = 4_000;
/**
 * A station reports once an hour, and a few times more in bad weather. More than this from one station are not reports.
 */
const mostOfStation = 50;

/**
 * The reports of these stations in a plain text. A METAR is one line. A TAF may have further lines, which are indented
 * or begin with a change word. Text that names a station and cannot be read is kept.
 */
export function readReports(text: string, stations: readonly string[], now: Instant): Reports {
  const metars = new Map<string, Metar>();
  const tafs = new Map<string, Taf>();
  const unreadable = new Map<string, string[]>();
  const seen = new Map<string, number>();
  let count = 0;
  for (const raw of reportsIn(text)) {
    const station = stations.find((one) => headOf(raw).includes(one));
    if (isHead(raw)) count++;
    if (station === undefined) continue;
    const before = seen.get(station) ?? 0;
    if (before >= mostOfStation) continue;
    seen.set(station, before + 1);
    const [metar, taf] = isTaf(raw) ? [null, readTaf(raw, station, now)] : [readMetar(raw, station, now), null];
    if (metar) keepNewest(metars, station, metar, ({ observedAt }) => observedAt);
    if (taf) keepNewest(tafs, station, taf, ({ issuedAt }) => issuedAt);
    // A report that says “no report”, or cancels one, is not a loss.
    if (!metar && !taf && !/\b(NIL|CNL)\b/.test(raw)) {
      unreadable.set(station, [...(unreadable.get(station) ?? []), raw.slice(0, mostLetters)]);
    }
  }
  return { metars, tafs, unreadable, count };
}

/** A correction has the same time as the report that it corrects, and comes after it. */
function keepNewest<Report>(
  kept: Map<string, Report>,
  station: string,
  report: Report,
  at: (report: Report) => string,
) {
  const known = kept.get(station);
  if (!known || at(report) >= at(known)) kept.set(station, report);
}

const isContinued = /^(\s|FM\d|BECMG|TEMPO|PROB\d|INTER|RMK)/;

function reportsIn(text: string): string[] {
  const reports: string[] = [];
  let isOpen = false;
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') isOpen = false;
    else if (isOpen && isContinued.test(line)) reports.push(`${reports.pop()}\n${line.trimEnd()}`);
    else {
      reports.push(line.trim());
      isOpen = true;
    }
  }
  return reports.map((one) => (one.endsWith('=') ? one.slice(0, -1) : one).trim());
}

const words = (raw: string) => raw.split(/\s+/);

/** The words before the report's content: its kind and its station. */
const headOf = (raw: string) => words(raw).slice(0, 5);

const isHead = (raw: string) => headOf(raw).some((word) => /^\d{6}Z$/.test(word));

function isTaf(raw: string): boolean {
  return (
    raw.startsWith('TAF') ||
    words(raw)
      .slice(0, 6)
      .some((word) => /^\d{4}\/\d{4}$/.test(word))
  );
}

/** A report gives only the day of the month. A date further than this from now is in another month, or wrong. */
const furthest = 48 * millisecondsInHour;

/** Reports have whole minutes; the library takes the seconds from the clock. */
function isoOf(date: Date): string {
  return new Date(Math.floor(date.getTime() / millisecondsInMinute) * millisecondsInMinute).toISOString();
}

const isNear = (date: Date, now: Instant) => Math.abs(date.getTime() - now) < furthest;

/** Null for a text that is not a METAR of the station. */
function readMetar(raw: string, station: string, now: Instant): Metar | null {
  try {
    const read = parseMetar(raw, { issued: new Date(now) });
    const { minute, issued, nil, type, temperature, altimeter } = read;
    if (read.station !== station || minute === undefined || nil || !isNear(issued, now)) return null;
    const body = bodyOf(raw, station);
    return {
      raw,
      kind: type === MetarType.SPECI ? 'SPECI' : 'METAR',
      observedAt: isoOf(issued),
      conditions: conditionsOf(read, body),
      temperature: temperature ?? null,
      altimeter: altimeter ? inchesOf(altimeter) : null,
      unread: body.filter((group) => !known.test(group)),
    };
  } catch {
    return null;
  }
}

/** Null for a text that is not a TAF of the station. */
function readTaf(raw: string, station: string, now: Instant): Taf | null {
  try {
    const read = parseTAFAsForecast(raw.replaceAll('\n', ' '), { issued: new Date(now) });
    const { issued, start, end, forecast, nil, canceled } = read;
    if (read.station !== station || nil || canceled || !isNear(issued, now) || !(start < end)) return null;
    return {
      raw,
      issuedAt: isoOf(issued),
      from: isoOf(start),
      to: isoOf(end),
      parts: forecast.map((part, place) => partOf(part, forecast.slice(place + 1))),
    };
  } catch {
    return null;
  }
}

function partOf(part: Forecast, after: readonly Forecast[]): Taf['parts'][number] {
  // This part may still hold until the change to the next one is complete.
  const next = after.find(({ type, start }) => type === WeatherChangeType.BECMG && +start === +part.end);
  const end = isPrevailing(part) && next?.type === WeatherChangeType.BECMG ? next.by : part.end;
  return {
    from: isoOf(part.start),
    to: isoOf(end),
    kind: isPrevailing(part) ? 'prevailing' : part.probability === undefined ? 'temporary' : 'probable',
    conditions: conditionsOf(part, words(part.raw.replace(/\bRMK\b.*/s, ''))),
  };
}

function isPrevailing({ type }: Forecast): boolean {
  return type === undefined || type === WeatherChangeType.FM || type === WeatherChangeType.BECMG;
}

/** The groups between station and time, and the remarks or the trend. */
function bodyOf(raw: string, station: string): string[] {
  const all = words(raw);
  const rest = all.slice(all.indexOf(station) + 2);
  const end = rest.findIndex((group) => /^(RMK|NOSIG|BECMG|TEMPO)$/.test(group));
  return end < 0 ? rest : rest.slice(0, end);
}

const weatherCodes = 'MI|PR|BC|DR|BL|SH|TS|FZ|DZ|RA|SN|SG|IC|PL|GR|GS|UP|BR|FG|FU|VA|DU|SA|HZ|PY|PO|SQ|FC|SS|DS';
/** The library reads two digits and these units, and takes the first digits of anything else for the speed. */
const windGroup = /^(\d{3}|VRB)\d{2}(G\d{2})?(KT|MPS)$/;
const weatherGroup = new RegExp(`^(\\+|-|VC)?(${weatherCodes})+$`);
const clearSky = /^(SKC|CLR|NSC|NCD|CAVOK)$/;

/** The groups that are read, or are known and not used. The library silently ignores all others. */
const known = new RegExp(
  [
    windGroup.source,
    clearSky.source,
    String.raw`^(AUTO|COR|CC[A-Z]|AMD|\$)$`,
    String.raw`^\d{3}V\d{3}$`,
    String.raw`^([PM]?\d{1,2}|[PM]?\d/\d{1,2})(SM)?$`,
    String.raw`^\d{4}(NDV|[NSEW]{1,2})?$`,
    String.raw`^R\d\d[LCR]?/\S+$`,
    `^(\\+|-|VC|RE)?(${weatherCodes})+$`,
    String.raw`^(FEW|SCT|BKN|OVC|VV)(\d{3}|///)(CB|TCU|///)?$`,
    String.raw`^(M?\d\d/(M?\d\d|//|XX)?|[AQ]\d{4})$`,
    String.raw`^[AQ]?/+\S*$`,
    String.raw`^(WS|ALL|RWY|R\d\d[LCR]?)$`,
  ].join('|'),
);

/**
 * The conditions in a report. The library does not distinguish a clear sky from an unreported one, so this reads the
 * sky from the groups.
 */
function conditionsOf(read: IAbstractWeatherContainer, groups: readonly string[]): Conditions {
  return {
    wind: windOf(read, groups),
    visibility: visibilityOf(read),
    ceiling: ceilingOf(read, groups),
    weather: groups.filter((group) => weatherGroup.test(group)),
  };
}

const knotsPerMetre = 1.943_844;

function windOf({ wind }: IAbstractWeatherContainer, groups: readonly string[]): Conditions['wind'] {
  const written = groups.some((group) => windGroup.test(group));
  const isOdd = groups.some((group) => /^(\d{3}|VRB)\d+(G\d+)?(KT|MPS|KMH)$/.test(group));
  // A part of a forecast may take its wind from the part before.
  if (!wind || (isOdd && !written)) return null;
  const knots = (speed: number) => Math.round(speed * (wind.unit === SpeedUnit.MetersPerSecond ? knotsPerMetre : 1));
  const { degrees, minVariation, maxVariation, gust } = wind;
  const varies = minVariation !== undefined && maxVariation !== undefined;
  return {
    direction: degrees ?? null,
    speed: knots(wind.speed),
    gust: gust === undefined ? null : knots(gust),
    varies: varies ? { from: minVariation, to: maxVariation } : null,
  };
}

const metresPerMile = 1609.344;

function visibilityOf({ visibility }: IAbstractWeatherContainer): Conditions['visibility'] {
  if (!visibility) return null;
  const { value, unit, indicator, min } = visibility;
  const bounds = { [ValueIndicator.GreaterThan]: 'more', [ValueIndicator.LessThan]: 'less' } as const;
  const bound = indicator === undefined ? 'exactly' : bounds[indicator];
  if (unit === DistanceUnit.StatuteMiles) return { miles: value, bound };
  // 9999 means ten kilometres or more. The least visibility counts where the directions differ.
  const metres = value === 9999 ? 10_000 : Math.min(value, min?.value ?? value);
  return { miles: metres / metresPerMile, bound };
}

function ceilingOf(read: IAbstractWeatherContainer, groups: readonly string[]): Conditions['ceiling'] {
  const { clouds, verticalVisibility, cavok } = read;
  const layers = clouds.filter(({ quantity }) => quantity === CloudQuantity.BKN || quantity === CloudQuantity.OVC);
  if (layers.some(({ height }) => height === undefined) || groups.includes('VV///')) return null;
  const heights = layers.flatMap(({ height }) => height ?? []);
  if (verticalVisibility !== undefined) heights.push(verticalVisibility);
  if (heights.length > 0) return Math.min(...heights);
  return clouds.length > 0 || cavok === true || groups.some((group) => clearSky.test(group)) ? 'none' : null;
}

const inchesPerHectopascal = 0.029_529_983;

function inchesOf({ value, unit }: { readonly value: number; readonly unit: AltimeterUnit }): number {
  return unit === AltimeterUnit.HPa ? value * inchesPerHectopascal : value;
}
