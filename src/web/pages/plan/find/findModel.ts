import { type Instructor, instructorName, isPlaceholder } from '#domain/duty/duties.ts';
import { lifeOf } from '#contract/statuses.ts';
import { type Aircraft, modelText } from '#domain/fleet/fleet.ts';
import type { FoundWindow, Slot } from '#domain/planning/finderWindows.ts';
import { clockOf, type FindRequest, type Hours, defaultHours } from '#domain/planning/request.ts';
import { type Instant, minuteText } from '#domain/time/time.ts';
import { minutesInHour } from '#domain/units.ts';
import { inOrder, tenths } from '#domain/words.ts';

type Choice = { readonly value: string; readonly label: string };

/** The models in service to choose from, and the model in the address if it is none of them. */
export function modelChoices(fleet: readonly Aircraft[], chosen: string): Choice[] {
  const inService = fleet.filter(({ status, isSimulator }) => lifeOf(status) === 'active' && isSimulator !== true);
  const models = [...new Set(inService.map(modelText))].toSorted(inOrder.compare);
  const own = chosen === '' || models.includes(chosen) ? [] : [chosen];
  return [{ value: '', label: 'Any' }, ...[...own, ...models].map((value) => ({ value, label: value }))];
}

/** Categories and classes as the reservations give them, and the one in the address if it is none of them. */
export function classChoices(classes: readonly string[], chosen: string): Choice[] {
  const isListed = chosen === '' || classes.some((one) => one.toLowerCase() === chosen.toLowerCase());
  const shown = isListed
    ? classes.map((one) => (one.toLowerCase() === chosen.toLowerCase() ? chosen : one))
    : [chosen, ...classes];
  return [{ value: '', label: 'Any' }, ...shown.map((value) => ({ value, label: value }))];
}

/** Any, none, and each active instructor; placeholders are left out. */
export function instructorChoices(
  instructors: readonly Instructor[] | null,
  chosen: FindRequest['instructor'],
): Choice[] {
  const active = (instructors ?? [])
    .filter((instructor) => lifeOf(instructor.instructorStatus) === 'active' && !isPlaceholder(instructor))
    .map((instructor) => ({ value: instructor.userId, label: instructorName(instructor) }))
    .toSorted((a, b) => inOrder.compare(a.label, b.label));
  const isListed = chosen.kind !== 'one' || active.some(({ value }) => value === chosen.userId);
  const own = isListed || chosen.kind !== 'one' ? [] : [{ value: chosen.userId, label: 'Not in the list' }];
  return [{ value: 'any', label: 'Any' }, { value: 'none', label: 'None (solo or rental)' }, ...own, ...active];
}

export function studentChoices(names: ReadonlyMap<string, string>, chosen: string | null): Choice[] {
  const own = chosen === null || names.has(chosen) ? [] : [{ value: chosen, label: 'Not in the list' }];
  return [{ value: '', label: 'Any student' }, ...own, ...Array.from(names, ([value, label]) => ({ value, label }))];
}

const defaultLengths = [30, 60, 90, 120, 150, 180, 240, 300, 360, 480];

export function lengthChoices(chosen: number): Choice[] {
  const all = [...new Set([...defaultLengths, chosen])].toSorted((a, b) => a - b);
  return all.map((minutes) => ({ value: String(minutes), label: `${tenths.format(minutes / minutesInHour)} h` }));
}

const partsOfDay: readonly (readonly [string, Hours])[] = [
  ['Morning', { from: 360, to: 720 }],
  ['Afternoon', { from: 720, to: 1080 }],
  ['Evening', { from: 1020, to: 1320 }],
];

export function hoursChoices(chosen: Hours | null): Choice[] {
  const text = ({ from, to }: Hours) => `${clockOf(from)}-${clockOf(to)}`;
  const parts = partsOfDay.map(([name, hours]) => ({
    value: text(hours),
    label: `${name} ${clockOf(hours.from)}–${clockOf(hours.to)}`,
  }));
  const isPart = chosen === null || parts.some(({ value }) => value === text(chosen));
  const own = isPart ? [] : [{ value: text(chosen), label: `${clockOf(chosen.from)}–${clockOf(chosen.to)}` }];
  return [{ value: '', label: `All day ${clockOf(defaultHours.from)}–${clockOf(defaultHours.to)}` }, ...own, ...parts];
}

/** `and 3 more`, with the names for its explanation; null without any. */
export function moreText(names: readonly string[]): { readonly words: string; readonly tip: string } | null {
  const [, ...others] = names;
  return others.length === 0 ? null : { words: `and ${others.length} more`, tip: others.join(', ') };
}

export function aircraftNames({ aircraft }: Slot): string[] {
  return aircraft.map(({ room }) => room.aircraft.tailNumber ?? 'no tail number');
}

export function instructorNames({ instructors }: Slot): string[] {
  return instructors.map(({ instructor }) => instructor.name);
}

/** A start as the address writes it: `2026-05-13T1830`, by the operator's clock. */
function startText({ start }: Slot, zone: string): string {
  return minuteText(start, zone).replace(' ', 'T').replace(':', '');
}

/** The picked start of a window; its first one unless one is picked. */
export function pickedIn({ slots }: FoundWindow, picks: readonly string[], zone: string): Slot {
  return slots.find((slot) => picks.includes(startText(slot, zone))) ?? slots[0];
}

/** The picks after one more: the former one of that window goes. */
export function withPick({ slots }: FoundWindow, picks: readonly string[], start: Instant, zone: string): string[] {
  const own = new Set(slots.map((slot) => startText(slot, zone)));
  const others = picks.filter((pick) => !own.has(pick));
  const picked = slots.find((slot) => slot.start === start);
  return picked && picked !== slots[0] ? [...others, startText(picked, zone)] : others;
}

/** The picks that no window has, as a message; null if there are none. */
export function lostPicks(windows: readonly FoundWindow[], picks: readonly string[], zone: string): string | null {
  const known = new Set(windows.flatMap(({ slots }) => slots.map((slot) => startText(slot, zone))));
  const lost = picks.filter((pick) => !known.has(pick));
  return lost.length === 0 ? null : `at: no flight can start at ${lost.join(', ')}`;
}
