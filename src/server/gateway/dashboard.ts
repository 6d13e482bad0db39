import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { type Coding, preferredCoding } from './coding.ts';
import { refuse } from './respond.ts';

type DashboardFile = {
  readonly type: string;
  readonly tag: string;
  readonly cacheControl: string;
  readonly plain: NonSharedBuffer;
  /** Null for what is packed already, such as fonts and pictures. */
  readonly packed: { readonly [Name in Coding]: NonSharedBuffer } | null;
};

/** The built dashboard in memory, by path. */
export type Dashboard = ReadonlyMap<string, DashboardFile>;

const contentTypes: { readonly [extension: string]: { readonly type: string; readonly pack: boolean } } = {
  '.css': { type: 'text/css; charset=utf-8', pack: true },
  '.html': { type: 'text/html; charset=utf-8', pack: true },
  '.ico': { type: 'image/x-icon', pack: false },
  '.js': { type: 'text/javascript; charset=utf-8', pack: true },
  '.json': { type: 'application/json', pack: true },
  '.png': { type: 'image/png', pack: false },
  '.svg': { type: 'image/svg+xml', pack: true },
  '.txt': { type: 'text/plain; charset=utf-8', pack: true },
  '.webmanifest': { type: 'application/manifest+json', pack: true },
  '.woff': { type: 'font/woff', pack: false },
  '.woff2': { type: 'font/woff2', pack: false },
};

/** Reads and packs a built dashboard, or returns null where there is none. Names that begin with a dot stay unserved. */
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

async function loadFile(directory: string, path: string): Promise<DashboardFile> {
  const plain = await readFile(join(directory, path));
  const { type, pack } = contentTypes[extname(path)] ?? { type: 'application/octet-stream', pack: false };
  return {
    type,
    tag: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
    cacheControl: path.startsWith(hashedPaths) ? 'public, max-age=31536000, immutable' : 'no-cache',
    plain,
    packed: pack ? { br: await promisify(brotliCompress)(plain), gzip: await promisify(gzip)(plain) } : null,
  };
}

/** Serves the dashboard's files; a page's address, which only the browser's router knows, gets the index. */
export function dashboardRoute(dashboard: Dashboard) {
  return (c: Context): Response | Promise<Response> => {
    const { pathname } = new URL(c.req.url);
    const file = dashboard.get(pathname) ?? (isPage(c, pathname) ? dashboard.get(indexPath) : undefined);
    return file ? sendFile(c, file) : refuse(c, 404, [{ message: 'There is nothing at this address.' }]);
  };
}

function isPage(c: Context, pathname: string): boolean {
  const takesPages = c.req.header('accept')?.includes('text/html') ?? false;
  return pathname === '/' || (takesPages && !pathname.startsWith(hashedPaths));
}

function sendFile(c: Context, file: DashboardFile): Response {
  const coding = file.packed ? preferredCoding(c.req.header('accept-encoding')) : null;
  const body = (coding && file.packed?.[coding]) ?? file.plain;
  const etag = `"${file.tag}${coding ? `-${coding}` : ''}"`;
  const headers = { etag, 'cache-control': file.cacheControl, ...(file.packed && { vary: 'accept-encoding' }) };
  if (isKnown(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers);
  return c.body(body, 200, {
    ...headers,
    'content-type': file.type,
    'content-length': String(body.length),
    ...(coding && { 'content-encoding': coding }),
  });
}

function isKnown(header: string | undefined, etag: string): boolean {
  return header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;
}
