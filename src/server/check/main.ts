import { setTimeout } from 'node:timers/promises';
import { processSettings, SettingsError } from '#server/settings.ts';
import { checkConnection } from '#server/connection/check.ts';

try {
  const settings = processSettings();
  const { upstream } = settings;
  if (upstream) {
    const print = (line: string) => console.log(line);
    const isSound = await checkConnection({ settings, upstream, fetch, wait: setTimeout, print, now: Date.now() });
    process.exitCode = isSound ? 0 : 1;
  } else {
    console.error('There is no connection to check: API_BASE_URL is not set, so the embedded operator answers.');
    process.exitCode = 2;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof SettingsError ? 2 : 1;
}
