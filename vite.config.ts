import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { flightline } from './src/server/develop.ts';
import { offlineShell } from './src/server/offlineShell.ts';

/** What every page needs before it is loaded: one file, the entry's. */
const firstPart = {
  debugName: 'first',
  name: (id: string, context: ChunkingContext) => (isFirst(id, context) ? 'first' : null),
  priority: 2,
};

/** What many pages use; what few people open, and what would make every page larger, stays by itself. */
const sharedPart = {
  name: 'shared',
  minShareCount: 10,
  test: (id: string) => !/d3-|ui\/chart|uqr|qrcode|ical/i.test(id),
  priority: 1,
};

type ChunkingContext = {
  getModuleInfo: (id: string) => { isEntry: boolean; importers: readonly string[] } | null;
};

/** Whether the entry needs the module before any page is loaded. */
function isFirst(id: string, context: ChunkingContext): boolean {
  const seen = new Set([id]);
  for (const one of seen) {
    const module = context.getModuleInfo(one);
    if (module?.isEntry) return true;
    for (const importer of module?.importers ?? []) seen.add(importer);
  }
  return false;
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
    rolldownOptions: { output: { codeSplitting: { groups: [firstPart, sharedPart] } } },
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
