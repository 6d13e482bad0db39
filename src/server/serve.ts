import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadDashboard } from '#server/gateway/dashboard.ts';
import { urlHost } from '#server/gateway/loopback.ts';
import { openGateway } from './open.ts';
import type { Settings } from './settings.ts';

export type Running = {
  /** `http://127.0.0.1:4600`, with the port that is really served. */
  readonly url: string;
  /** Takes no more requests, lets those under way finish, then ends. */
  readonly close: () => Promise<void>;
};

/** How long requests under way may still take once the end has begun. */
const patienceMs = 5_000;

/** Serves a built dashboard and the gateway behind it. Rejects with one sentence for whoever starts it. */
export async function serve(settings: Settings, dashboardDirectory: string): Promise<Running> {
  const dashboard = await loadDashboard(dashboardDirectory);
  if (!dashboard)
    throw new Error('The dashboard is not built: run "npm run build" first, or "npm start", which does both.');
  const gateway = await openGateway(settings, dashboard);
  const server = createServer((incoming, outgoing) => void gateway.listener(incoming, outgoing));
  try {
    const port = await listen(server, settings);
    return { url: `http://${urlHost(settings.host)}:${port}`, close: () => drain(server).then(gateway.close) };
  } catch (error) {
    await gateway.close();
    throw error;
  }
}

function listen(server: Server, { host, port }: Settings): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE';
      reject(
        isTaken
          ? new Error(`Port ${port} is taken, perhaps by another Flightline: stop that one, or set PORT.`)
          : error,
      );
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // A connection falls idle with its last answer, and would then be kept open for a while.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    const cut = setTimeout(() => server.closeAllConnections(), patienceMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cut);
      resolve();
    });
  });
}
