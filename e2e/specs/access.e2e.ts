import type { Page } from 'playwright/test';
import { type Role, roles } from '#contract/access/roles.ts';
import { pagePaths, pages, seesPage } from '#contract/pages.ts';
import { expect, expectNoSidewaysScroll, follow, followAnew, test } from '#e2e/fixtures/fixtures.ts';
import { everyPage, type Opened } from '#e2e/fixtures/pages.ts';
import { type RoleGateway, startRoleGateway } from '#e2e/servers/roleGateway.ts';

let gateway: RoleGateway;
/** One worker for all: otherwise each would start its own school. */
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  gateway = await startRoleGateway();
});
test.afterAll(() => gateway.close());

const all = pagePaths.flatMap((path) => (pages[path].nav ? pages[path].name : []));
/** The words of the bar's pages for each role, in order. */
const bars: Readonly<Record<Role, readonly string[]>> = {
  manager: all,
  administrator: ['Setup'],
  dispatcher: all.filter((name) => name !== 'Figures'),
  maintenance: [
    'Overview',
    'Fleet',
    'Maintenance',
    'Reservations',
    'Changes',
    'Planning',
    'Reports',
    'Equipment',
    'Alerts',
  ],
  instructor: ['My schedule', 'Fleet', 'Reservations'],
  display: [],
};

/** Every page by an address that has something to show. */
async function openedOf(page: Page): Promise<Opened[]> {
  const list = await page.request.get(`${gateway.url}/api/core/v1.0/operators/1001/aircraft`);
  const { items = [] } = (await list.json()) as { items?: { aircraftId: string }[] };
  return everyPage({
    '/fleet/:aircraftId': items[0]?.aircraftId ?? 'a1',
    '/instructors/:userId': gateway.instructor,
    '/people/:userId': gateway.instructor,
    '/reports/:dataSet': 'workorders',
  });
}

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

for (const role of roles) {
  test.describe(role, () => {
    test('opens its first page, has its bar and its pages at each size, and requests nothing that is forbidden', async ({
      page,
    }) => {
      const forbidden: string[] = [];
      page.on('response', (answer) => answer.status() === 403 && forbidden.push(answer.url()));
      await gateway.signIn(page, role);
      const opened = await openedOf(page);
      const isOwn = ({ path }: Opened) => seesPage(role, path);
      await page.goto(gateway.url);
      await test.step('the first page', () => expectFirstPage(page, role));
      for (const [index, { address }] of opened.filter(isOwn).entries()) {
        // Each page opens at one size and is redrawn at the other: half of the pages start on a phone.
        const both = index % 2 === 0 ? sizes : sizes.toReversed();
        await page.setViewportSize(both[0]!);
        // Opens the page as a link does: it requests each answer separately, so that a forbidden one is noticed.
        await followAnew(page, address);
        await expect(page.getByRole('heading').first()).toBeAttached();
        await expect(page.getByText('Page not available')).toHaveCount(0);
        const isSettled = 'body:not(:has([data-state="loading"], [data-state="failed"]))';
        for (const size of both) {
          await page.setViewportSize(size);
          await expect(page.locator(isSettled)).toBeAttached();
          if (address !== '/board') await expectNoSidewaysScroll(page);
        }
      }
      for (const { address } of opened.filter((one) => !isOwn(one) && one.path !== '/')) {
        await followAnew(page, address);
        await expect(page.getByRole('heading', { name: 'Page not available' })).toBeVisible();
      }
      expect(forbidden).toEqual([]);
    });
  });
}

/** Expects the role's first page, and a bar with the role's pages only. */
async function expectFirstPage(page: Page, role: Role): Promise<void> {
  const first = { display: '/board', instructor: `/instructors/${gateway.instructor}`, administrator: '/setup' };
  const expected = role === 'display' || role === 'instructor' || role === 'administrator' ? first[role] : '/';
  await expect(page).toHaveURL(new RegExp(`${expected}$`));
  if (role === 'display') return;
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    const bar = page.getByRole('navigation', { name: 'Pages', includeHidden: true });
    // On a phone the others are only in the menu.
    const hasMenu = size.width < 900 && bars[role].length > 5;
    if (hasMenu) await bar.getByRole('button', { name: 'More' }).click();
    const sheet = page.getByRole('dialog', { name: 'More pages' });
    const links = bar.locator('a').or(sheet.getByRole('link'));
    if (hasMenu) await expect(sheet).toBeVisible();
    const shown = async () => {
      const words = await links.evaluateAll((found) => found.map((link) => link.textContent ?? ''));
      return [...new Set(words.map((word) => word.replaceAll(/\d/g, '').trim()).filter(Boolean))];
    };
    await expect.poll(shown).toEqual(bars[role]);
    if (hasMenu) await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
  }
}

