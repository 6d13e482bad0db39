import { millisecondsInHour } from '#domain/units.ts';
import type { Config } from '#contract/gateway/config.ts';
import type { GatewayState } from '#contract/gateway/gatewayState.ts';
import type { IncompletePart, ReplicaState } from '#contract/gateway/replica.ts';
import { isRecord, namesOf } from '#contract/objects.ts';
import { setRow } from '#contract/sets.ts';
import { textOf } from '#domain/answers/members.ts';
import { type Clock, clockText, dayText, preciseText, shownDay } from '#domain/time/clock.ts';
import { zoneText } from '#domain/time/clockChange.ts';
import type { Instant } from '#domain/time/time.ts';
import { dutyPeriod, flightLimit, schoolThresholds } from '#domain/thresholds.ts';
import { rules, ruleSetOf } from '#domain/ruleSets.ts';
import { type BoardScreen, type BoardSettings, defaultSeconds, type ScreenTurn } from '#domain/wall/settings.ts';
import { textSizes } from '#domain/wall/textSizes.ts';
import { counted, numberText } from '#domain/words.ts';

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

/** A warning if the operator record names another zone than the settings; otherwise null. */
export function zoneConflict({ timeZone }: Pick<Config, 'timeZone'>, operator: unknown): string | null {
  const named = isRecord(operator) ? textOf(operator, 'timeZone', 'timezone', 'timeZoneId') : null;
  return named === null || named === timeZone
    ? null
    : `The operator record says ${named}, the settings say ${timeZone}: one of them is wrong.`;
}

/** How the gateway is connected to the service; the operator id is separate because it is drawn as code. */
export function connectionFacts({ embedded, rateLimit, reportOffset }: Config): Fact[] {
  return [
    ['Data source', embedded ? 'embedded operator (a generated school)' : 'configured service'],
    ['Rate limit', rateLimit === null ? 'no limit' : `${numberText(rateLimit)} calls in 60 s`],
    ['Offset in reports', reportOffset === 'page' ? 'counts pages, as specified' : 'counts records'],
  ];
}

type ThresholdName = keyof typeof schoolThresholds;

/** The effect of each threshold, in the order of the table. */
const thresholdWords: { readonly [Name in ThresholdName]: readonly [name: string, use: string] } = {
  lateGrace: ['Grace', 'A start or a return that is late by no more than this is not marked.'],
  notBackRed: ['Not back: red', 'An aircraft that is not back this long after its booked end turns red.'],
  notBackGravest: ['Not back: most serious', 'From then on the aircraft comes before everything else on the overview.'],
  turnaround: [
    'Turnaround',
    'An aircraft that is not back needs this long before its next flight. With less, that is “Do not dispatch”.',
  ],
  leavesSoon: ['Leaves soon', 'Flights that leave within this time come first in the fleet and on the overview.'],
  checkoutEndsSoon: ['Checkout ends soon', 'The dispatch check shows a checkout that ends this soon after the flight.'],
  readAge: ['Records too old', 'Reminders and squawks that were read longer ago count as not known.'],
  limitAhead: ['Maintenance due soon', 'The overview lists limits within this time that have no shop visit.'],
  visitHours: [
    'Shop visit: hours left',
    'A shop visit without a stated purpose counts for a reminder with no more hours left.',
  ],
  visitTime: [
    'Shop visit: days left',
    'A shop visit without a stated purpose counts for a reminder with no more days left.',
  ],
  shopBays: ['Shop: bays', 'The shop planner puts no more aircraft than this in the shop at once.'],
  shopOpens: ['Shop: opens', 'The shop planner counts shop hours from then on.'],
  shopCloses: ['Shop: closes', 'The shop planner counts shop hours until then.'],
  shopDays: ['Shop: days a week', 'The shop planner counts this many days of each week, starting on Monday.'],
  factorFlights: [
    'Measured factor: flights',
    'With this many flights, forecasts use the measured meter hours per booked hour of an aircraft.',
  ],
  hoursFactor: [
    'Meter hours per booked hour',
    'Forecasts use this factor where too few flights were measured. A choice on the maintenance page replaces both there.',
  ],
};

/** A threshold of the rules: its meaning, its source, and its setting; null for a regulation. */
export type ThresholdRow = {
  readonly name: string;
  readonly use: string;
  readonly figure: string;
  readonly source: string;
  readonly setting: string | null;
};

/** The rules of the school's country, and what they fix or leave out. */
function regulations({ ruleSet, timeZone }: Pick<Config, 'ruleSet' | 'timeZone'>): ThresholdRow[] {
  const set = ruleSet ?? ruleSetOf(timeZone);
  const { name, instructionHours, soloNight, night } = rules(set);
  const cited = (cite: string | null) => (cite === null ? '' : ` (${cite})`);
  const under = name === null ? 'without rules of a country' : `under ${name}`;
  const isUsual = set === ruleSetOf(timeZone);
  return [
    {
      name: 'Rules',
      use: 'The checks cite these rules, and check nothing by any others.',
      figure: name ?? 'none',
      source: isUsual ? 'usual for the time zone' : 'set by the school',
      setting: 'RULES',
    },
    {
      name: 'Instruction hours',
      use:
        instructionHours === null
          ? `Instruction hours: not checked ${under}.`
          : `An instructor with more booked is listed on the overview${cited(instructionHours)}.`,
      figure:
        instructionHours === null
          ? 'not checked'
          : `${flightLimit / millisecondsInHour} hours in any ${dutyPeriod / millisecondsInHour}`,
      source: 'regulation',
      setting: null,
    },
    {
      name: 'Night',
      use: `A flight in this time is marked as a night flight${cited(night)}.`,
      figure: 'after civil twilight',
      source: night === null ? 'habit' : 'regulation',
      setting: null,
    },
    {
      name: 'Student solo at night',
      use:
        soloNight === null
          ? `A caution in the dispatch check; no rule is checked ${under}.`
          : `A caution in the dispatch check${cited(soloNight)}.`,
      figure: 'after civil twilight',
      source: soloNight === null ? 'habit' : 'regulation',
      setting: null,
    },
  ];
}

