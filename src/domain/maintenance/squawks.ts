import { type FreeForm, isRecord } from '#contract/objects.ts';
import { isSeverity, squawkMember } from '#contract/squawkMembers.ts';
import { type Member, restOf, textOf } from '#domain/answers/members.ts';
import { type Clock, clockText, dayText, shownDay, whenText } from '#domain/time/clock.ts';
import { type Instant, readStart, wallText, type Zone } from '#domain/time/time.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { dateText } from './reminders.ts';

/** Whether a squawk says that the aircraft must not fly; `not known` if it says something that cannot be read. */
export type Grounding = 'yes' | 'no' | 'not known';

/** A squawk with the members that are recognised; the specification does not show them (section 2.9). */
export type Squawk = {
  readonly key: string;
  readonly description: string;
  readonly created: Instant | null;
  readonly isResolved: boolean;
  /** The time, if the service gives it. */
  readonly resolved: Instant | null;
  readonly grounding: Grounding;
  readonly action: string | null;
  readonly reference: string | null;
  readonly workOrder: string | null;
  /** Everything else. */
  readonly rest: readonly Member[];
  readonly record: FreeForm;
};

const plainMembers = ['squawkId', 'aircraftId', 'description', 'referenceNumber', 'workOrderDisplayNumber'];
const dates = { created: ['created', 'createdDate'], resolved: ['resolved', 'resolvedDate', 'resolvedOn'] } as const;

/**
 * Reads a squawk of any form; a member in an unexpected form goes to `rest`. A squawk is open unless it is clearly
 * resolved. It grounds only by its own members, never by the words of its description.
 */
export function toSquawk(record: FreeForm, index: number, zone: Zone): Squawk {
  const instant = (names: readonly string[]) =>
    names.map((name) => readStart(textOf(record, name), zone)).find((value) => value !== null) ?? null;
  const resolved = instant(dates.resolved);
  const actions = ['correctiveAction', 'actionTaken'].filter((name) => textOf(record, name) !== null);
  const read = [
    ...plainMembers.filter((name) => textOf(record, name) !== null),
    ...[...dates.created, ...dates.resolved].filter((name) => isDate(textOf(record, name), zone)),
    ...Object.keys(record).filter((name) => isFlagName(name) && flagOf(record[name]) !== null),
    ...actions.slice(0, 1),
  ];
  return {
    key: textOf(record, 'squawkId') ?? `squawk ${index}`,
    description: textOf(record, 'description') ?? 'No description',
    created: instant(dates.created),
    isResolved:
      resolved !== null ||
      flagOf(record['resolved']) === true ||
      dates.resolved.some((name) => isUsDate(record[name])) ||
      (flagOf(record['resolved']) === null && hasResolvedStatus(record)),
    resolved,
    grounding: groundingOf(record, zone),
    action: textOf(record, 'correctiveAction', 'actionTaken'),
    reference: textOf(record, 'referenceNumber'),
    workOrder: textOf(record, 'workOrderDisplayNumber'),
    rest: restOf(record, read),
    record,
  };
}

function isFlagName(name: string): boolean {
  return name === 'resolved' || squawkMember(name) === 'grounding' || squawkMember(name) === 'airworthy';
}

/** Flags as services write them; null for a value that is neither true nor false, which is not guessed. */
function flagOf(value: unknown): boolean | null {
  if (typeof value !== 'boolean' && typeof value !== 'string' && typeof value !== 'number') return null;
  const word = String(value).trim().toLowerCase();
  if (['true', '1', 'yes', 'y'].includes(word)) return true;
  return ['false', '0', 'no', 'n'].includes(word) ? false : null;
}

/** True for an open squawk that says that the aircraft must not fly. */
export function isGrounding({ grounding, isResolved }: Pick<Squawk, 'grounding' | 'isResolved'>): boolean {
  return grounding === 'yes' && !isResolved;
}

/** True for an open squawk that grounds the aircraft, or whose record does not tell. */
export function mayGround({ grounding, isResolved }: Pick<Squawk, 'grounding' | 'isResolved'>): boolean {
  return grounding !== 'no' && !isResolved;
}

/**
 * By all members that say something about it, whatever their name and form. The worst counts: a severity of “Grounding”
 * beside a flag of false grounds. A severity such as “Critical” leaves it open unless a flag answers it.
 */
function groundingOf(record: FreeForm, zone: Zone): Grounding {
  const flags: Grounding[] = [];
  const styles: Grounding[] = [];
  for (const [name, value] of Object.entries(record)) {
    const member = value === null || value === '' ? null : squawkMember(name);
    if (member === 'grounding') flags.push(groundingFlag(value, zone));
    else if (member === 'airworthy') flags.push(reversed(groundingFlag(value, zone)));
    else if (member === 'style') styles.push(groundingStyle(value, isSeverity(name)));
  }
  if (flags.includes('yes') || styles.includes('yes')) return 'yes';
  if (flags.includes('not known')) return 'not known';
  return flags.length === 0 && styles.includes('not known') ? 'not known' : 'no';
}

function reversed(grounding: Grounding): Grounding {
  if (grounding === 'not known') return grounding;
  return grounding === 'yes' ? 'no' : 'yes';
}

/** A Status object (section 2.1) by its name, if it has one. */
function namedValue(value: unknown): unknown {
  return isRecord(value) && typeof value['name'] === 'string' ? value['name'] : value;
}

function groundingFlag(given: unknown, zone: Zone): Grounding {
  const value = namedValue(given);
  const flag = flagOf(value);
  if (flag !== null) return flag ? 'yes' : 'no';
  if (typeof value !== 'string') return 'not known';
  // A flag may be the date since which it is true.
  if (isDate(value, zone)) return readStart(value, zone) === null ? 'no' : 'yes';
  if (isNotGrounding.test(value)) return 'no';
  return isGroundingWord.test(value) ? 'yes' : 'not known';
}

