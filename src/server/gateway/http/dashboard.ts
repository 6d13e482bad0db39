import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import * as z from 'zod/mini';
import type { Config } from '#contract/gateway/config.ts';
import { namesOf } from '#contract/objects.ts';
import type { Clock } from '#server/gateway/allowance/queue.ts';
import { firstAddresses, pageAt, pageHeaders, type PagePath, pages, withFirstLoad } from './firstLoad.ts';
import { fileBody, type Reply } from './reply.ts';

/** The built dashboard in memory. */
export type Dashboard = {
  /** By path. */
  readonly files: ReadonlyMap<string, Reply>;
  /** The scripts that a page needs besides those that the index names. */
  readonly scripts: ReadonlyMap<PagePath, readonly string[]>;
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

/** Reads a built dashboard, or returns null where there is none. Names that begin with a dot are not served. */
export async function loadDashboard(directory: string): Promise<Dashboard | null> {
  const names = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length).replaceAll('\\', '/'))
    .filter((path) => !path.includes('/.'));
  const files = await Promise.all(paths.map(async (path) => [path, await loadFile(directory, path)] as const));
  const dashboard = { files: new Map(files), scripts: await scriptsOfPages(directory) };
  return dashboard.files.has(indexPath) ? dashboard : null;
}

const indexPath = '/index.html';

/** Vite puts a hash of the content into the names below this. */
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

/** Reads from the bundler's manifest which scripts each page needs; empty where there is none. */
async function scriptsOfPages(directory: string): Promise<Dashboard['scripts']> {
  const text = await readFile(join(directory, '.vite/manifest.json'), 'utf8').catch(() => '{}');
  const manifest = manifestShape.parse(JSON.parse(text));
  const index = new Set(Object.keys(manifest).filter((name) => manifest[name]?.isEntry));
  for (const name of index) for (const other of manifest[name]?.imports ?? []) index.add(other);
  return new Map(namesOf(pages).map((path) => [path, loadedBy(pages[path].screens, index, manifest)]));
}

function loadedBy(screens: readonly string[], index: ReadonlySet<string>, manifest: Manifest): string[] {
  const parts = new Set(screens.map((screen) => `src/web/pages/${screen}`).filter((name) => manifest[name]));
  for (const name of parts) for (const other of manifest[name]?.imports ?? []) parts.add(other);
  return [...parts].flatMap((name) => (index.has(name) ? [] : `/${manifest[name]?.file}`));
}

/**
 * Answers what is asked of the dashboard: the file at a path, or null; a page's address, which only the browser's router knows,
 * gets the page. A client that takes anything (any type, or no word about it) asks for a page where the path does not end like
 * a file's.
 */
export function dashboardReplies({ files, scripts }: Dashboard, config: Config, wall: Clock) {
  const index = files.get(indexPath);
  if (!index) throw new Error(`The dashboard has no ${indexPath}.`);
  const html = index.body.plain.toString();
  const headers = { ...index.headers, ...pageHeaders };
  const known = new Map<PagePath | null, { readonly text: string; readonly reply: Reply }>();

  const replyOf = (path: PagePath | null): Reply => {
    const asked = path ? firstAddresses(path, config, wall()) : [];
    const text = withFirstLoad(html, (path && scripts.get(path)) ?? [], { config, page: path, asked });
    const last = known.get(path);
    if (last?.text === text) return last.reply;
    const reply = { ...index, body: fileBody(Buffer.from(text)), headers };
    known.set(path, { text, reply });
    return reply;
  };

  return (pathname: string, accept = '*/*'): Reply | null => {
    const takesPage = accept.includes('text/html') || (accept.includes('*/*') && !/\.\w+$/.test(pathname));
    const isPage = pathname === '/' || (takesPage && !pathname.startsWith(hashedPaths));
    return files.get(pathname) ?? (isPage ? replyOf(pageAt(pathname)) : null);
  };
}
