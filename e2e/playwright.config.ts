import { defineConfig } from 'playwright/test';
import { drawingOnce, drawsAlike, findBrowser } from './tools/browser.ts';
import { gatewayAddress, servers } from './servers/servers.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  fullyParallel: true,
  /** More than the cores of a small machine: each test spends over half its time waiting for ages and intervals to pass. */
  workers: 4,
  /** Only in the gate, where the machine may be busy (decision 0043). In a run by hand every failure shows. */
  retries: process.env['CI'] ? 1 : 0,
  /** Stops a test that hangs. Machines are shared, so a slow one must not fail a test. */
  timeout: 600_000,
  expect: {
    timeout: 30_000,
    /** Ages tick, and letters differ slightly between versions of Chromium; a row that moved changes far more pixels. */
    toHaveScreenshot: { maxDiffPixelRatio: 0.01, threshold: 0.3, scale: 'device' },
  },
  snapshotPathTemplate: '{testDir}/screenshots/pages/{arg}{ext}',
  updateSnapshots: 'none',
  /** The picture tests' other checks run on every system. */
  ignoreSnapshots: !drawsAlike,
  forbidOnly: Boolean(process.env['CI']),
  outputDir: '../test-results/browser',
  reporter: [['list'], ['json', { outputFile: '../test-results/browser.json' }]],
  use: {
    /** Stops an action whose element never appears. */
    actionTimeout: 60_000,
    baseURL: gatewayAddress,
    locale: 'en-GB',
    /** Neither the operator's zone nor ours, so that any use of the browser's zone is noticed. */
    timezoneId: 'Asia/Kolkata',
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
    /** Each test gets an empty context in the same process, which saves a seventh of the processor time. */
    reuseContext: true,
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    /** Recording costs an eighth of the time. If it is wanted: `npm run e2e -- --trace retain-on-failure`. */
    trace: 'off',
    launchOptions: { ...findBrowser(), ...drawingOnce },
  },
  /** Every test sees the whole school, even the first one. */
  globalSetup: './fixtures/readSchool.ts',
  webServer: servers.map((server) => ({ cwd: '..', reuseExistingServer: false, timeout: 60_000, ...server })),
});
