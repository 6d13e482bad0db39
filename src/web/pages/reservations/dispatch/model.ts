import { type Knowledge, type NoneText, noneText, unanswered } from '#domain/answers/known.ts';
import { type ReservationKind, tailOf, type TimedReservation } from '#domain/reservations/reservations.ts';
import { shortSpanText, subtitleOf, tailAndTitle, titleOf } from '#domain/reservations/reservationTitles.ts';
import { type ReservationMark, spokenReservation } from '#domain/timeline/barWords.ts';
import { calendarDays, type CalendarDay, type DayReservation, voidText } from '#domain/calendar/days.ts';
import {
  ageText,
  dispatchBoard,
  type DispatchColumn,
  dispatchColumns,
  dispatchColumnOf,
} from '#domain/calendar/dispatch.ts';
import { isStillAway, isVoid, type ReservationState, stateAt } from '#domain/reservations/state.ts';
import { type Clock, clockDigits, clockText, dayText, repeatedHourNote, shownDay } from '#domain/time/clock.ts';
import { type Day, dayOf, type Instant, overlaps, type Span } from '#domain/time/time.ts';
import { kindWord, reservationKinds } from '#web/components/reservation/kinds.tsx';

/** The sources of the agenda and “By status”. */
export type DispatchSources = {
  /** In order of start. */
  readonly reservations: readonly TimedReservation[];
  readonly marks: ReadonlyMap<string, ReservationMark>;
  readonly now: Instant;
  readonly clock: Clock;
};

/** A reservation as a row of the agenda or a card of “By status”. */
type Entry = {
  readonly reservation: TimedReservation;
  readonly column: DispatchColumn | 'void';
  readonly mark: ReservationMark | undefined;
  /** The full text for screen readers. */
  readonly label: string;
  /** Its state: `ends in 40 min`, `not back +0:23`. */
  readonly age: string;
  /** True if it is not back, beyond the grace. */
  readonly isLate: boolean;
  /** Tooltip, if the clock shows the start or the end twice that night. */
  readonly timesNote: string | undefined;
};

function entryOf(reservation: TimedReservation, { marks, now, clock }: DispatchSources): Entry {
  const mark = marks.get(reservation.key);
  const age = ageText(reservation, now);
  const state = stateAt(reservation, now);
  return {
    reservation,
    column: dispatchColumnOf(reservation, now),
    mark,
    label: [tailOf(reservation), spokenReservation(reservation, clock, mark), age].filter(Boolean).join(', '),
    age,
    isLate: isStillAway(state) && !isInGrace(state),
    timesNote: repeatedHourNote([reservation.start, reservation.end], clock),
  };
}

/** A row of the agenda: times, aircraft, title and state. */
export type AgendaRow = Entry & {
  /** `1400`; an arrow if it began before the day. */
  readonly from: string;
  /** `1530L`; an arrow if it continues after the day. */
  readonly to: string;
  readonly tail: string | null;
  readonly isSimulator: boolean;
  readonly title: string;
  /** Shown while it is under way or open; otherwise the times say enough. */
  readonly shownAge: string | null;
  /** `since Mon 11 May · Dual`. */
  readonly details: string;
};

/** A day of the agenda. */
export type AgendaDay = {
  readonly day: Day;
  readonly heading: string;
  readonly isToday: boolean;
  readonly booked: string;
  readonly kinds: readonly { readonly kind: ReservationKind; readonly count: number; readonly word: string }[];
  /** Why not all rows are loaded; null otherwise. */
  readonly note: string | null;
  /** The text in place of rows if there are none; null if there are some, or not all are loaded. */
  readonly none: NoneText | null;
  /** Today's settled reservations, which are folded; null on other days, and if there are none. */
  readonly settled: { readonly summary: string; readonly rows: readonly AgendaRow[] } | null;
  /** Today: reservations that have begun or are not closed out. On other days: all. */
  readonly rows: readonly AgendaRow[];
  /** Today: the time now, and the reservations after it; null on other days. */
  readonly present: { readonly time: string; readonly words: string; readonly rows: readonly AgendaRow[] } | null;
};

type AgendaDays = {
  readonly first: Day;
  readonly count: number;
  /** The operator's zone: the agenda uses its days, whichever clock is shown. */
  readonly zone: string;
  /** The parts that are not read. */
  readonly missing: readonly Span[];
  /** What is known of the other parts. */
  readonly known: Knowledge;
};

/** The agenda: a number of days from a first one, each with its reservations in order of time. */
export function agendaOf({ first, count, zone, missing, known }: AgendaDays, sources: DispatchSources): AgendaDay[] {
  const today = dayOf(sources.now, zone);
  return calendarDays(sources.reservations, first, count, zone).map((day) => {
    const rows = day.reservations.map((reservation) => agendaRow(reservation, sources));
    const isMissing = missing.some((part) => overlaps(part, day.span));
    return {
      day: day.day,
      heading: dayText(day.day),
      isToday: day.day === today,
      ...countsOf(day, isMissing ? unanswered(known) : known),
      note: isMissing ? 'Some reservations of this day are not loaded yet.' : null,
      none: !isMissing && rows.length === 0 ? noneText(known, 'Nothing is booked.') : null,
      ...(day.day === today ? partsOfToday(rows, sources, isMissing) : { settled: null, rows, present: null }),
    };
  });
}

