import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cyclesIn, folderCyclesIn, importsOf, linesOf, type Source, sourceTree, standsIn } from './sourceTree.ts';

const code = sourceTree().filter(({ isTest }) => !isTest);

/** `fleet` of `src/web/pages/fleet/FleetPage.tsx`; null outside the pages. */
const pageOf = (path: string) => path.match(/^src\/web\/pages\/([^/]+)\//)?.[1] ?? null;

test('no modules import each other in a cycle', () => {
  expect(cyclesIn(code)).toEqual([]);
  const source = (path: string, text: string): Source => ({ path, text, isTest: false });
  const circle = [source('src/a.ts', "import { b } from './b.ts';"), source('src/b.ts', "import { a } from '#a.ts';")];
  expect(cyclesIn(circle)).toEqual(['src/a.ts → src/b.ts → src/a.ts']);
});

test.each(['src/domain/', 'src/server/'])('the folders of %s have no import cycles', (layer) => {
  expect(folderCyclesIn(layer, code)).toEqual([]);
  const source = (path: string, text: string): Source => ({ path: layer + path, text, isTest: false });
  const back = [
    source('a/one.ts', `import { b } from '#${layer.slice(4)}b/one.ts';`),
    source('b/one.ts', ''),
    source('b/two.ts', `import { a } from '#${layer.slice(4)}a/one.ts';`),
  ];
  expect(folderCyclesIn(layer, back)).toEqual(['a → b → a']);
});

test('modules used only by tests are with the tests, and the product imports none of them', () => {
  expect(standsIn(sourceTree())).toEqual([]);
  expect(
    code.filter((source) => importsOf(source).some((path) => path.startsWith('e2e/'))).map(({ path }) => path),
  ).toEqual([]);
});

test('every unit test belongs to a project that runs it', () => {
  const config = readFileSync('vite.config.ts', 'utf8');
  const included = [...config.matchAll(/'((?:src|e2e)\/[^']*)\/\*\*\/\*\.test\.ts'/g)].map(
    ([, folder = '']) => `${folder}/`,
  );
  expect(included.length).toBeGreaterThan(4);
  const tests = ['src', 'e2e'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  const all = tests.filter((path) => /\.test\.tsx?$/.test(path) && !path.includes('node_modules'));
  expect(all.length).toBeGreaterThan(300);
  expect(all.filter((path) => !included.some((folder) => path.startsWith(folder)))).toEqual([]);
});

test('only the clock of the screen reads the device’s clock', () => {
  const reads = /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)/;
  const readers = code.filter(({ path, text }) => path.startsWith('src/web/') && reads.test(text));
  expect(readers.map(({ path }) => path)).toEqual(['src/web/device/screenClock.ts']);
  expect(code.filter(({ path, text }) => path.startsWith('src/domain/') && reads.test(text))).toEqual([]);
});

test('every threshold is in one table, with its source', () => {
  const table = readFileSync('src/domain/thresholds.ts', 'utf8');
  const described = [...table.matchAll(/\/\*\*((?:(?!\*\/)[^])*)\*\/\nexport const (\w+)/g)];
  expect(described.length).toBe(table.match(/^export const /gm)?.length);
  const isSourced = (words: string) => /\b(?:Habit|Estimate|Regulation)\b/.test(words);
  expect(described.filter(([, words = '']) => !isSourced(words)).map(([, , name]) => name)).toEqual([]);
  const rules = /^src\/domain\/(?:conflicts|duty|maintenance|overview|readiness|reservations|schedule)\//;
  const declared = /^(?:export )?const \w+ = (?:[\d.]+ \* )?millisecondsIn/m;
  expect(code.filter(({ path, text }) => rules.test(path) && declared.test(text)).map(({ path }) => path)).toEqual([]);
});

test('a page never imports another page: shared code is in ui, queries or domain', () => {
  const strange = code.flatMap((source) =>
    importsOf(source)
      .filter((wanted) => pageOf(source.path) && pageOf(wanted) && pageOf(wanted) !== pageOf(source.path))
      .map((wanted) => `${source.path} imports ${wanted}`),
  );
  expect(strange).toEqual([]);
});

test('every path in the guide to the source exists, and the guide is short', () => {
  const guide = readFileSync('src/README.md', 'utf8');
  expect(linesOf(guide)).toBeLessThanOrEqual(120);
  const named = [...guide.matchAll(/`((?:contract|domain|server|web)\/[\w./-]*)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !existsSync(`src/${path}`))).toEqual([]);
});

test('every decision has its own number, a context, a decision, a consequence, and a line in the index', () => {
  const index = readFileSync('src/decisions/README.md', 'utf8');
  const records = readdirSync('src/decisions').filter((name) => name !== 'README.md');
  expect(new Set(records.map((name) => name.slice(0, 4))).size).toBe(records.length);
  const isWhole = (name: string) => {
    const text = readFileSync(`src/decisions/${name}`, 'utf8');
    const isRecord = ['Context', 'Decision', 'Consequence'].every((part) => text.includes(`**${part}.**`));
    return isRecord && text.startsWith(`# ${name.slice(0, 4)} `) && index.includes(`(${name})`);
  };
  expect(records.length).toBeGreaterThan(30);
  expect(records.filter((name) => !isWhole(name))).toEqual([]);
});

test('the bar draws the icon of its file', () => {
  const paths = (file: string) => readFileSync(file, 'utf8').match(/(?<= d=")[^"]+/g);
  expect(paths('src/web/app/shell/Shell.tsx')).toEqual(paths('public/icon.svg'));
});
