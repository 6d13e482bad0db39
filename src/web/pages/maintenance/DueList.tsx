import { type ReactNode, useMemo } from 'react';
import { modelText } from '#domain/fleet/fleet.ts';
import { noWorkNamed } from '#domain/maintenance/horizonWords.ts';
import { aircraftLink, shopLink } from '#domain/reservations/links.ts';
import type { Axis, AxisName, DueItem } from '#domain/maintenance/reminders.ts';
import type { Cell } from '#domain/answers/csv.ts';
import { minuteText } from '#domain/time/time.ts';
import { AxisLines } from '#web/components/aircraft/Limits.tsx';
import { reminderLook } from '#web/components/aircraft/ReminderStatus.tsx';
import { TailNumber } from '#web/components/aircraft/TailNumber.tsx';
import { type Look, StateMark } from '#web/components/controls/StateMark.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { DataTable } from '#web/components/table/DataTable.tsx';
import { csvOf } from '#web/components/table/csv.ts';
import { type CellContext, columnsOf, type FileColumn, givenTo } from '#web/components/table/table.ts';
import { type OnDrawn, useSortState } from '#web/components/table/tableState.ts';
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
  onDrawn: OnDrawn<Line>;
};

/** Sorting is optional: the list's own order is worst first. */
const sortable = ['name', 'tail', 'horizon', 'next', 'visit'] as const;

const bodies = { comfortable: virtualBody(60), compact: virtualBody(36) };

/** The reminders of the fleet, worst first, as a table or as cards. */
export function DueRows({ due, sources, density, hidden, isCards, onDrawn }: DueRowsProps) {
  const sort = useSortState(sortable);
  const lines = useMemo(() => dueLines(due, sources), [due, sources]);
  const isDense = density === 'compact' && !isCards;
  const given = useMemo(() => ({ ...sources, isDense }), [sources, isDense]);
  return (
    <div className={style['due']} data-density={density}>
      <DataTable
        caption="Maintenance reminders of the fleet, worst first"
        columns={dueColumns}
        rows={lines}
        rowId={({ item }) => item.key}
        given={given}
        sort={sort}
        isComplete
        sectionOf={due.groups ? groupOf : undefined}
        hidden={isCards ? undefined : hidden}
        isCards={isCards}
        Body={bodies[density]}
        onDrawn={onDrawn}
      />
    </div>
  );
}

type Rows = Pick<DueList, 'rows' | 'groups'>;

/** The due list as CSV, with every column, in the order given. */
export function dueCsv(lines: readonly Line[], sources: DueSources): string {
  return csvOf(dueColumns, lines, sources);
}

/** The lines of the list, worst first; the same objects until their sources change. */
export function dueLines({ rows, groups }: Rows, sources: DueSources): Line[] {
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

export type Line = { readonly item: DueItem; readonly group: string; readonly order: ReturnType<typeof dueOrder> };

const groupOf = ({ group }: Line) => group;

/** A dense row has marks; on screen their words are only heard and in the tooltip. */
type Given = DueSources & { readonly isDense?: boolean };
const column = columnsOf<Line, Given>();
type Context = CellContext<Line, Given>;

/** The reminder of a cell, and what its row says. */
function lineOf(context: Context) {
  const line = context.row.original;
  const row = drawnRows.get(line) ?? dueRow(line.item, givenTo(context));
  drawnRows.set(line, row);
  return { item: line.item, row };
}

function isDenseRow(context: Context): boolean {
  return givenTo(context).isDense === true;
}

/** Of words that a dense row does not show; paper shows them. */
function spoken(name: 'who' | 'clock' | 'noteText', isHidden: boolean): string {
  return `${style[name] ?? ''} ${isHidden ? 'visually-hidden' : ''}`;
}

/** The words of each line, made once for the four cells that need them. They change only with the sources. */
const drawnRows = new WeakMap<Line, DueRow>();

/** The figures of one limit; none where the reminder has no such limit. */
function axisFile(name: AxisName, label: string, unit: string) {
  const figure = (heading: string, value: (axis: Axis, zone: string) => Cell): FileColumn<Line, Given> => [
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
    cell: (context) => <NextCell next={lineOf(context).row.next} isDense={isDenseRow(context)} />,
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
    cell: (context) => (
      <VisitCell visit={lineOf(context).row.visit} item={lineOf(context).item} isDense={isDenseRow(context)} />
    ),
  }),
]);

