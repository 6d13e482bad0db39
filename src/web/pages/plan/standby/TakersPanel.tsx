import { useMemo, useState } from 'react';
import type { Candidate, Student, Takers } from '#domain/planning/standby.ts';
import type { FreedSlot } from '#domain/planning/standbySlots.ts';
import {
  checkoutText,
  daysText,
  freedText,
  leftOutText,
  lengthText,
  planeText,
  reasonText,
  slotText,
  standbyText,
  taughtText,
  timelineLink,
  waitText,
} from '#domain/planning/standbyText.ts';
import { aircraftLink, instructorLink, personLink } from '#domain/reservations/links.ts';
import { type Clock, dayText, shownDay } from '#domain/time/clock.ts';
import { type Instant, minuteText } from '#domain/time/time.ts';
import { capitalized, counted } from '#domain/words.ts';
import { TailNumber } from '#web/components/aircraft/TailNumber.tsx';
import { Button } from '#web/components/controls/buttons.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useMediaQuery, usePrinting } from '#web/components/page/display.tsx';
import { useClock } from '#web/components/page/school.tsx';
import { Notices } from '#web/components/panel/Notices.tsx';
import { PlainPanel } from '#web/components/panel/Panel.tsx';
import { csvOf } from '#web/components/table/csv.ts';
import { DataTable } from '#web/components/table/DataTable.tsx';
import { columnsOf, givenTo } from '#web/components/table/table.ts';
import { TakeAlong } from '#web/pages/plan/parts.tsx';
import style from '#web/pages/plan/plan.module.css';

type Given = {
  readonly slot: FreedSlot;
  readonly since: Instant;
  readonly nameOf: (student: Student) => string;
  readonly now: Instant;
  readonly clock: Clock;
};

const column = columnsOf<Candidate, Given>();

const columns = column.columns([
  column.display({
    id: 'student',
    header: 'Student',
    meta: { card: { line: 1 }, file: [[1, 'Student', ({ student }, { nameOf }) => nameOf(student)]] },
    cell: ({ row: { original }, table }) => (
      <AppLink to={personLink(original.student.userId)}>{givenTo({ table }).nameOf(original.student)}</AppLink>
    ),
  }),
  column.display({
    id: 'waits',
    header: 'Waits since',
    meta: {
      card: { line: 1 },
      file: [
        [2, 'Last lesson', ({ student: { last } }, { clock }) => (last === null ? null : minuteText(last, clock.zone))],
        [3, 'Days', ({ days }) => days],
      ],
    },
    cell: ({ row: { original }, table }) => <Waits of={original} given={givenTo({ table })} />,
  }),
  column.display({
    id: 'instructor',
    header: 'Instructor',
    meta: { card: { line: 2 }, file: [[4, 'Instructor', ({ instructor }) => instructor.name]] },
    cell: ({ row: { original }, table }) => (
      <span className={style['offer']}>
        <AppLink to={instructorLink(original.instructor.userId)}>{original.instructor.name}</AppLink>
        <span className={style['quiet']}>{taughtText(original, givenTo({ table }).clock)}</span>
      </span>
    ),
  }),
  column.display({
    id: 'aircraft',
    header: 'Aircraft',
    meta: {
      card: { line: 2 },
      file: [
        [5, 'Aircraft', (_, { slot }) => slot.room.aircraft.tailNumber ?? null],
        [6, 'Checkout', (candidate, { slot, now, clock }) => checkoutText(candidate, slot, now, clock.zone)],
      ],
    },
    cell: ({ row: { original }, table }) => <Plane of={original} given={givenTo({ table })} />,
  }),
  column.display({
    id: 'reason',
    header: 'Reason',
    meta: {
      card: { line: 3 },
      file: [[7, 'Reason', (candidate, { slot, clock }) => reasonText(candidate, slot, clock)]],
    },
    cell: ({ row: { original }, table }) => {
      const { slot, clock } = givenTo({ table });
      return <span className={style['why']}>{reasonText(original, slot, clock)}</span>;
    },
  }),
]);

