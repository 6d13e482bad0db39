import { useMemo } from 'react';
import { aircraftText, slotTime, instructorText } from '#domain/planning/finderText.ts';
import type { FoundWindow, Slot } from '#domain/planning/finderWindows.ts';
import type { Hours } from '#domain/planning/request.ts';
import type { DueBefore } from '#domain/planning/trial.ts';
import type { DispatchCheck } from '#domain/readiness/check.ts';
import { levelWords } from '#domain/readiness/checkLine.ts';
import { aircraftLink, instructorLink } from '#domain/reservations/links.ts';
import { type Clock, clockText, unmarkedClockText } from '#domain/time/clock.ts';
import { dayOf, daySpan, type Instant, minuteText, type Span } from '#domain/time/time.ts';
import { millisecondsInMinute } from '#domain/units.ts';
import { Select } from '#web/components/controls/controls.tsx';
import { Explained } from '#web/components/controls/Explained.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { TailNumber } from '#web/components/aircraft/TailNumber.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { csvOf } from '#web/components/table/csv.ts';
import { DataTable } from '#web/components/table/DataTable.tsx';
import { columnsOf, givenTo } from '#web/components/table/table.ts';
import { TimeTrack } from '#web/components/timetrack/TimeTrack.tsx';
import { elapsedMarks } from '#web/components/timetrack/trackModel.ts';
import { ProposedCheck, TakeAlong } from '#web/pages/plan/parts.tsx';
import style from '#web/pages/plan/plan.module.css';
import stripStyle from './WindowStrip.module.css';
import { aircraftNames, moreText, instructorNames, pickedIn } from './findModel.ts';

/** A window, and the start that is picked inside it. */
type Picked = { readonly window: FoundWindow; readonly slot: Slot };

export type FoundGiven = {
  readonly clock: Clock;
  /** What comes due on the aircraft before the end of the flight. */
  readonly dueOf: (slot: Slot) => readonly DueBefore[];
  /** The check of a proposal as a reservation. */
  readonly checkOf: (slot: Slot) => DispatchCheck | null;
  /** The part of a day drawn, from its midnight; the scale is that of the first day. */
  readonly hours: Hours;
  readonly first: Instant;
  readonly onPick: (window: FoundWindow, start: Instant) => void;
};

const column = columnsOf<Picked, FoundGiven>();

const columns = column.columns([
  column.display({
    id: 'window',
    header: 'Window',
    meta: {
      card: { line: 1 },
      file: [
        [1, 'Starts', ({ slot }, { clock }) => minuteText(slot.start, clock.zone)],
        [2, 'Ends', ({ slot }, { clock }) => minuteText(slot.end, clock.zone)],
      ],
    },
    cell: ({ row: { original }, table }) => <Window window={original.window} clock={givenTo({ table }).clock} />,
  }),
  column.display({
    id: 'strip',
    header: ({ table }) => <Scale given={givenTo({ table })} />,
    meta: { width: '28%', card: { line: 2 } },
    cell: ({ row: { original }, table }) => <Strip row={original} given={givenTo({ table })} />,
  }),
  column.display({
    id: 'start',
    header: 'Flight',
    meta: { card: { line: 1 } },
    cell: ({ row: { original }, table }) => <Start row={original} given={givenTo({ table })} />,
  }),
  column.display({
    id: 'aircraft',
    header: 'Aircraft',
    meta: {
      card: { line: 3 },
      file: [
        [3, 'Aircraft', ({ slot }) => aircraftNames(slot).join(', ')],
        [
          6,
          'Due before the end',
          ({ slot }, { dueOf }) =>
            dueOf(slot)
              .map(({ words }) => words)
              .join('; '),
        ],
      ],
    },
    cell: ({ row: { original }, table }) => (
      <Aircraft slot={original.slot} due={givenTo({ table }).dueOf(original.slot)} />
    ),
  }),
  column.display({
    id: 'instructor',
    header: 'Instructor',
    meta: { card: { line: 3 }, file: [[4, 'Instructor', ({ slot }) => instructorNames(slot).join(', ')]] },
    cell: ({ row: { original }, table }) => <Instructor slot={original.slot} clock={givenTo({ table }).clock} />,
  }),
  column.display({
    id: 'check',
    header: 'Check if booked',
    meta: {
      card: { line: 4 },
      file: [[5, 'Check', ({ slot }, { checkOf }) => levelWords[checkOf(slot)?.level ?? 'not known']]],
    },
    cell: ({ row: { original }, table }) => (
      <Check slot={original.slot} check={givenTo({ table }).checkOf(original.slot)} />
    ),
  }),
]);

function Window({ window, clock }: { window: FoundWindow; clock: Clock }) {
  return (
    <AppLink className={style['when']} to={`/reservations?date=${dayOf(window.start, clock.zone)}`}>
      {slotTime(window, clock)}
    </AppLink>
  );
}

/** The hours of a day that are searched. */
function dayHours(at: Instant, { from, to }: Hours, { zone }: Clock): Span {
  const { start } = daySpan(dayOf(at, zone), zone);
  return { start: start + from * millisecondsInMinute, end: start + to * millisecondsInMinute };
}

