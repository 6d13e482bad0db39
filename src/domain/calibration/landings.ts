import { isRecord } from '#contract/objects.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { activityKey, type LandingRates } from '#domain/schedule/landings.ts';
import { maxFlown } from '#domain/schedule/usage.ts';
import { meterJump, thresholds, worstLandingShare } from '#domain/thresholds.ts';
import { millisecondsInHour } from '#domain/units.ts';
import type { FlownReservation } from './meterNews.ts';

/** Whole landings; those by day and by night are added up if no column has both. */
const whole = /^(total|number_?of|num)?_?landings?(total|count)?$/i;
const part = /^(day|night)_?landings?$|^landings?_?(day|night)$/i;

/** The landings of each reservation in the flights report, by `idKey`. Rows without them, or without a reservation, say nothing. */
export function reportedLandings(rows: readonly unknown[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const row of rows) {
    if (!isRecord(row) || typeof row['reservationId'] !== 'string') continue;
    const own = landingsIn(row);
    const id = idKey(row['reservationId']);
    if (own !== null) found.set(id, (found.get(id) ?? 0) + own);
  }
  return found;
}

function landingsIn(row: Readonly<Record<string, unknown>>): number | null {
  const counts = (name: RegExp) =>
    Object.entries(row).flatMap(([key, value]) =>
      name.test(key) && typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? [value] : [],
    );
  const [all] = counts(whole);
  if (all !== undefined) return all;
  const parts = counts(part);
  return parts.length > 0 ? parts.reduce((sum, one) => sum + one, 0) : null;
}

/**
 * The rates by activity where there are enough flights: all together, and the 90th percentile of single flights. More
 * landings than the log takes for a jump of the counter are a mistyped figure, and say nothing.
 */
export function landingRatesFrom(
  landings: ReadonlyMap<string, number>,
  bookedAs: (reservation: string) => FlownReservation | null,
): LandingRates {
  const flights = Array.from(landings, ([id, count]) => ({ one: bookedAs(id), count })).flatMap(
    ({ one: flight, count }) => {
      const hours = flight ? maxFlown(flight.end - flight.start) / millisecondsInHour : 0;
      const isPlausible = count <= (hours + meterJump.hours) * meterJump.landingsAnHour;
      return flight && hours > 0 && isPlausible ? [{ activity: activityKey(flight.activity), count, hours }] : [];
    },
  );
  const enough = [...Map.groupBy(flights, ({ activity }) => activity)].filter(
    ([activity, own]) => activity !== '' && own.length >= thresholds().factorFlights,
  );
  return new Map(
    enough.map(([activity, own]) => {
      const sum = (of: 'count' | 'hours') => own.reduce((total, one) => total + one[of], 0);
      const rates = own.map(({ count, hours }) => count / hours).toSorted((a, b) => a - b);
      const worst = rates[Math.ceil(worstLandingShare * rates.length) - 1] ?? 0;
      return [activity, { flights: own.length, usual: sum('count') / sum('hours'), worst }];
    }),
  );
}
