import { type Cell, csvText } from '#domain/answers/csv.ts';
import { type Aircraft, modelText } from '#domain/fleet/fleet.ts';
import type { FreeForm } from '#domain/answers/freeForm.ts';
import { type Squawk, toSquawk } from './squawks.ts';
import { type Instant, wallText, type Zone } from '#domain/time/time.ts';

/** What one aircraft answered about its squawks, and when that was true. */
export type AircraftSquawks = {
  readonly aircraft: Aircraft;
  readonly records: readonly FreeForm[];
  readonly asOf: Instant;
};

/** A squawk with its aircraft. */
export type FleetSquawk = {
  readonly key: string;
  readonly aircraft: Aircraft;
  readonly squawk: Squawk;
  /** Since it was found, in milliseconds; null where no date says so. */
  readonly age: number | null;
  /** Other squawks of the same aircraft that say the same, open or resolved, the newest first. */
  readonly repeats: readonly Squawk[];
  readonly asOf: Instant;
};

/** The open squawks of the fleet: what grounds an aircraft first, then the longest open; undated ones last. */
export function openSquawks(answers: readonly AircraftSquawks[], zone: Zone, now: Instant): FleetSquawk[] {
  const rows = answers.flatMap(({ aircraft, records, asOf }) => {
    const own = unique(records.map((record, index) => toSquawk(record, index, zone)));
    const alike = Map.groupBy(own, (squawk) => sameWords(squawk.description));
    return own
      .filter(({ isResolved }) => !isResolved)
      .map((squawk): FleetSquawk => {
        const others = (alike.get(sameWords(squawk.description)) ?? []).filter((other) => other !== squawk);
        return {
          key: `${aircraft.aircraftId} ${squawk.key}`,
          aircraft,
          squawk,
          age: squawk.created === null ? null : Math.max(0, now - squawk.created),
          repeats: others.toSorted((a, b) => (b.created ?? 0) - (a.created ?? 0)),
          asOf,
        };
      });
  });
  return rows.toSorted(byAttention);
}

/** Of what a service sends twice under one id the later one counts. */
function unique(squawks: readonly Squawk[]): readonly Squawk[] {
  return [...new Map(squawks.map((squawk) => [squawk.key.toLowerCase(), squawk])).values()];
}

/** Two squawks say the same where their words are the same, whatever their order, letter case and marks. */
function sameWords(description: string): string {
  const words = description.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].toSorted().join(' ');
}

function byAttention(a: FleetSquawk, b: FleetSquawk): number {
  const grounding = Number(b.squawk.isGrounding) - Number(a.squawk.isGrounding);
  return grounding || (b.age ?? -1) - (a.age ?? -1) || (a.key < b.key ? -1 : 1);
}

/** The members that the specification does not show and some of these squawks have, by name, with their labels. */
export function freeMembers(rows: readonly FleetSquawk[]): ReadonlyMap<string, string> {
  return new Map(rows.flatMap(({ squawk }) => squawk.rest.map(({ name, label }) => [name, label] as const)));
}

/** True where the text is in the tail, the description, the action, the reference or the work order. */
export function matchesSquawk({ aircraft, squawk }: FleetSquawk, text: string): boolean {
  const { description, action, reference, workOrder } = squawk;
  const wanted = text.trim().toLowerCase();
  return [aircraft.tailNumber, description, action, reference, workOrder].some((one) =>
    one?.toLowerCase().includes(wanted),
  );
}

/** Open squawks as CSV: what is given, in its order, with every free-form member as a column. Times are the operator's. */
export function squawksCsv(rows: readonly FleetSquawk[], zone: string): string {
  const members = [...freeMembers(rows)];
  const time = (instant: Instant | null) => instant && wallText(instant, zone).slice(0, 16).replace('T', ' ');
  const head = ['Tail', 'Model', 'Squawk', 'Grounds the aircraft', 'Found', 'Days open', 'Seen before', 'Action'];
  const names = [...head, 'Reference', 'Work order', ...members.map(([, label]) => label), `As of (${zone})`];
  const lines = rows.map(({ aircraft, squawk, age, repeats, asOf }): Cell[] => [
    aircraft.tailNumber ?? null,
    modelText(aircraft),
    squawk.description,
    squawk.isGrounding ? 'yes' : 'no',
    time(squawk.created),
    daysOpen(age),
    repeats.length,
    squawk.action,
    squawk.reference,
    squawk.workOrder,
    ...members.map(([name]) => squawk.rest.find((member) => member.name === name)?.text ?? null),
    time(asOf),
  ]);
  return csvText([names, ...lines]);
}

/** Whole days since it was found. */
export function daysOpen(age: number | null): number | null {
  return age === null ? null : Math.floor(age / 86_400_000);
}
