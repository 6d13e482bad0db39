import { extname } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Page } from 'playwright/test';
import { build, type Plugin, type Rolldown } from 'vite';

/** Where the demonstration of the components is, in development and in browser tests. The product has no such page. */
export const componentsPath = '/setup/components';
const folder = 'e2e/tools/components';

/** For `npm run dev`: serves the demonstration beside the dashboard. */
export const componentsInDevelopment: Plugin = {
  name: 'components',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use((request, _, next) => {
      const [path, query] = (request.url ?? '').split('?', 2);
      if (path === componentsPath) request.url = `/${folder}/index.html${query === undefined ? '' : `?${query}`}`;
      next();
    });
  },
};

type Files = ReadonlyMap<string, string | Buffer>;
let building: Promise<Files> | undefined;

/** The files of the demonstration by their addresses, built as the dashboard is. Once for each process. */
async function builtFiles(): Promise<Files> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    base: `${componentsPath}/`,
    publicDir: false,
    plugins: [react()],
    build: {
      write: false,
      target: 'chrome129',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: `${folder}/index.html` },
    },
  })) as Rolldown.RolldownOutput;
  return new Map(
    output.map((file) => {
      const path = file.fileName.endsWith('.html') ? componentsPath : `${componentsPath}/${file.fileName}`;
      return [path, file.type === 'chunk' ? file.code : Buffer.from(file.source)] as const;
    }),
  );
}

const types: { readonly [end: string]: string } = {
  '': 'text/html',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.woff2': 'font/woff2',
};

/** Opens the demonstration in a browser test, with one of its layers. */
export async function openComponents(page: Page, layer = 'nothing'): Promise<void> {
  building ??= builtFiles();
  const files = await building;
  const isOurs = ({ pathname }: URL) => files.has(pathname);
  await page.route(isOurs, (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill({ contentType: types[extname(pathname)] ?? '', body: files.get(pathname) ?? '' });
  });
  await page.goto(`${componentsPath}?open=${layer}`);
  // A layer over the page hides the page from screen readers.
  await page.getByRole('group', { name: 'Menu', exact: true, includeHidden: true }).waitFor();
}
