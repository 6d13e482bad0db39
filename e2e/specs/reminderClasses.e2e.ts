import { expect, expectNoSidewaysScroll, test } from '#e2e/fixtures/fixtures.ts';
import { type RoleGateway, startRoleGateway } from '#e2e/servers/roleGateway.ts';

let gateway: RoleGateway;
/** One worker for all: otherwise each would start its own school. */
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  gateway = await startRoleGateway();
});
test.afterAll(() => gateway.close());

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test.describe(`at ${viewport.width}`, () => {
    test.use({ viewport });

    test('a manager sets the class of a reminder by its name, and takes it back', async ({ page, browser, axe }) => {
      await gateway.signIn(page, 'manager');
      await page.goto(`${gateway.url}/setup?section=school`);
      const panel = page.getByRole('region', { name: 'Classes of reminders' });
      await expect(panel.getByText(/^\d+ names, 0 set$/)).toBeVisible();
      const line = panel.getByRole('listitem').filter({ hasText: 'Annual' }).first();
      await expect(line).toContainText('Airworthiness: grounds');
      await expectNoSidewaysScroll(page);
      await axe();
      await line.getByRole('combobox').selectOption({ label: 'Advisory' });
      await expect(line).toContainText('Advisory: listed only (set by a manager)');
      await expect(panel.getByText(/^\d+ names, 1 set$/)).toBeVisible();

      const context = await browser.newContext({ viewport });
      const other = await context.newPage();
      await gateway.signIn(other, 'dispatcher');
      const config = await other.request.get(`${gateway.url}/config`);
      expect(Object.values(((await config.json()) as { reminderClasses: object }).reminderClasses)).toEqual([
        'advisory',
      ]);
      await other.goto(`${gateway.url}/setup?section=school`);
      await expect(other.getByRole('region', { name: 'Thresholds', exact: true })).toBeVisible();
      await expect(other.getByRole('region', { name: 'Classes of reminders' })).toHaveCount(0);
      await context.close();

      await line.getByRole('combobox').selectOption({ label: 'by name: airworthiness' });
      await expect(line).toContainText('Airworthiness: grounds');
      await expect(panel.getByText(/^\d+ names, 0 set$/)).toBeVisible();
      await page.getByRole('link', { name: 'Access', exact: true }).click();
      await expect(page.getByText(/: advisory$/).first()).toBeVisible();
    });
  });
}
