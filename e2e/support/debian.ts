import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

const isOurs = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
let lists: Promise<boolean> | undefined;

/**
 * Installs packages from Debian, where we are root on one, and resolves to whether they are there. Only one call at a time: wait
 * for the one before. Without the registry it fails within a minute.
 */
export async function installFromDebian(...packages: readonly string[]): Promise<boolean> {
  if (!isOurs) return false;
  lists ??= apt('update');
  await lists;
  return apt('install', '-y', '--no-install-recommends', ...packages);
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
