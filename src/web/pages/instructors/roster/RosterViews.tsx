import { type ReactNode, useMemo } from 'react';
import { instructorLink } from '#domain/reservations/links.ts';
import { placeNotKnown } from '#domain/reservations/locations.ts';
import { clockText } from '#domain/time/clock.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { DutyScale, DutyStrip } from '#web/pages/instructors/DutyStrip.tsx';
import style from '#web/pages/instructors/instructors.module.css';
import { IconButton } from '#web/components/controls/buttons.tsx';
import { Select } from '#web/components/controls/controls.tsx';
import { Explained } from '#web/components/controls/Explained.tsx';
import { Counters } from '#web/components/controls/Counters.tsx';
import { Slide } from '#web/components/controls/Slide.tsx';
import { LifeMark, type Look, StateMark } from '#web/components/controls/StateMark.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useClock } from '#web/components/page/school.tsx';
import { DataTable } from '#web/components/table/DataTable.tsx';
import { columnsOf, givenTo } from '#web/components/table/table.ts';
import type { useSortState } from '#web/components/table/tableState.ts';
import { type FreeAt, sliderQuarters } from './freeAt.ts';
import { rules } from '#domain/ruleSets.ts';
import { tenths } from '#domain/words.ts';
import { type DoingChoice, type Figure, type Roster, type RosterLine } from './rosterModel.ts';

export const sortableColumns = ['name', 'first', 'booked', 'gap', 'advisory'] as const;

/** What the cells need besides their line. */
export type RosterGiven = {
  /** The part of the day drawn. */
  readonly hours: Span;
  readonly now: Instant;
  /** The requested time; null for none. */
  readonly chosenAt: Instant | null;
  /** Drawn over the hours of the table, and over what each does at the time. */
  readonly slider: ReactNode;
  readonly question: ReactNode;
};

type RosterRowsProps = {
  caption: string;
  lines: readonly RosterLine[];
  given: RosterGiven;
  sort: ReturnType<typeof useSortState>;
  isComplete: boolean;
  isCards: boolean;
};

/** Instructors and their day: a table, cards on tablets, and a list on phones. */
export function RosterRows({ lines, given, ...rest }: RosterRowsProps) {
  const { hours, now, chosenAt, slider, question } = given;
  const kept = useMemo(() => ({ hours, now, chosenAt, slider, question }), [hours, now, chosenAt, slider, question]);
  return (
    <div className={style['roster']}>
      <DataTable columns={rosterColumns} rows={lines} rowId={(line) => line.id} given={kept} {...rest} />
    </div>
  );
}

const column = columnsOf<RosterLine, RosterGiven>();

const rosterColumns = column.columns([
  column.accessor((line) => line.name, {
    id: 'name',
    header: 'Instructor',
    sortFn: 'alphanumeric',
    meta: { card: { line: 1 } },
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
    header: (context) => <StripHeading given={givenTo(context)} />,
    meta: {
      width: '424px',
      card: {
        line: 2,
        cell: (context) => (
          <>
            <DutyScale hours={givenTo(context).hours} />
            <Strip line={context.row.original} given={givenTo(context)} />
          </>
        ),
      },
    },
    cell: (context) => <Strip line={context.row.original} given={givenTo(context)} />,
  }),
  column.display({
    id: 'at',
    header: (context) => givenTo(context).question,
    meta: { card: { line: 1 } },
    cell: ({ row }) => <DoingMark line={row.original} />,
  }),
  column.accessor((line) => line.sort.first, {
    id: 'first',
    header: 'First to last duty',
    sortFn: 'basic',
    meta: { card: { line: 3, label: 'Duty' } },
    cell: ({ row }) => <FigureText figure={row.original.hours} />,
  }),
  column.accessor((line) => line.sort.booked, {
    id: 'booked',
    header: 'Booked',
    sortFn: 'basic',
    meta: { align: 'end', card: { line: 3, label: 'Booked' } },
    cell: ({ row }) => <FigureText figure={row.original.booked} />,
  }),
  column.accessor((line) => line.sort.gap, {
    id: 'gap',
    header: 'Next free',
    sortFn: 'basic',
    meta: { card: { line: 3, label: 'Next free' } },
    cell: ({ row }) => <FigureText figure={row.original.gap} />,
  }),
  column.accessor((line) => (line.advisory ? 0 : 1), {
    id: 'advisory',
    header: 'In 24 h (limit 8)',
    sortFn: 'basic',
    meta: { card: { line: 4, cell: ({ row }) => row.original.advisory && <AdvisoryMark line={row.original} /> } },
    cell: ({ row }) => <AdvisoryMark line={row.original} isShort />,
  }),
]);

/** The heading above the strips. */
function StripHeading({ given: { hours, slider } }: { given: RosterGiven }) {
  return (
    <div className={style['stripHead']}>
      <DutyScale hours={hours} />
      {slider}
    </div>
  );
}

function Strip({ line, given: { hours, now, chosenAt } }: { line: RosterLine; given: RosterGiven }) {
  return <DutyStrip hours={hours} duties={line.duties} now={now} at={chosenAt} />;
}

/** The link covers its whole row or card. */
function NameLink({ line }: { line: RosterLine }) {
  return (
    <AppLink coversRow className={style['name']} to={instructorLink(line.id)}>
      {line.name}
    </AppLink>
  );
}

/** Active is usual; any other status appears beside the hours. */
function LineStatus({ line: { status } }: { line: RosterLine }) {
  return (
    <span className={status?.id === 1 || status?.id === 0 ? 'visually-hidden' : undefined}>
      <LifeMark status={status} />
    </span>
  );
}

/** Shown while the roster is narrowed to a location: the person may be there. */
function PlaceMark({ line }: { line: RosterLine }) {
  return line.isPlaceUnknown ? <span className={style['quiet']}>{placeNotKnown}</span> : null;
}

