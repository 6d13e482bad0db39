import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Body, Reply } from './reply.ts';

/** The built dashboard in memory, by path. */
export type Dashboard = ReadonlyMap<string, Reply>;

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

/** Reads and compresses a built dashboard, or returns null where there is none. Names that begin with a dot are not served. */
export async function loadDashboard(directory: string): Promise<Dashboard | null> {
  const names = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length).replaceAll('\\', '/'))
    .filter((path) => !path.includes('/.'));
  const files = await Promise.all(paths.map(async (path) => [path, await loadFile(directory, path)] as const));
  const dashboard = new Map(files);
  return dashboard.has(indexPath) ? dashboard : null;
}

const indexPath = '/index.html';

/** Vite puts a hash of the content into the names below this. */
const hashedPaths = '/assets/';

async function loadFile(directory: string, path: string): Promise<Reply> {
  const plain = await readFile(join(directory, path));
  const { type, compress } = contentTypes[extname(path)] ?? { type: 'application/octet-stream', compress: false };
  const cacheControl = path.startsWith(hashedPaths) ? 'public, max-age=31536000, immutable' : 'no-cache';
  const headers = { 'content-type': type, 'cache-control': cacheControl };
  return { status: 200, body: await fileBody(plain, compress), headers };
}

/** Two levels below the best, which takes three times as long and saves a fifteenth; its tag outlives a restart. */
async function fileBody(plain: NonSharedBuffer, isCompressible: boolean): Promise<Body> {
  const tag = hash('sha256', plain, 'base64url').slice(0, 22);
  if (!isCompressible) return { plain, tag, isCompressible, compressed: () => plain };
  const br = await promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  const forms = { br, gzip: await promisify(gzip)(plain, { level: 9 }) };
  return { plain, tag, isCompressible, compressed: (coding) => forms[coding] };
}

/**
 * The file at a path, or null; a page's address, which only the browser's router knows, gets the index. A client that takes
 * anything (any type, or no word about it) asks for a page where the path does not end like a file's.
 */
export function dashboardReply(dashboard: Dashboard, pathname: string, accept = '*/*'): Reply | null {
  const takesPage = accept.includes('text/html') || (accept.includes('*/*') && !/\.\w+$/.test(pathname));
  const isPage = pathname === '/' || (takesPage && !pathname.startsWith(hashedPaths));
  return dashboard.get(pathname) ?? (isPage ? (dashboard.get(indexPath) ?? null) : null);
}
