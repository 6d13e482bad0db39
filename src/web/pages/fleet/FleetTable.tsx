import { useMemo } from 'react';
import { bookingPhrase } from '#domain/activityWords.ts';
import { peopleText, type TimedBooking } from '#domain/bookings.ts';
import type { Clock } from '#domain/clock.ts';
import { type FleetRow, modelText } from '#domain/fleet.ts';
import { aircraftLink } from '#domain/links.ts';
import type { Instant } from '#domain/time.ts';
import { ActivityMark } from '#web/ui/ActivityMark.tsx';
import { AircraftStatus } from '#web/ui/AircraftStatus.tsx';
import { AppLink } from '#web/ui/AppLink.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { useClock } from '#web/ui/school.tsx';
import { createAppColumnHelper } from '#web/ui/table.ts';
import type { useSortState } from '#web/ui/tableState.ts';
import { TailNumber } from '#web/ui/TailNumber.tsx';
import style from './fleet.module.css';

export const sortableColumns = ['tail', 'model', 'now', 'next', 'status'] as const;

export type FleetViewProps = {
  rows: readonly FleetRow[];
  now: Instant;
  sort: ReturnType<typeof useSortState>;
  isComplete: boolean;
  isGrouped: boolean;
};

export function FleetTable({ rows, now, sort, isComplete, isGrouped }: FleetViewProps) {
  const clock = useClock();
  const columns = useMemo(() => fleetColumns(now, clock), [now, clock]);
  return (
    <DataTable
      caption="Aircraft of the fleet"
      columns={columns}
      rows={rows}
      rowId={(row) => row.aircraft.aircraftId}
      sort={sort}
      isComplete={isComplete}
      sectionOf={isGrouped ? (row) => modelText(row.aircraft) : undefined}
      hidden={isGrouped ? groupedAway : undefined}
    />
  );
}

/** The headings of the groups already say it. */
const groupedAway = ['model'];

const column = createAppColumnHelper<FleetRow>();

/** Without a next booking an aircraft sorts after all that have one. */
const never = Number.POSITIVE_INFINITY;

function fleetColumns(now: Instant, clock: Clock) {
  return column.columns([
    column.accessor((row) => row.aircraft.tailNumber ?? '', {
      id: 'tail',
      header: 'Tail',
      sortFn: 'alphanumeric',
      cell: ({ row }) => <TailLink row={row.original} />,
    }),
    column.accessor((row) => modelText(row.aircraft), {
      id: 'model',
      header: 'Make and model',
      sortFn: 'alphanumeric',
      cell: ({ row }) => <ModelCell row={row.original} />,
    }),
    column.accessor((row) => row.activity, {
      id: 'now',
      header: 'Now',
      sortFn: 'alphanumeric',
      cell: ({ row }) => <NowCell row={row.original} now={now} />,
    }),
    column.accessor((row) => row.next?.start ?? never, {
      id: 'next',
      header: 'Next, today or tomorrow',
      sortFn: 'basic',
      cell: ({ row }) => <NextCell booking={row.original.next} now={now} clock={clock} />,
    }),
    column.accessor((row) => row.aircraft.status?.name ?? '', {
      id: 'status',
      header: 'Status',
      sortFn: 'alphanumeric',
      cell: ({ row }) => <AircraftStatus status={row.original.aircraft.status} />,
    }),
  ]);
}

/** The link covers its whole row or card. */
export function TailLink({ row }: { row: FleetRow }) {
  return (
    <AppLink className={style['tail']} to={aircraftLink(row.aircraft.aircraftId)}>
      <TailNumber tail={row.aircraft.tailNumber} isSimulator={row.aircraft.isSimulator ?? false} />
    </AppLink>
  );
}

function ModelCell({ row }: { row: FleetRow }) {
  return (
    <>
      {modelText(row.aircraft)}
      {row.aircraft.isSimulator && <span className={style['simulator']}>Simulator</span>}
    </>
  );
}

export function NowCell({ row, now }: { row: FleetRow; now: Instant }) {
  return (
    <span className={style['now']}>
      <ActivityMark row={row} now={now} />
      {row.current && <span className={style['quiet']}>{peopleText(row.current)}</span>}
    </span>
  );
}

type NextCellProps = { booking: TimedBooking | null; now: Instant; clock: Clock };

export function NextCell({ booking, now, clock }: NextCellProps) {
  if (!booking) return <span className={style['quiet']}>nothing booked</span>;
  const [time = '', ...rest] = bookingPhrase(booking, now, clock).split(/(?<=[LZ]) /);
  return (
    <span>
      <span className={style['time']}>{time}</span> {rest.join(' ')}
    </span>
  );
}