function Scale({ given: { hours, clock, first } }: { given: FoundGiven }) {
  const window = dayHours(first, hours, clock);
  const step = hours.to - hours.from > 12 * 60 ? 2 : 1;
  return (
    <TimeTrack
      as="span"
      className={stripStyle['scale']}
      isDecorative
      window={window}
      marks={elapsedMarks(window, step, clock).map(({ at, label }) => ({ key: at, at, label }))}
    />
  );
}

/** The window on the hours of its day, with the flight inside; the words beside it say the same. */
function Strip({ row: { window, slot }, given: { hours, clock } }: { row: Picked; given: FoundGiven }) {
  const day = dayHours(window.start, hours, clock);
  return (
    <TimeTrack
      className={stripStyle['track']}
      isDecorative
      window={day}
      marks={elapsedMarks(day, 1, clock).map(({ at }) => ({ key: at, at, className: stripStyle['hour'] }))}
      bars={[
        { key: 'window', start: window.start, end: window.end, className: stripStyle['window'] },
        { key: 'flight', start: slot.start, end: slot.end, className: stripStyle['flight'] },
      ]}
    />
  );
}

/** The flight at the picked start. A window with several starts lets one pick. */
function Start({ row: { window, slot }, given: { clock, onPick } }: { row: Picked; given: FoundGiven }) {
  const textOf = ({ start, end }: Slot) => `${unmarkedClockText(start, clock)}–${clockText(end, clock)}`;
  if (window.slots.length === 1) return <span className={style['when']}>{textOf(slot)}</span>;
  return (
    <span className={style['pick']}>
      <Select
        label={`Flight in ${slotTime(window, clock)}`}
        isLabelHidden
        value={String(slot.start)}
        options={window.slots.map((one) => ({ value: String(one.start), label: textOf(one) }))}
        onChange={(start) => onPick(window, Number(start))}
      />
      <span className={style['onPaper']}>{textOf(slot)}</span>
    </span>
  );
}

/** An aircraft that comes due before the end of the flight says what and when. */
function Aircraft({ slot, due }: { slot: Slot; due: readonly DueBefore[] }) {
  const [offer] = slot.aircraft;
  if (!offer) return null;
  const { aircraftId, tailNumber, isSimulator } = offer.room.aircraft;
  return (
    <span className={style['offer']}>
      <span>
        <AppLink to={aircraftLink(aircraftId)}>
          <TailNumber tail={tailNumber} isSimulator={isSimulator ?? false} />
        </AppLink>{' '}
        <More names={aircraftNames(slot)} />
      </span>
      <span className={style['quiet']}>{aircraftText(offer)}</span>
      {due.map(({ words, isAdvisory }) => (
        <StateMark key={words} shape="triangle" tone={isAdvisory ? 'plain' : 'warning'}>
          {words}
        </StateMark>
      ))}
    </span>
  );
}

function Instructor({ slot, clock }: { slot: Slot; clock: Clock }) {
  const [offer] = slot.instructors;
  if (!offer) return <span className={style['quiet']}>none wanted</span>;
  return (
    <span className={style['offer']}>
      <span>
        <AppLink to={instructorLink(offer.instructor.userId)}>{offer.instructor.name}</AppLink>{' '}
        <More names={instructorNames(slot)} />
      </span>
      <span className={style['quiet']}>{instructorText(offer, clock)}</span>
    </span>
  );
}

function More({ names }: { names: readonly string[] }) {
  const more = moreText(names);
  return (
    more && (
      <Explained className={style['quiet']} tip={more.tip}>
        {more.words}
      </Explained>
    )
  );
}

function Check({ slot: { isPartlyNight }, check }: { slot: Slot; check: DispatchCheck | null | undefined }) {
  return (
    <span className={style['offer']}>
      <ProposedCheck check={check} />
      {isPartlyNight && (
        <StateMark shape="half" tone="plain">
          Partly at night
        </StateMark>
      )}
    </span>
  );
}

type FoundTimesProps = {
  windows: readonly FoundWindow[];
  /** Picked starts by the operator's clock. */
  picks: readonly string[];
  given: FoundGiven;
  text: string;
};

/** The possible times, what they leave out, and the ways to print, save and copy them. */
export function FoundTimes({ windows, picks, given, text }: FoundTimesProps) {
  const isPhone = useMediaQuery('(max-width: 900px)');
  const { zone } = given.clock;
  const rows = useMemo(
    () => windows.map((window): Picked => ({ window, slot: pickedIn(window, picks, zone) })),
    [windows, picks, zone],
  );
  return (
    <>
      <DataTable
        caption="Possible times, the next first"
        columns={columns}
        rows={rows}
        rowId={({ window }) => String(window.start)}
        given={given}
        isCards={isPhone}
        hasTwoLines
      />
      <p className={style['foot']}>
        Free means nothing is booked. Not checked: working hours, currency, medical, rest, weather.
      </p>
      <TakeAlong
        file="possible-times.csv"
        csv={() => csvOf(columns, everyStart(windows), given)}
        label="Copy times as text"
        text={text}
        isInside
      />
    </>
  );
}

function everyStart(windows: readonly FoundWindow[]): Picked[] {
  return windows.flatMap((window) => window.slots.map((slot) => ({ window, slot })));
}
