import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** What the sender of a request says about its trace; null where it says nothing. */
export type TraceParent = {
  /** 32 hexadecimal digits. */
  readonly traceId: string | null;
  /** 16 hexadecimal digits: the sender's own span. */
  readonly spanId: string | null;
  /** Whether the sender records its trace; true if it says nothing. */
  readonly isSampled: boolean;
};

export const noTraceParent: TraceParent = { traceId: null, spanId: null, isSampled: true };

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/**
 * Reads a `traceparent` header (W3C Trace Context, section 3.2). A malformed header counts as none. Malformed are
 * version ff, a version 00 with more parts, and an id of zeros.
 */
export function readTraceParent(header: string): TraceParent {
  const [, version = '', traceId = '', spanId = '', flags = '', more] = form.exec(header.trim()) ?? [];
  const isWrong = version === 'ff' || (version === '00' && more !== undefined);
  if (version === '' || isWrong || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return noTraceParent;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/**
 * One request, as its log lines, its answer and its spans name it. Its id is the trace id of a well-formed `traceparent`,
 * otherwise random. It says nothing about who sent it.
 */
export class RequestMark {
  readonly #header: string | undefined;
  #parent: TraceParent | undefined;
  #id: string | undefined;

  /** `header`: the request's `traceparent`, which is read when it is first needed. */
  constructor(header?: string | string[]) {
    this.#header = typeof header === 'string' ? header : undefined;
  }

  /** 32 hexadecimal digits. */
  get id(): string {
    return (this.#id ??= this.parent.traceId ?? drawId());
  }

  /** What the sender says about its own trace. */
  get parent(): TraceParent {
    return (this.#parent ??= this.#header === undefined ? noTraceParent : readTraceParent(this.#header));
  }
}

const marks = new AsyncLocalStorage<RequestMark | null>();
/** The request of the running code until its first wait; undefined if `marks` has it. */
let present: RequestMark | null | undefined;

/** Runs something, and everything that it starts, as a part of a request; null for no request. */
export function within<Result, Given extends unknown[]>(
  mark: RequestMark | null,
  run: (...given: Given) => Result,
  ...given: Given
): Result {
  const before = present;
  present = undefined;
  try {
    return marks.run(mark, run, ...given);
  } finally {
    present = before;
  }
}

/**
 * The same, but only until the first wait. Carrying a request across waits costs 1.5 µs, a twelfth of an answer from
 * memory.
 */
export function during<Result, Given extends unknown[]>(
  mark: RequestMark,
  run: (...given: Given) => Result,
  ...given: Given
): Result {
  const before = present;
  present = mark;
  try {
    return run(...given);
  } finally {
    present = before;
  }
}

/** The request that the running code is a part of; null for none. */
export function currentMark(): RequestMark | null {
  return present === undefined ? (marks.getStore() ?? null) : present;
}

/** Random ids made in bulk: one by one they would cost ten times as much. */
const drawn = { text: '', at: 0 };
const idLength = 32;

function drawId(): string {
  if (drawn.at >= drawn.text.length) Object.assign(drawn, { text: randomBytes(4_096).toString('hex'), at: 0 });
  drawn.at += idLength;
  return drawn.text.slice(drawn.at - idLength, drawn.at);
}
