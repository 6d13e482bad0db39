import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  browsersEnvironment,
  callInPage,
  type Driver,
  lineOf,
  newFolder,
  parsed,
  type Size,
  startProcess,
} from './driver.ts';

/** No prompts, no updates, no calls home; a tablet has a finger and no mouse (1: coarse, 6: fine and hovering). */
const preferences = ({ isTouch }: Size): { readonly [name: string]: boolean | number | string } => ({
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.safebrowsing.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.w3c_touch_events.enabled': 1,
  'extensions.getAddons.cache.enabled': false,
  'focusmanager.testmode': true,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.server': 'data:,',
  'ui.prefersReducedMotion': 1,
  'ui.primaryPointerCapabilities': isTouch ? 1 : 6,
  'ui.allPointerCapabilities': isTouch ? 1 : 6,
});

type Message = {
  readonly id?: number;
  readonly type?: string;
  readonly message?: string;
  readonly method?: string;
  readonly result?: unknown;
  readonly params?: { readonly level?: string; readonly text?: string };
};

/** WebDriver BiDi over one WebSocket. */
async function connect(address: string) {
  const socket = new WebSocket(address);
  const errors: string[] = [];
  const waiting = new Map<number, (answer: Message) => void>();
  socket.addEventListener('message', ({ data }: { data: unknown }) => {
    const message: Message = JSON.parse(String(data));
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    const { level = '', text = '' } = message.params ?? {};
    if (message.method === 'log.entryAdded' && ['error', 'warn'].includes(level)) errors.push(`${level}: ${text}`);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error(`no connection to ${address}`)), { once: true });
  });
  let last = 0;
  const send = async <Answer>(method: string, params: object): Promise<Answer> => {
    const id = ++last;
    const answer = await new Promise<Message>((resolve, reject) => {
      waiting.set(id, resolve);
      setTimeout(() => reject(new Error(`${method}: no answer in a minute`)), 60_000).unref();
      socket.send(JSON.stringify({ id, method, params }));
    });
    waiting.delete(id);
    if (answer.type === 'error') throw new Error(`${method}: ${answer.message}`);
    return answer.result as Answer;
  };
  return { send, errors, close: () => socket.close() };
}

type Called = {
  readonly result?: { readonly value: unknown };
  readonly exceptionDetails?: { readonly text: string };
};

/** Debian's Firefox, headless, with WebDriver BiDi. */
export async function startFirefox(size: Size): Promise<Driver> {
  const profile = newFolder('firefox');
  const lines = Object.entries(preferences(size)).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const flags = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'];
  const browser = startProcess('firefox-esr', flags, browsersEnvironment);
  const address = await lineOf(browser, /WebDriver BiDi listening on (ws:\S+)/);
  const { send, errors, close } = await connect(`${address}/session`);
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  // In the window that Firefox opens by itself, the address bar keeps the focus.
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'window' });
  const { width, height } = size;
  await send('browsingContext.setViewport', { context, viewport: { width, height } });
  return {
    go: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    call: async (name, values) => {
      const { result, exceptionDetails } = await send<Called>('script.callFunction', {
        functionDeclaration: callInPage,
        arguments: [name, JSON.stringify(values)].map((value) => ({ type: 'string', value })),
        target: { context },
        awaitPromise: false,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return parsed(result?.value);
    },
    perform: async (input) => {
      await send('input.performActions', { context, actions: [input] });
      await send('input.releaseActions', { context });
    },
    engine: 'Gecko',
    print: async () => {
      const page = { width: 27.94, height: 21.59 };
      const { data } = await send<{ data: string }>('browsingContext.print', { context, page });
      return Buffer.from(data, 'base64');
    },
    picture: async () => {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    takeErrors: () => errors.splice(0),
    close: async () => {
      close();
      await browser.stop();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
