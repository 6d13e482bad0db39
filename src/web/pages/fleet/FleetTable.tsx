import { useMemo } from 'react';
import { bookingPhrase } from '#domain/fleet/activities.ts';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
import type { Clock } from '#domain/time/clock.ts';
import { modelText } from '#domain/fleet/fleet.ts';
import { aircraftLink } from '#domain/lists/links.ts';
import type { DispatchCheck } from '#domain/readiness/check.ts';
import { fitnessKinds } from '#domain/readiness/fitness.ts';
import type { AssessedAircraft } from '#domain/readiness/fleetAssessment.ts';
import type { Instant } from '#domain/time/time.ts';
import { AircraftStatus } from '#web/ui/aircraft/AircraftStatus.tsx';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { CheckMark } from '#web/ui/reservation/CheckLines.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { FitnessMark, PresentMark } from '#web/ui/aircraft/FitnessMark.tsx';
import { useClock } from '#web/ui/page/school.tsx';
import { createAppColumnHelper } from '#web/ui/table/table.ts';
import type { useSortState } from '#web/ui/table/tableState.ts';
import { TailNumber } from '#web/ui/aircraft/TailNumber.tsx';
import style from './fleet.module.css';

export const sortableColumns = ['tail', 'model', 'now', 'fitness', 'next', 'status'] as const;

export type FleetViewProps = {
  rows: readonly AssessedAircraft[];
  now: Instant;
  sort: ReturnType<typeof useSortState>;
  isComplete: boolean;
  isGrouped: boolean;
  /** The dispatch check of a reservation that comes next. */
  checkOf: (booking: TimedBooking) => DispatchCheck | null;
};

export function FleetTable({ rows, now, sort, isComplete, isGrouped, checkOf }: FleetViewProps) {
  const clock = useClock();
  const columns = useMemo(() => fleetColumns(now, clock, checkOf), [now, clock, checkOf]);
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

const column = createAppColumnHelper<AssessedAircraft>();

/** Without a next booking an aircraft sorts after all that have one. */
const never = Number.POSITIVE_INFINITY;

function fleetColumns(now: Instant, clock: Clock, checkOf: FleetViewProps['checkOf']) {
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
    column.accessor((row) => row.present?.doing.kind ?? '', {
      id: 'now',
      header: 'Now',
      sortFn: 'alphanumeric',
      cell: ({ row }) => <PresentMark row={row.original} now={now} />,
    }),
    column.accessor((row) => fitnessKinds.indexOf(row.fitness.kind), {
      id: 'fitness',
      header: 'Fitness',
      sortFn: 'basic',
      cell: ({ row }) => <FitnessMark fitness={row.original.fitness} />,
    }),
    column.accessor((row) => row.present?.next?.start ?? never, {
      id: 'next',
      header: 'Next, today or tomorrow',
      sortFn: 'basic',
      cell: ({ row }) => <NextCell row={row.original} now={now} clock={clock} checkOf={checkOf} />,
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
export function TailLink({ row }: { row: AssessedAircraft }) {
  return (
    <AppLink className={style['tail']} to={aircraftLink(row.aircraft.aircraftId)}>
      <TailNumber tail={row.aircraft.tailNumber} isSimulator={row.aircraft.isSimulator ?? false} />
    </AppLink>
  );
}

function ModelCell({ row }: { row: AssessedAircraft }) {
  return (
    <>
      {modelText(row.aircraft)}
      {row.aircraft.isSimulator && <span className={style['simulator']}>Simulator</span>}
    </>
  );
}

type NextCellProps = { row: AssessedAircraft; now: Instant; clock: Clock; checkOf: FleetViewProps['checkOf'] };

export function NextCell({ row: { present }, now, clock, checkOf }: NextCellProps) {
  const booking: TimedBooking | null = present?.next ?? null;
  if (!booking) return <span className={style['quiet']}>{present ? 'nothing booked' : 'not known'}</span>;
  const [time = '', ...rest] = bookingPhrase(booking, now, clock).split(/(?<=[LZ]) /);
  return (
    <span>
      <span className={style['time']}>{time}</span> {rest.join(' ')} <CheckMark check={checkOf(booking)} />
    </span>
  );
}
