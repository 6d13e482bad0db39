import { thresholds } from '#domain/thresholds.ts';
import { distanceText, midnightsIn, momentStep, momentText } from '#domain/moments/shownMoment.ts';
import { tailOf, type TimedReservation } from '#domain/reservations/reservations.ts';
import type { MeasuredFactors } from '#domain/schedule/hoursFactor.ts';
import { weekdayDateText, weekdayText } from '#domain/time/clock.ts';
import { dayOf, type Instant, type Span } from '#domain/time/time.ts';
import { numberText } from '#domain/words.ts';

/** What the bar says of the page below it. */
export type MomentWords = {
  readonly kind: 'present' | 'back' | 'ahead' | 'coming';
  /** `Forecast`, `As known then`. */
  readonly title: string;
  /** `Thu 14 May 1500L (2100Z), in 2 days`; null at the present. */
  readonly when: string | null;
  /** Its basis, and what is not known. */
  readonly notes: readonly string[];
};

type At = { readonly at: Instant; readonly now: Instant; readonly zone: string };

function whenOf({ at, now, zone }: At): string {
  return `${momentText(at, zone)}, ${distanceText(at, now)}`;
}

/** The present, and why no other moment is shown if one was asked for. */
export function presentWords(problem: string | null): MomentWords {
  return { kind: 'present', title: 'The present', when: null, notes: problem === null ? [] : [problem] };
}

/** A moment whose data is not loaded yet. */
export function comingWords(given: At): MomentWords {
  const note =
    given.at <= given.now
      ? 'Loading the changes since then…'
      : 'Not known yet: the reservations until then are not all loaded.';
  return { kind: 'coming', title: 'Loading', when: whenOf(given), notes: [note] };
}

export function thenWords(given: At, began: Instant): MomentWords {
  return {
    kind: 'back',
    title: 'As known then',
    when: whenOf(given),
    notes: [
      `From the changes that the gateway has kept since ${momentText(began, given.zone)}; a record that it first read later counts as known.`,
      'Not kept: how old the data was, checkouts of people, and what was put off and brought back since.',
    ],
  };
}

type Basis = { readonly notBack: readonly TimedReservation[]; readonly factors: MeasuredFactors };

export function aheadWords(given: At, { notBack, factors }: Basis): MomentWords {
  return {
    kind: 'ahead',
    title: 'Forecast',
    when: whenOf(given),
    notes: [
      `If reservations go as entered and nothing else is reserved. ${factorNote(factors)} Shop visits reset no reminder, and squawks stay as they are.`,
      notBackNote(notBack),
    ].filter(Boolean),
  };
}

function factorNote({ school, aircraft }: MeasuredFactors): string {
  if (school) return `Meters move by the measured factor, ${school.factor.toFixed(2)} hours for each booked hour.`;
  if (aircraft.size > 0) return 'Meters move by the measured factor of each aircraft.';
  return `Meters move by ${numberText(thresholds().hoursFactor)} hours for each booked hour, as set.`;
}

/** The most aircraft that are named. */
const maxNamed = 3;

/** Nobody knows when an aircraft that is late now returns. */
function notBackNote(notBack: readonly TimedReservation[]): string {
  const tails = [...new Set(notBack.map((reservation) => tailOf(reservation) ?? 'an aircraft without a tail number'))];
  if (tails.length === 0) return '';
  const rest = tails.length - maxNamed;
  const named = [...tails.slice(0, maxNamed), ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
  return `Not back now, and assumed back once a later reservation begins: ${named}.`;
}

/** A mark at each midnight of the control's span, by its step. */
export function dayMarks(span: Span, zone: string, isNarrow: boolean) {
  return midnightsIn(span, zone).map((midnight) => {
    const day = dayOf(midnight, zone);
    return {
      value: (midnight - span.start) / momentStep,
      label: isNarrow ? weekdayText(day) : weekdayDateText(day),
    };
  });
}
