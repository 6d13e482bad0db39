import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { createServer, get, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bodyText } from './body.ts';
import { type ConnectionLimits, connectionsFor, limitConnections, serverOptions, defaultLimits } from './limits.ts';

/** Short limits; no test depends on how short exactly. */
const short: ConnectionLimits = { ...defaultLimits, headersMs: 200, requestMs: 400, writeMs: 200, sweepMs: 50 };

/** Limits only for slow readers: requests may take any time. */
const slowReaders: ConnectionLimits = { ...defaultLimits, writeMs: 200, sweepMs: 50 };

async function open(answer: RequestListener, limits = short): Promise<number> {
  const server = createServer(serverOptions(limits), answer);
  const end = limitConnections(server, limits);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    end();
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  // The server ends the connection, which the client may notice while it writes.
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Everything received until the server ends the connection. */
async function received(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (bytes: Buffer) => (text += bytes.toString('latin1')));
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

function answerOf(port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = get({ port, host: '127.0.0.1', agent: false }, (incoming: IncomingMessage) => {
      incoming.resume();
      incoming.on('end', () => resolve(incoming.statusCode));
    });
    call.on('error', reject);
  });
}

/** Writes a character from time to time, as a client does that wants to keep a connection. */
function dribble(socket: Socket, sign: string): void {
  const timer = setInterval(() => socket.writable && socket.write(sign), 20);
  socket.on('close', () => clearInterval(timer));
  onTestFinished(() => clearInterval(timer));
}

