import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  cyclesIn,
  describedPath,
  folderCyclesIn,
  importsOf,
  linesOf,
  loadedWith,
  rawControlsIn,
  requestPath,
  reservationPath,
  type Source,
  sourceTree,
  standsIn,
  unitsIn,
  usesMui,
} from './sourceTree.ts';
import { interfaceStrings, stringsFile } from './strings.ts';

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
  expect(code.filter((one) => importsOf(one).some((path) => path.startsWith('e2e/'))).map(({ path }) => path)).toEqual(
    [],
  );
});

test('only the clock of the screen reads the device’s clock', () => {
  const reads = /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)/;
  const readers = code.filter(({ path, text }) => path.startsWith('src/web/') && reads.test(text));
  expect(readers.map(({ path }) => path)).toEqual(['src/web/screenClock.ts']);
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

test.each([reservationPath, requestPath])('%s describes a path that exists', (decision) => {
  const path = describedPath(decision);
  expect(path.length).toBeGreaterThan(3);
  const modules = new Map(code.map((source) => [source.path, importsOf(source)]));
  const isJoined = (file: string, place: number) =>
    path.slice(0, place).some((above) => modules.get(above)?.includes(file) || modules.get(file)?.includes(above));
  expect(path.filter((file, place) => !modules.has(file) || (place > 0 && !isJoined(file, place)))).toEqual([]);
});

/** Modules that may draw a native element, each with the reason. */
const rawControls: Readonly<Record<string, string>> = {
  'src/web/pages/shell/FallbackPages.tsx': 'is drawn before MUI is loaded',
  'src/web/ui/panel/ErrorNote.tsx': 'is drawn before MUI is loaded',
  'src/web/ui/panel/CopyButton.tsx': 'is drawn before MUI is loaded',
  'src/web/ui/table/DataTable.tsx': 'the cells of tables are native, drawn by the hundred',
  'src/web/ui/grid/ReportGrid.tsx': 'the cells of the grid are native, drawn by the hundred',
  'src/web/pages/shell/Nav.tsx': 'the location in the bar: an invisible list over its own words',
};

test('no module draws a native button or field, except for a stated reason', () => {
  const found = code.flatMap((source) => {
    const count = rawControlsIn(source);
    return count > 0 ? [[source.path, count] as const] : [];
  });
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(Object.keys(rawControls).map((path) => [path, 1])));
  const anew = { path: 'src/web/pages/a.tsx', text: '<p><input value="a" /><button>b</button></p>', isTest: false };
  expect(rawControlsIn(anew)).toBe(2);
});

/** The modules that may import MUI: the theme, the controls, the frames of panels, and the palette, whose list is MUI's. */
const muiPlaces =
  /^src\/web\/(?:theme\w*\.ts$|ui\/(?:controls|panel)\/|ui\/page\/Themed\.tsx$|pages\/shell\/palette\/)/;

test('only our controls use MUI: no page imports it, and the board loads none of it', () => {
  expect(code.filter((one) => usesMui(one) && !muiPlaces.test(one.path)).map(({ path }) => path)).toEqual([]);
  const muiIn = (path: string) => loadedWith(path, code).filter(usesMui);
  expect(muiIn('src/web/pages/shell/Shell.tsx').length).toBeGreaterThan(3);
  for (const path of ['src/web/main.tsx', 'src/web/pages/wall/BoardPage.tsx'])
    expect(
      muiIn(path).map((one) => one.path),
      `what comes with ${path}`,
    ).toEqual([]);
});

test('elements use our tooltip, not the one of the browser', () => {
  const titled = /<[a-z][a-z0-9]*\b(?:[^<>]|=>|<[A-Za-z]*>)*?\stitle=/g;
  const exceptions = new Set(['src/web/pages/setup/BoardBuilder.tsx']);
  const found = code.filter(
    ({ path, text }) =>
      /^src\/web\/(?!pages\/wall\/).*\.tsx$/.test(path) && !exceptions.has(path) && text.match(titled),
  );
  expect(found.map(({ path }) => path)).toEqual([]);
  expect('<span className={style.a} title="b">'.match(titled)).toHaveLength(1);
  expect('<Panel title="b"><p>'.match(titled)).toBeNull();
});

test('no unit of time is redeclared: `domain/units.ts` has them all, and names their library for all', () => {
  expect(code.flatMap(unitsIn)).toEqual([]);
  // The contract imports nothing of ours.
  const namesLibrary = code.filter(
    ({ path, text }) => !/^src.contract/.test(path) && /'date-fns\/constants'/.test(text),
  );
  expect(namesLibrary.map(({ path }) => path)).toEqual(['src/domain/units.ts']);
  const anew = ['const hour = 3_600_000;', 'x = 24 * hour;', 'rest: 5 * 60_000,', 'const day = 86520;', '60 * minute'];
  expect(unitsIn({ path: 'a', text: anew.join('\n'), isTest: false })).toHaveLength(anew.length);
});

test('the list of interface texts is current (`npm run strings`)', () => {
  expect(readFileSync(stringsFile, 'utf8')).toBe(interfaceStrings());
});

test('the bar draws the icon of its file', () => {
  const paths = (file: string) => readFileSync(file, 'utf8').match(/(?<= d=")[^"]+/g);
  expect(paths('src/web/pages/shell/Shell.tsx')).toEqual(paths('public/icon.svg'));
});
