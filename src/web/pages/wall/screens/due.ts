import { byForecast, byUrgency, visibleItems } from '#domain/maintenance/dueList.ts';
import type { Horizon } from '#domain/maintenance/horizon.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import type { Instant } from '#domain/time/time.ts';
import { type Wording, boardDate, boardLeft, bookedNames, shortWords } from '#domain/wall/words.ts';

/** An expired or warning reminder on the maintenance screen. */
export type DueRow = {
  readonly key: string;
  readonly tail: string;
  readonly statusId: number | null;
  readonly status: string;
  readonly name: string;
  /** `6.2 h left`; empty if no limit is known. */
  readonly left: string;
  /** The reservation that will probably cross the limit: `Wed 1000L Gar.S`; null if none does. */
  readonly crossing: string | null;
  /** `Thu 0800L`, `now, until 1700L`, `none booked`; null until reservations are loaded. */
  readonly visit: string | null;
};

/** Reminders expired or warning, overall or on an axis, without advisory ones, worst first, then by when they come due. */
export function dueRows(
  items: readonly DueItem[],
  horizons: ReadonlyMap<string, Horizon> | null,
  wording: Wording,
): DueRow[] {
  const { items: visible } = visibleItems(items, { complied: false, switchedOff: false, aircraft: false });
  return visible
    .filter(({ counts }) => counts === 'expired' || counts === 'warning')
    .toSorted(dueOrder(horizons, wording.now))
    .map((item): DueRow => {
      const horizon = horizons?.get(item.key);
      const crossing = horizon?.limits.find(
        ({ certainty, reservation }) => certainty === 'likely' && reservation,
      )?.reservation;
      return {
        key: item.key,
        tail: item.aircraft.tailNumber ?? 'No tail',
        statusId: item.statusId,
        status: item.status,
        name: shortWords(item.name),
        left: boardLeft(item, wording),
        crossing: crossing
          ? `${boardDate(crossing.start, wording)} ${bookedNames(crossing, wording.names).all}`.trim()
          : null,
        visit: horizon ? visitText(horizon, wording) : null,
      };
    });
}

function visitText({ visit }: Horizon, wording: Wording): string {
  if (!visit) return 'none booked';
  const { start, end } = visit.reservation;
  return start <= wording.now ? `now, until ${boardDate(end, wording)}` : boardDate(start, wording);
}

/** The order of reminders: worst first, then by due time, forecast if available. */
export function dueOrder(horizons: ReadonlyMap<string, Horizon> | null, now: Instant): typeof byUrgency {
  return horizons ? byForecast(horizons, now) : byUrgency;
}

/** The first reminder of each aircraft in the given order, by aircraft id. */
export function worstReminders(items: readonly DueItem[], order = byUrgency): ReadonlyMap<string, DueItem> {
  const { items: visible } = visibleItems(items, { complied: false, switchedOff: false, aircraft: false });
  const worst = new Map<string, DueItem>();
  for (const item of visible) {
    const known = worst.get(item.aircraft.aircraftId);
    if (!known || order(item, known) < 0) worst.set(item.aircraft.aircraftId, item);
  }
  return worst;
}
