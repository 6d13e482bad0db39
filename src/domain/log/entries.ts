import { parseRecord, UnreadableAnswer } from '#contract/answers.ts';
import type { ReplicaSet } from '#contract/gateway/ages.ts';
import type { LogEntry, LogKind, LogPlan, LogReading } from '#contract/gateway/log.ts';
import { isRecord } from '#contract/objects.ts';
import { isTransition } from '#domain/maintenance/dueList.ts';
import { type Reminder, reminderStatusId, statusText } from '#domain/maintenance/reminders.ts';
import { type Squawk, toSquawk } from '#domain/maintenance/squawks.ts';
import { isCheckedOut, isCompleted, isVoid } from '#domain/readiness/standing.ts';
import {
  type Booking,
  fullName,
  idKey,
  instructorOf,
  isFlight,
  peopleOf,
  type Person,
  personKey,
  pilotsOf,
  tailOf,
  toBooking,
} from '#domain/reservations/bookings.ts';
import { isSameStatus } from '#domain/reservations/changes.ts';
import type { Instant, Zone } from '#domain/time/time.ts';

/** One changed record of an answer, as the gateway compared it; `null` where there was or is none. */
export type LoggedRecord = {
  readonly set: ReplicaSet;
  /** The aircraft, for reminders and squawks. */
  readonly scope: string;
  readonly id: string;
  readonly before: unknown;
  readonly after: unknown;
};

export type LogContext = {
  readonly zone: Zone;
  /** The tail number of an aircraft by its id; null where it is not known. */
  readonly tailOf: (aircraftId: string) => string | null;
  /** Milliseconds between the answer that `before` was last in and the one that `after` is in. */
  readonly passed: number;
};

/** An entry before it has its number and its time. */
export type LogDraft = Omit<LogEntry, 'seq' | 'at'>;

/**
 * The entries of the log for the changes of one answer: one for each record of which something changed that somebody follows, and
 * one for all odd readings of an aircraft, because one meter moves several reminders. Records that cannot be read have none.
 */
export function logEntries(changes: readonly LoggedRecord[], context: LogContext): LogDraft[] {
  const own = changes.flatMap((change) => entryOf(change, context) ?? []);
  const reminders = changes.filter(({ set }) => set === 'reminders');
  const readings = [...Map.groupBy(reminders, ({ scope }) => scope)].flatMap(([aircraftId, moved]) => {
    return readingsEntry(aircraftId, moved, context) ?? [];
  });
  return [...own, ...readings];
}

/** Null where nothing changed that is followed. */
function entryOf(change: LoggedRecord, context: LogContext): LogDraft | null {
  if (change.set === 'reservations') return reservationEntry(change, context.zone);
  if (change.set === 'reminders') return reminderEntry(change, context);
  return change.set === 'squawks' ? squawkEntry(change, context) : null;
}

type Both<Value> = { readonly before: Value | null; readonly after: Value | null };

/** Both records as they are read; null where one of them cannot be. */
function bothOf<Value>({ before, after }: LoggedRecord, read: (record: unknown) => Value): Both<Value> | null {
  const readOne = (record: unknown) => (record == null ? null : read(record));
  try {
    return { before: readOne(before), after: readOne(after) };
  } catch (error) {
    if (error instanceof UnreadableAnswer) return null;
    throw error;
  }
}

/** A reservation that is void is one that is not there. */
function reservationEntry(change: LoggedRecord, zone: Zone): LogDraft | null {
  const both = bothOf(change, (record) => toBooking(parseRecord('listReservations', record), zone));
  // A list of its own holds what began before all days and still runs: what ends leaves it, and is not gone.
  if (!both || (change.scope !== '' && !(both.before && both.after))) return null;
  const kinds = bookingKinds(there(both.before), there(both.after));
  const booking = both.after ?? both.before;
  if (kinds.length === 0 || !booking) return null;
  const tails = (both.after && tailOf(both.after)) ?? (both.before && tailOf(both.before));
  return {
    kinds,
    aircraftId: booking.aircraftId ?? both.before?.aircraftId ?? null,
    tail: tails,
    people: everyone(both),
    facts: {
      of: 'reservation',
      key: booking.key,
      what: booking.activity || booking.type,
      before: both.before && planOf(both.before),
      after: both.after && planOf(both.after),
    },
  };
}

function there(booking: Booking | null): Booking | null {
  return booking && !isVoid(booking) ? booking : null;
}

