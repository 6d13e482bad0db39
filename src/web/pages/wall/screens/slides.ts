import { millisecondsInMinute } from '#domain/units.ts';
import type { Config } from '#contract/gateway/config.ts';
import type { Connection } from '#domain/answers/connection.ts';
import { type Knowledge, knowledgeOf, noneText, unanswered } from '#domain/answers/known.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { openingOf } from '#domain/calendar/opening.ts';
import { type Darkness, darknessIn } from '#domain/calendar/twilight.ts';
import { checkMarkOf } from '#domain/readiness/check.ts';
import type { ReadinessIndex } from '#domain/readiness/readinessIndex.ts';
import { isVoid } from '#domain/reservations/state.ts';
import { placeNotKnown, shortName } from '#domain/reservations/locations.ts';
import { inSpan } from '#domain/reservations/reservations.ts';
import { aircraftRows } from '#domain/timeline/resources.ts';
import { type HourMark, hourMarks } from '#web/components/timetrack/trackModel.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import type { BoardScreen, ScreenTurn } from '#domain/wall/settings.ts';
import type { TextSizes } from '#domain/wall/textSizes.ts';
import { counted } from '#domain/words.ts';
import type { Source } from '#web/pages/wall/useWallModel.ts';
import type { WallModel } from '#web/pages/wall/wallModel.ts';
import { type DayRow, daySchedule, type DaySchedule, hoursWithNow } from './daySchedule.ts';
import { type DueRow, dueRows } from './due.ts';
import { type FleetTile, isSimulatorName, type Meaning, highlightCounts } from './fleetTiles.ts';
import { listLayout, type ListLayout, pairLayout, type PairLayout, tileLayout, type TileLayout } from './layout.ts';
import { type MovementList, movementLists, type MovementRow } from './movements.ts';

/** What a slide shows, as data. */
export type SlideContent =
  | { readonly kind: 'message'; readonly text: string; readonly role: 'status' | 'alert' | undefined }
  | { readonly kind: 'fleet'; readonly tiles: readonly FleetTile[]; readonly layout: TileLayout; readonly gap: number }
  | {
      readonly kind: 'movements';
      /** Departures, and returns; `count` says how many there are, and which of them this page shows: `1–6 of 38`. */
      readonly lists: readonly {
        readonly direction: MovementList['direction'];
        readonly title: string;
        readonly count: string;
        readonly rows: readonly CheckedMovement[];
      }[];
      readonly layout: PairLayout;
      readonly hasNames: boolean;
    }
  | { readonly kind: 'maintenance'; readonly rows: readonly DueRow[]; readonly layout: ListLayout }
  | {
      readonly kind: 'day';
      readonly schedule: DaySchedule;
      readonly rows: readonly DayRow[];
      readonly hours: Span;
      readonly marks: readonly HourMark[];
      readonly darkness: readonly Darkness[];
      readonly now: Instant;
    };

/** A row with the level of a departure's dispatch check, if it is “do not dispatch” or “caution”. */
export type CheckedMovement = MovementRow & { readonly mark: ReturnType<typeof checkMarkOf> };

/** One page of one screen. */
export type WallSlide = ScreenTurn & {
  readonly page: number;
  readonly pages: number;
  /** `24 aircraft`; where this page does not show all, `150 aircraft, 61–120 shown`; after the location, `Pueblo · 9 aircraft`. */
  readonly subtitle: string;
  /** The number of aircraft for each mark without a word beside it. */
  readonly legend: readonly LegendEntry[];
  readonly content: SlideContent;
  /** Its sources. */
  readonly sources: readonly Source[];
};

export type LegendEntry = { readonly meaning: Meaning; readonly count: number | null };

type ScreenPages = {
  readonly sources: readonly Source[];
  readonly legend?: WallSlide['legend'];
  readonly pages: readonly { readonly subtitle: string; readonly content: SlideContent }[];
};

export type SlideOptions = {
  /** The space for a slide, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly sizes: TextSizes;
  readonly school: Config;
  readonly readings: Readonly<Record<Source, Reading>>;
  /** To the gateway. */
  readonly connection: Connection;
};

/** All slides of a board in their order. A screen that cannot be built becomes one slide that says so. */
export function slidesOf(turns: readonly ScreenTurn[], model: WallModel, options: SlideOptions): WallSlide[] {
  return turns.flatMap((turn) => {
    const { pages, legend = [], sources } = pagesOf(turn.screen, model, options);
    const { location } = model;
    return pages.map(({ subtitle, content }, index) => ({
      ...turn,
      subtitle: location ? [shortName(location, maxLetters), subtitle].filter(Boolean).join(' · ') : subtitle,
      content,
      page: index,
      pages: pages.length,
      legend,
      sources,
    }));
  });
}

/** The letters of a location's name that fit in a title beside the counts. */
const maxLetters = 24;

function pagesOf(screen: BoardScreen, model: WallModel, options: SlideOptions): ScreenPages {
  try {
    return screens[screen](model, options);
  } catch (error) {
    return single([], faultText(error), 'alert');
  }
}

