import { millisecondsInDay, secondsInDay } from '#domain/units.ts';
import { unreadIn } from '#contract/tolerant.ts';
import type { RecordOf } from '#contract/answers.ts';
import { nameOf, reminderStatuses } from '#contract/statuses.ts';
import type { ReminderClass } from '#contract/access/reminderClasses.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import type { WentBack } from '#domain/calibration/wentBack.ts';
import { statedInterval } from '#domain/time/intervals.ts';
import { dayOf, endOfDate, type Instant, isNoDate, readInstant, type Zone, zoneOffset } from '#domain/time/time.ts';
import { type Clock, dayText } from '#domain/time/clock.ts';
import { intervalSlack } from '#domain/thresholds.ts';
import { counted, numberText, tenths } from '#domain/words.ts';
import { type ClassOf, reminderClassOf } from './reminderClass.ts';

export type Reminder = RecordOf<'listMaintenanceReminders'>;

export type AxisName = 'hours' | 'date' | 'cycles';

/** How bad a status is, by its documented id (section 3) and by a clear name; `unknown` if neither is clear. */
export type StatusKind = 'expired' | 'warning' | 'unknown' | 'ok';

/** One of the ways a reminder comes due. Units: decimal hours, milliseconds (instants, differences), landings. */
export type Axis = {
  readonly name: AxisName;
  /** The API's own status of the axis; id and name decide, the name is shown. */
  readonly statusId: number | null;
  readonly status: string;
  readonly statusKind: StatusKind;
  /** Text for people, unchanged; never parsed. */
  readonly message: string;
  /** The service's figure, without the time of its reading. */
  readonly current: number | null;
  readonly limit: number | null;
  /** What is left until the limit, a date's from `now`; negative once it has passed. Null if it is not known. */
  readonly remaining: number | null;
  /** Why it is not known what is left, though the record gives this axis: `05/10/2026 could not be read`. Null if it is. */
  readonly doubt: string | null;
  /** In a forecast, the part of `current` that is assumed to be flown until its moment (`domain/moments`). */
  readonly assumed?: number | undefined;
  /** Milliseconds until the limit at usual use; negative once it has passed. It sorts reminders without a forecast. */
  readonly comesIn: number | null;
};

/** A reminder of one aircraft, made ready for the due list. The original record is included. */
export type DueItem = ClassOf & {
  /** The reminder's id, or a key made of aircraft and name if the service gave none. */
  readonly key: string;
  readonly aircraft: Aircraft;
  readonly name: string;
  /** The API's own overall status, never recomputed; id and name decide, the name is shown. */
  readonly statusId: number | null;
  readonly status: string;
  readonly statusKind: StatusKind;
  /**
   * The worst of the overall status and those of the axes. It is not OK if what is left on an axis is not known.
   */
  readonly worst: StatusKind;
  /** The same as it counts by the reminder's class: a conditional one is never worse than Warning, an advisory one is OK. */
  readonly counts: StatusKind;
  /** `permanentlyComplied`: never due again, and never counted. */
  readonly isComplied: boolean;
  /** False if a live service sends `active: false`. */
  readonly isActive: boolean;
  /** The axes of the reminder, in the order hours, date, cycles. */
  readonly axes: readonly Axis[];
  /** The axis that comes due first at usual use; a passed limit comes before the others. Null without any limit. */
  readonly driving: Axis | null;
  /** True if the overall status is not the worst of the axes' own. */
  readonly disagrees: boolean;
  /** Members that could not be read, as paths: the record may say more than is known here. */
  readonly unread: readonly string[];
  readonly record: Reminder;
  /** The instant at which the answer with the record was current. */
  readonly asOf: Instant;
};

