import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/**
 * JavaScript budgets in KiB of gzip, coarse on purpose: no tenth is worth code that is harder to read. The page itself with the
 * bar around the pages; what a route adds, or the layers over pages; and all of the display, which has no MUI, but the tables of all
 * pages and addresses.
 */
const budgets = { first: 225, route: 100, display: 203 };
/** A budget is met within this. */
const margin = 2;

type Chunk = {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
};
type Manifest = { readonly [name: string]: Chunk };

const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Manifest;
const chunks = Object.entries(manifest);
const named = (wanted: (chunk: Chunk) => boolean | undefined) =>
  chunks.filter(([, chunk]) => wanted(chunk)).map(([name]) => name);

const entries = named((chunk) => chunk.isEntry);
const display = 'src/web/pages/wall/BoardPage.tsx';
const first = filesOf([...entries, 'src/web/app/shell/Shell.tsx']);
const ofDisplay = filesOf([...entries, display]);
const isMui = (file: string) => /\/(bar|pages|layers)-/.test(file);
const rows = [
  { name: 'first load', size: sizeOf(first), budget: budgets.first },
  { name: 'first load, the display', size: sizeOf(ofDisplay), budget: budgets.display },
  ...named((chunk) => chunk.isDynamicEntry)
    .filter((name) => name !== display)
    .map((name) => {
      const onTop = loadersOf(name).map((loader) => {
        const before = filesOf([...entries, 'src/web/app/shell/Shell.tsx', loader]);
        return sizeOf([...filesOf([name])].filter((file) => !before.has(file)));
      });
      return { name, size: Math.max(...onTop), budget: budgets.route };
    }),
];

for (const { name, size, budget } of rows.toSorted((a, b) => b.size - a.size)) {
  const verdict = size > budget + margin ? 'TOO MUCH' : 'ok';
  console.log(`${size.toFixed(1).padStart(7)} of ${budget} KiB gzip  ${verdict.padEnd(8)}  ${name}`);
}
const [circle] = chunks.flatMap(([name]) => circleFrom(name));
if (circle) throw new Error(`Files load each other in a circle, so that one may run before what it needs: ${circle}`);
if ([...ofDisplay].some(isMui)) throw new Error('The display loads MUI.');
if (entries.length === 0) throw new Error('The manifest names no entry.');
if (rows.some(({ size, budget }) => size > budget + margin)) process.exitCode = 1;

/** The chunks that load this one on demand: it adds to what they have loaded. */
function loadersOf(name: string): string[] {
  return named((chunk) => chunk.dynamicImports?.includes(name));
}

/** The path by which a chunk imports itself, if it does. */
function circleFrom(start: string): string[] {
  const paths = new Map([[start, start]]);
  for (const [name, path] of paths) {
    for (const next of manifest[name]?.imports ?? []) {
      if (next === start) return [`${path} → ${start}`];
      if (!paths.has(next)) paths.set(next, `${path} → ${next}`);
    }
  }
  return [];
}

/** The scripts loaded with these chunks: themselves and all their static imports. */
function filesOf(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = manifest[name];
    if (!chunk || found.has(chunk.file)) continue;
    if (chunk.file.endsWith('.js')) found.add(chunk.file);
    filesOf(chunk.imports ?? [], found);
  }
  return found;
}

/** Size in KiB of gzip. */
function sizeOf(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(`dist/${file}`)).length / 1024, 0);
}
