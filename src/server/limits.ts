import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';

/** All times in milliseconds. */
export type ConnectionLimits = {
  /** Open connections of all clients. A screen has one for `/events` and up to six more; each takes some 20 kB. */
  readonly connections: number;
  /** For the head of a request: it comes in one packet, and a slow line delivers that within seconds. */
  readonly headersMs: number;
  /** For a whole request: no body that we take is longer than 16 kB. */
  readonly requestMs: number;
  /** For a client to take what is written to it, an answer or an event. The longest answers are 12 MB, or compressed 1 to 2 MB: a line of 1 Mbit/s is enough. */
  readonly writeMs: number;
  /** An idle connection stays open for longer than the 60 s of the usual proxies, which could otherwise write to one that is being closed. */
  readonly idleMs: number;
  /** How often late requests and late readers are looked for. */
  readonly sweepMs: number;
};

/** Limits against clients that hold on to what others need (OWASP Denial of Service Cheat Sheet; slow headers, bodies and readers). */
export const usualLimits: ConnectionLimits = {
  connections: 2_048,
  headersMs: 10_000,
  requestMs: 30_000,
  writeMs: 120_000,
  idleMs: 65_000,
  sweepMs: 5_000,
};

/** The limits that Node keeps by itself. */
export function serverOptions({ headersMs, requestMs, idleMs, sweepMs }: ConnectionLimits): ServerOptions {
  return {
    keepAliveTimeout: idleMs,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: sweepMs,
    // Bytes of all headers. The longest of ours is a cookie of some hundred; sign-in services add a few of their own.
    maxHeaderSize: 16_384,
  };
}

/** How many bytes of a connection had been taken when it was last looked at, and how often in a row no more than that. */
type Watched = { taken: number; stuck: number };

/**
 * Bounds the connections of a server, and cuts those whose client does not read: where something has waited for
 * `writeMs` and nothing that was written has been taken as a whole in the meantime. Streams are no exception; a browser connects again by itself. Looking at all connections now and then
 * costs a request nothing, as a timer for each answer would; and since the looks are counted, nobody is cut because this machine has
 * slept. Returns a function that ends this.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): () => void {
  const watched = new Map<Socket, Watched>();
  // Node throws away headers beyond its limit without a word; the guard refuses requests that come near.
  server.maxHeadersCount = 200;
  server.maxConnections = limits.connections;
  server.on('connection', (socket) => {
    watched.set(socket, { taken: 0, stuck: 0 });
    socket.once('close', () => watched.delete(socket));
  });
  const sweep = setInterval(() => {
    for (const [socket, last] of watched) {
      const taken = socket.bytesWritten - socket.writableLength;
      const isStuck = socket.writableLength > 0 && taken === last.taken;
      Object.assign(last, { taken, stuck: isStuck ? last.stuck + 1 : 0 });
      if (last.stuck > limits.writeMs / limits.sweepMs) socket.destroy();
    }
  }, limits.sweepMs);
  sweep.unref();
  return () => clearInterval(sweep);
}
