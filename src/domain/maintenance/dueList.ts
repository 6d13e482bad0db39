import { idKey } from '#domain/reservations/reservations.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import type { Horizon } from './horizon.ts';
import { lifeOf } from '#contract/statuses.ts';
import { worstFirst, doubtIn, type DueItem, type Reminder, toDueItem } from './reminders.ts';
import type { Instant, Zone } from '#domain/time/time.ts';
import type { WentBack } from '#domain/calibration/wentBack.ts';
import { inOrder } from '#domain/words.ts';

/** The answer for one aircraft, and when it was current. */
export type AircraftReminders = {
  readonly aircraft: Aircraft;
  readonly records: readonly Reminder[];
  readonly asOf: Instant;
  /** The aircraft's meter, if it went backward and its readings do not agree since. */
  readonly wentBack?: WentBack | null | undefined;
};

/** All reminders of the aircraft that have an answer. If a service sends an id twice, the later reminder counts. */
export function dueItems(answers: readonly AircraftReminders[], zone: Zone, now: Instant): DueItem[] {
  const items = new Map<string, DueItem>();
  for (const { aircraft, records, asOf, wentBack = null } of answers) {
    for (const record of records) {
      const item = toDueItem(aircraft, record, zone, asOf, now, wentBack);
      const isNamesake = record.maintenanceReminderId == null && items.has(idKey(item.key));
      const key = isNamesake ? `${item.key} ${items.size}` : item.key;
      items.set(idKey(key), isNamesake ? { ...item, key } : item);
    }
  }
  return [...items.values()];
}

/** The reminders that are hidden unless chosen. */
export type Choices = { readonly complied: boolean; readonly switchedOff: boolean; readonly aircraft: boolean };
export type Hidden = { readonly [Choice in keyof Choices]: number };

function reasonsToHide({ aircraft, isComplied, isActive }: DueItem): (keyof Choices)[] {
  const life = lifeOf(aircraft.status);
  return [
    ...(life === 'inactive' || life === 'deleted' ? (['aircraft'] as const) : []),
    ...(isComplied ? (['complied'] as const) : []),
    ...(isActive ? [] : (['switchedOff'] as const)),
  ];
}

/**
 * The reminders to show, with how many are left out and why. Left out are those of inactive and deleted aircraft, permanently
 * complied ones, and those a live service has switched off.
 */
export function visibleItems(items: readonly DueItem[], choices: Choices): { items: DueItem[]; hidden: Hidden } {
  const hidden = { complied: 0, switchedOff: 0, aircraft: 0 };
  const visible = items.filter((item) => {
    const reason = reasonsToHide(item).find((candidate) => !choices[candidate]);
    if (reason === undefined) return true;
    hidden[reason]++;
    return false;
  });
  return { items: visible, hidden };
}

/**
 * Worst first: by the worst status of overall and axes as it counts for the reminder's class, then by due time at usual
 * use (none last), then by tail number and name. Permanently complied ones come last.
 */
export function byUrgency(a: DueItem, b: DueItem): number {
  return byUrgencyIn(a, b, defaultDue);
}

/**
 * The same, but by the due time of the forecast if there is one. Hours and landings follow reservations and recent flying;
 * dates are exact.
 */
export function byForecast(horizons: ReadonlyMap<string, Horizon>, now: Instant): typeof byUrgency {
  const due = (item: DueItem) => {
    const at = horizons.get(item.key)?.due?.at ?? null;
    return at === null || doubtIn(item) || at === Number.NEGATIVE_INFINITY ? defaultDue(item) : at - now;
  };
  return (a, b) => byUrgencyIn(a, b, due);
}

/** An item of which it is not known what is left may be due now. */
function defaultDue(item: DueItem): number {
  return doubtIn(item) ? Math.min(0, item.driving?.comesIn ?? 0) : (item.driving?.comesIn ?? Number.MAX_VALUE);
}

function byUrgencyIn(a: DueItem, b: DueItem, dueIn: (item: DueItem) => number): number {
  return (
    Number(a.isComplied) - Number(b.isComplied) ||
    worstFirst(a.counts, b.counts) ||
    compare(dueIn(a), dueIn(b)) ||
    inOrder.compare(a.aircraft.tailNumber ?? '~', b.aircraft.tailNumber ?? '~') ||
    compare(a.name, b.name) ||
    compare(a.key, b.key)
  );
}

function compare<Value extends string | number>(a: Value, b: Value): number {
  return a < b ? -1 : Number(a > b);
}
