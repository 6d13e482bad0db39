import type { Plugin, ViteDevServer } from 'vite';
import { gatewayPaths } from '#server/gateway/gateway.ts';
import { openGateway } from './open.ts';
import { processSettings, type Settings } from './settings.ts';

/** The gateway inside Vite's own server: `/api` and the other paths of the gateway; the pages stay Vite's. */
export function flightline(readSettings: () => Settings = processSettings): Plugin {
  return {
    name: 'flightline',
    apply: 'serve',
    // Not returned as a hook for later: Vite would answer /api with its index page first.
    configureServer: (server) => mount(server, readSettings()),
  };
}

async function mount(server: ViteDevServer, settings: Settings): Promise<void> {
  const gateway = await openGateway(settings, null);
  server.middlewares.use((incoming, outgoing, next) => {
    const path = incoming.url ?? '';
    if (gatewayPaths.some((own) => isBelow(path, own))) gateway.listener(incoming, outgoing);
    else next();
  });
  server.httpServer?.once('close', () => void gateway.close());
}

function isBelow(path: string, own: string): boolean {
  return path.startsWith(own) && ['', '/', '?'].includes(path.charAt(own.length));
}
