import {
  bandWords,
  delayText,
  displacedAmount,
  dueParts,
  dueWords,
  firstDelay,
  lineText,
  reservationLine,
  shortTakes,
  slotNotes,
  takesText,
  workText,
} from '#domain/planning/shop/shopText.ts';
import { departureText } from '#domain/planning/downText.ts';
import type { ProposedSlot, ShopJob, ShopLine } from '#domain/planning/shop/shopJobs.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { timesText, titleOf } from '#domain/reservations/reservationTitles.ts';
import { reservationLink, shopLink } from '#domain/reservations/links.ts';
import type { At } from '#domain/time/clock.ts';
import { minuteText } from '#domain/time/time.ts';
import { counted } from '#domain/words.ts';
import { TailNumber } from '#web/components/aircraft/TailNumber.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { DataTable } from '#web/components/table/DataTable.tsx';
import { columnsOf, givenTo } from '#web/components/table/table.ts';
import style from '#web/pages/plan/plan.module.css';

const week = columnsOf<ShopLine, At>();

export const weekColumns = week.columns([
  week.display({
    id: 'tail',
    header: 'Aircraft',
    meta: { card: { line: 1 }, file: [[1, 'Tail', ({ job }) => job.aircraft.tailNumber ?? null]] },
    cell: ({ row: { original } }) => (
      <AppLink coversRow className={style['tail']} to={shopLink(original.job.aircraft.aircraftId)}>
        <TailNumber tail={original.job.aircraft.tailNumber} />
      </AppLink>
    ),
  }),
  week.display({
    id: 'time',
    header: 'Proposed time',
    meta: {
      width: '22%',
      card: { line: 1 },
      file: [
        [5, 'Proposed time', (line, at) => lineText(line, at)],
        [6, 'Begins', (line, { clock }) => minuteOf(spanOf(line)?.start, clock.zone)],
        [6, 'Ends', (line, { clock }) => minuteOf(spanOf(line)?.end, clock.zone)],
      ],
    },
    cell: ({ row, table }) => <Time line={row.original} at={givenTo({ table })} />,
  }),
  week.display({
    id: 'work',
    header: 'Work',
    meta: {
      card: { line: 2 },
      file: [
        [2, 'Work', ({ job }) => workText(job)],
        [2, 'Time in the shop', ({ job }) => takesText(job)],
      ],
    },
    cell: ({ row }) => <Work job={row.original.job} />,
  }),
  week.display({
    id: 'due',
    header: 'Comes due',
    meta: {
      width: '14%',
      card: { line: 2 },
      file: [
        [3, 'Limit', ({ job }, at) => dueWords(job, at)],
        [4, 'Band', ({ job }, at) => bandWords(job, at)],
      ],
    },
    cell: ({ row, table }) => <Due job={row.original.job} at={givenTo({ table })} />,
  }),
  week.display({
    id: 'displaced',
    header: 'Displaces',
    meta: {
      width: '14%',
      card: { line: 3, label: 'displaces' },
      file: [[7, 'Displaced reservations', ({ slot, late }) => (slot ?? late)?.displaced.length ?? null]],
    },
    cell: ({ row: { original } }) => <DisplacedCount slot={original.slot ?? original.late} />,
  }),
  week.display({
    id: 'delay',
    header: 'First day late',
    meta: { card: { line: 3, label: 'late:' }, file: [[8, 'First day late', ({ job }) => delayText(job)]] },
    cell: ({ row }) => <Delay job={row.original.job} />,
  }),
]);

function spanOf({ job, slot, late }: ShopLine) {
  return job.planned?.reservation ?? slot ?? late;
}

function minuteOf(at: number | undefined, zone: string): string | null {
  return at === undefined ? null : minuteText(at, zone);
}

function Work({ job }: { job: ShopJob }) {
  const others = job.together.map(({ name }) => name).join(', ');
  return (
    <span className={style['lines']}>
      <b>{job.item.name}</b>
      <span className={style['quiet']} data-tip={takesText(job)}>
        {shortTakes(job)}
        {others !== '' && `, with ${others}`}
      </span>
    </span>
  );
}

function Due({ job, at }: { job: ShopJob; at: At }) {
  const { left, when, isPast } = dueParts(job, at);
  const band = bandWords(job, at);
  return (
    <span className={style['lines']} data-tip={[dueWords(job, at), band].filter(Boolean).join('; ')}>
      <b data-is-past={isPast}>{left}</b>
      <span className={style['quiet']}>
        {when}
        {band && <span className={style['onPaper']}> ({band})</span>}
      </span>
    </span>
  );
}

