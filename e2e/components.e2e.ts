import { expect, expectNoSidewaysScroll, test } from './support/fixtures.ts';

test('the parts of the screens stand on one page, accessible in both themes, and no colour is too weak', async ({
  page,
  axe,
}) => {
  await page.goto('/setup');
  await page.getByRole('link', { name: 'components' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Components' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.getByText(/^\d+\.\d:1$/).nth(40)).toBeVisible();
    const weak = await page
      .getByRole('listitem')
      .evaluateAll((items) =>
        items
          .map((item) => item.textContent ?? '')
          .filter((text) => Number.parseFloat(text) < Number(/at least ([\d.]+):1/.exec(text)?.[1] ?? 0)),
      );
    expect(weak).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  for (const state of ['Loading', 'Failed', 'Stale', 'Empty'])
    await expect(page.getByRole('region', { name: state, exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Open the drawer' }).click();
  await expect(page.getByRole('dialog', { name: 'N512SP' })).toBeVisible();
  await expect(page).toHaveURL(/open=drawer/);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.goto('/setup/components?open=sheet');
  await expect(page.getByRole('dialog', { name: 'Sheet' })).toBeVisible();
  await axe();
});