function FigureText({ figure: { text, isQuiet } }: { figure: Figure }) {
  return <span className={isQuiet ? style['quiet'] : style['time']}>{text}</span>;
}

/** Free stands out, because people look for it; busy is muted. */
function doingLook(doing: DoingChoice): Look {
  if (doing === 'advisory') return { shape: 'triangle', tone: 'warning' };
  if (doing === 'free') return { shape: 'ring', tone: 'ok' };
  if (doing === 'unknown') return { shape: 'dashed', tone: 'plain' };
  if (doing === 'no hours' || doing === 'short') return { shape: 'half', tone: 'plain' };
  if (doing === 'off' || doing === 'out-of-service' || doing === 'placeholder')
    return { shape: 'ring', tone: 'inactive' };
  return { shape: 'dot', tone: 'accent' };
}

function DoingMark({ line: { doing, doingText, flightLeft } }: { line: RosterLine }) {
  return (
    <span className={style['standing']}>
      <StateMark {...doingLook(doing)}>{doingText}</StateMark>
      {flightLeft && (
        <span className={style['quiet']}>
          {' · '}
          <Explained tip={`Of 8 h of flight instruction in any 24 h (${rules().instructionHours}), as booked`}>
            {flightLeft}
          </Explained>
        </span>
      )}
    </span>
  );
}

/** The reason is on the instructor's page, and here in the tooltip and for screen readers. */
function AdvisoryMark({ line: { advisory }, isShort = false }: { line: RosterLine; isShort?: boolean }) {
  if (!advisory) return null;
  return (
    <Explained className={style['advisory']} tip={advisory.reason}>
      <StateMark shape="triangle" tone="warning">
        {isShort ? (
          <>
            <span className="visually-hidden">Advisory </span>
            <b>{advisory.hours}</b> by {advisory.to}
          </>
        ) : (
          `${advisory.hours} instruction by ${advisory.to} (limit 8)`
        )}
        <span className="visually-hidden">. {advisory.reason}</span>
      </StateMark>
    </Explained>
  );
}

type RosterCountersProps = {
  roster: Pick<Roster, 'counters' | 'lack'>;
  chosen: DoingChoice;
  onChoose: (choice: DoingChoice) => void;
};

/** How many instructors are in each state at the selected time, and how many have an advisory that day. */
export function RosterCounters({ roster: { counters, lack }, chosen, onChoose }: RosterCountersProps) {
  return (
    <div className={style['counters']}>
      <Counters
        label="Instructors by activity"
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
    </div>
  );
}

type FreeAtProps = {
  freeAt: FreeAt;
  /** How many are free; null until known. */
  free: number | null;
  /** What is missing from its sources; null if nothing. */
  lack: string | null;
  /** Sets the time in the address; empty for none. */
  onAsk: (text: string) => void;
};

type QuestionProps = FreeAtProps & {
  /** Hours for which the instructor is wanted; null for any. */
  length: number | null;
  onLength: (hours: number | null) => void;
  children?: ReactNode;
};

/** The quarter hours of the axis below it: "who is free at 1500L". */
export function FreeAtSlider({ freeAt, free, lack, hours, onAsk }: FreeAtProps & { hours: Span }) {
  const time = clockText(freeAt.at, useClock());
  const { offered, index } = sliderQuarters(freeAt, hours);
  return (
    <Slide
      label="Who is free at"
      last={offered.length - 1}
      value={index}
      text={[time, free === null ? 'not known yet' : `${free} free`, free !== null && lack].filter(Boolean).join(', ')}
      onChange={(value) => onAsk(offered[value]?.text ?? '')}
    />
  );
}

/** Who is free at the shown time, and for how long; any time of day can be typed, even outside the axis. */
export function FreeAtLine({ freeAt, free, lack, length, onAsk, onLength, children }: QuestionProps) {
  const { quarters, index, at, isChosen, isNow } = freeAt;
  const clock = useClock();
  return (
    <div className={style['freeAt']} role="group" aria-label="Who is free">
      <span className="visually-hidden">Who is free at {clockText(at, clock)}</span>
      <span className={style['freeCount']}>
        {free === null ? 'not known yet' : <FreeCount free={free} />}
        {free !== null && lack !== null && `, ${lack}`}
      </span>
      <span aria-hidden="true">at</span>
      <Select
        label="Time"
        isLabelHidden
        value={isNow ? '' : (quarters[index]?.text ?? '')}
        options={[
          ...(isNow ? [{ value: '', label: 'now' }] : []),
          ...quarters.map((quarter) => ({ value: quarter.text, label: clockText(quarter.at, clock) })),
        ]}
        onChange={onAsk}
      />
      <span aria-hidden="true">for</span>
      <Select
        label="For"
        isLabelHidden
        value={length === null ? '' : String(length)}
        options={lengthOptions(length)}
        onChange={(text) => onLength(text === '' ? null : Number(text))}
      />
      {(isChosen || length !== null) && (
        <IconButton
          icon="close"
          label="Clear time"
          onClick={() => {
            onAsk('');
            onLength(null);
          }}
        />
      )}
      {children}
    </div>
  );
}

const usualLengths = [1, 1.5, 2, 2.5, 3, 4, 5];

function lengthOptions(chosen: number | null) {
  const all = [...new Set([...usualLengths, ...(chosen === null ? [] : [chosen])])].toSorted((a, b) => a - b);
  return [
    { value: '', label: 'any' },
    ...all.map((hours) => ({ value: String(hours), label: `${tenths.format(hours)} h` })),
  ];
}

function FreeCount({ free }: { free: number }) {
  return (
    <>
      <b>{free}</b> free
    </>
  );
}
