import { aircraftText, chanceTime, teacherText } from '#domain/planning/finderText.ts';
import type { Chance } from '#domain/planning/finder.ts';
import type { DispatchCheck } from '#domain/readiness/check.ts';
import { levelWords } from '#domain/readiness/checkLine.ts';
import { aircraftLink, instructorLink } from '#domain/reservations/links.ts';
import type { Clock } from '#domain/time/clock.ts';
import { dayOf, minuteText } from '#domain/time/time.ts';
import { noteExport } from '#web/queries/gateway/gateway.ts';
import { Button } from '#web/ui/controls/buttons.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import { TailNumber } from '#web/ui/aircraft/TailNumber.tsx';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { useMediaQuery } from '#web/ui/page/display.tsx';
import { CopyButton } from '#web/ui/panel/CopyButton.tsx';
import { saveText } from '#web/ui/panel/saveText.ts';
import { CheckMark } from '#web/ui/reservation/CheckLines.tsx';
import { csvOf } from '#web/ui/table/csv.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { columnsOf, givenTo } from '#web/ui/table/table.ts';
import style from '#web/pages/plan/plan.module.css';
import { aircraftNames, moreText, teacherNames } from './findModel.ts';

export type FoundGiven = {
  readonly clock: Clock;
  /** The check of each proposal as a reservation, by its start. */
  readonly checks: ReadonlyMap<number, DispatchCheck | null>;
};

const column = columnsOf<Chance, FoundGiven>();

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
    cell: ({ row: { original }, table }) => <Time chance={original} clock={givenTo({ table }).clock} />,
  }),
  column.display({
    id: 'aircraft',
    header: 'Aircraft',
    meta: { card: { line: 2 }, file: [[3, 'Aircraft', (chance) => aircraftNames(chance).join(', ')]] },
    cell: ({ row: { original } }) => <Aircraft chance={original} />,
  }),
  column.display({
    id: 'instructor',
    header: 'Instructor',
    meta: { card: { line: 3 }, file: [[4, 'Instructor', (chance) => teacherNames(chance).join(', ')]] },
    cell: ({ row: { original }, table }) => <Teacher chance={original} clock={givenTo({ table }).clock} />,
  }),
  column.display({
    id: 'check',
    header: 'Check if booked',
    meta: {
      card: { line: 4 },
      file: [[5, 'Check', ({ start }, { checks }) => levelWords[checks.get(start)?.level ?? 'not known']]],
    },
    cell: ({ row: { original }, table }) => (
      <Check chance={original} check={givenTo({ table }).checks.get(original.start)} />
    ),
  }),
]);

function Time({ chance, clock }: { chance: Chance; clock: Clock }) {
  return (
    <AppLink className={style['when']} to={`/reservations?date=${dayOf(chance.start, clock.zone)}`}>
      {chanceTime(chance, clock)}
    </AppLink>
  );
}

function Aircraft({ chance }: { chance: Chance }) {
  const [offer] = chance.aircraft;
  if (!offer) return null;
  const { aircraftId, tailNumber, isSimulator } = offer.room.aircraft;
  return (
    <span className={style['offer']}>
      <span>
        <AppLink to={aircraftLink(aircraftId)}>
          <TailNumber tail={tailNumber} isSimulator={isSimulator ?? false} />
        </AppLink>{' '}
        <More names={aircraftNames(chance)} />
      </span>
      <span className={style['quiet']}>{aircraftText(offer)}</span>
    </span>
  );
}

function Teacher({ chance, clock }: { chance: Chance; clock: Clock }) {
  const [offer] = chance.teachers;
  if (!offer) return <span className={style['quiet']}>none wanted</span>;
  return (
    <span className={style['offer']}>
      <span>
        <AppLink to={instructorLink(offer.teacher.userId)}>{offer.teacher.name}</AppLink>{' '}
        <More names={teacherNames(chance)} />
      </span>
      <span className={style['quiet']}>{teacherText(offer, clock)}</span>
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

function Check({ chance: { isPartlyNight }, check }: { chance: Chance; check: DispatchCheck | null | undefined }) {
  return (
    <span className={style['offer']}>
      {check?.level === 'no findings' ? (
        <StateMark shape="check" tone="ok">
          {levelWords[check.level]}
        </StateMark>
      ) : (
        <CheckMark check={check} />
      )}
      {isPartlyNight && (
        <StateMark shape="half" tone="plain">
          Partly at night
        </StateMark>
      )}
    </span>
  );
}

function FoundTable({ chances, given }: { chances: readonly Chance[]; given: FoundGiven }) {
  const isPhone = useMediaQuery('(max-width: 900px)');
  return (
    <DataTable
      caption="Possible times, the next first"
      columns={columns}
      rows={chances}
      rowId={({ start }) => String(start)}
      given={given}
      isCards={isPhone}
    />
  );
}

function foundCsv(chances: readonly Chance[], given: FoundGiven): string {
  return csvOf(columns, chances, given);
}

type FoundTimesProps = { chances: readonly Chance[]; given: FoundGiven; text: string };

/** The possible times, what they do not say, and the ways to take them along. */
export function FoundTimes({ chances, given, text }: FoundTimesProps) {
  return (
    <>
      <FoundTable chances={chances} given={given} />
      <p className={style['foot']}>
        Free means nothing is booked: working hours are not known. Hours are counted as booked. Not checked: currency,
        medical, rest, weather.
      </p>
      <p className={style['actions']} data-is-inside>
        <Button onClick={() => window.print()}>Print</Button>
        <Button onClick={() => saveText('possible-times.csv', 'text/csv', foundCsv(chances, given), noteExport)}>
          Save CSV
        </Button>
        <CopyButton label="Copy times as text" text={text} />
      </p>
    </>
  );
}
