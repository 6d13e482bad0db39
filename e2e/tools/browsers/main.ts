import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { now } from '#e2e/servers/servers.ts';
import { startGatewayProcess, startOperatorProcess, type Started } from '#e2e/servers/stack.ts';
import { type Driver, newFolder, type Size } from './driver.ts';
import { earlyScript } from './inPage.ts';
import { browsers, isThereOrInstalled } from './install.ts';
import { readSchool, type School } from './school.ts';
import { Screen } from './screen.ts';
import { tasks } from './tasks.ts';
import { type Visit, visits } from './visits.ts';

/**
 * Opens every page in Firefox and in WebKit, at desktop and tablet size, and does something real on each: `npm run browsers`, or
 * with words to select some (`npm run browsers -- webkit tablet timeline`). Pictures go to the directory `SHOTS`.
 */
const sizes: readonly Size[] = [
  { name: 'desktop', width: 1280, height: 800, isTouch: false },
  { name: 'tablet', width: 834, height: 1112, isTouch: true },
];

const words = process.argv.slice(2).map((word) => word.toLowerCase());
const browserWords = words.filter((word) => browsers.some(({ name }) => name.toLowerCase() === word));
const sizeWords = words.filter((word) => sizes.some(({ name }) => name === word));
const taskWords = words.filter((word) => !browserWords.includes(word) && !sizeWords.includes(word));
const isChosen = (chosen: readonly string[], name: string) =>
  chosen.length === 0 || chosen.some((word) => name.toLowerCase().includes(word));

const pictures = process.env['SHOTS'];
let passed = 0;
let failed = 0;

/** The built dashboard, with our script before its own. */
function withEarlyScript(): string {
  const folder = newFolder('dashboard');
  cpSync('dist', folder, { recursive: true });
  const index = join(folder, 'index.html');
  const html = readFileSync(index, 'utf8');
  writeFileSync(join(folder, 'early.js'), earlyScript(now));
  writeFileSync(index, html.replace('<head>', '<head><script src="/early.js"></script>'));
  return folder;
}

async function keepPicture(screen: Screen, label: string): Promise<void> {
  if (pictures === undefined) return;
  mkdirSync(pictures, { recursive: true });
  writeFileSync(join(pictures, `${label.replaceAll(/[^\w-]+/g, '_')}.png`), await screen.picture());
}

/** One visit; reports everything that goes wrong, the browser's errors first. */
async function visit(screen: Screen, label: string, one: Visit, school: School): Promise<void> {
  const began = performance.now();
  const faults: string[] = [];
  try {
    await screen.open(one.path(school));
    await screen.settled();
    await one.run(screen, school);
    await screen.settled();
    await screen.fitsWindow();
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
  }
  const unexpected = await screen.errors().catch((error: unknown) => [String(error)]);
  faults.unshift(...unexpected);
  await keepPicture(screen, `${faults.length > 0 ? 'FAILED ' : ''}${label}`).catch(() => undefined);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${faults.length > 0 ? 'FAILED' : 'ok    '} ${label} (${seconds} s)`);
  for (const fault of faults) console.log(`         ${fault}`);
  if (faults.length > 0) failed++;
  else passed++;
}

async function runIn(driver: Driver, label: string, size: Size, address: string, school: School): Promise<void> {
  const screen = new Screen(driver, address, size);
  for (const one of [...visits, ...tasks]) {
    if (isChosen(taskWords, one.name)) await visit(screen, `${label}: ${one.name}`, one, school);
  }
}

async function run(address: string): Promise<void> {
  const school = await readSchool(address);
  for (const browser of browsers.filter(({ name }) => isChosen(browserWords, name))) {
    if (!isThereOrInstalled(browser)) {
      failed++;
      continue;
    }
    for (const size of sizes.filter(({ name }) => isChosen(sizeWords, name))) {
      const label = `${browser.name}, ${size.name}`;
      const driver = await browser.start(size).catch((error: unknown) => {
        console.log(`FAILED ${label} did not start: ${String(error)}`);
        failed++;
        return null;
      });
      if (!driver) continue;
      try {
        await runIn(driver, label, size, address, school);
      } finally {
        await driver.close();
      }
    }
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const folder = withEarlyScript();
const started: Started[] = [];
try {
  const operator = await startOperatorProcess(['--rate-limit', '0', '--seed', '1']);
  started.push(operator);
  const gateway = await startGatewayProcess(operator.url, { API_RATE_LIMIT: '100000', DASHBOARD: folder });
  started.unshift(gateway);
  await run(gateway.url);
} finally {
  for (const server of started) await server.stop();
  rmSync(folder, { recursive: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
