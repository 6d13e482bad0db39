import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { instructorLink } from '#domain/lists/links.ts';
import { placeNotKnown } from '#domain/reservations/locations.ts';
import { clockText } from '#domain/time/clock.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { DutyScale, DutyStrip } from '#web/pages/instructors/DutyStrip.tsx';
import { InstructorStatus } from '#web/pages/instructors/duties.tsx';
import style from '#web/pages/instructors/instructors.module.css';
import { IconButton, Select } from '#web/ui/controls/controls.tsx';
import { Counters } from '#web/ui/controls/Counters.tsx';
import { type Shape, StateMark, type Tone } from '#web/ui/controls/StateMark.tsx';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { useClock } from '#web/ui/page/school.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { createAppColumnHelper } from '#web/ui/table/table.ts';
import type { useSortState } from '#web/ui/table/tableState.ts';
import { type FreeAt, sliderQuarters } from './freeAt.ts';
import { type DoingChoice, type Figure, type Roster, type RosterLine } from './rosterModel.ts';

export const sortableColumns = ['name', 'first', 'booked', 'gap'] as const;

type ViewProps = {
  lines: readonly RosterLine[];
  /** The part of the day that is drawn. */
  hours: Span;
  now: Instant;
  /** The instant that is asked for; null where none is. */
  asked: Instant | null;
};

type RosterTableProps = ViewProps & {
  /** The instant that is looked at. */
  at: Instant;
  sort: ReturnType<typeof useSortState>;
  isComplete: boolean;
  /** Lies over the hours. */
  slider: ReactNode;
};

/** What stands over the strips. A context, because a heading made anew at every move would take the slider from the hand. */
const Heading = createContext<{ hours: Span; slider: ReactNode } | null>(null);

function StripHeading() {
  const heading = useContext(Heading);
  return (
    heading && (
      <div className={style['stripHead']}>
        <DutyScale hours={heading.hours} />
        {heading.slider}
      </div>
    )
  );
}

export function RosterTable({ lines, hours, now, asked, at, sort, isComplete, slider }: RosterTableProps) {
  const clock = useClock();
  const columns = useMemo(
    () => rosterColumns({ hours, now, asked, heading: `At ${clockText(at, clock)}` }),
    [hours, now, asked, at, clock],
  );
  return (
    <div className={style['roster']}>
      <Heading value={useMemo(() => ({ hours, slider }), [hours, slider])}>
        <DataTable
          caption="Instructors and their day"
          columns={columns}
          rows={lines}
          rowId={(line) => line.id}
          sort={sort}
          isComplete={isComplete}
        />
      </Heading>
    </div>
  );
}

const column = createAppColumnHelper<RosterLine>();

type Columns = Omit<ViewProps, 'lines'> & { heading: string };

function rosterColumns({ hours, now, asked, heading }: Columns) {
  return column.columns([
    column.accessor((line) => line.name, {
      id: 'name',
      header: 'Instructor',
      sortFn: 'alphanumeric',
      cell: ({ row }) => (
        <span className={style['who']}>
          <NameLink line={row.original} />
          <LineStatus line={row.original} />
          <PlaceMark line={row.original} />
        </span>
      ),
    }),
    column.display({
      id: 'strip',
      header: StripHeading,
      meta: { width: '424px' },
      cell: ({ row }) => <DutyStrip hours={hours} duties={row.original.duties} now={now} at={asked} />,
    }),
    column.display({ id: 'at', header: heading, cell: ({ row }) => <DoingMark line={row.original} /> }),
    column.accessor((line) => line.sort.first, {
      id: 'first',
      header: 'First to last duty',
      sortFn: 'basic',
      cell: ({ row }) => <FigureText figure={row.original.hours} />,
    }),
    column.accessor((line) => line.sort.booked, {
      id: 'booked',
      header: 'Booked',
      sortFn: 'basic',
      meta: { align: 'end' },
      cell: ({ row }) => <FigureText figure={row.original.booked} />,
    }),
    column.accessor((line) => line.sort.gap, {
      id: 'gap',
      header: 'Next free',
      sortFn: 'basic',
      cell: ({ row }) => <FigureText figure={row.original.gap} />,
    }),
    column.display({
      id: 'advisory',
      header: 'In 24 h',
      cell: ({ row }) => <AdvisoryMark line={row.original} isShort />,
    }),
  ]);
}

/** The roster as cards, for tablets: the same words, one instructor to a card; on phones as a list. */
export function RosterCards({ lines, hours, now, asked }: ViewProps) {
  return (
    <ul className={style['cards']} aria-label="Instructors and their day">
      {lines.map((line) => (
        <li key={line.id}>
          <div className={style['cardTop']}>
            <div className={style['cardHead']}>
              <NameLink line={line} />
              <LineStatus line={line} />
              <PlaceMark line={line} />
            </div>
            <DoingMark line={line} />
          </div>
          <div>
            <DutyScale hours={hours} />
            <DutyStrip hours={hours} duties={line.duties} now={now} at={asked} />
          </div>
          <dl className={style['figures']}>
            {cardFigures(line).map(([label, figure]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <FigureText figure={figure} />
                </dd>
              </div>
            ))}
          </dl>
          <AdvisoryMark line={line} />
        </li>
      ))}
    </ul>
  );
}

function cardFigures({ hours, booked, gap }: RosterLine) {
  return [
    ['Duty', hours],
    ['Booked', booked],
    ['Next free', gap],
  ] as const;
}

