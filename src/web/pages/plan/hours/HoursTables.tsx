import type { MeasuredHours } from '#contract/gateway/hours.ts';
import { factorFigure } from '#domain/maintenance/factorWords.ts';
import { aircraftLink } from '#domain/reservations/links.ts';
import type { Clock } from '#domain/time/clock.ts';
import { counted, tenths } from '#domain/words.ts';
import { TailNumber } from '#web/components/aircraft/TailNumber.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { DataTable } from '#web/components/table/DataTable.tsx';
import { columnsOf, givenTo } from '#web/components/table/table.ts';
import { type OnDrawn, useSortState } from '#web/components/table/tableState.ts';
import style from '#web/pages/plan/plan.module.css';
import {
  type Grouping,
  hoursNote,
  type HoursRow,
  hoursSummary,
  type LeftOutRow,
  reasonText,
  seenText,
  spreadText,
  stepText,
  useText,
} from './hoursModel.ts';

type HoursGiven = { readonly school: MeasuredHours['rows'][number] | null };

const column = columnsOf<HoursRow, HoursGiven>();

export const hoursColumns = column.columns([
  column.accessor(({ tail }) => tail ?? '', {
    id: 'tail',
    header: 'Aircraft',
    sortFn: 'alphanumeric',
    meta: { card: { line: 1 }, file: [[1, 'Tail', ({ tail }) => tail]] },
    cell: ({ row: { original } }) => <Tail row={original} />,
  }),
  column.accessor(({ activity }) => activity ?? '', {
    id: 'activity',
    header: 'Activity',
    sortFn: 'alphanumeric',
    meta: { card: { line: 1 }, file: [[2, 'Activity', ({ activity }) => activity]] },
    cell: ({ row }) => row.original.activity,
  }),
  column.accessor(({ measured }) => measured.factor, {
    id: 'factor',
    header: 'Factor',
    sortFn: 'basic',
    sortDescFirst: true,
    meta: {
      align: 'end',
      card: { line: 2, label: 'factor' },
      file: [[3, 'Factor', ({ measured }) => measured.factor]],
    },
    cell: ({ row }) => <b>{factorFigure(row.original.measured.factor)}</b>,
  }),
  column.accessor(({ measured }) => measured.spread ?? 0, {
    id: 'spread',
    header: '10 booked hours make',
    sortFn: 'basic',
    sortDescFirst: true,
    meta: {
      align: 'end',
      card: { line: 2, label: '10 booked hours make' },
      file: [[4, '10 booked hours make', ({ measured }) => spreadText(measured)]],
    },
    cell: ({ row }) => spreadText(row.original.measured) ?? <span className={style['quiet']}>one flight</span>,
  }),
  column.accessor(({ measured }) => measured.flights, {
    id: 'flights',
    header: 'Flights',
    sortFn: 'basic',
    sortDescFirst: true,
    meta: {
      align: 'end',
      card: { line: 3, label: 'flights:' },
      file: [[5, 'Flights', ({ measured }) => measured.flights]],
    },
    cell: ({ row }) => row.original.measured.flights,
  }),
  column.accessor(({ measured }) => measured.booked, {
    id: 'booked',
    header: 'Booked',
    sortFn: 'basic',
    sortDescFirst: true,
    meta: {
      align: 'end',
      card: { line: 3, label: 'booked:' },
      file: [[6, 'Booked hours', ({ measured }) => measured.booked]],
    },
    cell: ({ row }) => `${tenths.format(row.original.measured.booked)} h`,
  }),
  column.accessor(({ measured }) => measured.hours, {
    id: 'flown',
    header: 'On the meter',
    sortFn: 'basic',
    sortDescFirst: true,
    meta: {
      align: 'end',
      card: { line: 3, label: 'on the meter:' },
      file: [[7, 'Meter hours', ({ measured }) => measured.hours]],
    },
    cell: ({ row }) => `${tenths.format(row.original.measured.hours)} h`,
  }),
  column.display({
    id: 'use',
    header: 'Forecasts use',
    meta: { card: { line: 4 }, file: [[8, 'Forecasts use', (row, { school }) => useText(row, school)]] },
    cell: ({ row, table }) => <Use row={row.original} given={givenTo({ table })} />,
  }),
]);

