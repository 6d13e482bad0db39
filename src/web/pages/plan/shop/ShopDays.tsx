import { amountText, dayFree, delaySum, hoursText, reservationLine } from '#domain/planning/shop/shopText.ts';
import type { DayOfDelay } from '#domain/planning/shop/shopJobs.ts';
import type { ShopDay } from '#domain/planning/shop/shopWeek.ts';
import { reservationLink } from '#domain/reservations/links.ts';
import { type At, dayText } from '#domain/time/clock.ts';
import { counted } from '#domain/words.ts';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { DataTable } from '#web/components/table/DataTable.tsx';
import { columnsOf, givenTo } from '#web/components/table/table.ts';
import style from '#web/pages/plan/plan.module.css';

const days = columnsOf<ShopDay, At>();

const dayColumns = days.columns([
  days.display({ id: 'day', header: 'Day', meta: { card: { line: 1 } }, cell: ({ row }) => dayText(row.original.day) }),
  ...(
    [
      ['capacity', 'Shop hours', (day: ShopDay) => hoursText(day.capacity)],
      ['booked', 'Booked', (day: ShopDay) => hoursText(day.booked)],
      ['proposed', 'Proposed', (day: ShopDay) => hoursText(day.proposed)],
      ['beyond', 'Without a bay', (day: ShopDay) => hoursText(day.beyond)],
      ['free', 'Free', (day: ShopDay) => hoursText(dayFree(day))],
    ] as const
  ).map(([id, header, textOf]) =>
    days.display({
      id,
      header,
      meta: { align: 'end', card: { line: 2, label: `${header.toLowerCase()}:` } },
      cell: ({ row }) => textOf(row.original),
    }),
  ),
  days.display({
    id: 'due',
    header: 'Comes due',
    meta: { card: { line: 3, label: 'due:' } },
    cell: ({ row }) => dueTails(row.original),
  }),
]);

function dueTails({ due }: ShopDay): string {
  return due.length === 0 ? 'none' : due.map(({ aircraft }) => aircraft.tailNumber ?? 'no tail').join(', ');
}

export function DayTable({ rows, at }: { rows: readonly ShopDay[]; at: At }) {
  const isNarrow = useMediaQuery('(max-width: 640px)');
  const caption = `${counted(rows.length, 'working day')} of the shop`;
  return (
    <DataTable
      caption={caption}
      columns={dayColumns}
      rows={rows}
      rowId={({ day }) => day}
      given={at}
      isCards={isNarrow}
    />
  );
}

const delays = columnsOf<DayOfDelay, At & { readonly all: readonly DayOfDelay[] }>();

const delayColumns = delays.columns([
  delays.display({
    id: 'day',
    header: 'Day',
    meta: { card: { line: 1 } },
    cell: ({ row }) => dayText(row.original.day),
  }),
  delays.display({
    id: 'cost',
    header: 'Cannot go',
    meta: { card: { line: 2 } },
    cell: ({ row: { original } }) =>
      original.reservations.length === 0 ? 'nothing booked' : amountText(original.reservations.length, original.hours),
  }),
  delays.display({
    id: 'sum',
    header: 'From the limit on',
    meta: { card: { line: 3, label: 'from the limit on:' } },
    cell: ({ row: { original }, table }) => {
      const { all } = givenTo({ table });
      return <span className={style['quiet']}>{delaySum(all.slice(0, all.indexOf(original) + 1))}</span>;
    },
  }),
  delays.display({
    id: 'which',
    header: 'Reservations',
    meta: { card: { line: 4 } },
    cell: ({ row, table }) => (
      <span className={style['lines']}>
        {row.original.reservations.map((reservation) => (
          <AppLink key={reservation.key} to={reservationLink(reservation, givenTo({ table }).clock.zone)}>
            {reservationLine(reservation, givenTo({ table }).clock)}
          </AppLink>
        ))}
      </span>
    ),
  }),
]);

export function DelayTable({ rows, at }: { rows: readonly DayOfDelay[]; at: At }) {
  const isNarrow = useMediaQuery('(max-width: 760px)');
  const caption = `${counted(rows.length, 'day')} after the limit`;
  return (
    <DataTable
      caption={caption}
      columns={delayColumns}
      rows={rows}
      rowId={({ day }) => day}
      given={{ ...at, all: rows }}
      isCards={isNarrow}
    />
  );
}
