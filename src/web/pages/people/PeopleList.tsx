import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { RecordRow } from '#domain/records/rows.ts';
import { listQuery } from '#web/data/api.ts';
import { peopleQuery } from '#web/data/replica.ts';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useSchool } from '#web/components/page/school.tsx';
import { useWriting } from '#web/components/records/RecordView.tsx';
import { DataTable } from '#web/components/table/DataTable.tsx';
import { columnsOf, givenTo } from '#web/components/table/table.ts';
import { useSortState } from '#web/components/table/tableState.ts';
import { virtualBody } from '#web/components/table/LaterBody.tsx';
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
};

/** People with what they may fly: a table, and on a phone a list. */
export function PeopleList({ caption, rows, addressOf, isComplete }: PeopleListProps) {
  const writing = useWriting();
  const people = useKnownPeople() ?? nobody;
  const { data, failureReason } = useQuery(listQuery(useSchool(), 'listInstructors', {}));
  const instructors = data?.value.records ?? (failureReason ? null : noInstructors);
  const isPhone = useMediaQuery('(max-width: 700px)');
  const isCoarse = useMediaQuery('(pointer: coarse)');
  const sort = useSortState(sortable);
  const lines = useMemo(() => {
    const instructorIds = instructors?.map(({ userId }) => userId) ?? null;
    return personLines(rows, { people, instructorIds }, writing);
  }, [rows, people, instructors, writing]);
  const hidden = useMemo(() => hiddenColumns(lines), [lines]);
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
  return <p className={style['note']}>Open a person to see their next reservation and aircraft checkouts.</p>;
}

const sortable = ['name', 'role', 'checkouts', 'external', 'status'] as const;
/** From this number of rows on, only rows near the window are drawn; each is as tall as `--row`. */
const maxPlain = 100;
const bodies = { fine: virtualBody(36), coarse: virtualBody(44) };
const column = columnsOf<PersonLine, PeopleListProps['addressOf']>();

function textColumn(
  id: 'role' | 'checkouts' | 'external' | 'flown' | 'status',
  header: string,
  width: string,
  { line, label, isSorted = true }: { line: number; label?: string; isSorted?: boolean },
) {
  return column.accessor((person) => person[id] || '~', {
    id,
    header,
    sortFn: 'alphanumeric',
    enableSorting: isSorted,
    meta: { width, card: { line, ...(label !== undefined && { label }), cell: ({ row }) => row.original[id] } },
    cell: ({ row }) => <span data-tip={row.original[id]}>{row.original[id]}</span>,
  });
}

/** The ID is last, because no one looks for it here; the search finds it. */
const peopleColumns = column.columns([
  column.accessor((line) => line.name, {
    id: 'name',
    header: 'Name',
    sortFn: 'alphanumeric',
    meta: { width: '240px', card: { line: 1 } },
    cell: ({ row, table }) => <PersonLink line={row.original} to={givenTo({ table })(row.original.key)} />,
  }),
  textColumn('role', 'Role', '120px', { line: 1 }),
  textColumn('status', 'Status', '120px', { line: 1 }),
  // Words of days do not sort by time, and the copy of everyone has no last flights.
  textColumn('flown', 'Last flight', '200px', { line: 2, label: 'Last flight', isSorted: false }),
  textColumn('checkouts', 'Checked out on', 'auto', { line: 2 }),
  textColumn('external', 'External ID', 'auto', { line: 2 }),
]);

/** The link covers its whole row. */
function PersonLink({ line, to }: { line: PersonLine; to: string }) {
  return (
    <AppLink coversRow className={style['open']} to={to}>
      {line.name}
    </AppLink>
  );
}
