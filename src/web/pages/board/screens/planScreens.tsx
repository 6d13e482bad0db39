import type { ReactNode } from 'react';
import { dayBoard, hoursWithNow } from '#domain/board/dayBoard.ts';
import { dueRows, type DueRow } from '#domain/board/dueRows.ts';
import { listLayout, type ListLayout } from '#domain/board/listLayout.ts';
import { movementItems } from '#domain/board/movementItems.ts';
import type { BoardScreen } from '#domain/board/settings.ts';
import type { BoardSizes } from '#domain/board/sizes.ts';
import { tileLayout } from '#domain/board/tileLayout.ts';
import type { Config } from '#contract/gateway/config.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { aircraftRows } from '#domain/timeline/resources.ts';
import { hourMarks } from '#domain/timeline/timeScale.ts';
import { sheetHours } from '#domain/calendar/dayColumn.ts';
import { darknessIn } from '#domain/calendar/twilight.ts';
import { inSpan } from '#domain/reservations/bookings.ts';
import { DayScreen } from './DayScreen.tsx';
import { FleetScreen, SeverityKey } from './FleetScreen.tsx';
import { MovementsScreen } from './MovementsScreen.tsx';
import type { BoardData } from '#web/pages/board/useBoardData.ts';
import type { Room } from '#web/pages/board/useRoom.ts';
import { isName, Tail } from './Tail.tsx';
import { Fault, Nothing, Waiting } from './Words.tsx';
import { ReminderStatus } from '#web/ui/aircraft/ReminderStatus.tsx';
import boardListStyle from '#web/pages/board/BoardList.module.css';

/** A screen ready to be shown: its pages, and what stands in its title. */
export type Plan = {
  readonly pages: number;
  /** `24 aircraft`; with what a page does not show, `+6 more`. */
  readonly titleOf: (page: number) => string;
  /** What its marks mean, where they stand without words. */
  readonly legend?: ReactNode;
  readonly draw: (page: number) => ReactNode;
  /** What it is drawn from. */
  readonly readings: readonly Reading[];
};

type Given = { readonly data: BoardData; readonly room: Room; readonly sizes: BoardSizes; readonly school: Config };

const mostListPages = 3;

/** Plans one screen; one that cannot be planned says so, and the others stand. */
export function planScreen(screen: BoardScreen, given: Given): Plan {
  try {
    return planners[screen](given);
  } catch (error) {
    return { pages: 1, titleOf: () => '', draw: () => <Fault error={error} />, readings: [] };
  }
}

const planners: Readonly<Record<BoardScreen, (given: Given) => Plan>> = {
  fleet: planFleet,
  movements: planMovements,
  maintenance: planMaintenance,
  day: planDay,
};

function planFleet({ data: { aircraft, tiles, readings: all }, room, sizes }: Given): Plan {
  const readings = [all.aircraft, all.reservations, all.reminders];
  if (!aircraft) return single(readings, <Waiting reading={all.aircraft} />);
  if (tiles.length === 0) return single(readings, <Nothing>No aircraft.</Nothing>);
  const layout = tileLayout({
    count: tiles.length,
    ...room,
    gap: gapOf(sizes),
    sizes,
    tail: Math.max(...tiles.map(({ tail }) => (isName(tail) ? 0 : tail.length))),
    hasSquawks: tiles.some(({ squawk }) => squawk !== null),
  });
  const pageOf = (page: number) => tiles.slice(page * layout.perPage, (page + 1) * layout.perPage);
  return {
    pages: layout.pages,
    titleOf: (page) => counted(tiles.length, 'aircraft', tiles.length - pageOf(page).length),
    legend: layout.level === 'full' ? null : <SeverityKey tiles={tiles} />,
    draw: (page) => <FleetScreen tiles={pageOf(page)} layout={layout} gap={gapOf(sizes)} />,
    readings,
  };
}

function gapOf({ legible }: BoardSizes): number {
  return Math.round(legible * 0.3);
}

function planMovements({ data: { bookings, span, telling, markOf, readings: all }, room, sizes }: Given): Plan {
  const readings = [all.reservations];
  if (!bookings) return single(readings, <Waiting reading={all.reservations} />);
  const items = movementItems(bookings, span, telling, markOf);
  const flights = (of: typeof items) => of.filter(({ kind }) => kind === 'row').length;
  if (items.length === 0) return single(readings, <Nothing>No departures or returns to the end of tomorrow.</Nothing>);
  const layout = listLayout({ count: items.length, ...room, sizes, mostPages: mostListPages });
  const pageOf = (page: number) => items.slice(page * layout.perPage, (page + 1) * layout.perPage);
  return {
    pages: layout.pages,
    titleOf: (page) => counted(flights(items), 'flights', flights(items) - flights(pageOf(page))),
    draw: (page) => <MovementsScreen items={pageOf(page)} layout={layout} names={telling.names} />,
    readings,
  };
}

