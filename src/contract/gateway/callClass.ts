/**
 * Who waits for an answer: a person; a person's long load, such as the later pages of a report; or the replica, which
 * refreshes itself. Most urgent first.
 */
export const callClasses = ['person', 'load', 'replica'] as const;
export type CallClass = (typeof callClasses)[number];

/** The request header that names the class of a browser's request. */
export const callClassHeader = 'x-flightline-class';

/** Reads that header: `load`, or a person's request for any other value and without one. No browser is the replica. */
export function readCallClass(header: unknown): Exclude<CallClass, 'replica'> {
  return header === 'load' ? 'load' : 'person';
}

/**
 * The request header by which a person asks for the newest there is ("Refresh now"), whatever is stored; its value is
 * `now`. `Cache-Control: no-cache` cannot say it: a browser sends that by itself with every request whose answer it
 * shall not store (Fetch, "HTTP-network-or-cache fetch"), and each would cost a call.
 */
export const refreshHeader = 'x-flightline-refresh';
