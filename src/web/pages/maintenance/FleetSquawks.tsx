import { useMediaQuery } from '#web/ui/page/display.tsx';
import { useMemo } from 'react';
import { aircraftLink } from '#domain/lists/links.ts';
import type { FleetSquawk } from '#domain/maintenance/squawks.ts';
import type { Clock } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { useFleetSquawks } from '#web/queries/maintenance.ts';
import { TailNumber } from '#web/ui/aircraft/TailNumber.tsx';
import { Button } from '#web/ui/controls/controls.tsx';
import { Menu } from '#web/ui/controls/overlays.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import { Tools, ToolSearch } from '#web/ui/controls/Tools.tsx';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { useKnowledge } from '#web/ui/page/connection.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { useClock, useLocationChoice, useSchool } from '#web/ui/page/school.tsx';
import { useUrlSet, useUrlText } from '#web/ui/page/urlState.ts';
import { useWrongAddress } from '#web/ui/page/wrongAddress.ts';
import { None } from '#web/ui/panel/None.tsx';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { saveText } from '#web/ui/panel/saveText.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { createAppColumnHelper } from '#web/ui/table/table.ts';
import { useSortState } from '#web/ui/table/tableState.ts';
import { MaintenanceProgress } from './MaintenanceTools.tsx';
import { freeMembers, memberText, squawkList, squawksCsv, squawkWords } from './squawksModel.ts';
import style from './maintenance.module.css';

const sortable = ['tail', 'squawk', 'open', 'repeats'] as const;

/** All open squawks of the fleet: grounding ones first, then the longest open. */
export function FleetSquawks() {
  const school = useSchool();
  const now = useMinute();
  const { rows: all, setAside, progress, fleetReading, reading, retry } = useFleetSquawks(school, now);
  const known = useKnowledge(fleetReading, reading);
  const search = useUrlText('q');
  const narrowing = useLocationChoice();
  const { rows, count, note, empty } = useMemo(
    () => squawkList(all, search.value, known, narrowing),
    [all, search.value, known, narrowing],
  );
  const members = useMemo(() => freeMembers(all), [all]);
  const names = useMemo(() => [...members.keys()], [members]);
  const isWide = useMediaQuery('(min-width: 800px)');
  const hidden = useUrlSet('omit', names);
  const sort = useSortState(sortable);
  useWrongAddress(progress.known > 0 ? hidden.problem : null);
  return (
    <Panel
      title="Squawks"
      count={count}
      reading={reading}
      onRetry={retry}
      tools={
        <Tools
          used={hidden.value.length}
          search={<ToolSearch label="Search by tail number or words" placeholder="Tail or words" text={search} />}
        >
          {names.length > 0 && (
            <Menu label="Columns">
              {names.map((name) => (
                <label key={name}>
                  <input
                    type="checkbox"
                    checked={!hidden.value.includes(name)}
                    onChange={() => void hidden.toggle(name)}
                  />{' '}
                  {members.get(name)}
                </label>
              ))}
            </Menu>
          )}
          <Button onClick={() => saveText('squawks.csv', 'text/csv', squawksCsv(rows, school.timeZone))}>
            CSV ({rows.length})
          </Button>
          <Button onClick={() => window.print()}>Print</Button>
        </Tools>
      }
    >
      <MaintenanceProgress progress={progress} what="squawks" />
      <Notices scope={note} setAside={[{ what: 'squawks', records: setAside }]} />
      {empty && <None of={empty} className={style['none']} />}
      {!empty && !isWide && <SquawkCards rows={rows} now={now} members={members} hidden={hidden.value} />}
      {!empty && isWide && <SquawkTable rows={rows} now={now} sort={sort} members={members} hidden={hidden.value} />}
    </Panel>
  );
}

type SquawkTableProps = {
  rows: readonly FleetSquawk[];
  now: Instant;
  sort: ReturnType<typeof useSortState>;
  members: ReadonlyMap<string, string>;
  hidden: readonly string[];
};

function SquawkTable({ rows, now, sort, members, hidden }: SquawkTableProps) {
  const clock = useClock();
  const columns = useMemo(() => squawkColumns(members, now, clock), [members, now, clock]);
  return (
    <DataTable
      caption="Open squawks of the fleet"
      columns={columns}
      rows={rows}
      rowId={(row) => row.key}
      sort={sort}
      isComplete
      hidden={hidden}
    />
  );
}

