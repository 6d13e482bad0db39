import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { flightline, offlineShell } from './src/server/develop.ts';

/**
 * The chunks of the dashboard, by the screens that need a module. A request costs more than a few unneeded KiB, so widely
 * shared modules go into a few files; rarely opened parts stay separate. `budget.ts` reports what each page loads, and finds
 * circular loading: no chunk may need another that some of its pages do not load.
 */
function fileOf(id: string, bundle: Bundle): string | null {
  const screens = screensOf(id, bundle);
  const isOf = (name: string) => screens.some((screen) => screen.endsWith(name));
  if (isOf('/index.html')) return onlyPages.test(id) ? 'controls' : 'first';
  if (screens.length < 2) return null;
  /** The display has neither the navigation bar nor panels. */
  const isOfDisplay = isOf('/BoardPage.tsx');
  if (mui.test(id)) {
    if (isOf(shell) || isOf('/layers.tsx')) return 'bar';
    if (screens.length > 12) return 'controls';
  } else if (isOf(shell)) return isOfDisplay ? 'first' : 'bar';
  if (schedule.test(id)) return 'schedule';
  if (isOfDisplay && screens.length > 5) return 'readiness';
  return parts.find(({ least, test }) => screens.length >= least && test.test(id))?.name ?? null;
}

const shell = '/Shell.tsx';

/** What the entry reaches by a library's one index, but only some pages use. */
const onlyPages = /useMutation|mutationObserver|[iI]nfiniteQuery(Observer)?\.js/;

/** MUI, its dependencies, and our theme for it: the parts for the bar and the layers, and the further parts for pages. */
const mui =
  /@mui\/|@emotion\/|@babel\/|@popperjs|\/(stylis|clsx|react-is|prop-types|hoist-non-react-statics|react-transition-group|dom-helpers)\/|web\/theme/;

/** Reservations and duty days in words and on a time track: the display needs these, and pages that judge nothing. */
const schedule =
  /domain\/(duty\/[dfs]|schedule\/[au]|ruleSets|school\.|fleet\/f|people\/c|reservations\/reservationT|timeline\/l)|web\/ui\/(timetrack\/|aircraft\/R)/;