test('a refused page says so in a sentence, and links to another', async ({ page }) => {
  await gateway.signIn(page, 'instructor');
  await page.goto(`${gateway.url}/people`);
  await expect(page.getByText('Your role, instructor, does not include this page. Go to the fleet')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the fleet' }).click();
  await expect(page.getByRole('heading', { name: 'Fleet' })).toBeVisible();
});

test('a role has no commands and keys for pages that it cannot open', async ({ page }) => {
  await gateway.signIn(page, 'maintenance');
  await page.goto(`${gateway.url}/fleet`);
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Search and go' }).getByRole('combobox').fill('people');
  await expect(page.getByRole('status').filter({ hasText: 'No results' })).toBeVisible();
  await page.getByRole('dialog', { name: 'Search and go' }).getByRole('combobox').fill('equip');
  await expect(page.getByRole('listbox', { name: 'Results' }).getByRole('option').first()).toContainText('Equipment');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Search and go' }).getByRole('combobox')).toHaveCount(0);
  // A slow machine may take longer than the time allowed between the keys of a sequence.
  await expect(async () => {
    await page.keyboard.type('gp');
    await page.keyboard.type('ge');
    await expect(page).toHaveURL(/\/equipment$/, { timeout: 3_000 });
  }).toPass();
});

test('maintenance has only the reports of aircraft and work', async ({ page }) => {
  await gateway.signIn(page, 'maintenance');
  await page.goto(`${gateway.url}/reports`);
  await expect(page.getByText('5 reports')).toBeVisible();
  await follow(page, '/reports/invoices');
  await expect(page.getByText('Your role does not include this report.')).toBeVisible();
});

test('the bar shows who is signed in, and signing out deletes all their data', async ({ page }) => {
  await gateway.signIn(page, 'dispatcher');
  await page.goto(`${gateway.url}/fleet`);
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
  await page.evaluate(() => localStorage.setItem('flightline name', '["Ana"]'));
  await page.getByRole('button', { name: /^Signed in: Alexandria/ }).click();
  const menu = page.getByRole('dialog', { name: 'Signed in' });
  await expect(menu).toContainText('Alexandria Montgomery-FeatherstoneDispatcher');
  await menu.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(page).toHaveURL(`${gateway.url}/sign-in`);
  expect(await keptIn(page)).toEqual({ names: [], answers: 0 });
});

test('neither another tab nor the button Back stores anything of somebody who has signed out', async ({ page }) => {
  await gateway.signIn(page, 'dispatcher');
  const other = await page.context().newPage();
  for (const tab of [other, page]) {
    await tab.goto(`${gateway.url}/fleet`);
    await expect(tab.getByText(/\d+ in all/)).toBeVisible();
  }
  await page.bringToFront();
  await page.getByRole('button', { name: /^Signed in: Alexandria/ }).click();
  await page.getByRole('dialog', { name: 'Signed in' }).getByRole('button', { name: 'Sign out' }).click();
  for (const tab of [page, other]) await expect(tab.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(await keptIn(other)).toEqual({ names: [], answers: 0 });
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(await keptIn(page)).toEqual({ names: [], answers: 0 });
  await other.close();
});

test('a page that the browser kept in its memory is hidden and loaded again', async ({ page }) => {
  await gateway.signIn(page, 'dispatcher');
  await page.goto(`${gateway.url}/fleet`);
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
  // The browsers of tests keep no pages in memory, so the event comes from here.
  const loaded = page.waitForEvent('load');
  const isHidden = await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    return getComputedStyle(document.documentElement).display === 'none';
  });
  expect(isHidden).toBe(true);
  await loaded;
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
});