type SquawkCardsProps = {
  rows: readonly FleetSquawk[];
  now: Instant;
  members: ReadonlyMap<string, string>;
  hidden: readonly string[];
};

/** The same on a narrow screen, one squawk to a card. */
function SquawkCards({ rows, now, members, hidden }: SquawkCardsProps) {
  const clock = useClock();
  return (
    <ul className={style['cards']} aria-label="Open squawks of the fleet">
      {rows.map((row) => (
        <li key={row.key}>
          <span className={style['cardHead']}>
            <GroundingMark row={row} />
            <TailCell row={row} now={now} clock={clock} />
          </span>
          <WordsCell row={row} now={now} clock={clock} />
          <span className={style['cardHead']}>
            <AgeCell row={row} now={now} clock={clock} />
            <RepeatsCell row={row} now={now} clock={clock} />
          </span>
          {row.squawk.workOrder && <span>Work order {row.squawk.workOrder}</span>}
          {row.squawk.rest
            .filter(({ name }) => !hidden.includes(name))
            .map(({ name, text }) => (
              <span key={name} className={style['quiet']}>
                {members.get(name)}: {text}
              </span>
            ))}
        </li>
      ))}
    </ul>
  );
}

const column = createAppColumnHelper<FleetSquawk>();

function squawkColumns(members: ReadonlyMap<string, string>, now: Instant, clock: Clock) {
  const free = [...members].map(([name, label]) =>
    column.display({ id: name, header: label, cell: ({ row }) => memberText(row.original, name) }),
  );
  return column.columns([
    column.display({ id: 'state', header: 'State', cell: ({ row }) => <GroundingMark row={row.original} /> }),
    column.accessor(({ aircraft }) => aircraft.tailNumber ?? '', {
      id: 'tail',
      header: 'Aircraft',
      sortFn: 'alphanumeric',
      cell: ({ row }) => <TailCell row={row.original} now={now} clock={clock} />,
    }),
    column.accessor(({ squawk }) => squawk.description, {
      id: 'squawk',
      header: 'Squawk',
      sortFn: 'alphanumeric',
      cell: ({ row }) => <WordsCell row={row.original} now={now} clock={clock} />,
    }),
    column.accessor(({ age }) => age ?? -1, {
      id: 'open',
      header: 'Open for',
      sortFn: 'basic',
      sortDescFirst: true,
      cell: ({ row }) => <AgeCell row={row.original} now={now} clock={clock} />,
    }),
    column.accessor(({ repeats }) => repeats.length, {
      id: 'repeats',
      header: 'Seen before',
      sortFn: 'basic',
      sortDescFirst: true,
      cell: ({ row }) => <RepeatsCell row={row.original} now={now} clock={clock} />,
    }),
    column.display({ id: 'order', header: 'Work order', cell: ({ row }) => row.original.squawk.workOrder ?? '' }),
    ...free,
  ]);
}

function GroundingMark({ row: { squawk } }: { row: FleetSquawk }) {
  return squawk.isGrounding ? (
    <StateMark shape="octagon" tone="expired">
      Grounding
    </StateMark>
  ) : (
    <StateMark shape="triangle" tone="warning">
      Open
    </StateMark>
  );
}

type CellProps = { row: FleetSquawk; now: Instant; clock: Clock };

function TailCell({ row, now, clock }: CellProps) {
  const { aircraft } = row;
  return (
    <span className={style['stack']}>
      <AppLink className={style['tail']} to={aircraftLink(aircraft.aircraftId)}>
        <TailNumber tail={aircraft.tailNumber} isSimulator={aircraft.isSimulator ?? false} />
      </AppLink>
      <span>{squawkWords(row, now, clock).model}</span>
    </span>
  );
}

function WordsCell({ row, now, clock }: CellProps) {
  const { more } = squawkWords(row, now, clock);
  return (
    <span className={style['words']}>
      <b>{row.squawk.description}</b>
      {more && <span>{more}</span>}
    </span>
  );
}

function AgeCell({ row, now, clock }: CellProps) {
  const { age } = squawkWords(row, now, clock);
  if (!age) return <span className={style['quiet']}>no date</span>;
  return (
    <span className={style['stack']}>
      <b>{age.days}</b>
      <span>{age.found}</span>
    </span>
  );
}

function RepeatsCell({ row, now, clock }: CellProps) {
  const { repeats } = squawkWords(row, now, clock);
  if (!repeats) return null;
  return (
    <span className={style['stack']}>
      <b>{repeats.times}</b>
      <span>{repeats.last}</span>
    </span>
  );
}
