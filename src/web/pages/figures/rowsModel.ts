import { type FigureRowsOf, figureRowsOf, maxFigureRows } from '#contract/gateway/figures.ts';
import { reservationLink } from '#domain/reservations/links.ts';
import { type Clock, spanText, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { capitalized, counted, numberText, tenths } from '#domain/words.ts';
import type { FigureRows } from '#web/data/gateway/figures.ts';
import { weekHourText } from './weekGrid.ts';

/** The bar whose rows are open: its picture, and its name in the figures. */
export type OpenBar = { readonly of: FigureRowsOf; readonly name: string };

const titles: Readonly<Record<FigureRowsOf, string>> = {
  late: 'Not in time',
  cancelled: 'Cancelled',
  notice: 'Cancelled, by notice',
  week: 'Cancelled',
  location: 'Flown',
  shop: 'Shop time',
};

/** For the address: `cancelled:weather`. */
export function printBar({ of, name }: OpenBar): string {
  return `${of}:${name}`;
}

/** Reads `cancelled:weather`; null if none is open, with the problem if the address is wrong. */
export function readBar(text: string): { readonly bar: OpenBar | null; readonly problem: string | null } {
  if (text === '') return { bar: null, problem: null };
  const colon = text.indexOf(':');
  const of = figureRowsOf.find((one) => one === text.slice(0, colon));
  return of
    ? { bar: { of, name: text.slice(colon + 1) }, problem: null }
    : { bar: null, problem: `There are no rows of “${text}”.` };
}

/** The title of the rows; the figures name a location as people write it. */
export function barTitle({ of, name }: OpenBar, given: string | null): string {
  const hour = of === 'week' ? weekHourText(name) : null;
  const shown = given ?? hour ?? (name === '' ? 'No location named' : capitalized(name));
  return `${titles[of]}: ${shown}`;
}

export type ShownRow = {
  /** Its place: two flights may leave at the same time. */
  readonly id: string;
  readonly when: string;
  /** Null for a flight that names no reservation. */
  readonly to: string | null;
  readonly facts: string;
};

type Now = { readonly now: Instant; readonly clock: Clock; readonly zone: string };

/** The rows as lines, the newest first. */
export function shownRows({ rows }: FigureRows, { now, clock, zone }: Now): readonly ShownRow[] {
  return rows.map(({ reservation, at, until, aircraft, instructor, status, hours }, place) => {
    const start = Date.parse(at);
    const flown = hours === null ? 'not closed' : `${tenths.format(hours)} h`;
    return {
      id: String(place),
      when: until === null ? whenText(start, now, clock) : spanText(start, Date.parse(until), now, clock),
      to: reservation === null ? null : reservationLink({ key: reservation, start }, zone),
      facts: [aircraft ?? 'no aircraft', instructor, status ?? flown].filter((fact) => fact !== null).join(' · '),
    };
  });
}

/** How many rows there are, and how many of them are shown. */
export function rowsText({ total }: FigureRows, { of }: OpenBar): string {
  const all = counted(total, of === 'location' ? 'flight' : 'reservation');
  return total > maxFigureRows ? `${all}, the newest ${numberText(maxFigureRows)} shown` : all;
}
