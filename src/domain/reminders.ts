import type { RecordOf } from '#contract/answers.ts';
import { nameOf, reminderStatuses } from '#contract/statuses.ts';
import type { Aircraft } from './fleet.ts';
import { usualInterval } from './intervals.ts';
import { type Instant, readInstant, type Zone } from './time.ts';

export type Reminder = RecordOf<'listMaintenanceReminders'>;

export type AxisName = 'hours' | 'date' | 'cycles';

/** One of the ways a reminder comes due. Units: decimal hours, milliseconds (instants, differences), landings. */
export type Axis = {
  readonly name: AxisName;
  /** The API's own status of the axis; the id decides, the name is shown. */
  readonly statusId: number | null;
  readonly status: string;
  /** Prose for people, word for word; never parsed. */
  readonly message: string;
  /** As the service gives it, without the time of its reading. */
  readonly current: number | null;
  readonly limit: number | null;
  /** What is left until the limit, a date's from `now`; negative once it has passed. */
  readonly remaining: number | null;
  /** `remaining` in shares of the usual interval: it orders, and decides no status. */
  readonly fraction: number | null;
};

/** A reminder of one aircraft, made ready for the due list. The record itself stays at hand. */
export type DueItem = {
  /** The reminder's id, or a stand-in made of aircraft and name where the service gave none. */
  readonly key: string;
  readonly aircraft: Aircraft;
  readonly name: string;
  /** The API's own overall status, never recomputed; the id decides, the name is shown. */
  readonly statusId: number | null;
  readonly status: string;
  /** Done for good (`permanentlyComplied`): never due again, and never counted. */
  readonly isComplied: boolean;
  /** False where a live service sends `active: false`. */
  readonly isActive: boolean;
  /** Those the reminder has, in the order hours, date, cycles. */
  readonly axes: readonly Axis[];
  /** The axis with the smallest fraction left; a passed limit comes before all that are not. Null without any limit. */
  readonly driving: Axis | null;
  /** True where the overall status is not the worst of the axes' own. */
  readonly disagrees: boolean;
  readonly record: Reminder;
  /** When the answer was true that the record came in. */
  readonly asOf: Instant;
};

/** Reads a reminder (section 2.3) leniently. */
export function toDueItem(aircraft: Aircraft, record: Reminder, zone: Zone, asOf: Instant, now: Instant): DueItem {
  const name = record.name?.trim() || 'Reminder without a name';
  const statusId = record.status?.id ?? null;
  const axes = axesOf(record, name, zone, now);
  const worst = axes.reduce<Axis | null>(
    (a, b) => (a && statusRank(a.statusId) <= statusRank(b.statusId) ? a : b),
    null,
  );
  return {
    key: record.maintenanceReminderId ?? `${aircraft.aircraftId} ${name}`,
    aircraft,
    name,
    statusId,
    status: statusText(record.status),
    isComplied: record.permanentlyComplied === true,
    isActive: record['active'] !== false,
    axes,
    driving: drivingOf(axes),
    disagrees: statusId !== null && worst !== null && worst.statusId !== null && worst.statusId !== statusId,
    record,
    asOf,
  };
}

const ranks: Readonly<Record<number, number>> = { 3: 0, 2: 1, 1: 3 };

/** Worst first: Expired, Warning, a status that is not known, OK. */
export function statusRank(statusId: number | null): number {
  return ranks[statusId ?? 0] ?? 2;
}

type GivenStatus = { readonly id?: number | null | undefined; readonly name?: string | null | undefined };

/** The name that came with a status, else the documented one of its id. */
export function statusText(status: GivenStatus | null | undefined): string {
  return status?.name ?? nameOf(reminderStatuses, status?.id) ?? 'no status';
}

function axesOf(record: Reminder, name: string, zone: Zone, now: Instant): Axis[] {
  const { timeOptions: hours, dateOptions: date, cycleOptions: cycles } = record;
  const expiration = readInstant(date?.expirationDate, zone);
  const axes = [
    hours && axis('hours', name, hours, hours.currentHours, hours.expirationHours, hours.currentHours),
    date && axis('date', name, date, readInstant(date.currentDate, zone), expiration, now),
    cycles && axis('cycles', name, cycles, cycles.currentCycles, cycles.expirationCycles, cycles.currentCycles),
  ];
  return axes.filter((one): one is Axis => one != null && saysSomething(one));
}

type Spoken = { readonly typeStatus?: GivenStatus | null | undefined; readonly message?: string | null | undefined };
type Figure = number | null | undefined;

/** `from` is what the remaining counts from: the meter, or now. */
function axis(name: AxisName, reminder: string, given: Spoken, current: Figure, limit: Figure, from: Figure): Axis {
  const remaining = limit == null || from == null ? null : difference(limit, from);
  return {
    name,
    statusId: given.typeStatus?.id ?? null,
    status: statusText(given.typeStatus),
    message: given.message ?? '',
    current: current ?? null,
    limit: limit ?? null,
    remaining,
    fraction: remaining === null ? null : remaining / usualInterval(reminder, name),
  };
}

/** Without the noise of binary fractions: 4100 − 4093.8 is 6.2, not 6.1999…, which would round down to 6.1. */
function difference(limit: number, from: number): number {
  return Math.round((limit - from) * 1e4) / 1e4;
}

/** Services write an axis a reminder does not have as null, or as one without limit and message that is OK. */
function saysSomething({ limit, message, statusId }: Axis): boolean {
  return limit !== null || message !== '' || (statusId !== null && statusId !== 1);
}

function drivingOf(axes: readonly Axis[]): Axis | null {
  const limited = axes.filter((one) => one.fraction !== null);
  return limited.reduce<Axis | null>((a, b) => (a && a.fraction! <= b.fraction! ? a : b), null);
}
