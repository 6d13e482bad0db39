import { type Clock, whenText } from './clock.ts';
import type { AircraftReminders } from './dueList.ts';
import { type DueItem, statusRank } from './reminders.ts';
import type { Instant } from './time.ts';

/** The statuses of the fleet's reminders as last seen, each aircraft at its own time. Plain data, fit for storing. */
export type Picture = readonly AircraftPicture[];
type AircraftPicture = {
  readonly aircraftId: string;
  readonly tail: string;
  readonly asOf: Instant;
  readonly reminders: readonly SeenReminder[];
};
type SeenReminder = { readonly key: string; readonly name: string } & Seen;
type Seen = { readonly statusId: number | null; readonly status: string };

/** The picture of the aircraft that have answered. Complied and switched-off reminders are not in it: they come to nothing. */
export function pictureOf(answers: readonly AircraftReminders[], items: readonly DueItem[]): Picture {
  const tracked = items.filter((item) => !item.isComplied && item.isActive);
  const ofAircraft = Map.groupBy(tracked, (item) => item.aircraft.aircraftId);
  return answers.map(({ aircraft, asOf }) => ({
    aircraftId: aircraft.aircraftId,
    tail: aircraft.tailNumber ?? 'No tail number',
    asOf,
    reminders: (ofAircraft.get(aircraft.aircraftId) ?? []).map(({ key, name, statusId, status }) => ({
      key,
      name,
      statusId,
      status,
    })),
  }));
}

/** The later picture over the earlier: an aircraft that has not answered keeps what was seen of it. */
export function updatePicture(earlier: Picture, later: Picture): Picture {
  const all = new Map(earlier.map((one) => [one.aircraftId, one]));
  for (const one of later) {
    if (one.asOf >= (all.get(one.aircraftId)?.asOf ?? Number.NEGATIVE_INFINITY)) all.set(one.aircraftId, one);
  }
  return [...all.values()];
}

/** What became of a reminder between two looks at its aircraft; `before` is null for a new one, `after` for one gone. */
export type Transition = {
  readonly aircraftId: string;
  readonly key: string;
  readonly tail: string;
  readonly name: string;
  readonly before: Seen | null;
  readonly after: Seen | null;
  readonly from: Instant;
  readonly to: Instant;
};

/** The differences between two pictures, worst outcome first. Only aircraft that were seen in both are compared. */
export function transitions(earlier: Picture, later: Picture): Transition[] {
  const seen = new Map(earlier.map((one) => [one.aircraftId, one]));
  const found = later.flatMap((after) => {
    const before = seen.get(after.aircraftId);
    return before && before.asOf < after.asOf ? changesOf(before, after) : [];
  });
  return found.toSorted((a, b) => outcomeRank(a) - outcomeRank(b));
}

function changesOf(before: AircraftPicture, after: AircraftPicture): Transition[] {
  const was = new Map(before.reminders.map((one) => [one.key, one]));
  const is = new Map(after.reminders.map((one) => [one.key, one]));
  return [...new Map([...was, ...is])].flatMap(([key, { name }]): Transition[] => {
    const [old, current] = [was.get(key) ?? null, is.get(key) ?? null];
    if (old && current && isSame(old, current)) return [];
    const { aircraftId, tail } = after;
    return [{ aircraftId, key, tail, name, before: old, after: current, from: before.asOf, to: after.asOf }];
  });
}

function isSame(a: Seen, b: Seen): boolean {
  return a.statusId === b.statusId && (a.statusId !== null || a.status === b.status);
}

function outcomeRank({ after }: Transition): number {
  return after ? statusRank(after.statusId) : 4;
}

/** `N512SP 100-hour OK → Warning between 0910L and 0925L`. */
export function transitionText(transition: Transition, now: Instant, clock: Clock): string {
  const { tail, name, before, after, from, to } = transition;
  const what =
    before && after
      ? `${before.status} → ${after.status}`
      : after
        ? `is new, ${after.status},`
        : `is gone, was ${before?.status},`;
  return `${tail} ${name} ${what} between ${whenText(from, now, clock)} and ${whenText(to, now, clock)}`;
}
