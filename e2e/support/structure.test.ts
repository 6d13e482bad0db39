import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import {
  castsIn,
  cyclesIn,
  describedPath,
  importsOf,
  linesOf,
  requestPath,
  reservationPath,
  type Source,
  sourceTree,
} from './sourceTree.ts';
import { interfaceStrings, stringsFile } from './strings.ts';

const code = sourceTree().filter(({ isTest }) => !isTest);

/** `fleet` of `src/web/pages/fleet/FleetPage.tsx`; null outside the pages. */
const pageOf = (path: string) => path.match(/^src\/web\/pages\/([^/]+)\//)?.[1] ?? null;

test('no folder holds more than sixteen source files', () => {
  const folders = Map.groupBy(code, ({ path }) => dirname(path));
  expect([...folders].filter(([, files]) => files.length > 16).map(([folder]) => folder)).toEqual([]);
});

test('no two modules import each other, nor any in a circle', () => {
  expect(cyclesIn(code)).toEqual([]);
  const source = (path: string, text: string): Source => ({ path, text, isTest: false });
  const circle = [source('src/a.ts', "import { b } from './b.ts';"), source('src/b.ts', "import { a } from '#a.ts';")];
  expect(cyclesIn(circle)).toEqual(['src/a.ts → src/b.ts → src/a.ts']);
});

test('a page never imports another page: what they share stands in ui, queries or domain', () => {
  const strange = code.flatMap((source) =>
    importsOf(source)
      .filter((wanted) => pageOf(source.path) && pageOf(wanted) && pageOf(wanted) !== pageOf(source.path))
      .map((wanted) => `${source.path} imports ${wanted}`),
  );
  expect(strange).toEqual([]);
});

test('every path that the plan of the source names is there', () => {
  const plan = readFileSync('src/README.md', 'utf8');
  const named = [...plan.matchAll(/`((?:contract|domain|server|web)\/[\w./-]*)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !existsSync(`src/${path}`))).toEqual([]);
});

test.each([
  [reservationPath, 14],
  [requestPath, 11],
])('%s is as described, and short', (heading, most) => {
  const path = describedPath(heading);
  expect(path.length).toBeGreaterThan(3);
  expect(path.length).toBeLessThanOrEqual(most);
  const modules = new Map(code.map((source) => [source.path, importsOf(source)]));
  const isJoined = (file: string, place: number) =>
    path.slice(0, place).some((above) => modules.get(above)?.includes(file) || modules.get(file)?.includes(above));
  expect(path.filter((file, place) => !modules.has(file) || (place > 0 && !isJoined(file, place)))).toEqual([]);
});

test('few modules, few casts, and unit tests for the screens', () => {
  // Four hundred and twenty for the features before the overview, the log, the brief and the locations, 30 for these, and 85 for access:
  // sign-in by a provider and a proxy, sessions, programs, the audit, and what is opened of reports.
  expect(code.length).toBeLessThanOrEqual(535);
  expect(code.reduce((sum, source) => sum + castsIn(source), 0)).toBeLessThanOrEqual(60);
  const webLines = (isTest: boolean) =>
    sourceTree()
      .filter((one) => one.isTest === isTest && one.path.startsWith('src/web/'))
      .reduce((sum, { text }) => sum + linesOf(text), 0);
  expect(webLines(true) / webLines(false)).toBeGreaterThan(0.35);
});

/** A length of time in milliseconds or seconds as a number, or one made of a smaller: `86_400_000`, `24 * hour`, `const minute = 60`. */
const unitOfTime =
  /\b(?:60_?000|3_?600(?:_?000)?|86_?400(?:_?000)?|604_?800(?:_?000)?)\b|\b(?:24|60) \* (?:60\b|\w*[hH]ours?\b|\w*[mM]inutes?\b|\w*[sS]econds?\b)|\b(?:second|minute|hour|day|week)(?:Length|Ms)? = [\d_]+;/;

test('no unit of time is declared anew: `date-fns/constants` has them all', () => {
  const declared = (line: string) => unitOfTime.test(line) && !/^\s*(?:\*|\/\*|\/\/)/.test(line);
  const found = code.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line) => (declared(line) ? [`${path}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
  const anew = ['const hour = 3_600_000;', 'x = 24 * hour;', 'rest: 5 * 60_000,', 'const day = 86400;', '60 * minute'];
  expect(anew.filter((line) => !declared(line))).toEqual([]);
});

test('the list of interface texts is current (`npm run strings`)', () => {
  expect(readFileSync(stringsFile, 'utf8')).toBe(interfaceStrings());
});
