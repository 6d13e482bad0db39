import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { parseRecord, UnreadableAnswer } from '#contract/answers.ts';
import type { Config } from '#contract/gateway/config.ts';
import { changesShape, type LoggedChange } from '#contract/gateway/replica.ts';
import { toBooking } from '#domain/reservations/bookings.ts';
import { type BookingChange, isFollowed } from '#domain/reservations/changes.ts';
import type { Instant, Zone } from '#domain/time/time.ts';
import { isTransition, type ReminderChange } from '#domain/maintenance/dueList.ts';
import { type Answer, ask } from './client.ts';
import { readAs, zoneOf } from './replica.ts';

/** Milliseconds for which a change is marked as such, whoever has seen it. */
export const markLifetime = 5 * 60_000;
/** What changed longer ago is no news any more. */
const longestAbsence = 14 * 86_400_000;
const pageSize = 500;
/** Changes of one set that are held; the oldest go. */
const mostChanges = 5_000;

type LoggedSet = 'reminders' | 'reservations';

/** The part of the gateway's log that this visit has read. */
type Log<Change> = {
  /** In order of time; the same list as long as there is no news. */
  readonly changes: readonly Change[];
  /** Where to go on. */
  readonly next: number;
  /** ISO instant of the gateway's clock at the last answer, and the milliseconds it was ahead of this device's. */
  readonly at: string;
  readonly lead: number;
  /** The same of the first answer. */
  readonly firstAt: string;
};

export type SeenChanges<Change> = {
  /** With their times by the gateway's clock. */
  readonly changes: readonly Change[];
  /** By the gateway's clock, when the person last said to have seen them; null until the log has been read. */
  readonly lookedAt: Instant | null;
  /** Milliseconds that the gateway's clock was ahead of this device's when it last answered; less after a slow answer. */
  readonly lead: number;
  /** Says that all of them are seen. */
  readonly dismiss: () => void;
};

/** Changes of reminders that may be transitions, with those that came while no browser was open. */
export function useReminderChanges(school: Config): SeenChanges<ReminderChange> {
  return useChanges(school, 'reminders', readReminderChange);
}

/** Changes of reservations that a dispatcher follows, with those that came while no browser was open. */
export function useBookingChanges(school: Config): SeenChanges<BookingChange> {
  const zone = zoneOf(school);
  return useChanges(school, 'reservations', (logged, seenAt) => readBookingChange(logged, seenAt, zone));
}

type ReadChange<Change> = (logged: LoggedChange, seenAt: Instant) => Change | null;

function useChanges<Change>(school: Config, set: LoggedSet, read: ReadChange<Change>): SeenChanges<Change> {
  const key = `flightline seen ${set}, operator ${school.operatorId}`;
  const [seen, setSeen] = useState(() => remembered(key));
  const [start] = useState(() => startOf(seen, Date.now()));
  const { data } = useQuery(changesQuery(set, start, read));
  const at = data?.value.at;
  const dismiss = useCallback(() => {
    if (at === undefined) return;
    remember(key, at);
    setSeen(at);
  }, [key, at]);
  // At the first visit there is nothing to compare with: whatever follows is news.
  const firstAt = data?.value.firstAt;
  const lookedAt = seen ?? firstAt;
  useEffect(() => {
    if (seen === null && firstAt !== undefined) remember(key, firstAt);
  }, [key, seen, firstAt]);
  return {
    changes: data?.value.changes ?? none,
    lookedAt: lookedAt === undefined ? null : Date.parse(lookedAt),
    lead: data?.value.lead ?? 0,
    dismiss,
  };
}

const none: readonly never[] = [];

/** Since when the log is read: since the last look, and never less than marks last. */
function startOf(seen: string | null, now: Instant): string {
  const marked = now - markLifetime;
  const looked = Math.max(seen === null ? marked : Date.parse(seen), now - longestAbsence);
  return new Date(Math.min(looked, marked)).toISOString();
}

function changesQuery<Change>(set: LoggedSet, start: string, read: ReadChange<Change>) {
  return queryOptions({
    queryKey: ['replica', 'changes', set, start] as const,
    queryFn: async ({ client, queryKey, signal }): Promise<Answer<Log<Change>>> => {
      let log = client.getQueryData<Answer<Log<Change>>>(queryKey)?.value ?? null;
      for (;;) {
        const since = log?.next ?? start;
        const answer = await ask(`/replica/changes?since=${since}&set=${set}&limit=${pageSize}`, readChanges, {
          signal,
        });
        log = appended(log, answer.value, read, Date.now());
        if (!answer.value.hasMore || answer.value.changes.length === 0) return { ...answer, value: log };
      }
    },
    structuralSharing: false,
  });
}

type ChangesPage = ReturnType<typeof readChanges>;

function readChanges(body: unknown) {
  return readAs(changesShape, body);
}

/** The log with one answer more. One that goes on at an earlier number than was reached is another log: it begins anew. */
export function appended<Change>(
  log: Log<Change> | null,
  { changes, next, at }: ChangesPage,
  read: ReadChange<Change>,
  now: Instant,
): Log<Change> {
  const found = changes.map((logged) => read(logged, Date.parse(logged.at))).filter((change) => change !== null);
  const known = log && next >= log.next ? log.changes : none;
  const all = found.length === 0 ? known : [...known, ...found].slice(-mostChanges);
  return { changes: all, next, at, lead: Date.parse(at) - now, firstAt: log?.firstAt ?? at };
}

/** Null for a reading of a meter, or where a record cannot be read. */
export function readReminderChange({ scope, id, before, after }: LoggedChange, seenAt: Instant): ReminderChange | null {
  const records = bothOf({ before, after }, (record) => parseRecord('listMaintenanceReminders', record));
  return records && isTransition(records) ? { aircraftId: scope, id, ...records, seenAt } : null;
}

/** Null for a change that nobody follows, or where a record cannot be read. */
export function readBookingChange(logged: LoggedChange, seenAt: Instant, zone: Zone): BookingChange | null {
  const bookings = bothOf(logged, (record) => toBooking(parseRecord('listReservations', record), zone));
  return bookings && isFollowed(bookings) ? { ...bookings, seenAt } : null;
}

type Both<Value> = { readonly before: Value | null; readonly after: Value | null };

function bothOf<Value>({ before, after }: Both<unknown>, read: (record: unknown) => Value): Both<Value> | null {
  const readOne = (record: unknown) => (record == null ? null : read(record));
  try {
    return { before: readOne(before), after: readOne(after) };
  } catch (error) {
    if (error instanceof UnreadableAnswer) return null;
    throw error;
  }
}

/** The instant that is kept under a key, as ISO text; null where none is. */
export function remembered(key: string): string | null {
  try {
    const text = localStorage.getItem(key);
    return text !== null && Number.isFinite(Date.parse(text)) ? text : null;
  } catch {
    return null;
  }
}

/** A browser that keeps nothing remembers it for this visit. */
export function remember(key: string, at: string): void {
  try {
    localStorage.setItem(key, at);
  } catch {
    // Then the next visit is a first one.
  }
}
