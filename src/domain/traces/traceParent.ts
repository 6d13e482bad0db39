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
