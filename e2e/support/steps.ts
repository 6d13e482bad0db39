import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/** One check: a tool (package and arguments) or a script, run with the same Node as this process. */
export type Step = {
  readonly name: string;
  readonly script: string;
  readonly arguments: readonly string[];
  /** Counts the step's tests from its report; without it the step counts as one test. */
  readonly count?: () => Count;
  /** Shows the output at once, for a step that takes minutes. */
  readonly live?: boolean;
  /** Runs at lower priority, but gets its share: a step that waits too long for the processor would fail. */
  readonly standsBack?: boolean;
  /** Variables only for this step, added to ours. */
  readonly environment?: NodeJS.ProcessEnv;
};

/** `notRun`: left out because this machine lacks a program. */
export type Count = { readonly passed: number; readonly failed: number; readonly notRun?: number };

/** A niceness that gives a third of the processor time that others get. */
const standingBack = 5;

/** Longer than any check takes: a check that runs this long hangs. */
const limitMinutes = 45;

/** Runs a step and reports its result; its output is shown if it fails. */
export async function runStep(step: Step): Promise<Count> {
  const start = performance.now();
  if (step.live) console.log(step.name);
  const { succeeded, output } = await run(step);
  const count = countOf(step, succeeded);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const left = count.notRun ? `, ${count.notRun} not run` : '';
  const tests = step.count ? `, ${count.passed} passed, ${count.failed} failed${left}` : '';
  // In one piece, because another step may be running.
  console.log(`${step.name.padEnd(16)}${count.failed > 0 ? 'FAILED' : 'ok'} (${seconds} s${tests})`);
  if (count.failed > 0 && !step.live) console.log(output.trimEnd());
  return count;
}

/** A failed step counts at least one failure, whatever its report says, and even without a report. */
function countOf(step: Step, succeeded: boolean): Count {
  const ownCount = step.count?.() ?? { passed: succeeded ? 1 : 0, failed: 0 };
  return { ...ownCount, failed: succeeded ? ownCount.failed : Math.max(ownCount.failed, 1) };
}

function run(step: Step): Promise<{ succeeded: boolean; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [step.script, ...step.arguments], {
      env: {
        ...process.env,
        PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
        // The tests start dozens of servers: after the first, each finds our sources compiled.
        NODE_COMPILE_CACHE: join(process.cwd(), 'test-results/compiled'),
        // TypeScript and the linter are short-lived Go programs, so they collect garbage less often than Go's default.
        GOGC: '400',
        ...step.environment,
      },
      stdio: ['ignore', step.live ? 'inherit' : 'pipe', step.live ? 'inherit' : 'pipe'],
      timeout: limitMinutes * 60_000,
    });
    if (step.standsBack && child.pid !== undefined) setPriority(child.pid, standingBack);
    let output = '';
    const keep = (text: string) => (output += text);
    child.stdout?.setEncoding('utf8').on('data', keep);
    child.stderr?.setEncoding('utf8').on('data', keep);
    child.on('error', reject);
    child.on('close', (code) => resolve({ succeeded: code === 0, output }));
  });
}

/** The script behind a package's command, so that no shell or `PATH` is involved. */
export function commandOf(packageName: string, command = packageName): string {
  const folder = join('node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { bin: Record<string, string> };
  return join(folder, bin[command] ?? '');
}

/**
 * Without a report the step stopped early. A skipped test proves nothing, so it counts as failed. A test that passed only on its
 * second try counts as passed; the browser tests list it as flaky (decision 0043).
 */
function countReport<Report>(path: string, read: (report: Report) => Count): Count {
  return existsSync(path) ? read(JSON.parse(readFileSync(path, 'utf8')) as Report) : { passed: 0, failed: 1 };
}

type VitestReport = { numPassedTests: number; numTotalTests: number; testResults: readonly VitestFile[] };
type VitestFile = { name: string; assertionResults: readonly { status: string }[] };

/** `lacksPrograms`: tests that need a missing program skip themselves, and count as not run. */
export const countVitest = (path: string, lacksPrograms: boolean) =>
  countReport<VitestReport>(path, ({ numPassedTests, numTotalTests, testResults }) => {
    const files = lacksPrograms ? testResults.filter(({ name }) => needsProgram(name)) : [];
    const skipped = files.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => skips.has(status));
    const notRun = skipped.length;
    return { passed: numPassedTests, failed: numTotalTests - numPassedTests - notRun, notRun };
  });

const skips = new Set(['pending', 'skipped']);

/** The imports of a test show what it needs. */
function needsProgram(file: string): boolean {
  return /#e2e\/stands\/(?:cluster|programs|promtool|schoolsStand)|spawnSync\('(?:nginx|promtool)'/.test(
    readFileSync(file, 'utf8'),
  );
}

type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } };
export const countPlaywright = (path: string) =>
  countReport<PlaywrightReport>(path, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + stats.skipped,
  }));
