import { millisecondsInHour } from '#domain/units.ts';
import { parseRecord } from '#contract/answers.ts';
import type { LogKind, LogLimit, LogReading } from '#contract/gateway/log.ts';
import { unreadIn } from '#contract/tolerant.ts';
import type { Reminder } from '#domain/maintenance/reminders.ts';
import { axisChanges, axisNames, isTransition, seenOf } from '#domain/maintenance/transitions.ts';
import { readDay, type Zone } from '#domain/time/time.ts';
import { aircraftOf, type Both, bothOf, type LogContext, type LogDraft, type LoggedRecord } from './drafts.ts';
import { meterJump } from '#domain/thresholds.ts';

/** A reminder that is permanently complied or switched off counts as absent, as in the due list. */
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

/** A person sets a reminder's limit: at sign-off, or when postponing it. An unreadable limit is not a change. */
function limitChanges({ before, after }: Both<Reminder>, zone: Zone): LogLimit[] {
  if (!before || !after) return [];
  const [was, is] = [limitsOf(before, zone), limitsOf(after, zone)];
  return (['hours', 'date', 'cycles'] as const).flatMap((axis) => {
    const [old, now] = [was[axis], is[axis]];
    if (old === undefined || now === undefined || isSameLimit(old, now)) return [];
    return [{ axis: axisNames[axis], before: old, after: now }];
  });
}

/** Undefined for a limit that cannot be read. */
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

/** A placeholder date: a year such as 0001, 1753 or 9999. */
function isNoDate(text: string): boolean {
  return /^(0\d|1[0-8])\d\d-|^9999-/.test(text);
}

function isSameLimit(a: LogLimit['before'], b: LogLimit['before']): boolean {
  return typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) < nothing : a === b;
}

function nameOf(reminder: Reminder): string {
  return reminder.name?.trim() || 'Reminder without a name';
}

/**
 * How far a meter may rise between two reads before it "jumped": 8 h, or half of the time passed if that is more (12 h
 * after a day's pause), and 10 landings for each of these hours. The service gives no time for a reading and enters it
 * at check-in, so a flight's whole rise comes at once. Therefore the time since the last read, usually minutes, sets no
 * bound. In 4,348 flights of the made-up school the largest rise at one check-in is 4.8 h. The largest rise of an
 * aircraft in a day is 12.8 h and 43 landings (99 % of days: below 10.3 h). A mistyped digit makes 10 h or more.
 */
export function jumpLimit(meter: LogReading['meter'], passed: number): number {
  const hours = Math.max(meterJump.hours, passed / millisecondsInHour / 2);
  return meter === 'hours' ? hours : hours * meterJump.landingsAnHour;
}

/** Smaller than the smallest step of any meter. */
const nothing = 1e-6;

/** One entry for all odd readings of an aircraft; null if every meter moved by a plausible amount. */
export function readingsEntry(
  aircraftId: string,
  changes: readonly LoggedRecord[],
  context: LogContext,
): LogDraft | null {
  const moved = changes.flatMap((change) => readingsOf(change));
  const byMove = Map.groupBy(moved, ({ meter, before, after }) => `${meter} ${before} ${after}`);
  const odd = [...byMove.values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const reading = { ...first, reminders: same.flatMap(({ reminders }) => reminders) };
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

/** The meter movements of one reminder. */
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
