import { dirname } from 'node:path';
import { castsIn, cyclesIn, folderCyclesIn, linesOf, standsIn, sourceTree } from './sourceTree.ts';

/** `npm run structure`: the structure of the source in figures, with the bounds that its test enforces. Counts and shares are for reading only. */

const sources = sourceTree();
const code = sources.filter(({ isTest }) => !isTest);
const folders = Map.groupBy(code, ({ path }) => dirname(path));
const [[widest, max] = ['', []]] = [...folders].toSorted(([, a], [, b]) => b.length - a.length);
const lengths = code.map(({ text }) => linesOf(text)).toSorted((a, b) => a - b);
const webLines = (isTest: boolean) =>
  sources
    .filter((source) => source.isTest === isTest && source.path.startsWith('src/web/'))
    .reduce((sum, { text }) => sum + linesOf(text), 0);

const rows = [
  ['source files without tests and what only they use', code.length, ''],
  ['their lines', lengths.reduce((sum, length) => sum + length, 0), ''],
  ['lines of the middle one of them', lengths[lengths.length >> 1] ?? 0, ''],
  [`most source files in one folder (${widest})`, max.length, ''],
  ['unit test lines per source line in src/web', (webLines(true) / webLines(false)).toFixed(2), ''],
  ['type casts and “!”', code.reduce((sum, source) => sum + castsIn(source), 0), ''],
  ['import cycles, types too', cyclesIn(code).length, '0'],
  ['arrows that run back between folders of domain', folderCyclesIn('src/domain/', code).length, '0'],
  ['arrows that run back between folders of server', folderCyclesIn('src/server/', code).length, '0'],
  ['stands and samples of tests outside tests', standsIn(sources).length, '0'],
] as const;
const width = Math.max(...rows.map(([what]) => what.length));
for (const [what, now, wanted] of rows) console.log(`${what.padEnd(width)}  ${String(now).padStart(6)}  ${wanted}`);
