import { missingDay } from '#contract/filters.ts';
import { lifeOf } from '#contract/statuses.ts';
import { type Aircraft, byTail, modelText } from '#domain/fleet/fleet.ts';
import { type PlanningIndex, waitingNote } from '#domain/planning/planningIndex.ts';
import { isGrounded } from '#domain/readiness/fitness.ts';
import { fitnessIn } from '#domain/readiness/readinessIndex.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { addDays, type Day, dayOf, daySpan, type Instant, isDay, minuteText, readInstant } from '#domain/time/time.ts';

/** `2026-05-13T1800`: a day and an hour of the operator's clock. */
const untilForm = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3])([0-5]\d)$/;

export type Until = { readonly at: Instant; readonly day: Day; readonly time: string; readonly problem: string | null };

/** When the aircraft is back, as the address says it; otherwise the usual time. */
export function readUntil(text: string, defaultValue: Instant, now: Instant, zone: string): Until {
  const [, day = '', hours = '', minutes = ''] = untilForm.exec(text) ?? [];
  const at = isDay(day) ? readInstant(`${day}T${hours}:${minutes}:00`, { name: zone, zoneless: 'operator' }) : null;
  if (at !== null && at > now) return { at, day, time: `${hours}:${minutes}`, problem: null };
  const problem = text === '' ? null : `until: ${wrongUntil(text, at)}`;
  const own = minuteText(defaultValue, zone);
  return { at: defaultValue, day: own.slice(0, 10), time: own.slice(11, 16), problem };
}

function wrongUntil(text: string, at: Instant | null): string {
  const day = missingDay(text);
  if (day !== null) return `there is no day ${day}`;
  return at === null ? `${text} is not a time` : `${text} has passed`;
}

export function untilText(day: Day, time: string): string {
  return `${day}T${time.replace(':', '')}`;
}

/** The end of its shop visit if it is in the shop, otherwise the end of tomorrow. */
export function usualUntil(aircraftId: string, index: PlanningIndex | null, now: Instant, zone: string): Instant {
  const doing = index?.readiness.aircraft.get(idKey(aircraftId))?.now.doing;
  if (doing?.kind === 'in the shop' && !doing.open) return doing.until;
  return daySpan(addDays(dayOf(now, zone), 1), zone).end;
}

type Choice = { readonly value: string; readonly label: string; readonly group: string };

/** The aircraft to choose from: those that are grounded first. An inactive one is not grounded, but apart. */
export function aircraftChoices({ fleet, readiness }: PlanningIndex): Choice[] {
  const fitness = fitnessIn(readiness);
  const groupOf = ({ aircraftId, status }: Aircraft) => {
    const ownFitness = fitness.get(idKey(aircraftId));
    if (lifeOf(status) === 'inactive') return 'Inactive';
    return ownFitness !== undefined && isGrounded(ownFitness) ? 'Grounded' : 'Other aircraft';
  };
  const inService = fleet.filter(({ status }) => lifeOf(status) !== 'deleted').toSorted(byTail);
  const choices = inService.map((aircraft) => ({
    value: idKey(aircraft.aircraftId),
    label: [aircraft.tailNumber ?? 'no tail number', modelText(aircraft)].join(' · '),
    group: groupOf(aircraft),
  }));
  return ['Grounded', 'Other aircraft', 'Inactive'].flatMap((name) => choices.filter(({ group }) => group === name));
}

/** What makes an aircraft grounded now, in words; null if nothing does. */
export function groundedText(aircraftId: string, { readiness }: PlanningIndex): string | null {
  const fitness = readiness.aircraft.get(idKey(aircraftId))?.fitness;
  const against = fitness?.evidence.filter(isGrounded) ?? [];
  return against.length === 0 ? null : against.map(({ words }) => words).join('; ');
}

/** What the plan as a whole does not know. */
export function planNotes(
  index: PlanningIndex,
  {
    until,
    covered,
    isShort,
    coveredText,
  }: { readonly until: Instant; readonly covered: Instant; readonly isShort: boolean; readonly coveredText: string },
): string[] {
  const { isWithoutUsers } = index.readiness.sources;
  return [
    until > covered
      ? `Reservations from ${coveredText} on are not part of the plan${isShort ? ': they are not loaded' : ''}`
      : null,
    waitingNote(index, { start: index.now, end: until }),
    isWithoutUsers ? 'Checkouts are not part of the plan: your role does not see them' : null,
  ].filter((note) => note !== null);
}
