import { useMemo } from 'react';
import { instructorName } from '#domain/duty/instructors.ts';
import type { RosterRow } from '#domain/duty/roster.ts';
import { clockText, type Clock } from '#domain/time/clock.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useClock } from '#web/ui/page/school.tsx';
import { createAppColumnHelper } from '#web/ui/table/table.ts';
import type { useSortState } from '#web/ui/table/tableState.ts';
import { DutyScale, DutyStrip } from '#web/pages/instructors/DutyStrip.tsx';
import { InstructorStatus } from '#web/pages/instructors/InstructorStatus.tsx';
import {
  AdvisoryMark,
  BookedHours,
  DutyTimes,
  GapTimes,
  NameLink,
  type RosterViewProps,
  StandingMark,
} from './RosterCells.tsx';
import style from '#web/pages/instructors/instructors.module.css';

export const sortableColumns = ['name', 'first', 'booked', 'gap'] as const;

type RosterTableProps = RosterViewProps & { sort: ReturnType<typeof useSortState>; isComplete: boolean };

export function RosterTable({ rows, sort, isComplete, ...view }: RosterTableProps) {
  const clock = useClock();
  const { hours, day, now, at, isAsked } = view;
  const columns = useMemo(
    () => rosterColumns({ hours, day, now, at, isAsked }, clock),
    [hours, day, now, at, isAsked, clock],
  );
  return (
    <DataTable
      caption="Instructors and their day"
      columns={columns}
      rows={rows}
      rowId={(row) => row.instructor.userId}
      sort={sort}
      isComplete={isComplete}
    />
  );
}

const column = createAppColumnHelper<RosterRow>();

/** Who has no duty, or no gap, sorts after all who have. */
const never = Number.MAX_SAFE_INTEGER;

function rosterColumns({ hours, day, now, at, isAsked }: Omit<RosterViewProps, 'rows'>, clock: Clock) {
  return column.columns([
    column.accessor((row) => instructorName(row.instructor), {
      id: 'name',
      header: 'Instructor',
      sortFn: 'alphanumeric',
      cell: ({ row }) => (
        <span className={style['who']}>
          <NameLink row={row.original} />
          <InstructorStatus status={row.original.instructor.instructorStatus} />
        </span>
      ),
    }),
    column.display({
      id: 'strip',
      header: () => <DutyScale hours={hours} />,
      meta: { width: '36%' },
      cell: ({ row }) => (
        <DutyStrip hours={hours} duties={row.original.day.duties} now={now} at={isAsked ? at : null} />
      ),
    }),
    column.accessor((row) => row.standing?.until ?? never, {
      id: 'at',
      header: `At ${clockText(at, clock)}`,
      enableSorting: false,
      cell: ({ row }) => <StandingMark row={row.original} />,
    }),
    column.accessor((row) => row.day.first ?? never, {
      id: 'first',
      header: 'First to last duty',
      sortFn: 'basic',
      cell: ({ row }) => <DutyTimes row={row.original} day={day} />,
    }),
    column.accessor((row) => row.day.booked, {
      id: 'booked',
      header: 'Booked',
      sortFn: 'basic',
      meta: { align: 'end' },
      cell: ({ row }) => <BookedHours row={row.original} />,
    }),
    column.accessor((row) => row.gap?.start ?? never, {
      id: 'gap',
      header: 'Next free',
      sortFn: 'basic',
      cell: ({ row }) => <GapTimes row={row.original} hours={hours} />,
    }),
    column.display({ id: 'advisory', header: 'In 24 h', cell: ({ row }) => <AdvisoryMark row={row.original} /> }),
  ]);
}
