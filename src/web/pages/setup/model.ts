import type { Config } from '#contract/gateway/config.ts';
import type { GatewayState } from '#contract/gateway/gatewayState.ts';
import type { IncompletePart, ReplicaState } from '#contract/gateway/replica.ts';
import { setNames } from '#domain/answers/localCopy.ts';
import { isRecord } from '#contract/objects.ts';
import { textOf } from '#domain/answers/unknownMembers.ts';
import { type Clock, clockText, dayText, preciseText, shownDay } from '#domain/time/clock.ts';
import { zoneText } from '#domain/time/clockChange.ts';
import type { Instant } from '#domain/time/time.ts';
import { type BoardScreen, type BoardSettings, defaultSeconds, type ScreenTurn } from '#domain/wall/settings.ts';
import { textSizes } from '#domain/wall/textSizes.ts';

/** A name and its value; null for a value that is not set. */
type Fact = readonly [name: string, value: string | null];

/** How this dashboard reads and shows times. The API does not tell the zone, so a wrong one must be easy to notice. */
export function zoneFacts({ timeZone: zone, zonelessTimes, position }: Config, now: Instant): Fact[] {
  const at = (mode: Clock['mode']) => dateAndClock(now, { zone, mode });
  return [
    ['Time zone', zone],
    ['Offset', zoneText(now, zone)],
    ['Local time now', at('L')],
    ['Zulu time now', at('Z')],
    ['Times without a zone', zonelessTimes === 'utc' ? 'are read as UTC' : 'are read as local time'],
    ['Position', position && `${position.latitude}, ${position.longitude}`],
  ];
}

/** A warning where the operator record names another zone than the settings; null else. */
export function zoneConflict({ timeZone }: Pick<Config, 'timeZone'>, operator: unknown): string | null {
  const named = isRecord(operator) ? textOf(operator, 'timeZone', 'timezone', 'timeZoneId') : null;
  return named === null || named === timeZone
    ? null
    : `The operator record says ${named}, the settings say ${timeZone}: one of them is wrong.`;
}

/** How the gateway is connected to the service; the operator id stands apart because it is drawn as code. */
export function connectionFacts({ embedded, rateLimit, reportOffset }: Config): Fact[] {
  return [
    ['Data source', embedded ? 'embedded operator (a generated school)' : 'configured service'],
    ['Rate limit', rateLimit === null ? 'no limit' : `${rateLimit.toLocaleString('en')} calls in 60 s`],
    ['Offset in reports', reportOffset === 'page' ? 'counts pages, as specified' : 'counts records'],
  ];
}

/** Whether the flight service answers, in words; `state` is null while the gateway has not told. */
export function serviceAnswer(
  state: Pick<GatewayState, 'lastAnswerAt' | 'lastFailure' | 'pausedUntil'> | null,
  now: Instant,
  clock: Clock,
): { readonly isGood: boolean; readonly text: string } {
  if (!state) return { isGood: false, text: 'not known yet' };
  const { lastAnswerAt, lastFailure, pausedUntil } = state;
  const answered = lastAnswerAt === null ? null : Date.parse(lastAnswerAt);
  const last = answered === null ? 'no answer yet' : `last answer ${dateAndClock(answered, clock)}`;
  if (pausedUntil !== null && Date.parse(pausedUntil) > now)
    return { isGood: false, text: `asked for a pause; ${last}` };
  if (lastFailure && (answered === null || Date.parse(lastFailure.at) > answered)) {
    return { isGood: false, text: `last call failed at ${dateAndClock(Date.parse(lastFailure.at), clock)}; ${last}` };
  }
  return answered === null ? { isGood: false, text: last } : { isGood: true, text: `answers; ${last}` };
}

function dateAndClock(instant: Instant, clock: Clock): string {
  return `${dayText(shownDay(instant, clock))} ${clockText(instant, clock)}`;
}

/** The build in the address of the loaded script, `/assets/index-Cx3kQ9.js`; null in development. */
export function buildIn(script: string): string | null {
  return /^[^-]*-([\w-]+)\.js$/.exec(script.slice(script.lastIndexOf('/') + 1))?.[1] ?? null;
}

/** Whether the local copy survives a restart. */
export function storageText({ isDurable }: Pick<ReplicaState['storage'], 'isDurable'>): string {
  return isDurable ? 'Stored in a file; survives a restart.' : 'Kept in memory only; reloaded after a restart.';
}

/** What is wrong with the local copy now, a sentence each. */
export function copyWarnings(
  { storage, resumesAt }: Pick<ReplicaState, 'storage' | 'resumesAt'>,
  clock: Clock,
): string[] {
  return [
    ...(storage.trouble === null ? [] : [storage.trouble]),
    ...(resumesAt === null
      ? []
      : [`Loading resumes at ${preciseText(Date.parse(resumesAt), clock)}: rate limit reached`]),
  ];
}

