import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { installFromDebian } from './debian.ts';

/** How to launch the Chromium that was found; without a path Playwright launches its own. */
export type Browser = { readonly executablePath?: string };

export const howToGetOne =
  'No Chromium was found. Install one (Debian: apt-get install chromium-headless-shell; anywhere: npx playwright install chromium-headless-shell) ' +
  'or set CHROMIUM_PATH to the one you have.';

const isRoot = process.getuid?.() === 0;

/** Chromium's sandbox refuses to run as root. The rest stops it from calling home, which costs seconds on a closed network. */
export const launchArguments = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--disable-gpu',
];

/** Whether `drawingAlike` has any effect; other systems draw text in their own way. */
export const drawsAlike = process.platform === 'linux';

/**
 * Launch options that make text look the same on every Linux: our own fonts in place of the system's, and no hinting. Chromium
 * takes the hinting from the font configuration, and its headless shell from its arguments.
 */
const drawingAlike = {
  args: [...launchArguments, '--font-render-hinting=none'],
  env: { ...process.env, FONTCONFIG_FILE: join(import.meta.dirname, 'fonts', 'fonts.conf') },
};

/**
 * Tests visit a page too briefly for optimized code to pay off: without it they cost a seventh less, and a twentieth less without
 * a spare process for the next page. Only for tests; measurements launch the browser unchanged.
 */
export const drawingOnce = {
  ...drawingAlike,
  args: [...drawingAlike.args, '--js-flags=--no-opt,--no-maglev', '--disable-features=SpareRendererForSitePerProcess'],
};

/** `CHROMIUM_PATH`, Playwright's own download, then the system's. Throws if `CHROMIUM_PATH` names no file. */
export function findBrowser(): Browser | null {
  const wanted = process.env['CHROMIUM_PATH'];
  if (wanted) {
    if (!existsSync(wanted)) throw new Error(`CHROMIUM_PATH is ${wanted}, and there is no such file.`);
    return { executablePath: wanted };
  }
  if (hasPlaywrightsOwn()) return {};
  const executablePath = systemPaths().find((path) => existsSync(path));
  return executablePath === undefined ? null : { executablePath };
}

/** Playwright's headless shell is beside the full browser in `executablePath`, with a marker file when complete. */
function hasPlaywrightsOwn(): boolean {
  try {
    const full = chromium.executablePath();
    const shell = full.replace(/([\\/])chromium-(\d+)[\\/].*$/, '$1chromium_headless_shell-$2');
    return shell !== full && existsSync(join(shell, 'INSTALLATION_COMPLETE'));
  } catch {
    return false; // Playwright has no build for this system.
  }
}

function systemPaths(): string[] {
  const names = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    'microsoft-edge',
  ];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const programs = [process.env['PROGRAMFILES'], process.env['PROGRAMFILES(X86)'], process.env['LOCALAPPDATA']];
  return [
    ...names.flatMap((name) => ['/usr/bin', ...folders].map((folder) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ...programs.flatMap((folder) =>
      folder
        ? [join(folder, 'Google/Chrome/Application/chrome.exe'), join(folder, 'Microsoft/Edge/Application/msedge.exe')]
        : [],
    ),
  ];
}

/**
 * The browser found, or a newly installed one; null if neither is possible. Without a headless shell it uses a full browser, with
 * which the tests take two thirds longer.
 */
export async function findOrInstallBrowser(): Promise<Browser | null> {
  const found = findBrowser();
  if (found && isLight(found)) return found;
  const install = (name: string) => installFromDebian(name, 'fonts-dejavu-core');
  if ((await install('chromium-headless-shell')) || (!found && (await install('chromium')))) return findBrowser();
  return found ?? ((await installFromPlaywright()) ? findBrowser() : null);
}

/** Playwright's own, a headless shell, or the one in `CHROMIUM_PATH`. */
function isLight({ executablePath }: Browser): boolean {
  const isAskedFor = executablePath === process.env['CHROMIUM_PATH'];
  return executablePath === undefined || isAskedFor || executablePath.includes('headless-shell');
}

async function installFromPlaywright(): Promise<boolean> {
  console.log('  no Chromium here: asking Playwright for its own');
  try {
    const script = 'node_modules/playwright/cli.js';
    await promisify(execFile)(process.execPath, [script, 'install', 'chromium-headless-shell']);
    return true;
  } catch {
    return false;
  }
}
