import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { componentsInDevelopment } from './e2e/tools/components/serve.ts';
import { flightline, offlineShell } from './src/server/cli/develop.ts';

/**
 * The chunks of the dashboard, by the screens that import a module, never by its name: a rename leaves the bundle as it is. A
 * request costs more than a few unneeded KiB, so what many screens share is one file; the rest Rolldown groups by the exact set
 * of screens. What a module imports is shared by at least the same screens, so no two chunks can need each other. `budget.ts`
 * reports what each page loads.
 */
function groupOf(id: string, bundle: Bundle): string | null {
  const screens = screensOf(id, bundle);
  if (screens.some(({ isEntry }) => isEntry)) return onlyPages.test(id) ? 'pages' : 'first';
  if (screens.length < 2) return null;
  if (isOf(screens, bar)) return isOf(screens, display) ? 'first' : 'bar';
  // The display has neither the bar nor the controls of pages.
  if (isOf(screens, display)) return 'display';
  if (screens.length < many) return null;
  const needed = [...neededBy(id, bundle)];
  if (needed.some((text) => text !== id && chunkOf(text, bundle) === 'display')) return null;
  return needed.some((text) => tableLibrary.test(text)) ? 'tables' : 'pages';
}

const bar = 'src/web/app/shell/Shell.tsx';
const display = 'src/web/pages/wall/BoardPage.tsx';
/** The number of screens from which all pages load a module, whether they need it or not. */
const many = 6;
/** Half of what pages share, and every second page has no table. */
const tableLibrary = /@tanstack\/(react-)?(table|store)/;
/** What the entry reaches by this library's one index, but only pages use. */
const onlyPages = /@tanstack\/.*(useMutation|mutationObserver|[iI]nfiniteQuery(Observer)?)\.js/;

type Module = {
  readonly id: string;
  readonly isEntry: boolean;
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
  readonly importedIds: readonly string[];
};
type Bundle = { readonly getModuleInfo: (id: string) => Module | null };

const isOf = (screens: readonly Module[], file: string) => screens.some(({ id }) => id.endsWith(file));

/** The entry, and the lazily loaded files that cannot run without a module. */
function usersOf(id: string, bundle: Bundle): Module[] {
  const users = new Set([id]);
  for (const user of users) for (const importer of bundle.getModuleInfo(user)?.importers ?? []) users.add(importer);
  return [...users].flatMap((user) => {
    const module = bundle.getModuleInfo(user);
    return module && (module.isEntry || module.dynamicImporters.length > 0) ? module : [];
  });
}

const chunkOf = once(groupOf);
const screensOf = once(usersOf);

/** Answers for each module once: a module is asked for by all that import it. */
function once<Answer>(answer: (id: string, bundle: Bundle) => Answer) {
  const known = new Map<string, Answer>();
  return (id: string, bundle: Bundle): Answer => {
    const given = known.get(id);
    if (given !== undefined) return given;
    const made = answer(id, bundle);
    known.set(id, made);
    return made;
  };
}

/** A module, and all that it imports, directly or not. */
function neededBy(id: string, bundle: Bundle): Set<string> {
  const needed = new Set([id]);
  for (const one of needed) for (const other of bundle.getModuleInfo(one)?.importedIds ?? []) needed.add(other);
  return needed;
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

/** The face of the dashboard under a name without a hash, for the pages that need no other file of it (`signIn/pages.ts`). */
const signInFace: Plugin = {
  name: 'sign-in-face',
  apply: 'build',
  generateBundle() {
    const source = readFileSync('node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
    this.emitFile({ type: 'asset', fileName: 'inter.woff2', source });
  },
};

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
    filter: { id: /src\/(server|operator)\/.*\.ts$/ },
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
        this.emitFile({ type: 'asset', fileName: name, source: readFileSync(`src/server/cli/${name}`) });
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
      input: { flightline: 'src/server/cli/flightline.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
};

const dashboardBuild: ViteUserConfig = {
  plugins: [
    react(),
    process.env['VITEST'] ? null : flightline(),
    componentsInDevelopment,
    offlineShell(),
    packInPage,
    signInFace,
  ],
  server: { host: '127.0.0.1' },
  build: {
    /** Browsers of the last two years: a wall display is seldom newer. */
    target: ['chrome129', 'edge129', 'firefox131', 'safari18'],
    manifest: true,
    license: { fileName: 'licences.txt' },
    modulePreload: { polyfill: false },
    /** Never `data:` addresses: the content security policy takes fonts from our own origin only. */
    assetsInlineLimit: 0,
    /** One style sheet for all pages: 31 KiB compressed, and one request fewer for each part of each page. */
    cssCodeSplit: false,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: chunkOf }], includeDependenciesRecursively: false } },
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
      runtime('server', ['src/server/**/*.test.ts', 'src/operator/**/*.test.ts']),
      runtime('web', ['src/web/**/*.test.ts']),
      runtime('gate', ['e2e/tools/**/*.test.ts', 'e2e/truth/**/*.test.ts']),
    ],
  },
};

export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? serverBuild : dashboardBuild));

function runtime(name: string, include: string[]) {
  // Ends a hanging test. Machines are shared: a slow one is not a failure.
  const patience = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 120_000 } } };
  return {
    test: {
      name,
      include,
      environment: 'node' as const,
      isolate: false,
      setupFiles: ['e2e/tools/unitSetup.ts'],
      ...patience,
    },
  };
}
