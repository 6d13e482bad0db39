import { expect, expectNoSidewaysScroll, test } from '#e2e/fixtures/fixtures.ts';
import { openComponents } from '#e2e/tools/components/serve.ts';

test('one page shows all components, accessible in both themes and with enough contrast', async ({ page, axe }) => {
  await openComponents(page);
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
  await openComponents(page, 'sheet');
  await expect(page.getByRole('dialog', { name: 'Sheet' })).toBeVisible();
  await axe();
});

test('a tooltip removes only its own description, and progress of unknown length moves only if motion is wanted', async ({
  page,
}) => {
  await openComponents(page);
  const button = page.getByRole('button', { name: '14 days' });
  await button.evaluate((element) => element.setAttribute('aria-describedby', 'main'));
  await button.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  const tip = page.getByRole('tooltip');
  await expect(tip).toHaveText('Everything that is due within 14 days');
  await expect(button).toHaveAttribute('aria-describedby', `main ${await tip.getAttribute('id')}`);
  await page.keyboard.press('Escape');
  await expect(tip).toHaveCount(0);
  await expect(button).toHaveAttribute('aria-describedby', 'main');

  const moving = () =>
    page
      .getByRole('progressbar', { name: 'Rows found' })
      .evaluate(
        (element) =>
          element.getAnimations({ subtree: true }).filter((animation) => animation.playState === 'running').length,
      );
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(moving).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(moving).toBe(0);
});