/** Void reservations are listed, but not counted as booked. */
function countsOf({ reservations }: CalendarDay, { state, isComing }: Knowledge): Pick<AgendaDay, 'booked' | 'kinds'> {
  const booked = reservations.filter(({ reservation }) => !isVoid(reservation));
  const byKind = Map.groupBy(booked, ({ reservation }) => reservation.kind);
  const kinds = reservationKinds.flatMap((kind) => {
    const count = byKind.get(kind)?.length ?? 0;
    return count > 0 ? [{ kind, count, word: kindWord(kind) }] : [];
  });
  if (booked.length === 0 && state !== 'known') return { booked: isComing ? 'not known yet' : 'not known', kinds };
  return { booked: `${booked.length} booked${state === 'not known' ? ' so far' : ''}`, kinds };
}

function partsOfToday(
  all: readonly AgendaRow[],
  { now, clock }: DispatchSources,
  isMissing: boolean,
): Pick<AgendaDay, 'settled' | 'rows' | 'present'> {
  const parts = Map.groupBy(all, ({ column, reservation }) => {
    if (column === 'completed' || column === 'void') return 'settled';
    return reservation.start <= now ? 'begun' : 'coming';
  });
  const settled = parts.get('settled') ?? [];
  const coming = parts.get('coming') ?? [];
  const none = isMissing ? 'rest of the day not known yet' : 'nothing more to come';
  const words = coming.length === 0 ? none : `${coming.length} to come${isMissing ? ' so far' : ''}`;
  return {
    settled: settled.length === 0 ? null : { summary: settledText(settled), rows: settled },
    rows: parts.get('begun') ?? [],
    present: { time: clockText(now, clock), words: `now, ${words}`, rows: coming },
  };
}

/** `12 completed`, `12 completed, 1 cancelled or no-show`. */
function settledText(rows: readonly AgendaRow[]): string {
  const voids = rows.filter(({ column }) => column === 'void').length;
  const completed = rows.length - voids;
  return [completed > 0 && `${completed} completed`, voids > 0 && voidText(voids)].filter(Boolean).join(', ');
}

function agendaRow({ reservation, fromBefore, goesOn }: DayReservation, sources: DispatchSources): AgendaRow {
  const { clock } = sources;
  const entry = entryOf(reservation, sources);
  const details = [
    fromBefore && `since ${dayText(shownDay(reservation.start, clock))}`,
    goesOn && `until ${dayText(shownDay(reservation.end, clock))}`,
    subtitleOf(reservation),
  ];
  return {
    ...entry,
    from: fromBefore ? '←' : clockDigits(reservation.start, clock),
    to: goesOn ? '→' : clockText(reservation.end, clock),
    tail: tailOf(reservation),
    isSimulator: reservation.record.aircraft?.isSimulator ?? false,
    title: titleOf(reservation),
    shownAge: entry.column === 'now' || entry.column === 'open' ? entry.age : null,
    details: details.filter(Boolean).join(' · '),
  };
}

/** A card of “By status”. */
export type BoardCard = Entry & {
  readonly title: string;
  /** `1400–1530L`, after its day unless that is the day shown. */
  readonly times: string;
  readonly subtitle: string;
};

/** A column of the dispatcher's board. */
export type BoardColumn = {
  readonly column: DispatchColumn;
  readonly name: string;
  readonly count: number;
  /** `3`; `3+` if some are not read; `?` if none is found so far. */
  readonly countText: string;
  /** True if someone must act: there are flights to close out, late by more than the grace. */
  readonly needsAttention: boolean;
  /** The text in place of cards; null if there are some. */
  readonly empty: NoneText | null;
  /** True for an empty column beside others: a strip with its name and 0. */
  readonly isNarrow: boolean;
  readonly cards: readonly BoardCard[];
};

const laneWords: { readonly [Name in DispatchColumn]: { readonly name: string; readonly empty: string } } = {
  upcoming: { name: 'Upcoming', empty: 'Nothing upcoming.' },
  now: { name: 'Now', empty: 'Nothing in progress.' },
  open: { name: 'Ended, not closed', empty: 'Nothing awaiting close-out.' },
  completed: { name: 'Completed', empty: 'Nothing completed yet.' },
};

/** “By status”: the reservations of a day by lane, and in words how many are in no column; `known` of the reservations. */
export function boardColumnsOf(
  sources: DispatchSources,
  { day, known }: { readonly day: Day; readonly known: Knowledge },
): {
  readonly columns: readonly BoardColumn[];
  readonly leftOut: string | null;
} {
  const { reservations, now } = sources;
  const board = dispatchBoard(reservations, now);
  const hasCards = dispatchColumns.some((column) => board[column].length > 0);
  const columns = dispatchColumns.map((column): BoardColumn => {
    const { name, empty } = laneWords[column];
    const cards = board[column].map((reservation) => laneCard(reservation, day, sources));
    const count = cards.length;
    return {
      column,
      name,
      count,
      countText: known.state === 'known' ? String(count) : count > 0 ? `${count}+` : '?',
      needsAttention: column === 'open' && cards.some(({ reservation }) => !isInGrace(stateAt(reservation, now))),
      empty: count === 0 ? noneText(known, empty) : null,
      isNarrow: count === 0 && hasCards && known.state === 'known',
      cards,
    };
  });
  const voids = board.void.length;
  return { columns, leftOut: voids === 0 ? null : `Not shown: ${voidText(voids)}. The List view has them.` };
}

function laneCard(reservation: TimedReservation, shown: Day, sources: DispatchSources): BoardCard {
  const { clock } = sources;
  const day = shownDay(reservation.start, clock);
  const times = shortSpanText(reservation, clock);
  return {
    ...entryOf(reservation, sources),
    title: tailAndTitle(reservation),
    times: day === shown ? times : `${dayText(day)} ${times}`,
    subtitle: subtitleOf(reservation),
  };
}

function isInGrace(state: ReservationState): boolean {
  return isStillAway(state) && state.step === 0;
}
