import { readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type FigureGroup, figureGroup } from './figures.ts';
import { type DiskFigures, diskTable } from './figureTables.ts';

/** The figures of the data directory; none if there is no directory. */
export function diskFigures(directory: string | null): FigureGroup {
  return figureGroup(diskTable, () => (directory === null ? null : measured(directory)));
}

/** Null if the directory cannot be read. A file may go while it is measured. */
function measured(directory: string): DiskFigures | null {
  try {
    const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
    const sizes = names.map((name) => statSync(join(directory, name), { throwIfNoEntry: false }));
    const bytes = sizes.reduce((sum, entry) => sum + (entry?.isFile() ? entry.size : 0), 0);
    const { bavail, bsize } = statfsSync(directory);
    return { bytes, freeBytes: bavail * bsize };
  } catch {
    return null;
  }
}