/** The link covers its whole row or card. */
function NameLink({ line }: { line: RosterLine }) {
  return (
    <AppLink className={`row-link ${style['name']}`} to={instructorLink(line.id)}>
      {line.name}
    </AppLink>
  );
}

/** Active is usual; that somebody is not active is seen beside the hours. */
function LineStatus({ line: { status } }: { line: RosterLine }) {
  return (
    <span className={status?.id === 1 || status?.id === 0 ? 'visually-hidden' : undefined}>
      <InstructorStatus status={status} />
    </span>
  );
}

/** Shown while the roster is narrowed to a location, because they may be there. */
function PlaceMark({ line }: { line: RosterLine }) {
  return line.isPlaceUnknown ? <span className={style['quiet']}>{placeNotKnown}</span> : null;
}

function FigureText({ figure: { text, isQuiet } }: { figure: Figure }) {
  return <span className={isQuiet ? style['quiet'] : style['time']}>{text}</span>;
}

/** Free stands out, because it is what people look for; busy is quiet. */
function doingLook(doing: DoingChoice): { shape: Shape; tone: Tone } {
  if (doing === 'advisory') return { shape: 'triangle', tone: 'warning' };
  if (doing === 'free') return { shape: 'ring', tone: 'ok' };
  if (doing === 'unknown') return { shape: 'dashed', tone: 'plain' };
  if (doing === 'no hours') return { shape: 'half', tone: 'plain' };
  if (doing === 'off' || doing === 'out-of-service') return { shape: 'ring', tone: 'inactive' };
  return { shape: 'dot', tone: 'accent' };
}

function DoingMark({ line: { doing, doingText, flightLeft } }: { line: RosterLine }) {
  return (
    <span className={style['standing']}>
      <StateMark {...doingLook(doing)}>{doingText}</StateMark>
      {flightLeft && (
        <span className={style['quiet']} title="Of 8 h of flight instruction in any 24 h (14 CFR 61.195(a)), as booked">
          {' · '}
          {flightLeft}
        </span>
      )}
    </span>
  );
}

/** The reason is on the instructor's page, and here for whoever points at it or listens. */
function AdvisoryMark({ line: { advisory }, isShort = false }: { line: RosterLine; isShort?: boolean }) {
  if (!advisory) return null;
  return (
    <span className={style['advisory']} title={advisory.reason}>
      <StateMark shape="triangle" tone="warning">
        {isShort && <span className="visually-hidden">Advisory </span>}
        {isShort ? advisory.text.replace('Advisory ', '') : advisory.text}
        <span className="visually-hidden">. {advisory.reason}</span>
      </StateMark>
    </span>
  );
}

type RosterCountersProps = {
  roster: Pick<Roster, 'counters' | 'lack'>;
  chosen: DoingChoice;
  onChoose: (choice: DoingChoice) => void;
};

/** How many instructors do what at the time that is looked at, and how many have an advisory on the day. */
export function RosterCounters({ roster: { counters, lack }, chosen, onChoose }: RosterCountersProps) {
  return (
    <Counters
      label="Instructors by what they do"
      counters={counters.map(({ value, count, text }) => ({
        value,
        text: (
          <StateMark {...doingLook(value)}>
            <b>{count}</b> {text}
          </StateMark>
        ),
      }))}
      lack={lack}
      chosen={chosen === 'any' ? null : chosen}
      onChoose={(choice) => onChoose(choice ?? 'any')}
    />
  );
}

type FreeAtProps = {
  freeAt: FreeAt;
  /** How many are free; null while nobody knows. */
  free: number | null;
  /** What is missing of what that rests on; null where nothing is. */
  lack: string | null;
  /** Sets the text in the address; empty for none. */
  onAsk: (text: string) => void;
};

/** The quarter hours of the axis below it: "who is free at 1500L". */
export function FreeAtSlider({ freeAt, free, lack, hours, onAsk }: FreeAtProps & { hours: Span }) {
  const time = clockText(freeAt.at, useClock());
  const { offered, index } = sliderQuarters(freeAt, hours);
  return (
    <input
      type="range"
      className={style['slider']}
      aria-label="Who is free at"
      min={0}
      max={offered.length - 1}
      value={index}
      aria-valuetext={[time, free === null ? 'not known yet' : `${free} free`, free !== null && lack]
        .filter(Boolean)
        .join(', ')}
      onChange={(event) => onAsk(offered[Number(event.target.value)]?.text ?? '')}
    />
  );
}

/** Who is free at the time that is looked at; any time of the day can be written, also one outside of the axis. */
export function FreeAtLine({
  freeAt: { quarters, index, at, isAsked },
  free,
  lack,
  onAsk,
  children,
}: FreeAtProps & { children?: ReactNode }) {
  const time = clockText(at, useClock());
  return (
    <div className={style['freeAt']} role="group" aria-label="Who is free">
      <span className={style['freeTime']}>
        Who is free at <output>{time}</output>
      </span>
      <span className={style['freeCount']}>
        {free === null ? 'not known yet' : <FreeCount free={free} />}
        {free !== null && lack !== null && `, ${lack}`}
      </span>
      <Select
        label="Time"
        isLabelHidden
        value={quarters[index]?.text ?? ''}
        options={quarters.map(({ text }) => ({ value: text, label: text }))}
        onChange={onAsk}
      />
      <IconButton icon="close" label="Clear time" disabled={!isAsked} onClick={() => onAsk('')} />
      {children}
    </div>
  );
}

function FreeCount({ free }: { free: number }) {
  return (
    <>
      <b>{free}</b> free
    </>
  );
}
