import { get, getMany, set } from 'idb-keyval';
import { useCallback, useEffect, useState, useMemo } from 'react';
import type { KindCorrections } from '#domain/reports/columns/columns.ts';
import { type ReportId, reportIds } from '#domain/reports/loading/reportQuery.ts';
import type { KeyMemory } from '#domain/reports/columns/keyMemory.ts';
import { readSavedViews, type SavedView, withoutView, withView } from '#domain/reports/views/viewWords.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Config } from '#contract/gateway/config.ts';
import { type LinkOf, linksOf } from '#domain/reports/columns/knownValues.ts';
import { listQuery } from '#web/queries/api.ts';
import { peopleQuery } from '#web/queries/replica.ts';
import { loadedBookings } from '#web/queries/reservations.ts';

/** What this browser keeps of a data set: names of columns and what they hold, never a value. */
export type ReportMemory = {
  readonly keys: KeyMemory | null;
  readonly kinds: KindCorrections;
  /** How many rows the last visit found in all; null where the service did not tell. */
  readonly rows: number | null;
};

const nothing: ReportMemory = { keys: null, kinds: {}, rows: null };

/** A stored value, and how to change it. Null until it is known; a browser that cannot store keeps it for this visit. */
function useStored<Value>(key: string, read: (stored: unknown) => Value) {
  const [held, setHeld] = useState<{ key: string; value: Value } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const take = (stored: unknown) => isCurrent && setHeld({ key, value: read(stored) });
    get<unknown>(key).then(take, () => take(undefined));
    return () => {
      isCurrent = false;
    };
  }, [key, read]);
  const keep = useCallback(
    (value: Value) => {
      setHeld({ key, value });
      set(key, value).catch(() => undefined);
    },
    [key],
  );
  // Another key's value is not this one's, however short the moment.
  return { value: held?.key === key ? held.value : null, keep };
}

const readMemory = (stored: unknown): ReportMemory => ({
  ...nothing,
  ...(stored as Partial<ReportMemory> | undefined),
});

/** The columns and corrected kinds that this browser remembers of a data set. */
export function useReportMemory(operatorId: number, id: ReportId) {
  const { value, keep } = useStored(memoryKey(operatorId, id), readMemory);
  const remember = useCallback(
    (changes: Partial<ReportMemory>) => keep({ ...(value ?? nothing), ...changes }),
    [value, keep],
  );
  return { memory: value, remember };
}

function memoryKey(operatorId: number, id: ReportId): string {
  return `report columns, operator ${operatorId}, ${id}, 1`;
}

/** What is remembered of each data set that was visited; empty until it is known. */
export function useReportMemories(operatorId: number): ReadonlyMap<ReportId, ReportMemory> {
  const [memories, setMemories] = useState<ReadonlyMap<ReportId, ReportMemory>>(new Map());
  useEffect(() => {
    const take = (stored: readonly unknown[]) => setMemories(memoriesOf(stored));
    getMany<unknown>(reportIds.map((id) => memoryKey(operatorId, id))).then(take, () => undefined);
  }, [operatorId]);
  return memories;
}

function memoriesOf(stored: readonly unknown[]): ReadonlyMap<ReportId, ReportMemory> {
  return new Map(
    reportIds.flatMap((id, at) => (stored[at] === undefined ? [] : [[id, readMemory(stored[at])] as const])),
  );
}

/** The views saved in this browser; `save` returns what is wrong with the name, or null. */
export function useSavedViews(operatorId: number) {
  const { value, keep } = useStored(`report views, operator ${operatorId}, 1`, readSavedViews);
  const views = value ?? [];
  const save = (view: SavedView) => {
    const saving = withView(views, view);
    if (saving.problem === null) keep(saving.views);
    return saving.problem;
  };
  const remove = (view: SavedView) => keep(withoutView(views, view));
  return { views, save, remove };
}

/**
 * Finds the pages of values: of aircraft and people all, of reservations those that are loaded. `changed` is anything that is
 * another whenever it is worth looking for reservations again, such as the rows.
 */
export function useLinkOf(school: Config, changed: unknown): LinkOf {
  const client = useQueryClient();
  const aircraft = useQuery(listQuery(school, 'listAircraft', {})).data?.value.records;
  const instructors = useQuery(listQuery(school, 'listInstructors', {})).data?.value.records;
  const users = useQuery(peopleQuery).data?.value.users;
  return useMemo(() => {
    const known = {
      aircraft: aircraft ?? [],
      instructorIds: instructors?.map(({ userId }) => userId) ?? [],
      userIds: users?.map(({ userId }) => userId) ?? [],
      reservations: loadedBookings(client, school),
    };
    return linksOf(known, school.timeZone);
    // eslint-disable-next-line react/exhaustive-deps -- the cache says nothing by itself; what has changed does
  }, [client, school, aircraft, instructors, users, changed]);
}
