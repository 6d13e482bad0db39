import type { Conditions, Taf, WeatherAirport } from '#contract/gateway/weather.ts';
import { type Clock, whenText } from '#domain/time/clock.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { millisecondsInHour } from '#domain/units.ts';
import { currentMetar, isWithin, observationReach } from './reports.ts';
import {
  type CategoryChange,
  categoryChanges,
  type CategoryReading,
  flightCategories,
  flightCategory,
} from './weather.ts';
import { categoryText } from './weatherWords.ts';

/** What a part of a forecast says beside the prevailing weather: `temporary` for a time, `probable` perhaps. */
type Passing = { readonly kind: 'temporary' | 'probable'; readonly reading: CategoryReading | null };

/** A span of one flight category. */
export type BandPart = Span & {
  /** Null if what covers it does not say. */
  readonly reading: CategoryReading | null;
  /** What may be worse for a time; null if nothing is. */
  readonly passing: Passing | null;
  /** False if no report covers it. */
  readonly isCovered: boolean;
};

type Part = Taf['parts'][number];
type Reports = Pick<WeatherAirport, 'metar' | 'taf'>;

/**
 * The flight category from now on in a window, without gaps: what no report covers is a part too. It takes reports as the
 * dispatch check does: the current observation holds for the next hour in place of what the forecast says of the present, but
 * never in place of a change, and the worst of what holds counts.
 */
export function categoryBand(reports: Reports, window: Span, now: Instant): BandPart[] {
  const start = Math.max(window.start, now);
  if (start >= window.end) return [];
  const { taf } = reports;
  const observed = currentMetar(reports, now);
  const near = now + observationReach;
  const times = [near, ...(taf?.parts ?? []).flatMap(({ from, to }) => [Date.parse(from), Date.parse(to)])];
  const inside = times.filter((at) => at > start && at < window.end);
  const borders = [...new Set([start, ...inside, window.end])].toSorted((a, b) => a - b);
  return joinedEqual(
    borders.slice(0, -1).map((from, place) => {
      const to = borders[place + 1] ?? from;
      const isNear = observed !== null && from < near;
      const parts = (taf?.parts ?? []).filter((part) => isWithin(part, from) && !(isNear && isWithin(part, now)));
      return { start: from, end: to, ...judged(parts, isNear ? observed.conditions : null) };
    }),
  );
}

function judged(parts: readonly Part[], observed: Conditions | null): Omit<BandPart, 'start' | 'end'> {
  const prevailing = parts.filter(({ kind }) => kind === 'prevailing').map(({ conditions }) => conditions);
  const holding = observed ? [observed, ...prevailing] : prevailing;
  if (holding.length === 0) return { reading: null, passing: null, isCovered: false };
  const reading = worst(holding.map((conditions) => flightCategory(conditions)));
  const passing = parts.flatMap(({ kind, conditions }): Passing[] =>
    kind === 'prevailing'
      ? []
      : [{ kind, reading: worst(holding.map((usual) => flightCategory(changed(usual, conditions)))) }],
  );
  const [first] = passing
    .filter((one) => one.reading === null || rank(one.reading) < rank(reading))
    .toSorted((a, b) => rank(a.reading) - rank(b.reading));
  return { reading, passing: reading === null ? null : (first ?? null), isCovered: true };
}

/** The conditions while a part holds that gives only what differs. */
function changed(usual: Conditions, by: Conditions): Conditions {
  const isGiven = (member: 'visibility' | 'ceiling') => by[member] !== null || by.incomplete.includes(member);
  const from = { visibility: isGiven('visibility') ? by : usual, ceiling: isGiven('ceiling') ? by : usual };
  return {
    ...by,
    visibility: from.visibility.visibility,
    ceiling: from.ceiling.ceiling,
    incomplete: (['visibility', 'ceiling'] as const).filter((member) => from[member].incomplete.includes(member)),
  };
}

/** The worst category that is known; null, which may be any, only where none is worse than VFR. */
function worst(readings: readonly (CategoryReading | null)[]): CategoryReading | null {
  const [first = null] = readings.toSorted((a, b) => rank(a) - rank(b));
  const isOpen = readings.includes(null);
  return first && isOpen ? { ...first, isOrWorse: first.category !== 'LIFR' } : first;
}

/** Lower is worse. What is not known is better than every category worse than VFR, and worse than VFR. */
function rank(reading: CategoryReading | null): number {
  const worseThanVfr = flightCategories.length - 1;
  if (reading === null) return worseThanVfr - 0.5;
  return flightCategories.indexOf(reading.category) - (reading.isOrWorse ? 0.25 : 0);
}

function joinedEqual(parts: readonly BandPart[]): BandPart[] {
  const found: BandPart[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (last && partText(last) === partText(part)) found[found.length - 1] = { ...last, end: part.end };
    else found.push(part);
  }
  return found;
}

const kindWords = { temporary: 'for a time', probable: 'perhaps' } as const;

/** `VFR`, `MVFR, for a time IFR`, `not known`, `no forecast`. */
export function partText({ reading, passing, isCovered }: Omit<BandPart, 'start' | 'end'>): string {
  if (!isCovered) return 'no forecast';
  const main = reading === null ? 'not known' : categoryText(reading);
  if (passing === null) return main;
  return `${main}, ${kindWords[passing.kind]} ${passing.reading === null ? 'not known' : categoryText(passing.reading)}`;
}

/** `VFR until 1155L, IFR until 1500L, no forecast until 1700L`. */
export function bandText(parts: readonly BandPart[], now: Instant, clock: Clock): string {
  return parts.map((part) => `${partText(part)} until ${whenText(part.end, now, clock)}`).join(', ');
}

/** Milliseconds. A change this near stands before the present weather. Habit: the flight that is briefed now meets it. */
const soon = 2 * millisecondsInHour;

/** The next change of the prevailing category, if it comes soon and differs from what is observed; null if not. */
export function soonChange(reports: Reports, now: Instant): CategoryChange | null {
  const { taf } = reports;
  if (!taf || !isWithin(taf, now)) return null;
  const observed = currentMetar(reports, now);
  const present = observed && flightCategory(observed.conditions);
  const next = categoryChanges(taf, now).find(({ at, reading }) => at - now <= soon && !isSame(reading, present));
  return next ?? null;
}

function isSame(one: CategoryReading | null, other: CategoryReading | null): boolean {
  return one?.category === other?.category && one?.isOrWorse === other?.isOrWorse;
}
