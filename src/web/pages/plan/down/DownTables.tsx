import type { PlannedMove } from '#domain/planning/down.ts';
import { departureText, optionText, refusalText } from '#domain/planning/downText.ts';
import { findAddress, otherTimeFor } from '#domain/planning/request.ts';
import type { DispatchCheck } from '#domain/readiness/check.ts';
import { levelWords } from '#domain/readiness/checkLine.ts';
import { subtitleOf, titleOf, whoText } from '#domain/reservations/reservationTitles.ts';
import { aircraftLink, reservationLink } from '#domain/reservations/links.ts';
import type { Clock } from '#domain/time/clock.ts';
import { minuteText } from '#domain/time/time.ts';
import { counted } from '#domain/words.ts';
import type { Contacts } from '#web/data/planning/planning.ts';
import { TailNumber } from '#web/components/aircraft/TailNumber.tsx';
import { Explained } from '#web/components/controls/Explained.tsx';
import { Check } from '#web/components/controls/fields.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { phoneLink } from '#web/components/reservation/reservationWords.ts';
import { csvOf } from '#web/components/table/csv.ts';
import { DataTable } from '#web/components/table/DataTable.tsx';
import { columnsOf, givenTo } from '#web/components/table/table.ts';
import { ProposedCheck } from '#web/pages/plan/parts.tsx';
import style from '#web/pages/plan/plan.module.css';

/** What the rows are drawn from besides the plan. */
export type DownGiven = {
  readonly clock: Clock;
  /** The dispatch checks after the moves. */
  readonly checks: ReadonlyMap<string, DispatchCheck | null>;
  readonly contacts: ReadonlyMap<string, Contacts>;
  /** Keys of the reservations whose people a person has called. */
  readonly called: readonly string[];
  readonly onCalled: (key: string, isCalled: boolean) => void;
};

const column = columnsOf<PlannedMove, DownGiven>();

const departure = column.display({
  id: 'departure',
  header: 'Departure',
  meta: {
    card: { line: 1 },
    file: [
      [1, 'Starts', ({ reservation }, { clock }) => minuteText(reservation.start, clock.zone)],
      [2, 'Ends', ({ reservation }, { clock }) => minuteText(reservation.end, clock.zone)],
    ],
  },
  cell: ({ row: { original }, table }) => <Departure move={original} clock={givenTo({ table }).clock} />,
});

const who = column.display({
  id: 'who',
  header: 'Reservation',
  meta: {
    card: { line: 2 },
    file: [
      [3, 'People', ({ reservation }) => whoText(reservation)],
      [4, 'Activity', ({ reservation }) => subtitleOf(reservation)],
    ],
  },
  cell: ({ row: { original } }) => (
    <>
      {titleOf(original.reservation)} <span className={style['quiet']}>{subtitleOf(original.reservation)}</span>
    </>
  ),
});

function Departure({ move: { reservation }, clock }: { move: PlannedMove; clock: Clock }) {
  return (
    <AppLink coversRow className={style['when']} to={reservationLink(reservation, clock.zone)}>
      {departureText(reservation, clock)}
    </AppLink>
  );
}

const moveColumns = column.columns([
  departure,
  who,
  column.display({
    id: 'to',
    header: 'Move to',
    meta: { card: { line: 1 }, file: [[5, 'Move to', ({ to }) => to?.room.aircraft.tailNumber ?? null]] },
    cell: ({ row }) => <Proposal move={row.original} />,
  }),
  column.display({
    id: 'why',
    header: 'Why',
    meta: { card: { line: 3 }, file: [[6, 'Why', ({ to }) => to && optionText(to)]] },
    cell: ({ row: { original } }) => original.to && <span className={style['why']}>{optionText(original.to)}</span>,
  }),
  column.display({
    id: 'check',
    header: 'Check after the move',
    meta: {
      card: { line: 4 },
      file: [
        [7, 'Check', ({ reservation }, { checks }) => levelWords[checks.get(reservation.key)?.level ?? 'not known']],
      ],
    },
    cell: ({ row, table }) => <ProposedCheck check={givenTo({ table }).checks.get(row.original.reservation.key)} />,
  }),
  column.display({
    id: 'others',
    header: 'Also possible',
    meta: { card: { line: 4, label: 'also possible' } },
    cell: ({ row }) => <Others move={row.original} />,
  }),
]);

const callColumns = column.columns([
  departure,
  who,
  column.display({
    id: 'why',
    header: 'Why none',
    meta: { card: { line: 3 }, file: [[6, 'Why none', (move) => (move.to ? null : refusalText(move))]] },
    cell: ({ row }) => <WhyNone move={row.original} />,
  }),
  column.display({
    id: 'called',
    header: 'Tick',
    meta: {
      card: { line: 4 },
      file: [[7, 'Called', ({ reservation }, { called }) => (called.includes(reservation.key) ? 'called' : null)]],
    },
    cell: ({ row, table }) => <Called move={row.original} given={givenTo({ table })} />,
  }),
  column.display({
    id: 'phone',
    header: 'Call',
    meta: { card: { line: 4 } },
    cell: ({ row, table }) => (
      <Phones contacts={givenTo({ table }).contacts.get(row.original.reservation.key)} move={row.original} />
    ),
  }),
  column.display({
    id: 'find',
    header: 'Another time',
    meta: { card: { line: 5 } },
    cell: ({ row, table }) => <AnotherTime move={row.original} clock={givenTo({ table }).clock} />,
  }),
]);

