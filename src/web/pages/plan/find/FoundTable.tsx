import { aircraftText, slotTime, instructorText } from '#domain/planning/finderText.ts';
import type { Slot } from '#domain/planning/finder.ts';
import type { DispatchCheck } from '#domain/readiness/check.ts';
import { levelWords } from '#domain/readiness/checkLine.ts';
import { aircraftLink, instructorLink } from '#domain/reservations/links.ts';
import type { Clock } from '#domain/time/clock.ts';
import { dayOf, minuteText } from '#domain/time/time.ts';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { TailNumber } from '#web/components/aircraft/TailNumber.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { csvOf } from '#web/components/table/csv.ts';
import { DataTable } from '#web/components/table/DataTable.tsx';
import { columnsOf, givenTo } from '#web/components/table/table.ts';
import { ProposedCheck, TakeAlong } from '#web/pages/plan/parts.tsx';
import style from '#web/pages/plan/plan.module.css';
import { aircraftNames, moreText, instructorNames } from './findModel.ts';

export type FoundGiven = {
  readonly clock: Clock;
  /** The check of each proposal as a reservation, by its start. */
  readonly checks: ReadonlyMap<number, DispatchCheck | null>;
};

const column = columnsOf<Slot, FoundGiven>();

const columns = column.columns([
  column.display({
    id: 'time',
    header: 'Time',
    meta: {
      card: { line: 1 },
      file: [
        [1, 'Starts', ({ start }, { clock }) => minuteText(start, clock.zone)],
        [2, 'Ends', ({ end }, { clock }) => minuteText(end, clock.zone)],
      ],
    },
    cell: ({ row: { original }, table }) => <Time slot={original} clock={givenTo({ table }).clock} />,
  }),
  column.display({
    id: 'aircraft',
    header: 'Aircraft',
    meta: { card: { line: 2 }, file: [[3, 'Aircraft', (slot) => aircraftNames(slot).join(', ')]] },
    cell: ({ row: { original } }) => <Aircraft slot={original} />,
  }),
  column.display({
    id: 'instructor',
    header: 'Instructor',
    meta: { card: { line: 3 }, file: [[4, 'Instructor', (slot) => instructorNames(slot).join(', ')]] },
    cell: ({ row: { original }, table }) => <Instructor slot={original} clock={givenTo({ table }).clock} />,
  }),
  column.display({
    id: 'check',
    header: 'Check if booked',
    meta: {
      card: { line: 4 },
      file: [[5, 'Check', ({ start }, { checks }) => levelWords[checks.get(start)?.level ?? 'not known']]],
    },
    cell: ({ row: { original }, table }) => (
      <Check slot={original} check={givenTo({ table }).checks.get(original.start)} />
    ),
  }),
]);

function Time({ slot, clock }: { slot: Slot; clock: Clock }) {
  return (
    <AppLink className={style['when']} to={`/reservations?date=${dayOf(slot.start, clock.zone)}`}>
      {slotTime(slot, clock)}
    </AppLink>
  );
}

function Aircraft({ slot }: { slot: Slot }) {
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
      <span className={style['quiet']} data-tip={more.tip}>
        {more.words}
      </span>
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

type FoundTimesProps = { slots: readonly Slot[]; given: FoundGiven; text: string };

/** The possible times, what they leave out, and the ways to print, save and copy them. */
export function FoundTimes({ slots, given, text }: FoundTimesProps) {
  const isPhone = useMediaQuery('(max-width: 900px)');
  return (
    <>
      <DataTable
        caption="Possible times, the next first"
        columns={columns}
        rows={slots}
        rowId={({ start }) => String(start)}
        given={given}
        isCards={isPhone}
      />
      <p className={style['foot']}>
        Free means nothing is booked: working hours are not known. Hours are counted as booked. Not checked: currency,
        medical, rest, weather.
      </p>
      <TakeAlong
        file="possible-times.csv"
        csv={() => csvOf(columns, slots, given)}
        label="Copy times as text"
        text={text}
        isInside
      />
    </>
  );
}
