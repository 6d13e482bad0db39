import { millisecondsInMinute } from '#domain/units.ts';
import { type Connection, isOut } from '#domain/answers/connection.ts';
import { isComing } from '#domain/answers/gaps.ts';
import { namesOf, type Situation } from '#domain/answers/known.ts';
import {
  type Reading,
  leastTrusted,
  type ReadingState,
  readingState,
  worstReading,
} from '#domain/answers/pageChecks.ts';
import { durationText } from '#domain/time/clock.ts';
import { type Instant, wallText } from '#domain/time/time.ts';
import type { NightHours } from '#domain/wall/settings.ts';
import { textWidth } from '#domain/wall/textSizes.ts';
import { boardTime, boardWhen, type Wording } from '#domain/wall/words.ts';
import type { FleetTile } from './screens/fleetTiles.ts';

/** What a source's light shows: its state and `12 s`, `AS OF 1105L`, `12/24` or `failed`. */
export type Light = { readonly state: ReadingState; readonly text: string };

/**
 * If parts of a source are not read, `progress` shows how many instead of the age. Nothing is fresh while the gateway does
 * not answer, or until everything is read.
 */
export function lightOf(
  reading: Reading,
  wording: Wording,
  { now, connection }: Pick<Situation, 'now' | 'connection'>,
  progress: { readonly known: number; readonly total: number } | null = null,
): Light {
  const read = readingState(reading, now);
  const isLost = isOut(connection) && reading.asOf !== null;
  const isPartial = progress !== null && progress.known < progress.total;
  const hasGaps = (reading.gaps ?? []).some(isComing);
  const state = isLost ? 'stale' : (isPartial || hasGaps) && read === 'fresh' ? 'loading' : read;
  const isCounted = isPartial && !isLost;
  return { state, text: isCounted ? `${progress.known}/${progress.total}` : ageText(reading, state, now, wording) };
}

function ageText({ asOf, gaps = [] }: Reading, state: ReadingState, now: Instant, wording: Wording): string {
  if (asOf === null) return state === 'failed' ? 'failed' : 'not loaded yet';
  if (state === 'loading' && gaps.length > 0) return 'not all loaded';
  return state === 'fresh' || state === 'loading' ? durationText(now - asOf) : `AS OF ${boardTime(asOf, wording)}`;
}

/** `No connection since 1329L`. */
export function lostWords({ lastAnswerAt }: Connection, wording: Wording): string {
  return lastAnswerAt === null ? 'No connection' : `No connection since ${boardWhen(lastAnswerAt, wording)}`;
}

/**
 * `No new data since 1105L` once a source is stale or could not be read at all, though the gateway answers; with its name if others
 * are not: `No new data since 1105L: squawks`. Null while all may be trusted.
 */
export function standstillWords(readings: readonly Reading[], wording: Wording, now: Instant): string | null {
  const still = readings.filter((reading) => ['stale', 'failed'].includes(readingState(reading, now)));
  if (still.length === 0) return null;
  const known = still.flatMap(({ asOf }) => asOf ?? []);
  const since =
    known.length === 0 ? 'No data' : `No new data since ${boardWhen(Math.min(...known), { ...wording, now })}`;
  return still.length === readings.length ? since : `${since}: ${namesOf(still)}`;
}

/** How reliable a screen drawn from these sources is: the state of the worst of them. */
export function trustIn(readings: readonly Reading[], now: Instant): ReadingState {
  const worst = leastTrusted(readings, now);
  return worst ? readingState(worst, now) : 'fresh';
}

/** The reading for several with one name: the worst of them. */
export function lightReading(readings: readonly Reading[], now: Instant): Reading | undefined {
  const [first] = readings;
  const worst = worstReading(readings, now) ?? first;
  const gaps = readings.flatMap(({ gaps: ownGaps = [] }) => ownGaps);
  return worst && { ...worst, gaps };
}

/** `AS OF 1105L` by the oldest source; null if none is read. */
export function asOfText(readings: readonly Reading[], wording: Wording): string | null {
  const known = readings.flatMap(({ asOf }) => asOf ?? []);
  return known.length === 0 ? null : `AS OF ${boardTime(Math.min(...known), wording)}`;
}

/**
 * The note of a board that has lost its access; `isDisplay` for one opened by the link of a display. Null while it has
 * access.
 */
export function signedOutNote(readings: readonly Reading[], isDisplay: boolean, wording: Wording): string | null {
  if (readings.every(({ failure }) => failure?.kind !== 'signed out')) return null;
  const words = isDisplay
    ? 'This display’s link is no longer valid. Ask for a new one.'
    : 'You are signed out: open another page to sign in again.';
  const age = asOfText(readings, wording);
  return age === null ? words : `${words} ${age}`;
}