function Waits({ of, given: { since, clock } }: { of: Candidate; given: Given }) {
  return (
    <span className={style['offer']}>
      <span className={style['when']}>{capitalized(waitText(of, since, clock))}</span>
      <span className={style['quiet']}>{daysText(of) ?? 'no lesson known since'}</span>
    </span>
  );
}

function Plane({ of, given: { slot, now, clock } }: { of: Candidate; given: Given }) {
  const { aircraftId, tailNumber, isSimulator } = slot.room.aircraft;
  return (
    <span className={style['offer']}>
      <AppLink to={aircraftLink(aircraftId)}>
        <TailNumber tail={tailNumber} isSimulator={isSimulator ?? false} />
      </AppLink>
      <span className={style['quiet']}>{checkoutText(of, slot, now, clock.zone)}</span>
    </span>
  );
}

type TakersPanelProps = {
  slot: FreedSlot;
  takers: Takers;
  /** Lessons are known from here on. */
  since: Instant;
  notes: readonly string[];
  /** Names that tell two people of one name apart, by user id. */
  names: ReadonlyMap<string, string>;
  now: Instant;
};

/** Who could use one freed slot, with the ways to print, save and copy the list. Nothing is sent. */
export function TakersPanel({ slot, takers, since, notes, names, now }: TakersPanelProps) {
  const clock = useClock();
  const { candidates } = takers;
  const given = useMemo(
    (): Given => ({ slot, since, nameOf: ({ userId, name }) => names.get(userId) ?? name, now, clock }),
    [slot, since, names, now, clock],
  );
  const left = leftOutText(takers, given.nameOf);
  const from = dayText(shownDay(since, clock));
  const text = standbyText({ ...given, takers, notes });
  return (
    <PlainPanel title="Who could use it" count={counted(candidates.length, 'student')}>
      <div className={style['head']}>
        <p className={style['summary']}>
          {slotText(slot, clock)}, {lengthText(slot)}
        </p>
        <p className={style['quiet']}>
          {planeText(slot)}. {capitalized(freedText(slot.entry, clock))}.{' '}
          <AppLink isAlone to={timelineLink(slot, clock.zone)}>
            Show on the timeline
          </AppLink>
        </p>
        <Notices notes={notes} />
      </div>
      {candidates.length === 0 ? (
        <p className={style['none']}>Nobody who flies this type is free then with an instructor of theirs.</p>
      ) : (
        <Candidates candidates={candidates} given={given} />
      )}
      {left !== null && <p className={style['foot']}>Left out of those who fly this type: {left}.</p>}
      <p className={style['foot']}>
        Lessons are counted in the reservations since {from}. Free means nothing is booked. Not checked: working hours,
        currency, medical, rest, weather, what the lesson needs. Nothing is booked, and nobody is told.
      </p>
      <TakeAlong
        file="standby.csv"
        csv={() => csvOf(columns, candidates, given)}
        label="Copy list"
        text={text}
        isInside
      />
    </PlainPanel>
  );
}

/** With more students than this, the others are shown on request, and on paper. */
const maxShown = 15;

function Candidates({ candidates, given }: { candidates: readonly Candidate[]; given: Given }) {
  const isNarrow = useMediaQuery('(max-width: 900px)');
  const isPrinted = usePrinting();
  const [isAll, setAll] = useState(false);
  const rows = useMemo(
    () => (isAll || isPrinted ? candidates : candidates.slice(0, maxShown)),
    [candidates, isAll, isPrinted],
  );
  return (
    <>
      <DataTable
        caption="Students who could use it, the longest wait first"
        columns={columns}
        rows={rows}
        rowId={({ student }) => student.userId}
        given={given}
        isCards={isNarrow}
        hasTwoLines
      />
      {rows.length < candidates.length && (
        <p className={style['ask']}>
          <Button onClick={() => setAll(true)}>Show all {candidates.length}</Button>
        </p>
      )}
    </>
  );
}
