import { type Knowledge, lackAfter } from '#domain/answers/known.ts';
import { peopleText, type Reservation, tailOf, type TimedReservation } from '#domain/reservations/reservations.ts';
import { shortSpanText, tailAndTitle } from '#domain/reservations/reservationTitles.ts';
import {
  type Change,
  changesWithin,
  changeText,
  lastingChanges,
  liveChanges,
  netChanges,
  type ReservationChange,
} from '#domain/reservations/changes.ts';
import type { Conflict } from '#domain/conflicts/conflict.ts';
import { conflictText } from '#domain/conflicts/conflictText.ts';
import { atRiskText, type LateList, type LateReservation } from '#domain/schedule/late.ts';
import { type Certainty, isStillAway, stateText } from '#domain/reservations/state.ts';
import { type At, dayText, shownDay, whenText } from '#domain/time/clock.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import type { Look, Tone } from '#web/components/controls/StateMark.tsx';

/**
 * The number of late items: `2 not back, 1 not out yet`, amber or red if an aircraft is not back. The tone is null for
 * nothing late, which is stated only once all sources are known. `late` is null until they are loaded.
 */
export function lateCount(
  late: LateList | null,
  known: Knowledge,
  hasFlights = true,
): { readonly words: string; readonly tone: Tone | null } {
  if (!late) return { words: 'Late: not known yet', tone: null };
  const doubtful = late.notBack.filter(({ state }) => state.kind === 'may be out');
  const certain = late.notBack.filter((reservation) => !doubtful.includes(reservation));
  const words = [
    certain.length > 0 && `${certain.length} not back`,
    doubtful.length > 0 && `${doubtful.length} may be out`,
    late.notOutYet.length > 0 && `${late.notOutYet.length} not out yet`,
    late.neverCheckedOut.length > 0 && `${late.neverCheckedOut.length} never checked out`,
  ].filter(Boolean);
  const lack = lackAfter(known);
  if (words.length > 0) {
    const parts = lack === null ? words : [...words, lack];
    return { words: parts.join(', '), tone: notBackTone(late) };
  }
  if (lack === null) return { words: hasFlights ? 'Nothing late' : 'Late: no flights', tone: null };
  if (known.state === 'not known') return { words: 'Late: not known yet', tone: null };
  return { words: known.lacks.length > 0 ? `Late: ${lack}` : `Late: not known since ${known.since}`, tone: null };
}

/** The same in figures, where words have no space: `5`; `5+` if more may be late, `?` if nothing is known. */
export function lateFigure(late: LateList | null, known: Knowledge): string {
  const count = late ? late.notBack.length + late.notOutYet.length + late.neverCheckedOut.length : 0;
  const isAll = late !== null && lackAfter(known) === null;
  if (count === 0) return isAll ? '0' : '?';
  return isAll ? String(count) : `${count}+`;
}

/** By the worst of the aircraft that are not back. Within the grace none is marked. */
function notBackTone({ notBack }: LateList): Tone {
  const worst = notBack.reduce((max, { state }) => (isStillAway(state) ? Math.max(max, state.step) : max), 0);
  return stepTones[worst] ?? 'plain';
}

const stepTones: readonly Tone[] = ['plain', 'warning', 'expired', 'expired'];

/** The late items at a location; reservations at risk behind them may be elsewhere. */
export function lateHere(late: LateList, isHere: (of: Reservation) => boolean): LateList {
  const shown = <One extends { readonly reservation: Reservation }>(all: readonly One[]) =>
    all.filter(({ reservation }) => isHere(reservation));
  return {
    ...late,
    notBack: shown(late.notBack),
    notOutYet: shown(late.notOutYet),
    neverCheckedOut: shown(late.neverCheckedOut),
    toClose: shown(late.toClose),
  };
}

/** A late reservation as a row, with the reservations at risk. */
export type LateRow = {
  readonly key: string;
  /** `not back +0:23`. */
  readonly state: string;
  /** The attention step, from 0 to 3: how long an aircraft is past its return. */
  readonly step: number;
  readonly tail: string;
  /** `Tue 12 May 1000–1042L Garcia / Lee`. */
  readonly words: string;
  readonly atRisk: readonly { readonly key: string; readonly words: string }[];
  /** `and 240 more`: those at risk that are not listed; null if all are. */
  readonly more: string | null;
};

export type LateGroup = {
  readonly title: string;
  readonly look: Look;
  readonly rows: readonly LateRow[];
};

