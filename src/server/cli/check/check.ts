import { setTimeout } from 'node:timers/promises';
import { processSettings } from '#server/app/settings.ts';
import { checkConnection } from '#server/upstream/connection/check.ts';

/** Runs `flightline check-connection`. Returns the exit code: 1 if something is wrong, 2 without a service. */
export async function runCheck(print: (line: string) => void, note: (line: string) => void): Promise<0 | 1 | 2> {
  const settings = processSettings();
  const { upstream } = settings;
  if (!upstream) {
    note('There is no connection to check: API_BASE_URL is not set, so the embedded operator answers.');
    return 2;
  }
  const isSound = await checkConnection({ settings, upstream, fetch, wait: setTimeout, print, now: Date.now() });
  return isSound ? 0 : 1;
}
