import { useMemo } from 'react';
import { modelText } from '#domain/fleet/fleet.ts';
import { aircraftLink } from '#domain/lists/links.ts';
import type { Horizon } from '#domain/maintenance/horizon.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import type { Clock } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { AxisLines, ReminderStatus } from '#web/ui/aircraft/ReminderStatus.tsx';
import { TailNumber } from '#web/ui/aircraft/TailNumber.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { useClock } from '#web/ui/page/school.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { createAppColumnHelper } from '#web/ui/table/table.ts';
import { virtualBody } from '#web/ui/table/VirtualBody.tsx';
import { type DueList, dueWords, forecastWords } from './dueListModel.ts';
import type { Density } from './MaintenanceTools.tsx';
import style from './maintenance.module.css';

/** By the key of the reminder; null while the reservations are not loaded. */
type Horizons = ReadonlyMap<string, Horizon> | null;

type DueTableProps = {
  due: DueList;
  horizons: Horizons;
  density: Density;
  hidden: readonly string[];
  now: Instant;
};

/** The list keeps its own order, worst first. */
const unsorted = { sorting: [], onSortingChange: () => undefined };

const bodies = { comfortable: virtualBody(64), compact: virtualBody(36) };

export function DueTable({ due: { rows, groups }, horizons, density, hidden, now }: DueTableProps) {
  const clock = useClock();
  const columns = useMemo(() => dueColumns(horizons, now, clock), [horizons, now, clock]);
  const sectionOf = useMemo(() => {
    if (!groups) return undefined;
    const titles = new Map(groups.flatMap(({ title, items }) => items.map((item) => [item, title] as const)));
    return (item: DueItem) => titles.get(item) ?? '';
  }, [groups]);
  return (
    <div className={style['due']} data-density={density}>
      <DataTable
        caption="Maintenance reminders of the fleet, worst first"
        columns={columns}
        rows={rows}
        rowId={(item) => item.key}
        sort={unsorted}
        isComplete={false}
        sectionOf={sectionOf}
        hidden={hidden}
        Body={bodies[density]}
      />
    </div>
  );
}

const column = createAppColumnHelper<DueItem>();

function dueColumns(horizons: Horizons, now: Instant, clock: Clock) {
  return column.columns([
    column.display({
      id: 'status',
      header: 'Status',
      meta: { width: '108px' },
      cell: ({ row }) => <StatusCell item={row.original} now={now} clock={clock} />,
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
      cell: ({ row }) => <NameCell item={row.original} now={now} clock={clock} />,
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
      cell: ({ row }) => <ForecastCell item={row.original} horizons={horizons} now={now} clock={clock} />,
    }),
    column.display({
      id: 'visit',
      header: 'Shop visit',
      meta: { width: '150px' },
      cell: ({ row }) => <VisitCell item={row.original} horizons={horizons} now={now} clock={clock} />,
    }),
  ]);
}

type CellProps = { item: DueItem; now: Instant; clock: Clock };

function StatusCell({ item, now, clock }: CellProps) {
  const { axisStatus } = dueWords(item, now, clock);
  return (
    <span className={style['stack']}>
      <ReminderStatus id={item.statusId} name={item.status} />
      {axisStatus && <span>{axisStatus}</span>}
      {item.isComplied && <span>permanently complied</span>}
    </span>
  );
}

function TailCell({ item, now, clock }: CellProps) {
  return (
    <span className={style['stack']}>
      <AircraftLink item={item} />
      <span>{modelText(item.aircraft)}</span>
      <span>{dueWords(item, now, clock).asOf}</span>
    </span>
  );
}

function AircraftLink({ item: { aircraft } }: { item: DueItem }) {
  return (
    <AppLink className={style['tail']} to={aircraftLink(aircraft.aircraftId)}>
      <TailNumber tail={aircraft.tailNumber} isSimulator={aircraft.isSimulator ?? false} />
    </AppLink>
  );
}

function NameCell({ item, now, clock }: CellProps) {
  const messages = dueWords(item, now, clock)
    .messages.map(({ text }) => text)
    .join(' · ');
  return (
    <span className={style['stack']} title={messages}>
      <b>{item.name}</b>
      <span>{messages}</span>
    </span>
  );
}

type ForecastProps = CellProps & { horizons: Horizons };

function ForecastCell({ item, horizons, now, clock }: ForecastProps) {
  const { text } = forecastWords(item, horizons, now, clock);
  return (
    <span className={style['phrase']} title={text}>
      {text}
    </span>
  );
}

function VisitCell({ item, horizons, now, clock }: ForecastProps) {
  const { visit, needsVisit } = forecastWords(item, horizons, now, clock);
  if (!needsVisit) return <span className={style['phrase']}>{visit}</span>;
  return (
    <StateMark shape="triangle" tone="warning">
      {visit}
    </StateMark>
  );
}

type DueCardsProps = { due: DueList; horizons: Horizons; now: Instant };

/** The due list on a narrow screen: the same words, one reminder to a card. */
export function DueCards({ due: { rows, groups }, horizons, now }: DueCardsProps) {
  const sections = groups ?? [{ key: 'all', title: '', items: rows }];
  return sections.map(({ key, title, items }) => (
    <section key={key} aria-label={title || 'Reminders'}>
      {title && (
        <h3 className={style['groupTitle']}>
          {title} <span className={style['quiet']}>{items.length}</span>
        </h3>
      )}
      <ul className={style['cards']}>
        {items.map((item) => (
          <DueCard key={item.key} item={item} horizons={horizons} now={now} />
        ))}
      </ul>
    </section>
  ));
}

function DueCard({ item, horizons, now }: { item: DueItem; horizons: Horizons; now: Instant }) {
  const clock = useClock();
  const { asOf, messages } = dueWords(item, now, clock);
  const { text, visit } = forecastWords(item, horizons, now, clock);
  return (
    <li>
      <div className={style['cardHead']}>
        <ReminderStatus id={item.statusId} name={item.status} />
        <AircraftLink item={item} />
      </div>
      <b>{item.name}</b>
      <span className={style['quiet']}>{asOf}</span>
      <AxisLines item={item} now={now} />
      {messages.map((message) => (
        <span key={message.axis} className={style['quiet']}>
          {message.text}
        </span>
      ))}
      <span className={style['cardForecast']}>Forecast: {[text, visit].filter(Boolean).join(' · ')}</span>
    </li>
  );
}
