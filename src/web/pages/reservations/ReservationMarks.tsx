import type { ReservationMark } from '#domain/timeline/barWords.ts';
import { placeNotKnown } from '#domain/reservations/locations.ts';
import { Icon } from '#web/components/controls/Icon.tsx';
import style from './ReservationMarks.module.css';

/** The marks of reservations by key: conflicts, checks and changes. Every view draws them in the same way. */
export type Marks = ReadonlyMap<string, ReservationMark>;

/**
 * The conflict as a shape (filled: definite, outlined: possible), a “do not dispatch” check, the change as a word, and a pin
 * if the location is unknown. Decorative: labels give all of it.
 */
export function MarkIcons({ mark }: { mark: ReservationMark | undefined }) {
  return (
    <>
      {mark?.conflict && <ConflictIcon certainty={mark.conflict} />}
      {mark?.check?.level === 'stop' && !mark.conflict && <StopIcon words={mark.check.words} />}
      {mark?.change && <span className={style['change']}>{mark.change}</span>}
      {mark?.isPlaceUnknown && (
        <span className={style['placeless']} data-tip={placeNotKnown}>
          <Icon name="place" size={14} />
        </span>
      )}
    </>
  );
}

/** A “do not dispatch” check, unless a conflict already shows it. */
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

/** How many of these have a definite conflict, and how many only possible ones. */
export function countConflicts(reservations: readonly { readonly key: string }[], marks: Marks) {
  const found = reservations.flatMap(({ key }) => marks.get(key)?.conflict ?? []);
  const definite = found.filter((certainty) => certainty === 'definite').length;
  return { definite, possible: found.length - definite };
}
