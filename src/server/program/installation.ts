import { usualDataDirectory } from '#server/install/settingsFile.ts';
import type { Settings } from '#server/settings.ts';

/** This installation, as far as a service's file names it. */
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
  /** What to do with it, a line each. */
  readonly next: readonly string[];
};

/** Spares the collector work: decision 0010. */
export const nodeFlag = '--initial-old-space-size=128';

/** An absolute directory of the settings, or the usual one of the system: a service has no directory of its own to begin at. */
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
