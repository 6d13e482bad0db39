import type { Aircraft } from '#domain/fleet/fleet.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { type Clock, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import {
  type AxisName,
  worstFirst,
  type Reminder,
  reminderStatusId,
  type StatusKind,
  statusKindOf,
  statusText,
} from './reminders.ts';

/** A status as the service gives it. The id decides if there is one; the name is shown. */
type GivenStatus = { readonly id: number | null; readonly name: string };

/** The words for the axes. */
export const axisNames = { hours: 'hours', date: 'date', cycles: 'landings' } as const satisfies Record<
  AxisName,
  string
>;

/** The change in one axis's own status; null if the service gave none. */
export type AxisChange = {
  readonly axis: (typeof axisNames)[AxisName];
  readonly before: GivenStatus | null;
  readonly after: GivenStatus | null;
};

/** The statuses of a reminder that counts. */
type Seen = {
  readonly status: GivenStatus;
  /** The statuses of its axes, which may be worse than the reminder's overall status. */
  readonly axes: ReadonlyMap<AxisName, GivenStatus>;
  /** The worst of all of them. */
  readonly worst: StatusKind;
};

/** A change of one reminder as the gateway logged it; a record is null if there was or is none. */
export type ReminderChange = {
  readonly aircraftId: string;
  readonly id: string;
  readonly before: Reminder | null;
  readonly after: Reminder | null;
  /** When the gateway saw it. */
  readonly seenAt: Instant;
};

/** The change of a reminder; `before` is null for a new one, `after` for a removed one. */
export type Transition = {
  readonly key: string;
  readonly tail: string;
  readonly name: string;
  readonly before: Seen | null;
  readonly after: Seen | null;
  /** When the gateway saw the last change of it. */
  readonly seenAt: Instant;
};

/** Whether a change may be a transition: most changes of reminders are meter readings. */
export function isTransition({ before, after }: Pick<ReminderChange, 'before' | 'after'>): boolean {
  return !isSame(seenOf(before), seenOf(after));
}

/**
 * The net changes of these aircraft's reminders, from changes in order of time, worst outcome first. Reversed changes
 * are left out. A permanently complied or switched-off reminder counts as absent.
 */
export function transitions(changes: readonly ReminderChange[], fleet: readonly Aircraft[]): Transition[] {
  const tailNumbers = new Map(
    fleet.map((aircraft) => [idKey(aircraft.aircraftId), aircraft.tailNumber ?? 'No tail number']),
  );
  const found = new Map<string, Transition>();
  for (const { aircraftId, id, before, after, seenAt } of changes) {
    const tail = tailNumbers.get(idKey(aircraftId));
    if (tail === undefined) continue;
    const key = `${aircraftId} ${id}`;
    const earlier = found.get(key);
    found.set(key, {
      key,
      tail,
      name: (after ?? before)?.name?.trim() || 'Reminder without a name',
      before: earlier ? earlier.before : seenOf(before),
      after: seenOf(after),
      seenAt,
    });
  }
  return [...found.values()].filter(({ before, after }) => !isSame(before, after)).toSorted(byOutcome);
}

/** The statuses of a reminder; null without a record, and for one that is permanently complied or switched off. */
export function seenOf(record: Reminder | null): Seen | null {
  if (!record || record.permanentlyComplied === true || record['active'] === false) return null;
  const { timeOptions, dateOptions, cycleOptions } = record;
  const given = [
    ['hours', timeOptions?.typeStatus],
    ['date', dateOptions?.typeStatus],
    ['cycles', cycleOptions?.typeStatus],
  ] as const;
  const givenAxes = given.flatMap(([axis, status]) => (status?.id == null && !status?.name ? [] : [{ axis, status }]));
  const all = [record.status, ...givenAxes.map(({ status }) => status)].map(statusKindOf);
  return {
    status: givenStatus(record.status),
    axes: new Map(givenAxes.map(({ axis, status }) => [axis, givenStatus(status)])),
    worst: all.toSorted(worstFirst)[0] ?? 'unknown',
  };
}

function givenStatus(status: Parameters<typeof statusText>[0]): GivenStatus {
  return { id: status?.id ?? reminderStatusId(status), name: statusText(status) };
}

/** The changes of the axes, in the order hours, date, landings. A new OK axis is no change, and neither is the removal of one. */
export function axisChanges(before: Seen, after: Seen): AxisChange[] {
  return (['hours', 'date', 'cycles'] as const).flatMap((axis) => {
    const [was, is] = [before.axes.get(axis) ?? null, after.axes.get(axis) ?? null];
    return isSameStatus(was ?? fine, is ?? fine) ? [] : [{ axis: axisNames[axis], before: was, after: is }];
  });
}

const fine: GivenStatus = { id: 1, name: 'OK' };

function isSame(a: Seen | null, b: Seen | null): boolean {
  if (!a || !b) return a === b;
  return isSameStatus(a.status, b.status) && axisChanges(a, b).length === 0;
}

function isSameStatus(a: GivenStatus, b: GivenStatus): boolean {
  return a.id === b.id && (a.id !== null || a.name === b.name);
}

/** Removed reminders come last. */
function byOutcome({ after: a }: Transition, { after: b }: Transition): number {
  if (!a || !b) return Number(!a) - Number(!b);
  return worstFirst(a.worst, b.worst);
}

type BothStatuses = { readonly before: GivenStatus; readonly after: GivenStatus };

/**
 * The change of a reminder's statuses: `OK → Expired`. If only one axis changed, that axis and its change: `date`, and
 * `OK → Expired, overall OK`. An axis appears beside the reminder's own change only if its result differs. Empty if
 * nothing changed.
 */
export function statusWords(
  { before, after }: BothStatuses,
  axes: readonly AxisChange[],
): { readonly axis: string | null; readonly words: string } {
  const changed = (was: GivenStatus | null, is: GivenStatus | null) => `${was?.name ?? 'none'} → ${is?.name ?? 'none'}`;
  const [only] = axes;
  if (!isSameStatus(before, after)) {
    const others = axes.filter((axis) => !isSameStatus(axis.after ?? fine, after));
    const own = others.map((other) => `${other.axis} ${changed(other.before, other.after)}`);
    return { axis: null, words: [changed(before, after), ...own].join(', ') };
  }
  if (!only) return { axis: null, words: '' };
  const overall = `overall ${after.name}`;
  if (axes.length === 1) return { axis: only.axis, words: `${changed(only.before, only.after)}, ${overall}` };
  const all = axes.map((axis) => `${axis.axis} ${changed(axis.before, axis.after)}`);
  return { axis: null, words: [...all, overall].join(', ') };
}

/** `N512SP 100-hour OK → Warning, seen 0925L`, `N512SP Annual (date) OK → Expired, overall OK, seen 0925L`. */
export function transitionText({ tail, name, before, after, seenAt }: Transition, now: Instant, clock: Clock): string {
  const seen = `seen ${whenText(seenAt, now, clock)}`;
  if (!before || !after) {
    const what = after ? `is new, ${after.status.name}` : `is gone, was ${before?.status.name}`;
    return `${tail} ${name} ${what}, ${seen}`;
  }
  const { axis, words } = statusWords({ before: before.status, after: after.status }, axisChanges(before, after));
  return `${tail} ${name} ${axis ? `(${axis}) ` : ''}${words}, ${seen}`;
}
