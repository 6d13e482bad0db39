import { millisecondsInMinute } from '#domain/units.ts';
import { lifeOf } from '#contract/statuses.ts';
import { darknessIn } from '#domain/calendar/twilight.ts';
import { byTail, type Aircraft, matchesAircraft } from '#domain/fleet/fleet.ts';
import type { Described } from '#domain/readiness/spares.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { addDays, type Day, dayOf, daySpan, overlaps, type Span, zoneOffset } from '#domain/time/time.ts';
import { inOrder } from '#domain/words.ts';
import type { PlanningIndex } from './planningIndex.ts';
import { type Feature, type FindRequest, defaultHours } from './request.ts';
import type { Use } from './room.ts';

/** Milliseconds between two times that the finder tries. */
export const startStep = 30 * millisecondsInMinute;

/** The aircraft with the requested model, class and features, as far as reservations describe them. */
export function matching({ model, features, categoryClass }: FindRequest, { fleet, byAircraft }: PlanningIndex) {
  const named = fleet.filter(
    (aircraft) =>
      lifeOf(aircraft.status) === 'active' &&
      matchesAircraft(aircraft, model) &&
      (aircraft.isSimulator === true) === features.includes('simulator'),
  );
  const wanted = features.filter((feature) => feature !== 'simulator');
  const judged = named.map((aircraft) => {
    const described = descriptionOf(aircraft, byAircraft);
    const own = classText(described);
    const isOfClass = categoryClass === '' || (own && own.toLowerCase() === categoryClass.trim().toLowerCase());
    return { one: aircraft, answers: [...wanted.map((feature) => hasFeature(described, feature)), isOfClass] };
  });
  return {
    aircraft: judged
      .filter(({ answers }) => answers.every((answer) => answer === true))
      .map(({ one: aircraft }) => aircraft)
      .toSorted(byTail),
    undescribed: judged.filter(({ answers }) => answers.includes(null) && !answers.includes(false)).length,
  };
}

/** The description of an aircraft in its last reservation. The aircraft list gives only make and model. */
function descriptionOf({ aircraftId }: Aircraft, byAircraft: PlanningIndex['byAircraft']): Described | null {
  return byAircraft.values.get(idKey(aircraftId))?.at(-1)?.record.aircraft ?? null;
}

/** `Airplane, Single Engine Land`, in the service's words; null if the record does not say. */
function classText(described: Described | null): string | null {
  const { category, class: name } = described?.categoryClass ?? {};
  const words = [category, name ?? described?.aircraftClass].filter(
    (word) => typeof word === 'string' && word.trim() !== '',
  );
  return words.length === 0 ? null : words.join(', ');
}

/** The categories and classes of the aircraft in service, in order. Simulators have classes of their own. */
export function classesIn({ fleet, byAircraft }: PlanningIndex): string[] {
  const inService = fleet.filter(({ status }) => lifeOf(status) === 'active');
  return [...new Set(inService.flatMap((aircraft) => classText(descriptionOf(aircraft, byAircraft)) ?? []))].toSorted(
    inOrder.compare,
  );
}

/** Null if the records do not say. */
function hasFeature(described: Described | null, feature: Exclude<Feature, 'simulator'>): boolean | null {
  if (!described) return null;
  if (feature === 'complex') return described.isComplex ?? null;
  if (feature === 'high performance') return described.isHighPerformance ?? null;
  if (feature === 'tail wheel') return described.isTailWheel ?? null;
  const words = classText(described);
  return words === null ? null : /multi/i.test(words);
}

/** Every half hour of the operator's clock when the flight fits into the hours of a day. */
function slotsOf({ length, hours }: FindRequest, searched: Span, zone: string): Span[] {
  const { from, to } = hours ?? defaultHours;
  const slots: Span[] = [];
  for (let day: Day = dayOf(searched.start, zone); daySpan(day, zone).start < searched.end; day = addDays(day, 1)) {
    const { start: midnight, end } = daySpan(day, zone);
    for (let at = midnight; at < end; at += startStep) {
      const minute = (at + zoneOffset(zone, at) - (midnight + zoneOffset(zone, midnight))) / millisecondsInMinute;
      const span = { start: at, end: at + length * millisecondsInMinute };
      if (at >= searched.start && span.end <= searched.end && minute >= from && minute + length <= to) slots.push(span);
    }
  }
  return slots;
}

/** A start that the finder tries, and whether its flight would be partly at night. */
export type Start = Span & { readonly isPartlyNight: boolean };

/** The starts of `slotsOf`; those partly at night are none of a request by day. */
export function startsOf(request: FindRequest, searched: Span, { readiness }: PlanningIndex): Start[] {
  const { zone, position } = readiness.sources;
  const nights = darknessIn(searched, zone.name, position).filter(({ kind }) => kind === 'night');
  return slotsOf(request, searched, zone.name).map((span) => ({
    ...span,
    isPartlyNight: nights.some((night) => overlaps(night.span, span)),
  }));
}

/** What an aircraft would take on with a request at a start. */
export function wantedUse({ start, end }: Span, { features }: FindRequest, place: string | null): Use {
  return { start, end, until: end, isFlown: !features.includes('simulator'), place };
}
