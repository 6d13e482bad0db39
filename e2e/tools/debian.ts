import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

const isOurs = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
/** Only one `apt-get` can run at a time, so each waits for the previous one. */
let last: Promise<boolean> | undefined;

/**
 * Installs packages from Debian if this is Debian and we are root, and resolves with whether they are installed. Without the
 * registry it fails within a minute.
 */
export function installFromDebian(...packages: readonly string[]): Promise<boolean> {
  if (!isOurs) return Promise.resolve(false);
  last = (last ?? apt('update')).then(() => {
    console.log(`  installing ${packages.join(', ')} from Debian`);
    return apt('install', '-y', '--no-install-recommends', ...packages);
  });
  return last;
}

function apt(...given: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const briefly = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20'];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawn('apt-get', [...briefly, ...given], { stdio: 'ignore', env })
      .on('error', () => resolve(false))
      .on('close', (code) => resolve(code === 0));
  });
}
