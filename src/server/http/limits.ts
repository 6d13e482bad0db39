import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { isRecord } from '#contract/objects.ts';
import { answerUnread } from './unreadRequests.ts';

/** All times in milliseconds. */
export type ConnectionLimits = {
  /** Open connections of all clients. A screen has one for `/events` and up to six more; each takes about 20 kB. */
  readonly connections: number;
  /** Time for the head of a request. It is one packet, which a slow line delivers within seconds. */
  readonly headersMs: number;
  /** Time for a whole request. No accepted body is longer than 16 kB. */
  readonly requestMs: number;
  /**
   * Time for a client to read an answer or an event. The longest answers are 12 MB, or 1 to 2 MB compressed, so 1
   * Mbit/s is enough.
   */
  readonly writeMs: number;
  /** Idle connections stay open longer than the 60 s of most proxies. Otherwise a proxy could write to a closing connection. */
  readonly idleMs: number;
  /** How often to look for late requests and slow readers. */
  readonly sweepMs: number;
};

/** Limits on slow headers, bodies and readers, which would use up connections (OWASP Denial of Service Cheat Sheet). */
export const defaultLimits: ConnectionLimits = {
  connections: 2_048,
  headersMs: 10_000,
  requestMs: 30_000,
  writeMs: 120_000,
  idleMs: 65_000,
  sweepMs: 5_000,
};

/** Bytes of an address with all headers. Our longest is a cookie of a few hundred; sign-in services add a few more. */
const maxHeadBytes = 16_384;

/** The limits that Node enforces. */
export function serverOptions({ headersMs, requestMs, idleMs, sweepMs }: ConnectionLimits): ServerOptions {
  return {
    keepAliveTimeout: idleMs,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: sweepMs,
    maxHeaderSize: maxHeadBytes,
  };
}

/** Descriptors for everything but clients: files of the data, calls to the service, mail, logs. */
const ownDescriptors = 96;
const fewestConnections = 16;

/** The open files that the system allows this process; null if it does not say. */
function openFiles(): number | null {
  const report: unknown = process.report.getReport();
  const limits = isRecord(report) && isRecord(report['userLimits']) ? report['userLimits']['open_files'] : null;
  const soft = isRecord(limits) ? limits['soft'] : null;
  return typeof soft === 'number' ? soft : null;
}

/**
 * How many connections each of some servers of this process may have: as configured, or fewer if the system allows the
 * process few open files. At its limit of files a process can neither accept a client nor open its own data.
 */
export function connectionsFor(servers: number, wanted: number, files = openFiles()): number {
  const room = files === null ? wanted : Math.max(fewestConnections, files - ownDescriptors);
  return Math.max(1, Math.floor(Math.min(wanted, room) / Math.max(1, servers)));
}

/**
 * The bytes a connection's client had read at the last look, and how many looks in a row found no progress; how many
 * requests are being answered.
 */
type Watched = { taken: number; stuck: number; requests: number };

/**
 * Limits the connections of a server and closes those whose client does not read. When all are in use, the one that has
 * been idle the longest is closed in favour of a new one, which is refused only if all are being answered. A connection is closed if data waited
 * for `writeMs` and no write completed in that time. Streams are included; a browser reconnects. Checking all
 * connections now and then is cheaper than a timer for each answer. Because it counts checks instead of time, a machine
 * that slept closes no connection. Returns a function that stops the checks.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): () => void {
  const watched = new Map<Socket, Watched>();
  // Node drops headers beyond its limit silently, so the guard refuses requests that come near it.
  server.maxHeadersCount = 200;
  // Not by Node's own limit, which refuses every new connection however many are idle.
  const makeRoom = (newest: Socket) => {
    let idle = newest;
    for (const [socket, { requests }] of watched) {
      if (requests > 0) continue;
      idle = socket;
      break;
    }
    watched.delete(idle);
    idle.destroy();
  };
  answerUnread(server, maxHeadBytes);
  server.on('connection', (socket) => {
    watched.set(socket, { taken: 0, stuck: 0, requests: 0 });
    socket.once('close', () => watched.delete(socket));
    if (watched.size > limits.connections) makeRoom(socket);
  });
  server.on('request', ({ socket }, outgoing) => {
    const own = watched.get(socket);
    if (!own) return;
    own.requests++;
    outgoing.once('close', () => {
      own.requests--;
      // The map is in the order of the last use.
      if (own.requests === 0 && watched.delete(socket)) watched.set(socket, own);
    });
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