/** The late list by kind of problem; groups without rows are left out. */
export function lateGroups(late: LateList, at: At): LateGroup[] {
  const rowsOf = (reservations: readonly LateReservation[]) =>
    reservations.map((reservation) => lateRow(reservation, at));
  const groups: LateGroup[] = [
    { title: 'Not back', look: { shape: 'open', tone: notBackTone(late) }, rows: rowsOf(late.notBack) },
    { title: 'Not out yet', look: { shape: 'half', tone: 'accent' }, rows: rowsOf(late.notOutYet) },
    { title: 'Never checked out', look: { shape: 'dashed', tone: 'plain' }, rows: rowsOf(late.neverCheckedOut) },
    {
      title: 'Back, not closed: the aircraft has flown since',
      look: { shape: 'ring', tone: 'inactive' },
      rows: rowsOf(late.toClose.map((entry) => ({ ...entry, atRisk: [], more: 0 }))),
    },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}

/** The mark of each reservation of the late list, with its state in words; each aircraft by its own lateness. */
export function lateMarks(late: LateList, at: At): ReadonlyMap<string, Look & { readonly words: string }> {
  const notBack = new Set(late.notBack.map(({ reservation }) => reservation.key));
  return new Map(
    lateGroups(late, at).flatMap(({ look, rows }) =>
      rows.map(({ key, state, step }) => {
        const own = notBack.has(key) ? { ...look, tone: stepTones[step] ?? 'plain' } : look;
        return [key, { ...own, words: state }] as const;
      }),
    ),
  );
}

/** The details show the person, and the telephone number on request. */
function lateRow({ reservation, state, atRisk, more }: LateReservation, { now, clock }: At): LateRow {
  const when = `${dayText(shownDay(reservation.start, clock))} ${shortSpanText(reservation, clock)}`;
  return {
    key: reservation.key,
    state: stateText(state),
    step: isStillAway(state) ? state.step : 0,
    tail: tailOf(reservation) ?? 'no aircraft',
    words: `${when} ${peopleText(reservation) || reservation.type}`,
    atRisk: atRisk.map((risk) => ({ key: risk.reservation.key, words: atRiskText(risk, now, clock) })),
    more: more > 0 ? `and ${more} more` : null,
  };
}

/** A conflict as a row, with its evidence. */
export type ConflictRow = {
  readonly key: string;
  readonly certainty: Certainty;
  readonly reservation: TimedReservation;
  /** `Tue 12 May 1000–1200L N512SP Garcia / Lee`. */
  readonly title: string;
  /** The reservation it conflicts with, if any. */
  readonly other: { readonly key: string; readonly title: string } | null;
  readonly evidence: string;
  /** Whether another aircraft would help; a double-booked person needs another time. */
  readonly needsAircraft: boolean;
};

/** Conflicts in words: the definite ones first, then in the order given. */
export function conflictRows(conflicts: readonly Conflict[], { now, clock }: At): ConflictRow[] {
  const titled = (reservation: TimedReservation) =>
    `${dayText(shownDay(reservation.start, clock))} ${shortSpanText(reservation, clock)} ${tailAndTitle(reservation)}`;
  const ordered = [
    ...conflicts.filter(({ certainty }) => certainty === 'definite'),
    ...conflicts.filter(({ certainty }) => certainty !== 'definite'),
  ];
  return ordered.map((conflict) => {
    const { key, certainty, reservation, other, reason } = conflict;
    const isOfPeople = reason === 'person twice' || reason === 'time off';
    return {
      key,
      certainty,
      reservation,
      title: titled(reservation),
      other: other && { key: other.key, title: titled(other) },
      evidence: `${conflictText(conflict, clock, now)}.`,
      needsAircraft: !isOfPeople && reservation.aircraftId !== null,
    };
  });
}

/** A logged change as a row. */
export type ChangeRow = {
  readonly key: string;
  /** `N512SP Garcia / Lee 1400L`. */
  readonly name: string;
  /** Deleted ones cannot be opened. */
  readonly isGone: boolean;
  /** `moved from 1300L`. */
  readonly words: string;
};

/** The most changes shown, the latest; the others are folded. */
const maxShown = 8;

/** Changes in order of time for the list: the latest are shown, earlier ones are folded. */
export function changeRows(changes: readonly Change[], at: At) {
  const rows = changes.map((change) => changeRow(change, at));
  return { total: rows.length, latest: rows.slice(-maxShown), earlier: rows.slice(0, -maxShown) };
}

function changeRow(change: Change, { now, clock }: At): ChangeRow {
  const { reservation } = change;
  return {
    key: reservation.key,
    name: [tailAndTitle(reservation), startText(reservation, { now, clock })].filter(Boolean).join(' '),
    isGone: change.kind === 'gone',
    words: changeText(change, clock, now),
  };
}

function startText({ start }: Reservation, { now, clock }: At): string {
  return start === null ? '' : whenText(start, now, clock);
}

export type ScheduleChanges = {
  /** From the last minutes, to mark on the reservations. */
  readonly live: readonly Change[];
  /** Since the last look, including times when no browser was open; in order of time. */
  readonly unseen: readonly Change[];
};

type ChangeLog = {
  /** In order of time, by the gateway's clock. */
  readonly logged: readonly ReservationChange[];
  /** By the gateway's clock; null until it is known. */
  readonly lookedAt: Instant | null;
  /** Milliseconds for which a change is marked. */
  readonly lifetime: number;
};

/** The changes in a span, from the gateway's log. */
export function scheduleChanges({ logged, lookedAt, lifetime }: ChangeLog, span: Span, now: Instant): ScheduleChanges {
  const since = (start: Instant) => changesWithin(netChanges(logged.filter(({ seenAt }) => seenAt > start)), span);
  const live = liveChanges(since(now - lifetime), now, lifetime);
  const later = lookedAt === null ? [] : since(lookedAt);
  const unseen = [...lastingChanges(later, now), ...liveChanges(later, now, lifetime)];
  return { live, unseen: [...new Set(unseen)].toSorted((a, b) => a.seenAt - b.seenAt) };
}

/** The changes of reservations that are, or were before the change, at the location. */
export function changesHere({ live, unseen }: ScheduleChanges, isHere: (of: Reservation) => boolean): ScheduleChanges {
  const isShown = ({ reservation, before }: Change) => isHere(reservation) || (before !== null && isHere(before));
  return { live: live.filter(isShown), unseen: unseen.filter(isShown) };
}

/** Changes as marks on the reservations: `moved from 1300L`, by reservation key; the previous map if unchanged. */
export function changeMarks(
  changes: readonly Change[],
  { now, clock }: At,
  previous: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const words = new Map(changes.map((change) => [change.reservation.key, changeText(change, clock, now)]));
  const isSame = words.size === previous.size && [...words].every(([key, text]) => previous.get(key) === text);
  return isSame ? previous : words;
}
