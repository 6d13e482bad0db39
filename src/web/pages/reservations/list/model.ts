import { countText, type Knowledge, lacking, type NoneText, noneText, unanswered } from '#domain/answers/known.ts';
import type { Filters } from '#domain/lists/listState.ts';
import { countAt, locationNote, narrowed, type Narrowing } from '#domain/reservations/locations.ts';
import { noneBooked } from '#domain/reservations/reservationSpans.ts';
import { isTimed, type Reservation } from '#domain/reservations/reservations.ts';
import type { Instant } from '#domain/time/time.ts';
import { millisecondsInMinute } from '#domain/units.ts';
import { counted, numberText } from '#domain/words.ts';

const halfHour = 30 * millisecondsInMinute;

/**
 * When today's list begins: a half hour or more before now, so that what has just ended and may not be back is in it. A whole half
 * hour, so that the question to the service does not change with every minute.
 */
export function listStart(now: Instant): Instant {
  return Math.floor((now - halfHour) / halfHour) * halfHour;
}

/** A page of the list as loaded. */
type ListPage = {
  readonly reservations: readonly Reservation[];
  /** The number of records on all pages. */
  readonly totalItems: number;
  readonly notes: readonly (string | null)[];
  /** How many records of the page could not be read. */
  readonly unreadable: number;
  /** False while these are the rows of the previous page or filters. */
  readonly isAnswer: boolean;
  readonly narrowing: Narrowing;
  /** What is known of the page. */
  readonly known: Knowledge;
  /** The filters that gave it. */
  readonly filters: Filters;
  /** Rows of the local copy while the answer waits, and a note about them. */
  readonly meanwhile: { readonly reservations: readonly Reservation[]; readonly text: string } | null;
};

/** What the list shows below its filters. */
export type ShownList = {
  /** `50 of 1,204`, or `0`; null until known. */
  readonly count: string | null;
  readonly reservations: readonly Reservation[];
  readonly notes: readonly (string | null)[];
  /** The rows of this page left out, because the service cannot filter by location; null for nothing. */
  readonly scope: string | null;
  /** The text in place of rows; null if there are some. */
  readonly empty: NoneText | null;
};

/** The rows of a page and its irregularities. Rows of another query are never shown under new filters. */
export function shownList({
  reservations: all,
  totalItems,
  notes,
  unreadable,
  isAnswer,
  narrowing,
  known: knowledge,
  filters,
  meanwhile,
}: ListPage): ShownList {
  if (!isAnswer) {
    const { shown } = narrowed(meanwhile?.reservations ?? [], narrowing.chosen ? narrowing.whereIs : null);
    const empty = shown.length > 0 ? null : noneText(unanswered(knowledge), '');
    return { count: null, reservations: shown, notes: [], scope: meanwhile?.text ?? null, empty };
  }
  const here = narrowed(all, narrowing.chosen ? narrowing.whereIs : null);
  const reservations = here.shown;
  // With rows, a note above reports unreadable ones; without rows, the list must not seem empty.
  const isLost = all.length === 0 && unreadable > 0;
  const known = isLost
    ? lacking(knowledge, `${counted(unreadable, 'reservation')} on this page could not be read`)
    : knowledge;
  const note = locationNote(here, narrowing);
  const whole = totalItems === 0 ? '0' : `${numberText(reservations.length)} of ${numberText(totalItems)}`;
  const untimed = reservations.filter((reservation) => !isTimed(reservation)).length;
  return {
    count: countAt(countText(known, reservations.length, whole), narrowing),
    reservations,
    notes: [...notes, untimed > 0 ? `${untimed} without readable times.` : null],
    scope: note && `This page: ${note} The service cannot filter reservations by location.`,
    empty: reservations.length > 0 ? null : noneText(known, noneWords(all.length, totalItems, filters)),
  };
}

/** Why there are no rows: on this page, or on all. */
function noneWords(onPage: number, inAll: number, filters: Filters): string {
  if (onPage > 0) return 'Every reservation on this page is at another location.';
  return inAll > 0 ? `This page is empty: ${counted(inAll, 'reservation')} on other pages.` : noneBooked(filters);
}
