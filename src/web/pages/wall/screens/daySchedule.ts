import { millisecondsInHour } from '#domain/units.ts';
import { idKey, type TimedReservation } from '#domain/reservations/reservations.ts';
import { isStillAway, isVoid, stateAt } from '#domain/reservations/state.ts';
import { lateText } from '#domain/time/clock.ts';
import { packLanes, placeIn } from '#domain/timeline/layout.ts';
import { type Instant, overlaps, type Span } from '#domain/time/time.ts';
import { type TextSizes, textWidth } from '#domain/wall/textSizes.ts';
import { blockNames, type NameStyle, shortWords } from '#domain/wall/words.ts';

/** Positions as shares of the drawn hours. */
type DayBar = {
  readonly key: string;
  readonly left: number;
  readonly width: number;
  readonly lane: number;
  readonly kind: TimedReservation['kind'];
  readonly state: 'open' | 'away' | 'done' | 'plain';
  /** Empty where not even a few letters fit. */
  readonly label: string;
};

export type DayRow = {
  readonly id: string;
  readonly tail: string;
  /** True if the aircraft's records ground it. */
  readonly isGrounded: boolean;
  readonly lanes: number;
  readonly bars: readonly DayBar[];
};

export type DaySchedule = {
  /** Pixels; never below the legible size. */
  readonly font: number;
  readonly laneHeight: number;
  /** The width of the tail numbers and the height of the hours, in pixels. */
  readonly head: number;
  readonly axis: number;
  readonly pages: readonly (readonly DayRow[])[];
  readonly count: number;
};

type DayRoom = { readonly width: number; readonly height: number; readonly sizes: TextSizes };
type DaySources = {
  readonly rows: readonly {
    readonly id: string;
    readonly label: string;
    readonly reservations: readonly TimedReservation[];
  }[];
  readonly hours: Span;
  readonly now: Instant;
  readonly names: NameStyle;
  /** Aircraft that are grounded, by `idKey`. */
  readonly grounded: ReadonlySet<string>;
};

/** Heights in font sizes, as `DayScreen.module.css` draws them; the edge and the space before a bar's text; a tail's letter. */
const lane = 1.5;
const axisLines = 1.5;
const barEdge = 0.5;
const monoLetter = 0.65;
/** Longer names belong to simulators, and are cut. */
const maxTailLetters = 7;
/** The mark beside a tail number, and the space before the bars. */
const besideTail = 2;
const fewLetters = 3;

/** The hours to draw: those of the day's reservations, extended to show an hour around now. */
export function hoursWithNow(hours: Span, day: Span, now: Instant): Span {
  if (now < day.start || now >= day.end) return hours;
  return {
    start: Math.max(day.start, Math.min(hours.start, now - millisecondsInHour)),
    end: Math.min(day.end, Math.max(hours.end, now + millisecondsInHour)),
  };
}

/** A row for each aircraft booked within the hours, in the order given; overlapping reservations take a lane each. */
export function daySchedule({ rows, hours, now, names, grounded }: DaySources, room: DayRoom): DaySchedule {
  const booked = rows
    .map((row) => ({
      ...row,
      packed: packLanes(row.reservations.filter((reservation) => overlaps(reservation, hours) && !isVoid(reservation))),
    }))
    .filter(({ packed }) => packed.reservations.length > 0);
  const { legible, easy } = room.sizes;
  const lanes = booked.map(({ packed }) => packed.depth);
  const fewest = pagesOf(lanes, roomAt(legible, room)).length;
  let font = easy;
  while (font > legible && pagesOf(lanes, roomAt(font, room)).length > fewest) font--;
  const tail = Math.min(maxTailLetters, Math.max(6, ...booked.map(({ label }) => label.length)));
  const head = Math.ceil((tail * monoLetter + besideTail) * font);
  const barsWidth = room.width - head;
  const drawn = booked.map(({ id, label, packed }): DayRow => {
    const bars = packed.reservations.map((reservation, index): DayBar => {
      const { left, width } = placeIn(hours, reservation);
      return {
        key: reservation.key,
        left,
        width,
        lane: packed.lanes[index] ?? 0,
        kind: reservation.kind,
        state: stateOf(reservation, now),
        label: lateLabel(reservation, names, (width * barsWidth) / font - barEdge, now),
      };
    });
    return { id, tail: label, isGrounded: grounded.has(idKey(id)), lanes: packed.depth, bars };
  });
  const pages = evenPages(lanes, roomAt(font, room)).map(({ from, to }) => drawn.slice(from, to));
  return {
    font,
    laneHeight: laneHeightOf(pages, font, room),
    head,
    axis: Math.ceil(axisLines * font),
    pages: pages.length > 0 ? pages : [[]],
    count: drawn.length,
  };
}

