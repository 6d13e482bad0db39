import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { RecordRow } from '#domain/records/rows.ts';
import { forecastSpan } from '#domain/maintenance/horizon.ts';
import { forecastDays } from '#domain/thresholds.ts';
import { dayOf, daySpan } from '#domain/time/time.ts';
import { listQuery } from '#web/data/api.ts';
import { forecastQuery, knownFrom, peopleQuery, windowQuery } from '#web/data/replica.ts';
import { nearDays, useHistory } from '#web/data/reservations.ts';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useSchool } from '#web/components/page/school.tsx';
import { useWriting } from '#web/components/records/RecordView.tsx';
import { DataTable } from '#web/components/table/DataTable.tsx';
import { columnsOf, givenTo } from '#web/components/table/table.ts';
import { useSortState } from '#web/components/table/tableState.ts';
import { virtualBody } from '#web/components/table/LaterBody.tsx';
import { nextByPerson } from './nextModel.ts';
import style from './people.module.css';
import { hiddenColumns, type KnownPerson, type PersonLine, personLines } from './peopleModel.ts';

const nobody: readonly KnownPerson[] = [];
const noInstructors: readonly { readonly userId: string }[] = [];

/** Everyone in the gateway's copy; null until known. */
export function useKnownPeople(): readonly KnownPerson[] | null {
  return useQuery(peopleQuery).data?.value.users ?? null;
}

type PeopleListProps = {
  caption: string;
  rows: readonly Pick<RecordRow, 'key' | 'title' | 'value'>[];
  addressOf: (key: string) => string;
  /** Whether columns may sort: the rows are everybody, or another order loads everybody. */
  isComplete: boolean;
  /** Whether the ids are shown: someone searches or sorts by them. */
  hasIds?: boolean;
};

/**
 * The days before today, where a flight may be out since; today and tomorrow, which every event refreshes; and from the
 * forecast the days after.
 */
function useNext() {
  const school = useSchool();
  const { now, clock } = useWriting();
  const { timeZone } = school;
  const today = dayOf(now, timeZone);
  const [near, ahead] = useMemo(
    () => [daySpan(today, timeZone, nearDays), forecastSpan(today, timeZone)],
    [today, timeZone],
  );
  const before = useHistory(school, now).window;
  const soon = useQuery(windowQuery(school, near)).data?.value;
  const later = useQuery(forecastQuery(school, ahead)).data?.value;
  return useMemo(() => {
    const after = later?.reservations.filter(({ start }) => start !== null && start >= near.end) ?? [];
    return {
      byPerson: nextByPerson([...(before?.reservations ?? []), ...(soon?.reservations ?? []), ...after], now, clock),
      isWhole: before?.missing.length === 0 && knownFrom(soon, now) !== null && knownFrom(later, now) !== null,
    };
  }, [near, before, soon, later, now, clock]);
}

/** People with what they have next and what they may fly: a table, and on a phone a list. */
export function PeopleList({ caption, rows, addressOf, isComplete, hasIds = false }: PeopleListProps) {
  const writing = useWriting();
  const people = useKnownPeople() ?? nobody;
  const { data, failureReason } = useQuery(listQuery(useSchool(), 'listInstructors', {}));
  const instructors = data?.value.records ?? (failureReason ? null : noInstructors);
  const isPhone = useMediaQuery('(max-width: 700px)');
  const isCoarse = useMediaQuery('(pointer: coarse)');
  const sort = useSortState(sortable);
  const next = useNext();
  const lines = useMemo(() => {
    const instructorIds = instructors?.map(({ userId }) => userId) ?? null;
    return personLines(rows, { people, instructorIds, next }, writing);
  }, [rows, people, instructors, next, writing]);
  const isSortedById = sort.sorting.some(({ id }) => id === 'external');
  const hidden = useMemo(() => hiddenColumns(lines, hasIds || isSortedById), [lines, hasIds, isSortedById]);
  return (
    <div className={style['people']}>
      <DataTable
        caption={caption}
        columns={peopleColumns}
        rows={lines}
        rowId={({ place }) => String(place)}
        given={addressOf}
        sort={sort}
        isComplete={isComplete}
        hidden={hidden}
        isCards={isPhone}
        Body={lines.length > maxPlain ? bodies[isCoarse ? 'coarse' : 'fine'] : undefined}
      />
    </div>
  );
}

