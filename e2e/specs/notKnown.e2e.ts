import type { Page, Route } from 'playwright/test';
import { filled } from '#e2e/fixtures/filled.ts';
import { expect, test } from '#e2e/fixtures/fixtures.ts';
import { now } from '#e2e/servers/servers.ts';
import { flight, smallSchool } from '#e2e/servers/smallSchool.ts';
import { startTimedStack, type TimedStack } from '#e2e/servers/timedStack.ts';

/** A school with nothing to report: every aircraft fit and free, and nothing booked. */
function clearSchool() {
  const { instead, ...school } = smallSchool();
  const { '/instructors': instructors } = instead;
  return { ...school, reservations: [], reminders: {}, instead: { '/instructors': instructors } };
}

let stack: TimedStack;
test.afterEach(async ({ context }) => {
  // A page whose server stops would log an error.
  await Promise.all(context.pages().map((page) => page.close()));
  await stack.close();
});

/** The overview's texts for "nothing". None may appear before all its sources have been read. */
const allClear = {
  attention: 'Nothing needs attention today or tomorrow.',
  departures: 'No more departures today or tomorrow.',
  returns: 'No returns due.',
  changes: /^Nothing has changed since/,
} as const;

/** The sources of the overview. `still`: the cards that do not need this source, and may say "nothing" without it. */
const sources = [
  { name: 'today and tomorrow', address: /\/replica\/reservations\?.*&to=2026-05-14T/, still: [] },
  { name: 'the days before', address: /\/replica\/history\?/, still: ['changes'] },
  {
    name: 'the weeks ahead',
    address: /\/replica\/reservations\?.*&to=2026-(05-(1[5-9]|[23])|06)/,
    still: ['departures', 'returns', 'changes'],
  },
  { name: 'the aircraft', address: /\/aircraft(\?|$)/, still: ['departures', 'returns', 'changes'] },
  { name: 'the reminders', address: /\/replica\/reminders/, still: ['departures', 'returns', 'changes'] },
  { name: 'the squawks', address: /\/replica\/squawks/, still: ['departures', 'returns', 'changes'] },
  { name: 'the instructors', address: /\/instructors(\?|$)/, still: ['departures', 'returns', 'changes'] },
  { name: 'the people', address: /\/replica\/people/, still: ['departures', 'returns', 'changes'] },
  { name: 'the log', address: /\/replica\/log/, still: ['attention', 'departures', 'returns'] },
] as const;

/** Holds requests back until the returned function is called. */
async function heldBack(page: Page, address: RegExp): Promise<() => Promise<void>> {
  let pass = () => {};
  const passed = new Promise<void>((resolve) => (pass = resolve));
  await page.route(address, async (route: Route) => {
    await passed;
    await route.continue();
  });
  return async () => {
    pass();
    await page.unroute(address);
  };
}

/** Forgets what earlier visits have stored, so that the next one is a first visit. */
async function forget(page: Page): Promise<void> {
  await page.goto('about:blank');
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: stack.url, storageTypes: 'all' });
  await session.detach();
}

test('no card of the overview says that all is well before each source that it depends on has been read', async ({
  page,
}) => {
  stack = await startTimedStack([], clearSchool());
  await filled(stack.url);
  for (const { name, address, still } of sources) {
    await test.step(`without ${name}`, async () => {
      const release = await heldBack(page, address);
      await page.goto(stack.url);
      // After three seconds cards appear without their optional data.
      await page.waitForTimeout(4_500);
      for (const [card, words] of Object.entries(allClear)) {
        const isSaid = (still as readonly string[]).includes(card);
        await expect(page.getByText(words), `${card} without ${name}`).toHaveCount(isSaid ? 1 : 0);
      }
      await release();
      for (const words of Object.values(allClear)) await expect(page.getByText(words)).toBeVisible();
      await expect(page.getByText('6 can go')).toBeVisible();
      await expect(page.getByText(/not known yet/i)).toHaveCount(0);
      await forget(page);
    });
  }
});