/** Reads a reminder (section 2.3) leniently. `wentBack`: its aircraft's meter, if the copy saw it go backward. */
export function toDueItem(
  aircraft: Aircraft,
  record: Reminder,
  zone: Zone,
  asOf: Instant,
  now: Instant,
  wentBack: WentBack | null = null,
): DueItem {
  const name = record.name?.trim() || 'Reminder without a name';
  const statusKind = statusKindOf(record.status);
  const axes = axesOf(record, name, zone, now, wentBack);
  // An axis that could not be read has no status of its own.
  const ownAxes = axes.filter(({ doubt, status }) => doubt === null || status !== statusText(null));
  const worst = worstOf(ownAxes.map((one) => one.statusKind));
  const isInDoubt = axes.some(({ doubt }) => doubt !== null);
  const hasStatus = record.status != null && (record.status.id != null || record.status.name != null);
  const given = [
    ...(hasStatus || worst === null ? [statusKind] : []),
    ...(worst === null ? [] : [worst]),
    ...(isInDoubt ? (['unknown'] as const) : []),
  ];
  const whole = worstOf(given) ?? statusKind;
  const classed = reminderClassOf(name);
  return {
    ...classed,
    key: record.maintenanceReminderId ?? `${aircraft.aircraftId} ${name}`,
    aircraft,
    name,
    statusId: reminderStatusId(record.status),
    status: statusText(record.status),
    statusKind,
    worst: whole,
    counts: countsAs(classed.reminderClass, whole),
    isComplied: record.permanentlyComplied === true,
    isActive: record['active'] !== false,
    axes,
    driving: drivingOf(axes),
    disagrees: hasStatus && worst !== null && worst !== statusKind,
    unread: unreadIn(record),
    record,
    asOf,
  };
}

/** False for a permanently complied or switched-off reminder: it never counts. */
export function isCounted({ isComplied, isActive }: Pick<DueItem, 'isComplied' | 'isActive'>): boolean {
  return !isComplied && isActive;
}

/** True for a reminder that counts and whose limit the aircraft must not pass. */
export function isGroundingItem({
  reminderClass,
  ...item
}: Pick<DueItem, 'isComplied' | 'isActive' | 'reminderClass'>) {
  return isCounted(item) && reminderClass === 'airworthiness';
}

function countsAs(reminderClass: ReminderClass, worst: StatusKind): StatusKind {
  if (reminderClass === 'advisory') return 'ok';
  return reminderClass === 'conditional' && worst === 'expired' ? 'warning' : worst;
}

const statusKinds = ['expired', 'warning', 'unknown', 'ok'] as const satisfies readonly StatusKind[];

function rank(statusKind: StatusKind): number {
  return statusKinds.indexOf(statusKind);
}

/** Worst first: expired, warning, not known, OK. */
export function worstFirst(a: StatusKind, b: StatusKind): number {
  return rank(a) - rank(b);
}

function worstOf(all: readonly StatusKind[]): StatusKind | null {
  return all.toSorted(worstFirst)[0] ?? null;
}

type GivenStatus = { readonly id?: number | null | undefined; readonly name?: string | null | undefined };

const byId: Readonly<Record<number, StatusKind>> = { 1: 'ok', 2: 'warning', 3: 'expired' };
/** The first match counts. A negation such as `not due` decides nothing. */
const byName: readonly (readonly [RegExp, StatusKind | null])[] = [
  [/\b(not|never|non)\b/i, null],
  [/\b(overdue|past due|expired|lapsed)\b/i, 'expired'],
  [/\b(warning|due soon|coming due|nearly due|due (in|within|by))\b/i, 'warning'],
  [/\bdue\b/i, 'expired'],
  [/^\s*(ok|okay)\s*$/i, 'ok'],
];

/** The kind by id and by name, the worse if both are clear. An unclear name changes nothing. */
export function statusKindOf(status: GivenStatus | null | undefined): StatusKind {
  const name = status?.name ?? '';
  const byWord = byName.find(([words]) => words.test(name))?.[1] ?? null;
  const known = byId[status?.id ?? 0] ?? null;
  return worstOf([byWord, known].filter((one) => one !== null)) ?? 'unknown';
}