/** The people or purpose of a reservation, as far as it fits; empty if only a letter or two would. `room` in font sizes. */
function labelOf(reservation: TimedReservation, names: NameStyle, room: number): string {
  const named = blockNames(reservation, names);
  const forms = named.length > 0 ? named : [shortWords(reservation.activity || reservation.type)];
  const [min = ''] = (forms.at(-1) ?? '').split(named.length > 0 ? ',' : ' ', 1);
  const fitting = [...forms, min].find((form) => form !== '' && textWidth(form) <= room);
  return fitting ?? cutTo(min, room);
}

/** The same, with how long it is not back: `Kumar +0:05`. If only one fits, that, because no other mark says it within the grace. */
function lateLabel(reservation: TimedReservation, names: NameStyle, room: number, now: Instant): string {
  const state = stateAt(reservation, now);
  const late = isStillAway(state) ? lateText(state.late) : '';
  if (late === '' || textWidth(late) > room) return labelOf(reservation, names, room);
  return [labelOf(reservation, names, room - textWidth(` ${late}`)), late].filter(Boolean).join(' ');
}

/** The first letters of a name, if a few of them fit. */
function cutTo(name: string, room: number): string {
  const letters = Array.from(name);
  let count = letters.length;
  while (count > 0 && textWidth(letters.slice(0, count).join('')) > room) count--;
  return count < fewLetters ? '' : letters.slice(0, count).join('');
}

/** The number of lanes that fit on a page. */
function roomAt(font: number, { height }: DayRoom): number {
  return Math.max(1, Math.floor((height - Math.ceil(axisLines * font)) / Math.floor(lane * font)));
}

type Page = { from: number; to: number };

/** Few rows are spread over the space, up to twice their minimum height; equal on every page. */
function laneHeightOf(pages: readonly (readonly DayRow[])[], font: number, { height }: DayRoom): number {
  const max = Math.max(1, ...pages.map((page) => page.reduce((sum, { lanes }) => sum + lanes, 0)));
  const min = Math.floor(lane * font);
  return Math.max(min, Math.min(2 * min, Math.floor((height - Math.ceil(axisLines * font)) / max)));
}

/** Fills pages of a number of lanes with rows; a row taller than a page has its own page. */
function pagesOf(lanes: readonly number[], room: number): Page[] {
  const pages: Page[] = [];
  let used = room;
  for (const [index, own] of lanes.entries()) {
    const page = pages.at(-1);
    if (page && used + own <= room) page.to = index + 1;
    else pages.push({ from: index, to: index + 1 });
    used = page && used + own <= room ? used + own : own;
  }
  return pages;
}

/** As few pages as possible, about equally full. */
function evenPages(lanes: readonly number[], room: number): Page[] {
  const { length } = pagesOf(lanes, room);
  for (let min = 1; min < room; min++) {
    const pages = pagesOf(lanes, min);
    if (pages.length === length) return pages;
  }
  return pagesOf(lanes, room);
}

function stateOf(reservation: TimedReservation, now: Instant): DayBar['state'] {
  const state = stateAt(reservation, now);
  if (isStillAway(state)) return state.step === 0 ? 'away' : 'open';
  if (state.kind === 'in the shop') return 'open';
  if (state.kind === 'out' && state.isCheckedOut) return 'away';
  return state.kind === 'done' || reservation.end <= now ? 'done' : 'plain';
}