/** The text that replaces a failed screen. */
export function faultText(error: unknown): string {
  return `This screen failed; the others still work. ${error instanceof Error ? error.message : String(error)}`;
}

const screens: Readonly<Record<BoardScreen, (model: WallModel, options: SlideOptions) => ScreenPages>> = {
  fleet: fleetPages,
  movements: movementPages,
  maintenance: maintenancePages,
  day: dayPages,
};

const maxListPages = 3;

function fleetPages({ aircraft, tiles, wording, placeless }: WallModel, options: SlideOptions): ScreenPages {
  const sources = ['aircraft', 'reservations', 'history', 'reminders', 'squawks'] as const;
  const { width, height, sizes } = options;
  if (!aircraft) return loading(sources, 'aircraft', wording, options);
  if (tiles.length === 0) return none(sources, 'No aircraft.', known(['aircraft'], wording, options));
  const { lacks } = known(sources, wording, options);
  const gap = Math.round(sizes.legible * 0.3);
  const layout = tileLayout({
    count: tiles.length,
    width,
    height,
    gap,
    sizes,
    tail: Math.max(...tiles.map(({ tail }) => (isSimulatorName(tail) ? 0 : tail.length))),
    hasSquawks: tiles.some(({ squawk }) => squawk !== null),
  });
  return {
    sources,
    legend: layout.level === 'full' ? [] : highlightCounts(tiles),
    pages: paged(tiles, layout).map((page, index) => ({
      subtitle: [
        shownText(`${tiles.length} aircraft`, tiles.length, { before: index * layout.perPage, own: page.length }),
        ...(placeless > 0 ? [`${placeless} with ${placeNotKnown}`] : []),
        ...lacks,
      ].join(', '),
      content: { kind: 'fleet', tiles: page, layout, gap },
    })),
  };
}

function movementPages(model: WallModel, options: SlideOptions): ScreenPages {
  const sources = ['reservations', 'history'] as const;
  const { width, height, sizes } = options;
  const { reservations, movementSpan, wording, readiness, grounded } = model;
  if (!reservations) return loading(sources, 'reservations', wording, options);
  const index = readiness.reservations;
  const lists = movementLists(reservations, { index, span: movementSpan, grounded }, wording);
  const ofList = known(sources, wording, options);
  if (lists.every(({ rows }) => rows.length === 0)) return none(sources, 'No departures or returns today.', ofList);
  // The marks depend on the aircraft's records too.
  const { lacks } = known([...sources, 'aircraft', 'reminders', 'squawks'], wording, options);
  const [departures, returns] = lists;
  const counts = [departures.rows.length, returns.rows.length] as const;
  const layout = pairLayout({ counts, width, height, sizes, maxPages: maxListPages });
  const [departing, returning] = layout.perPage;
  return {
    sources,
    legend: groundedLegend(lists.flatMap(({ rows }) => rows)),
    pages: Array.from({ length: layout.pages }, (_, page) => ({
      subtitle: lacks.join(', '),
      content: {
        kind: 'movements',
        lists: [
          movementPage(departures, page, departing, readiness),
          movementPage(returns, page, returning, readiness),
        ],
        layout,
        hasNames: wording.names !== 'none',
      },
    })),
  };
}

/**
 * What a page shows of one list; a list with fewer pages than the other starts again. The count also names the flights that
 * the overview counts separately. Only the rows of a page are checked, because a check takes longest.
 */
function movementPage(
  { direction, rows, earlier }: MovementList,
  page: number,
  perPage: number,
  readiness: ReadinessIndex,
) {
  const pages = Math.min(maxListPages, Math.max(1, Math.ceil(rows.length / perPage)));
  const first = (page % pages) * perPage;
  const ownMovementRows = rows.slice(first, first + perPage);
  const title = direction === 'out' ? 'Departures' : 'Returns';
  const count =
    ownMovementRows.length === rows.length
      ? `${rows.length}`
      : `${first + 1}–${first + ownMovementRows.length} of ${rows.length}`;
  const some = (number: number, what: string) => (number > 0 ? `, ${number} ${what}` : '');
  const among = ['not out yet', 'not back', 'may be out', 'done'].map((kind) =>
    some(rows.filter((row) => row.kind === kind).length, kind),
  );
  return {
    direction,
    title,
    count: count + among.join('') + some(earlier, 'earlier'),
    rows: ownMovementRows.map((row) => ({ ...row, mark: direction === 'out' ? markOf(row, readiness) : null })),
  };
}

function markOf({ key }: MovementRow, readiness: ReadinessIndex): CheckedMovement['mark'] {
  const found = readiness.reservations.byKey.get(key);
  return found ? checkMarkOf(found.reservation, readiness) : null;
}

