import { type ReactNode, useMemo } from 'react';
import { modelText } from '#domain/fleet/fleet.ts';
import { aircraftLink, shopLink } from '#domain/reservations/links.ts';
import type { Axis, AxisName, DueItem } from '#domain/maintenance/reminders.ts';
import type { Cell } from '#domain/answers/csv.ts';
import { minuteText } from '#domain/time/time.ts';
import { AxisLines } from '#web/components/aircraft/Limits.tsx';
import { reminderLook } from '#web/components/aircraft/ReminderStatus.tsx';
import { TailNumber } from '#web/components/aircraft/TailNumber.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { DataTable } from '#web/components/table/DataTable.tsx';
import { csvOf } from '#web/components/table/csv.ts';
import { type CellContext, columnsOf, type FileColumn, givenTo } from '#web/components/table/table.ts';
import { useSortState } from '#web/components/table/tableState.ts';
import { virtualBody } from '#web/components/table/LaterBody.tsx';
import { useHere } from '#web/components/page/urlState.ts';
import type { DueList } from './dueListModel.ts';
import {
  axisFigure,
  dueOrder,
  dueRow,
  type DueRow,
  type DueSources,
  fileWords,
  type Note,
  remainingFigure,
} from './dueRowModel.ts';
import type { Density } from './MaintenanceTools.tsx';
import style from './maintenance.module.css';

type DueRowsProps = {
  due: DueList;
  sources: DueSources;
  density: Density;
  hidden: readonly string[];
  isCards: boolean;
};

/** Sorting is optional: the list's own order is worst first. */
const sortable = ['name', 'tail', 'horizon', 'next', 'visit'] as const;

const bodies = { comfortable: virtualBody(60), compact: virtualBody(36) };

/** The reminders of the fleet, worst first, as a table or as cards. */
export function DueRows({ due, sources, density, hidden, isCards }: DueRowsProps) {
  const sort = useSortState(sortable);
  const lines = useMemo(() => linesOf(due, sources), [due, sources]);
  return (
    <div className={style['due']} data-density={density}>
      <DataTable
        caption="Maintenance reminders of the fleet, worst first"
        columns={dueColumns}
        rows={lines}
        rowId={({ item }) => item.key}
        given={sources}
        sort={sort}
        isComplete
        sectionOf={due.groups ? groupOf : undefined}
        hidden={isCards ? undefined : hidden}
        isCards={isCards}
        Body={bodies[density]}
      />
    </div>
  );
}

type Rows = Pick<DueList, 'rows' | 'groups'>;

/** The due list as CSV, with every column, in the order of the list. */
export function dueCsv(due: Rows, sources: DueSources): string {
  return csvOf(dueColumns, linesOf(due, sources), sources);
}

function linesOf({ rows, groups }: Rows, sources: DueSources): Line[] {
  const titles = new Map(groups?.flatMap(({ title, items }) => items.map((item) => [item, title] as const)));
  const made = madeLines.get(sources) ?? new Map<DueItem, Line>();
  madeLines.set(sources, made);
  return rows.map((item) => {
    const group = titles.get(item) ?? '';
    const last = made.get(item);
    if (last?.group === group) return last;
    const line = { item, group, order: dueOrder(item, sources) };
    made.set(item, line);
    return line;
  });
}

/** The lines made for each set of sources. A search reuses them, so that none is drawn again. */
const madeLines = new WeakMap<DueSources, Map<DueItem, Line>>();

type Line = { readonly item: DueItem; readonly group: string; readonly order: ReturnType<typeof dueOrder> };

const groupOf = ({ group }: Line) => group;

const column = columnsOf<Line, DueSources>();
type Context = CellContext<Line, DueSources>;

/** The reminder of a cell, and what its row says. */
function lineOf(context: Context) {
  const line = context.row.original;
  const row = drawnRows.get(line) ?? dueRow(line.item, givenTo(context));
  drawnRows.set(line, row);
  return { item: line.item, row };
}

/** The words of each line, made once for the four cells that need them. They change only with the sources. */
const drawnRows = new WeakMap<Line, DueRow>();

/** The figures of one limit; none where the reminder has no such limit. */
function axisFile(name: AxisName, label: string, unit: string) {
  const figure = (heading: string, value: (axis: Axis, zone: string) => Cell): FileColumn<Line, DueSources> => [
    3,
    `${label} ${heading}`,
    ({ item: { axes } }, { clock }) => {
      const axis = axes.find((candidate) => candidate.name === name);
      return axis ? value(axis, clock.zone) : null;
    },
  ];
  return [
    figure('current', (axis, zone) => axisFigure(axis, axis.current, zone)),
    figure('limit', (axis, zone) => axisFigure(axis, axis.limit, zone)),
    figure(`remaining (${unit})`, remainingFigure),
    figure('status', ({ status }) => status),
    figure('message', ({ message }) => message),
  ];
}

