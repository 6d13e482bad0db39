import { lstatSync, unlinkSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect } from 'node:net';

/** Its owner and its group may speak through it; whoever else is on this machine may not. */
const withheld = 0o117;

/** Listens on a Unix socket. One that a process has left behind is replaced. Rejects with one sentence where it cannot be. */
export async function listenOnSocket(server: Server, path: string): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found && !found.isSocket())
    throw new Error(`${path} is something else than a socket: set LISTEN_SOCKET to another path.`);
  if (found) {
    if (await isAnswered(path))
      throw new Error(
        `Another program listens on ${path}, perhaps another Flightline: stop that one, or set LISTEN_SOCKET.`,
      );
    removeOld(path);
  }
  return new Promise((resolve, reject) => {
    server.once('error', () => reject(new Error(`${path} cannot be made: ${writable}`)));
    // The file is there with this call; a change of its mode would come after that.
    const usual = process.umask(withheld);
    server.listen(path, resolve);
    process.umask(usual);
  });
}

const writable = 'make its directory writable for this user, or set LISTEN_SOCKET to another path.';

function removeOld(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    throw new Error(`${path} was left by another program and cannot be removed: ${writable}`);
  }
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
