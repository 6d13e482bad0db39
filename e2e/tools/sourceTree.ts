import { readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, posix } from 'node:path';
import { parseAst } from 'vite';

/** A module of `src` with its text; `isTest`: a test, or used only by tests. */
export type Source = { readonly path: string; readonly text: string; readonly isTest: boolean };

/** Every module below `src`, tests too. */
export function sourceTree(): readonly Source[] {
  const sources = modulesBelow('src');
  const outside = [...modulesBelow('e2e').map((source) => ({ ...source, isTest: true })), moduleAt('vite.config.ts')];
  const users = new Map<string, string[]>(sources.map(({ path }) => [path, []]));
  for (const source of [...sources, ...outside])
    for (const used of importsOf(source)) users.get(used)?.push(source.path);
  const tests = new Set([...sources, ...outside].filter(({ isTest }) => isTest).map(({ path }) => path));
  // A module used only by tests counts as a test, and so do modules used only by it.
  for (let before = -1; before < tests.size;) {
    before = tests.size;
    for (const [path, own] of users) if (own.length > 0 && own.every((user) => tests.has(user))) tests.add(path);
  }
  return sources.map((source) => ({ ...source, isTest: tests.has(source.path) }));
}

function modulesBelow(folder: string): Source[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));
  return paths.filter((path) => ['.ts', '.tsx'].includes(extname(path))).map(moduleAt);
}

function moduleAt(path: string): Source {
  return { path, text: readFileSync(path, 'utf8'), isTest: isTestFile(path) };
}

function isTestFile(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

/** Modules that only tests use but are not tests: stands and samples, which belong in `e2e/servers` and `e2e/fixtures/samples`. */
export function standsIn(sources: readonly Source[]): readonly string[] {
  return sources.filter(({ path, isTest }) => isTest && !isTestFile(path)).map(({ path }) => path);
}

export function linesOf(text: string): number {
  return text.split('\n').length - 1;
}

/** The paths of our modules that one imports, including types. */
export function importsOf({ path, text }: Source): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)].map(([, wanted = '']) =>
    wanted.startsWith('#e2e/')
      ? wanted.slice(1)
      : wanted.startsWith('#')
        ? `src/${wanted.slice(1)}`
        : posix.normalize(posix.join(dirname(path), wanted)),
  );
}

/** The packages that a module imports, including types. */
export function packagesOf({ text }: Source): string[] {
  const imports = /^(?:import|export)\s(?:[^;'"]*?\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/gm;
  return [...text.matchAll(imports)].flatMap(([, from = '', later = '']) => {
    const [scope = '', name = ''] = (from || later).split('/');
    if (/^(?:[.#]|node:)/.test(scope)) return [];
    return [scope.startsWith('@') ? `${scope}/${name}` : scope];
  });
}

/** Import cycles between modules, each as its path. */
export function cyclesIn(sources: readonly Source[]): string[] {
  return circlesIn(new Map(sources.map((source) => [source.path, importsOf(source)])));
}

/** Import cycles between the folders of a layer (`src/domain/`), each as its path: `conflicts → readiness → conflicts`. */
export function folderCyclesIn(layer: string, sources: readonly Source[]): string[] {
  // `start` means the files directly in the layer.
  const folderOf = (path: string) => path.slice(layer.length).match(/^([^/]+)\//)?.[1] ?? 'start';
  const ownSources = sources.filter(({ path }) => path.startsWith(layer));
  const wanted = (folder: string, members: readonly Source[]) =>
    members
      .flatMap(importsOf)
      .filter((path) => path.startsWith(layer) && folderOf(path) !== folder)
      .map(folderOf);
  const folders = Map.groupBy(ownSources, ({ path }) => folderOf(path));
  return circlesIn(new Map([...folders].map(([folder, members]) => [folder, new Set(wanted(folder, members))])));
}

function circlesIn(wanted: ReadonlyMap<string, Iterable<string>>): string[] {
  const way: string[] = [];
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (one: string): void => {
    way.push(one);
    for (const next of wanted.get(one) ?? []) {
      if (way.includes(next)) circles.push([...way.slice(way.indexOf(next)), next].join(' → '));
      else if (!done.has(next)) walk(next);
    }
    way.pop();
    done.add(one);
  };
  for (const key of wanted.keys()) if (!done.has(key)) walk(key);
  return circles;
}

type Node = {
  readonly type?: string;
  readonly typeAnnotation?: { readonly typeName?: { readonly name?: string } };
} | null;

/** The number of casts in a module: `as Type` (except `as const`) or `value!`. */
export function castsIn({ path, text }: Source): number {
  let found = 0;
  JSON.stringify(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }), (_, node: Node) => {
    if (node?.type === 'TSNonNullExpression') found++;
    if (node?.type === 'TSAsExpression' && node.typeAnnotation?.typeName?.name !== 'const') found++;
    return node;
  });
  return found;
}
