import { millisecondsInHour } from 'date-fns/constants';
import { parseRecord } from '#contract/answers.ts';
import type { LogKind, LogLimit, LogReading } from '#contract/gateway/log.ts';
import { unreadIn } from '#contract/tolerant.ts';
import type { Reminder } from '#domain/maintenance/reminders.ts';
import { axisChanges, axisNames, isTransition, seenOf } from '#domain/maintenance/transitions.ts';
import { readDay, type Zone } from '#domain/time/time.ts';
import { aircraftOf, type Both, bothOf, type LogContext, type LogDraft, type LoggedRecord } from './drafts.ts';

/** Reminders that are permanently complied or switched off count as not there, as in the due list. */
export function reminderEntry(change: LoggedRecord, context: LogContext): LogDraft | null {
  const both = bothOf(change, (record) => parseRecord('listMaintenanceReminders', record));
  const record = both?.after ?? both?.before;
  if (!both || !record) return null;
  const [before, after] = [seenOf(both.before), seenOf(both.after)];
  const axes = before && after ? axisChanges(before, after) : [];
  const limits = before && after ? limitChanges(both, context.zone) : [];
  const kinds: LogKind[] = [
    ...(isTransition(both) ? (['reminder-status'] as const) : []),
    ...(limits.length > 0 ? (['reminder-limit'] as const) : []),
  ];
  if (kinds.length === 0) return null;
  return {
    kinds,
    ...aircraftOf(change.scope, context),
    facts: {
      of: 'reminder',
      key: record.maintenanceReminderId ?? `${change.scope} ${nameOf(record)}`,
      name: nameOf(record),
      before: before && before.status,
      after: after && after.status,
      ...(axes.length > 0 ? { axes } : {}),
      ...(limits.length > 0 ? { limits } : {}),
    },
  };
}

/** What a reminder is due at is set by a person: when the work is signed off, or when it is put off. A limit that cannot be read is no change. */
function limitChanges({ before, after }: Both<Reminder>, zone: Zone): LogLimit[] {
  if (!before || !after) return [];
  const [was, is] = [limitsOf(before, zone), limitsOf(after, zone)];
  return (['hours', 'date', 'cycles'] as const).flatMap((axis) => {
    const [old, now] = [was[axis], is[axis]];
    if (old === undefined || now === undefined || isSameLimit(old, now)) return [];
    return [{ axis: axisNames[axis], before: old, after: now }];
  });
}

/** Undefined where there is a limit that cannot be read. */
function limitsOf(record: Reminder, zone: Zone) {
  const { timeOptions: hours, dateOptions: date, cycleOptions: cycles } = record;
  const unread = unreadIn(record);
  const meter = (option: string, limit: Figure, current: Figure) => {
    if (unread.some((path) => path === option || path.startsWith(`${option}.expiration`))) return undefined;
    // Services write an axis that a reminder does not have as 0 of 0.
    return limit === 0 && (current ?? 0) === 0 ? null : (limit ?? null);
  };
  const text = date?.expirationDate?.trim() ?? '';
  const day = readDay(text, zone);
  const isUnread = unread.some((path) => path === 'dateOptions') || (day === null && text !== '' && !isNoDate(text));
  return {
    hours: meter('timeOptions', hours?.expirationHours, hours?.currentHours),
    date: isUnread ? undefined : day,
    cycles: meter('cycleOptions', cycles?.expirationCycles, cycles?.currentCycles),
  };
}

/** A date that stands for none: a year such as 0001, 1753 or 9999. */
function isNoDate(text: string): boolean {
  return /^(0\d|1[0-8])\d\d-|^9999-/.test(text);
}

function isSameLimit(a: LogLimit['before'], b: LogLimit['before']): boolean {
  return typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) < nothing : a === b;
}

function nameOf(reminder: Reminder): string {
  return reminder.name?.trim() || 'Reminder without a name';
}

/** Hours of a meter, and landings to an hour, that no aircraft makes between two looks. */
const mostHours = 8;
const mostLandings = 10;

/**
 * How far a meter may rise between two looks before it "jumped": 8 h, or half of the time that passed where that is more (a look
 * after a day's pause: 12 h); 10 landings for each of these hours. The service gives no time of a reading, and enters it at check-in,
 * so that a flight's whole rise comes at once: the hours that passed since the last look, which is minutes ago, are no bound. In 4,348
 * flights of the made-up school the most at one check-in is 4.8 h, the most of an aircraft in a day 12.8 h and 43 landings (99 % of
 * the days: below 10.3 h); a mistyped digit makes 10 h or more.
 */
export function jumpLimit(meter: LogReading['meter'], passed: number): number {
  const hours = Math.max(mostHours, passed / millisecondsInHour / 2);
  return meter === 'hours' ? hours : hours * mostLandings;
}

/** Smaller than any meter shows. */
const nothing = 1e-6;

/** One entry for all odd readings of an aircraft; null where all meters moved as flights move them. */
export function readingsEntry(
  aircraftId: string,
  changes: readonly LoggedRecord[],
  context: LogContext,
): LogDraft | null {
  const moved = changes.flatMap((change) => readingsOf(change));
  const byMove = Map.groupBy(moved, ({ meter, before, after }) => `${meter} ${before} ${after}`);
  const odd = Array.from(byMove.values(), (same) => ({
    ...(same[0] as LogReading),
    reminders: same.flatMap(({ reminders }) => reminders),
  })).flatMap((reading) => {
    const rise = reading.after - reading.before;
    const kind: LogKind | null =
      rise < -nothing ? 'reading-backward' : rise > jumpLimit(reading.meter, context.passed) ? 'reading-jumped' : null;
    return kind ? [{ kind, reading }] : [];
  });
  if (odd.length === 0) return null;
  const kinds = (['reading-jumped', 'reading-backward'] as const).filter((one) => odd.some(({ kind }) => kind === one));
  return {
    kinds,
    ...aircraftOf(aircraftId, context),
    facts: { of: 'readings', readings: odd.map(({ reading }) => reading) },
  };
}

/** What moved on the meters of one reminder. */
function readingsOf(change: LoggedRecord): LogReading[] {
  const both = bothOf(change, (record) => parseRecord('listMaintenanceReminders', record));
  if (!both?.before || !both.after) return [];
  const { before, after } = both;
  const reading = (meter: LogReading['meter'], was: Figure, is: Figure): LogReading[] =>
    was == null || is == null || was === is ? [] : [{ meter, before: was, after: is, reminders: [nameOf(after)] }];
  return [
    ...reading('hours', before.timeOptions?.currentHours, after.timeOptions?.currentHours),
    ...reading('landings', before.cycleOptions?.currentCycles, after.cycleOptions?.currentCycles),
  ];
}

type Figure = number | null | undefined;
