import { countText, type Knowledge, type NoneText, noneText, unanswered } from '#domain/answers/known.ts';
import { countAt, locationNote, narrowed, type Narrowing } from '#domain/reservations/locations.ts';
import { type Booking, isTimed } from '#domain/reservations/bookings.ts';

/** A page of the list as it has come. */
type ListPage = {
  readonly bookings: readonly Booking[];
  /** On all pages. */
  readonly totalItems: number;
  readonly notes: readonly (string | null)[];
  /** False while these are the rows of the page or the filters before. */
  readonly isAnswer: boolean;
  readonly narrowing: Narrowing;
  /** Of the page. */
  readonly known: Knowledge;
  /** Rows of the local copy, while the answer waits, and what to say of them. */
  readonly meanwhile: { readonly bookings: readonly Booking[]; readonly text: string } | null;
};

/** What the list shows below its filters. */
export type ShownList = {
  /** `50 of 1,204`; null while it is not known. */
  readonly count: string | null;
  readonly bookings: readonly Booking[];
  readonly notes: readonly (string | null)[];
  /** What of this page is left out, because the service cannot filter by location; null for nothing. */
  readonly scope: string | null;
  /** What stands in place of rows; null where there are some. */
  readonly empty: NoneText | null;
};

/** The rows of a page and what is odd about them. Another question's rows are never shown under new filters. */
export function shownList({
  bookings: all,
  totalItems,
  notes,
  isAnswer,
  narrowing,
  known,
  meanwhile,
}: ListPage): ShownList {
  if (!isAnswer) {
    const { shown } = narrowed(meanwhile?.bookings ?? [], narrowing.chosen ? narrowing.whereIs : null);
    const empty = shown.length > 0 ? null : noneText(unanswered(known), '');
    return { count: null, bookings: shown, notes: [], scope: meanwhile?.text ?? null, empty };
  }
  const here = narrowed(all, narrowing.chosen ? narrowing.whereIs : null);
  const bookings = here.shown;
  const note = locationNote(here, narrowing);
  const whole = `${bookings.length.toLocaleString('en')} of ${totalItems.toLocaleString('en')}`;
  const none = all.length > 0 ? 'All reservations of this page are elsewhere.' : 'No reservations match these filters.';
  const untimed = bookings.filter((booking) => !isTimed(booking)).length;
  return {
    count: countAt(countText(known, bookings.length, whole), narrowing),
    bookings,
    notes: [...notes, untimed > 0 ? `${untimed} without a readable span of time.` : null],
    scope: note && `This page: ${note} The service cannot filter reservations by location.`,
    empty: bookings.length > 0 ? null : noneText(known, none),
  };
}
