import { useMemo } from 'react';
import { lifeOf } from '#contract/statuses.ts';
import { lateStep } from '#domain/readiness/fleetAssessment.ts';
import { placeNotKnown } from '#domain/reservations/locations.ts';
import type { Instant } from '#domain/time/time.ts';
import { AircraftStatus, FitnessMark, PresentMark } from '#web/ui/aircraft/AircraftMarks.tsx';
import { TailNumber } from '#web/ui/aircraft/TailNumber.tsx';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { CheckMark } from '#web/ui/reservation/CheckLines.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { createAppColumnHelper } from '#web/ui/table/table.ts';
import type { useSortState } from '#web/ui/table/tableState.ts';
import type { FleetRow } from './fleetModel.ts';
import style from './fleet.module.css';

export const sortableColumns = ['tail', 'model', 'now', 'fitness', 'next', 'status'] as const;

type FleetTableProps = {
  rows: readonly FleetRow[];
  now: Instant;
  sort: ReturnType<typeof useSortState>;
  isComplete: boolean;
  isGrouped: boolean;
};

export function FleetTable({ rows, now, sort, isComplete, isGrouped }: FleetTableProps) {
  const columns = useMemo(() => fleetColumns(now), [now]);
  return (
    <DataTable
      caption="Aircraft of the fleet"
      columns={columns}
      rows={rows}
      rowId={(row) => row.key}
      sort={sort}
      isComplete={isComplete}
      sectionOf={isGrouped ? modelOf : undefined}
      hidden={isGrouped ? hiddenInGroups : hiddenAlways}
    />
  );
}

const modelOf = (row: FleetRow) => row.model;

/** Beside the tail where it is not "active"; the address may still sort by it. */
const hiddenAlways = ['status'];
/** The headings of the groups already say it. */
const hiddenInGroups = [...hiddenAlways, 'model'];

const column = createAppColumnHelper<FleetRow>();

function fleetColumns(now: Instant) {
  return column.columns([
    column.accessor((row) => row.assessed.aircraft.tailNumber ?? '', {
      id: 'tail',
      header: 'Tail',
      sortFn: 'alphanumeric',
      cell: ({ row }) => (
        <>
          <TailLink row={row.original} />
          <UnusualStatus row={row.original} />
          <PlaceMark row={row.original} />
        </>
      ),
    }),
    column.accessor((row) => row.model, {
      id: 'model',
      header: 'Make and model',
      sortFn: 'alphanumeric',
      cell: ({ row }) => (
        <>
          {row.original.model}
          <SimulatorMark row={row.original} />
        </>
      ),
    }),
    column.accessor((row) => row.order.now, {
      id: 'now',
      header: 'Now',
      sortFn: 'alphanumeric',
      cell: ({ row }) => <PresentMark row={row.original.assessed} now={now} />,
    }),
    column.accessor((row) => row.order.fitness, {
      id: 'fitness',
      header: 'Fitness',
      sortFn: 'basic',
      cell: ({ row }) => <FitnessMark fitness={row.original.assessed.fitness} />,
    }),
    column.accessor((row) => row.order.next, {
      id: 'next',
      header: 'Next, today or tomorrow',
      sortFn: 'basic',
      cell: ({ row }) => <Next row={row.original} />,
    }),
    column.accessor((row) => row.assessed.aircraft.status?.name ?? '', {
      id: 'status',
      header: 'Status',
      sortFn: 'alphanumeric',
      cell: ({ row }) => <AircraftStatus status={row.original.assessed.aircraft.status} />,
    }),
  ]);
}

/** The link covers its whole row or card. */
function TailLink({ row: { link, assessed } }: { row: FleetRow }) {
  return (
    <AppLink className={`row-link ${style['tail']}`} to={link}>
      <TailNumber tail={assessed.aircraft.tailNumber} isSimulator={assessed.aircraft.isSimulator ?? false} />
    </AppLink>
  );
}

/** The API's own status, where it is not the usual one. */
function UnusualStatus({ row: { assessed } }: { row: FleetRow }) {
  const { status } = assessed.aircraft;
  return lifeOf(status) === 'active' ? null : (
    <span className={style['status']}>
      <AircraftStatus status={status} />
    </span>
  );
}

function SimulatorMark({ row: { assessed } }: { row: FleetRow }) {
  return assessed.aircraft.isSimulator ? <span className={style['simulator']}>Simulator</span> : null;
}

/** Shown while the list is narrowed to a location, because it may be there. */
function PlaceMark({ row }: { row: FleetRow }) {
  return row.isPlaceUnknown ? <span className={style['simulator']}>{placeNotKnown}</span> : null;
}

function Next({ row: { next, noNext } }: { row: FleetRow }) {
  if (!next) return <span className={style['quiet']}>{noNext}</span>;
  return (
    <span>
      <span className={style['time']}>{next.time}</span> {next.who} <CheckMark check={next.check} />
    </span>
  );
}

type FleetCardsProps = { rows: readonly FleetRow[]; now: Instant; isGrouped: boolean };

/** The fleet as cards, for tablets: the same words, one aircraft to a card; on phones as a list, three or four lines each. */
export function FleetCards({ rows, now, isGrouped }: FleetCardsProps) {
  const sections = isGrouped ? [...Map.groupBy(rows, modelOf)] : [['', rows] as const];
  return sections.map(([model, members]) => (
    <section key={model} className={style['section']} aria-label={model || 'Aircraft'}>
      {model && (
        <h3>
          {model} <span>{members.length}</span>
        </h3>
      )}
      <ul className={style['cards']}>
        {members.map((row) => (
          <li key={row.key} data-step={lateStep([row.assessed])}>
            <div className={style['cardHead']}>
              <TailLink row={row} />
              <UnusualStatus row={row} />
            </div>
            {!isGrouped && <span className={style['cardModel']}>{row.model}</span>}
            <SimulatorMark row={row} />
            <PlaceMark row={row} />
            <div className={style['cardNow']}>
              <PresentMark row={row.assessed} now={now} />
            </div>
            <div className={style['cardRest']}>
              <FitnessMark fitness={row.assessed.fitness} />
              <span className={style['cardNext']}>
                <span className={style['quiet']}>next </span>
                <Next row={row} />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  ));
}
