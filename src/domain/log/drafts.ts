import { UnreadableAnswer } from '#contract/answers.ts';
import type { LogEntry } from '#contract/gateway/log.ts';
import type { ReplicaSet } from '#contract/sets.ts';
import type { Zone } from '#domain/time/time.ts';

/** One changed record of an answer, as the gateway compared it; `null` if there is none. */
export type LoggedRecord = {
  readonly set: ReplicaSet;
  /** The aircraft, for reminders and squawks. */
  readonly scope: string;
  readonly id: string;
  readonly before: unknown;
  readonly after: unknown;
};

export type LogContext = {
  readonly zone: Zone;
  /** An aircraft's tail number by its id; null if it is not known. */
  readonly tailOf: (aircraftId: string) => string | null;
  /** Milliseconds between the last answer with `before` and the one with `after`. */
  readonly passed: number;
};

/** An entry before it gets its number and its time. */
export type LogDraft = Omit<LogEntry, 'seq' | 'at'>;

export type Both<Value> = { readonly before: Value | null; readonly after: Value | null };

/** Both records in their read form; null if one of them is unreadable. */
export function bothOf<Value>({ before, after }: LoggedRecord, read: (record: unknown) => Value): Both<Value> | null {
  const readOne = (record: unknown) => (record == null ? null : read(record));
  try {
    return { before: readOne(before), after: readOne(after) };
  } catch (error) {
    if (error instanceof UnreadableAnswer) return null;
    throw error;
  }
}

/** An entry's members that identify the aircraft. */
export function aircraftOf(aircraftId: string, { tailOf: tail }: LogContext) {
  return { aircraftId, tail: tail(aircraftId), people: [] };
}
