/**
 * Who waits for an answer, which the gateway sees by who asks and for what: a person; a person's long load, such as the later pages of a report, or a display; or the replica, which
 * refreshes itself. Most urgent first.
 */
export const callClasses = ['person', 'load', 'replica'] as const;
export type CallClass = (typeof callClasses)[number];

/**
 * The request header by which a person asks for the newest there is ("Refresh now"), whatever is stored; its value is
 * `now`. `Cache-Control: no-cache` cannot say it: a browser sends that by itself with every request whose answer it
 * shall not store (Fetch, "HTTP-network-or-cache fetch"), and each would cost a call. A display has no person before it, and may not.
 */
export const refreshHeader = 'x-flightline-refresh';
