import { useMemo } from 'react';
import { type Clock, whenText } from '#domain/time/clock.ts';
import { groupItems, type Grouping } from '#domain/maintenance/dueList.ts';
import { modelText } from '#domain/fleet/fleet.ts';
import { type Horizon, horizonPhrase, visitPhrase } from '#domain/maintenance/horizon.ts';
import { aircraftLink } from '#domain/lists/links.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import type { Instant } from '#domain/time/time.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { AxisLines } from '#web/ui/aircraft/AxisCell.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { ReminderStatus } from '#web/ui/aircraft/ReminderStatus.tsx';
import { useClock } from '#web/ui/page/school.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import { createAppColumnHelper } from '#web/ui/table/table.ts';
import { TailNumber } from '#web/ui/aircraft/TailNumber.tsx';
import { virtualBody } from '#web/ui/table/VirtualBody.tsx';
import style from './maintenance.module.css';

type Density = 'comfortable' | 'compact';

type DueTableProps = {
  items: readonly DueItem[];
  horizons: ReadonlyMap<string, Horizon> | null;
  grouping: Grouping | 'none';
  density: Density;
  hidden: readonly string[];
  now: Instant;
};

/** The list keeps its own order, worst first, so that it is never sorted otherwise. */
const unsorted = { sorting: [], onSortingChange: () => undefined };

const bodies = { comfortable: virtualBody(64), compact: virtualBody(36) };

export function DueTable({ items, horizons, grouping, density, hidden, now }: DueTableProps) {
  const clock = useClock();
  const columns = useMemo(() => dueColumns(horizons, now, clock), [horizons, now, clock]);
  const groups = useMemo(() => (grouping === 'none' ? null : groupItems(items, grouping)), [items, grouping]);
  const titles = useMemo(
    () => new Map(groups?.flatMap(({ title, items: members }) => members.map((one) => [one, title]))),
    [groups],
  );
  const rows = useMemo(() => groups?.flatMap((group) => group.items) ?? items, [groups, items]);
  return (
    <div className={style['due']} data-density={density}>
      <DataTable
        caption="Maintenance reminders of the fleet, worst first"
        columns={columns}
        rows={rows}
        rowId={(item) => item.key}
        sort={unsorted}
        isComplete={false}
        sectionOf={groups ? (item) => titles.get(item) ?? '' : undefined}
        hidden={hidden}
        Body={bodies[density]}
      />
    </div>
  );
}

/** The columns a reader may leave out. */
export const optionalColumns = [
  { id: 'limits', label: 'Limits' },
  { id: 'horizon', label: 'Forecast' },
  { id: 'visit', label: 'Shop visit' },
] as const;

const column = createAppColumnHelper<DueItem>();

function dueColumns(horizons: DueTableProps['horizons'], now: Instant, clock: Clock) {
  return column.columns([
    column.display({
      id: 'status',
      header: 'Status',
      meta: { width: '108px' },
      cell: ({ row }) => <StatusCell item={row.original} />,
    }),
    column.display({
      id: 'tail',
      header: 'Aircraft',
      meta: { width: '112px' },
      cell: ({ row }) => <TailCell item={row.original} now={now} clock={clock} />,
    }),
    column.display({
      id: 'name',
      header: 'Reminder',
      meta: { width: '22%' },
      cell: ({ row }) => <NameCell item={row.original} />,
    }),
    column.display({
      id: 'limits',
      header: 'Left, and its limits',
      meta: { width: '330px' },
      cell: ({ row }) => <AxisLines item={row.original} now={now} />,
    }),
    column.display({
      id: 'horizon',
      header: 'Forecast from bookings',
      cell: ({ row }) => <HorizonCell horizon={horizons?.get(row.original.key)} now={now} clock={clock} />,
    }),
    column.display({
      id: 'visit',
      header: 'Shop visit',
      meta: { width: '150px' },
      cell: ({ row }) => (
        <VisitCell horizon={horizons?.get(row.original.key)} item={row.original} now={now} clock={clock} />
      ),
    }),
  ]);
}

function StatusCell({ item }: { item: DueItem }) {
  const worst = item.disagrees && item.axes.find((axis) => axis.statusId !== item.statusId);
  return (
    <span className={style['stack']}>
      <ReminderStatus id={item.statusId} name={item.status} />
      {worst && (
        <span>
          {worst.name}: {worst.status}
        </span>
      )}
      {item.isComplied && <span>complied for good</span>}
    </span>
  );
}

/** Each aircraft was asked by itself, and its answer has its own age. */
function TailCell({ item: { aircraft, asOf }, now, clock }: { item: DueItem; now: Instant; clock: Clock }) {
  return (
    <span className={style['stack']}>
      <AppLink className={style['tail']} to={aircraftLink(aircraft.aircraftId)}>
        <TailNumber tail={aircraft.tailNumber} isSimulator={aircraft.isSimulator ?? false} />
      </AppLink>
      <span>{modelText(aircraft)}</span>
      <span>as of {whenText(asOf, now, clock)}</span>
    </span>
  );
}

/** The service's own messages stand word for word. */
function NameCell({ item }: { item: DueItem }) {
  const messages = item.axes
    .map((axis) => axis.message)
    .filter(Boolean)
    .join(' · ');
  return (
    <span className={style['stack']} title={messages}>
      <b>{item.name}</b>
      <span className={style['message']}>{messages}</span>
    </span>
  );
}

type ForecastProps = { horizon: Horizon | undefined; now: Instant; clock: Clock };

function HorizonCell({ horizon, now, clock }: ForecastProps) {
  if (!horizon) return <span className={style['quiet']}>no bookings yet</span>;
  const phrase = horizonPhrase(horizon, now, clock);
  return (
    <span className={style['phrase']} title={phrase}>
      {phrase}
    </span>
  );
}

function VisitCell({ horizon, item, now, clock }: ForecastProps & { item: DueItem }) {
  if (!horizon) return null;
  const needsOne = item.statusId !== 1 && !horizon.visit;
  const phrase = visitPhrase(horizon, now, clock);
  return needsOne ? (
    <StateMark shape="triangle" tone="warning">
      {phrase}
    </StateMark>
  ) : (
    <span className={style['phrase']}>{phrase}</span>
  );
}
