import type { DatabaseSync } from 'node:sqlite';
import { secondsInDay } from '#domain/units.ts';
import { readRow, readRows } from '#operator/rows.ts';
import type { ZoneClock } from '#operator/school/zone.ts';

/** 1 OK, 2 Warning, 3 Expired (section 3). */
type ReminderStatus = 1 | 2 | 3;

/** One of a reminder's limits: a date in epoch seconds, tach hours with one decimal, or cycles in landings. */
export type ReminderAxis = {
  readonly status: ReminderStatus;
  readonly current: number;
  readonly expiration: number;
  /** Text for people, with US dates. */
  readonly message: string;
};

export type ReminderReading = {
  readonly id: number;
  readonly guid: string;
  readonly name: string;
  /** The worst of its axes. */
  readonly status: ReminderStatus;
  readonly permanentlyComplied: boolean;
  readonly date: ReminderAxis | null;
  readonly hours: ReminderAxis | null;
  readonly cycles: ReminderAxis | null;
};

type Row = {
  id: number;
  guid: string;
  name: string;
  warn_tenths: number;
  warn_days: number;
  warn_cycles: number;
  due_at: number | null;
  due_tach_tenths: number | null;
  due_landings: number | null;
  permanent: number;
};

/** An aircraft's reminders at `now`, in order of id. Throws `RangeError` for an unknown aircraft. */
export function remindersOf(
  database: DatabaseSync,
  clock: ZoneClock,
  aircraftId: number,
  now: number,
): ReminderReading[] {
  const meters = metersOf(database, aircraftId, now);
  const rows = readRows<Row>(database, reminderQuery, { aircraftId, now });
  return rows.map((row) => readingOf(row, meters, clock, now));
}

const reminderQuery = `
  SELECT reminder.id, guid, name, warn_tenths, warn_days, warn_cycles, due_at, due_tach_tenths, due_landings, permanent
  FROM reminder JOIN compliance ON compliance.id = (
    SELECT id FROM compliance WHERE reminder_id = reminder.id AND at <= :now ORDER BY at DESC, id DESC LIMIT 1)
  WHERE aircraft_id = :aircraftId ORDER BY reminder.id`;

function readingOf(row: Row, meters: Meters, clock: ZoneClock, now: number): ReminderReading {
  const date = dateAxis(row, clock, now);
  const hours = hoursAxis(row, meters);
  const cycles = cyclesAxis(row, meters);
  const statuses = new Set([date, hours, cycles].map((axis) => axis?.status));
  const worst = statuses.has(3) ? 3 : statuses.has(2) ? 2 : 1;
  const { id, guid, name } = row;
  return { id, guid, name, status: worst, permanentlyComplied: row.permanent === 1, date, hours, cycles };
}

function dateAxis(row: Row, clock: ZoneClock, now: number): ReminderAxis | null {
  if (row.due_at === null) return null;
  const status = statusOf(row.due_at - now, row.warn_days * secondsInDay);
  return { status, current: now, expiration: row.due_at, message: reminderMessages.date(clock, now, row.due_at) };
}

function hoursAxis(row: Row, meters: Meters): ReminderAxis | null {
  if (row.due_tach_tenths === null) return null;
  const [current, expiration] = [meters.tachTenths / 10, row.due_tach_tenths / 10];
  const status = statusOf(row.due_tach_tenths - meters.tachTenths, row.warn_tenths);
  return { status, current, expiration, message: reminderMessages.hours(current, expiration) };
}

function cyclesAxis(row: Row, meters: Meters): ReminderAxis | null {
  if (row.due_landings === null) return null;
  const status = statusOf(row.due_landings - meters.landings, row.warn_cycles);
  const message = reminderMessages.cycles(meters.landings, row.due_landings);
  return { status, current: meters.landings, expiration: row.due_landings, message };
}

/** A reminder is Expired as soon as it reaches its limit. */
function statusOf(remaining: number, warning: number): ReminderStatus {
  if (remaining <= 0) return 3;
  return remaining <= warning ? 2 : 1;
}

/** Readings of an aircraft's meters; hours in tenths. */
export type Meters = { readonly hobbsTenths: number; readonly tachTenths: number; readonly landings: number };

/** The meters after the latest check-in at or before `now`. Throws `RangeError` for an unknown aircraft. */
export function metersOf(database: DatabaseSync, aircraftId: number, now: number): Meters {
  const meters = readRow<Meters>(database, meterQuery, { aircraftId, now });
  if (!meters) throw new RangeError(`There is no aircraft ${aircraftId}.`);
  return meters;
}

const meterQuery = `
  SELECT coalesce(flight.hobbs_in_tenths, base_hobbs_tenths) AS hobbsTenths,
    coalesce(flight.tach_in_tenths, base_tach_tenths) AS tachTenths, coalesce(flight.landings_in, base_landings) AS landings
  FROM aircraft LEFT JOIN flight ON flight.id = (
    SELECT id FROM flight WHERE aircraft_id = aircraft.id AND in_at <= :now ORDER BY in_at DESC, id DESC LIMIT 1)
  WHERE aircraft.id = :aircraftId`;

/** Messages of a reminder's axes for people, with US dates, as services of this kind write them. */
const reminderMessages = {
  date(clock: ZoneClock, now: number, expiration: number): string {
    const days = clock.dayAt(expiration) - clock.dayAt(now);
    const date = usDate(clock.local(expiration));
    if (expiration <= now)
      return days === 0 ? `Expired today, ${date}` : `Expired ${count(-days, 'day')} ago on ${date}`;
    return days === 0 ? `Expires today, ${date}` : `Expires in ${count(days, 'day')} on ${date}`;
  },
  hours(current: number, expiration: number): string {
    const remaining = (expiration - current).toFixed(1);
    if (expiration <= current)
      return `Expired ${(current - expiration).toFixed(1)} hours ago at ${expiration.toFixed(1)}`;
    return `Expires in ${remaining} hours at ${expiration.toFixed(1)}`;
  },
  cycles(current: number, expiration: number): string {
    if (expiration <= current) return `Expired ${count(current - expiration, 'landing')} ago at ${expiration}`;
    return `Expires in ${count(expiration - current, 'landing')} at ${expiration}`;
  },
};

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** 05/12/2026 */
function usDate(local: string): string {
  return `${local.slice(5, 7)}/${local.slice(8, 10)}/${local.slice(0, 4)}`;
}