/** Modules that neither the bar nor the display needs, by the smallest number of screens that share them. */
const parts = [
  { name: 'first', least: 2, test: /domain\/wall\/t/ },
  { name: 'table', least: 5, test: /@tanstack\/|use-sync-external-store|web\/ui\/table\/[cdt]/i },
  { name: 'table', least: 2, test: /web\/ui\/table\/L/ },
  {
    name: 'readiness',
    least: 2,
    test: /web\/ui\/weather\/Weather\.|queries\/gateway\/weather|domain\/(timeline\/r|calendar\/o)/,
  },
  { name: 'check', least: 2, test: /web\/ui\/reservation\/C/ },
  {
    name: 'reservation',
    least: 2,
    test: /web\/ui\/reservation\/([^RSkP]|ReservationD)|domain\/(reservations\/n|fleet\/g)/,
  },
  { name: 'records', least: 4, test: /web\/ui\/records\/|reports\/columns\/values/ },
  { name: 'lists', least: 5, test: /web\/ui\/(controls\/[Ff]ilter|table\/P)|\/Chip\/|icons\/Cancel/ },
  { name: 'log', least: 3, test: /queries\/log|gateway\/log|domain\/(reservations\/ch|maintenance\/tr)/ },
  { name: 'limits', least: 2, test: /domain\/(maintenance\/horizonW|duty\/a)|web\/ui\/aircraft\/L/ },
  { name: 'calendar', least: 2, test: /domain\/calendar\/|timeline\/keyboard|\/date-fns\// },
  {
    name: 'controls',
    least: 2,
    test: /web\/ui\/((?!access|table|weather|aircraft\/[AL]|controls\/(Sl|bars)|chart|grid|timeline|records|reservation\/[^k]|panel\/I)|grid\/Column|table\/u)|queries\/lists|domain\/(lists|answers|records\/ro|reservations\/(heldDays|reservation[CS]))\/?|contract\/access\/(audit|columns)|gateway\/gateway/,
  },
];

type Module = {
  readonly isEntry: boolean;
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
};
type Bundle = { readonly getModuleInfo: (id: string) => Module | null };

/** A part of MUI's styles that names the classes of many controls, and is unused. */
const unused = '/enhanceHighContrast.';

/** The entry, and the lazily loaded files that cannot run without a module. */
function screensOf(id: string, bundle: Bundle): string[] {
  const users = new Set([id]);
  for (const one of users) {
    const importers = bundle.getModuleInfo(one)?.importers ?? [];
    for (const importer of importers) if (!importer.includes(unused)) users.add(importer);
  }
  return [...users].filter((one) => {
    const module = bundle.getModuleInfo(one);
    return module && (module.isEntry || module.dynamicImporters.length > 0);
  });
}

/**
 * The library for Excel files packs large ones in a worker from a `blob:` address, which the content security policy forbids;
 * it would wait for ever. This plugin packs them in the page.
 */
const packInPage: Plugin = {
  name: 'pack-in-page',
  transform: {
    filter: { id: /write-excel-file\/modules\/zip\/zipToArrayBuffer\.js$/ },
    handler: () => ({
      code: `import { zipSync } from 'fflate';\nexport default async (files) => zipSync(files).buffer;`,
      map: null,
    }),
  },
};

/**
 * Features of MUI's controls that ours never use: ripples, loading buttons, underlined and multi-line text, opening animations. They are a
 * twentieth of the first load. To use one, remove it from this list.
 */
const neverDrawn =
  /@mui\/material\/(ButtonBase\/TouchRipple|Input\/Input|CircularProgress\/CircularProgress|TextareaAutosize\/TextareaAutosize|Collapse\/Collapse|styles\/stringifyTheme)\.mjs$|\/hoist-non-react-statics\//;
const leaveOut: Plugin = {
  name: 'leave-out',
  transform: {
    filter: { id: neverDrawn },
    handler: (_, id) => {
      const told = `${id.replace(/^.*\//, '')} is not in the build: see "neverDrawn" in vite.config.ts.`;
      const leftOut = `const leftOut = () => { throw new Error(${JSON.stringify(told)}); };`;
      return { code: `${leftOut} export { leftOut as default, leftOut as stringifyTheme };`, map: null };
    },
  },
};

/** Short names of CSS classes, from the name in the source and the file: long ones weigh a tenth of the style sheet. */
function classOf(name: string, file: string): string {
  const mark = hash('sha256', file.replace(import.meta.dirname, ''), 'base64url').slice(0, 3);
  if ((marked.get(mark) ?? file) !== file) throw new Error(`${file} and ${marked.get(mark)} have the same mark.`);
  marked.set(mark, file);
  return `${name}_${mark}`;
}
const marked = new Map<string, string>();

/** What starts the installed command, and runs in a Node too old for the rest: copied as it is. */
const starters = ['bin.mjs', 'nodeVersion.mjs'];
/** The units and other files for people, also copied. */
const installFiles = 'src/server/install/files';
/** Files that the server reads beside its source become text in the bundle. */
const readBeside = /readFileSync\(new URL\('([^']+)', import\.meta\.url\), 'utf8'\)/g;
const program: Plugin = {
  name: 'program',
  // Before types are removed, which changes the quotes.
  enforce: 'pre',
  transform: {
    filter: { id: /src\/server\/.*\.ts$/ },
    handler: (code, id) => ({
      code: code.replaceAll(readBeside, (_, name) =>
        JSON.stringify(readFileSync(resolve(id, '..', String(name)), 'utf8')),
      ),
      map: null,
    }),
  },
  generateBundle: {
    // After Vite has removed the assets of the server's modules.
    order: 'post',
    handler() {
      for (const name of starters)
        this.emitFile({ type: 'asset', fileName: name, source: readFileSync(`src/server/program/${name}`) });
      for (const name of readdirSync(installFiles))
        this.emitFile({ type: 'asset', fileName: `files/${name}`, source: readFileSync(`${installFiles}/${name}`) });
    },
  },
};

/**
 * `vite build --ssr`: the server for the installed package, with everything that it uses, so that the package needs no other.
 */
const serverBuild: ViteUserConfig = {
  plugins: [program],
  publicDir: false,
  ssr: { noExternal: true, target: 'node' },
  build: {
    outDir: 'program',
    target: 'node24',
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      input: { flightline: 'src/server/program/flightline.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
};

const dashboardBuild: ViteUserConfig = {
  plugins: [react(), process.env['VITEST'] ? null : flightline(), offlineShell(), packInPage, leaveOut],
  css: { modules: { generateScopedName: classOf } },
  server: { host: '127.0.0.1' },
  build: {
    /** Browsers of the last two years: a wall display is seldom newer. */
    target: ['chrome129', 'edge129', 'firefox131', 'safari18'],
    manifest: true,
    license: { fileName: 'licences.txt' },
    modulePreload: {
      polyfill: false,
      /** The weather needs only what is loaded where it shows; naming that would weigh more than it saves. */
      resolveDependencies: (file, needed) => (/weather/i.test(file) ? [] : needed),
    },
    /** Never `data:` addresses: the content security policy takes fonts from our own origin only. */
    assetsInlineLimit: 0,
    /** One style sheet for all pages: 31 KiB compressed, and one request fewer for each part of each page. */
    cssCodeSplit: false,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: fileOf }], includeDependenciesRecursively: false } },
    },
  },
  test: {
    /** Test files leave no state behind, so they share their imports: this saves a third of the time. */
    isolate: false,
    /** More than a small machine has cores: many tests spend their time waiting. */
    maxWorkers: 5,
    /** In the gate only (decision 0043). */
    retry: process.env['CI'] ? 1 : 0,
    projects: [
      runtime('neutral', ['src/contract/**/*.test.ts', 'src/domain/**/*.test.ts']),
      runtime('server', ['src/server/**/*.test.ts']),
      runtime('web', ['src/web/**/*.test.ts']),
      runtime('gate', [
        'e2e/clients/*.test.ts',
        'e2e/support/**/*.test.ts',
        'e2e/truth/**/*.test.ts',
        'e2e/weather/*.test.ts',
      ]),
    ],
  },
};

export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? serverBuild : dashboardBuild));

function runtime(name: string, include: string[]) {
  // Ends a hanging test. Machines are shared: a slow one is not a failure.
  const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } };
  return {
    test: {
      name,
      include,
      environment: 'node' as const,
      isolate: false,
      setupFiles: ['e2e/support/unitSetup.ts'],
      ...patience,
    },
  };
}
