import type { Metar, Taf } from '#contract/gateway/weather.ts';
import { millisecondsInHour } from '#domain/units.ts';
import type { Instant } from '#domain/time/time.ts';
import { isAhead } from '#domain/weather/reports.ts';
import { readObservation } from './groups.ts';
import { readTafBody } from './readForecast.ts';
import { instantIn, isoOf, isSpan } from './reportTimes.ts';

/** A station's newest report of a kind. Without a report, the service has said that there is none, or has taken it back. */
export type Newest<Report> = { readonly at: Instant; readonly report: Report | null };

/** A report that names a station and could not be read. */
export type Unreadable = {
  /** Its beginning, as it was received. */
  readonly raw: string;
  readonly isForecast: boolean;
  /** Its time, if at least that can be read. */
  readonly at: Instant | null;
};

/**
 * The reports of one answer, by station: the newest of each kind, and the unreadable ones. If an answer has far too many
 * for a station, only the first are used.
 */
export type Reports = {
  readonly metars: ReadonlyMap<string, Newest<Metar>>;
  readonly tafs: ReadonlyMap<string, Newest<Taf>>;
  readonly unreadable: ReadonlyMap<string, readonly Unreadable[]>;
  /** The number of reports in the answer, for any station. */
  readonly count: number;
};

/** No report is longer; a longer text is not read. */
const maxLetters = 2_000;
/** Words in a report before its remarks. */
const maxWords = 200;
/** The longest text that is shown of an unreadable report, and the most such texts of a station. */
const maxShown = 300;
const maxUnreadable = 10;
/**
 * A station reports once an hour, and a few times more in bad weather. More than this from one station are not reports.
 */
const maxOfStation = 50;

/**
 * The reports of these stations in a plain text. A METAR is one line. A TAF may have further lines, which are indented
 * or begin with a change word. Text that names a station and cannot be read is kept.
 */
export function readReports(text: string, stations: readonly string[], now: Instant): Reports {
  const metars = new Map<string, Newest<Metar>>();
  const tafs = new Map<string, Newest<Taf>>();
  const unreadable = new Map<string, Unreadable[]>();
  const seen = new Map<string, number>();
  let count = 0;
  for (const written of reportsIn(text)) {
    const head = headOf(written, stations, now);
    if (head.time !== null) count++;
    const { station } = head;
    if (station === undefined) continue;
    const before = seen.get(station) ?? 0;
    if (before >= maxOfStation) continue;
    seen.set(station, before + 1);
    const metar = head.isForecast ? null : readMetar(written, head, now);
    const taf = head.isForecast ? readTaf(written, head, now) : null;
    if (metar) keepNewest(metars, station, metar, now);
    if (taf) keepNewest(tafs, station, taf, now);
    const odd = unreadable.get(station) ?? [];
    if (metar || taf || odd.length >= maxUnreadable) continue;
    const { isForecast } = head;
    unreadable.set(station, [...odd, { raw: written.raw.slice(0, maxShown), isForecast, at: head.at }]);
  }
  return { metars, tafs, unreadable, count };
}

function keepNewest<Report>(
  kept: Map<string, Newest<Report>>,
  station: string,
  report: Newest<Report>,
  now: Instant,
): void {
  kept.set(station, newer(kept.get(station), report, now));
}

/**
 * The newer of a station's reports. A correction has the same time as the report that it corrects, and comes after it. A
 * report from the future gives way to any other.
 */
export function newer<Report>(known: Newest<Report> | undefined, next: Newest<Report>, now: Instant): Newest<Report> {
  const rank = ({ at }: Newest<Report>) => (isAhead(at, now) ? -at : at);
  return !known || rank(next) >= rank(known) ? next : known;
}

/** The text of a report, and its words. */
type Written = { readonly raw: string; readonly words: readonly string[] };

const isContinued = /^(\s|FM\d|BECMG|TEMPO|PROB\d|INTER|RMK)/;

/** A report ends with its lines, at `=`, and where the head of another one follows. */
function reportsIn(text: string): Written[] {
  const blocks: string[][] = [];
  let isOpen = false;
  for (const line of inAlphabet(text).split(/\r?\n/)) {
    if (line.trim() === '') isOpen = false;
    else if (isOpen && isContinued.test(line)) blocks.at(-1)?.push(line.trimEnd());
    else {
      blocks.push([line.trim()]);
      isOpen = true;
    }
  }
  return blocks.flatMap((lines) => splitAtHeads(lines.join('\n')));
}

/** Reports are in a small alphabet. Other characters could change how the text beside them is shown. */
const inAlphabet = (text: string) => text.replaceAll(/[^\t\n\r -~]/g, '?');

