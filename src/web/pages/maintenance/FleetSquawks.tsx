import { noteExport } from '#web/data/gateway/gateway.ts';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { useMemo } from 'react';
import { modelText } from '#domain/fleet/fleet.ts';
import { aircraftLink, downLink } from '#domain/reservations/links.ts';
import { searchSentence } from '#domain/lists/sentences.ts';
import { type FleetSquawk, groundingRanks } from '#domain/maintenance/squawks.ts';
import type { At } from '#domain/time/clock.ts';
import { minuteText } from '#domain/time/time.ts';
import { useFleetSquawks } from '#web/data/maintenance.ts';
import { TailNumber } from '#web/components/aircraft/TailNumber.tsx';
import { Button } from '#web/components/controls/buttons.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { Tools, ToolSearch } from '#web/components/controls/Tools.tsx';
import { ColumnChecks } from '#web/components/grid/ColumnsPopover.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useKnowledge } from '#web/components/page/connection.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock, useLocationChoice, useSchool } from '#web/components/page/school.tsx';
import { useUrlSet, useUrlText } from '#web/components/page/urlState.ts';
import { useWrongAddress } from '#web/components/page/wrongAddress.ts';
import { None } from '#web/components/panel/None.tsx';
import { Notices } from '#web/components/panel/Notices.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import { usePaperTitle } from '#web/components/panel/paperTitle.ts';
import { saveText } from '#web/components/panel/saveText.ts';
import { DataTable } from '#web/components/table/DataTable.tsx';
import { csvOf } from '#web/components/table/csv.ts';
import { type CellContext, columnsOf, givenTo } from '#web/components/table/table.ts';
import { useDrawnRows, useSortState } from '#web/components/table/tableState.ts';
import { MaintenanceProgress } from './MaintenanceTools.tsx';
import { daysOpen, freeMembers, memberText, squawkList, type SquawkWords, squawkWords } from './squawksModel.ts';
import style from './maintenance.module.css';

const narrowedBy = ['q'];
/** The number of columns that every squawk has. */
const fixedColumns = 6;
const sortable = ['state', 'tail', 'squawk', 'open', 'repeats', 'order'] as const;

/** All open squawks of the fleet: grounding ones first, then those that may ground, then the longest open. */
export function FleetSquawks() {
  const school = useSchool();
  const moment = useAt();
  const { rows: all, setAside, progress, fleetReading, reading, retry } = useFleetSquawks(school, moment.now);
  const known = useKnowledge(fleetReading, reading);
  const search = useUrlText('q').value;
  const narrowing = useLocationChoice();
  const { rows, count, note, empty } = useMemo(
    () => squawkList(all, search, known, narrowing),
    [all, search, known, narrowing],
  );
  const members = useMemo(() => freeMembers(all), [all]);
  const names = useMemo(() => [...members.keys()], [members]);
  const columns = useMemo(() => [...squawkColumns, ...freeColumns(members)], [members]);
  const isWide = useMediaQuery('(min-width: 800px)');
  const hidden = useUrlSet('omit', names);
  const sort = useSortState(sortable);
  const drawn = useDrawnRows<FleetSquawk>();
  useWrongAddress(progress.known > 0 ? hidden.problem : null);
  const title = usePaperTitle('Squawks', [searchSentence(search)]);
  return (
    <Panel
      title={title}
      count={count}
      shape="table"
      reading={reading}
      onRetry={retry}
      tools={
        <Tools
          used={hidden.value.length}
          search={<ToolSearch label="Search by tail number or words" placeholder="Tail or words" />}
        >
          {names.length > 0 && (
            <ColumnChecks
              fixed={fixedColumns}
              columns={names.map((id) => ({ id, label: members.get(id) ?? id }))}
              hidden={hidden.value}
              onToggle={hidden.toggle}
            />
          )}
          <Button
            onClick={() =>
              saveText('squawks.csv', 'text/csv', squawksCsv(drawn.rows.current ?? rows, moment), noteExport)
            }
          >
            CSV ({rows.length})
          </Button>
          <Button onClick={() => window.print()}>Print</Button>
        </Tools>
      }
    >
      <MaintenanceProgress progress={progress} what="squawks" />
      <Notices scope={note} setAside={[{ what: 'squawk', records: setAside }]} />
      {empty && <None of={empty} className={style['none']} clears={narrowedBy} />}
      {!empty && (
        <div className={style['squawks']}>
          <DataTable
            caption="Open squawks of the fleet"
            columns={columns}
            rows={rows}
            rowId={(row) => row.key}
            given={moment}
            sort={sort}
            isComplete
            hidden={hidden.value}
            isCards={!isWide}
            hasTwoLines
            onDrawn={drawn.onDrawn}
          />
        </div>
      )}
    </Panel>
  );
}

type Context = CellContext<FleetSquawk, At>;

function useAt(): At {
  const now = useMinute();
  const clock = useClock();
  return useMemo(() => ({ now, clock }), [now, clock]);
}

/** Squawks as CSV, in the order given, with a column for every free-form member. Times are the operator's. */
export function squawksCsv(rows: readonly FleetSquawk[], moment: At): string {
  return csvOf([...squawkColumns, ...freeColumns(freeMembers(rows))], rows, moment);
}

const column = columnsOf<FleetSquawk, At>();

