import type { Filter } from '#contract/filters.ts';
import { peopleOf, type Reservation } from './reservations.ts';
import type { Filters } from '#domain/lists/listState.ts';
import { type Instant, readInstant, type Zone } from '#domain/time/time.ts';
import type { Operation } from '#contract/operations.ts';
import { counted } from '#domain/words.ts';

/** The clock by which the service read filter values without a zone, as far as an answer shows it. */
type ClockFit = 'either' | 'operator' | 'utc' | 'neither';

export type FilterCheck = {
  /** The number of records that each field's filter should have excluded; fields with none are absent. */
  readonly breaches: { readonly [field: string]: number };
  /** Null if no time is filtered. */
  readonly clock: ClockFit | null;
};

const signs: { readonly [Operator in Filter['operator']]?: (a: number, b: number) => boolean } = {
  lt: (a: number, b: number) => a < b,
  lte: (a: number, b: number) => a <= b,
  gt: (a: number, b: number) => a > b,
  gte: (a: number, b: number) => a >= b,
};

/**
 * Compares an answer with the requested filters (section 4.2): services ignore unknown ones. The zone of values without
 * a zone is not documented, so both readings are tried and the better one counts.
 */
export function checkFilters(reservations: readonly Reservation[], filters: Filters, zoneName: string): FilterCheck {
  const operator = timeBreaches(reservations, filters, { name: zoneName, zoneless: 'operator' });
  const utc = timeBreaches(reservations, filters, { name: zoneName, zoneless: 'utc' });
  const better = total(utc) < total(operator) ? utc : operator;
  const others = {
    displayTypeId: reservations.filter((reservation) => isOfOtherType(reservation, filters)).length,
    userId: reservations.filter((reservation) => isOfOthers(reservation, filters)).length,
  };
  const breaches = Object.entries({ ...better, ...others }).filter(([, number]) => number > 0);
  const isTimed = filters['startTime'] !== undefined || filters['endTime'] !== undefined;
  return { breaches: Object.fromEntries(breaches), clock: isTimed ? fitOf(total(operator), total(utc)) : null };
}

/** True if a reservation passes the filters, with values without a zone read in the configured zone. */
export function passesFilters(reservation: Reservation, filters: Filters, zone: Zone): boolean {
  const { startTime, endTime } = timeBreaches([reservation], filters, {
    name: zone.zoneless === 'utc' ? 'UTC' : zone.name,
    zoneless: 'operator',
  });
  return startTime + endTime === 0 && !isOfOtherType(reservation, filters) && !isOfOthers(reservation, filters);
}

function isOfOtherType({ record }: Reservation, { displayTypeId }: Filters): boolean {
  return displayTypeId !== undefined && !displayTypeId.values.includes(String(record.reservationType?.displayTypeId));
}

function isOfOthers(reservation: Reservation, { userId: wanted }: Filters): boolean {
  const ids = wanted?.values.map((id) => id.toLowerCase());
  return ids !== undefined && !peopleOf(reservation).some(({ userId }) => ids.includes(userId?.toLowerCase() ?? ''));
}

function fitOf(operator: number, utc: number): ClockFit {
  if (operator > 0 && utc > 0) return 'neither';
  if (operator === 0 && utc === 0) return 'either';
  return operator === 0 ? 'operator' : 'utc';
}

type TimeBreaches = { readonly startTime: number; readonly endTime: number };

function total({ startTime, endTime }: TimeBreaches): number {
  return startTime + endTime;
}

function timeBreaches(reservations: readonly Reservation[], filters: Filters, zone: Zone): TimeBreaches {
  return {
    startTime: countTimes(reservations, filters['startTime'], zone, (reservation) => reservation.start),
    endTime: countTimes(reservations, filters['endTime'], zone, (reservation) => reservation.end),
  };
}

/** An unreadable time breaks no filter. */
function countTimes(
  reservations: readonly Reservation[],
  filter: Filter | undefined,
  zone: Zone,
  timeOf: (reservation: Reservation) => Instant | null,
): number {
  const limit = readInstant(filter?.values[0], zone);
  const holds = filter && signs[filter.operator];
  if (limit === null || !holds) return 0;
  return reservations.filter((reservation) => {
    const time = timeOf(reservation);
    return time !== null && !holds(time, limit);
  }).length;
}

type CheckWords = {
  /** A warning for people: the answer does not match the request. */
  readonly notes: readonly string[];
  /** The clock of the requested times; null if none is filtered. */
  readonly scope: string | null;
};

/** The result of the check in words. */
export function checkWords(
  { breaches, clock }: FilterCheck,
  operation: Pick<Operation, 'filters'>,
  zone: Zone,
): CheckWords {
  const notes = operation.filters.flatMap(({ name, label }) => {
    const count = breaches[name];
    return count ? [`The service ignored the filter: ${reservationsDo(count)} not match the filter “${label}”.`] : [];
  });
  const zoneWords = zone.zoneless === 'utc' ? 'UTC' : `${zone.name} time`;
  if (clock === null) return { notes, scope: null };
  return {
    notes:
      clock === misfit(zone)
        ? [
            ...notes,
            `This answer fits the requested times only if the service reads them as ${clock === 'utc' ? 'UTC' : `${zone.name} time`}, not as ${zoneWords}.`,
          ]
        : notes,
    scope: `Times as ${zoneWords}; the service does not say which clock it uses.`,
  };
}

function reservationsDo(count: number): string {
  return counted(count, 'reservation does', 'reservations do');
}

function misfit({ zoneless }: Zone): ClockFit {
  return zoneless === 'utc' ? 'operator' : 'utc';
}
