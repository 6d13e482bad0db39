import { rmSync } from 'node:fs';
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

rmSync('test-results', { recursive: true, force: true });
const installing = installPrograms();
let lacking: string | null = null;
const counts: Count[] = [];
for (const step of [...independent, build]) {
  // They run servers of other makers.
  if (step.name === 'unit tests') lacking = await installing;
  counts.push(await runStep(step));
}
const isBuilt = counts.at(-1)?.failed === 0;
counts.push(isBuilt ? await runStep(budget) : notRun(budget, 'the build failed'));
counts.push(isBuilt ? await runBrowserTests() : notRun(browserTests, 'the build failed'));

const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
const left = counts.reduce((sum, count) => sum + (count.notRun ?? 0), 0);
if (left > 0) console.log(`${left} not run: ${lacking}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function runBrowserTests(): Promise<Count> {
  try {
    return findOrInstallBrowser() ? await runStep(browserTests) : notRun(browserTests, howToGetOne);
  } catch (error) {
    return notRun(browserTests, error instanceof Error ? error.message : String(error));
  }
}

/** What could not run did not pass. */
function notRun(step: Step, why: string): Count {
  console.log(`${step.name.padEnd(16)}NOT RUN: ${why}`);
  return { passed: 0, failed: 1 };
}
