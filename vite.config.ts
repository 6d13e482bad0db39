import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { flightline, offlineShell } from './src/server/develop.ts';

/**
 * The files that the dashboard is built in, by the screens that need a module. A request costs more than a few KiB that a page does
 * not need, so what many share is in one of five files; what few people open stays by itself. `budget.ts` says what each page
 * loads, and finds files that load each other in a circle: none of these may need one that not all of its pages load.
 */
function fileOf(id: string, bundle: Bundle): string | null {
  const screens = screensOf(id, bundle);
  const isOf = (name: string) => screens.some((screen) => screen.endsWith(name));
  if (isOf('/index.html')) return 'first';
  if (screens.length < 2) return null;
  /** The display has neither the bar nor panels. */
  const isOfDisplay = isOf('/BoardPage.tsx');
  if (isOf('/Shell.tsx')) return isOfDisplay || screens.length > 15 ? 'frame' : 'controls';
  if (isOfDisplay && screens.length > 5) return 'readiness';
  return parts.find(({ least, test }) => screens.length >= least && test.test(id))?.name ?? null;
}

/** What neither the bar nor the display needs, by the least number of screens that share it. */
const parts = [
  { name: 'frame', least: 3, test: /domain\/wall\// },
  { name: 'table', least: 5, test: /@tanstack\/|use-sync-external-store|web\/ui\/table\/[dt]/i },
  { name: 'readiness', least: 3, test: /domain\/(records\/ro|reservations\/r)/ },
  {
    name: 'reservation',
    least: 3,
    test: /web\/(queries\/lists|ui\/(reservation\/|aircraft\/A))|domain\/reservations\/[hn]/,
  },
  { name: 'records', least: 4, test: /web\/ui\/records\/|reports\/columns\/values/ },
  {
    name: 'controls',
    least: 2,
    test: /web\/ui\/(?!chart|grid|timeline|records|reservation|panel\/I)|domain\/(lists|answers)\//,
  },
];

type Module = {
  readonly isEntry: boolean;
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
};
type Bundle = { readonly getModuleInfo: (id: string) => Module | null };

/** The entry and the files loaded later that cannot run without a module. */
function screensOf(id: string, bundle: Bundle): string[] {
  const users = new Set([id]);
  for (const one of users) for (const importer of bundle.getModuleInfo(one)?.importers ?? []) users.add(importer);
  return [...users].filter((one) => {
    const module = bundle.getModuleInfo(one);
    return module && (module.isEntry || module.dynamicImporters.length > 0);
  });
}

/**
 * The library that writes Excel files packs large ones in a worker made from a `blob:` address, which the content security
 * policy forbids; it would wait for that worker without end. So it packs them in the page.
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

export default defineConfig({
  plugins: [react(), process.env['VITEST'] ? null : flightline(), offlineShell(), packInPage],
  server: { host: '127.0.0.1' },
  build: {
    /** Browsers of two years: a wall display is seldom newer. */
    target: ['chrome129', 'edge129', 'firefox131', 'safari18'],
    manifest: true,
    modulePreload: { polyfill: false },
    /** Never `data:` addresses: the content security policy takes fonts from our own origin only. */
    assetsInlineLimit: 0,
    /** One style sheet for all pages: 22 KiB packed, and a request less for each part of each page. */
    cssCodeSplit: false,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: fileOf }], includeDependenciesRecursively: false } },
    },
  },
  test: {
    /** A test file leaves nothing behind, so that many share what they import: a third of the time. */
    isolate: false,
    maxWorkers: 3,
    projects: [
      runtime('neutral', ['src/contract/**/*.test.ts', 'src/domain/**/*.test.ts']),
      runtime('server', ['src/server/**/*.test.ts']),
      runtime('web', ['src/web/**/*.test.ts']),
      runtime('gate', ['e2e/support/**/*.test.ts', 'e2e/truth/**/*.test.ts']),
    ],
  },
});

function runtime(name: string, include: string[]) {
  // Ends what hangs. Machines are shared: a slow one is no fault of ours.
  const patience = { testTimeout: 300_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };
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
