import { existsSync, readdirSync } from 'node:fs';
import { freePort } from '#e2e/servers/freePort.ts';
import { browsersEnvironment, callInPage, type Driver, lineOf, parsed, type Size, startProcess } from './driver.ts';

/** The minimal browser that comes with WebKitGTK's driver, or null. */
export function findMiniBrowser(): string | null {
  const found = ['/usr/lib', '/usr/libexec']
    .flatMap((folder) =>
      existsSync(folder) ? [folder, ...readdirSync(folder).map((name) => `${folder}/${name}`)] : [],
    )
    .flatMap((folder) => ['4.1', '4.0', '6.0'].map((version) => `${folder}/webkit2gtk-${version}/MiniBrowser`));
  return found.find((path) => existsSync(path)) ?? null;
}

/** WebDriver classic over HTTP. */
const speakTo =
  (address: string) =>
  async <Answer>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Answer> => {
    const timeout = AbortSignal.timeout(60_000);
    const answer = await fetch(`${address}${path}`, {
      method,
      signal: timeout,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value }: { value: Answer & { message?: string } } = JSON.parse(await answer.text());
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.message}`);
    return value;
  };

async function startDriver(environment: NodeJS.ProcessEnv) {
  const port = await freePort();
  const driver = startProcess('WebKitWebDriver', [`--port=${port}`], environment);
  const address = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries++) {
    const isReady = await fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return { driver, address };
    if (tries > 100) throw new Error('WebKitWebDriver does not answer.');
    await new Promise((done) => setTimeout(done, 100));
  }
}

/**
 * WebKitGTK's MiniBrowser on a virtual screen, with WebDriver classic. Its driver turns a touch into a mouse press, so touches
 * are made in the page (`screen.ts`). It reports no errors by itself, so they are collected in the page.
 */
export async function startWebKit({ width, height }: Size): Promise<Driver> {
  const binary = findMiniBrowser();
  if (binary === null) throw new Error('There is no MiniBrowser.');
  const screen = startProcess(
    'Xvfb',
    ['-displayfd', '1', '-screen', '0', '1600x1400x24', '-nolisten', 'tcp'],
    process.env,
  );
  const display = await lineOf(screen, /^(\d+)\n/);
  const environment = {
    ...browsersEnvironment,
    DISPLAY: `:${display}`,
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  };
  const { driver, address } = await startDriver(environment);
  const options = { binary, args: ['--automation'] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  const { sessionId } = await speakTo(address)<{ sessionId: string }>('POST', '/session', { capabilities });
  const send = speakTo(`${address}/session/${sessionId}`);
  const run = (script: string, args: readonly unknown[]) => send<string>('POST', '/execute/sync', { script, args });
  // The window has its own bar, which is not part of the page.
  await send('POST', '/window/rect', { x: 0, y: 0, width, height });
  const bar = height - Number(await run('return innerHeight', []));
  await send('POST', '/window/rect', { x: 0, y: 0, width, height: height + bar });
  return {
    go: async (url) => void (await send('POST', '/url', { url })),
    call: async (name, values) =>
      parsed(await run(`return (${callInPage})(...arguments)`, [name, JSON.stringify(values)])),
    perform: async (input) => {
      await send('POST', '/actions', { actions: [input] });
      await send('DELETE', '/actions');
    },
    engine: 'WebKit',
    print: async () => null,
    picture: async () => Buffer.from(await send<string>('GET', '/screenshot'), 'base64'),
    takeErrors: () => [],
    close: async () => {
      await send('DELETE', '').catch(() => undefined);
      await driver.stop();
      await screen.stop();
    },
  };
}