/** The reminder with the service's status, once; its details open beside the list by a link that covers its row or card. */
function ItemCell({ item, row }: { item: DueItem; row: DueRow }) {
  const here = useHere();
  return (
    <StateMark {...itemLook(item, row)}>
      <span className={style['item']}>
        <AppLink coversRow to={here({ reminder: item.key })}>
          {item.name}
        </AppLink>
        <span className={`${style['status'] ?? ''} visually-hidden`}>{row.status}</span>
        {row.notes && (
          <span aria-hidden="true" className={style['notes']}>
            {row.notes}
          </span>
        )}
      </span>
    </StateMark>
  );
}

/** The service's status. Beside a finding of ours an OK has a plain mark: a green tick in the same row would contradict it. */
function itemLook({ statusId }: DueItem, { next, visit }: DueRow): Look {
  const look = reminderLook(statusId);
  return look.tone === 'ok' && (next.note ?? visit.note) ? { shape: 'dot', tone: 'plain' } : look;
}

function AircraftLink({ item: { aircraft } }: { item: DueItem }) {
  return (
    <AppLink className={style['tail']} to={aircraftLink(aircraft.aircraftId)}>
      <TailNumber tail={aircraft.tailNumber} isSimulator={aircraft.isSimulator ?? false} />
    </AppLink>
  );
}

/** When it is due. How that is known is in the tooltip and in the details, which the row opens. */
function DueCell({ due: { text, basis } }: { due: DueRow['due'] }) {
  const about = /^about (.*)$/.exec(text)?.[1];
  return (
    <span className={style['when']} data-tip={basis ?? undefined}>
      {about === undefined ? (
        text
      ) : (
        <>
          <span className="visually-hidden">{text}</span>
          <span aria-hidden="true">~{about}</span>
        </>
      )}
    </span>
  );
}

type NextCellProps = { next: DueRow['next']; isDense: boolean };

function NextCell({ next: { text, who, now, note }, isDense: isMarks }: NextCellProps) {
  if (!text && !now && !note) return null;
  return (
    <span className={style['stack']}>
      <span className={style['when']} data-tip={[text, who, now].filter(Boolean).join(' ')}>
        {text} {who && <span className={spoken('who', isMarks)}>{who}</span>}
      </span>
      {now && <span>{now}</span>}
      {note && <NoteMark note={note} isDense={isMarks} />}
    </span>
  );
}

type VisitCellProps = { visit: DueRow['visit']; item: DueItem; isDense: boolean };

/** The booked shop visit. If it is missing or too late, a link opens the shop planner. */
function VisitCell({ visit: { text, purpose, note }, item, isDense: isMarks }: VisitCellProps) {
  if (!text && !purpose && !note) return null;
  return (
    <span className={style['stack']}>
      {text && <VisitTime text={text} purpose={purpose} isDense={isMarks} />}
      {purpose && purpose !== noWorkNamed && <span>{purpose}</span>}
      {note && (
        <NoteMark note={note} isDense={isMarks}>
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

/** A dense row shows the day; the clock time is in the full row and in the tooltip. */
function VisitTime({ text, purpose, isDense: isMarks }: { text: string; purpose: string | null; isDense: boolean }) {
  const [, day, time] = /^(\w+ \d+ \w+(?: \d{4})?|tomorrow) (\d{4}\w)$/.exec(text) ?? [];
  return (
    <span className={style['when']} data-tip={[text, purpose].filter(Boolean).join(', ')}>
      {day ?? text}
      {time !== undefined && <span className={spoken('clock', isMarks)}> {time}</span>}
    </span>
  );
}

type NoteMarkProps = { note: Note; isDense: boolean; children?: ReactNode };

function NoteMark({ note, isDense: isMarks, children }: NoteMarkProps) {
  const look = note.isDefinite ? ({ shape: 'octagon', tone: 'expired' } as const) : advisory;
  return (
    <b className={style['note']} data-tip={note.text}>
      <StateMark {...look}>
        <span className={spoken('noteText', isMarks)}>{note.text}</span>
      </StateMark>
      {children}
    </b>
  );
}

const advisory = { shape: 'triangle', tone: 'warning' } as const;