/** The id that came with a status, otherwise the documented one of its name. */
export function reminderStatusId(status: GivenStatus | null | undefined): number | null {
  const name = status?.name?.trim().toLowerCase();
  return status?.id ?? reminderStatuses.find((known) => known.name.toLowerCase() === name)?.id ?? null;
}

/** The name that came with a status, otherwise the documented one of its id. */
export function statusText(status: GivenStatus | null | undefined): string {
  return status?.name ?? nameOf(reminderStatuses, status?.id) ?? 'no status';
}

const members = { hours: 'timeOptions', date: 'dateOptions', cycles: 'cycleOptions' } as const satisfies Record<
  AxisName,
  keyof Reminder
>;

function axesOf(record: Reminder, name: string, zone: Zone, now: Instant, wentBack: WentBack | null): Axis[] {
  const { timeOptions: hours, dateOptions: date, cycleOptions: cycles } = record;
  const unread = unreadIn(record);
  const axes = (['hours', 'date', 'cycles'] as const).map((axisName): Axis | null => {
    const isUnread = unread.some((path) => figures.test(path) && path.startsWith(members[axisName]));
    const doubt = isUnread ? notRead : null;
    if (axisName === 'hours' && hours) {
      const given = { from: hours.currentHours, doubt: doubt ?? backwardWords(hours, wentBack) };
      return axis('hours', name, hours, hours.currentHours, hours.expirationHours, given);
    }
    if (axisName === 'date' && date) {
      const limit = endOfDate(date.expirationDate, zone);
      const isOdd = limit === null && !isNoDate(date.expirationDate);
      const given = { from: now, doubt: doubt ?? (isOdd ? `${date.expirationDate?.trim()} could not be read` : null) };
      return axis('date', name, date, readInstant(date.currentDate, zone), limit, given);
    }
    if (axisName === 'cycles' && cycles) {
      const given = { from: cycles.currentCycles, doubt };
      return axis('cycles', name, cycles, cycles.currentCycles, cycles.expirationCycles, given);
    }
    return isUnread ? axis(axisName, name, {}, null, null, { from: null, doubt }) : null;
  });
  return axes.filter((one): one is Axis => one !== null && saysSomething(one));
}

/** A reminder may count another meter of the aircraft: only one that shows the last reading is in doubt. */
function backwardWords({ currentHours, assumed = 0 }: HoursGiven, wentBack: WentBack | null): string | null {
  if (currentHours == null || wentBack === null) return null;
  if (Math.abs(currentHours - assumed - wentBack.to) > sameReading) return null;
  return `the reading went back from ${tenths.format(wentBack.from)} to ${tenths.format(wentBack.to)} h`;
}

/** Services round readings to tenths. */
const sameReading = 0.051;

/** The words for an axis with members that could not be read; `DueItem.unread` names them. */
const notRead = 'could not be read';

/** The paths of the members that say what is left: a whole axis, a reading or a limit. */
const figures = /^(timeOptions|dateOptions|cycleOptions)(\.(current(Hours|Cycles)|expiration\w+))?$/;

type Spoken = {
  readonly typeStatus?: GivenStatus | null | undefined;
  readonly message?: string | null | undefined;
  readonly assumed?: number;
};
type Figure = number | null | undefined;
type HoursGiven = Spoken & { readonly currentHours?: Figure };

/** `from` is the start of the count: the meter, or now. `doubt`: what could not be read. */
function axis(
  name: AxisName,
  reminder: string,
  given: Spoken,
  current: Figure,
  limit: Figure,
  { from, doubt: odd }: { readonly from: Figure; readonly doubt: string | null },
): Axis {
  const left = limit == null || from == null ? null : difference(limit, from);
  const isWithoutReading = limit != null && limit !== 0 && from == null;
  const doubt = odd ?? (isWithoutReading ? 'no reading' : left === null ? null : beyondInterval(left, reminder, name));
  const remaining = doubt === null ? left : null;
  return {
    name,
    statusId: reminderStatusId(given.typeStatus),
    status: statusText(given.typeStatus),
    statusKind: statusKindOf(given.typeStatus),
    message: given.message ?? '',
    current: current ?? null,
    limit: limit ?? null,
    remaining,
    doubt,
    comesIn: remaining === null ? null : remaining * defaultPace[name],
    assumed: given.assumed,
  };
}

