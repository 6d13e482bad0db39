import { millisecondsInMinute } from 'date-fns/constants';
import { type Connection, isOut } from '#domain/answers/connection.ts';
import { isComing } from '#domain/answers/gaps.ts';
import type { Telling } from '#domain/answers/known.ts';
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
import { type FleetTile, isUnfit } from './screens/fleetTiles.ts';

/** What a source's light shows: its state and `12 s`, `AS OF 1105L`, `12/24` or `failed`. */
export type Light = { readonly state: ReadingState; readonly text: string };

/**
 * Where not all parts of a source have been read, `progress` tells how many instead of the age. Nothing is fresh while the gateway
 * does not answer, nor before all of it has been read.
 */
export function lightOf(
  reading: Reading,
  wording: Wording,
  { now, connection }: Pick<Telling, 'now' | 'connection'>,
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
  if (asOf === null) return state === 'failed' ? 'failed' : 'not read yet';
  if (state === 'loading' && gaps.length > 0) return 'not all read';
  return state === 'fresh' || state === 'loading' ? durationText(now - asOf) : `AS OF ${boardTime(asOf, wording)}`;
}

/** `No connection since 1329L`. */
export function lostWords({ lastAnswerAt }: Connection, wording: Wording): string {
  return lastAnswerAt === null ? 'No connection' : `No connection since ${boardWhen(lastAnswerAt, wording)}`;
}

/** How far a screen drawn from these sources can be trusted: the state of the worst of them. */
export function trustIn(readings: readonly Reading[], now: Instant): ReadingState {
  const worst = leastTrusted(readings, now);
  return worst ? readingState(worst, now) : 'fresh';
}

/** The reading that stands for some of one name: the worst of them. */
export function lightReading(readings: readonly Reading[], now: Instant): Reading | undefined {
  const [first] = readings;
  const worst = worstReading(readings, now) ?? first;
  const gaps = readings.flatMap(({ gaps: own = [] }) => own);
  return worst && { ...worst, gaps };
}

/** `AS OF 1105L` by the oldest source; null where none has been read. */
export function asOfText(readings: readonly Reading[], wording: Wording): string | null {
  const known = readings.flatMap(({ asOf }) => asOf ?? []);
  return known.length === 0 ? null : `AS OF ${boardTime(Math.min(...known), wording)}`;
}

/** What a board says that may no longer ask; `isDisplay` of one that was opened by the link of a display. Null while it may. */
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

/** Pixels by which the picture is moved at a time, so that none burns in; a new place every three minutes. */
export function pixelShift(now: Instant, reach: number): { readonly x: number; readonly y: number } {
  const [x, y] = places[Math.floor(now / (3 * millisecondsInMinute)) % places.length] ?? [0, 0];
  return { x: x * reach, y: y * reach };
}

/** A condition that is shown on every screen, with the aircraft it concerns. */
export type Alert = {
  readonly kind: 'unfit' | 'missing' | 'open';
  readonly label: string;
  /** `N512SP until 1530L`, `N512SP at 1130L`, `N512SP +0:23`. */
  readonly entries: readonly string[];
  /** The same without the times, for a strip with little room. */
  readonly tails: readonly string[];
};

/**
 * What cannot wait for its screen: aircraft that are not fit and out or leaving next, and those not back at their booked end.
 * In order of time, those that are out first; one that is not back for over half an hour goes before all else. An aircraft may be in two; one that is not fit and stays on the ground is on the fleet's screen alone.
 */
export function alertsOf(tiles: readonly FleetTile[]): Alert[] {
  const flights = tiles
    .flatMap(({ flight, ...tile }) => (flight ? [{ ...tile, flight }] : []))
    .toSorted((a, b) => Number(a.flight.kind !== 'out') - Number(b.flight.kind !== 'out') || a.flight.at - b.flight.at);
  const named = (of: typeof flights) => ({
    entries: of.map(({ tail, flight }) => `${tail} ${flight.text}`),
    tails: of.map(({ tail }) => tail),
  });
  const late = flights.filter(({ activity, flight }) => activity === 'not back' && flight.kind === 'out');
  const isMissing = late.some(({ severity }) => severity === 'missing');
  const notBack: Alert = { kind: isMissing ? 'missing' : 'open', label: 'Not back', ...named(late) };
  const unfit: Alert = { kind: 'unfit', label: 'Not fit', ...named(flights.filter(isUnfit)) };
  const alerts = isMissing ? [notBack, unfit] : [unfit, notBack];
  return alerts.filter(({ entries }) => entries.length > 0);
}

/** Widths in font sizes: of the space between two entries, of the mark and count before them, of `+12 more` after them. */
const between = 0.9;
const markWidth = 2.4;
const moreWidth = 5;
/** How much wider bold capitals are than the letters of a label. */
const capitals = 1.25;

/** An alert as it fits into one line: all entries, else the tails, else the first of them and how many more there are. */
export type FittedAlert = Alert & { readonly shown: readonly string[]; readonly more: number };

/** All in one line where that fits; else a line for each alert, which counts what does not fit. `width` in font sizes. */
export function alertLines(alerts: readonly Alert[], width: number): (readonly FittedAlert[])[] {
  const whole = alerts.map((alert) => ({ ...alert, shown: alert.entries, more: 0 }));
  const needed = whole.reduce((sum, one) => sum + labelWidth(one) + entriesWidth(one.entries) + 2 * between, 0);
  if (alerts.length > 0 && needed <= width) return [whole];
  return alerts.map((alert) => [fitted(alert, width)]);
}

function fitted(alert: Alert, width: number): FittedAlert {
  const room = width - labelWidth(alert);
  const whole = [alert.entries, alert.tails].find((entries) => entriesWidth(entries) <= room);
  if (whole) return { ...alert, shown: whole, more: 0 };
  let count = alert.tails.length - 1;
  while (count > 0 && entriesWidth(alert.tails.slice(0, count)) + moreWidth > room) count--;
  return { ...alert, shown: alert.tails.slice(0, count), more: alert.tails.length - count };
}

function labelWidth({ label }: Alert): number {
  return markWidth + textWidth(label) * capitals;
}

function entriesWidth(entries: readonly string[]): number {
  return entries.reduce((sum, entry) => sum + textWidth(entry) + between, 0);
}
