import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { parsed } from '#server/gateway/http/body.ts';
import { listenOnSocket } from '#server/listenOnSocket.ts';
import { schoolStates, type SchoolStatus } from './schoolProcess.ts';

const statusShape = z.array(
  z.object({
    name: z.string(),
    host: z.string(),
    state: z.enum(schoolStates),
    pid: z.nullable(z.number()),
    restarts: z.number(),
    since: z.string(),
    ended: z.nullable(z.string()),
  }),
);

/** Only users who may open the data directory can reach it. */
function socketIn(dataDirectory: string): string {
  return join(dataDirectory, 'schools.sock');
}

/**
 * Sends the schools' states to each connection. Rejects with one sentence if another supervisor uses this directory.
 */
export async function tellStatus(dataDirectory: string, status: () => SchoolStatus[]): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(JSON.stringify(status()));
  });
  await listenOnSocket(server, socketIn(dataDirectory), 'DATA_DIR');
  return server;
}

/** The schools' states; null if no supervisor runs for this directory. */
export async function askStatus(dataDirectory: string): Promise<SchoolStatus[] | null> {
  try {
    const read = statusShape.safeParse(parsed(await text(connect(socketIn(dataDirectory)))));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** The schools as a table, with those not running first. */
export function statusTable(schools: readonly SchoolStatus[]): string {
  const rows = schools
    .toSorted((a, b) => order(a) - order(b) || (a.name < b.name ? -1 : 1))
    .map(({ name, host, state, pid, restarts, since, ended }) => [
      name,
      state,
      String(pid ?? '–'),
      String(restarts),
      since,
      host,
      ended ?? '–',
    ]);
  const head = ['school', 'state', 'pid', 'restarts', 'since', 'host', 'last end'];
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function order({ state }: SchoolStatus): number {
  return state === 'running' ? 1 : 0;
}
