import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';
import type { Driver, Size } from './driver.ts';
import { startFirefox } from './firefox.ts';
import { findMiniBrowser, startWebKit } from './webkit.ts';

type Browser = {
  readonly name: string;
  /** The names of its Debian packages. */
  readonly packages: readonly string[];
  readonly isHere: () => boolean;
  readonly start: (size: Size) => Promise<Driver>;
};

const isInPath = (command: string) =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(`${folder}/${command}`));

export const browsers: readonly Browser[] = [
  { name: 'Firefox', packages: ['firefox-esr'], isHere: () => isInPath('firefox-esr'), start: startFirefox },
  {
    name: 'WebKit',
    packages: ['webkit2gtk-driver', 'xvfb'],
    isHere: () => isInPath('WebKitWebDriver') && isInPath('Xvfb') && findMiniBrowser() !== null,
    start: startWebKit,
  },
];

/** Installs missing packages if possible (root on Debian). Returns whether the browser is then available. */
export function isThereOrInstalled({ name, packages, isHere }: Browser): boolean {
  if (isHere()) return true;
  const how = `apt-get install ${packages.join(' ')}`;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.log(`${name} is not installed, and only root on Debian can install it here: ${how}`);
    return false;
  }
  console.log(`${name} is not installed: ${how}`);
  const quietly = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  spawnSync('apt-get', ['update'], quietly);
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages, 'fonts-dejavu-core'], quietly);
  if (!isHere()) console.log(`${name} could not be installed.`);
  return isHere();
}
