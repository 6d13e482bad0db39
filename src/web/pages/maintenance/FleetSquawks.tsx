import { useMediaQuery } from '#web/ui/page/display.tsx';
import { type ReactNode, useMemo } from 'react';
import { type Clock, whenText } from '#domain/time/clock.ts';
import { modelText } from '#domain/fleet/fleet.ts';
import { daysOpen, type FleetSquawk, freeMembers, matchesSquawk, squawksCsv } from '#domain/maintenance/squawks.ts';
import { aircraftLink } from '#domain/lists/links.ts';
import type { Instant } from '#domain/time/time.ts';
import { useFleetSquawks } from '#web/queries/maintenance.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { Button, Menu, SearchField } from '#web/ui/controls/controls.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { saveText } from '#web/ui/panel/saveText.ts';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import { createAppColumnHelper } from '#web/ui/table/table.ts';
import { useSortState } from '#web/ui/table/tableState.ts';
import { TailNumber } from '#web/ui/aircraft/TailNumber.tsx';
import { useUrlSet, useUrlText } from '#web/ui/page/urlState.ts';
import { MaintenanceProgress } from './MaintenanceProgress.tsx';
import style from './maintenance.module.css';

const sortable = ['tail', 'squawk', 'open', 'repeats'] as const;

/** All open squawks of the fleet, from the local copy: what grounds an aircraft first, then the longest open. */
export function FleetSquawks({ actions }: { actions: ReactNode }) {
  const school = useSchool();
  const now = useMinute();
  const { rows: all, setAside, progress, reading, retry } = useFleetSquawks(school, now);
  const search = useUrlText('q');
  const rows = useMemo(() => all.filter((row) => matchesSquawk(row, search.value)), [all, search.value]);
  const members = useMemo(() => freeMembers(all), [all]);
  const names = useMemo(() => [...members.keys()], [members]);
  const isWide = useMediaQuery('(min-width: 800px)');
  const hidden = useUrlSet('omit', names);
  const sort = useSortState(sortable);
  const grounding = rows.filter(({ squawk }) => squawk.isGrounding).length;
  const count = rows.length === all.length ? `${all.length} open` : `${rows.length} of ${all.length} open`;
  return (
    <Panel
      title="Squawks"
      count={grounding > 0 ? `${count}, ${grounding} grounding` : count}
      reading={reading}
      onRetry={retry}
      actions={actions}
    >
      <MaintenanceProgress progress={progress} of="squawks" />
      <div className={style['tools']}>
        <SearchField
          label="Search by tail number or words"
          placeholder="Tail or words"
          value={search.value}
          onChange={(text) => void search.set(text)}
        />
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
      </div>
      <Notices
        notes={[sort.problem, progress.known > 0 ? hidden.problem : null]}
        setAside={[{ what: 'squawks', records: setAside }]}
      />
      {rows.length > 0 && !isWide && <SquawkCards rows={rows} now={now} members={members} hidden={hidden.value} />}
      {rows.length > 0 && isWide && (
        <SquawkTable rows={rows} now={now} sort={sort} members={members} hidden={hidden.value} />
      )}
      {rows.length === 0 && (
        <p className={style['none']}>
          {all.length > 0 ? 'No open squawk matches.' : 'No open squawks on the aircraft read so far.'}
        </p>
      )}
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

type SquawkCardsProps = Omit<SquawkTableProps, 'sort'>;

/** The same on a narrow screen, one squawk to a card. */
function SquawkCards({ rows, now, members, hidden }: SquawkCardsProps) {
  const clock = useClock();
  return (
    <ul className={style['cards']} aria-label="Open squawks of the fleet">
      {rows.map((row) => (
        <li key={row.key}>
          <span className={style['cardHead']}>
            <GroundingMark row={row} />
            <TailCell row={row} />
          </span>
          <WordsCell row={row} />
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
    column.display({
      id: name,
      header: label,
      cell: ({ row }) => row.original.squawk.rest.find((member) => member.name === name)?.text ?? '',
    }),
  );
  return column.columns([
    column.display({ id: 'state', header: 'State', cell: ({ row }) => <GroundingMark row={row.original} /> }),
    column.accessor(({ aircraft }) => aircraft.tailNumber ?? '', {
      id: 'tail',
      header: 'Aircraft',
      sortFn: 'alphanumeric',
      cell: ({ row }) => <TailCell row={row.original} />,
    }),
    column.accessor(({ squawk }) => squawk.description, {
      id: 'squawk',
      header: 'Squawk',
      sortFn: 'alphanumeric',
      cell: ({ row }) => <WordsCell row={row.original} />,
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

type RowProps = { row: FleetSquawk };
type TimedRowProps = RowProps & { now: Instant; clock: Clock };

function GroundingMark({ row: { squawk } }: RowProps) {
  return squawk.isGrounding ? (
    <StateMark shape="octagon" tone="expired">
      grounds
    </StateMark>
  ) : (
    <StateMark shape="triangle" tone="warning">
      open
    </StateMark>
  );
}

function TailCell({ row: { aircraft } }: RowProps) {
  return (
    <span className={style['stack']}>
      <AppLink className={style['tail']} to={aircraftLink(aircraft.aircraftId)}>
        <TailNumber tail={aircraft.tailNumber} isSimulator={aircraft.isSimulator ?? false} />
      </AppLink>
      <span>{modelText(aircraft)}</span>
    </span>
  );
}

function WordsCell({ row: { squawk } }: RowProps) {
  const more = [squawk.action, squawk.reference].filter(Boolean).join(' · ');
  return (
    <span className={style['words']}>
      <b>{squawk.description}</b>
      {more && <span>{more}</span>}
    </span>
  );
}

function AgeCell({ row: { age, squawk }, now, clock }: TimedRowProps) {
  const days = daysOpen(age);
  if (days === null || squawk.created === null) return <span className={style['quiet']}>no date</span>;
  return (
    <span className={style['stack']}>
      <b>{days === 1 ? '1 day' : `${days} days`}</b>
      <span>found {whenText(squawk.created, now, clock)}</span>
    </span>
  );
}

function RepeatsCell({ row: { repeats }, now, clock }: TimedRowProps) {
  const [last] = repeats;
  if (!last) return null;
  const when = last.created === null ? 'no date' : `last ${whenText(last.created, now, clock)}`;
  return (
    <span className={style['stack']}>
      <b>{repeats.length === 1 ? 'once' : `${repeats.length} times`}</b>
      <span>{when}</span>
    </span>
  );
}
