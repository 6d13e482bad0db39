import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Plugin, transformWithOxc, type ViteDevServer } from 'vite';
import { gatewayPaths } from '#server/http/route.ts';
import { openGateway } from '#server/app/open.ts';
import { processSettings, type Settings } from '#server/app/settings.ts';

/** The gateway inside Vite's own server. It answers `/api` and its other paths; Vite serves the pages. */
export function flightline(readSettings: () => Settings = processSettings): Plugin {
  return {
    name: 'flightline',
    apply: 'serve',
    // This cannot be a later hook: Vite would answer /api with its index page first.
    configureServer: (server) => mount(server, readSettings()),
  };
}

/**
 * The gateway of this process. Vite makes the new server of a restart before it closes the old one, and reads this module
 * again; two gateways cannot have one data directory.
 */
const ours = Symbol.for('the gateway of Flightline in this process');
// Only this file uses the symbol.
const mounted = globalThis as { [ours]?: () => Promise<void> };

async function mount(server: ViteDevServer, settings: Settings): Promise<void> {
  await mounted[ours]?.();
  const gateway = await openGateway(settings, null);
  server.middlewares.use((incoming, outgoing, next) => {
    const path = incoming.url ?? '';
    if (gatewayPaths.some((gatewayPath) => isBelow(path, gatewayPath))) gateway.listener(incoming, outgoing);
    else next();
  });
  let closing: Promise<void> | null = null;
  const close = () => (closing ??= gateway.close());
  mounted[ours] = close;
  server.httpServer?.once('close', () => void close());
}

function isBelow(path: string, base: string): boolean {
  return path.startsWith(base) && ['', '/', '?'].includes(path.charAt(base.length));
}

const source = new URL('../../web/worker/serviceWorker.ts', import.meta.url);

/** Files of `public/` that the page names. */
const publicFiles = ['/icon.svg', '/manifest.webmanifest'];

/** Writes the build's name into the page, and adds the service worker with the list of the build's files. */
export function offlineShell(): Plugin {
  let files: string[] = [];
  let build = '';
  return {
    name: 'offline shell',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        // Those of the dashboard itself: the pages of the sign-in are never shown without the server.
        files = Object.keys(bundle)
          .filter((name) => /^assets\/.*\.(js|css|woff2)$/.test(name))
          .map((name) => `/${name}`)
          .toSorted();
        // File names below /assets contain a hash of the content, so they and the page identify the build.
        build = hash('sha256', JSON.stringify([html, files]), 'base64url').slice(0, 16);
        return [{ tag: 'meta', attrs: { name: 'build', content: build }, injectTo: 'head' }];
      },
    },
    generateBundle: {
      order: 'post',
      async handler() {
        const { code } = await transformWithOxc(await readFile(source, 'utf8'), source.pathname, { sourcemap: false });
        const shell = JSON.stringify({ build, files: [...publicFiles, ...files], passed: gatewayPaths });
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: `const shell = ${shell};\n${code}` });
      },
    },
  };
}
