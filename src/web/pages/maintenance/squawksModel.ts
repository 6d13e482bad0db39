import { millisecondsInDay } from '#domain/units.ts';
import { countText, type Knowledge, type NoneText, noneText } from '#domain/answers/known.ts';
import { lifeOf } from '#contract/statuses.ts';
import { modelText } from '#domain/fleet/fleet.ts';
import { type FleetSquawk, type Grounding, squawkTime } from '#domain/maintenance/squawks.ts';
import { countAt, everywhere, locationNote, narrowed, type Narrowing } from '#domain/reservations/locations.ts';
import { type Clock, durationText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { counted } from '#domain/words.ts';

export type SquawkList = {
  /** Those that match the search, in the order given. */
  readonly rows: readonly FleetSquawk[];
  /**
   * `12 open`, `3 of 12 open, 1 grounding, 2 on inactive aircraft`: grounding ones among those shown. Those
   * of inactive aircraft, which are not grounded but apart, are counted together.
   */
  readonly count: string;
  /** The part of the fleet, if it is narrowed to a location. */
  readonly note: string | null;
  /** The text in place of rows; null if there are rows. */
  readonly empty: NoneText | null;
};

/** The open squawks of the fleet that match a search; `known` covers the aircraft list and the squawks. */
export function squawkList(
  all: readonly FleetSquawk[],
  search: string,
  known: Knowledge,
  narrowing: Narrowing = everywhere,
): SquawkList {
  const here = narrowed(all, narrowing.chosen ? ({ aircraft }) => narrowing.whereIs(aircraft.aircraftId) : null);
  const rows = here.shown.filter((row) => matchesSquawk(row, search));
  const inService = rows.filter(({ aircraft }) => lifeOf(aircraft.status) !== 'inactive');
  const countOf = (grounding: Grounding) => inService.filter(({ squawk }) => squawk.grounding === grounding).length;
  const [grounding, notKnown, stored] = [countOf('yes'), countOf('not known'), rows.length - inService.length];
  const open = rows.length === all.length ? `${all.length} open` : `${rows.length} of ${all.length} open`;
  const none = all.length > 0 ? 'No open squawks match.' : 'No open squawks.';
  const parts = [
    open,
    grounding > 0 && `${grounding} grounding`,
    notKnown > 0 && `${notKnown} grounding not known`,
    stored > 0 && `${stored} on inactive aircraft`,
  ];
  const whole = parts.filter(Boolean).join(', ');
  return {
    rows,
    count: countAt(countText(known, all.length === 0 ? 0 : whole, whole), narrowing),
    note: locationNote(here, narrowing),
    empty: rows.length > 0 ? null : noneText(known, none),
  };
}

/** True if the text is in the tail number, the description, the action, the reference or the work order. */
function matchesSquawk({ aircraft, squawk }: FleetSquawk, text: string): boolean {
  const { description, action, reference, workOrder } = squawk;
  const wanted = text.trim().toLowerCase();
  return [aircraft.tailNumber, description, action, reference, workOrder].some((one) =>
    one?.toLowerCase().includes(wanted),
  );
}

/** Labels by name of the members that the specification does not show: columns that can be hidden. */
export function freeMembers(rows: readonly FleetSquawk[]): ReadonlyMap<string, string> {
  return new Map(rows.flatMap(({ squawk }) => squawk.rest.map(({ name, label }) => [name, label] as const)));
}

/** The text of a free-form member; empty if the squawk has no such member. */
export function memberText({ squawk }: FleetSquawk, name: string): string {
  return squawk.rest.find((member) => member.name === name)?.text ?? '';
}

/** An open squawk in words. */
export type SquawkWords = {
  readonly model: string;
  /** `Tyre replaced · REF 12`; empty for none. */
  readonly more: string;
  /** How long it has been open, on the first day in hours, and since when; null without a date. */
  readonly age: { readonly days: string; readonly found: string } | null;
  /** How often the same aircraft had it before, and when last; null for never. */
  readonly repeats: { readonly times: string; readonly last: string } | null;
};

export function squawkWords({ aircraft, squawk, age, repeats }: FleetSquawk, now: Instant, clock: Clock): SquawkWords {
  const [last] = repeats;
  const days = daysOpen(age);
  return {
    model: modelText(aircraft),
    more: [squawk.action, squawk.reference].filter(Boolean).join(' · '),
    age:
      days === null || squawk.created === null
        ? null
        : {
            days: days === 0 ? durationText(age ?? 0) : counted(days, 'day'),
            found: `found ${squawkTime(squawk.created, now, clock)}`,
          },
    repeats: last
      ? {
          times: repeats.length === 1 ? 'once' : `${repeats.length} times`,
          last: last.created === null ? 'no date' : `last ${squawkTime(last.created, now, clock)}`,
        }
      : null,
  };
}

/** Whole days since it was found; `age` in milliseconds. */
export function daysOpen(age: number | null): number | null {
  return age === null ? null : Math.floor(age / millisecondsInDay);
}
