import { createServer, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { problem, problemBody } from './problems.ts';

type Handler = (request: Request) => Response | Promise<Response>;

/** A server for a handler that answers what never reaches the handler with the error array too. */
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

/** An answer written by hand, where there is no request that could be answered. */
function refuse(socket: Duplex, status: number, reason: string, headers = ''): void {
  const body = problemBody(status, [{ message: `${reason}.` }]);
  socket.on('error', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `${headers}Connection: close\r\n\r\n${body}`,
  );
}
