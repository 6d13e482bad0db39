import { type FreeForm, isRecord } from '#contract/objects.ts';
import { textOf } from '#domain/answers/members.ts';
import { isWorkOver, noRevenue } from '#domain/reports/rows/leftOut.ts';
import type { Squawk } from '#domain/maintenance/squawks.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { unplannedWithin } from '#domain/thresholds.ts';
import { type Instant, readStart, type Span, type Zone } from '#domain/time/time.ts';
import { millisecondsInDay, millisecondsInHour } from '#domain/units.ts';
import type { Booking, Group } from './bookings.ts';
import { type Facts, type Figure, isWithin, known, type LeftOutRow, onceEach, rowsWithin } from './figure.ts';
import { type GroundedSpans, type OwnSquawk, spansByAircraft } from './grounded.ts';
import type { FleetAircraft } from './utilisation.ts';

/** When a squawk or a work order was open. One that was closed at an unknown time counts as open at no time. */
type OpenTime = { readonly opened: Instant; readonly closed: Instant | null };

/** A work order from its report; `number` is what people write. */
export type WorkOrder = OpenTime & {
  readonly id: string;
  readonly number: string | null;
  readonly aircraft: Group | null;
};

/** Work orders, each once; void ones and those without a readable opening are left out. */
export function workOrdersOf(rows: readonly unknown[], zone: Zone): Facts<WorkOrder> {
  const unread: LeftOutRow[] = [];
  const read: (WorkOrder & { readonly given: FreeForm })[] = [];
  for (const given of rows) {
    const opened = isRecord(given) ? readStart(textOf(given, 'opened', 'openedOn', 'openedDate'), zone) : null;
    if (!isRecord(given) || opened === null) unread.push({ at: null, why: 'unreadable' });
    else {
      const id = idKey(textOf(given, 'workOrderId', 'workOrderDisplayNumber', 'id') ?? JSON.stringify(given));
      const closedText = textOf(given, 'closed', 'closedOn', 'closedDate');
      const isOver = isWorkOver(closedText, statusOf(given));
      const closed = readStart(closedText, zone) ?? (isOver ? Number.NEGATIVE_INFINITY : null);
      read.push({
        id,
        opened,
        closed,
        number: textOf(given, 'workOrderDisplayNumber'),
        aircraft: aircraftIn(given),
        given,
      });
    }
  }
  const once = onceEach(read, {
    id: ({ id }) => id,
    rank: ({ given }) => `${textOf(given, 'lastUpdated') ?? ''} ${JSON.stringify(given)}`,
    at: ({ opened }) => opened,
  });
  const isVoid = ({ given }: (typeof read)[number]) => noRevenue.test(statusOf(given) ?? '');
  return {
    rows: once.rows
      .filter((order) => !isVoid(order))
      .map(({ id, opened, closed, number, aircraft }) => ({ id, opened, closed, number, aircraft }))
      .toSorted((a, b) => a.opened - b.opened || (a.id < b.id ? -1 : 1)),
    leftOut: [
      ...unread,
      ...once.leftOut,
      ...once.rows.filter(isVoid).map(({ opened }): LeftOutRow => ({ at: opened, why: 'void' })),
    ],
  };
}

const statusOf = (given: FreeForm) => textOf(given, 'status', 'workOrderStatus');

function aircraftIn(given: FreeForm): Group | null {
  const [id, tail] = [textOf(given, 'aircraftId'), textOf(given, 'registrationTail', 'tailNumber')];
  const key = id ?? tail;
  return key === null ? null : { key: idKey(key), name: tail ?? key };
}

/** Ages of what is open at the end of a span, by the least of each group. */
const ageGroups = ['under a week', '1 to 4 weeks', '1 to 3 months', 'over 3 months'] as const;
type AgeGroup = (typeof ageGroups)[number];
type Ages = readonly { readonly name: AgeGroup; readonly count: number }[];

export type Maintenance = {
  /** Days of 24 hours in which an aircraft had an open grounding squawk, over the fleet and by aircraft, the most first. */
  readonly grounded: Figure;
  readonly groundedBars: readonly { readonly aircraft: FleetAircraft; readonly days: number }[];
  /** These are null while squawks or work orders are not all read. */
  readonly opened: number | null;
  readonly closed: number | null;
  /** Of squawks and of work orders that were open when the span ended. */
  readonly openSquawks: Ages | null;
  readonly openOrders: Ages | null;
  /** Hours of shop visits that start in the span and are not void, without lengths that were never booked. */
  readonly shop: Figure;
  /** These hours by what the squawks of the aircraft say; null while those or the reservations are not all read. */
  readonly shopKinds: readonly { readonly name: ShopKind; readonly hours: number; readonly visits: number }[] | null;
};

/**
 * `unplanned`: the visit began at most `unplannedWithin` after a grounding squawk was found, which was still open. `planned`: no squawk
 * says so. `not told`: the squawks of its aircraft are not read, or one of that time does not say whether it grounded, or when
 * it was resolved. Records do not say when a visit was booked.
 */
