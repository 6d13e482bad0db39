import { useMemo } from 'react';
import { modelText } from '#domain/fleet/fleet.ts';
import { aircraftLink } from '#domain/lists/links.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import { AxisLines, reminderLook } from '#web/ui/aircraft/ReminderStatus.tsx';
import { TailNumber } from '#web/ui/aircraft/TailNumber.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { useHere } from '#web/ui/page/here.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { createAppColumnHelper } from '#web/ui/table/table.ts';
import { virtualBody } from '#web/ui/table/VirtualBody.tsx';
import type { DueList } from './dueListModel.ts';
import { dueRow, type DueRow, type DueSources, type Note } from './dueRowModel.ts';
import type { Density } from './MaintenanceTools.tsx';
import style from './maintenance.module.css';

type DueTableProps = {
  due: DueList;
  sources: DueSources;
  density: Density;
  hidden: readonly string[];
};

/** The list keeps its own order, worst first. */
const unsorted = { sorting: [], onSortingChange: () => undefined };

const bodies = { comfortable: virtualBody(60), compact: virtualBody(36) };

export function DueTable({ due: { rows, groups }, sources, density, hidden }: DueTableProps) {
  const columns = useMemo(() => dueColumns(sources, density), [sources, density]);
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

/** A dense row has its status and its notes beside, not below. */
const widths = {
  comfortable: {
    item: 'clamp(210px, 17vw, 330px)',
    tail: 'clamp(140px, 10.5vw, 210px)',
    next: 'clamp(176px, 13.5vw, 260px)',
    visit: 'clamp(180px, 14vw, 270px)',
  },
  compact: {
    item: 'clamp(210px, calc(60vw - 496px), 400px)',
    tail: 'clamp(124px, 8vw, 160px)',
    next: 'clamp(224px, 16vw, 330px)',
    visit: 'clamp(262px, 17vw, 330px)',
  },
} as const;

/** Widths grow with the window; what is left goes to the forecast, the longest text. */
function dueColumns(sources: DueSources, density: Density) {
  return column.columns([
    column.display({
      id: 'name',
      header: 'Item',
      meta: { width: widths[density].item },
      cell: ({ row: { original } }) => <ItemCell item={original} row={dueRow(original, sources)} />,
    }),
    column.display({
      id: 'tail',
      header: 'Aircraft',
      meta: { width: widths[density].tail },
      cell: ({ row: { original } }) => (
        <span className={style['stack']}>
          <AircraftLink item={original} />
          <span>{modelText(original.aircraft)}</span>
        </span>
      ),
    }),
    column.display({
      id: 'limits',
      header: 'Left',
      meta: { width: 'clamp(196px, 15vw, 290px)' },
      cell: ({ row: { original } }) => <AxisLines item={original} now={sources.now} isBrief />,
    }),
    column.display({
      id: 'horizon',
      header: 'Due, as booked',
      cell: ({ row: { original } }) => <DueCell due={dueRow(original, sources).due} />,
    }),
    column.display({
      id: 'next',
      header: 'Next reservation',
      meta: { width: widths[density].next },
      cell: ({ row: { original } }) => <NextCell next={dueRow(original, sources).next} />,
    }),
    column.display({
      id: 'visit',
      header: 'Shop visit',
      meta: { width: widths[density].visit },
      cell: ({ row: { original } }) => <VisitCell visit={dueRow(original, sources).visit} />,
    }),
  ]);
}

/** The reminder with the service's status, once; its details open beside the list. */
function ItemCell({ item, row }: { item: DueItem; row: DueRow }) {
  const here = useHere();
  return (
    <StateMark {...reminderLook(item.statusId)}>
      <span className={style['item']}>
        <AppLink to={here({ reminder: item.key })}>{item.name}</AppLink>
        <span>{row.status}</span>
      </span>
    </StateMark>
  );
}

function AircraftLink({ item: { aircraft } }: { item: DueItem }) {
  return (
    <AppLink className={style['tail']} to={aircraftLink(aircraft.aircraftId)}>
      <TailNumber tail={aircraft.tailNumber} isSimulator={aircraft.isSimulator ?? false} />
    </AppLink>
  );
}

function DueCell({ due: { text, basis } }: { due: DueRow['due'] }) {
  return (
    <span className={style['stack']} title={basis ?? undefined}>
      <span className={style['when']}>{text}</span>
      {basis && <span>{basis}</span>}
    </span>
  );
}

function NextCell({ next: { text, who, now, note } }: { next: DueRow['next'] }) {
  return (
    <span className={style['stack']}>
      <span className={style['when']}>
        {text} {who && <span className={style['quiet']}>{who}</span>}
      </span>
      {now && <span>now {now}</span>}
      <NoteMark note={note} />
    </span>
  );
}

function VisitCell({ visit: { text, purpose, note } }: { visit: DueRow['visit'] }) {
  return (
    <span className={style['stack']}>
      {text && <span className={style['when']}>{text}</span>}
      {purpose && <span>{purpose}</span>}
      <NoteMark note={note} />
    </span>
  );
}

function NoteMark({ note }: { note: Note | null }) {
  if (!note) return null;
  const look = note.isDefinite ? ({ shape: 'octagon', tone: 'expired' } as const) : advisory;
  return (
    <b className={style['note']}>
      <StateMark {...look}>{note.text}</StateMark>
    </b>
  );
}

const advisory = { shape: 'triangle', tone: 'warning' } as const;

type DueCardsProps = { due: DueList; sources: DueSources };

/** The due list on a narrow screen: the same words, one reminder to a card. */
export function DueCards({ due: { rows, groups }, sources }: DueCardsProps) {
  const sections = groups ?? [{ key: 'all', title: '', items: rows }];
  return sections.map(({ key, title, items }) => (
    <section key={key} aria-label={title || 'Reminders'}>
      {title && (
        <h3 className={style['groupTitle']}>
          {title} <span className={style['quiet']}>{items.length}</span>
        </h3>
      )}
      <ul className={style['dueCards']}>
        {items.map((item) => (
          <DueCard key={item.key} item={item} sources={sources} />
        ))}
      </ul>
    </section>
  ));
}

function DueCard({ item, sources }: { item: DueItem; sources: DueSources }) {
  const row = dueRow(item, sources);
  return (
    <li>
      <div className={style['cardHead']}>
        <ItemCell item={item} row={row} />
        <span className={style['cardTail']}>
          <AircraftLink item={item} />
          <span className={style['quiet']}>{modelText(item.aircraft)}</span>
        </span>
      </div>
      <AxisLines item={item} now={sources.now} isBrief />
      <dl>
        <dt>Due</dt>
        <dd>{row.due.text}</dd>
        {row.next.text && (
          <>
            <dt>Next</dt>
            <dd>
              <NextCell next={row.next} />
            </dd>
          </>
        )}
        {(row.visit.text || row.visit.note) && (
          <>
            <dt>Shop visit</dt>
            <dd>
              <VisitCell visit={row.visit} />
            </dd>
          </>
        )}
      </dl>
    </li>
  );
}
