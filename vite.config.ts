import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { flightline, offlineShell } from './src/server/develop.ts';

/**
 * The files that the dashboard is built in. A request costs more than a few KiB that a page does not need, so what five or six pages share
 * is in one of three files; what few people open stays by itself. The numbers were found by trying: with smaller ones pages and the
 * display load more than they may, or the files load each other in a circle (`budget.ts`).
 */
const parts = [
  /** What every page needs before it is loaded: one file, the entry's. */
  { debugName: 'first', name: neededBy('first', ({ isEntry }) => isEntry), priority: 4 },
  /** What the bar around the pages needs. */
  {
    debugName: 'frame',
    name: neededBy('frame', ({ id }) => frame.test(id)),
    test: (id: string) => !frame.test(id),
    priority: 3,
  },
  {
    name: 'table',
    test: /web\/ui\/(table\/(?!Pager|useSize)|reservation\/)|@tanstack\/(react-)?(table|virtual)/,
    minShareCount: 7,
    priority: 2,
  },
  { name: 'readiness', test: /src\/(domain|contract|web\/queries)\//, minShareCount: 6, priority: 1 },
  { name: 'controls', test: /web\/ui\/(?!chart|timeline|grid)/, minShareCount: 10, priority: 0 },
];

/** The frame itself, and what it alone uses. */
const frame = /\/(shell\/Shell|page\/locationChoice)\.tsx$/;

type Module = { readonly id: string; readonly isEntry: boolean; readonly importers: readonly string[] };
type Bundle = { readonly getModuleInfo: (id: string) => Module | null };

/** Names what these modules cannot run without. */
function neededBy(name: string, isOne: (module: Module) => boolean) {
  return (id: string, bundle: Bundle) => {
    const seen = new Set([id]);
    for (const one of seen) {
      const module = bundle.getModuleInfo(one);
      if (module && isOne(module)) return name;
      for (const importer of module?.importers ?? []) seen.add(importer);
    }
    return null;
  };
}

export default defineConfig({
  plugins: [react(), process.env['VITEST'] ? null : flightline(), offlineShell()],
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
    rolldownOptions: { output: { codeSplitting: { groups: parts, includeDependenciesRecursively: false } } },
  },
  test: {
    /** A test file leaves nothing behind, so that many share what they import: a third of the time. */
    isolate: false,
    maxWorkers: 3,
    projects: [
      runtime('neutral', ['src/contract/**/*.test.ts', 'src/domain/**/*.test.ts']),
      runtime('server', ['src/server/**/*.test.ts']),
      runtime('web', ['src/web/**/*.test.ts']),
      runtime('gate', ['e2e/support/**/*.test.ts']),
    ],
  },
});

function runtime(name: string, include: string[]) {
  // Ends what hangs. Machines are shared: a slow one is no fault of ours.
  const patience = { testTimeout: 300_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };
  return { test: { name, include, environment: 'node' as const, isolate: false, ...patience } };
}
