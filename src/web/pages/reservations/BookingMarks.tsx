import type { BookingMark } from '#domain/reservations/bookingTitles.ts';
import style from './BookingMarks.module.css';

/** What the whole picture says about single bookings, by their keys; every view draws it in the same way. */
export type Marks = ReadonlyMap<string, BookingMark>;

/** The conflict as a shape (filled: definite, outlined: possible), a stop of the check, and the change as a word; the label says both in words. */
export function MarkIcons({ mark }: { mark: BookingMark | undefined }) {
  return (
    <>
      {mark?.conflict && <ConflictIcon certainty={mark.conflict} />}
      {mark?.check?.level === 'stop' && !mark.conflict && <StopIcon words={mark.check.words} />}
      {mark?.change && <span className={style['change']}>{mark.change}</span>}
    </>
  );
}

/** A check that says stop where no conflict says so already; the words stand in the label. */
function StopIcon({ words }: { words: string }) {
  return (
    <svg className={style['conflict']} width="14" height="14" viewBox="0 0 16 16" aria-hidden="true">
      <title>{words}</title>
      <path className={style['stop']} d="M5 1h6l4 4v6l-4 4H5l-4-4V5z" />
      <path className={style['bang']} d="M4.5 8h7" />
    </svg>
  );
}

export function ConflictIcon({ certainty }: { certainty: 'definite' | 'possible' }) {
  return (
    <svg
      className={style['conflict']}
      data-certainty={certainty}
      width="14"
      height="14"
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      <path className={style['diamond']} d="M8 1 15 8l-7 7-7-7z" />
      <path className={style['bang']} d="M8 4.5v4.2m0 2.5v.1" />
    </svg>
  );
}

/** How many of these have a part in a conflict, and whether one of them is definite. */
export function countConflicts(bookings: readonly { readonly key: string }[], marks: Marks) {
  const found = bookings.flatMap(({ key }) => marks.get(key)?.conflict ?? []);
  return { count: found.length, certainty: found.includes('definite') ? 'definite' : 'possible' } as const;
}
