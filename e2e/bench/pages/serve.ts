import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Bundle } from './bundle.ts';

export type Site = { readonly url: string; readonly stop: () => Promise<void> };

/** One page per contender at `/NAME`, each with the stage's script after its own; nothing is read from disk. */
export async function servePages(stage: Bundle, contenders: ReadonlyMap<string, Bundle>): Promise<Site> {
  const server = createServer((request, response) => {
    const [name = '', part = 'html'] = (request.url ?? '').slice(1).split('.');
    const own = name === 'stage' ? stage : contenders.get(name);
    const kinds: { readonly [part: string]: readonly [string, string | undefined] } = {
      html: ['text/html', pageOf(name)],
      js: ['text/javascript', own?.code],
      css: ['text/css', own?.style],
    };
    const [type, body] = own ? (kinds[part] ?? []) : [];
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': `${type ?? 'text/plain'}; charset=utf-8` });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

function pageOf(name: string): string {
  return `<!doctype html>
<html lang="en">
  <title>${name}</title>
  <link rel="icon" href="data:," />
  <link rel="stylesheet" href="/${name}.css" />
  <style>html, body { margin: 0; height: 100%; font: 13px system-ui, sans-serif } #stage { height: 100% }</style>
  <div id="stage"></div>
  <script type="module" src="/${name}.js"></script>
  <script type="module" src="/stage.js"></script>
</html>`;
}
