import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** True in the installed package, whose modules are bundled JavaScript. */
const isInstalled = !import.meta.url.endsWith('.ts');

/** The directory of `package.json` and the built dashboard. */
export const packageRoot = fileURLToPath(new URL(isInstalled ? '..' : '../../..', import.meta.url));

/** The directory of the files that `flightline service` and `flightline monitoring` print; also in the package. */
export const installFiles = fileURLToPath(new URL('./files/', import.meta.url));

/** The version of this Flightline. */
export function ownVersion(): string {
  const packageFile: { readonly version: string } = JSON.parse(readFileSync(`${packageRoot}package.json`, 'utf8'));
  return packageFile.version;
}

/** Commands that have a script of their own in `package.json`. */
const scripts = new Set(['gateway', 'operator', 'check-connection', 'access', 'display-link']);

/** How people call a command of ours: `flightline access list`, or `npm run access -- list` in the source. */
export function calling(command: string, ...rest: readonly string[]): string {
  if (isInstalled) return ['flightline', command, ...rest].join(' ');
  const words = scripts.has(command) ? rest : [command, ...rest];
  return [
    `npm run ${scripts.has(command) ? command : 'flightline'}`,
    ...(words.length > 0 ? ['--', ...words] : []),
  ].join(' ');
}

/** Where the settings of an installed Flightline are, unless `SETTINGS_FILE` names another place. */
export function defaultSettingsFile(platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return String.raw`C:\ProgramData\Flightline\flightline.env`;
  return platform === 'darwin' ? '/usr/local/etc/flightline/flightline.env' : '/etc/flightline/flightline.env';
}

/** Where an installed Flightline keeps its data, if its settings name no other place. */
export function defaultDataDirectory(platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return String.raw`C:\ProgramData\Flightline\data`;
  return platform === 'darwin' ? '/usr/local/var/flightline' : '/var/lib/flightline';
}

/**
 * What the unit `flightline@NAME.service` sets for the school of `/etc/flightline/NAME.env`, so that commands for this school
 * need only `SETTINGS_FILE`; null for any other file. `usual` is the settings file of one school alone.
 */
export function placesOfSchool(file: string, defaultFile: string) {
  const [, name] = /^([a-z0-9][a-z0-9-]{0,40})\.env$/.exec(basename(file)) ?? [];
  if (name === undefined || file === defaultFile || dirname(resolve(file)) !== dirname(defaultFile)) return null;
  return {
    DATA_DIR: join(defaultDataDirectory('linux'), name),
    PORT: 'none',
    LISTEN_SOCKET: `/run/flightline/${name}.sock`,
  };
}

/** The file that the settings of this process come from; null for none, as with `SETTINGS_FILE=none`. */
export function settingsFile(defaultFile = isInstalled ? defaultSettingsFile() : null): string | null {
  const named = process.env['SETTINGS_FILE'];
  if (named === 'none') return null;
  if (named) return named;
  // Comes before the one in the current directory, which may belong to another program.
  if (defaultFile !== null && existsSync(defaultFile)) return defaultFile;
  return existsSync('.env') ? '.env' : null;
}

let isLoaded = false;

/**
 * Adds the settings of the file to the environment, which overrides them. The usual file implies the usual data
 * directory, unless an absolute one is set, and the file of one of several schools its places. Returns one sentence if the file cannot be read, otherwise null. Once read,
 * it may become unreadable, because the command may have given up root's rights.
 */
export function loadSettingsFile(defaultFile = isInstalled ? defaultSettingsFile() : null): string | null {
  const file = settingsFile(defaultFile);
  if (file === null) return null;
  try {
    process.loadEnvFile(file);
    isLoaded = true;
    // A relative directory would depend on where the administrator's shell is.
    if (file === defaultFile && !isAbsolute(process.env['DATA_DIR'] ?? ''))
      process.env['DATA_DIR'] = defaultDataDirectory();
    const school = defaultFile === null || process.platform !== 'linux' ? null : placesOfSchool(file, defaultFile);
    for (const [setting, value] of Object.entries(school ?? {})) process.env[setting] ||= value;
    // The unit starts it in its own directory.
    if (school) process.env['DATA_DIR'] = resolve(school.DATA_DIR, process.env['DATA_DIR'] ?? '');
    return null;
  } catch (error) {
    if (isLoaded) return null;
    const isRefused = error instanceof Error && 'code' in error && error.code === 'EACCES';
    return `The settings in ${file} cannot be read: ${isRefused ? 'use sudo, or give the file to the user of the service.' : 'check the file and SETTINGS_FILE.'}`;
  }
}
