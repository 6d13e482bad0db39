import type { FreeForm } from '#contract/objects.ts';
import { type Member, restOf, textOf } from '#domain/answers/unknownMembers.ts';
import { type Clock, clockText, dayText, shownDay, whenText } from '#domain/time/clock.ts';
import { type Instant, readStart, wallText, type Zone } from '#domain/time/time.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { dateText } from './reminders.ts';

/** A squawk with the members that are recognised; the specification does not show them (section 2.9). */
export type Squawk = {
  readonly key: string;
  readonly description: string;
  readonly created: Instant | null;
  readonly isResolved: boolean;
  /** The time, if the service gives it. */
  readonly resolved: Instant | null;
  readonly isGrounding: boolean;
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
 * resolved. It grounds only by its own flag, never by the words of its description.
 */
export function toSquawk(record: FreeForm, index: number, zone: Zone): Squawk {
  const instant = (names: readonly string[]) =>
    names.map((name) => readStart(textOf(record, name), zone)).find((one) => one !== null) ?? null;
  const resolved = instant(dates.resolved);
  const actions = ['correctiveAction', 'actionTaken'].filter((name) => textOf(record, name) !== null);
  const read = [
    ...plainMembers.filter((name) => textOf(record, name) !== null),
    ...[...dates.created, ...dates.resolved].filter((name) => isDate(textOf(record, name), zone)),
    ...['resolved', 'groundAircraft'].filter((name) => isTrue(record[name]) || isFalse(record[name])),
    ...actions.slice(0, 1),
  ];
  return {
    key: textOf(record, 'squawkId') ?? `squawk ${index}`,
    description: textOf(record, 'description') ?? 'No description',
    created: instant(dates.created),
    isResolved:
      resolved !== null || isTrue(record['resolved']) || dates.resolved.some((name) => isUsDate(record[name])),
    resolved,
    isGrounding: isTrue(record['groundAircraft']),
    action: textOf(record, 'correctiveAction', 'actionTaken'),
    reference: textOf(record, 'referenceNumber'),
    workOrder: textOf(record, 'workOrderDisplayNumber'),
    rest: restOf(record, read),
    record,
  };
}

/** Flags as services write them. A value that is neither true nor false is not guessed. */
function isTrue(value: unknown): boolean {
  return isWord(value, 'true', '1');
}

function isFalse(value: unknown): boolean {
  return isWord(value, 'false', '0');
}

function isWord(value: unknown, ...words: readonly string[]): boolean {
  if (typeof value !== 'boolean' && typeof value !== 'string' && typeof value !== 'number') return false;
  return words.includes(String(value).trim().toLowerCase());
}

/** `5/31/2026`: the exact time is uncertain, but the squawk was resolved. */
function isUsDate(value: unknown): boolean {
  return typeof value === 'string' && /^\s*\d{1,2}\/\d{1,2}\/(19|20)\d\d\b/.test(value);
}

/** A date, or a value that means no date. Neither goes to `rest`. */
function isDate(text: string | null, zone: Zone): boolean {
  return text !== null && (readStart(text, zone) !== null || /^((0\d|1[0-8])\d\d|9999)-/.test(text));
}

/** Grounding squawks first, then open ones, then resolved ones; the newest first in each group. */
export function byImportance(a: Squawk, b: Squawk): number {
  return rank(a) - rank(b) || newest(b) - newest(a) || (a.key < b.key ? -1 : 1);
}

function rank({ isResolved, isGrounding }: Squawk): number {
  if (isResolved) return 2;
  return isGrounding ? 0 : 1;
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

/** The open squawks of the fleet: grounding ones first, then the longest open; undated ones last. */
export function openSquawks(answers: readonly AircraftSquawks[], zone: Zone, now: Instant): FleetSquawk[] {
  const rows = answers.flatMap(({ aircraft, records, asOf }) => {
    const own = unique(records.map((record, index) => toSquawk(record, index, zone)));
    const alike = Map.groupBy(own, (squawk) => sameWords(squawk.description));
    return own
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
  const grounding = Number(b.squawk.isGrounding) - Number(a.squawk.isGrounding);
  return grounding || (b.age ?? -1) - (a.age ?? -1) || (a.key < b.key ? -1 : 1);
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