function splitAtHeads(block: string): Written[] {
  const found = Array.from(block.matchAll(/\S+/g), ({ 0: word, index }) => ({ word, index }));
  const starts = new Set([0]);
  for (const [place, { word }] of found.entries()) {
    if (word.endsWith('=')) starts.add(place + 1);
    if (isTime.test(word) && place > 1 && isStation(found[place - 1]?.word)) {
      // A head is `METAR COR KCOS 121654Z`: one word of each, because any others belong to the report before.
      let start = place - 1;
      if (isChange.test(found[start - 1]?.word ?? '')) start--;
      if (isKind.test(found[start - 1]?.word ?? '')) start--;
      starts.add(start);
    }
  }
  const places = [...starts].filter((place) => place < found.length).toSorted((a, b) => a - b);
  return places.map((place, order) => {
    const end = places[order + 1];
    const raw = block.slice(found[place]?.index, end === undefined ? block.length : found[end]?.index);
    const words = found.slice(place, end).map(({ word }) => (word.endsWith('=') ? word.slice(0, -1) : word));
    return { raw: withoutEnd(raw.trimEnd()), words: words.filter((word) => word !== '') };
  });
}

const withoutEnd = (raw: string) => (raw.endsWith('=') ? raw.slice(0, -1).trimEnd() : raw);

const isTime = /^\d{6}Z$/;
const isKind = /^(METAR|SPECI|TAF)$/;
const isChange = /^(COR|AMD)$/;
/** Words of remarks that a time follows are no stations. */
const isStation = (word = '') => /^[A-Z][A-Z0-9]{3}$/.test(word) && !/^(AUTO|NEXT|LAST|TILL|FROM)$/.test(word);

/** What the first words of a report say: its kind, station and time. */
type Head = {
  readonly isForecast: boolean;
  readonly isSpecial: boolean;
  readonly station: string | undefined;
  /** The place of the time among the words; null if no time follows the station. */
  readonly time: number | null;
  /** Null for a time that does not exist. */
  readonly at: Instant | null;
};

function headOf({ words }: Written, stations: readonly string[], now: Instant): Head {
  const first = words.slice(0, 6);
  const place = first.findIndex((word) => isTime.test(word));
  const station = stations.find((candidate) => first.slice(0, place < 0 ? 5 : place).includes(candidate));
  const written = first[place];
  return {
    isForecast: first[0] === 'TAF' || words.slice(0, 7).some(isSpan),
    isSpecial: first.includes('SPECI'),
    station,
    time: place < 0 ? null : place,
    at: written === undefined ? null : instantIn(written, now),
  };
}

/** A report gives only the day of the month. A date further than this from now is in another month, or wrong. */
const furthest = 48 * millisecondsInHour;

const isNone = /^(NIL|CNL|CNLD|CANCELL?ED|WITHDRAWN)$/;
const isAside = /^(AUTO|COR|CC[A-Z]|AMD)$/;

/** The words after the head, and whether they say that there is no report; null for a text that cannot be a report. */
function bodyOf({ raw, words }: Written, { station, time, at }: Head, now: Instant) {
  if (raw.length > maxLetters || time === null || at === null || words[time - 1] !== station) return null;
  if (Math.abs(at - now) >= furthest) return null;
  const body = words.slice(time + 1);
  const end = body.findIndex((word) => word.startsWith('RMK'));
  const said = (end < 0 ? body : body.slice(0, end)).filter((word) => !isAside.test(word));
  if (said.length === 0 || said.length > maxWords) return null;
  const [first = '', second = ''] = said;
  return { said, at, isNone: isNone.test(first) || (isSpan(first) && isNone.test(second)) };
}

/** Null for a text that is not a METAR. */
function readMetar(written: Written, head: Head, now: Instant): Newest<Metar> | null {
  const body = bodyOf(written, head, now);
  if (!body) return null;
  const { said, at } = body;
  if (body.isNone) return { at, report: null };
  const { conditions, temperature, dewPoint, altimeter, unread } = readObservation(said);
  const report: Metar = {
    raw: written.raw,
    kind: head.isSpecial ? 'SPECI' : 'METAR',
    observedAt: isoOf(at),
    conditions,
    temperature,
    dewPoint,
    altimeter,
    unread: [...unread],
  };
  return { at, report };
}

/** Null for a text that is not a TAF. */
function readTaf(written: Written, head: Head, now: Instant): Newest<Taf> | null {
  const body = bodyOf(written, head, now);
  if (!body) return null;
  const { said, at } = body;
  if (body.isNone) return { at, report: null };
  const read = readTafBody(said, at);
  return read && { at, report: { raw: written.raw, issuedAt: isoOf(at), ...read } };
}
