import { isVoid } from '#domain/reservations/state.ts';
import { tailOf } from '#domain/reservations/reservations.ts';
import { titleOf } from '#domain/reservations/reservationTitles.ts';
import { type Change, changesWithin, changeText, lastingChanges, netChanges } from '#domain/reservations/changes.ts';
import { clockText, dayText, shownDay, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { type BriefDay, rest, startCell, tail, time } from './briefDay.ts';
import type { Draft } from './sheet.ts';

/**
 * The day's changed reservations since the evening before, by start: new, gone, moved, cancelled, or with another
 * aircraft, pilot or instructor. One that was booked and cancelled again needs no action and is left out.
 */
export function changeDraft(brief: BriefDay): Draft {
  const { changes, span, clock, now } = brief;
  const all = changesWithin(netChanges(changes.logged), span);
  const lasting = new Set(lastingChanges(all, now));
  const shown = all.filter(
    (change) => brief.isHere(change.reservation) && (lasting.has(change) || isCancelling(change, now)),
  );
  const at = (instant: Instant) => `${dayText(shownDay(instant, clock))} ${clockText(instant, clock)}`;
  return {
    id: 'changes',
    title: `Changed since ${at(Math.max(changes.from, changes.logFrom))}`,
    note: changes.logFrom > changes.from ? 'when the log began' : null,
    columns: [time, tail, rest],
    rows: shown.toSorted(byStart).map((change) => {
      const { start } = change.reservation;
      return {
        cells: [
          start === null ? '' : startCell(start, brief),
          tailOf(change.reservation) ?? '',
          `${titleOf(change.reservation)}: ${wordsOf(change, brief)}`,
        ],
        level: null,
      };
    }),
    none: 'Nothing',
  };
}

/** The change in words; for a reservation that moved to another day, its new time. */
function wordsOf(change: Change, { span, clock, now }: BriefDay): string {
  const words = changeText(change, clock, now);
  const { start } = change.reservation;
  const hasLeft = change.kind === 'changed' && start !== null && (start < span.start || start >= span.end);
  return hasLeft && start !== change.before.start ? `now ${whenText(start, now, clock)}, ${words}` : words;
}

/** A change of status alone counts if it cancels a future reservation or restores one. */
function isCancelling({ kind, reservation, before }: Change, now: Instant): boolean {
  return kind === 'changed' && isVoid(reservation) !== isVoid(before) && (reservation.end ?? 0) > now;
}

function byStart({ reservation: a }: Change, { reservation: b }: Change): number {
  return (a.start ?? 0) - (b.start ?? 0) || (a.key < b.key ? -1 : 1);
}
