import { useCallback, useMemo } from 'react';
import { lifeOf } from '#contract/statuses.ts';
import { isGrounded } from '#domain/readiness/fitness.ts';
import { groupWord, lateStep, partOf, partWord } from '#domain/readiness/fleetLists.ts';
import { downLink, lateLink, shopLink } from '#domain/reservations/links.ts';
import { placeNotKnown } from '#domain/reservations/locations.ts';
import { FitnessMark, groupLook, partLooks, PresentMark } from '#web/components/aircraft/AircraftMarks.tsx';
import { TailNumber } from '#web/components/aircraft/TailNumber.tsx';
import { Button } from '#web/components/controls/buttons.tsx';
import { LifeMark, StateMark } from '#web/components/controls/StateMark.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useUrlSet } from '#web/components/page/urlState.ts';
import { CheckMark } from '#web/components/reservation/CheckLines.tsx';
import { DataTable } from '#web/components/table/DataTable.tsx';
import { virtualBody } from '#web/components/table/LaterBody.tsx';
import { columnsOf } from '#web/components/table/table.ts';
import type { useSortState } from '#web/components/table/tableState.ts';
import { type FleetRow, type FleetSection, type ModelGroup, modelGroups } from './fleetModel.ts';
import style from './fleet.module.css';

export const sortableColumns = ['tail', 'model', 'now', 'fitness', 'next', 'status'] as const;

/** Rows of two lines, dense ones of one, or cards. */
export type FleetView = 'table' | 'dense' | 'cards';

type FleetRowsProps = {
  rows: readonly FleetRow[];
  sort: ReturnType<typeof useSortState>;
  isComplete: boolean;
  /** By which headings the rows stand; null for none. */
  sections: 'dispatch' | 'model' | null;
  parts: readonly FleetSection[];
  view: FleetView;
  /** Whether the fleet is too large to draw every row. A search does not change it, so the columns stay. */
  isLarge: boolean;
};

/** The fleet as a table; as cards on tablets, and on phones as a list, three or four lines each. */
export function FleetRows({ rows, sections, parts, view, isLarge, ...rest }: FleetRowsProps) {
  const ofModels = useModels(rows, sections === 'model');
  const ofParts = useParts(parts);
  const isByModel = sections === 'model';
  return (
    <div className={style['fleet']} data-view={view}>
      <DataTable
        caption="Aircraft of the fleet"
        columns={fleetColumns}
        rows={rows}
        rowId={(row) => row.key}
        sectionOf={sections === null ? undefined : isByModel ? modelOf : partWordOf}
        drawSection={sections === null ? undefined : isByModel ? ofModels : ofParts}
        hidden={isByModel ? hiddenInGroups : hiddenAlways}
        stepOf={stepOf}
        hasTwoLines={view === 'table'}
        isCards={view === 'cards'}
        Body={isLarge && !isByModel ? bodies[view] : undefined}
        {...rest}
      />
    </div>
  );
}

const bodies = { table: virtualBody(52), dense: virtualBody(36), cards: undefined };
const stepOf = ({ assessed }: FleetRow) => lateStep([assessed]);
const modelOf = (row: FleetRow) => row.model;
const partWordOf = ({ assessed }: FleetRow) => partWord(partOf(assessed));

/** The heading of a part of the list: who can go, how many, and what else there is to know. */
function useParts(parts: readonly FleetSection[]) {
  return useCallback(
    (heading: string) => {
      const section = parts.find(({ word }) => word === heading);
      return { heading: section && <PartHeading section={section} />, isOpen: true };
    },
    [parts],
  );
}

function PartHeading({ section: { part, word, count, note } }: { section: FleetSection }) {
  return (
    <div className={style['part']}>
      <StateMark {...partLooks[part]}>
        {word} <b>{count}</b>
      </StateMark>
      {note !== null && <span className={style['quiet']}>{note}</span>}
    </div>
  );
}

/** The heading of a model, and whether its aircraft are shown. In a large fleet models start closed. */
function useModels(rows: readonly FleetRow[], isGrouped: boolean) {
  const { groups, isFolded } = useMemo(() => modelGroups(isGrouped ? rows : []), [rows, isGrouped]);
  const keys = useMemo(() => groups.map(({ key }) => key), [groups]);
  // Models in the address that are not shown are not an error.
  const { value: opened, toggle } = useUrlSet('open', keys, 'replace');
  return useCallback(
    (model: string) => {
      const group = groups.find((modelGroup) => modelGroup.model === model);
      const isOpen = !isFolded || (group !== undefined && opened.includes(group.key));
      const onToggle = isFolded && group ? () => toggle(group.key) : null;
      return { heading: group && <ModelHeading group={group} isOpen={isOpen} onToggle={onToggle} />, isOpen };
    },
    [groups, isFolded, opened, toggle],
  );
}

type ModelHeadingProps = { group: ModelGroup; isOpen: boolean; onToggle: (() => void) | null };

/** A model, its number of aircraft, and the number in each group. */
function ModelHeading({ group: { model, rows, counts, deleted }, isOpen, onToggle }: ModelHeadingProps) {
  const title = (
    <>
      {model} <span>{rows.length}</span>
    </>
  );
  return (
    <div className={style['modelHead']}>
      {onToggle ? (
        <Button isPressed={isOpen} onClick={onToggle}>
          {title}
        </Button>
      ) : (
        <span className={style['modelName']}>{title}</span>
      )}
      {counts.map(({ group, count }) => (
        <StateMark key={group} {...groupLook(group, lateStep(rows.map(({ assessed }) => assessed)))}>
          {count} {groupWord(group)}
        </StateMark>
      ))}
      {deleted > 0 && <span className={style['quiet']}>{deleted} deleted</span>}
    </div>
  );
}

