import { type Config, configShape } from '#contract/config.ts';
import type { Instant } from '#domain/time.ts';
import type { Answer } from './client.ts';

const name = 'flightline config';

/** What the gateway said last time, so that a display starts without it; null where this browser keeps nothing. */
export function keptConfig(): Answer<Config> | null {
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? 'null') as { asOf: Instant; value: unknown } | null;
    const read = configShape.safeParse(kept?.value);
    return kept && read.success ? { value: read.data, asOf: kept.asOf } : null;
  } catch {
    return null;
  }
}

/** Keeps it for the next start, where the browser allows. */
export function keepConfig(answer: Answer<Config>): void {
  try {
    localStorage.setItem(name, JSON.stringify(answer));
  } catch {
    // A browser that keeps nothing asks the gateway each time.
  }
}
