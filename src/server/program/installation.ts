import { usualDataDirectory } from '#server/install/settingsFile.ts';
import type { Settings } from '#server/settings.ts';

/** The facts about this installation that a service's file needs. */
export type Installation = {
  /** The program that runs Node, and the file of the installed command, as absolute paths. */
  readonly node: string;
  readonly command: string;
  readonly version: string;
  /** Where the settings with the key are. */
  readonly settingsFile: string;
  /** Where the list of several schools is, as an absolute path. */
  readonly operatorsFile: string;
  readonly settings: Pick<Settings, 'dataDirectory' | 'port' | 'socket'>;
};

export type Printed = {
  readonly file: string;
  /** What to do with it, one line per step. */
  readonly next: readonly string[];
};

/** Saves time in garbage collection (decision 0010). */
export const nodeFlag = '--initial-old-space-size=128';

/**
 * The settings' data directory if absolute, otherwise the system's usual one: a service has no working directory of its
 * own.
 */
export function dataDirectoryOf({ settings: { dataDirectory } }: Installation, platform: NodeJS.Platform): string {
  const isAbsolute = dataDirectory !== null && /^(?:\/|[A-Za-z]:[\\/])/.test(dataDirectory);
  return isAbsolute ? withoutEnd(dataDirectory) : usualDataDirectory(platform);
}

/** A path without slashes at its end. */
function withoutEnd(path: string): string {
  let end = path.length;
  while (end > 1 && /[\\/]/.test(path.charAt(end - 1))) end--;
  return path.slice(0, end);
}