function wordsOf(context: Context): SquawkWords {
  const { now, clock } = givenTo(context);
  return squawkWords(context.row.original, now, clock);
}

const squawkColumns = column.columns([
  column.accessor(({ squawk }) => groundingRanks[squawk.grounding], {
    id: 'state',
    header: 'State',
    sortFn: 'basic',
    meta: {
      card: { line: 1 },
      file: [[3, 'Grounds the aircraft', ({ squawk }) => squawk.grounding]],
    },
    cell: ({ row }) => <GroundingMark row={row.original} />,
  }),
  column.accessor(({ aircraft }) => aircraft.tailNumber ?? '', {
    id: 'tail',
    header: 'Aircraft',
    sortFn: 'alphanumeric',
    meta: {
      card: { line: 1 },
      file: [
        [1, 'Tail', ({ aircraft }) => aircraft.tailNumber ?? null],
        [1, 'Model', ({ aircraft }) => modelText(aircraft)],
        [8, ({ clock }) => `As of (${clock.zone})`, ({ asOf }, { clock }) => minuteText(asOf, clock.zone)],
      ],
    },
    cell: (context) => <TailCell row={context.row.original} model={wordsOf(context).model} />,
  }),
  column.accessor(({ squawk }) => squawk.description, {
    id: 'squawk',
    header: 'Squawk',
    sortFn: 'alphanumeric',
    meta: {
      card: { line: 2 },
      file: [
        [2, 'Squawk', ({ squawk }) => squawk.description],
        [5, 'Action', ({ squawk }) => squawk.action],
        [5, 'Reference', ({ squawk }) => squawk.reference],
      ],
    },
    cell: (context) => <WordsCell row={context.row.original} more={wordsOf(context).more} />,
  }),
  column.accessor(({ age }) => age ?? -1, {
    id: 'open',
    header: 'Open for',
    sortFn: 'basic',
    sortDescFirst: true,
    meta: {
      card: { line: 3 },
      file: [
        [4, 'Found', ({ squawk }, { clock }) => squawk.created && minuteText(squawk.created, clock.zone)],
        [4, 'Days open', ({ age }) => daysOpen(age)],
      ],
    },
    cell: (context) => <AgeCell age={wordsOf(context).age} />,
  }),
  column.accessor(({ repeats }) => repeats.length, {
    id: 'repeats',
    header: 'Seen before',
    sortFn: 'basic',
    sortDescFirst: true,
    meta: {
      card: { line: 3 },
      file: [[4, 'Seen before', ({ repeats }) => repeats.length]],
    },
    cell: (context) => <RepeatsCell repeats={wordsOf(context).repeats} />,
  }),
  column.accessor(({ squawk }) => squawk.workOrder ?? '~', {
    id: 'order',
    header: 'Work order',
    sortFn: 'alphanumeric',
    meta: {
      card: { line: 4, label: 'Work order' },
      file: [[6, 'Work order', ({ squawk }) => squawk.workOrder]],
    },
    cell: ({ row }) => row.original.squawk.workOrder ?? '',
  }),
]);

/** Members that only some services send, each in its own column. */
function freeColumns(members: ReadonlyMap<string, string>) {
  return [...members].map(([name, label]) =>
    column.display({
      id: name,
      header: label,
      meta: {
        card: { line: 5, label: `${label}:` },
        file: [[7, label, (row) => memberText(row, name)]],
      },
      cell: ({ row }) => memberText(row.original, name),
    }),
  );
}

function GroundingMark({ row: { squawk, aircraft } }: { row: FleetSquawk }) {
  return squawk.grounding !== 'no' ? (
    <span className={style['stack']}>
      {squawk.grounding === 'yes' ? (
        <StateMark shape="octagon" tone="expired">
          Grounding
        </StateMark>
      ) : (
        <StateMark shape="dashed" tone="warning">
          Grounding not known
        </StateMark>
      )}
      <AppLink isAlone className={style['plan']} to={downLink(aircraft.aircraftId)}>
        Move reservations
      </AppLink>
    </span>
  ) : (
    <StateMark shape="triangle" tone="warning">
      Open
    </StateMark>
  );
}

function TailCell({ row: { aircraft }, model }: { row: FleetSquawk; model: string }) {
  return (
    <span className={style['stack']}>
      <AppLink coversRow className={style['tail']} to={aircraftLink(aircraft.aircraftId)}>
        <TailNumber tail={aircraft.tailNumber} isSimulator={aircraft.isSimulator ?? false} />
      </AppLink>
      <span>{model}</span>
    </span>
  );
}

function WordsCell({ row, more }: { row: FleetSquawk; more: string }) {
  return (
    <span className={style['words']}>
      <b>{row.squawk.description}</b>
      {more && <span>{more}</span>}
    </span>
  );
}

function AgeCell({ age }: Pick<SquawkWords, 'age'>) {
  if (!age) return <span className={style['quiet']}>no date</span>;
  return (
    <span className={style['stack']}>
      <b>{age.days}</b>
      <span>{age.found}</span>
    </span>
  );
}

function RepeatsCell({ repeats }: Pick<SquawkWords, 'repeats'>) {
  if (!repeats) return null;
  return (
    <span className={style['stack']}>
      <b>{repeats.times}</b>
      <span>{repeats.last}</span>
    </span>
  );
}
