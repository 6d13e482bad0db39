import { rmSync } from 'node:fs';
import { totalmem } from 'node:os';
import { findOrInstallBrowser, howToGetOne } from './browser.ts';
import { installPrograms } from '#e2e/fixtures/programs.ts';
import { commandOf, type Count, countPlaywright, countVitest, runStep, type Step } from '#e2e/fixtures/steps.ts';

/** `npm test`: every check of the project, each counted; the last line is `N passed, M failed`. */

const tool = (name: string, script: string, ...rest: string[]): Step => ({ name, script, arguments: rest });
const tsc = commandOf('typescript', 'tsc');
/** Two checkers, not TypeScript's usual four: a small machine has two cores, and each checker reads all files again. */
const types = (name: string, folder: string) => tool(`types: ${name}`, tsc, '-p', folder, '--checkers', '2');

const unitReport = 'test-results/unit.json';
const browserReport = 'test-results/browser.json';

/** The checks of the sources. */
const sources: Step[] = [
  types('neutral', 'src'),
  types('server', 'src/server'),
  types('web', 'src/web'),
  types('worker', 'src/web/worker'),
  types('e2e', 'e2e'),
  tool('lint', commandOf('oxlint'), '--type-aware', '--deny-warnings'),
  tool('format', commandOf('oxfmt'), '--check'),
  tool('dead code', commandOf('knip')),
  tool('interface texts', 'e2e/tools/strings.ts'),
];
/** More room for new objects (MiB): fewer garbage collections save a twentieth of the processor time. */
const moreRoom = { NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --max-semi-space-size=64` };
const unitTests: Step = {
  ...tool(
    'unit tests',
    commandOf('vitest'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unitReport}`,
  ),
  environment: moreRoom,
};
const build = tool('build', commandOf('vite'), 'build');
const budget = tool('size budget', 'e2e/tools/budget.ts');
const browserTests: Step = {
  ...tool('browser tests', commandOf('playwright'), 'test', '-c', 'e2e'),
  count: () => countPlaywright(browserReport),
  live: true,
  environment: moreRoom,
};

/**
 * With this many bytes of memory, all parts run at once; they use up to 7.5 GB. While tests wait, other parts use the processor.
 * The browser tests have priority.
 */
const roomForAll = 9 * 1024 ** 3;

rmSync('test-results', { recursive: true, force: true });
const built = await runStep(build);
// The browser first, because more steps wait for it.
const browser = installBrowser();
const programs = installPrograms();
const parts = [readSources, runUnitTests, runOnDashboard];
const counts = [built, ...(totalmem() < roomForAll ? await inTurn() : await atOnce())];

const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
const left = counts.reduce((sum, count) => sum + (count.notRun ?? 0), 0);
if (left > 0) console.log(`${left} not run: ${await programs}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function atOnce(): Promise<Count[]> {
  return (await Promise.all(parts.map((run) => run()))).flat();
}

async function inTurn(): Promise<Count[]> {
  const done: Count[] = [];
  for (const run of parts) done.push(...(await run()));
  return done;
}

async function readSources(): Promise<Count[]> {
  const done: Count[] = [];
  for (const step of sources) done.push(await runStep({ ...step, standsBack: true }));
  return done;
}

async function runUnitTests(): Promise<Count[]> {
  const lacking = await programs;
  return [await runStep({ ...unitTests, standsBack: true, count: () => countVitest(unitReport, lacking !== null) })];
}

/** The checks of the built dashboard. */
async function runOnDashboard(): Promise<Count[]> {
  if (built.failed > 0) return [budget, browserTests].map((step) => notRun(step, 'the build failed'));
  const lacking = await browser;
  return [await runStep(budget), lacking === null ? await runStep(browserTests) : notRun(browserTests, lacking)];
}

/** Resolves with the reason why there is no browser; null if there is one. */
async function installBrowser(): Promise<string | null> {
  try {
    return (await findOrInstallBrowser()) ? null : howToGetOne;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A step that could not run counts as failed. */
function notRun(step: Step, why: string): Count {
  console.log(`${step.name.padEnd(16)}NOT RUN: ${why}`);
  return { passed: 0, failed: 1 };
}
