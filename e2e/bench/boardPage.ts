import { type Browser, type CDPSession, chromium, type Page } from 'playwright';
import { findBrowser, howToGetOne, launchArguments } from '#e2e/tools/browser.ts';
import { now } from '#e2e/servers/servers.ts';
import { startTimedStack, type TimedStack } from '#e2e/servers/timedStack.ts';

/** A board in a browser, with its own stack. */
export type BoardPage = {
  readonly browser: Browser;
  readonly page: Page;
  readonly stack: TimedStack;
  readonly devTools: CDPSession;
  /** Console errors and warnings, and uncaught errors. */
  readonly complaints: readonly string[];
  /** Advances the clocks of the board and the stack, and waits for their requests. */
  readonly pass: (milliseconds: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

type BoardOptions = {
  readonly flags: readonly string[];
  /** The query of the board's address. */
  readonly search: string;
  /** Whether the benchmark moves the clock; otherwise it runs by itself, with the browser's own timers. */
  readonly isTimed: boolean;
  readonly cpuSlowDown?: number;
};

/** Opens the board at 1080p and at the time of its stack, and waits for the fleet. */
export async function openBoard({ flags, search, isTimed, cpuSlowDown = 1 }: BoardOptions): Promise<BoardPage> {
  const stack = await startTimedStack(flags);
  const browser = await launch();
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowDown });
  await (isTimed ? page.clock.install({ time: now }) : page.addInitScript(shiftDate, Date.parse(now) - Date.now()));
  // The same offset from the full minute in every run.
  await page.addInitScript(() => (Math.random = () => 0.5));
  await page.goto(`${stack.url}/board?${search}`);
  await page
    .getByText(/N\d+[A-Z]+/)
    .first()
    .waitFor({ timeout: 120_000 });
  return {
    browser,
    page,
    stack,
    devTools,
    complaints,
    pass: async (milliseconds) => {
      stack.pass(milliseconds);
      await page.clock.runFor(milliseconds);
      await page.waitForFunction('document.readyState === "complete"');
    },
    close: async () => {
      await browser.close();
      await stack.close();
    },
  };
}

/** Runs in the page: its dates are as many milliseconds later than the machine's. */
function shiftDate(milliseconds: number): void {
  const machine = Date;
  const shifted = () => machine.now() + milliseconds;
  globalThis.Date = new Proxy(machine, {
    construct: (_, parts: unknown[]) => Reflect.construct(machine, parts.length === 0 ? [shifted()] : parts) as Date,
    get: (_, name) => (name === 'now' ? shifted : Reflect.get(machine, name)) as unknown,
  });
}

async function launch(): Promise<Browser> {
  const found = findBrowser();
  if (!found) throw new Error(howToGetOne);
  return chromium.launch({ ...found, args: [...launchArguments] });
}
