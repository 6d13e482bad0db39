import type { WeatherAirport, WeatherRule } from '#contract/gateway/weather.ts';
import { joined } from '#domain/duty/dutyDay.ts';
import { soloOf } from '#domain/duty/solo.ts';
import { placeOf } from '#domain/reservations/locations.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { clockText } from '#domain/time/clock.ts';
import { type Instant, overlaps, type Span } from '#domain/time/time.ts';
import { millisecondsInMinute } from '#domain/units.ts';
import { airportAt, forecastReach, isWithin, observationReach } from '#domain/weather/reports.ts';
import { type Finding, lineOf } from './checkLine.ts';
import type { SchoolRules } from './readinessIndex.ts';

/**
 * A student's solo against the limits that the school has set, over all that is left of the flight, its landing included: by
 * the current observation for the next hour, and by each part of the forecast. What no report covers is not known. Null if the
 * school has no limits or no report, and for a flight that is too far ahead. It never says “do not dispatch”: weather changes.
 */
export function schoolRules(airports: readonly Pick<WeatherAirport, 'places' | 'rules'>[]): SchoolRules {
  return (reservation, now) => {
    const solo = soloOf(reservation);
    if (solo === 'no') return null;
    const rules = airportAt(airports, placeOf(reservation)?.name)?.rules ?? [];
    const flight = restOf(reservation, now);
    const parts = partsOf(rules, flight, now);
    if (rules.length === 0 || (parts.length === 0 && flight.start - now > forecastReach)) return null;
    const beyond = parts.filter(({ rule }) => rule.mark !== null);
    const found = [
      ...beyond.toSorted((a, b) => b.rule.excess - a.rule.excess).map((part) => findingOf(part, flight)),
      ...parts.filter(({ rule }) => rule.mark === null && rule.isPartlyUnknown).map((part) => findingOf(part, flight)),
      ...uncovered(parts, flight),
    ];
    // Parts within the limits say nothing beside one that is not, or is not known.
    const findings = found.length > 0 ? found : parts.map((part) => findingOf(part, flight));
    return lineOf(
      'weather',
      solo === 'solo' ? findings : findings.map((finding) => ({ ...finding, words: `May be solo. ${finding.words}` })),
      '',
    );
  };
}

/** What is still to be flown; of a flight past its booked end, the landing, which is now at the earliest. */
function restOf({ start, end }: TimedReservation, now: Instant): Span {
  const from = Math.max(start, now);
  return { start: from, end: Math.max(end, from + millisecondsInMinute) };
}

/** A rule and the part of a flight for which it holds. */
type Part = { readonly rule: WeatherRule; readonly span: Span };

/**
 * The rules for each part of a flight. The observation holds for the next hour and replaces what the forecast says of the present.
 * It never replaces what the forecast says of a change.
 */
function partsOf(rules: readonly WeatherRule[], flight: Span, now: Instant): Part[] {
  const near = { start: now, end: now + observationReach };
  const observed = rules.find((rule) => rule.isObserved && isWithin(rule, now) && overlaps(near, flight));
  const spans = rules.flatMap((rule): Part[] => {
    if (rule.isObserved) return rule === observed ? [{ rule, span: near }] : [];
    const isOfNow = observed !== undefined && isWithin(rule, now);
    const start = isOfNow ? near.end : Date.parse(rule.from);
    return [{ rule, span: { start, end: Date.parse(rule.to) } }];
  });
  return spans.filter(({ span }) => span.start < span.end && overlaps(span, flight));
}

function findingOf({ rule, span }: Part, flight: Span): Finding {
  const words = `${rule.words}${rule.isObserved ? '' : whenWords(span, flight)}`;
  if (rule.mark !== null) return { level: 'check', words, mark: rule.mark };
  return rule.isPartlyUnknown ? { level: 'not known', words } : { level: 'no findings', words: rule.words };
}

/** `, from 1830Z`, `, until 1900Z`, `, 1830Z to 1900Z`: which part of the flight it is; nothing for all of it. */
function whenWords({ start, end }: Span, flight: Span): string {
  const [isLater, isOver] = [start > flight.start, end < flight.end];
  if (isLater) return isOver ? `, ${zulu(start)} to ${zulu(end)}` : `, from ${zulu(start)}`;
  return isOver ? `, until ${zulu(end)}` : '';
}

/** The parts of a flight that no report covers. */
function uncovered(parts: readonly Part[], flight: Span): Finding[] {
  const covered = joined(parts.map(({ span }) => span));
  const starts = [flight.start, ...covered.map(({ end }) => end)];
  const ends = [...covered.map(({ start }) => start), flight.end];
  return starts.flatMap((start, place): Finding[] => {
    const end = Math.min(ends[place] ?? start, flight.end);
    if (end <= start) return [];
    const isToEnd = end === flight.end;
    const words =
      start === flight.start && isToEnd
        ? 'for this flight'
        : isToEnd
          ? `after ${zulu(start)}`
          : `from ${zulu(start)} to ${zulu(end)}`;
    return [{ level: 'not known', words: `School’s rule: no forecast ${words}`, mark: 'No forecast' }];
  });
}

function zulu(at: Instant): string {
  return clockText(at, { zone: 'UTC', mode: 'Z' });
}
