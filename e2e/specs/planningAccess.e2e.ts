import type { Page } from 'playwright/test';
import { type Role, roles } from '#contract/access/roles.ts';
import { type PagePath, pagePaths, pages } from '#contract/pages.ts';
import { expect, followAnew, test } from '#e2e/fixtures/fixtures.ts';
import { type RoleGateway, startRoleGateway } from '#e2e/servers/roleGateway.ts';

let gateway: RoleGateway;
/** One worker for all: otherwise each would start its own school. */
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  gateway = await startRoleGateway();
});
test.afterAll(() => gateway.close());

/** What each role sees in planning: the tools of the index, in order, and which data about people. */
const sees: Readonly<Record<Role, { readonly tools: readonly string[]; readonly person: readonly string[] }>> = {
  manager: {
    tools: ['Move reservations', 'Finder', 'Standby', 'Shop planner', 'Booked and flown hours'],
    person: ['Show phone', 'Show e-mail', 'Show balance'],
  },
  dispatcher: {
    tools: ['Move reservations', 'Finder', 'Standby', 'Shop planner', 'Booked and flown hours'],
    person: ['Show phone', 'Show e-mail'],
  },
  maintenance: { tools: ['Move reservations', 'Shop planner', 'Booked and flown hours'], person: [] },
  administrator: { tools: [], person: [] },
  instructor: { tools: [], person: [] },
  display: { tools: [], person: [] },
};

const toolPages = pagePaths.filter((path) => path.startsWith('/plan/'));
const pageOf = new Map<string, PagePath>(toolPages.map((path) => [pages[path].name, path]));

type Listed = { readonly items: readonly Readonly<Record<string, unknown>>[] };

/** An aircraft with reservations to move, and a person, from a manager's pages. */
async function choices(page: Page): Promise<{ readonly aircraft: string; readonly student: string }> {
  await gateway.signIn(page, 'manager');
  const at = `${gateway.url}/api/core/v1.0/operators/1001`;
  const [aircraft, users] = await Promise.all(
    ['aircraft', 'users'].map(async (path) => (await (await page.request.get(`${at}/${path}`)).json()) as Listed),
  );
  await page.context().clearCookies();
  return { aircraft: String(aircraft?.items[0]?.['aircraftId']), student: String(users?.items[20]?.['userId']) };
}

for (const role of roles) {
  test(`${role}: the role sees its tools, people and contact data, and no others`, async ({ page }) => {
    const { aircraft, student } = await choices(page);
    const forbidden: string[] = [];
    page.on('response', (answer) => answer.status() === 403 && forbidden.push(answer.url()));
    await gateway.signIn(page, role);
    const { tools, person } = sees[role];
    const expectRefused = (address: string) =>
      expect(page.getByRole('heading', { name: 'Page not available' }), address).toBeVisible();
    // Opens the page as a link does: it requests each answer separately, so that a forbidden one is noticed.
    const isRefused = async (address: string) => {
      await followAnew(page, address);
      await expectRefused(address);
    };

    await page.goto(`${gateway.url}/plan`);
    if (tools.length > 0) {
      const offered = page.getByRole('list').filter({ hasText: 'Booked and flown hours' }).getByRole('heading');
      await expect(offered).toHaveText([...tools]);
    } else await expectRefused('/plan');
    const own = new Set(tools.map((name) => pageOf.get(name)));
    for (const address of toolPages.filter((one) => !own.has(one))) await isRefused(address);

    if (tools.includes('Move reservations')) {
      await followAnew(page, `/plan/down?aircraft=${aircraft}&until=2026-05-15T1800`);
      const calls = page.getByRole('region', { name: 'Call', exact: true });
      await calls.getByRole('button', { name: 'Show telephone numbers' }).click();
      if (role === 'maintenance') {
        await expect(calls.getByText('number not shown to your role').first()).toBeVisible();
        await expect(page.locator('a[href^="tel:"]')).toHaveCount(0);
      } else await expect(calls.locator('a[href^="tel:"]').first()).toBeVisible();
    }

    if (person.length > 0) {
      await followAnew(page, `/people/${student}`);
      await expect(page.getByRole('region', { name: 'Aircraft checkouts' })).toBeVisible();
      const shows = page.getByRole('button', { name: /^Show (phone|e-mail|balance)/ });
      await expect(shows).toHaveText(person.map((name) => new RegExp(`^${name}`)));
      expect(await page.locator('main').textContent()).not.toContain('@');
    } else await isRefused(`/people/${student}`);
    expect(forbidden).toEqual([]);
  });
}

for (const role of ['maintenance', 'administrator', 'instructor', 'display'] as const) {
  test(`${role}: the gateway itself refuses people, and sends no phone, e-mail or balance`, async ({ page }) => {
    const { student } = await choices(page);
    await gateway.signIn(page, role);
    const status = async (path: string) => (await page.request.get(gateway.url + path)).status();
    expect(await status('/replica/people')).toBe(403);
    expect(await status(`/api/core/v1.0/operators/1001/users/${student}`)).toBe(403);
    expect(await status('/api/reports/v1.0/operators/1001/people?limit=1')).toBe(403);
    const window = '/replica/reservations?from=2026-05-12T06:00:00Z&to=2026-05-13T06:00:00Z';
    const answer = await page.request.get(gateway.url + window);
    if (role === 'administrator') return expect(answer.status()).toBe(403);
    const text = await answer.text();
    expect(text).toContain('"reservationId"');
    expect(text).not.toMatch(/"(phone|phoneNumber|email|currentBalance)":\s*"?[^n"]/);
  });
}