/** `0 of 15 can take it`, with the reasons when it is pressed and on paper. */
function WhyNone({ move }: { move: PlannedMove }) {
  const reasons = refusalText(move);
  const count = move.options.length + move.refused.length;
  if (move.stop !== null || count === 0) return <span className={style['why']}>{reasons}</span>;
  return (
    <Explained className={style['why']} tip={reasons}>
      <b>0 of {count}</b> can take it<span className={style['onPaper']}>: {reasons}</span>
    </Explained>
  );
}

/** A tick for the person at the telephone; it stays in the address and goes nowhere else. */
function Called({ move: { reservation }, given: { called, onCalled } }: { move: PlannedMove; given: DownGiven }) {
  const isCalled = called.includes(reservation.key);
  return (
    <span className={`${style['pick'] ?? ''} ${style['above'] ?? ''}`}>
      <Check
        label={
          <>
            Called<span className="visually-hidden"> {whoText(reservation)}</span>
          </>
        }
        isOn={isCalled}
        onChange={(isOn) => onCalled(reservation.key, isOn)}
      />
      <span className={style['onPaper']}>{isCalled ? 'called' : ''}</span>
    </span>
  );
}

function Proposal({ move: { to } }: { move: PlannedMove }) {
  if (!to) return null;
  const { aircraftId, tailNumber, isSimulator } = to.room.aircraft;
  return (
    <AppLink className={style['above']} to={aircraftLink(aircraftId)}>
      <TailNumber tail={tailNumber} isSimulator={isSimulator ?? false} />
    </AppLink>
  );
}

/** Beyond this many only their number is shown. */
const maxNamed = 3;

function Others({ move: { to, options } }: { move: PlannedMove }) {
  const others = options
    .filter((option) => option !== to)
    .map(({ room }) => room.aircraft.tailNumber ?? 'no tail number');
  if (others.length === 0) return <span className={style['quiet']}>none</span>;
  const more = others.length - maxNamed;
  return (
    <span className={style['quiet']}>
      {others.slice(0, maxNamed).join(', ')}
      {more > 0 && ' '}
      {more > 0 && <Explained tip={others.slice(maxNamed).join(', ')}>and {more} more</Explained>}
    </span>
  );
}

/** Names at first; telephone numbers once a person requests those of the list. */
function Phones({ contacts, move }: { contacts: Contacts | undefined; move: PlannedMove }) {
  if (!contacts || contacts === 'not requested') return <>{whoText(move.reservation)}</>;
  if (contacts === 'loading') return <span className={style['quiet']}>Loading…</span>;
  if (contacts === 'failed') return <span className={style['quiet']}>The number could not be loaded</span>;
  return (
    <ul className={style['phones']}>
      {contacts.people.map(({ userId, name, phone }) => (
        <li key={userId ?? name}>
          {name}{' '}
          {phone === null ? (
            <span className={style['quiet']}>
              {contacts.isWithheld ? 'number not shown to your role' : 'no phone given'}
            </span>
          ) : (
            <a className={style['above']} href={phoneLink(phone)}>
              {phone}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

function AnotherTime({ move: { reservation }, clock }: { move: PlannedMove; clock: Clock }) {
  return (
    <AppLink isAlone className={style['above']} to={findAddress(otherTimeFor(reservation, clock.zone))}>
      Find another time
    </AppLink>
  );
}

type TablesProps = { moves: readonly PlannedMove[]; given: DownGiven };

export function MoveTable({ moves, given }: TablesProps) {
  const isPhone = useMediaQuery('(max-width: 900px)');
  const caption = `${counted(moves.length, 'move')}, by departure`;
  return (
    <DataTable caption={caption} columns={moveColumns} rows={moves} rowId={keyOf} given={given} isCards={isPhone} />
  );
}

export function CallTable({ moves, given }: TablesProps) {
  const isPhone = useMediaQuery('(max-width: 900px)');
  const caption = `${counted(moves.length, 'reservation')} without an aircraft, by departure`;
  return (
    <DataTable caption={caption} columns={callColumns} rows={moves} rowId={keyOf} given={given} isCards={isPhone} />
  );
}

function keyOf({ reservation }: PlannedMove): string {
  return reservation.key;
}

/** All reservations of the plan, moved or not, without telephone numbers. */
export function planCsv(moves: readonly PlannedMove[], given: DownGiven): string {
  const whyNone = callColumns.filter(({ id }) => id === 'why');
  const own = moves.some(({ to }) => to === null) ? [...moveColumns, ...whyNone] : moveColumns;
  return csvOf(own, moves, given);
}
