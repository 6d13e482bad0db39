import { defineConfig } from 'playwright/test';
import { drawingOnce, drawsAlike, findBrowser } from './support/browser.ts';
import { gatewayAddress, servers } from './support/servers.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  fullyParallel: true,
  /** More than the cores of a small machine: each waits for more than half of its time, for ages and intervals to pass. */
  workers: 4,
  /** In the gate only, where the machine may be busy (decision 0043). By hand every failure shows. */
  retries: process.env['CI'] ? 1 : 0,
  /** Ends what hangs. Machines are shared: a slow one is no fault of ours. */
  timeout: 600_000,
  expect: {
    timeout: 30_000,
    /** Ages tick, and letters differ a little from one Chromium to the next; a row that moved differs in far more. */
    toHaveScreenshot: { maxDiffPixelRatio: 0.01, threshold: 0.3, scale: 'device' },
  },
  snapshotPathTemplate: '{testDir}/screenshots/pages/{arg}{ext}',
  updateSnapshots: 'none',
  /** What else the tests with pictures look at is looked at on every system. */
  ignoreSnapshots: !drawsAlike,
  forbidOnly: Boolean(process.env['CI']),
  outputDir: '../test-results/browser',
  reporter: [['list'], ['json', { outputFile: '../test-results/browser.json' }]],
  use: {
    /** Ends what waits for an element that never comes. */
    actionTimeout: 60_000,
    baseURL: gatewayAddress,
    locale: 'en-GB',
    /** Not the operator's zone, nor ours: any use of the browser's zone shows. */
    timezoneId: 'Asia/Kolkata',
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
    /** Empty again for each test, but in the process of the one before: a seventh of the processor time. */
    reuseContext: true,
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    /** Recording costs an eighth of the time: `npm run e2e -- --trace retain-on-failure` where it is wanted. */
    trace: 'off',
    launchOptions: { ...findBrowser(), ...drawingOnce },
  },
  webServer: servers.map((server) => ({ cwd: '..', reuseExistingServer: false, timeout: 60_000, ...server })),
});