function Time({ line, at }: { line: ShopLine; at: At }) {
  const { job, slot, late } = line;
  const free = slot ?? late;
  const shown = job.planned?.reservation ?? free;
  if (!shown)
    return (
      <StateMark shape="octagon" tone="expired">
        No room in the known days
      </StateMark>
    );
  const word = job.planned ? 'booked' : late ? 'after the limit' : null;
  return (
    <span className={style['lines']}>
      {job.planned || late ? (
        <StateMark shape={late ? 'triangle' : 'wrench'} tone={late ? 'warning' : 'shop'}>
          {departureText(shown, at.clock)}
        </StateMark>
      ) : (
        <span className={style['when']}>{departureText(shown, at.clock)}</span>
      )}
      {word && <span className={style['quiet']}>{word}</span>}
    </span>
  );
}

function Delay({ job }: { job: ShopJob }) {
  const first = firstDelay(job);
  if (!first) return <span className={style['quiet']}>nothing booked</span>;
  return (
    <span className={style['lines']}>
      <span>{first.day}</span>
      <span className={`${style['quiet']} ${style['when']}`}>{first.amount}</span>
    </span>
  );
}

/** How many are displaced: the page of the aircraft, which the row opens, names them. */
function DisplacedCount({ slot }: { slot: Pick<ProposedSlot, 'displaced' | 'hours'> | null }) {
  if (!slot) return null;
  return slot.displaced.length === 0 ? <span className={style['quiet']}>nothing</span> : displacedAmount(slot);
}

function Displaced({ slot, at }: { slot: Pick<ProposedSlot, 'displaced' | 'hours'>; at: At }) {
  const { displaced } = slot;
  if (displaced.length === 0) return <span className={style['quiet']}>nothing</span>;
  return (
    <span className={style['lines']}>
      <span>{displacedAmount(slot)}</span>
      {displaced.map((reservation) => (
        <ReservationLine key={reservation.key} reservation={reservation} at={at} />
      ))}
    </span>
  );
}

/** A reservation of the row's aircraft. */
function ReservationLine({ reservation, at: { clock } }: { reservation: TimedReservation; at: At }) {
  return (
    <AppLink className={style['above']} to={reservationLink(reservation, clock.zone)}>
      {departureText(reservation, clock)} {titleOf(reservation)}
    </AppLink>
  );
}

const narrow = '(max-width: 1000px)';

export function WeekTable({ lines, at }: { lines: readonly ShopLine[]; at: At }) {
  const isNarrow = useMediaQuery(narrow);
  const caption = `${counted(lines.length, 'aircraft', 'aircraft')} in the proposed order`;
  return (
    <DataTable
      caption={caption}
      columns={weekColumns}
      rows={lines}
      rowId={lineKey}
      given={at}
      isCards={isNarrow}
      hasTwoLines
    />
  );
}

function lineKey({ job }: ShopLine): string {
  return job.aircraft.aircraftId;
}

type SlotGiven = At & { readonly job: ShopJob };
const slots = columnsOf<ProposedSlot, SlotGiven>();

export const slotColumns = slots.columns([
  slots.display({
    id: 'time',
    header: 'In the shop',
    meta: {
      card: { line: 1 },
      file: [
        [1, 'Begins', ({ start }, { clock }) => minuteText(start, clock.zone)],
        [1, 'Ends', ({ end }, { clock }) => minuteText(end, clock.zone)],
      ],
    },
    cell: ({ row, table }) => <b className={style['when']}>{timesText(row.original, givenTo({ table }).clock)}</b>,
  }),
  slots.display({
    id: 'displaced',
    header: 'Displaces',
    meta: {
      card: { line: 2 },
      file: [
        [2, 'Displaced reservations', ({ displaced }) => displaced.length],
        [3, 'Displaced hours', ({ hours }) => hours],
        [
          4,
          'Displaced',
          ({ displaced }, { clock }) => displaced.map((reservation) => reservationLine(reservation, clock)).join('; '),
        ],
      ],
    },
    cell: ({ row, table }) => <Displaced slot={row.original} at={givenTo({ table })} />,
  }),
  slots.display({
    id: 'notes',
    header: 'Forecast',
    meta: { card: { line: 3 }, file: [[5, 'Notes', (slot, { job }) => slotNotes(slot, job).join(', ')]] },
    cell: ({ row, table }) => <SlotNotes slot={row.original} job={givenTo({ table }).job} />,
  }),
]);

function SlotNotes({ slot, job }: { slot: ProposedSlot; job: ShopJob }) {
  const text = slotNotes(slot, job).join(', ');
  if (slot.isSafe || slot.waiting) return <span className={style['quiet']}>{text}</span>;
  return (
    <StateMark shape="triangle" tone="warning">
      {text}
    </StateMark>
  );
}

const keyOfSlot = ({ start }: ProposedSlot) => String(start);

export function SlotTable({ rows, given }: { rows: readonly ProposedSlot[]; given: SlotGiven }) {
  const isNarrow = useMediaQuery('(max-width: 760px)');
  const caption = `${counted(rows.length, 'time')}, the best first`;
  return (
    <DataTable caption={caption} columns={slotColumns} rows={rows} rowId={keyOfSlot} given={given} isCards={isNarrow} />
  );
}