/** Checkouts are not loaded for everyone, so the list has them only where it has all. */
export function CheckoutsNote() {
  return <p className={style['note']}>Open a person to see their aircraft checkouts.</p>;
}

const sortable = ['name', 'role', 'next', 'checkouts', 'external', 'status'] as const;
/** From this number of rows on, only rows near the window are drawn; each is as tall as `--row`. */
const maxPlain = 100;
const bodies = { fine: virtualBody(36), coarse: virtualBody(44) };
const column = columnsOf<PersonLine, PeopleListProps['addressOf']>();

function textColumn(
  id: 'role' | 'checkouts' | 'external' | 'flown' | 'status',
  header: string,
  width: string,
  { line, isSorted = true }: { line?: number; isSorted?: boolean } = {},
) {
  return column.accessor((person) => person[id] || '~', {
    id,
    header,
    sortFn: 'alphanumeric',
    enableSorting: isSorted,
    meta: { width, ...(line !== undefined && { card: { line, cell: ({ row }) => row.original[id] } }) },
    cell: ({ row }) => <span data-tip={row.original[id]}>{row.original[id]}</span>,
  });
}

/** The ID is last, because no one looks for it here; the search finds it. */
const peopleColumns = column.columns([
  column.accessor((line) => line.name, {
    id: 'name',
    header: 'Name',
    sortFn: 'alphanumeric',
    meta: { width: '20%', card: { line: 1 } },
    cell: ({ row, table }) => <PersonLink line={row.original} to={givenTo({ table })(row.original.key)} />,
  }),
  textColumn('role', 'Role', '11%', { line: 1 }),
  textColumn('status', 'Status', '9%', { line: 1 }),
  column.accessor(({ next }) => next?.start ?? Number.POSITIVE_INFINITY, {
    id: 'next',
    header: 'Next reservation',
    sortFn: 'basic',
    meta: {
      width: '29%',
      card: { line: 2, cell: ({ row }) => row.original.next !== null && <Next of={row.original.next} /> },
    },
    cell: ({ row }) => <Next of={row.original.next} />,
  }),
  column.accessor(({ next }) => next?.others ?? '', {
    id: 'with',
    header: 'With',
    enableSorting: false,
    meta: { width: 'auto', card: { line: 2 } },
    cell: ({ row }) => <span data-tip={row.original.next?.others}>{row.original.next?.others}</span>,
  }),
  // Words of days do not sort by time, and the copy of everyone has no last flights. On a phone the person’s page has it.
  textColumn('flown', 'Last flight', '12%', { isSorted: false }),
  textColumn('checkouts', 'Checked out on', 'auto', { line: 2 }),
  textColumn('external', 'External ID', '12%', { line: 2 }),
]);

/** What a person has next; a dash for nothing, and a dashed mark while it is not known. */
function Next({ of: next }: { of: PersonLine['next'] }) {
  if (next === undefined) {
    return (
      <StateMark shape="dashed" tone="plain">
        not known
      </StateMark>
    );
  }
  if (next === null) {
    return (
      <span className={style['nothing']} data-tip={`No reservation in the next ${forecastDays} days`}>
        –
      </span>
    );
  }
  return <span data-tip={next.text}>{next.text}</span>;
}

/** The link covers its whole row. */
function PersonLink({ line, to }: { line: PersonLine; to: string }) {
  return (
    <AppLink coversRow className={style['open']} to={to}>
      {line.name}
    </AppLink>
  );
}