/** How the service deviated from the specification, how often, and an example as code. */
export type Finding = {
  readonly key: string;
  readonly records: string;
  readonly text: string;
  readonly example: string | null;
};

/** That nothing deviates, of what has been read. */
export function noFindingsText(sets: ReplicaState['sets']): string {
  const isWhole = sets.every(({ known, parts }) => known >= parts);
  return isWhole ? 'None in the service’s latest responses.' : 'None in what has been read so far.';
}

export function findingsOf(findings: ReplicaState['findings']): Finding[] {
  return findings.map(({ set, kind, count, example }) => ({
    key: `${set} ${kind}`,
    records: setNames[set],
    text: `${kind} ${count === 1 ? 'Once' : `${count.toLocaleString('en')} times`}`,
    example,
  }));
}

/** What of the copy did not become complete: how much, the first of it by name, and how many more there are. */
export type IncompleteParts = {
  readonly summary: string;
  readonly lines: readonly { readonly key: string; readonly what: string; readonly text: string }[];
  readonly rest: string | null;
};

/** Null where everything was read at its last attempt. */
export function incompleteParts({ count, parts }: ReplicaState['incomplete'], clock: Clock): IncompleteParts | null {
  if (count === 0) return null;
  const more = count - parts.length;
  return {
    summary: `${count === 1 ? '1 part was' : `${count.toLocaleString('en')} parts were`} not read completely at the last attempt. Each is left alone until its next attempt.`,
    lines: parts.map((part) => ({
      key: `${part.set} ${part.scope} ${part.span?.from ?? ''}`,
      what: partName(part, clock),
      text: attemptsText(part, clock),
    })),
    rest: more > 0 ? `${more.toLocaleString('en')} more` : null,
  };
}

function partName({ set, scope, name, span }: IncompletePart, clock: Clock): string {
  const records = setNames[set];
  if (span) {
    const [from, to] = [span.from, span.to].map((at) => dateAndClock(Date.parse(at), clock));
    return `${records} that start ${from} to ${to}`;
  }
  if (set === 'reservations') return `${records} that began before these days`;
  const of = name ?? scope;
  return of === '' ? records : `${records} of ${of}`;
}

function attemptsText({ attempts, nextAt, failure, isKnown }: IncompletePart, clock: Clock): string {
  const count = attempts === 1 ? '1 attempt' : `${attempts.toLocaleString('en')} attempts`;
  const shown = isKnown ? ' What was read before is still shown.' : '';
  return `${count}, next ${dateAndClock(Date.parse(nextAt), clock)}. ${failure.message}${shown}`;
}

/** The sizes of screen that a board can be previewed at, in pixels. */
const previewSizes = {
  hd: { width: 1920, height: 1080 },
  uhd: { width: 3840, height: 2160 },
  portrait: { width: 1080, height: 1920 },
} as const;

export type Preview = 'off' | keyof typeof previewSizes;

/** The size that is previewed; without a preview, the most common one. */
export function previewSize(preview: Preview) {
  return previewSizes[preview === 'off' ? 'hd' : preview];
}

/** How large the text of a board is on a screen. */
export function textSizeText(
  settings: BoardSettings,
  size: { readonly width: number; readonly height: number },
): string {
  const { legible, easy, isTooFar } = textSizes(settings, size);
  return isTooFar
    ? 'This screen is too small to read from that distance: choose a larger screen or a shorter distance.'
    : `At ${size.width} × ${size.height}, text is at least ${legible} pixels tall, and ${easy} where there is room.`;
}

/** The screens with this one added at the end, or without it; the last one stays. */
export function withScreen(turns: readonly ScreenTurn[], screen: BoardScreen, isShown: boolean): readonly ScreenTurn[] {
  const others = turns.filter((turn) => turn.screen !== screen);
  if (!isShown) return others.length === 0 ? turns : others;
  return others.length < turns.length ? turns : [...turns, { screen, seconds: defaultSeconds }];
}

/** The screens with another time for this one. */
export function withSeconds(turns: readonly ScreenTurn[], screen: BoardScreen, seconds: number): readonly ScreenTurn[] {
  return turns.map((turn) => (turn.screen === screen ? { screen, seconds } : turn));
}

const usualSeconds = [5, 10, 15, 20, 30, 45, 60, 120, 300, 600];

/** The seconds to choose from, ascending, with the current ones. */
export function secondsChoices(current: number): number[] {
  return [...new Set([...usualSeconds, current])].toSorted((a, b) => a - b);
}