/** Beside the tail unless it is "active"; the address may still sort by it. */
const hiddenAlways = ['status'];
/** The headings of the groups already name the model. */
const hiddenInGroups = [...hiddenAlways, 'model'];

const column = columnsOf<FleetRow>();

/** These widths are for a large fleet (`fleet.module.css`). In a small one, columns fit their words. */
const fleetColumns = column.columns([
  column.accessor((row) => row.assessed.aircraft.tailNumber ?? '', {
    id: 'tail',
    header: 'Tail',
    sortFn: 'alphanumeric',
    meta: { width: 'var(--tail)', card: { line: 1 } },
    cell: ({ row: { original } }) => (
      <span className={style['head']}>
        <TailLink row={original} />
        <UnusualStatus row={original} />
        <PlaceMark row={original} />
      </span>
    ),
  }),
  column.accessor((row) => row.model, {
    id: 'model',
    header: 'Make and model',
    sortFn: 'alphanumeric',
    meta: { width: 'var(--model)', card: { line: 1 } },
    cell: ({ row: { original } }) => (
      <>
        {original.model}
        {original.assessed.aircraft.isSimulator && <span className={style['simulator']}>Simulator</span>}
      </>
    ),
  }),
  column.accessor((row) => row.order.now, {
    id: 'now',
    header: 'Now',
    sortFn: 'alphanumeric',
    meta: { width: 'var(--now)', card: { line: 2 } },
    cell: ({ row: { original } }) => (
      <PresentMark row={original.assessed} now={original.now}>
        {sheetLink(original)}
      </PresentMark>
    ),
  }),
  column.accessor((row) => row.order.fitness, {
    id: 'fitness',
    header: 'Fitness',
    sortFn: 'basic',
    meta: { width: 'var(--fitness)', card: { line: 3 } },
    cell: ({ row }) => <Fitness row={row.original} />,
  }),
  column.accessor((row) => row.order.next, {
    id: 'next',
    header: 'Next, today or tomorrow',
    sortFn: 'basic',
    meta: { card: { line: 3, label: 'next' } },
    cell: ({ row }) => <Next row={row.original} />,
  }),
  column.accessor((row) => row.assessed.aircraft.status?.name ?? '', {
    id: 'status',
    header: 'Status',
    sortFn: 'alphanumeric',
    cell: ({ row }) => <LifeMark status={row.original.assessed.aircraft.status} />,
  }),
]);

/** The link covers its whole row or card. */
function TailLink({ row: { link, assessed } }: { row: FleetRow }) {
  return (
    <AppLink coversRow className={style['tail']} to={link}>
      <TailNumber tail={assessed.aircraft.tailNumber} isSimulator={assessed.aircraft.isSimulator ?? false} />
    </AppLink>
  );
}

/** The API's own status, unless it is the usual one. */
function UnusualStatus({ row: { assessed } }: { row: FleetRow }) {
  const { status } = assessed.aircraft;
  return lifeOf(status) === 'active' ? null : (
    <span className={style['status']}>
      <LifeMark status={status} />
    </span>
  );
}

/** Shown while the list is narrowed to a location: the aircraft may be there. */
function PlaceMark({ row }: { row: FleetRow }) {
  return row.isPlaceUnknown ? <span className={style['simulator']}>{placeNotKnown}</span> : null;
}

function Next({ row: { next, noNext } }: { row: FleetRow }) {
  if (!next) return <span className={style['quiet']}>{noNext}</span>;
  return (
    <span className={style['next']}>
      <span className={style['time']}>{next.time}</span> {next.who}{' '}
      {next.late && <span className={style['quiet']}>{next.late}</span>} <CheckMark check={next.check} />
    </span>
  );
}

/** An aircraft that must not fly also has a link to the plan for its reservations. */
function Fitness({ row: { assessed } }: { row: FleetRow }) {
  const { aircraft, fitness, group } = assessed;
  const tail = aircraft.tailNumber ?? 'no tail number';
  const isThere = lifeOf(aircraft.status) !== 'deleted';
  const isDown = isThere && isGrounded(fitness);
  return (
    <span className={style['standing']}>
      <FitnessMark fitness={fitness} group={group} />
      {isDown && (
        <span className={style['plans']}>
          <Plan to={downLink(aircraft.aircraftId)} label={`Move reservations: ${tail}`}>
            Move reservations
          </Plan>
          {fitness.evidence.some((evidence) => isGrounded(evidence) && evidence.item !== null) && (
            <Plan to={shopLink(aircraft.aircraftId)} label={`Shop planner: ${tail}`}>
              Shop planner
            </Plan>
          )}
        </span>
      )}
    </span>
  );
}

/** The sheet of a flight that is not back. */
function sheetLink({ assessed }: FleetRow) {
  const { doing } = assessed.present ?? {};
  if (doing?.kind !== 'not back' && !(doing?.kind === 'may be out' && doing.late >= 0)) return null;
  return (
    <>
      {' '}
      <Plan
        to={lateLink(doing.reservation)}
        label={`Sheet: ${assessed.aircraft.tailNumber ?? 'no tail number'}, not back`}
      >
        Sheet
      </Plan>
    </>
  );
}

/** A link to a planning tool. */
function Plan({ to, label, children }: { to: string; label: string; children: string }) {
  return (
    <AppLink isAlone className={style['plan']} to={to} aria-label={label}>
      {children}
    </AppLink>
  );
}