/**
 * More is left than the whole interval that the name states: a new meter, or a wrong limit. Work done early may keep its
 * schedule, so a tenth more, or a month, is usual. Null if the name states none.
 */
function beyondInterval(left: number, reminder: string, name: AxisName): string | null {
  const interval = statedInterval(reminder, name);
  if (interval === null || name === 'cycles') return null;
  if (name === 'hours') {
    if (left <= interval * intervalSlack.hours) return null;
    return `${hoursDown(left)} left of a ${numberText(interval)}-hour interval: the meter or the limit is wrong`;
  }
  if (left <= interval + intervalSlack.days * millisecondsInDay) return null;
  const [days, whole] = [left, interval].map((value) => numberText(Math.floor(value / millisecondsInDay)));
  return `${days} days left of an interval of ${whole} days: the limit is wrong`;
}

/** Milliseconds for one of each: a training aircraft flies about 3 hours and makes about 8 landings a day. */
const defaultPace: Readonly<Record<AxisName, number>> = {
  hours: millisecondsInDay / 3,
  date: 1,
  cycles: millisecondsInDay / 8,
};

/** Removes the noise of binary fractions: 4100 − 4093.8 is 6.2, not 6.1999…, which would round down to 6.1. */
function difference(limit: number, from: number): number {
  return Math.round((limit - from) * 1e4) / 1e4;
}

/** For an axis that a reminder does not have, services write null, an OK axis without limit and message, or 0 of 0. */
function saysSomething({ name, limit, current, message, statusKind, status, doubt }: Axis): boolean {
  if (doubt !== null) return true;
  const hasStatus = statusKind !== 'ok' && status !== statusText(null);
  if (message.trim() !== '' || hasStatus) return true;
  const isNought = name !== 'date' && limit === 0 && (current ?? 0) === 0;
  return limit !== null && !isNought;
}

function drivingOf(axes: readonly Axis[]): Axis | null {
  return axes.reduce<Axis | null>((first, one) => {
    if (one.comesIn === null) return first;
    return first?.comesIn != null && first.comesIn <= one.comesIn ? first : one;
  }, null);
}

/** The last part before a limit, in which it matters: hours, milliseconds, landings (two to an hour). It draws bars and decides nothing. */
const lastPart: Readonly<Record<AxisName, number>> = { hours: 25, date: 30 * millisecondsInDay, cycles: 50 };
const lastPartWords: Readonly<Record<AxisName, string>> = { hours: '25 h', date: '30 days', cycles: '50 landings' };

/** How far a bar reaches: towards the limit, then beyond it. Each from 0 to 1; a quarter of the last part is drawn beyond. */
export type LimitBar = { readonly used: number; readonly beyond: number; readonly words: string };

/**
 * The bar of an axis: empty while more is left than the last 25 h, 30 days or 50 landings, full at the limit, and beyond it. One that the
 * service calls Expired is always full. Null if it is not known what is left.
 */
export function limitBar({
  name,
  remaining,
  statusKind,
}: Pick<Axis, 'name' | 'remaining' | 'statusKind'>): LimitBar | null {
  if (remaining === null) return null;
  const left = remaining / lastPart[name];
  const used = statusKind === 'expired' ? 1 : Math.min(1, Math.max(0, 1 - left));
  const words =
    remaining < 0
      ? 'Past the limit'
      : used === 0
        ? `More than ${lastPartWords[name]} left`
        : `In the last ${lastPartWords[name]}`;
  return { used, beyond: Math.min(1, Math.max(0, -left * 4)), words };
}

