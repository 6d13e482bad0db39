import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** JavaScript budgets in KiB of gzip: the first load, and what a route loads on top of it. */
const initialBudget = 165;
const routeBudget = 75;

type Chunk = {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
};
type Manifest = { readonly [name: string]: Chunk };

const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Manifest;
const chunks = Object.entries(manifest);
const named = (wanted: (chunk: Chunk) => boolean | undefined) =>
  chunks.filter(([, chunk]) => wanted(chunk)).map(([name]) => name);

const initial = filesOf(named((chunk) => chunk.isEntry));
const rows = [
  { name: 'first load', size: sizeOf(initial), budget: initialBudget },
  ...named((chunk) => chunk.isDynamicEntry).map((name) => {
    const onTop = [...filesOf([name])].filter((file) => !initial.has(file));
    return { name, size: sizeOf(onTop), budget: routeBudget };
  }),
];

for (const { name, size, budget } of rows.toSorted((a, b) => b.size - a.size)) {
  const verdict = size > budget ? 'TOO MUCH' : 'ok';
  console.log(`${size.toFixed(1).padStart(7)} of ${budget} KiB gzip  ${verdict.padEnd(8)}  ${name}`);
}
if (initial.size === 0) throw new Error('The manifest names no entry.');
if (rows.some(({ size, budget }) => size > budget)) process.exitCode = 1;

/** The scripts that loading these chunks loads: themselves and all they import statically. */
function filesOf(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = manifest[name];
    if (!chunk || found.has(chunk.file)) continue;
    if (chunk.file.endsWith('.js')) found.add(chunk.file);
    filesOf(chunk.imports ?? [], found);
  }
  return found;
}

/** KiB of gzip. */
function sizeOf(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(`dist/${file}`)).length / 1024, 0);
}