describe('a request that cannot be read', () => {
  const sent = async (head: string) => {
    const port = await open((_, outgoing) => outgoing.end('fine'));
    const socket = await connected(port);
    socket.write(head);
    return received(socket);
  };
  const long = 'x'.repeat(30_000);

  it('with an address of 30 kB gets a page that says so', async () => {
    const text = await sent(`GET /reservations?q=${long} HTTP/1.1\r\nhost: localhost\r\naccept: text/html\r\n\r\n`);
    expect(text).toMatch(/^HTTP\/1\.1 414 URI Too Long\r\n/);
    expect(text).toMatch(/\r\ncontent-type: text\/html; charset=utf-8\r\n/);
    expect(text).toMatch(/\r\ncontent-security-policy: default-src 'none'/);
    expect(text).toContain(
      '<p>This address is too long: the server reads at most 16,384 characters. Use a shorter one.</p>',
    );
    expect(text).not.toContain('xxx');
  });

  it('gets JSON at an address of the API', async () => {
    const text = await sent(`GET /api/core/v1.0/operators?q=${long} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    const [head = '', body = ''] = text.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 414 /);
    expect(head).toContain(`content-length: ${body.length}`);
    expect(JSON.parse(body)).toMatchObject([
      { message: expect.stringMatching(/^This address is too long/) as unknown },
    ]);
  });

  it('with long headers, or no HTTP at all, gets words too', async () => {
    expect(await sent(`GET / HTTP/1.1\r\nhost: localhost\r\ncookie: ${long}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 [^]*<p>The address and headers of this request are longer than 16,384 characters\. Send less\.<\/p>/,
    );
    expect(await sent('nonsense\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 [^]*<p>The server could not read this request\.<\/p>/,
    );
  });
});

describe('a client', () => {
  it('that sends its headers slowly is disconnected', async () => {
    const port = await open((_, outgoing) => outgoing.end());
    const socket = await connected(port);
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\nx: ');
    dribble(socket, 'x');
    expect(await received(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('that sends its body slowly is disconnected, and nothing is left of it', async () => {
    const outcome = Promise.withResolvers<unknown>();
    const port = await open((incoming, outgoing) => {
      void bodyText(incoming, 10_000)
        .then(outcome.resolve, outcome.resolve)
        .finally(() => outgoing.end());
    });
    const socket = await connected(port);
    socket.write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9000\r\n\r\n');
    dribble(socket, 'x');
    await received(socket);
    expect(await outcome.promise).toMatchObject({ message: 'aborted' });
  });

  it('that does not read its answer is disconnected, and others are answered meanwhile', async () => {
    const ended = Promise.withResolvers<boolean>();
    // More than the buffers of a connection hold.
    const long = Buffer.alloc(64 * 1024 * 1024);
    const port = await open(({ url }, outgoing) => {
      if (url === '/long') outgoing.on('close', () => ended.resolve(outgoing.writableFinished));
      outgoing.end(url === '/long' ? long : '');
    }, slowReaders);
    const socket = await connected(port);
    socket.pause();
    socket.write('GET /long HTTP/1.1\r\nhost: localhost\r\n\r\n');
    expect(await answerOf(port)).toBe(200);
    expect(await ended.promise).toBe(false);
  });

  it('that reads slowly but steadily gets all of it', async () => {
    const port = await open(
      (_, outgoing) => {
        const part = Buffer.alloc(256 * 1024);
        let left = 40;
        const next = () => (left-- > 0 ? outgoing.write(part, next) : outgoing.end());
        next();
      },
      { ...slowReaders, writeMs: 5_000 },
    );
    const socket = await connected(port);
    let bytes = 0;
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      socket.pause();
      setTimeout(() => socket.resume(), 10);
    });
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
    await once(socket, 'close');
    expect(bytes).toBeGreaterThan(40 * 256 * 1024);
  });
});

describe('a process that the system allows 256 open files', () => {
  it('has fewer connections, by the number of its servers', () => {
    expect(connectionsFor(1, 2_048, 256)).toBe(160);
    expect(connectionsFor(2, 2_048, 256)).toBe(80);
    expect([connectionsFor(1, 2_048, 1_048_576), connectionsFor(1, 2_048, null), connectionsFor(1, 10, 64)]).toEqual([
      2_048, 2_048, 10,
    ]);
  });

  it.skipIf(process.platform === 'win32')(
    'answers a new client, reads its files, and keeps its streams, while 400 others hold idle connections',
    async () => {
      const script = `const { serveFew } = await import(${JSON.stringify(new URL('../../../e2e/servers/fewFiles.ts', import.meta.url).href)}); await serveFew();`;
      const child = spawn('sh', [
        '-c',
        'ulimit -n 256 && exec "$0" --input-type=module -e "$1"',
        process.execPath,
        script,
      ]);
      onTestFinished(() => void child.kill());
      const [first] = (await once(child.stdout, 'data')) as [Buffer];
      const port = Number(first.toString());
      const stream = await connected(port);
      stream.write('GET /stream HTTP/1.1\r\nhost: localhost\r\n\r\n');
      await once(stream.resume(), 'data');
      for (let turn = 0; turn < 400; turn++) await connected(port).catch(() => null);
      for (let turn = 0; turn < 3; turn++) expect(await answerOf(port)).toBe(200);
      expect(stream.destroyed).toBe(false);
    },
  );
});

describe('another client', () => {
  it('that waits for a slow answer is not disconnected', async () => {
    const port = await open((_, outgoing) => void setTimeout(() => outgoing.end(), 800), slowReaders);
    expect(await answerOf(port)).toBe(200);
  });

  it('is refused while all others are being answered, and accepted once one is done', async () => {
    const waiting: ServerResponse[] = [];
    const port = await open(({ url }, outgoing) => void (url === '/long' ? waiting.push(outgoing) : outgoing.end()), {
      ...defaultLimits,
      connections: 2,
    });
    for (const _ of [1, 2]) (await connected(port)).write('GET /long HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await expect.poll(() => waiting.length).toBe(2);
    await expect(answerOf(port)).rejects.toThrow(/ECONNRESET|socket hang up/);
    waiting[0]?.end();
    await expect.poll(() => answerOf(port).catch(() => null)).toBe(200);
    expect(waiting[1]?.destroyed).toBe(false);
  });

  it('closes the connection that has been idle the longest if there is no room', async () => {
    const port = await open((_, outgoing) => outgoing.end(), { ...defaultLimits, connections: 3 });
    const held = [await connected(port), await connected(port), await connected(port)];
    // The first was used last.
    held[0]?.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
    if (held[0]) await once(held[0].resume(), 'data');
    for (const socket of held) socket.resume();
    const ended = held.map((socket) => once(socket, 'close'));
    expect(await answerOf(port)).toBe(200);
    await ended[1];
    expect(held.map(({ destroyed }) => destroyed)).toEqual([false, true, false]);
  });

  it('with endless headers is refused', async () => {
    const port = await open((_, outgoing) => outgoing.end(), defaultLimits);
    const socket = await connected(port);
    socket.write(`GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(await received(socket)).toMatch(/^HTTP\/1\.1 431 /);
  });
});
