import type { Operation } from '#contract/operations.ts';
import type { ClockFit, FilterCheck } from './reservationChecks.ts';
import type { Zone } from '#domain/time/time.ts';

type CheckWords = {
  /** What a person must know: the answer is not what was asked. */
  readonly notes: readonly string[];
  /** By which clock the times were asked; null where none is filtered. */
  readonly scope: string | null;
};

/** What the check of an answer says, in words. */
export function checkWords(
  { breaches, clock }: FilterCheck,
  operation: Pick<Operation, 'filters'>,
  zone: Zone,
): CheckWords {
  const notes = operation.filters.flatMap(({ name, label }) => {
    const count = breaches[name];
    return count
      ? [`The service did not filter as asked: ${reservations(count)} not match the filter “${label}”.`]
      : [];
  });
  const asked = zone.zoneless === 'utc' ? 'UTC' : `${zone.name} time`;
  if (clock === null) return { notes, scope: null };
  return {
    notes:
      clock === misfit(zone)
        ? [
            ...notes,
            `This answer fits the times asked only if they are read as ${clock === 'utc' ? 'UTC' : `${zone.name} time`}, not as ${asked}.`,
          ]
        : notes,
    scope: `Times as ${asked}; the API does not say which clock it reads them by.`,
  };
}

function reservations(count: number): string {
  return count === 1 ? '1 reservation does' : `${count} reservations do`;
}

function misfit({ zoneless }: Zone): ClockFit {
  return zoneless === 'utc' ? 'operator' : 'utc';
}