/** Decimal hours with one digit, rounded down, so that nobody counts on a tenth that is not left: `6.2 h`, `−1.2 h`. */
export function hoursDown(hours: number): string {
  return `${figureDown(hours)} h`;
}

/** The same without its unit: `6.2`, `−1.2`, `1,258.9`. */
export function figureDown(hours: number): string {
  const down = tenthsDown(hours);
  return `${down < 0 ? '−' : ''}${tenths.format(Math.abs(down) / 10)}`;
}

/** `6.2 h left`, `1.2 h past due`. */
export function hoursLeftText(hours: number): string {
  return hours < 0 ? `${tenths.format(-tenthsDown(hours) / 10)} h past due` : `${hoursDown(hours)} left`;
}

/** Whole tenths, rounded down. */
export function tenthsDown(hours: number): number {
  return Math.floor(hours * 10);
}

/** Whole days by the operator's wall clock, rounded down: a day has 23, 24 or 25 hours. Negative when passed. */
export function daysLeft(limit: Instant, now: Instant, zone: string): number {
  const wall = (instant: Instant) => Math.floor((instant + zoneOffset(zone, instant)) / 1000);
  return Math.floor((wall(limit) - wall(now)) / secondsInDay);
}

/** The first axis of which it is not known what is left. */
export function doubtIn({ axes }: Pick<DueItem, 'axes'>): Axis | null {
  return axes.find(({ doubt }) => doubt !== null) ?? null;
}

/** Why it is not known what is left, in words: `timeOptions.currentHours could not be read; no reading`. Empty if it is. */
export function doubtText({ axes, unread }: Pick<DueItem, 'axes' | 'unread'>): string {
  const doubts = axes.flatMap(({ doubt }) => (doubt === null || doubt === notRead ? [] : [doubt]));
  return [...(unread.length > 0 ? [`${unread.join(', ')} could not be read`] : []), ...doubts].join('; ');
}

/**
 * What is left on an axis: `6.2 h left`, `14 days left`, `120 landings left`; `1.2 h past due`, `3 days past due`,
 * `12 landings past due` when its limit has passed. All rounded down.
 */
export function remainingText(
  { name, remaining, limit }: Axis,
  clock: Clock,
  landing: readonly [one: string, several: string] = ['landing', 'landings'],
): string {
  if (remaining === null || limit === null) return 'not known';
  if (name === 'hours') return hoursLeftText(remaining);
  if (name === 'cycles') return leftText(Math.floor(remaining), ...landing);
  const days = daysLeft(limit, limit - remaining, clock.zone);
  return days === 0 ? 'under 1 day left' : leftText(days, 'day');
}

function leftText(count: number, one: string, several?: string): string {
  return `${counted(Math.abs(count), one, several)} ${count < 0 ? 'past due' : 'left'}`;
}

/** The state of an axis: `4,093.8 of 4,100.0`, `880 of 1,000`. A date gives its limit only: `Fri 31 Jul`. */
export function figuresText({ name, current, limit, doubt }: Axis, now: Instant, clock: Clock): string {
  if (name === 'date') return limit === null ? (doubt ?? 'no limit') : dateText(limit, now, clock.zone);
  const figure = (value: number) => (name === 'hours' ? tenths.format(value) : numberText(value));
  return `${current === null ? 'not given' : figure(current)} of ${limit === null ? (doubt === null ? 'no limit' : 'not known') : figure(limit)}`;
}

/** The operator's day of a limit, also on a Zulu clock: `Fri 31 Jul`, with the year if it is a different one. */
export function dateText(instant: Instant, now: Instant, zone: string): string {
  const day = dayOf(instant, zone);
  const year = day.slice(0, 4);
  return dayText(day) + (year === dayOf(now, zone).slice(0, 4) ? '' : ` ${year}`);
}