/** The names in the browser's storage, and how many answers are in its databases. */
function keptIn(page: Page): Promise<{ names: string[]; answers: number }> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const counts = await Promise.all(
      databases.map(
        ({ name = '' }) =>
          new Promise<number>((resolve) => {
            const opening = indexedDB.open(name);
            opening.addEventListener('success', () => {
              const { result } = opening;
              const [store] = result.objectStoreNames;
              if (store === undefined) return resolve(0);
              const counting = result.transaction(store).objectStore(store).count();
              counting.addEventListener('success', () => resolve(counting.result));
            });
          }),
      ),
    );
    return { names: Object.keys(localStorage), answers: counts.reduce((sum, count) => sum + count, 0) };
  });
}

test('the sign-in page is in the face of the dashboard, from this server', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${gateway.url}/sign-in`);
  await page.evaluate(async () => void (await document.fonts.ready));
  expect(await page.evaluate(() => document.fonts.check("600 18px 'Inter Variable'"))).toBe(true);
  expect(await page.evaluate(() => [...document.fonts].find(({ family }) => family.includes('Variable'))?.status)).toBe(
    'loaded',
  );
  expect(asked.map((address) => new URL(address).origin)).toEqual(asked.map(() => new URL(gateway.url).origin));
});

test('a page whose session has ended goes to sign-in once, and back to where it was', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 401/);
  await gateway.signIn(page, 'dispatcher');
  await page.goto(`${gateway.url}/fleet?q=N5`);
  await expect(page.getByText(/^\d+ of \d+$/).first()).toBeVisible();
  await page.context().clearCookies();
  // A refresh may come before the press.
  const left = page.waitForURL(/\/sign-in\?to=/);
  await Promise.race([left, page.getByRole('link', { name: 'Reservations', exact: true }).click()]);
  await left;
  expect(new URL(page.url()).searchParams.get('to')).toMatch(/^\/(fleet\?q=N5|reservations)/);
});

/** `offline.e2e.ts` tests that the policy allows the service worker. */
test('no text becomes markup or a script on a page', async ({ page, expectConsole }) => {
  expectConsole(/requires 'TrustedHTML'/);
  expectConsole(/requires 'TrustedScriptURL'/);
  await gateway.signIn(page, 'manager');
  await page.goto(`${gateway.url}/fleet`);
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
  const made = await page.evaluate(() => {
    const attempts = {
      markup: () => (document.createElement('div').innerHTML = '<b>x</b>'),
      script: () => (document.createElement('script').src = 'https://evil.example/x.js'),
    };
    const isMade = (make: () => unknown) => {
      try {
        make();
        return true;
      } catch {
        return false;
      }
    };
    return { markup: isMade(attempts.markup), script: isMade(attempts.script) };
  });
  expect(made).toEqual({ markup: false, script: false });
});

test('a display link asks before it signs somebody out', async ({ page, expectConsole }) => {
  expectConsole(/409/);
  await gateway.signIn(page, 'dispatcher');
  const link = gateway.command('display-link', '--name', 'lobby', '--days', '1');
  await page.goto(link);
  const question = page.getByText(/signed in as Alexandria.* Open the board and sign Alexandria.* out\?/);
  await expect(question).toBeVisible();
  await page.getByRole('link', { name: 'Stay signed in' }).click();
  await expect(page.getByRole('button', { name: /^Signed in: Alexandria/ })).toBeVisible();
  await page.goto(link);
  await page.getByRole('button', { name: 'Open the board' }).click();
  await expect(page).toHaveURL(/\/board/);
});

test('a display whose link is no longer valid keeps its picture, and says so', async ({ page, expectConsole }) => {
  expectConsole(/status of 401/);
  await gateway.signIn(page, 'display');
  await page.goto(`${gateway.url}/board?refresh=30`);
  const slide = page.getByRole('main');
  await expect(slide.getByText(/^Aircraft/).first()).toBeVisible();
  await page.context().clearCookies();
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText(/This display’s link is no longer valid. Ask for a new one. AS OF \d{4}L/)).toBeVisible({
    timeout: 90_000,
  });
  await expect(page).toHaveURL(/\/board/);
});

test.describe('with a finger', () => {
  // Not `isMobile`, which would widen the window to what is too wide.
  test.use({ hasTouch: true });

  test('everything in the bar fits on a phone while somebody is signed in', async ({ page }) => {
    await gateway.signIn(page, 'dispatcher');
    for (const width of [320, 360, 390, 430]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${gateway.url}/fleet`);
      await expect(page.getByRole('button', { name: /^Signed in: / })).toBeInViewport({ ratio: 1 });
      await expectNoSidewaysScroll(page);
    }
  });
});
