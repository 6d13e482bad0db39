import type { BrowserContext, Locator, Page } from 'playwright/test';
import type { Role } from '#contract/access/roles.ts';
import { attentionKinds } from '#domain/overview/attention.ts';
import { expect, test } from '#e2e/fixtures/fixtures.ts';
import { type RoleGateway, startRoleGateway } from '#e2e/servers/roleGateway.ts';
import { now } from '#e2e/servers/servers.ts';

/** High enough for ten matters of a group. */
test.use({ viewport: { width: 1280, height: 1000 } });

let gateway: RoleGateway;
test.beforeEach(async () => {
  gateway = await startRoleGateway();
});
test.afterEach(async ({ context }) => {
  await Promise.all(context.pages().map((page) => page.close()));
  await gateway.close();
});

const rows = (page: Page): Locator => page.getByRole('list', { name: /^Attention/ }).locator('> li');
const putOffs = (page: Page): Locator => page.getByRole('list', { name: 'Put off', exact: true }).locator('> li');

/** Opens the overview for somebody who has just signed in, and waits until all of it is loaded. */
async function overviewOf(page: Page, role: Role): Promise<Page> {
  await gateway.signIn(page, role);
  await page.goto(`${gateway.url}/?put-off=open&groups=${attentionKinds.join(',')}`);
  await expect(page.locator('[data-state=loading]')).toHaveCount(0);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(rows(page).first()).toBeVisible();
  return page;
}

async function another(context: BrowserContext, role: Role): Promise<Page> {
  const browser = context.browser();
  if (!browser) throw new Error('There is no browser.');
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 1000 } })).newPage();
  await page.clock.setFixedTime(now);
  return overviewOf(page, role);
}

/** Puts off the first matter, and returns its text. */
async function putOffFirst(page: Page): Promise<string> {
  const before = await rows(page).count();
  const text = (await rows(page).first().locator('b').first().innerText()).trim();
  await rows(page)
    .first()
    .getByRole('button', { name: /^Put off/ })
    .click();
  await page
    .getByRole('dialog', { name: /^Put off/ })
    .getByRole('button', { name: /^1 hour/ })
    .click();
  await expect(rows(page)).toHaveCount(before - 1);
  return text;
}

test('a matter put off by one role is put off for all, with the name of the person', async ({ page, context }) => {
  await overviewOf(page, 'dispatcher');
  const manager = await another(context, 'manager');
  const maintenance = await another(context, 'maintenance');
  const counts = await Promise.all([manager, maintenance].map((one) => rows(one).count()));
  // The dialog asks for no name, because the gateway knows it.
  await rows(page)
    .first()
    .getByRole('button', { name: /^Put off/ })
    .click();
  await expect(page.getByRole('dialog', { name: /^Put off/ })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  const subject = await putOffFirst(page);
  for (const [place, one] of [manager, maintenance].entries()) {
    await expect(rows(one)).toHaveCount((counts[place] ?? 0) - 1);
    await expect(putOffs(one)).toContainText(subject);
    await expect(putOffs(one)).toContainText('put off by Alexandria Montgomery-Featherstone at 1105L until 1205L');
  }
  await maintenance.getByRole('button', { name: 'Show again' }).click();
  await expect(putOffs(page)).toHaveCount(0);
  await expect(rows(manager)).toHaveCount(counts[0] ?? 0);
  await Promise.all([manager, maintenance].map((one) => one.context().close()));
});

for (const role of ['manager', 'maintenance'] as const) {
  test(`the gateway finds each matter that a ${role} sees`, async ({ page }) => {
    await overviewOf(page, role);
    const count = await rows(page).count();
    expect(count).toBeGreaterThan(3);
    for (let number = 0; number < Math.min(count, 40); number++) await putOffFirst(page);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(putOffs(page)).toHaveCount(Math.min(count, 40));
  });
}
