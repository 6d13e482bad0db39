import { rmSync } from 'node:fs';
import { totalmem } from 'node:os';
import { findOrInstallBrowser, howToGetOne } from './browser.ts';
import { installPrograms } from './programs.ts';
import { commandOf, type Count, countPlaywright, countVitest, runStep, type Step } from './steps.ts';

/** `npm test`: every check of the project, each counted; the last line is `N passed, M failed`. */

const tool = (name: string, script: string, ...rest: string[]): Step => ({ name, script, arguments: rest });
const tsc = commandOf('typescript', 'tsc');
/** As many checkers as a small machine has cores: each of the usual four reads what the others have read too. */
const types = (name: string, folder: string) => tool(`types: ${name}`, tsc, '-p', folder, '--checkers', '2');

const unitReport = 'test-results/unit.json';
const browserReport = 'test-results/browser.json';

/** What needs no built dashboard. */
const independent: Step[] = [
  types('neutral', 'src'),
  types('server', 'src/server'),
  types('web', 'src/web'),
  types('worker', 'src/web/worker'),
  types('e2e', 'e2e'),
  tool('lint', commandOf('oxlint'), '--type-aware', '--deny-warnings'),
  tool('format', commandOf('oxfmt'), '--check'),
  tool('dead code', commandOf('knip')),
  {
    ...tool(
      'unit tests',
      commandOf('vitest'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${unitReport}`,
    ),
    count: () => countVitest(unitReport, lacking !== null),
  },
];
const build = tool('build', commandOf('vite'), 'build');
const budget = tool('size budget', 'e2e/support/budget.ts');
const browserTests: Step = {
  ...tool('browser tests', commandOf('playwright'), 'test', '-c', 'e2e'),
  count: () => countPlaywright(browserReport),
  live: true,
};

/**
 * Bytes in which both halves have room. The browser tests wait for more than a third of their time, for ages and intervals to
 * pass; meanwhile the other half uses the processor, and always stands back when they want it.
 */
const roomForBoth = 7 * 1024 ** 3;

rmSync('test-results', { recursive: true, force: true });
/** What tests must be left out for; null if nothing. */
let lacking: string | null = null;
const built = await runStep(build);
// First of all, because only one can install at a time.
const browser = installedBrowser();
const whileBrowsing = async () => {
  const installing = installPrograms();
  const counts: Count[] = [];
  for (const step of independent) {
    // They run servers of other makers.
    if (step.name === 'unit tests') lacking = await installing;
    counts.push(await runStep({ ...step, standsBack: true }));
  }
  return counts;
};
const counts = [built, ...(totalmem() < roomForBoth ? await inTurn() : await atOnce())];

const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
const left = counts.reduce((sum, count) => sum + (count.notRun ?? 0), 0);
if (left > 0) console.log(`${left} not run: ${lacking}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function atOnce(): Promise<Count[]> {
  const [others, ofDashboard] = await Promise.all([whileBrowsing(), runOnDashboard()]);
  return [...others, ...ofDashboard];
}

async function inTurn(): Promise<Count[]> {
  return [...(await whileBrowsing()), ...(await runOnDashboard())];
}

/** What looks at the built dashboard. */
async function runOnDashboard(): Promise<Count[]> {
  if (built.failed > 0) return [budget, browserTests].map((step) => notRun(step, 'the build failed'));
  return [await runStep(budget), await runBrowserTests()];
}

async function runBrowserTests(): Promise<Count> {
  return browser === null ? runStep(browserTests) : notRun(browserTests, browser);
}

/** Why there is no browser; null if there is one. */
function installedBrowser(): string | null {
  try {
    return findOrInstallBrowser() ? null : howToGetOne;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** What could not run did not pass. */
function notRun(step: Step, why: string): Count {
  console.log(`${step.name.padEnd(16)}NOT RUN: ${why}`);
  return { passed: 0, failed: 1 };
}
