import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Plugin, transformWithOxc } from 'vite';
import { gatewayPaths } from '#server/gateway/gateway.ts';

const source = new URL('../web/worker/serviceWorker.ts', import.meta.url);

/** Of `public/`, named in the page. */
const named = ['/icon.svg', '/manifest.webmanifest'];

/** Marks the built page with its build, and puts the service worker beside it, which knows the build's files by name. */
export function offlineShell(): Plugin {
  let files: string[] = [];
  let build = '';
  return {
    name: 'offline shell',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        files = Object.keys(bundle)
          .filter((name) => /\.(js|css|woff2)$/.test(name))
          .map((name) => `/${name}`)
          .toSorted();
        // All names below /assets hold a hash of the content, so that they and the page tell builds apart.
        build = hash('sha256', JSON.stringify([html, files]), 'base64url').slice(0, 16);
        return [{ tag: 'meta', attrs: { name: 'build', content: build }, injectTo: 'head' }];
      },
    },
    generateBundle: {
      order: 'post',
      async handler() {
        const { code } = await transformWithOxc(await readFile(source, 'utf8'), source.pathname, { sourcemap: false });
        const shell = JSON.stringify({ build, files: [...named, ...files], passed: gatewayPaths });
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: `const shell = ${shell};\n${code}` });
      },
    },
  };
}
