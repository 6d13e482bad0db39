import { useMemo } from 'react';
import { instructorName, isPlaceholder } from '#domain/duty/instructors.ts';
import { type RosterRow, doingOf } from '#domain/duty/roster.ts';
import { clockText, type Clock } from '#domain/time/clock.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useClock } from '#web/ui/page/school.tsx';
import { createAppColumnHelper } from '#web/ui/table/table.ts';
import type { useSortState } from '#web/ui/table/tableState.ts';
import { DutyScale, DutyStrip } from '#web/pages/instructors/DutyStrip.tsx';
import { InstructorStatus } from '#web/pages/instructors/InstructorStatus.tsx';
import style from '#web/pages/instructors/instructors.module.css';
import {
  advisoryReason,
  bookedText,
  dutyHours,
  flightLeftText,
  gapText,
  standingText,
} from '#domain/duty/dutyWords.ts';
import { instructorLink } from '#domain/lists/links.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import { doingLook } from '#web/pages/instructors/duties.tsx';

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

export type RosterViewProps = {
  rows: readonly RosterRow[];
  /** The part of the day that is drawn. */
  hours: Span;
  day: Span;
  now: Instant;
  /** The instant the standings are of. */
  at: Instant;
  /** Whether somebody is wanted then: it is drawn only then. */
  isAsked: boolean;
};

/** The link covers its whole row or card. */
export function NameLink({ row: { instructor } }: { row: RosterRow }) {
  return (
    <AppLink className={style['name']} to={instructorLink(instructor.userId)}>
      {instructorName(instructor)}
    </AppLink>
  );
}

export function StandingMark({ row }: { row: RosterRow }) {
  const clock = useClock();
  const doing = doingOf(row);
  if (!row.standing || doing === 'unknown') return <StateMark {...doingLook(doing)}>not known</StateMark>;
  const text = doing === 'out-of-service' ? outOfService(row) : standingText(row.standing, row.day, clock);
  const left = doing === 'free' || doing === 'no hours' ? flightLeftText(row.flightLeft) : null;
  return (
    <span className={style['standing']}>
      <StateMark {...doingLook(doing)}>{text}</StateMark>
      {left && (
        <span className={style['quiet']} title="Of 8 h of flight instruction in any 24 h (14 CFR 61.195(a)), as booked">
          {' · '}
          {left}
        </span>
      )}
    </span>
  );
}

function outOfService({ instructor }: RosterRow): string {
  return isPlaceholder(instructor) ? 'not an instructor' : 'not active';
}

export function DutyTimes({ row, day }: { row: RosterRow; day: Span }) {
  const clock = useClock();
  return (
    <span className={row.day.first === null ? style['quiet'] : style['time']}>
      {dutyHours(row.day, day.start, clock)}
    </span>
  );
}

export function GapTimes({ row, hours }: { row: RosterRow; hours: Span }) {
  const clock = useClock();
  if (doingOf(row) === 'out-of-service' || row.standing === null) return <span className={style['quiet']}>–</span>;
  return <span className={row.gap ? style['time'] : style['quiet']}>{gapText(row.gap, hours, clock)}</span>;
}

export function BookedHours({ row: { day } }: { row: RosterRow }) {
  return <span className={day.booked > 0 ? style['time'] : style['quiet']}>{bookedText(day.booked)}</span>;
}

/** Named as what it is; the reason is on the instructor's page, and here for whoever points at it or listens. */
export function AdvisoryMark({ row: { advisory } }: { row: RosterRow }) {
  const clock = useClock();
  if (!advisory) return null;
  const reason = advisoryReason(advisory, clock);
  return (
    <span className={style['advisory']} title={reason}>
      <StateMark shape="triangle" tone="warning">
        Advisory {bookedText(advisory.booked)}
        <span className="visually-hidden">. {reason}</span>
      </StateMark>
    </span>
  );
}