type ShopKind = 'planned' | 'unplanned' | 'not told';

export type MaintenanceInputs = {
  readonly squawks: readonly OwnSquawk[];
  /** The aircraft whose squawks are read; null for all. */
  readonly squawked: ReadonlySet<string> | null;
  readonly grounded: GroundedSpans;
  readonly orders: readonly WorkOrder[];
  readonly bookings: readonly Booking[];
  /** Names of aircraft; one that is not listed goes by its id. */
  readonly fleet: readonly FleetAircraft[];
  readonly span: Span;
};

/** Time is cut at the ends of the span, so grounded days of neighbouring spans add up. */
export function maintenanceOf(inputs: MaintenanceInputs): Maintenance {
  const { squawks, squawked, grounded, orders, bookings, fleet, span } = inputs;
  const names = new Map(fleet.map((aircraft) => [aircraft.key, aircraft]));
  const groundedBars = grounded.aircraft
    .map((key) => ({
      aircraft: names.get(key) ?? { key, name: key },
      days: grounded.within(key, span) / millisecondsInDay,
    }))
    .filter(({ days }) => days > 0)
    .toSorted((a, b) => b.days - a.days || (a.aircraft.name < b.aircraft.name ? -1 : 1));
  const visits = rowsWithin(bookings, span, ({ start }) => start).filter(isVisit);
  const times = squawks.map(openTimeOf);
  return {
    grounded: known(total(groundedBars.map(({ days }) => days)), groundedBars.length),
    groundedBars,
    opened: times.filter(({ opened }) => isWithin(opened, span)).length,
    closed: times.filter(({ closed }) => closed !== null && isWithin(closed, span)).length,
    openSquawks: agesAt(times, span.end),
    openOrders: agesAt(orders, span.end),
    shop: known(total(visits.map(hoursOf)), visits.length),
    shopKinds: shopKindsOf(visits, squawks, squawked),
  };
}

function hoursOf({ start, end }: Span): number {
  return (end - start) / millisecondsInHour;
}

/** Whether an aircraft is in the shop for it. */
export function isVisit({ kind, status }: Booking): boolean {
  return kind === 'shop' && status !== 'void';
}

/** What the squawks of its aircraft say of a shop visit. */
export function shopKindReader(
  squawks: readonly OwnSquawk[],
  squawked: ReadonlySet<string> | null,
): (visit: Booking) => ShopKind {
  // Both ends belong to the time in which a squawk explains a visit, but a visit that begins as it is resolved is not for it.
  const recent = ({ created, resolved }: Squawk) =>
    created === null ? null : { start: created, end: Math.min(created + unplannedWithin + 1, resolved ?? Infinity) };
  const isSure = ({ grounding, isResolved, resolved }: Squawk) =>
    grounding === 'yes' && (!isResolved || resolved !== null);
  const sure = spansByAircraft(squawks, (squawk) => (isSure(squawk) ? recent(squawk) : null));
  const perhaps = spansByAircraft(squawks, (squawk) => (squawk.grounding === 'no' ? null : recent(squawk)));
  return ({ of: { aircraft }, start }) => {
    if (!aircraft || squawked?.has(aircraft.key) === false) return 'not told';
    if (sure.at(aircraft.key, start)) return 'unplanned';
    return perhaps.at(aircraft.key, start) ? 'not told' : 'planned';
  };
}

function shopKindsOf(
  visits: readonly Booking[],
  squawks: readonly OwnSquawk[],
  squawked: ReadonlySet<string> | null,
): NonNullable<Maintenance['shopKinds']> {
  const byKind = Map.groupBy(visits, shopKindReader(squawks, squawked));
  return (['planned', 'unplanned', 'not told'] as const).flatMap((name) => {
    const own = byKind.get(name) ?? [];
    return own.length > 0 || name !== 'not told' ? [{ name, hours: total(own.map(hoursOf)), visits: own.length }] : [];
  });
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

export function openTimeOf({ squawk: { created, isResolved, resolved } }: OwnSquawk): OpenTime {
  return { opened: created ?? 0, closed: isResolved ? (resolved ?? Number.NEGATIVE_INFINITY) : null };
}

function agesAt(items: readonly OpenTime[], at: Instant): Ages {
  const counts = new Map<AgeGroup, number>(ageGroups.map((name) => [name, 0]));
  for (const item of items) {
    const name = ageAt(item, at);
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return Array.from(counts, ([name, count]) => ({ name, count }));
}

/** The age at an instant; null if it was not open then. */
export function ageAt({ opened, closed }: OpenTime, at: Instant): AgeGroup | null {
  if (opened >= at || (closed !== null && closed < at)) return null;
  const days = (at - opened) / millisecondsInDay;
  if (days < 7) return 'under a week';
  if (days < 28) return '1 to 4 weeks';
  return days < 91 ? '1 to 3 months' : 'over 3 months';
}
