import { type Browser, chromium } from 'playwright';
import { freePort } from '#e2e/servers/freePort.ts';
import { findBrowser, howToGetOne, launchArguments } from '#e2e/tools/browser.ts';
import { type Outcome, quantile } from './outcome.ts';
import { startServer, stopServer } from './processes.ts';

/** The pages, each with the selector of its rows. */
const pages = {
  '/': 'ol[aria-label^=Attention] > li',
  '/fleet': 'main tbody tr a',
  '/board': 'main li',
  '/reservations': '[data-key]',
  '/maintenance': 'main tbody tr a',
} as const;

/** Milliseconds that the network adds to each request. */
const latencies = [0, 50];
const rounds = 7;

type Visit = { readonly requests: number; readonly dataMs: number; readonly rowsMs: number };

/**
 * How long a page takes from an empty cache to its rows. The page as the gateway writes it (with configuration, links to scripts,
 * early requests for data) is compared with the same page without these. Ratios are to the page without.
 */
export async function loadBench(): Promise<Outcome> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  // Without a limit, so that the local copy is complete after the first visits.
  const environment = { PORT: String(port), API_RATE_LIMIT: '100000', API_BASE_URL: '' };
  const server = await startServer(process.execPath, ['src/server/cli/main.ts'], url, environment);
  const found = findBrowser();
  if (!found) throw new Error(howToGetOne);
  const browser = await chromium.launch({ ...found, args: [...launchArguments] });
  const figures: Record<string, number> = {};
  const ratios: Record<string, number> = {};
  const table = [['load', 'requests', 'first data, ms', 'rows, ms', 'without, ms', 'to without']];
  for (const latency of latencies) {
    for (const [path, rows] of Object.entries(pages)) {
      const visits = { whole: [] as Visit[], plain: [] as Visit[] };
      // The first round fills the caches.
      for (let round = 0; round <= rounds; round++) {
        for (const kind of ['whole', 'plain'] as const) {
          const visit = await open(browser, url, { path, rows, latency, isPlain: kind === 'plain' });
          if (round > 0) visits[kind].push(visit);
        }
      }
      const median = (kind: 'whole' | 'plain', of: keyof Visit) =>
        quantile(
          visits[kind].map((visit) => visit[of]),
          0.5,
        );
      const name = latency === 0 ? path : `${path}, ${latency} ms away`;
      const [whole, plain] = [median('whole', 'rowsMs'), median('plain', 'rowsMs')];
      figures[`${name}, rows, ms`] = whole;
      figures[`${name}, requests`] = median('whole', 'requests');
      ratios[`${name}, rows`] = whole / plain;
      const cells = [median('whole', 'requests'), median('whole', 'dataMs'), whole, plain].map((value) =>
        value.toFixed(0),
      );
      table.push([name, ...cells, (whole / plain).toFixed(2)]);
      console.error(`${name}: ${(whole / plain).toFixed(2)}`);
    }
  }
  await browser.close();
  await stopServer(server);
  return { table, figures, ratios };
}

type Opening = { readonly path: string; readonly rows: string; readonly latency: number; readonly isPlain: boolean };

/** One visit with an empty browser; milliseconds from the navigation. */
async function open(browser: Browser, url: string, { path, rows, latency, isPlain }: Opening): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  const network = { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 };
  await devTools.send('Network.emulateNetworkConditions', network);
  const requests: { readonly at: number; readonly path: string }[] = [];
  devTools.on('Network.requestWillBeSent', ({ timestamp, request }) => {
    requests.push({ at: timestamp * 1000, path: new URL(request.url).pathname });
  });
  // Both kinds go through the same route handler.
  await page.route(url + path, async (route) => {
    await route.fulfill({ response: await route.fetch({ url: url + (isPlain ? '/index.html' : path) }) });
  });
  await page.addInitScript((selector) => {
    const look = () => {
      if (document.querySelector(selector)) performance.mark('rows');
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, rows);
  await page.goto(url + path, { waitUntil: 'commit' });
  const rowsMs = await page
    .waitForFunction(() => performance.getEntriesByName('rows')[0]?.startTime)
    .then((handle) => handle.jsonValue());
  await context.close();
  const since = ({ at }: { readonly at: number }) => at - (requests[0]?.at ?? 0);
  const data = requests.find(({ path: one }) => /^\/(first$|api\/|replica\/)/.test(one));
  return {
    // The fonts and files of what comes after the rows do not delay them.
    requests: requests.filter((request) => since(request) <= (rowsMs ?? 0)).length,
    dataMs: data ? since(data) : Number.NaN,
    rowsMs: rowsMs ?? Number.NaN,
  };
}
