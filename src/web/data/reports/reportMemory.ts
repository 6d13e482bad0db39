import { useQuery, useQueryClient } from '@tanstack/react-query';
import { get, getMany, set } from 'idb-keyval';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Config } from '#contract/gateway/config.ts';
import { isRecord } from '#contract/objects.ts';
import { type LinkOf, linksOf } from '#domain/reports/columns/cellText.ts';
import { type ColumnKind, columnKinds, type KindCorrections } from '#domain/reports/columns/columns.ts';
import { type ReportId, reportIds } from '#domain/reports/loading/reportQuery.ts';
import { readView, viewParams, type ViewTexts } from '#domain/reports/reportView.ts';
import { type Day, isDay } from '#domain/time/time.ts';
import { listQuery, recordsOf } from '#web/data/api.ts';
import { valueOf } from '#web/data/client.ts';
import { peopleQuery } from '#web/data/replica.ts';
import { loadedReservations } from '#web/data/openReservation.ts';

/** A named view of a data set, as the query parameters of its address. */
export type SavedView = { readonly dataSet: ReportId; readonly name: string; readonly view: Partial<ViewTexts> };

/** The saved views after a change; `problem` says why a view was not saved. */
export type SaveResult = { readonly views: readonly SavedView[]; readonly problem: string | null };

const longestName = 60;

