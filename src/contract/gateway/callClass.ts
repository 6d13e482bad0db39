/**
 * Who waits for an answer, most urgent first. `person`: a person. `program`: a program of the school's. Programs stop
 * when they are refused, so their requests wait instead. `load`: a display, or a person's long load, such as a report's
 * later pages. `replica`: the replica, which refreshes itself. The gateway decides by the caller and the request.
 */
export const callClasses = ['person', 'program', 'load', 'replica'] as const;
export type CallClass = (typeof callClasses)[number];

/**
 * The request header for "Refresh now": it requests the newest records, whatever is stored. Its value is `now`.
 * `Cache-Control: no-cache` would not do: a browser adds it to every request whose answer it must not store (Fetch,
 * "HTTP-network-or-cache fetch"), and each of these would cost a call. It is read for programs only. A display may not send it, because nobody sits
 * in front of it.
 */
export const refreshHeader = 'x-flightline-refresh';

/**
 * The header of every error answer and of every answer below `/api` with the id of its request: 32 hexadecimal digits,
 * the trace id of the request's `traceparent` (W3C Trace Context) if it had one. The log names the request by it.
 */
export const requestIdHeader = 'x-request-id';

/** People read out this many of its first digits, and search the log for them. */
export const referenceLength = 8;
