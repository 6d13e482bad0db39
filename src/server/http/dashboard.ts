import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import * as z from 'zod/mini';
import type { SetClasses } from '#contract/access/reminderClasses.ts';
import type { Config } from '#contract/gateway/config.ts';
import { pageAt, type PagePath, pagePaths } from '#contract/pages.ts';
import type { Caller } from '#server/http/rights/caller.ts';
import type { Clock } from '#server/upstream/queue.ts';
import { firstAddresses, type PageFiles, pageHeaders, sourcesOf, withFirstLoad, withNonce } from './firstLoad.ts';
import type { Reply } from './reply.ts';
import { bodyOf, fileBody } from '#server/upstream/body.ts';

/** The built dashboard in memory. */
export type Dashboard = {
  /** By path. */
  readonly files: ReadonlyMap<string, Reply>;
  readonly ofPages: ReadonlyMap<PagePath, PageFiles>;
};

const contentTypes: { readonly [extension: string]: { readonly type: string; readonly compress: boolean } } = {
  '.css': { type: 'text/css; charset=utf-8', compress: true },
  '.html': { type: 'text/html; charset=utf-8', compress: true },
  '.ico': { type: 'image/x-icon', compress: false },
  '.js': { type: 'text/javascript; charset=utf-8', compress: true },
  '.json': { type: 'application/json', compress: true },
  '.png': { type: 'image/png', compress: false },
  '.svg': { type: 'image/svg+xml', compress: true },
  '.txt': { type: 'text/plain; charset=utf-8', compress: true },
  '.webmanifest': { type: 'application/manifest+json', compress: true },
  '.woff': { type: 'font/woff', compress: false },
  '.woff2': { type: 'font/woff2', compress: false },
};

/** Reads a built dashboard, or returns null if there is none. Names that begin with a dot are not served. */
export async function loadDashboard(directory: string): Promise<Dashboard | null> {
  const names = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length).replaceAll('\\', '/'))
    .filter((path) => !path.includes('/.'));
  const files = await Promise.all(paths.map(async (path) => [path, await loadFile(directory, path)] as const));
  const dashboard = { files: new Map(files), ofPages: await filesOfPages(directory) };
  return dashboard.files.has(indexPath) ? dashboard : null;
}

const indexPath = '/index.html';

/** File names below this contain a hash of the content. */
const hashedPaths = '/assets/';

async function loadFile(directory: string, path: string): Promise<Reply> {
  const plain = await readFile(join(directory, path));
  const { type, compress } = contentTypes[extname(path)] ?? { type: 'application/octet-stream', compress: false };
  const cacheControl = path.startsWith(hashedPaths) ? 'public, max-age=31536000, immutable' : 'no-cache';
  const headers = { 'content-type': type, 'cache-control': cacheControl };
  return { status: 200, body: fileBody(plain, compress), headers };
}

const manifestShape = z.record(
  z.string(),
  z.object({ file: z.string(), isEntry: z.optional(z.boolean()), imports: z.optional(z.array(z.string())) }),
);
type Manifest = z.output<typeof manifestShape>;

/** Reads from the bundler's manifest which files each page needs; none without one. */
async function filesOfPages(directory: string): Promise<Dashboard['ofPages']> {
  const text = await readFile(join(directory, '.vite/manifest.json'), 'utf8').catch(() => '{}');
  const manifest = manifestShape.parse(JSON.parse(text));
  const index = new Set(Object.keys(manifest).filter((name) => manifest[name]?.isEntry));
  for (const name of index) for (const other of manifest[name]?.imports ?? []) index.add(other);
  return new Map(
    pagePaths.map((path) => {
      const { screens, fonts } = sourcesOf(path);
      const files = fonts.flatMap((font) => manifest[font]?.file ?? []);
      return [path, { scripts: loadedBy(screens, index, manifest), fonts: files.map((file) => `/${file}`) }];
    }),
  );
}

function loadedBy(screens: readonly string[], index: ReadonlySet<string>, manifest: Manifest): string[] {
  const parts = new Set(screens.filter((name) => manifest[name]));
  for (const name of parts) for (const other of manifest[name]?.imports ?? []) parts.add(other);
  return [...parts].flatMap((name) => (index.has(name) ? [] : `/${manifest[name]?.file}`));
}

/**
 * Answers requests for the dashboard: the file at a path, the page for a page's address, or null. Only the browser's router
 * knows page addresses. A client that accepts any type gets a page if the path does not end like a file's.
 */
export function dashboardReplies(
  { files, ofPages }: Dashboard,
  config: Config,
  wall: Clock,
  reminderClasses?: () => SetClasses,
) {
  const index = files.get(indexPath);
  if (!index) throw new Error(`The dashboard has no ${indexPath}.`);
  const html = index.body.plain.toString();

  const answer = (text: string): Reply => {
    const nonce = randomBytes(16).toString('base64');
    // The page names the signed-in person. A browser takes what it has stored, however old, for its button Back.
    const headers = { ...index.headers, ...pageHeaders(nonce), 'cache-control': 'no-store' };
    return { ...index, body: bodyOf(Buffer.from(withNonce(text, nonce))), headers };
  };
  const replyOf = (path: PagePath | null, { who }: Caller): Reply => {
    const pageConfig = { ...config, reminderClasses: reminderClasses?.(), who };
    const addresses = path ? firstAddresses(path, pageConfig, wall()) : [];
    const needed = (path && ofPages.get(path)) ?? { scripts: [], fonts: [] };
    return answer(withFirstLoad(html, needed, { config: pageConfig, page: path, addresses }));
  };

  return {
    /** The file at a path; the dashboard's code is public. A browser keeps the page without its first load. */
    file: (pathname: string): Reply | null => (pathname === indexPath ? answer(html) : (files.get(pathname) ?? null)),
    page(pathname: string, accept = '*/*', caller: Caller): Reply | null {
      const takesPage = accept.includes('text/html') || (accept.includes('*/*') && !/\.\w+$/.test(pathname));
      const isPage = pathname === '/' || (takesPage && !pathname.startsWith(hashedPaths));
      return isPage ? replyOf(pageAt(pathname), caller) : null;
    },
  };
}
