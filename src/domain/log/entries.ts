import { parseRecord } from '#contract/answers.ts';
import type { LogKind, LogPlan } from '#contract/gateway/log.ts';
import { isRecord } from '#contract/objects.ts';
import { isGrounding, type Squawk, toSquawk } from '#domain/maintenance/squawks.ts';
import { isCheckedOut, isCompleted, isVoid } from '#domain/reservations/state.ts';
import {
  fullName,
  idKey,
  isFlight,
  peopleOf,
  personKey,
  pilotsOf,
  type Reservation,
  tailOf,
  toReservation,
} from '#domain/reservations/reservations.ts';
import { areSame, instructorsOf, isSameStatus } from '#domain/reservations/changes.ts';
import type { Instant, Zone } from '#domain/time/time.ts';
import { aircraftOf, type Both, bothOf, type LogContext, type LogDraft, type LoggedRecord } from './drafts.ts';
import { readingsEntry, reminderEntry } from './reminderEntries.ts';

/**
 * The log entries for the changes in one answer: one for each record with a change that the log follows. All odd
 * readings of an aircraft share one entry, because one meter moves several reminders. Unreadable records give no entry.
 */
export function logEntries(changes: readonly LoggedRecord[], context: LogContext): LogDraft[] {
  const ownDrafts = changes.flatMap((change) => entryOf(change, context) ?? []);
  const reminders = changes.filter(({ set }) => set === 'reminders');
  const readings = [...Map.groupBy(reminders, ({ scope }) => scope)].flatMap(([aircraftId, moved]) => {
    return readingsEntry(aircraftId, moved, context) ?? [];
  });
  return [...ownDrafts, ...readings];
}

/** Null if nothing changed that the log follows. */
function entryOf(change: LoggedRecord, context: LogContext): LogDraft | null {
  if (change.set === 'reservations') return reservationEntry(change, context.zone);
  if (change.set === 'reminders') return reminderEntry(change, context);
  return change.set === 'squawks' ? squawkEntry(change, context) : null;
}

/** A void reservation counts as absent. */
function reservationEntry(change: LoggedRecord, zone: Zone): LogDraft | null {
  const both = bothOf(change, (record) => toReservation(parseRecord('listReservations', record), zone));
  // Reservations that began before the stored days have a list of their own. One that ends leaves that list, which does
  // not mean it was deleted.
  if (!both || (change.scope !== '' && !(both.before && both.after))) return null;
  const kinds = reservationKinds(there(both.before), there(both.after));
  const reservation = both.after ?? both.before;
  if (kinds.length === 0 || !reservation) return null;
  const tails = (both.after && tailOf(both.after)) ?? (both.before && tailOf(both.before));
  return {
    kinds,
    aircraftId: reservation.aircraftId ?? both.before?.aircraftId ?? null,
    tail: tails,
    people: everyone(both),
    facts: {
      of: 'reservation',
      key: reservation.key,
      what: reservation.activity || reservation.type,
      before: both.before && planOf(both.before),
      after: both.after && planOf(both.after),
    },
  };
}

function there(reservation: Reservation | null): Reservation | null {
  return reservation && !isVoid(reservation) ? reservation : null;
}

function reservationKinds(before: Reservation | null, after: Reservation | null): LogKind[] {
  if (!before || !after) return before ? ['gone'] : after ? ['booked'] : [];
  const out = isFlight(after) && isCheckedOut(after) && !isCheckedOut(before);
  const back = isFlight(after) && isCompleted(after) && !isCompleted(before);
  const found: readonly (readonly [LogKind, boolean])[] = [
    ['moved', before.start !== after.start || before.end !== after.end],
    ['aircraft-swapped', aircraftKey(before) !== aircraftKey(after)],
    ['instructor-swapped', !areSame(instructorsOf(before), instructorsOf(after))],
    ['pilot-swapped', !areSame(pilotsOf(before), pilotsOf(after))],
    ['checked-out', out],
    ['back', back],
    ['status', !out && !back && !isSameStatus(before, after)],
  ];
  return found.flatMap(([kind, isSo]) => (isSo ? [kind] : []));
}

/** The aircraft's id, or its tail number if the service gives no id. */
function aircraftKey(reservation: Reservation): string {
  return idKey(reservation.aircraftId ?? tailOf(reservation) ?? '');
}

function everyone({ before, after }: Both<Reservation>): LogDraft['people'] {
  const all = [after, before].flatMap((reservation) => (reservation ? peopleOf(reservation) : []));
  const byKey = new Map(all.map((person) => [idKey(personKey(person)), person]));
  return Array.from(byKey.values(), ({ userId, name }) => ({ userId, name }));
}

function planOf(reservation: Reservation): LogPlan {
  const iso = (instant: Instant | null) => (instant === null ? null : new Date(instant).toISOString());
  return {
    start: iso(reservation.start),
    end: iso(reservation.end),
    aircraftId: reservation.aircraftId,
    tail: tailOf(reservation),
    instructor: reservation.instructor,
    pilots: (reservation.record.pilots ?? []).map(fullName).filter(Boolean),
    status: reservation.status,
  };
}

function squawkEntry(change: LoggedRecord, context: LogContext): LogDraft | null {
  const { id, scope } = change;
  const read = (record: unknown) => (isRecord(record) ? toSquawk(record, 0, context.zone) : null);
  const [before, after] = [read(change.before), read(change.after)];
  const kinds = squawkKinds(before, after);
  const squawk = after ?? before;
  if (kinds.length === 0 || !squawk) return null;
  return {
    kinds,
    ...aircraftOf(scope, context),
    facts: {
      of: 'squawk',
      id,
      description: shortened(squawk.description),
      isGrounding: squawk.grounding === 'yes',
      isReopened: before?.isResolved === true && after?.isResolved === false,
      action: squawk.action && shortened(squawk.action),
    },
  };
}

/** A squawk that is resolved at first sight gives no entry. */
function squawkKinds(before: Squawk | null, after: Squawk | null): LogKind[] {
  const [wasOpen, isOpen] = [before?.isResolved === false, after?.isResolved === false];
  if (!wasOpen)
    return isOpen ? ['squawk-opened', ...(after && isGrounding(after) ? (['squawk-grounds'] as const) : [])] : [];
  if (!isOpen) return after ? ['squawk-resolved'] : ['squawk-unlisted'];
  if (before?.grounding === after?.grounding) return [];
  if (after?.grounding === 'yes') return ['squawk-grounds'];
  // Whether one that may ground was released is not known.
  return before?.grounding === 'yes' && after?.grounding === 'no' ? ['squawk-released'] : [];
}

const longest = 300;

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