const isGroundingWord = /\b(grounding|grounded|grounds|aog|aircraft on ground|no[- ]?go|unairworthy|do not fly)\b/i;
const isNotGrounding = /\b(no|not|non|never|un)\b[- ]*(ground(ing|ed|s)?|aog|unairworthy)\b/i;
/** Words of severity that leave open whether the aircraft may fly. */
const isSerious = /\b(critical|severe|serious|urgent|emergency|unsafe|safety)\b/i;

function groundingStyle(given: unknown, isOfSeverity: boolean): Grounding {
  const value = namedValue(given);
  if (typeof value === 'string') {
    if (isNotGrounding.test(value)) return 'no';
    if (isGroundingWord.test(value)) return 'yes';
    return isOfSeverity && isSerious.test(value) ? 'not known' : 'no';
  }
  return isOfSeverity && value !== 0 ? 'not known' : 'no';
}

/** `Resolved` or `Closed`; a deferred squawk is open. */
function hasResolvedStatus(record: FreeForm): boolean {
  return Object.entries(record).some(([name, given]) => {
    const value = squawkMember(name) === 'style' && /stat(us|e)/i.test(name) ? namedValue(given) : null;
    return typeof value === 'string' && /^\s*(resolved|closed)\s*$/i.test(value);
  });
}

/** `5/31/2026`: the exact time is uncertain, but the squawk was resolved. */
function isUsDate(value: unknown): boolean {
  return typeof value === 'string' && /^\s*\d{1,2}\/\d{1,2}\/(19|20)\d\d\b/.test(value);
}

/** A date, or a value that means no date. Neither goes to `rest`. */
function isDate(text: string | null, zone: Zone): boolean {
  return text !== null && (readStart(text, zone) !== null || /^((0\d|1[0-8])\d\d|9999)-/.test(text));
}

/** Grounding squawks first, then those that may ground, then open ones, then resolved ones; the newest first in each group. */
export function byImportance(a: Squawk, b: Squawk): number {
  return rank(a) - rank(b) || newest(b) - newest(a) || (a.key < b.key ? -1 : 1);
}

/** The order of open squawks: the worst first. */
export const groundingRanks: { readonly [Says in Grounding]: number } = { yes: 0, 'not known': 1, no: 2 };

function rank({ isResolved, grounding }: Squawk): number {
  return isResolved ? 3 : groundingRanks[grounding];
}

/** Undated ones last. */
function newest({ isResolved, resolved, created }: Squawk): number {
  return (isResolved ? resolved : null) ?? created ?? -8.64e15;
}

/** The answer about one aircraft's squawks, and when it was current. */
export type AircraftSquawks = {
  readonly aircraft: Aircraft;
  readonly records: readonly FreeForm[];
  readonly asOf: Instant;
};

/** A squawk with its aircraft. */
export type FleetSquawk = {
  readonly key: string;
  readonly aircraft: Aircraft;
  readonly squawk: Squawk;
  /** Milliseconds since it was found; null if no date says so. */
  readonly age: number | null;
  /** Other squawks of the same aircraft with the same words, open or resolved, the newest first. */
  readonly repeats: readonly Squawk[];
  readonly asOf: Instant;
};

/** The open squawks of the fleet: grounding ones first, then those that may ground, then the longest open; undated ones last. */
export function openSquawks(answers: readonly AircraftSquawks[], zone: Zone, now: Instant): FleetSquawk[] {
  const rows = answers.flatMap(({ aircraft, records, asOf }) => {
    const ownSquawks = unique(records.map((record, index) => toSquawk(record, index, zone)));
    const alike = Map.groupBy(ownSquawks, (squawk) => sameWords(squawk.description));
    return ownSquawks
      .filter(({ isResolved }) => !isResolved)
      .map((squawk): FleetSquawk => {
        const others = (alike.get(sameWords(squawk.description)) ?? []).filter((other) => other !== squawk);
        return {
          key: `${aircraft.aircraftId} ${squawk.key}`,
          aircraft,
          squawk,
          age: squawk.created === null ? null : Math.max(0, now - squawk.created),
          repeats: others.toSorted((a, b) => (b.created ?? 0) - (a.created ?? 0)),
          asOf,
        };
      });
  });
  return rows.toSorted(byAttention);
}

/** If a service sends an id twice, the later record counts. */
function unique(squawks: readonly Squawk[]): readonly Squawk[] {
  return [...new Map(squawks.map((squawk) => [squawk.key.toLowerCase(), squawk])).values()];
}

/** Two squawks match if their words are the same, whatever their order, letter case and marks. */
function sameWords(description: string): string {
  const words = description.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].toSorted().join(' ');
}

function byAttention(a: FleetSquawk, b: FleetSquawk): number {
  return rank(a.squawk) - rank(b.squawk) || (b.age ?? -1) - (a.age ?? -1) || (a.key < b.key ? -1 : 1);
}

/**
 * When a squawk was found or resolved: `Tue 5 May 0800L`, with the year if it is a different one. Services write a date without a
 * time as midnight at the operator; then only the day is shown.
 */
export function squawkTime(instant: Instant, now: Instant, clock: Clock): string {
  if (wallText(instant, clock.zone).slice(11, 19) === '00:00:00') return dateText(instant, now, clock.zone);
  const isThisYear = wallText(instant, clock.zone).slice(0, 4) === wallText(now, clock.zone).slice(0, 4);
  if (isThisYear) return whenText(instant, now, clock);
  return `${dayText(shownDay(instant, clock))} ${shownDay(instant, clock).slice(0, 4)} ${clockText(instant, clock)}`;
}