/** The thresholds of the school, then the regulations. The heading counts those that the school set. */
export function thresholdRows(config: Pick<Config, 'thresholds' | 'ruleSet' | 'timeZone'>) {
  const { thresholds } = config;
  const ownThresholdRows = namesOf(schoolThresholds).map((of): ThresholdRow => {
    const { setting, default: defaultValue, unit } = schoolThresholds[of];
    const [name, use] = thresholdWords[of];
    const figureOf = (value: number) => figureText(value, unit);
    const value = thresholds[setting] ?? defaultValue;
    const source = value === defaultValue ? 'usual' : `set by the school; usual: ${figureOf(defaultValue)}`;
    return { name, use, figure: figureOf(value), source, setting };
  });
  const rows = [...ownThresholdRows, ...regulations(config)];
  const set = ownThresholdRows.filter(({ source }) => source !== 'usual').length;
  return { rows, count: `${rows.length} in all, ${set} set by the school` };
}

function figureText(value: number, unit: (typeof schoolThresholds)[ThresholdName]['unit']): string {
  if (unit === 'factor') return numberText(value);
  return unit === 'hour of the day' ? `${String(value).padStart(2, '0')}00` : counted(value, unit);
}

/** Whether the flight service answers, in words; `state` is null until the gateway answers. */
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
export function storageText({ isDurable, sharing }: Omit<ReplicaState['storage'], 'trouble'>): string {
  if (sharing !== undefined) return sharing;
  return isDurable ? 'Stored in a file; survives a restart.' : 'Kept in memory only; reloaded after a restart.';
}

/** Present problems of the local copy, one sentence each. */
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

/** Says that no answer so far deviated. */
export function noFindingsText(sets: ReplicaState['sets']): string {
  const isWhole = sets.every(({ known, parts }) => known >= parts);
  return isWhole ? 'None in the service’s latest responses.' : 'None in the data loaded so far.';
}

export function findingsOf(findings: ReplicaState['findings']): Finding[] {
  return findings.map(({ set, kind, count, example }) => ({
    key: `${set} ${kind}`,
    records: setRow(set).name,
    text: `${kind} ${count === 1 ? 'Once' : `${numberText(count)} times`}`,
    example,
  }));
}

/** The incomplete parts of the copy: their number, the first ones by name, and how many more. */
export type IncompleteParts = {
  readonly summary: string;
  readonly lines: readonly { readonly key: string; readonly what: string; readonly text: string }[];
  readonly rest: string | null;
};

/** Null if the last attempt read everything. */
export function incompleteParts({ count, parts }: ReplicaState['incomplete'], clock: Clock): IncompleteParts | null {
  if (count === 0) return null;
  const more = count - parts.length;
  return {
    summary: `${counted(count, 'part was', 'parts were')} not fully loaded at the last attempt. Each waits for its next attempt.`,
    lines: parts.map((part) => ({
      key: `${part.set} ${part.scope} ${part.span?.from ?? ''}`,
      what: partName(part, clock),
      text: attemptsText(part, clock),
    })),
    rest: more > 0 ? `${numberText(more)} more` : null,
  };
}

function partName({ set, scope, name, span }: IncompletePart, clock: Clock): string {
  const records = setRow(set).name;
  if (span) {
    const [from, to] = [span.from, span.to].map((at) => dateAndClock(Date.parse(at), clock));
    return `${records} that start ${from} to ${to}`;
  }
  if (set === 'reservations') return `${records} that began before these days`;
  const of = name ?? scope;
  return of === '' ? records : `${records} of ${of}`;
}

function attemptsText({ attempts, nextAt, failure, isKnown }: IncompletePart, clock: Clock): string {
  const count = counted(attempts, 'attempt');
  const shown = isKnown ? ' Data loaded before is still shown.' : '';
  return `${count}, next ${dateAndClock(Date.parse(nextAt), clock)}. ${failure.message}${shown}`;
}

/** The screen sizes for the preview of a board, in pixels. */
const previewSizes = {
  hd: { width: 1920, height: 1080 },
  uhd: { width: 3840, height: 2160 },
  portrait: { width: 1080, height: 1920 },
} as const;

export type Preview = 'off' | keyof typeof previewSizes;

/** The size of the preview; the most common one if there is no preview. */
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

/** The screens with this one added at the end, or without it. The only remaining screen stays. */
export function withScreen(turns: readonly ScreenTurn[], screen: BoardScreen, isShown: boolean): readonly ScreenTurn[] {
  const others = turns.filter((turn) => turn.screen !== screen);
  if (!isShown) return others.length === 0 ? turns : others;
  return others.length < turns.length ? turns : [...turns, { screen, seconds: defaultSeconds }];
}

/** The screens with another time for this one. */
export function withSeconds(turns: readonly ScreenTurn[], screen: BoardScreen, seconds: number): readonly ScreenTurn[] {
  return turns.map((turn) => (turn.screen === screen ? { screen, seconds } : turn));
}

const offeredSeconds = [5, 10, 15, 20, 30, 45, 60, 120, 300, 600];

/** The seconds to choose from, ascending, with the current ones. */
export function secondsChoices(current: number): number[] {
  return [...new Set([...offeredSeconds, current])].toSorted((a, b) => a - b);
}