/** Widths grow with the window (`maintenance.module.css`); the rest goes to the forecast, the longest text. */
const dueColumns = column.columns([
  column.accessor(({ item }) => item.name, {
    id: 'name',
    header: 'Item',
    sortFn: 'alphanumeric',
    meta: {
      width: 'var(--item)',
      card: { line: 1 },
      file: [
        [2, 'Reminder', ({ item }) => item.name],
        [2, 'Status', ({ item }) => item.status],
        [2, 'Permanently complied', ({ item }) => (item.isComplied ? 'yes' : 'no')],
      ],
    },
    cell: (context) => <ItemCell {...lineOf(context)} />,
  }),
  column.accessor(({ item }) => item.aircraft.tailNumber ?? '~', {
    id: 'tail',
    header: 'Aircraft',
    sortFn: 'alphanumeric',
    meta: {
      width: 'var(--tail)',
      card: { line: 1 },
      file: [
        [1, 'Tail', ({ item }) => item.aircraft.tailNumber ?? null],
        [1, 'Model', ({ item }) => modelText(item.aircraft)],
        [5, ({ clock }) => `As of (${clock.zone})`, ({ item }, { clock }) => minuteText(item.asOf, clock.zone)],
        [5, ({ clock }) => `Written (${clock.zone})`, (_, { now, clock }) => minuteText(now, clock.zone)],
      ],
    },
    cell: ({ row: { original } }) => (
      <span className={style['stack']}>
        <AircraftLink item={original.item} />
        <span>{modelText(original.item.aircraft)}</span>
      </span>
    ),
  }),
  column.display({
    id: 'limits',
    header: 'Left',
    meta: {
      width: 'var(--left)',
      card: { line: 2 },
      file: [
        [3, 'Driving axis', ({ item }) => item.driving?.name ?? null],
        ...axisFile('hours', 'Hours', 'h'),
        ...axisFile('date', 'Date', 'days'),
        ...axisFile('cycles', 'Cycles', 'landings'),
      ],
    },
    cell: (context) => <AxisLines item={context.row.original.item} now={givenTo(context).now} isBrief />,
  }),
  column.accessor(({ order }) => order.due, {
    id: 'horizon',
    header: 'Due, as booked',
    sortFn: 'basic',
    meta: {
      card: { line: 3, label: 'Due', cell: (context) => lineOf(context).row.due.text },
      file: [[4, 'Due, as booked', ({ item }, sources) => fileWords(dueRow(item, sources).due)]],
    },
    cell: (context) => <DueCell due={lineOf(context).row.due} />,
  }),
  column.accessor(({ order }) => order.next, {
    id: 'next',
    header: 'Next reservation',
    sortFn: 'basic',
    meta: {
      width: 'var(--next)',
      card: { line: 3, label: 'Next' },
      file: [[4, 'Next reservation', ({ item }, sources) => fileWords(dueRow(item, sources).next)]],
    },
    cell: (context) => <NextCell next={lineOf(context).row.next} />,
  }),
  column.accessor(({ order }) => order.visit, {
    id: 'visit',
    header: 'Shop visit',
    sortFn: 'basic',
    meta: {
      width: 'var(--visit)',
      card: { line: 3, label: 'Shop visit' },
      file: [[4, 'Shop visit', ({ item }, sources) => fileWords(dueRow(item, sources).visit)]],
    },
    cell: (context) => <VisitCell visit={lineOf(context).row.visit} item={lineOf(context).item} />,
  }),
]);

/** The reminder with the service's status, once; its details open beside the list by a link that covers its row or card. */
function ItemCell({ item, row }: { item: DueItem; row: DueRow }) {
  const here = useHere();
  return (
    <StateMark {...reminderLook(item.statusId)}>
      <span className={style['item']}>
        <AppLink coversRow to={here({ reminder: item.key })}>
          {item.name}
        </AppLink>
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
    <span className={style['stack']}>
      <span className={style['when']}>{text}</span>
      {basis && <span data-tip={basis}>{basis}</span>}
    </span>
  );
}

function NextCell({ next: { text, who, now, note } }: { next: DueRow['next'] }) {
  if (!text && !now && !note) return null;
  return (
    <span className={style['stack']}>
      <span className={style['when']}>
        {text} {who && <span className={style['quiet']}>{who}</span>}
      </span>
      {now && <span>{now}</span>}
      {note && <NoteMark note={note} />}
    </span>
  );
}

/** The booked shop visit. If it is missing or too late, a link opens the shop planner. */
function VisitCell({ visit: { text, purpose, note }, item }: { visit: DueRow['visit']; item: DueItem }) {
  if (!text && !purpose && !note) return null;
  return (
    <span className={style['stack']}>
      {text && <span className={style['when']}>{text}</span>}
      {purpose && <span>{purpose}</span>}
      {note && (
        <NoteMark note={note}>
          {' '}
          <AppLink
            isAlone
            className={style['plan']}
            to={shopLink(item.aircraft.aircraftId, item.key)}
            aria-label={`Plan a shop visit: ${item.aircraft.tailNumber ?? 'no tail number'}, ${item.name}`}
          >
            Plan
          </AppLink>
        </NoteMark>
      )}
    </span>
  );
}

function NoteMark({ note, children }: { note: Note; children?: ReactNode }) {
  const look = note.isDefinite ? ({ shape: 'octagon', tone: 'expired' } as const) : advisory;
  return (
    <b className={style['note']}>
      <StateMark {...look}>{note.text}</StateMark>
      {children}
    </b>
  );
}

const advisory = { shape: 'triangle', tone: 'warning' } as const;
