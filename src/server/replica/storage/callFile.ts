import { closeSync, constants, fchmodSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import type { ReplicaStorage } from './storage.ts';

/** How long the end of a call is remembered, in milliseconds: twice the window of the allowance. */
const callsKept = 120_000;

export type CallFile = Pick<ReplicaStorage, 'beginCall' | 'endCall' | 'recentCalls'> & {
  /** Adds calls of an earlier process that ended at these times. */
  readonly addEnded: (ends: readonly number[]) => void;
  readonly close: () => void;
};

/**
 * The calls of the last two minutes in their own file, or only in memory if `path` is null. An SQLite transaction for
 * each call would be a fifth of the gateway's work for it.
 *
 * Each call has a record, written before the call starts and again when it ended. Records that no longer matter are
 * reused. Written records survive the process, however it ends. Unreadable records, and calls that an earlier process
 * began and never ended, count as ending at `startedAt`. Only the process with the lock of the replica may open the
 * file.
 *
 * Throws the errors of the system. After a write error, the calls are kept in memory and nothing throws any more.
 */
export function openCallFile(path: string | null, startedAt: number): CallFile {
  const start = storedTime(startedAt);
  let file = path === null ? null : openPrivate(path);
  const { begins, ends, unended } = readCalls(file, start);
  /** The record to reuse next, once it no longer matters; until then new ones are added. */
  let oldest = 0;

  const close = () => {
    const open = file;
    file = null;
    if (open !== null) closeSync(open);
  };
  const write = (call: number, begun: number, ended: number) => {
    try {
      if (file !== null) writeSync(file, recordOf(begun, ended), 0, recordBytes, call * recordBytes);
    } catch (error) {
      close();
      throw error;
    }
    begins[call] = begun;
    ends[call] = ended;
  };
  const freeRecord = (at: number): number => {
    const end = ends[oldest] ?? notEnded;
    if (end === notEnded || end >= at - callsKept) return ends.length;
    const free = oldest;
    oldest = (oldest + 1) % ends.length;
    return free;
  };
  /** Writes the calls that count as ending at `start`; otherwise they would end at the next start once more. */
  const writeUnended = () => {
    for (let call = unended.pop(); call !== undefined; call = unended.pop()) {
      write(call, begins[call] ?? start, ends[call] ?? start);
    }
  };
  return {
    beginCall: (at) => {
      writeUnended();
      const call = freeRecord(at);
      write(call, storedTime(at), notEnded);
      return call;
    },
    endCall: (call, at) => write(call, begins[call] ?? storedTime(at), storedTime(at)),
    recentCalls: (since) => {
      writeUnended();
      return ends
        .map((end, call) => (end === notEnded ? (begins[call] ?? start) : end))
        .filter((at, call) => ends[call] === notEnded || at >= since)
        .toSorted((a, b) => a - b);
    },
    addEnded: (earlier) => {
      for (const end of earlier) write(ends.length, storedTime(end), storedTime(end));
    },
    close,
  };
}

/** A record: when the call began and ended, 6 bytes each, and a checksum of 4. No record crosses a page of the disk. */
const recordBytes = 16;
const timeBytes = 6;
const checkedBytes = 2 * timeBytes;

/** Marks a call without an end. */
const notEnded = 0;

/** A time for storage; never earlier than the original, and never `notEnded`. */
function storedTime(at: number): number {
  return Math.min(Math.max(Math.ceil(at), notEnded + 1), 2 ** 48 - 1);
}

function recordOf(begun: number, ended: number): Buffer {
  const record = Buffer.allocUnsafe(recordBytes);
  record.writeUIntLE(begun, 0, timeBytes);
  record.writeUIntLE(ended, timeBytes, timeBytes);
  record.writeUInt32LE(crc32(record.subarray(0, checkedBytes)), checkedBytes);
  return record;
}

/** Opens or creates a file that only its owner can read. */
function openPrivate(path: string): number {
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  fchmodSync(file, 0o600);
  return file;
}

/** When calls began and ended, by record, and which are not stored as ended. */
type StoredCalls = { readonly begins: number[]; readonly ends: number[]; readonly unended: number[] };

/** Reads the calls of earlier processes. Empties a file in which nothing matters any more. */
function readCalls(file: number | null, start: number): StoredCalls {
  const calls: StoredCalls = { begins: [], ends: [], unended: [] };
  if (file === null) return calls;
  const bytes = readFileSync(file);
  for (let call = 0; call * recordBytes < bytes.length; call++) {
    const record = bytes.subarray(call * recordBytes, (call + 1) * recordBytes);
    const isSound =
      record.length === recordBytes && record.readUInt32LE(checkedBytes) === crc32(record.subarray(0, checkedBytes));
    const begun = isSound ? record.readUIntLE(0, timeBytes) : start;
    const ended = isSound ? record.readUIntLE(timeBytes, timeBytes) : notEnded;
    if (ended === notEnded) calls.unended.push(call);
    calls.begins.push(begun);
    calls.ends.push(ended === notEnded ? Math.max(begun, start) : ended);
  }
  if (calls.ends.some((end) => end >= start - callsKept)) return calls;
  ftruncateSync(file);
  return { begins: [], ends: [], unended: [] };
}
