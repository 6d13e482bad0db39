import { pages } from '#contract/pages.ts';
import { expect, expectNoSidewaysScroll, follow, test } from '#e2e/fixtures/fixtures.ts';
import { everyPage } from '#e2e/fixtures/pages.ts';
import { startGatewayProcess, type Started } from '#e2e/servers/stack.ts';

let gateway: Started;
/** One worker for all: otherwise each would start its own school. */
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  gateway = await startGatewayProcess('', { API_SUBSCRIPTION_KEY: '' });
});
test.afterAll(() => gateway.stop());

test('without settings a made-up school is shown, marked on every page, with a link to connect one’s own', async ({
  page,
  axe,
}) => {
  await page.goto(`${gateway.url}/`);
  await expect(page.getByText('A made-up school')).toBeVisible();
  for (const { path, address } of everyPage()) {
    if (pages[path].frame !== 'bar') continue;
    await follow(page, address);
    // One badge, not in the name.
    await expect(page.getByRole('banner').getByText('made up', { exact: true })).toBeVisible();
    await expect(page.getByRole('banner')).not.toContainText('(made up)');
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await follow(page, '/fleet');
  await expect(page.getByRole('button', { name: /data/i }).first()).toBeVisible();
  await expect(page.getByRole('banner').getByText('made up', { exact: true })).toBeVisible();

  await follow(page, '/');
  await page.getByRole('link', { name: 'Connect your own school' }).click();
  await expect(page).toHaveURL(/\/setup$/);
  const steps = page.getByRole('region', { name: 'Connect your own school' });
  await expect(steps.getByRole('listitem')).toHaveCount(4);
  await expect(page.getByRole('region', { name: 'Connection check' })).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await axe();
});

test('the board of a made-up school says so', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(`${gateway.url}/board`);
  await expect(page.getByText('Made up', { exact: true })).toBeVisible();
});
