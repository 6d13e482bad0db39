import { lstatSync, unlinkSync } from 'node:fs';
import { connect, type Server } from 'node:net';

/** Only its owner and its group may use it. */
const withheld = 0o117;

/** Listens on a Unix socket and replaces one that an ended process left behind. Rejects with one sentence if it cannot. */
export async function listenOnSocket(server: Server, path: string): Promise<void> {
  const writable = 'make its directory writable for this user, or set LISTEN_SOCKET to another path.';
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found && !found.isSocket()) throw new Error(`${path} is not a socket: set LISTEN_SOCKET to another path.`);
  if (found) {
    if (await isAnswered(path))
      throw new Error(
        `Another program listens on ${path}, perhaps another Flightline: stop that one, or set LISTEN_SOCKET.`,
      );
    removeOld(path, writable);
  }
  return new Promise((resolve, reject) => {
    server.once('error', () => reject(new Error(`${path} cannot be made: ${writable}`)));
    // This call creates the file, so its mode must be right before it.
    const mask = process.umask(withheld);
    server.listen(path, resolve);
    process.umask(mask);
  });
}

function removeOld(path: string, writable: string): void {
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
