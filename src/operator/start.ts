import { operatorApp, problem, problemBody } from './app.ts';
import { openDatabase } from './database.ts';
import { asInTheField } from './field.ts';
import type { OperatorSettings } from './flags.ts';
import { openSchool } from '#operator/school/open.ts';
import { zoneClock } from '#operator/school/zone.ts';
import { createServer, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';

export type RunningOperator = {
  /** `http://127.0.0.1:4700`, with the actual port. */
  readonly url: string;
  /** Ends every connection and closes the database, once however often it is called. */
  close(): Promise<void>;
};

/** Opens or generates the school and serves it. Rejects if the address cannot be used. */
export async function startOperator(settings: OperatorSettings): Promise<RunningOperator> {
  const now = (): Date => settings.now ?? new Date();
  const database = openDatabase(settings.database);
  const { seed, operatorId, zone, aircraft, reservationsPerDay, days, locations, cancellations, empty } = settings;
  const sizes = { aircraft, reservationsPerDay, days, locations, cancellations, empty };
  const school = openSchool(database, { seed, operatorId, zone, ...sizes, now: Math.floor(now().getTime() / 1000) });
  const clock = zoneClock(school.zone);
  const { key: keys, rateLimit, field: isField, cutLimit: cutsLimit } = settings;
  const app = operatorApp({ database, school, clock, now, keys, rateLimit, isField, cutsLimit });
  const server = createOperatorServer(isField ? asInTheField(app.fetch, clock, settings.odd) : app.fetch);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, settings.host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The operator has no port.');
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  let closed: Promise<void> | null = null;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => {
        database.close();
        resolve();
      });
      server.closeAllConnections();
    });
  return { url: `http://${host}:${address.port}`, close: () => (closed ??= close()) };
}

type Handler = (request: Request) => Response | Promise<Response>;

/** A server for a handler; it also answers requests that never reach the handler with the error array. */
export function createOperatorServer(handler: Handler): Server {
  const listener = getRequestListener(handler, {
    hostname: 'localhost',
    errorHandler: () => problem(400, { message: 'The request cannot be read.' }),
  });
  // A request without Host, or with an Expect we do not know, is answered like any other.
  const server = createServer({ requireHostHeader: false });
  for (const event of ['request', 'checkExpectation']) {
    server.on(event, (incoming, outgoing) => void listener(incoming, outgoing));
  }
  server.on('connect', (_request, socket) => refuse(socket, 405, 'Method Not Allowed', 'Allow: GET, HEAD\r\n'));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else if (error.code === 'HPE_HEADER_OVERFLOW') refuse(socket, 431, 'Request Header Fields Too Large');
    else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') refuse(socket, 408, 'Request Timeout');
    else refuse(socket, 400, 'Bad Request');
  });
  return server;
}

/** An answer written by hand, if there is no request to answer. */
function refuse(socket: Duplex, status: number, reason: string, headers = ''): void {
  const body = problemBody(status, [{ message: `${reason}.` }]);
  socket.on('error', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `${headers}Connection: close\r\n\r\n${body}`,
  );
}
