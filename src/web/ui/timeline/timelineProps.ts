import type { ReactNode } from 'react';
import type { TimedBooking } from '#domain/reservations/bookings.ts';
import type { BookingMark } from '#domain/reservations/bookingTitles.ts';
import type { Zoom } from '#domain/timeline/timeScale.ts';
import type { Darkness } from '#domain/calendar/twilight.ts';
import type { Instant, Span } from '#domain/time/time.ts';

export type TimelineRow = {
  readonly id: string;
  /** The row's name as it is spoken. */
  readonly label: string;
  /** The heading above the first of its rows, such as `C172S`; none when empty. */
  readonly group: string;
  readonly bookings: readonly TimedBooking[];
};

export type TimelineProps<Row extends TimelineRow> = {
  /** The spoken name of the whole board. */
  readonly label: string;
  /** What the rows are: the heading of their heads. */
  readonly headLabel: string;
  readonly rows: readonly Row[];
  readonly span: Span;
  /** The local days of the span. */
  readonly days: readonly Span[];
  readonly zoom: Zoom;
  readonly onZoom: (zoom: Zoom) => void;
  /** Shift with an arrow asks for the neighbouring days. */
  readonly onMove: (direction: -1 | 1) => void;
  /** The instant at the left edge; null for where a reader would begin. */
  readonly at: Instant | null;
  /** Told, to five minutes, when the reader has scrolled to another instant and come to rest. */
  readonly onAt: (at: Instant) => void;
  /** Keep its identity: a row's head is drawn again when its row is another object, or this. */
  readonly renderHead: (row: Row) => ReactNode;
  /** By the booking's key. */
  readonly marks: ReadonlyMap<string, BookingMark>;
  readonly nights: readonly Darkness[];
  /** Drawn under the hours, as wide as they are; it stays in sight with them. */
  readonly strip?: ReactNode;
  /** The key of the booking whose details are open. */
  readonly open: string | null;
  readonly onOpen: (booking: TimedBooking, row: Row) => void;
};
