import { readFile } from 'node:fs/promises';
import { expect, expectNoSidewaysScroll, looks, test, turnTo } from '#e2e/fixtures/fixtures.ts';
import { type Stack, startStack } from '#e2e/servers/stack.ts';

let stack: Stack;
test.beforeAll(async () => {
  stack = await startStack(['--field', '--rate-limit', '0'], { API_RATE_LIMIT: '6000', ZONELESS_TIMES: 'utc' });
});
test.afterAll(() => stack.close());

test('setup checks the connection, shows the settings that fit, and saves a report without names or addresses', async ({
  page,
  axe,
}) => {
  await page.goto(`${stack.url}/setup`);
  const panel = page.getByRole('region', { name: 'Connection check', exact: true });
  await expect(panel).toContainText('calls at most');
  await panel.getByRole('button', { name: 'Check the connection' }).click();
  await expect(panel.getByRole('button', { name: 'Check again' })).toBeVisible();
  await expect(panel).toContainText(/Checked .*\d+ calls, \d+ answers from the local copy/);
  await expect(panel.locator('pre')).toHaveText('ZONELESS_TIMES=operator\nREPORT_OFFSET=record');
  await expect(panel.getByRole('img', { name: /^Read as UTC: .* begin between 2300L and 0500L/ })).toBeVisible();

  // At first only what differs is listed; the address holds the choice.
  const rows = panel.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(rows.first()).not.toContainText('As specified');
  const few = await rows.count();
  await panel.getByRole('combobox', { name: 'Findings' }).selectOption('all');
  await expect(page).toHaveURL(/check=all/);
  await expect.poll(() => rows.count()).toBeGreaterThan(few + 5);

  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Save the report' }).click();
  const file = await (await download).path();
  const text = await readFile(file, 'utf8');
  expect(text).toContain('REPORT_OFFSET=record   # now page');
  expect(text).not.toContain('127.0.0.1');
  expect(text).not.toMatch(/demo-key|@/);

  // The list of all findings at every size, in both themes.
  for (const { use } of looks) {
    await page.setViewportSize(use.viewport);
    await turnTo(page, use.colorScheme);
    await expectNoSidewaysScroll(page);
    if (use.colorScheme === 'light') await axe();
  }
});
