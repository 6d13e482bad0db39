import { readFile } from 'node:fs/promises';
import { expect, expectNoSidewaysScroll, test } from '#e2e/fixtures/fixtures.ts';
import { type RoleGateway, startRoleGateway } from '#e2e/servers/roleGateway.ts';

let gateway: RoleGateway;
/** One worker for all: otherwise each would start its own school. */
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  gateway = await startRoleGateway();
});
test.afterAll(() => gateway.close());

const report = '/reports/aircraft';
const note = 'columns are withheld from your role: billingMeter, hourlyRate. A manager can open them on Setup.';

test('a report says which columns are withheld, in its export menu and in the files', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await gateway.signIn(page, 'maintenance');
  await page.goto(gateway.url + report);
  await expect(page.getByText(`2 ${note}`, { exact: true })).toBeVisible();
  await page.getByText('Export', { exact: true }).click();
  await expect(page.getByText(`2 ${note} The file name says so.`)).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: /^CSV/ }).first().click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^aircraft-.*-columns-withheld\.csv$/);
  const [head = ''] = (await readFile(await file.path(), 'utf8')).split('\n');
  expect(head).toContain('registrationTail');
  expect(head).not.toMatch(/hourlyRate|billingMeter/);
  await expectNoSidewaysScroll(page);
});

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test.describe(`at ${viewport.width}`, () => {
    test.use({ viewport });

    test('a manager opens a column to a role on Setup, and closes it again', async ({ page, browser }) => {
      await gateway.signIn(page, 'manager');
      // The local copy remembers which columns are open.
      await page.goto(gateway.url + report);
      await expect(page.getByText('All 14 rows.')).toBeVisible();
      await page.goto(`${gateway.url}/setup?section=access`);
      const panel = page.getByRole('region', { name: 'Report columns withheld' });
      await expect(panel.getByText(/^\d+ columns withheld$/).first()).toBeVisible();
      await panel.getByText(/^Aircraft \d/).click();
      const line = panel.getByRole('listitem').filter({ hasText: 'hourlyRate' });
      await expect(line).toContainText(/\d+/);
      await expect(line).toContainText('Managers only');
      await expectNoSidewaysScroll(page);
      await line.getByRole('button', { name: 'Open for maintenance' }).click();
      await expect(line).toContainText('Open to maintenance');

      const context = await browser.newContext({ viewport });
      const other = await context.newPage();
      await gateway.signIn(other, 'maintenance');
      const seen = async () => {
        const answer = await other.request.get(`${gateway.url}/api/reports/v1.0/operators/1001/aircraft`);
        const { items, withheld } = (await answer.json()) as { items: object[]; withheld?: { members: string[] } };
        return [Object.hasOwn(items[0] ?? {}, 'hourlyRate'), withheld?.members];
      };
      expect(await seen()).toEqual([true, ['billingMeter']]);
      await other.goto(gateway.url + report);
      await expect(
        other.getByText('1 column is withheld from your role: billingMeter. A manager can open it on Setup.', {
          exact: true,
        }),
      ).toBeVisible();
      await line.getByRole('button', { name: 'Close for maintenance' }).click();
      await expect(line).toContainText('Managers only');
      expect(await seen()).toEqual([false, ['billingMeter', 'hourlyRate']]);
      await context.close();
    });
  });
}

test('a dispatcher has no such panel on Setup', async ({ page }) => {
  await gateway.signIn(page, 'dispatcher');
  await page.goto(`${gateway.url}/setup?section=access`);
  await expect(page.getByRole('heading', { name: 'Operator record' })).toBeVisible();
  await expect(page.getByText('Report columns withheld')).toHaveCount(0);
});