function planMaintenance({ data: { aircraft, due, horizons, telling, readings: all }, room, sizes }: Given): Plan {
  const readings = [all.reminders];
  if (!aircraft || all.reminders.asOf === null) return single(readings, <Waiting reading={all.reminders} />);
  const rows = dueRows(due, horizons, telling);
  if (rows.length === 0) return single(readings, <Nothing>No expired or warning reminders.</Nothing>);
  const layout = listLayout({ count: rows.length, ...room, sizes, mostPages: mostListPages });
  const pageOf = (page: number) => rows.slice(page * layout.perPage, (page + 1) * layout.perPage);
  return {
    pages: layout.pages,
    titleOf: (page) => counted(rows.length, 'reminders', rows.length - pageOf(page).length),
    draw: (page) => <MaintenanceScreen rows={pageOf(page)} layout={layout} />,
    readings,
  };
}

/** Hour labels stand at least this many font sizes apart. */
const labelRoom = 2.6;
const steps = [60, 120, 180, 240, 360] as const;

function planDay({ data, room, sizes, school }: Given): Plan {
  const { aircraft, bookings, day, telling, readings: all } = data;
  const readings = [all.reservations, all.aircraft];
  if (!bookings || !aircraft) return single(readings, <Waiting reading={bookings ? all.aircraft : all.reservations} />);
  const { now, clock, names } = telling;
  const today = inSpan(bookings, day);
  const hours = hoursWithNow(sheetHours(today, day), day, now);
  const rows = aircraftRows(today, aircraft).filter(({ id }) => id !== 'none');
  const board = dayBoard({ rows, hours, now, names }, { ...room, sizes });
  if (board.count === 0) return single(readings, <Nothing>Nothing is booked today.</Nothing>);
  const perMinute = ((room.width - board.head) / (hours.end - hours.start)) * 60_000;
  const step = steps.find((one) => one * perMinute >= labelRoom * board.font) ?? 720;
  const marks = hourMarks([day], step, clock).filter(({ at }) => at >= hours.start && at < hours.end);
  const darkness = darknessIn(hours, school.timeZone, school.position);
  return {
    pages: board.pages.length,
    titleOf: (page) => counted(board.count, 'aircraft booked today', board.count - (board.pages[page]?.length ?? 0)),
    draw: (page) => (
      <DayScreen
        board={board}
        rows={board.pages[page] ?? []}
        hours={hours}
        marks={marks}
        darkness={darkness}
        now={now}
      />
    ),
    readings,
  };
}

function single(readings: readonly Reading[], content: ReactNode): Plan {
  return { pages: 1, titleOf: () => '', draw: () => content, readings };
}

function counted(count: number, what: string, more: number): string {
  return more > 0 ? `${count} ${what}, +${more} more` : `${count} ${what}`;
}

/** What is Expired or warns, worst first, with the booking that will cross its limit and the visit before it. */
function MaintenanceScreen({ rows, layout }: { rows: readonly DueRow[]; layout: ListLayout }) {
  return (
    <div
      className={boardListStyle['list']}
      data-columns="maintenance"
      data-is-wide={layout.isWide}
      style={{ fontSize: layout.font }}
      role="table"
      aria-label="Reminders that are Expired or warn"
    >
      {layout.isWide && (
        <div className={boardListStyle['heading']} role="row">
          <span role="columnheader">Status</span>
          <span role="columnheader">Tail</span>
          <span role="columnheader">Reminder</span>
          <span role="columnheader">Left</span>
          <span role="columnheader">Crossed by</span>
          <span role="columnheader">Shop</span>
        </div>
      )}
      {rows.map((row) => (
        <div
          key={row.key}
          className={boardListStyle['row']}
          data-status={row.statusId}
          style={{ height: layout.rowHeight }}
          role="row"
        >
          <span className={boardListStyle['state']} role="cell">
            <ReminderStatus id={row.statusId} name={row.status} />
          </span>
          <span className={boardListStyle['tailCell']} role="cell">
            <Tail tail={row.tail} />
          </span>
          <span className={boardListStyle['reminder']} role="cell">
            {row.name}
          </span>
          <span className={boardListStyle['left']} role="cell">
            {row.left}
          </span>
          <span className={boardListStyle['crossing']} data-is-none={row.crossing === null} role="cell">
            {row.crossing ?? '–'}
          </span>
          <span className={`${boardListStyle['visit'] ?? ''} ${boardListStyle['quiet'] ?? ''}`} role="cell">
            {row.visit ?? '…'}
          </span>
        </div>
      ))}
    </div>
  );
}
