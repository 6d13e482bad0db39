import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

/** How to launch the Chromium that was found; without a path Playwright launches its own. */
export type Browser = { readonly executablePath?: string };

export const howToGetOne =
  'No Chromium was found. Install one (Debian: apt-get install chromium; anywhere: npx playwright install chromium-headless-shell) ' +
  'or set CHROMIUM_PATH to the one you have.';

const isRoot = process.getuid?.() === 0;

/** Chromium's sandbox refuses to run as root; the rest keeps it from calling home, which on a closed network costs seconds. */
export const launchArguments = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--disable-gpu',
];

/** `CHROMIUM_PATH`, Playwright's own download, then the system's. Throws where `CHROMIUM_PATH` names no file. */
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

/** Playwright's headless shell lies beside the full browser that `executablePath` names, marked when complete. */
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

/** The browser there is, or one freshly installed; null where neither can be had. */
export function findOrInstallBrowser(): Browser | null {
  return (
    findBrowser() ?? (installFromDebian() ? findBrowser() : null) ?? (installFromPlaywright() ? findBrowser() : null)
  );
}

function installFromDebian(): boolean {
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return false;
  console.log('  no Chromium here: installing the one of Debian');
  const quietly = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  spawnSync('apt-get', ['update'], quietly);
  const packages = ['chromium', 'fonts-dejavu-core'];
  return spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], quietly).status === 0;
}

function installFromPlaywright(): boolean {
  console.log('  no Chromium here: asking Playwright for its own');
  try {
    execFileSync(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium-headless-shell'], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}