/** True within the hours in which the board is dimmed, by the operator's clock; the end is exclusive. */
export function isDimmed(night: NightHours | null, now: Instant, zone: string): boolean {
  if (!night) return false;
  const wall = wallText(now, zone);
  const at = Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16));
  return night.from < night.to ? at >= night.from && at < night.to : at >= night.from || at < night.to;
}

const places: readonly (readonly [x: number, y: number])[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
];

/** Pixels by which the picture is shifted against burn-in; a new position every three minutes. */
export function pixelShift(now: Instant, reach: number): { readonly x: number; readonly y: number } {
  const [x, y] = places[Math.floor(now / (3 * millisecondsInMinute)) % places.length] ?? [0, 0];
  return { x: x * reach, y: y * reach };
}

/** A condition shown on every screen, with its aircraft. */
export type Alert = {
  readonly kind: 'grounded' | 'missing' | 'open';
  readonly label: string;
  /** `4`; for aircraft that are grounded `4 out or leaving, of 19`. */
  readonly count: string;
  /** `N512SP until 1530L`, `N512SP at 1130L`, `N512SP +0:23`. */
  readonly entries: readonly string[];
  /** The same without the times, for a strip with little room. */
  readonly tails: readonly string[];
};

/**
 * Urgent conditions: aircraft that are grounded and are out or leaving next, and those not back. In order of time, those
 * that are out first; an aircraft that is `missing` comes first of all. An aircraft may be in two. One that is grounded
 * and does not leave soon is only on the fleet's screen.
 */
export function alertsOf(tiles: readonly FleetTile[]): Alert[] {
  const flights = tiles
    .flatMap(({ flight, ...tile }) => (flight ? [{ ...tile, flight }] : []))
    .toSorted((a, b) => Number(a.flight.kind !== 'out') - Number(b.flight.kind !== 'out') || a.flight.at - b.flight.at);
  const named = (of: typeof flights) => ({
    entries: of.map(({ tail, flight }) => `${tail} ${flight.text}`),
    tails: of.map(({ tail }) => tail),
  });
  const late = flights.filter(({ flight }) => flight.isLate);
  const isMissing = late.some(({ highlight }) => highlight === 'missing');
  const notBack: Alert = {
    kind: isMissing ? 'missing' : 'open',
    label: 'Not back',
    count: `${late.length}`,
    ...named(late),
  };
  const concerned = flights.filter(({ isGrounded }) => isGrounded);
  const grounded: Alert = {
    kind: 'grounded',
    label: 'Grounded',
    // The second number includes those on the ground, as on the fleet's screen.
    count: `${concerned.length} out or leaving, of ${tiles.filter(({ isGrounded }) => isGrounded).length}`,
    ...named(concerned),
  };
  const alerts = isMissing ? [notBack, grounded] : [grounded, notBack];
  return alerts.filter(({ entries }) => entries.length > 0);
}

/** Widths in font sizes: the space between two entries, the mark before them, `+12 more` after them. */
const between = 0.9;
const markWidth = 1.8;
const moreWidth = 5;
/** How much wider bold capitals are than the letters of a label. */
const capitals = 1.25;

/**
 * An alert fitted to one line: all entries, otherwise the tail numbers, otherwise the first of them and the number of others.
 */
export type FittedAlert = Alert & { readonly shown: readonly string[]; readonly more: number };

/** All in one line if they fit; otherwise one line per alert, with a count of what does not fit. `width` in font sizes. */
export function alertLines(alerts: readonly Alert[], width: number): (readonly FittedAlert[])[] {
  const whole = alerts.map((alert) => ({ ...alert, shown: alert.entries, more: 0 }));
  const needed = whole.reduce((sum, one) => sum + labelWidth(one) + entriesWidth(one.entries) + 2 * between, 0);
  if (alerts.length > 0 && needed <= width) return [whole];
  return alerts.map((alert) => [fitted(alert, width)]);
}

/** The words of the count are dropped if fewer than three aircraft fit beside them. */
function fitted(alert: Alert, width: number): FittedAlert {
  const { entries, tails } = alert;
  const brief = { ...alert, count: `${tails.length}` };
  for (const one of [alert, brief])
    for (const shown of [entries, tails])
      if (labelWidth(one) + entriesWidth(shown) <= width) return { ...one, shown, more: 0 };
  const cut = (one: Alert): FittedAlert => {
    const room = width - labelWidth(one) - moreWidth;
    let count = tails.length - 1;
    while (count > 0 && entriesWidth(tails.slice(0, count)) > room) count--;
    return { ...one, shown: tails.slice(0, count), more: tails.length - count };
  };
  const fitting = cut(alert);
  return fitting.shown.length > 2 ? fitting : cut(brief);
}

function labelWidth({ label, count }: Alert): number {
  return markWidth + textWidth(label) * capitals + textWidth(count);
}

function entriesWidth(entries: readonly string[]): number {
  return entries.reduce((sum, entry) => sum + textWidth(entry) + between, 0);
}