function maintenancePages(model: WallModel, options: SlideOptions): ScreenPages {
  const sources = ['aircraft', 'reminders'] as const;
  const { readings, width, height, sizes } = options;
  const { aircraft, dueItems, horizons, wording } = model;
  if (!aircraft || readings.reminders.asOf === null)
    return loading(sources, aircraft ? 'reminders' : 'aircraft', wording, options);
  const rows = dueRows(dueItems, horizons, wording);
  const ofList = known(sources, wording, options);
  if (rows.length === 0) return none(sources, 'No reminder is Expired or Warning.', ofList);
  const layout = listLayout({ count: rows.length, width, height, sizes, maxPages: maxListPages });
  return {
    sources,
    pages: paged(rows, layout).map((page, index) => ({
      subtitle: [
        shownText(counted(rows.length, 'reminder'), rows.length, {
          before: index * layout.perPage,
          own: page.length,
          isLast: index === layout.pages - 1,
        }),
        ...ofList.lacks,
      ].join(', '),
      content: { kind: 'maintenance', rows: page, layout },
    })),
  };
}

/** Hour labels stand at least this many font sizes apart. */
const labelWidth = 2.6;
const steps = [60, 120, 180, 240, 360] as const;

function dayPages(model: WallModel, options: SlideOptions): ScreenPages {
  const sources = ['reservations', 'aircraft'] as const;
  const { width, height, sizes, school } = options;
  const { aircraft, reservations, today, wording, grounded } = model;
  const { now, clock, names } = wording;
  if (!reservations) return loading(sources, 'reservations', wording, options);
  if (!aircraft) return loading(sources, 'aircraft', wording, options);
  const booked = inSpan(reservations, today);
  const opening = openingOf(
    [today],
    booked.filter((reservation) => !isVoid(reservation)),
    school.timeZone,
  );
  const hours = hoursWithNow(opening, today, now);
  const rows = aircraftRows(booked, aircraft).filter(({ id }) => id !== 'none');
  const schedule = daySchedule({ rows, hours, now, names, grounded }, { width, height, sizes });
  const ofList = known(sources, wording, options);
  if (schedule.count === 0) return none(sources, 'No aircraft booked today.', ofList);
  const perMinute = ((width - schedule.head) / (hours.end - hours.start)) * millisecondsInMinute;
  const step = steps.find((candidate) => candidate * perMinute >= labelWidth * schedule.font) ?? 720;
  const marks = hourMarks([today], step, clock).filter(({ at }) => at >= hours.start && at < hours.end);
  const darkness = darknessIn(hours, school.timeZone, school.position);
  return {
    sources,
    legend: groundedLegend(schedule.pages.flat()),
    pages: schedule.pages.map((page, index) => ({
      subtitle: [
        shownText(`${schedule.count} aircraft booked today`, schedule.count, {
          before: schedule.pages.slice(0, index).flat().length,
          own: page.length,
        }),
        ...ofList.lacks,
      ].join(', '),
      content: { kind: 'day', schedule, rows: page, hours, marks, darkness, now },
    })),
  };
}

function single(sources: readonly Source[], text: string, role?: 'status' | 'alert'): ScreenPages {
  return { sources, pages: [{ subtitle: '', content: { kind: 'message', text, role } }] };
}

/** How much is known of these sources together. */
function known(
  sources: readonly Source[],
  { now, clock }: WallModel['wording'],
  { readings, connection }: SlideOptions,
): Knowledge {
  return knowledgeOf(
    sources.map((source) => readings[source]),
    { now, clock, connection },
  );
}

/** The text for an empty screen: that there is nothing, or that it is not known. */
function none(sources: readonly Source[], words: string, ofSources: Knowledge): ScreenPages {
  const { text, isKnown } = noneText(ofSources, words);
  return single(sources, text, isKnown ? undefined : 'status');
}

/** What a screen waits for. Why it failed is said by the box above, which is there for every source that failed. */
function loading(
  sources: readonly Source[],
  missing: Source,
  wording: WallModel['wording'],
  options: SlideOptions,
): ScreenPages {
  return none(sources, '', unanswered(known([missing], wording, options)));
}

function paged<Item>(items: readonly Item[], { pages, perPage }: { pages: number; perPage: number }): Item[][] {
  return Array.from({ length: pages }, (_, page) => items.slice(page * perPage, (page + 1) * perPage));
}

type Shown = { readonly before: number; readonly own: number; readonly isLast?: boolean };

/** The total, the rows on this page, and on the last page how many rows no page shows. */
function shownText(what: string, count: number, { before, own, isLast = false }: Shown): string {
  if (own === count) return what;
  const [from, to] = [before + 1, before + own];
  const left = isLast && to < count ? `, ${count - to} not shown` : '';
  return `${what}, ${from === to ? from : `${from}–${to}`} shown${left}`;
}

/** The word of the mark beside tail numbers; the fleet's screen says how many aircraft are grounded. */
function groundedLegend(rows: readonly { readonly isGrounded: boolean }[]): LegendEntry[] {
  return rows.some(({ isGrounded }) => isGrounded) ? [{ meaning: 'grounded', count: null }] : [];
}
