import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../peers/', import.meta.url));

/** The file of a peer's page, such as `timeline/dayPilot.js`. Installs the peers' packages if they are missing. */
export function peerPage(path: string): string {
  if (!existsSync(`${folder}node_modules/.package-lock.json`)) {
    console.error('Installing the peers …');
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' });
  }
  return folder + path;
}