const awayLines = /ERR_(FAILED|CONNECTION_(REFUSED|RESET)|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/;

test('every page reports once that the gateway is down, with the time and the next try, until it is back', async ({
  page,
  expectConsole,
  axe,
}) => {
  expectConsole(awayLines);
  stack = await startTimedStack([], {
    ...clearSchool(),
    reservations: [flight(11, 1, '14:00', '15:30', { pilot: 0 })],
  });
  await page.goto(stack.url);
  await expect(page.getByText('6 can go')).toBeVisible();
  await expect(page.getByText(allClear.returns)).toBeVisible();
  const banner = page.getByRole('region', { name: 'Connection' });
  await expect(banner).toHaveCount(0);

  const titles = {
    Fleet: 'Fleet',
    Maintenance: 'Maintenance',
    Reservations: 'Tue 12 May 2026',
    Instructors: 'Instructors',
    Overview: 'Overview',
  };
  const pages = Object.keys(titles) as (keyof typeof titles)[];
  const open = async (link: keyof typeof titles) => {
    await page.getByRole('navigation').getByRole('link', { name: link }).click();
    await expect(page).toHaveURL(link === 'Overview' ? /\/$/ : new RegExp(`/${link.toLowerCase()}`));
    await expect(page.getByRole('heading', { level: 1, name: titles[link] })).toBeVisible();
    await expect(page.locator('[data-state=loading]')).toHaveCount(0);
  };
  for (const link of pages) await open(link);

  await page.context().route(`${stack.url}/**`, (route) => route.abort());
  await stack.fall();
  await expect(banner).toContainText(/No connection since 110[5-9]L/);
  await expect(banner.getByRole('button')).toHaveAttribute('data-tip', /Next try in \d+ s|Trying again/);
  await expect(page.getByRole('button', { name: /^No connection since 110[5-9]L/ })).toBeVisible();
  await axe();
  for (const link of pages) {
    await open(link);
    await expect(banner).toHaveCount(1);
    await expect(page.getByText('Flightline cannot be reached')).toHaveCount(0);
    await expect(page.getByText('Refresh now')).toHaveCount(0);
    for (const words of Object.values(allClear)) await expect(page.getByText(words)).toHaveCount(0);
  }
  // Data already read stays, with its age.
  await expect(page.getByRole('list', { name: 'Next departures' })).toContainText('1400L');
  await expect(page.getByText(/^as of 110[4-9]L$/).first()).toBeVisible();

  await page.context().unroute(`${stack.url}/**`);
  await stack.rise();
  await expect(banner).toHaveCount(0);
  await expect(page.getByText(allClear.returns)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Data: up to date/ })).toBeVisible();
});

test('without its event stream a page whose requests are answered shows nothing red', async ({
  page,
  expectConsole,
}) => {
  expectConsole(awayLines);
  stack = await startTimedStack([], clearSchool());
  await page.clock.install({ time: now });
  await page.route('**/events', (route) => route.abort());
  await page.goto(stack.url);
  // Without the stream the page requests again once a minute, if the school was not read yet.
  await expect(async () => {
    await page.clock.fastForward('01:01');
    await expect(page.getByText('6 can go')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.clock.fastForward('00:30');
  await expect(page.getByRole('region', { name: 'Connection' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Data: up to date/ })).toBeVisible();
});

test('a lost flight service has its own words, and the light of the gateway is not red', async ({ page }) => {
  stack = await startTimedStack([], clearSchool());
  await page.goto(stack.url);
  await expect(page.getByText('6 can go')).toBeVisible();
  stack.upstream.become('gone');
  stack.pass(20 * 60_000);
  await page.clock.setFixedTime('2026-05-12T17:25:00Z');
  await page.reload();
  await expect(page.getByRole('region', { name: 'Flight service' })).toContainText(
    /The flight service has not answered properly since 110[45]L/,
  );
  await expect(page.getByRole('region', { name: 'Connection' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^No connection/ })).toHaveCount(0);
});
