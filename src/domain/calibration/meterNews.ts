import { parseRecord, UnreadableAnswer } from '#contract/answers.ts';
import { idKey, isFlight, isTimed, type TimedReservation, toReservation } from '#domain/reservations/reservations.ts';
import { isCheckedOut, isCompleted, isVoid } from '#domain/reservations/state.ts';
import type { Instant, Zone } from '#domain/time/time.ts';

/** One step of an aircraft's meter, as the gateway saw it between two reads of its reminders. */
export type MeterMove = {
  /** `idKey` of its id. */
  readonly aircraft: string;
  readonly at: Instant;
  /** Decimal hours. */
  readonly before: number;
  readonly after: number;
};

/** A reservation that was flown, as it was booked, and when the gateway saw it checked out and closed. */
export type FlownReservation = {
  readonly id: string;
  readonly aircraft: string;
  readonly activity: string;
  readonly start: Instant;
  readonly end: Instant;
  readonly outAt: Instant | null;
  readonly closedAt: Instant | null;
};

/** A change of a record, as the log of changes keeps it. */
export type MeterChange = {
  readonly set: string;
  readonly scope: string;
  readonly id: string;
  readonly at: Instant;
  readonly before: unknown;
  readonly after: unknown;
};

export type MeterNews = {
  readonly moves: readonly MeterMove[];
  /** The time of the change is `outAt` or `closedAt`, by what changed. */
  readonly flown: readonly FlownReservation[];
  /** Reservations that turned out not to be flown: cancelled, moved to another kind, or opened again. */
  readonly unflown: readonly string[];
};

/** What changes of reminders and reservations say about meters and flights. The changes are in the order of the log. */
export function meterNews(changes: readonly MeterChange[], zone: Zone): MeterNews {
  const moves = groupsOf(changes.filter(({ set }) => set === 'reminders')).flatMap(moveOf);
  const flown = new Map<string, FlownReservation>();
  const unflown = new Set<string>();
  for (const change of changes) {
    if (change.set !== 'reservations') continue;
    const id = idKey(change.id);
    const flight = flownOf(change, zone);
    // A reservation that leaves the stored days has not been deleted.
    if (change.after === null && change.scope !== '') continue;
    if (flight) {
      flown.set(id, joined(flown.get(id), flight));
      unflown.delete(id);
    } else {
      flown.delete(id);
      unflown.add(id);
    }
  }
  return { moves, flown: [...flown.values()], unflown: [...unflown] };
}

/** Adds a later change to what is known of a reservation. The booked times are those from before it was closed. */
export function joined(known: FlownReservation | undefined, later: FlownReservation): FlownReservation {
  if (!known) return later;
  const { start, end } = known.closedAt === null ? later : known;
  return { ...later, start, end, outAt: known.outAt ?? later.outAt, closedAt: known.closedAt ?? later.closedAt };
}

/** The changes from one answer about an aircraft are logged within this time. */
const together = 1_000;

function groupsOf(changes: readonly MeterChange[]): MeterChange[][] {
  const groups: MeterChange[][] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    const first = last?.[0];
    if (last && first?.scope === change.scope && change.at - first.at <= together) last.push(change);
    else groups.push([change]);
  }
  return groups;
}

/** How many of the last changes are from an answer that may have more changes in the next part of the log. */
export function unfinished(changes: readonly MeterChange[]): number {
  const last = changes.at(-1);
  if (last?.set !== 'reminders') return 0;
  const start = changes.findLastIndex(({ set, scope }) => set !== 'reminders' || scope !== last.scope) + 1;
  return start === 0 ? 0 : changes.length - start;
}

/** The step that most reminders of the aircraft made: they may count different meters, and one may be reset. */
function moveOf(group: readonly MeterChange[]): MeterMove[] {
  const steps = group.flatMap(({ before, after }) => {
    const [was, is] = [hoursIn(before), hoursIn(after)];
    return was === null || is === null || Math.abs(is - was) < min ? [] : [{ before: was, after: is }];
  });
  const byRise = Map.groupBy(steps, ({ before, after }) => Math.round((after - before) * 100));
  const [max] = [...byRise.values()].toSorted((a, b) => b.length - a.length);
  const [step] = max ?? [];
  const [first] = group;
  return step && first ? [{ aircraft: idKey(first.scope), at: first.at, ...step }] : [];
}

/** Smaller than the smallest step of any meter. */
const min = 1e-6;

/** The meter reading in a reminder's record. */
export function hoursIn(record: unknown): number | null {
  return (
    read(() => (record == null ? null : parseRecord('listMaintenanceReminders', record)))?.timeOptions?.currentHours ??
    null
  );
}

function flownOf({ id, at, before, after }: MeterChange, zone: Zone): FlownReservation | null {
  const now = flightIn(after, zone);
  if (!now || now.aircraftId === null) return null;
  const isClosed = isCompleted(now);
  if (!isClosed && !isCheckedOut(now)) return null;
  const planned = isClosed ? flightIn(before, zone) : null;
  const { start, end } = planned && !isCompleted(planned) ? planned : now;
  return {
    id: idKey(id),
    aircraft: idKey(now.aircraftId),
    activity: now.activity || now.type,
    start,
    end,
    outAt: isClosed ? null : at,
    closedAt: isClosed ? at : null,
  };
}

function flightIn(record: unknown, zone: Zone): TimedReservation | null {
  const reservation = read(() =>
    record == null ? null : toReservation(parseRecord('listReservations', record), zone),
  );
  return reservation && isTimed(reservation) && isFlight(reservation) && !isVoid(reservation) ? reservation : null;
}

/** A reservation as booked, if it was flown and closed. */
export function closedFlight(id: string, record: unknown, zone: Zone): FlownReservation | null {
  const reservation = flightIn(record, zone);
  return reservation && isCompleted(reservation)
    ? flownOf({ set: 'reservations', scope: '', id, at: reservation.end, before: null, after: record }, zone)
    : null;
}

/** Null for a record that cannot be read. */
function read<Value>(from: () => Value): Value | null {
  try {
    return from();
  } catch (error) {
    if (error instanceof UnreadableAnswer) return null;
    throw error;
  }
}
