import { useEffect, useMemo, useState } from 'react';
import type { Column, KindCorrections } from '#domain/reports/columns/columns.ts';
import { columnsOf } from '#domain/reports/columns/inference.ts';
import type { LoadPlan } from '#domain/reports/loading/loadPlan.ts';
import { createRowStore } from '#domain/reports/rows/rowStore.ts';
import { type RowsAsked, type RowsWorked, workOnRows } from '#domain/reports/rows/workOnRows.ts';
import { isPersonal } from '#domain/people/personalData.ts';
import type { Zone } from '#domain/time/time.ts';
import { inSlices } from '#web/queries/reports/reportLoader.ts';
import { useMinute } from '#web/ui/page/now.ts';
import { useSchool } from '#web/ui/page/school.tsx';

type Wishes = Pick<RowsAsked, 'view' | 'order' | 'opened'> & {
  readonly kinds: KindCorrections;
  /** Columns with personal data are left out. */
  readonly isCovered: boolean;
};

/**
 * The rows as the view wants them. Work goes on in slices beside the page; until it is done the result of before stands. While
 * more rows come, they are taken in as soon as the work on the earlier ones is done.
 */
export function useRows(newest: LoadPlan, { view, order, opened, kinds, isCovered }: Wishes) {
  const { timeZone, zonelessTimes } = useSchool();
  const now = useMinute();
  const [taken, setTaken] = useState(newest);
  const store = useMemo(() => {
    const zone: Zone = { name: timeZone, zoneless: zonelessTimes };
    return createRowStore(taken.rows, zone);
  }, [taken.rows, timeZone, zonelessTimes]);
  const all = useMemo(() => idsLast(columnsOf(taken.shape, kinds)), [taken.shape, kinds]);
  const searched = useMemo(() => all.filter((column) => !isPersonalColumn(column)), [all]);
  const columns = isCovered ? searched : all;
  // Only a ready-made picture knows of the present.
  const present = view.picture === null ? 0 : now;
  const asked = useMemo(
    () => ({ store, columns, searched, view, order, opened, now: present }),
    [store, columns, searched, view, order, opened, present],
  );
  const [done, setDone] = useState<{ asked: RowsAsked; worked: RowsWorked } | null>(null);
  const [failed, setFailed] = useState<{ asked: RowsAsked; words: string } | null>(null);
  useEffect(() => {
    const giveUp = new AbortController();
    inSlices(workOnRows(asked), giveUp.signal).then(
      (worked) => setDone({ asked, worked }),
      (error: unknown) => {
        if (!giveUp.signal.aborted) setFailed({ asked, words: String(error) });
      },
    );
    return () => giveUp.abort();
  }, [asked]);
  const failure = failed?.asked === asked ? failed.words : null;
  const isBusy = done?.asked !== asked && failure === null;
  if (!isBusy && taken !== newest) setTaken(newest);
  return {
    /** Of the rows that are taken in. */
    plan: taken.rows === newest.rows ? newest : taken,
    all,
    columns: useMemo(() => (done ? measuresFirst(done.asked.columns, done.worked) : columns), [done, columns]),
    store: done?.asked.store ?? store,
    worked: done?.worked ?? null,
    isBusy,
    /** Why the rows could not be put together as asked; those of before stand. */
    failure,
  };
}

/** Beside the names of groups stand their figures. */
function measuresFirst(columns: readonly Column[], { grouped, measures }: RowsWorked): readonly Column[] {
  return grouped ? [...measures, ...columns.filter((column) => !measures.includes(column))] : columns;
}

/** Ids, which nobody reads, follow the others; apart from that columns are in the order in which they were first seen. */
function idsLast(columns: readonly Column[]): Column[] {
  const isId = ({ kind }: Column) => kind === 'guid';
  return [...columns.filter((column) => !isId(column)), ...columns.filter(isId)];
}

/** What one reaches people by, or what they owe: never in an address. */
export function isPersonalColumn({ path }: Pick<Column, 'path'>): boolean {
  return path.some(isPersonal);
}

export function personalLabels(columns: readonly Column[]): string[] {
  return columns.filter(isPersonalColumn).map(({ label }) => label);
}
