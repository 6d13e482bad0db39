import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/** One check: a tool of ours (package and arguments) or a script, run with the Node that runs us. */
export type Step = {
  readonly name: string;
  readonly script: string;
  readonly arguments: readonly string[];
  /** Reads the step's own tests from the report it wrote; without it the step counts as one test. */
  readonly count?: () => Count;
  /** Shows the output as it comes, for a step of minutes. */
  readonly live?: boolean;
  /** Gives way to others, but takes its share: what waits for the processor too long fails too. */
  readonly standsBack?: boolean;
  /** Variables for this step alone, on top of ours. */
  readonly environment?: NodeJS.ProcessEnv;
};

/** `notRun`: left out because this machine lacks a program. */
export type Count = { readonly passed: number; readonly failed: number; readonly notRun?: number };

/** A third of what others get (a niceness). */
const standingBack = 5;

/** No check of ours takes this long; one that does hangs. */
const limitMinutes = 45;

/** Runs a step and says how it went; its output is shown when it fails. */
export async function runStep(step: Step): Promise<Count> {
  const start = performance.now();
  if (step.live) console.log(step.name);
  const { succeeded, output } = await run(step);
  const count = countOf(step, succeeded);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const left = count.notRun ? `, ${count.notRun} not run` : '';
  const tests = step.count ? `, ${count.passed} passed, ${count.failed} failed${left}` : '';
  // In one piece: another step may be running.
  console.log(`${step.name.padEnd(16)}${count.failed > 0 ? 'FAILED' : 'ok'} (${seconds} s${tests})`);
  if (count.failed > 0 && !step.live) console.log(output.trimEnd());
  return count;
}

/** A step that failed failed at least once, whatever its report says, and whether or not it lived to write one. */
function countOf(step: Step, succeeded: boolean): Count {
  const own = step.count?.() ?? { passed: succeeded ? 1 : 0, failed: 0 };
  return { ...own, failed: succeeded ? own.failed : Math.max(own.failed, 1) };
}

function run(step: Step): Promise<{ succeeded: boolean; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [step.script, ...step.arguments], {
      env: {
        ...process.env,
        PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
        // The tests start dozens of servers: each after the first finds our sources compiled.
        NODE_COMPILE_CACHE: join(process.cwd(), 'test-results/compiled'),
        // TypeScript and the linter are Go programs that soon end: they collect garbage more seldom than Go would.
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

/** The script behind a package's command, so that no shell and no `PATH` comes between. */
export function commandOf(packageName: string, command = packageName): string {
  const folder = join('node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { bin: Record<string, string> };
  return join(folder, bin[command] ?? '');
}

/**
 * Where a report is missing, the step did not get as far; a test that was skipped has proved nothing, so it failed. One that
 * passed only at its second try counts as passed; the browser tests list it as flaky (decision 0043).
 */
function countReport<Report>(path: string, read: (report: Report) => Count): Count {
  return existsSync(path) ? read(JSON.parse(readFileSync(path, 'utf8')) as Report) : { passed: 0, failed: 1 };
}

type VitestReport = { numPassedTests: number; numTotalTests: number; testResults: readonly VitestFile[] };
type VitestFile = { name: string; assertionResults: readonly { status: string }[] };

/** `lacksPrograms`: tests that need a program which this machine lacks skip themselves, and count as not run. */
export const countVitest = (path: string, lacksPrograms: boolean) =>
  countReport<VitestReport>(path, ({ numPassedTests, numTotalTests, testResults }) => {
    const files = lacksPrograms ? testResults.filter(({ name }) => needsProgram(name)) : [];
    const skipped = files.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => skips.has(status));
    const notRun = skipped.length;
    return { passed: numPassedTests, failed: numTotalTests - numPassedTests - notRun, notRun };
  });

const skips = new Set(['pending', 'skipped']);

/** Tests say what they need by what they import. */
function needsProgram(file: string): boolean {
  return /#e2e\/stands\/(?:cluster|programs)|spawnSync\('(?:nginx|promtool)'/.test(readFileSync(file, 'utf8'));
}

type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } };
export const countPlaywright = (path: string) =>
  countReport<PlaywrightReport>(path, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + stats.skipped,
  }));
