import { type Aircraft, byTail, modelText } from '#domain/fleet/fleet.ts';
import { type DueItem, doubtIn, doubtText, isCounted } from '#domain/maintenance/reminders.ts';
import type { Knowledge } from '#domain/answers/known.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { type ShopIndex, shopJob } from '#domain/planning/shop/shopWeek.ts';
import type { ShopWeek } from '#domain/planning/shop/shopWeek.ts';
import { type SetTimes, timeText } from '#domain/planning/shop/shopTimes.ts';
import { reminderNameKey } from '#contract/access/reminderClasses.ts';
import { thresholds } from '#domain/thresholds.ts';
import { type At, dayText, shownDay } from '#domain/time/clock.ts';
import { inOrder } from '#domain/words.ts';

/** The shortest and the longest visit that a person can choose, in shop hours. */
export const visitHours = { min: 1, max: 80 } as const;

type Choice = { readonly value: string; readonly label: string; readonly group?: string };

/** The aircraft to choose from: those with a limit in the known days first. */
export function aircraftChoices(fleet: readonly Aircraft[], index: ShopIndex | null): Choice[] {
  const isDue = ({ aircraftId }: Aircraft) => {
    const job = index && shopJob(index, aircraftId);
    return job !== null && job.due.at < (index?.until ?? 0);
  };
  const sorted = fleet.toSorted(byTail);
  const [due, others] = [sorted.filter(isDue), sorted.filter((aircraft) => !isDue(aircraft))];
  const choice = (group: string) => (aircraft: Aircraft) => ({
    value: idKey(aircraft.aircraftId),
    label: [aircraft.tailNumber ?? 'no tail number', modelText(aircraft)].join(' · '),
    group,
  });
  return [
    { value: '', label: 'All aircraft' },
    ...due.map(choice('Comes due')),
    ...others.map(choice('Other aircraft')),
  ];
}

/** The reminders of an aircraft that a visit can be planned for. */
export function reminderChoices(index: ShopIndex, aircraftId: string): Choice[] {
  const items = index.items.get(idKey(aircraftId)) ?? [];
  return items
    .filter(isCounted)
    .flatMap(({ key, name }) => (index.horizons.get(key)?.due ? [{ value: key, label: name }] : []));
}

/** Lengths of a visit: some steps, the usual one for this work, and the chosen one. */
export function lengthChoices(defaultValue: string, chosen: number | null): Choice[] {
  const { shopOpens, shopCloses } = thresholds();
  const day = shopCloses - shopOpens;
  const steps = new Set([1, 2, 4, day, 2 * day, 3 * day, 5 * day, ...(chosen === null ? [] : [chosen])]);
  return [
    { value: '', label: defaultValue },
    ...[...steps].toSorted((a, b) => a - b).map((hours) => ({ value: String(hours), label: `${hours} shop hours` })),
  ];
}

/** The works of the week once each, with their times to choose: a plan rests on how long they take. */
export function workChoices({ lines }: ShopWeek, { timeFor }: ShopIndex, set: SetTimes) {
  const items = new Map(
    lines.flatMap(({ job }) => [job.item, ...job.together]).map((item) => [reminderNameKey(item.name), item]),
  );
  return [...items]
    .toSorted(([a], [b]) => inOrder.compare(a, b))
    .map(([key, item]) => {
      const hours = set.get(key) ?? null;
      return {
        name: item.name,
        hours,
        options: lengthChoices(hours === null ? timeText(timeFor(item)) : 'usual time', hours),
      };
    });
}

/** What the plan does not know, in words. */
export function shopNotes(
  known: Knowledge,
  skipped: number,
  items: readonly DueItem[],
  until: number,
  { clock }: At,
): string[] {
  const inDoubt = items.filter((item) => isCounted(item) && doubtIn(item));
  return [
    ...known.lacks,
    ...inDoubt.map((item) => `${item.aircraft.tailNumber ?? 'no tail number'} ${item.name}: ${doubtText(item)}`),
    ...(skipped > 0 ? [`${skipped} unreadable reminders are not part of the plan`] : []),
    `Data ends ${dayText(shownDay(until - 1, clock))}`,
    'Holidays, parts and staff are not known',
  ];
}
