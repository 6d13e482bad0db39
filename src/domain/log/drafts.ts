import { UnreadableAnswer } from '#contract/answers.ts';
import type { ReplicaSet } from '#contract/gateway/ages.ts';
import type { LogEntry } from '#contract/gateway/log.ts';
import type { Zone } from '#domain/time/time.ts';

/** One changed record of an answer, as the gateway compared it; `null` where there was or is none. */
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
  /** The tail number of an aircraft by its id; null where it is not known. */
  readonly tailOf: (aircraftId: string) => string | null;
  /** Milliseconds between the answer that `before` was last in and the one that `after` is in. */
  readonly passed: number;
};

/** An entry before it has its number and its time. */
export type LogDraft = Omit<LogEntry, 'seq' | 'at'>;

export type Both<Value> = { readonly before: Value | null; readonly after: Value | null };

/** Both records as they are read; null where one of them cannot be. */
export function bothOf<Value>({ before, after }: LoggedRecord, read: (record: unknown) => Value): Both<Value> | null {
  const readOne = (record: unknown) => (record == null ? null : read(record));
  try {
    return { before: readOne(before), after: readOne(after) };
  } catch (error) {
    if (error instanceof UnreadableAnswer) return null;
    throw error;
  }
}

/** What an entry says of the aircraft that it is about. */
export function aircraftOf(aircraftId: string, { tailOf: tail }: LogContext) {
  return { aircraftId, tail: tail(aircraftId), people: [] };
}