function bookingKinds(before: Booking | null, after: Booking | null): LogKind[] {
  if (!before || !after) return before ? ['gone'] : after ? ['booked'] : [];
  const out = isFlight(after) && isCheckedOut(after) && !isCheckedOut(before);
  const back = isFlight(after) && isCompleted(after) && !isCompleted(before);
  const found: readonly (readonly [LogKind, boolean])[] = [
    ['moved', before.start !== after.start || before.end !== after.end],
    ['aircraft-swapped', aircraftKey(before) !== aircraftKey(after)],
    ['instructor-swapped', keysOf(instructorsOf(before)) !== keysOf(instructorsOf(after))],
    ['pilot-swapped', keysOf(pilotsOf(before)) !== keysOf(pilotsOf(after))],
    ['checked-out', out],
    ['back', back],
    ['status', !out && !back && !isSameStatus(before, after)],
  ];
  return found.flatMap(([kind, isSo]) => (isSo ? [kind] : []));
}

/** By its id, or by its tail where the service gives no id. */
function aircraftKey(booking: Booking): string {
  return idKey(booking.aircraftId ?? tailOf(booking) ?? '');
}

function instructorsOf(booking: Booking): Person[] {
  const instructor = instructorOf(booking);
  return instructor ? [instructor] : [];
}

/** The same for the same people in any order. */
function keysOf(people: readonly Person[]): string {
  return JSON.stringify([...new Set(people.map((person) => idKey(personKey(person))))].toSorted());
}

function everyone({ before, after }: Both<Booking>): LogDraft['people'] {
  const all = [after, before].flatMap((booking) => (booking ? peopleOf(booking) : []));
  const byKey = new Map(all.map((person) => [idKey(personKey(person)), person]));
  return Array.from(byKey.values(), ({ userId, name }) => ({ userId, name }));
}

function planOf(booking: Booking): LogPlan {
  const iso = (instant: Instant | null) => (instant === null ? null : new Date(instant).toISOString());
  return {
    start: iso(booking.start),
    end: iso(booking.end),
    aircraftId: booking.aircraftId,
    tail: tailOf(booking),
    instructor: booking.instructor,
    pilots: (booking.record.pilots ?? []).map(fullName).filter(Boolean),
    status: booking.status,
  };
}

/** Reminders that are permanently complied or switched off count as not there, as in the due list. */
function reminderEntry(change: LoggedRecord, context: LogContext): LogDraft | null {
  const both = bothOf(change, (record) => parseRecord('listMaintenanceReminders', record));
  const record = both?.after ?? both?.before;
  if (!both || !record || !isTransition(both)) return null;
  return {
    kinds: ['reminder-status'],
    ...aircraftOf(change.scope, context),
    facts: {
      of: 'reminder',
      key: record.maintenanceReminderId ?? `${change.scope} ${nameOf(record)}`,
      name: nameOf(record),
      before: statusOf(both.before),
      after: statusOf(both.after),
    },
  };
}

function nameOf(reminder: Reminder): string {
  return reminder.name?.trim() || 'Reminder without a name';
}

function statusOf(reminder: Reminder | null) {
  if (!reminder || reminder.permanentlyComplied === true || reminder['active'] === false) return null;
  return { id: reminderStatusId(reminder.status), name: statusText(reminder.status) };
}

function aircraftOf(aircraftId: string, { tailOf: tail }: LogContext) {
  return { aircraftId, tail: tail(aircraftId), people: [] };
}

const hour = 3_600_000;
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
  const hours = Math.max(mostHours, passed / hour / 2);
  return meter === 'hours' ? hours : hours * mostLandings;
}

/** Smaller than any meter shows. */
const nothing = 1e-6;

function readingsEntry(aircraftId: string, changes: readonly LoggedRecord[], context: LogContext): LogDraft | null {
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

function squawkEntry(change: LoggedRecord, context: LogContext): LogDraft | null {
  const { id, scope } = change;
  const read = (record: unknown) => (isRecord(record) ? toSquawk(record, 0, context.zone) : null);
  const [before, after] = [read(change.before), read(change.after)];
  const kinds = squawkKinds(before, after);
  const squawk = after ?? before;
  if (kinds.length === 0 || !squawk) return null;
  return {
    kinds,
    ...aircraftOf(scope, context),
    facts: {
      of: 'squawk',
      id,
      description: shortened(squawk.description),
      isGrounding: squawk.isGrounding,
      isReopened: before?.isResolved === true && after?.isResolved === false,
      action: squawk.action && shortened(squawk.action),
    },
  };
}

/** One that is resolved when it is first seen was never open to us. */
function squawkKinds(before: Squawk | null, after: Squawk | null): LogKind[] {
  const [wasOpen, isOpen] = [before?.isResolved === false, after?.isResolved === false];
  if (!wasOpen) return isOpen ? ['squawk-opened', ...(after?.isGrounding ? (['squawk-grounds'] as const) : [])] : [];
  if (!isOpen) return after ? ['squawk-resolved'] : ['squawk-unlisted'];
  if (before?.isGrounding === after?.isGrounding) return [];
  return [after?.isGrounding ? 'squawk-grounds' : 'squawk-released'];
}

const longest = 300;

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
