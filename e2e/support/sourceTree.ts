import { readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, posix } from 'node:path';
import { parseAst } from 'vite';

/** A module of `src` as it is written; `isTest`: a test, or one that only tests use. */
export type Source = { readonly path: string; readonly text: string; readonly isTest: boolean };

/** Every module below `src`, tests too. */
export function sourceTree(): readonly Source[] {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((path) => join('src', path))
    .filter((path) => ['.ts', '.tsx'].includes(extname(path)))
    .map((path) => ({ path, text: readFileSync(path, 'utf8'), isTest: /\.test\.tsx?$/.test(path) }));
  const users = new Map<string, string[]>(sources.map(({ path }) => [path, []]));
  for (const source of sources) for (const used of importsOf(source)) users.get(used)?.push(source.path);
  const tests = new Set(sources.filter(({ isTest }) => isTest).map(({ path }) => path));
  // What only tests use is theirs, and so is what only that uses.
  for (let before = -1; before < tests.size;) {
    before = tests.size;
    for (const [path, own] of users) if (own.length > 0 && own.every((user) => tests.has(user))) tests.add(path);
  }
  return sources.map((source) => ({ ...source, isTest: tests.has(source.path) }));
}

export function linesOf(text: string): number {
  return text.split('\n').length - 1;
}

/** The modules of ours that one imports, types too, by their paths. */
export function importsOf({ path, text }: Source): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)].map(([, wanted = '']) =>
    wanted.startsWith('#') ? `src/${wanted.slice(1)}` : posix.normalize(posix.join(dirname(path), wanted)),
  );
}

/** Circles of modules that import each other, each as the way around. */
export function cyclesIn(sources: readonly Source[]): string[] {
  const imports = new Map(sources.map((source) => [source.path, importsOf(source)]));
  const way: string[] = [];
  const done = new Set<string>();
  const cycles: string[] = [];
  const walk = (path: string): void => {
    way.push(path);
    for (const next of imports.get(path) ?? []) {
      if (way.includes(next)) cycles.push([...way.slice(way.indexOf(next)), next].join(' → '));
      else if (!done.has(next)) walk(next);
    }
    way.pop();
    done.add(path);
  };
  for (const { path } of sources) if (!done.has(path)) walk(path);
  return cycles;
}

type Node = {
  readonly type?: string;
  readonly typeAnnotation?: { readonly typeName?: { readonly name?: string } };
} | null;

/** How often a module says `as Type` (but for `as const`) or `value!`. */
export function castsIn({ path, text }: Source): number {
  let found = 0;
  JSON.stringify(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }), (_, node: Node) => {
    if (node?.type === 'TSNonNullExpression') found++;
    if (node?.type === 'TSAsExpression' && node.typeAnnotation?.typeName?.name !== 'const') found++;
    return node;
  });
  return found;
}

/** A path through the source that `src/README.md` describes under a heading: its files, in order. */
export function describedPath(heading: string): readonly string[] {
  const [, rest = ''] = readFileSync('src/README.md', 'utf8').split(`## ${heading}`);
  const [section = ''] = rest.split('\n## ');
  return [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path = '']) => `src/${path}`);
}

export const reservationPath = 'The path of one reservation';
export const requestPath = 'The path of one request';
