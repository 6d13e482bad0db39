import { type Browser, type CDPSession, chromium, type Page } from 'playwright';
import { findOrInstallBrowser, howToGetOne, launchArguments } from '#e2e/tools/browser.ts';
import { type Profile, profileOf, traced } from './trace.ts';

export type Visit = { readonly page: Page; readonly meter: Meter };
type Meter = ReturnType<typeof meterOf>;

/** The zone of the school and of the browser, because some peers support no other. */
const zone = 'America/Denver';

/** Visits a page in a new browser, so that no visit inherits anything; null if it takes longer than so many seconds. */
export async function visit<T>(url: string, seconds: number, work: (visit: Visit) => Promise<T>): Promise<T | null> {
  const found = await findOrInstallBrowser();
  if (!found) throw new Error(howToGetOne);
  const browser = await chromium.launch({ ...found, args: launchArguments });
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), seconds * 1000)));
  try {
    return await Promise.race([tooLong, open()]);
  } finally {
    clearTimeout(timer);
    await browser.close();
  }

  async function open(): Promise<T> {
    const view = { viewport: { width: 1600, height: 900 }, timezoneId: zone, reducedMotion: 'reduce' } as const;
    const page = await browser.newPage(view);
    const failures: Error[] = [];
    page.on('pageerror', (error) => failures.push(error));
    await page.goto(url, { waitUntil: 'load' });
    const result = await work({ page, meter: meterOf(await page.context().newCDPSession(page), browser) });
    if (failures.length > 0) throw new Error(`${url} failed.`, { cause: failures[0] });
    return result;
  }
}

function meterOf(session: CDPSession, browser: Browser) {
  const started = session.send('Performance.enable');
  return {
    /** Milliseconds of the page's main thread so far: all of it, and JavaScript alone. */
    async spent(): Promise<{ readonly task: number; readonly script: number }> {
      await started;
      const { metrics } = await session.send('Performance.getMetrics');
      const milliseconds = (wanted: string) =>
        (metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN) * 1000;
      return { task: milliseconds('TaskDuration'), script: milliseconds('ScriptDuration') };
    },
    /** The JavaScript heap after garbage collection, in MB. */
    async heap(): Promise<number> {
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      return usedSize / 1024 / 1024;
    },
    /** What the page's main thread does during an action; tracing makes the action a little slower. */
    async profile(act: () => Promise<unknown>): Promise<Profile> {
      await browser.startTracing(undefined, { categories: traced });
      await act();
      return profileOf((await browser.stopTracing()).toString());
    },
  };
}
