import type { Page } from 'playwright/test';
import { axeLooks, expect, expectNoSidewaysScroll, failUntilPressed, follow, test } from '#e2e/fixtures/fixtures.ts';
import { type RoleGateway, startRoleGateway } from '#e2e/servers/roleGateway.ts';

let gateway: RoleGateway;
/** One worker for all: otherwise each would start its own school. */
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  gateway = await startRoleGateway();
  for (const name of ['lobby', 'ramp']) gateway.command('display-link', '--name', name, '--days', '353');
});
test.afterAll(() => gateway.close());

test.beforeEach(({ page }) => gateway.signIn(page, 'manager'));

const panelOf = (page: Page) => page.getByRole('region', { name: 'Access' });

test('a manager makes a display link with the board that was built, sees it once, and revokes it', async ({
  page,
  axe,
}) => {
  await page.goto(`${gateway.url}/setup?section=access&names=none`);
  const panel = panelOf(page);
  await expect(panel.getByText('2 display links, 1 token', { exact: true })).toBeVisible();
  await expect(panel.getByRole('row', { name: /^lobby/ })).toContainText('Fri 30 Apr 2027');
  await panel.getByRole('button', { name: 'Make a display link' }).click();
  await expect(panel.getByRole('alert')).toHaveText('Enter a name of at most 100 characters.');
  await panel.getByLabel('Name', { exact: true }).fill('hangar 2');
  await panel.getByLabel('With the settings of the wall board').check();
  await panel.getByRole('button', { name: 'Make a display link' }).click();
  await expect(panel.getByText(/\/display\?names=none#[\w-]{43}$/)).toBeVisible();
  await expect(panel.getByRole('img', { name: 'The link as a QR code' })).toBeVisible();
  await expect(panel.getByText('3 display links, 1 token', { exact: true })).toBeVisible();
  await axe();
  await panel.getByRole('button', { name: 'Done' }).click();
  await expect(panel.getByText(/\/display/)).toHaveCount(0);

  await panel.getByRole('button', { name: 'Revoke lobby' }).click();
  await expect(panel.getByRole('group', { name: 'Revoke lobby' })).toContainText('Its boards get no new data.');
  await panel.getByRole('button', { name: 'Keep' }).click();
  await panel.getByRole('button', { name: 'Revoke lobby' }).click();
  await panel.getByRole('button', { name: 'Revoke now' }).click();
  await expect(panel.getByRole('row', { name: /^lobby/ })).toHaveCount(0);
  await expect(panel.getByText('2 display links, 1 token', { exact: true })).toBeVisible();
});

test('a grant without an end says why, at each size', async ({ page, axe }) => {
  await page.goto(`${gateway.url}/setup?section=access`);
  const panel = panelOf(page);
  for (const { name, use } of axeLooks) {
    await page.setViewportSize(use.viewport);
    await panel.getByLabel('Name', { exact: true }).fill(`${name} TV`);
    await expect(panel.getByLabel('Why it has no end')).toHaveCount(0);
    await panel.getByLabel('Days').fill('');
    await panel.getByRole('button', { name: 'Make a display link' }).click();
    await expect(panel.getByRole('alert')).toHaveText('Enter days, or say in 3 to 200 characters why it has no end.');
    await panel.getByLabel('Why it has no end').fill('unattended, nobody to renew it');
    await axe();
    await panel.getByRole('button', { name: 'Make a display link' }).click();
    await panel.getByRole('button', { name: 'Done' }).click();
    const granted = panel.getByRole(name === 'phone' ? 'listitem' : 'row').filter({ hasText: `${name} TV` });
    await expect(granted).toContainText('No end: unattended, nobody to renew it');
    await expectNoSidewaysScroll(page);
  }
});

test('a token for an instructor names who they are; a program’s says what it reads, ends, and is shown once', async ({
  page,
  axe,
}) => {
  await page.goto(`${gateway.url}/setup?section=access`);
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Token' }).click();
  await panel.getByLabel('Name', { exact: true }).fill('Tamika');
  await panel.getByLabel('Role').selectOption('Instructor');
  await panel.getByRole('button', { name: 'Make a token' }).click();
  await expect(panel.getByRole('alert')).toHaveText('Choose which instructor this is.');
  await panel.getByLabel('Instructor').selectOption({ index: 1 });
  await panel.getByRole('button', { name: 'Make a token' }).click();
  await expect(panel.getByText(/^[\w-]{43}$/)).toBeVisible();
  await expect(panel.getByRole('row', { name: /^Tamika/ })).toContainText('Instructor');
  await panel.getByRole('button', { name: 'Done' }).click();

  await panel.getByRole('button', { name: 'Program' }).click();
  await panel.getByLabel('Name', { exact: true }).fill('prometheus');
  await panel.getByLabel('Has the rights of').selectOption('Administrator');
  await panel.getByRole('button', { name: 'Make a program’s token' }).click();
  await expect(panel.getByRole('alert')).toHaveText('Choose what the program reads.');
  await panel.getByLabel('Metrics (Prometheus)').check();
  await axe();
  await panel.getByRole('button', { name: 'Make a program’s token' }).click();
  const token = (await panel.getByText(/^flightline_[\w-]{43}$/).textContent()) ?? '';
  await expect(panel.getByRole('row', { name: /^prometheus/ })).toContainText('Administrator: metrics');
  const answer = await fetch(`${gateway.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('# TYPE')]);
});

test('a form in which somebody types stays when the session ends, and is sent after a sign-in in another tab', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/status of 401/);
  const token = gateway.command('access', 'token', '--name', 'Rosa Lind', '--role', 'manager', '--days', '1');
  const signIn = () => page.request.post(`${gateway.url}/sign-in`, { form: { token }, maxRedirects: 0 });
  await signIn();
  await page.goto(`${gateway.url}/setup?section=access`);
  const panel = panelOf(page);
  const name = panel.getByLabel('Name', { exact: true });
  await name.fill('hangar north');
  await context.clearCookies();
  // Other requests of the page are refused too, and would leave for the sign-in.
  await page.evaluate(() => fetch('/config'));
  await panel.getByRole('button', { name: 'Make a display link' }).click();
  const refused = panel.getByRole('alert').filter({ hasText: 'Not made: You are signed out.' });
  await expect(refused).toBeVisible();
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    refused.getByRole('link', { name: 'Sign in in a new tab' }).click(),
  ]);
  await expect(tab).toHaveURL(`${gateway.url}/sign-in`);
  await tab.close();
  await expect(name).toHaveValue('hangar north');
  await signIn();
  await panel.getByRole('button', { name: 'Make a display link' }).click();
  await expect(panel.getByText(/\/display#[\w-]{43}$/)).toBeVisible();
});

test('lists who is signed in, to managers and to the person, and a button ends a session', async ({
  page,
  browser,
  axe,
}) => {
  const token = gateway.command('access', 'token', '--name', 'Ben Ortiz', '--role', 'maintenance', '--days', '1');
  const other = await browser.newContext();
  const away = await browser.newContext();
  for (const { request } of [other, away]) await request.post(`${gateway.url}/sign-in`, { data: { token } });
  const signedIn = await page.request.get(`${gateway.url}/access/sessions?of=all`);
  const { sessions } = (await signedIn.json()) as { sessions: object[] };
  await page.goto(`${gateway.url}/setup?section=access`);
  const panel = page.getByRole('region', { name: 'Signed in' });
  await expect(panel.getByText(`${sessions.length} browsers`)).toBeVisible();
  await axe();
  await panel.getByRole('button', { name: 'End the session of Ben Ortiz' }).first().click();
  await expect(panel.getByText(`${sessions.length - 1} browsers`)).toBeVisible();
  const statuses = [other, away].map(async ({ request }) => (await request.get(`${gateway.url}/config`)).status());
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([200, 401]));

  for (const { request } of [other, away]) await request.post(`${gateway.url}/sign-in`, { data: { token } });
  const bens = await other.newPage();
  await bens.goto(`${gateway.url}/fleet`);
  await bens.getByRole('button', { name: /^Signed in: Ben/ }).click();
  const menu = bens.getByRole('dialog', { name: 'Signed in' });
  await expect(menu.getByText('this browser')).toBeVisible();
  await menu.getByRole('button', { name: 'End all other sessions' }).click();
  await expect(menu.getByRole('listitem')).toHaveCount(1);
  expect((await away.request.get(`${gateway.url}/config`)).status()).toBe(401);
  await bens.goto('about:blank');
  await Promise.all([other.close(), away.close()]);
});

test('the audit lists what was done, by event, and which files were saved', async ({ page, axe }) => {
  await page.goto(`${gateway.url}/maintenance`);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.waitForResponse('**/exports'),
    page.getByRole('button', { name: /^CSV/ }).click(),
  ]);
  const file = saved.suggestedFilename();
  await follow(page, '/setup?section=access&audit=exported');
  const panel = page.getByRole('region', { name: 'Audit', exact: true });
  await expect(panel.getByRole('row', { name: /File saved/ })).toContainText(file);
  await expect(panel.getByRole('row', { name: /File saved/ })).toContainText('Alexandria');
  await axe();
  await panel.getByLabel('Event').selectOption('all');
  await expect(panel.getByRole('row', { name: /Signed in/ }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/setup\?section=access$/);
  await panel.getByLabel('Event').selectOption('forgotten');
  await expect(panel.getByText('Nothing of this kind has been recorded.')).toBeVisible();
});

test('an administrator can create what a manager cannot, and has no other page', async ({ page }) => {
  await gateway.signIn(page, 'administrator');
  await page.goto(gateway.url);
  await expect(page).toHaveURL(/\/setup$/);
  await page.getByRole('link', { name: 'Access', exact: true }).click();
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'Token' }).click();
  await expect(panel.getByLabel('Role').getByRole('option')).toHaveText([
    'Dispatcher',
    'Maintenance',
    'Instructor',
    'Administrator',
  ]);
  await panel.getByLabel('Name', { exact: true }).fill('Ben');
  await panel.getByRole('button', { name: 'Make a token' }).click();
  await expect(panel.getByText(/^[\w-]{43}$/)).toBeVisible();
});

test('a calendar feed is made next to the calendar file, only by roles that may', async ({ page }) => {
  const address = `${gateway.url}/instructors/${gateway.instructor}`;
  await page.goto(address);
  await page.getByText('Calendar file').click();
  await page.getByRole('button', { name: 'Make a private link' }).click();
  await expect(page.getByText(/^webcal:\/\/.*\.ics$/)).toBeVisible();

  // The earlier session ends, and one of its pages, if open, would go to the sign-in page.
  await page.goto('about:blank');
  await gateway.signIn(page, 'dispatcher');
  await page.goto(address);
  await page.getByText('Calendar file').click();
  await expect(page.getByRole('button', { name: /^4 weeks from/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make a private link' })).toHaveCount(0);
});

test('a list of grants that cannot be read says so, and known grants stay as they were', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 500/);
  await failUntilPressed(page, '**/access', (route) => route.fulfill({ status: 500, json: [] }));
  await page.goto(`${gateway.url}/setup?section=access`);
  const panel = panelOf(page);
  await expect(panel.getByRole('alert')).toBeVisible();
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel.getByRole('row', { name: /^ramp/ })).toBeVisible();
});
