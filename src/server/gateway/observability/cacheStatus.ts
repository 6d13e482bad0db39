/** Parameters of a `Cache-Status` field, in the order in which they are written; what is false or null is left out. */
export type CacheStatus = {
  /** Answered without asking the flight service. Excludes `fwd`. */
  readonly hit?: boolean;
  /** Why it was asked. */
  readonly fwd?: 'miss' | 'stale';
  /** What it answered. */
  readonly 'fwd-status'?: number | null;
  /** Whole seconds for which this is still fresh; negative when it is stale. */
  readonly ttl?: number;
  readonly stored?: boolean;
  /** The call was another's too. */
  readonly collapsed?: boolean;
  /** A word for people who look for a fault. */
  readonly detail?: string | null;
};

/** A `Cache-Status` field (RFC 9211). */
export function cacheStatus(parameters: CacheStatus): string {
  let written = 'flightline';
  for (const [name, value] of Object.entries(parameters)) {
    if (value === true) written += `; ${name}`;
    else if (value !== false && value !== null) written += `; ${name}=${value}`;
  }
  return written;
}
