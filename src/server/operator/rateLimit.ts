const window = 60_000;

/**
 * A sliding window of 60 seconds per caller: returns null and counts the call, or the whole seconds after which the next
 * call will be let through. Refused calls do not count. A limit of 0 refuses nothing.
 *
 * @param clock milliseconds on a clock that never goes back
 */
export function rateLimiter(limit: number, clock: () => number): (caller: number) => number | null {
  const calls = new Map<number, number[]>();
  return (caller) => {
    if (limit === 0) return null;
    const now = clock();
    const recent = (calls.get(caller) ?? []).filter((at) => at > now - window);
    calls.set(caller, recent);
    const oldest = recent[0];
    if (oldest !== undefined && recent.length >= limit) return Math.ceil((oldest + window - now) / 1000);
    recent.push(now);
    return null;
  };
}
