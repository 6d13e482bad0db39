import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { noTraceParent, readTraceParent, type TraceParent } from '#domain/traces/traceParent.ts';

/**
 * One request, as its log lines, its answer and its spans name it. Its id is the trace id of a well-formed `traceparent`,
 * otherwise random. It says nothing about who sent it.
 */
export class RequestMark {
  readonly #header: string | undefined;
  #parent: TraceParent | undefined;
  #id: string | undefined;

  /** `header`: the request's `traceparent`, which is read when it is first needed. */
  constructor(header?: string) {
    this.#header = header;
  }

  /** 32 hexadecimal digits. */
  get id(): string {
    return (this.#id ??= this.parent.traceId ?? randomId());
  }

  /** What the sender says of its own trace. */
  get parent(): TraceParent {
    return (this.#parent ??= this.#header === undefined ? noTraceParent : readTraceParent(this.#header));
  }
}

const marks = new AsyncLocalStorage<RequestMark | null>();

/** Runs something, and everything that it starts, as a part of a request; null for no request. */
export function within<Result>(mark: RequestMark | null, run: () => Result): Result {
  return marks.run(mark, run);
}

/** The request that the running code is a part of; null for none. */
export function currentMark(): RequestMark | null {
  return marks.getStore() ?? null;
}

/** Ids drawn together, because each draw costs more than an id. */
const drawn = { text: '', at: 0 };
const idLength = 32;

function randomId(): string {
  if (drawn.at >= drawn.text.length) Object.assign(drawn, { text: randomBytes(4_096).toString('hex'), at: 0 });
  drawn.at += idLength;
  return drawn.text.slice(drawn.at - idLength, drawn.at);
}
