import { type FigureRowsOf, figureRowsOf, maxFigureRows } from '#contract/gateway/figures.ts';
import { reservationLink } from '#domain/reservations/links.ts';
import { type Clock, spanText, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { capitalized, counted, numberText, tenths } from '#domain/words.ts';
import type { FigureRows } from '#web/data/gateway/figures.ts';
import { aircraftPage, orderLink } from './figureLinks.ts';
import { weekHourText } from './weekGrid.ts';

/** The bar whose rows are open: its picture, and its name in the figures. */
export type OpenBar = { readonly of: FigureRowsOf; readonly name: string };

/** What the rows of each picture are called: over the panel, and one of them. */
const names: Readonly<Record<FigureRowsOf, { readonly title: string; readonly row: string }>> = {
  late: { title: 'Not in time', row: 'reservation' },
  cancelled: { title: 'Cancelled', row: 'reservation' },
  notice: { title: 'Cancelled, by notice', row: 'reservation' },
  week: { title: 'Cancelled', row: 'reservation' },
  location: { title: 'Flown', row: 'flight' },
  shop: { title: 'Shop time', row: 'reservation' },
  squawks: { title: 'Open squawks', row: 'squawk' },
  orders: { title: 'Open work orders', row: 'work order' },
};

/** The title of the list: `Reservations`. */
export function listTitle({ of }: OpenBar): string {
  return `${capitalized(names[of].row)}s`;
}

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
  return `${names[of].title}: ${shown}`;
}

export type ShownRow = {
  /** Its place: two flights may leave at the same time. */
  readonly id: string;
  /** When it was, or what a squawk says. */
  readonly name: string;
  /** Null for a flight that names no reservation, and where no page shows it. */
  readonly to: string | null;
  readonly facts: string;
};

type GivenRow = FigureRows['rows'][number];

/** The rows as lines, the newest first. `tails` by aircraft: the figures name only those in service. */
export function shownRows(
  { rows }: FigureRows,
  { of }: OpenBar,
  { tails, ...now }: Now & { readonly tails: ReadonlyMap<string, string> },
) {
  return rows.map((row, place): ShownRow => {
    const aircraft = tails.get(row.aircraftId ?? '') ?? row.aircraft ?? 'no aircraft';
    const shown = of === 'squawks' || of === 'orders' ? openRow(row, of, now) : timedRow(row, now);
    return { id: String(place), ...shown, facts: [aircraft, ...shown.facts].filter(Boolean).join(' · ') };
  });
}

type Now = { readonly now: Instant; readonly clock: Clock; readonly zone: string };
type RowParts = Omit<ShownRow, 'id' | 'facts'> & { readonly facts: readonly (string | null)[] };

function timedRow(
  { reservation, at, until, instructor, status, hours }: GivenRow,
  { now, clock, zone }: Now,
): RowParts {
  const start = Date.parse(at);
  const flown = hours === null ? 'not closed' : `${tenths.format(hours)} h`;
  return {
    name: until === null ? whenText(start, now, clock) : spanText(start, Date.parse(until), now, clock),
    to: reservation === null ? null : reservationLink({ key: reservation, start }, zone),
    facts: [instructor, status ?? flown],
  };
}

/** A squawk on the page of its aircraft, or a work order in its report. It may have been closed after the period. */
function openRow({ title, at, until, aircraftId }: GivenRow, of: 'squawks' | 'orders', { now, clock }: Now): RowParts {
  const since = `opened ${whenText(Date.parse(at), now, clock)}`;
  const closed = until === null ? null : `closed ${whenText(Date.parse(until), now, clock)}`;
  const order = title === null ? null : orderLink(title);
  const to = of === 'orders' ? order : aircraftPage({ key: aircraftId ?? '' });
  return { name: title ?? 'No number', to, facts: [since, closed] };
}

/** How many rows there are, and how many of them are shown. */
export function rowsText({ total }: FigureRows, { of }: OpenBar): string {
  const all = counted(total, names[of].row);
  return total > maxFigureRows ? `${all}, the newest ${numberText(maxFigureRows)} shown` : all;
}
