import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installFromDebian } from './debian.ts';

/** Programs that some tests run for real, and Debian's package of each. */
const programs = {
  PostgreSQL: { package: 'postgresql', isThere: () => isOnPath('initdb') || existsSync('/usr/lib/postgresql') },
  nginx: { package: 'nginx-light', isThere: () => isOnPath('nginx') },
  promtool: { package: 'prometheus', isThere: () => isOnPath('promtool') },
} as const;
type Program = keyof typeof programs;

function isOnPath(name: string): boolean {
  return spawnSync('which', [name], { stdio: 'ignore' }).status === 0 || existsSync(`/usr/sbin/${name}`);
}

function missing(): Program[] {
  return Object.entries(programs).flatMap(([name, { isThere }]) => (isThere() ? [] : [name as Program]));
}

/**
 * Installs missing programs while other checks run, if we are root on Debian. Resolves with a sentence about the programs still
 * missing, or null.
 */
export async function installPrograms(): Promise<string | null> {
  const wanted = missing().map((name) => programs[name].package);
  if (wanted.length > 0) await installFromDebian(...wanted);
  const left = missing();
  if (left.length === 0) return null;
  const packages = left.map((name) => programs[name].package).join(' ');
  return `${left.join(', ')} not found (Debian: apt-get install ${packages})`;
}