function Tail({ row: { aircraft, tail } }: { row: HoursRow }) {
  if (tail === null) return null;
  if (!aircraft) return <span className={style['quiet']}>{tail}</span>;
  return (
    <AppLink coversRow to={aircraftLink(aircraft.aircraftId)}>
      <TailNumber tail={aircraft.tailNumber} />
    </AppLink>
  );
}

function Use({ row, given: { school } }: { row: HoursRow; given: HoursGiven }) {
  const text = useText(row, school);
  if (text === null) return null;
  if (row.use === 'too few') return <span className={style['quiet']}>{text}</span>;
  return (
    <StateMark shape="check" tone="ok">
      {text}
    </StateMark>
  );
}

const sortable = ['tail', 'activity', 'factor', 'spread', 'flights', 'booked', 'flown'] as const;

const hiddenIn: { readonly [By in Grouping]: readonly string[] } = {
  aircraft: ['activity'],
  activity: ['tail', 'use'],
  both: ['use'],
};

export function HoursTable({
  rows,
  given,
  grouping,
  onDrawn,
}: {
  rows: readonly HoursRow[];
  given: HoursGiven;
  grouping: Grouping;
  onDrawn: OnDrawn<HoursRow>;
}) {
  const isNarrow = useMediaQuery('(max-width: 800px)');
  const sort = useSortState(sortable);
  return (
    <DataTable
      caption={counted(rows.length, 'measured factor')}
      columns={hoursColumns}
      rows={rows}
      rowId={({ key }) => key}
      given={given}
      sort={sort}
      isComplete
      hidden={hiddenIn[grouping]}
      onDrawn={onDrawn}
      isCards={isNarrow}
    />
  );
}

/** The table as plain text. */
export function hoursText(answer: MeasuredHours, rows: readonly HoursRow[], clock: Clock): string {
  const lines = rows.map(({ tail, activity, measured }) =>
    [
      [tail, activity].filter(Boolean).join(' '),
      factorFigure(measured.factor),
      counted(measured.flights, 'flight'),
      `${tenths.format(measured.booked)} h booked`,
      `${tenths.format(measured.hours)} h on the meter`,
    ].join('  '),
  );
  return [hoursSummary(answer), hoursNote(answer, clock), '', ...lines].join('\n');
}

type LeftOutGiven = { readonly clock: Clock };
const left = columnsOf<LeftOutRow, LeftOutGiven>();

const leftColumns = left.columns([
  left.display({
    id: 'at',
    header: 'Seen',
    meta: { card: { line: 1 } },
    cell: ({ row, table }) => <span className={style['when']}>{seenText(row.original, givenTo({ table }).clock)}</span>,
  }),
  left.display({
    id: 'tail',
    header: 'Aircraft',
    meta: { card: { line: 1 } },
    cell: ({ row: { original } }) => (
      <AppLink coversRow to={aircraftLink(original.aircraftId)}>
        {original.tail}
      </AppLink>
    ),
  }),
  left.display({ id: 'step', header: 'Meter', meta: { card: { line: 2 } }, cell: ({ row }) => stepText(row.original) }),
  left.display({ id: 'why', header: 'Why', meta: { card: { line: 2 } }, cell: ({ row }) => reasonText(row.original) }),
]);

export function LeftOutTable({ rows, given }: { rows: readonly LeftOutRow[]; given: LeftOutGiven }) {
  const isNarrow = useMediaQuery('(max-width: 640px)');
  return (
    <DataTable
      caption={`${counted(rows.length, 'reading')} left out, newest first`}
      columns={leftColumns}
      rows={rows}
      rowId={({ key }) => key}
      given={given}
      isCards={isNarrow}
    />
  );
}
