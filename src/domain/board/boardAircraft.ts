import { type Aircraft, byTail, matchesAircraft } from '#domain/fleet/fleet.ts';
import type { FreeForm } from '#domain/answers/unknownMembers.ts';
import { lifeOf } from '#contract/statuses.ts';
import { byImportance, type Squawk, toSquawk } from '#domain/maintenance/squawks.ts';
import type { Zone } from '#domain/time/time.ts';

/** The aircraft of a board by tail, simulators last: all but deleted ones, or those that a part of the filter names. */
export function boardAircraft(fleet: readonly Aircraft[], filter: string): Aircraft[] {
  const parts = filter
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return fleet
    .filter((aircraft) => lifeOf(aircraft.status) !== 'deleted')
    .filter((aircraft) => parts.length === 0 || parts.some((part) => matchesAircraft(aircraft, part)))
    .toSorted(byTail);
}

type Answered = { readonly aircraft: Aircraft; readonly records: readonly FreeForm[] };

/** The newest open squawk that grounds, of each aircraft that has one, by its id. */
export function groundingSquawks(answers: readonly Answered[], zone: Zone): ReadonlyMap<string, Squawk> {
  const grounding = answers.flatMap(({ aircraft, records }): [string, Squawk][] => {
    const squawks = records.map((record, index) => toSquawk(record, index, zone));
    const [worst] = squawks.filter((squawk) => squawk.isGrounding && !squawk.isResolved).toSorted(byImportance);
    return worst ? [[aircraft.aircraftId, worst]] : [];
  });
  return new Map(grounding);
}