/** The saved views of a data set, by name. */
export function viewsOf(views: readonly SavedView[], dataSet: ReportId): SavedView[] {
  return views.filter((view) => view.dataSet === dataSet).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Adds a view; it replaces one of the same name. */
export function withView(views: readonly SavedView[], view: SavedView): SaveResult {
  const name = view.name.trim();
  if (name === '') return { views, problem: 'Enter a name for the view.' };
  if (name.length > longestName) return { views, problem: `Use at most ${longestName} characters.` };
  return { views: [...withoutView(views, { ...view, name }), { ...view, name }], problem: null };
}

export function withoutView(views: readonly SavedView[], view: Pick<SavedView, 'dataSet' | 'name'>): SavedView[] {
  return views.filter(({ dataSet, name }) => dataSet !== view.dataSet || name !== view.name);
}

/** Reads stored views. Anything else, and views of other versions that cannot be read, are dropped. */
export function readSavedViews(stored: unknown): readonly SavedView[] {
  return Array.isArray(stored) ? stored.flatMap((value) => readSavedView(value) ?? []) : [];
}

function readSavedView(value: unknown): SavedView | null {
  if (!isRecord(value) || typeof value['name'] !== 'string' || !isRecord(value['view'])) return null;
  const dataSet = reportIds.find((id) => id === value['dataSet']);
  const texts = value['view'];
  if (!dataSet || Object.values(texts).some((text) => text !== null && typeof text !== 'string')) return null;
  const view: { -readonly [Name in keyof ViewTexts]?: string | null } = {};
  for (const name of viewParams) {
    const text = texts[name];
    if (text === null || typeof text === 'string') view[name] = text;
  }
  return readView(view).problems.length === 0 ? { dataSet, name: value['name'], view } : null;
}

/** The columns a data set had on the day it was last seen. */
export type SeenColumns = { readonly day: Day; readonly columns: readonly string[] };

export type ColumnChange = {
  readonly added: readonly string[];
  /** Rows that load later may still have these. */
  readonly missing: readonly string[];
  readonly since: Day;
};

/** How the columns differ from those seen before; null if they do not, or if none were seen. */
export function columnChange(seen: SeenColumns | null, columns: readonly string[]): ColumnChange | null {
  if (!seen || columns.length === 0) return null;
  const [before, present] = [new Set(seen.columns), new Set(columns)];
  const added = columns.filter((id) => !before.has(id));
  const missing = seen.columns.filter((id) => !present.has(id));
  return added.length + missing.length > 0 ? { added, missing, since: seen.day } : null;
}

/** What this browser remembers of a data set: names of columns, their kinds and the day of the newest row, no other values. */
export type ReportMemory = {
  readonly keys: SeenColumns | null;
  readonly kinds: KindCorrections;
  /** The number of rows at the last visit; null if the service did not report it. */
  readonly rows: number | null;
  /** Day of the newest row; null if not all rows were loaded, or they have no time. */
  readonly newest: Day | null;
};

const nothing: ReportMemory = { keys: null, kinds: {}, rows: null, newest: null };

/** Reads a stored memory; parts that cannot be read are forgotten. */
export function readMemory(stored: unknown): ReportMemory {
  if (!isRecord(stored)) return nothing;
  const { keys, kinds, rows, newest } = stored;
  return {
    keys: readSeenColumns(keys),
    kinds: readKinds(kinds),
    rows: typeof rows === 'number' ? rows : null,
    newest: typeof newest === 'string' && isDay(newest) ? newest : null,
  };
}

function readSeenColumns(value: unknown): SeenColumns | null {
  if (!isRecord(value) || typeof value['day'] !== 'string' || !Array.isArray(value['columns'])) return null;
  return { day: value['day'], columns: value['columns'].filter((id) => typeof id === 'string') };
}

function readKinds(value: unknown): KindCorrections {
  const entries = isRecord(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.flatMap(([id, stored]): [string, ColumnKind][] => {
      const kind = columnKinds.find((candidate) => candidate === stored);
      return kind ? [[id, kind]] : [];
    }),
  );
}

/** A stored value and a function to change it. Null until it is read; browsers without storage keep it for this visit. */
function useStored<Value>(key: string, read: (stored: unknown) => Value) {
  const [held, setHeld] = useState<{ key: string; value: Value } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const hold = (stored: unknown) => isCurrent && setHeld({ key, value: read(stored) });
    get<unknown>(key).then(hold, () => hold(undefined));
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
  // Never the value of another key, not even briefly before this one is read.
  return { value: held?.key === key ? held.value : null, keep };
}

export type StoredMemory = {
  /** Null until it is read. */
  readonly memory: ReportMemory | null;
  readonly remember: (changes: Partial<ReportMemory>) => void;
};

/** What this browser remembers of a data set. Nothing can be remembered before the stored memory is read. */
export function useReportMemory(operatorId: number, id: ReportId): StoredMemory {
  const { value, keep } = useStored(memoryKey(operatorId, id), readMemory);
  const remember = useCallback(
    (changes: Partial<ReportMemory>) => {
      if (value) keep({ ...value, ...changes });
    },
    [value, keep],
  );
  return { memory: value, remember };
}

function memoryKey(operatorId: number, id: ReportId): string {
  return `report columns, operator ${operatorId}, ${id}, 1`;
}

/** What is remembered of each data set that was visited; empty until it is read. */
export function useReportMemories(operatorId: number): ReadonlyMap<ReportId, ReportMemory> {
  const [memories, setMemories] = useState<ReadonlyMap<ReportId, ReportMemory>>(new Map());
  useEffect(() => {
    const hold = (stored: readonly unknown[]) => setMemories(memoriesOf(stored));
    getMany<unknown>(reportIds.map((id) => memoryKey(operatorId, id))).then(hold, () => undefined);
  }, [operatorId]);
  return memories;
}

/** The memories by data set, from what is stored for each in the order of `reportIds`. */
export function memoriesOf(stored: readonly unknown[]): ReadonlyMap<ReportId, ReportMemory> {
  return new Map(
    reportIds.flatMap((id, at) => (stored[at] === undefined ? [] : [[id, readMemory(stored[at])] as const])),
  );
}

/** The views saved in this browser. `save` returns why a view was not saved, or null. */
export function useSavedViews(operatorId: number) {
  const { value, keep } = useStored(`report views, operator ${operatorId}, 1`, readSavedViews);
  const views = value ?? [];
  const save = (view: SavedView): string | null => {
    // Saving before the stored views are read would overwrite them.
    if (value === null) return 'Saved views are still loading. Try again.';
    const result = withView(views, view);
    if (result.problem === null) keep(result.views);
    return result.problem;
  };
  const remove = (view: SavedView) => keep(withoutView(views, view));
  return { views, save, remove };
}

/**
 * Finds the pages of values: of all aircraft and people, and of the loaded reservations. Pass as `changed` any value that
 * changes when new reservations may be loaded, such as the rows.
 */
export function useLinkOf(school: Config, changed: unknown): LinkOf {
  const client = useQueryClient();
  const aircraft = useQuery({ ...listQuery(school, 'listAircraft', {}), select: recordsOf }).data;
  const instructors = useQuery({ ...listQuery(school, 'listInstructors', {}), select: recordsOf }).data;
  const users = useQuery({ ...peopleQuery, select: valueOf }).data?.users;
  return useMemo(() => {
    const known = {
      aircraft: aircraft ?? [],
      instructorIds: instructors?.map(({ userId }) => userId) ?? [],
      userIds: users?.map(({ userId }) => userId) ?? [],
      reservations: loadedReservations(client, school),
    };
    return linksOf(known, school.timeZone);
    // eslint-disable-next-line react/exhaustive-deps -- the cache does not announce new reservations; `changed` does
  }, [client, school, aircraft, instructors, users, changed]);
}
