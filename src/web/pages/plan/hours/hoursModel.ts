import type { MeasuredHours } from '#contract/gateway/hours.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { factorFigure } from '#domain/maintenance/factorWords.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { type Clock, clockText, dayText, shownDay } from '#domain/time/clock.ts';
import { bandWidth, thresholds } from '#domain/thresholds.ts';
import { counted, numberText, tenths } from '#domain/words.ts';

export const groupings = ['aircraft', 'activity', 'both'] as const;
export type Grouping = (typeof groupings)[number];

type Measured = MeasuredHours['rows'][number];

/** One line of the table. */
export type HoursRow = {
  readonly key: string;
  /** Null if the row is for all aircraft, or for an aircraft that is no longer listed. */
  readonly aircraft: Aircraft | null;
  readonly tail: string | null;
  readonly activity: string | null;
  readonly measured: Measured;
  /** How forecasts use it; null for a row that they ignore. */
  readonly use: 'used' | 'too few' | null;
};

const tenHours = 10;

/** The rows of a grouping, the most flights first. */
export function hoursRows(
  { rows }: Pick<MeasuredHours, 'rows'>,
  fleet: readonly Aircraft[],
  grouping: Grouping,
  search: string,
): HoursRow[] {
  const byId = new Map(fleet.map((aircraft) => [idKey(aircraft.aircraftId), aircraft]));
  const isShown = ({ aircraftId, activity }: Measured) =>
    (aircraftId !== null) === (grouping !== 'activity') && (activity !== null) === (grouping !== 'aircraft');
  const words = search.trim().toLowerCase();
  return rows
    .filter(isShown)
    .map((measured): HoursRow => {
      const { aircraftId, activity, flights } = measured;
      const aircraft = aircraftId === null ? null : (byId.get(aircraftId) ?? null);
      const use = grouping !== 'aircraft' ? null : flights >= thresholds().factorFlights ? 'used' : 'too few';
      const tail = aircraftId === null ? null : (aircraft?.tailNumber ?? 'not listed');
      return { key: `${aircraftId} ${activity}`, aircraft, tail, activity, measured, use };
    })
    .filter(({ tail, activity }) => `${tail ?? ''} ${activity ?? ''}`.toLowerCase().includes(words))
    .toSorted((a, b) => b.measured.flights - a.measured.flights);
}

/** The meter hours of ten booked hours, nine times in ten: `6.6 to 8.2 h`; null without a spread. */
export function spreadText({ factor, spread }: Measured): string | null {
  if (spread === null) return null;
  const half = bandWidth * spread * Math.sqrt(tenHours);
  const [min, max] = [Math.max(0, factor * tenHours - half), factor * tenHours + half];
  return `${tenths.format(min)} to ${tenths.format(max)} h`;
}

/** What forecasts use for an aircraft: `its own factor`, `0.73 of all aircraft: 12 of 20 flights`. */
export function useText({ use, measured: { flights } }: HoursRow, school: Measured | null): string | null {
  if (use === null) return null;
  if (use === 'used') return 'its own factor';
  const enough = thresholds().factorFlights;
  const isSchool = school !== null && school.flights >= enough;
  const other = isSchool
    ? `${factorFigure(school.factor)} of all aircraft`
    : `${numberText(thresholds().hoursFactor)} as set`;
  return `${other}: ${flights} of ${enough} flights`;
}

/** The row of all aircraft together; null while nothing is measured. */
export function schoolRow({ rows }: Pick<MeasuredHours, 'rows'>): Measured | null {
  return rows.find(({ aircraftId, activity }) => aircraftId === null && activity === null) ?? null;
}

/** What was measured, in a sentence. */
export function hoursSummary(answer: Pick<MeasuredHours, 'rows'>): string {
  const all = schoolRow(answer);
  if (!all) return 'No flight has been measured yet.';
  const flights = counted(all.flights, 'flight');
  const own = answer.rows.filter(({ aircraftId, activity }) => aircraftId !== null && activity === null);
  const used = own.filter((one) => one.flights >= thresholds().factorFlights).length;
  return `${factorFigure(all.factor)} meter hours per booked hour, over ${flights}. Forecasts use an aircraft’s own factor for ${used} of ${counted(own.length, 'aircraft', 'aircraft')}.`;
}

/** The basis of the figures. */
export function hoursNote({ from, reported }: Pick<MeasuredHours, 'from' | 'reported'>, clock: Clock): string {
  const since = `Measured until last midnight, from meters and closed reservations since ${dayText(shownDay(Date.parse(from), clock))}, for 90 days at most.`;
  if (reported === null) return since;
  return `${since} The flights report gives hours too: its meter “${reported}” is the one that reminders count.`;
}

const reasons = {
  jumped: 'jumped',
  backward: 'went backward',
  'no reservation': 'moved without a closed reservation',
} as const;

type LeftOut = MeasuredHours['leftOut']['newest'][number];
export type LeftOutRow = LeftOut & { readonly key: string; readonly tail: string };

export function leftOutRows({ leftOut }: Pick<MeasuredHours, 'leftOut'>, fleet: readonly Aircraft[]): LeftOutRow[] {
  const tails = new Map(fleet.map(({ aircraftId, tailNumber }) => [idKey(aircraftId), tailNumber]));
  return leftOut.newest.map((one) => ({
    ...one,
    key: `${one.aircraftId} ${one.at}`,
    tail: tails.get(one.aircraftId) ?? 'not listed',
  }));
}

export function reasonText({ why }: Pick<LeftOut, 'why'>): string {
  return reasons[why];
}

/** `4,093.8 to 4,193.8 h`. */
export function stepText({ before, after }: Pick<LeftOut, 'before' | 'after'>): string {
  return `${tenths.format(before)} to ${tenths.format(after)} h`;
}

export function seenText({ at }: Pick<LeftOut, 'at'>, clock: Clock): string {
  const instant = Date.parse(at);
  return `${dayText(shownDay(instant, clock))} ${clockText(instant, clock)}`;
}
