import type { Locator, Page } from 'playwright/test';
import { expect, test } from '#e2e/fixtures/fixtures.ts';
import { openComponents } from '#e2e/tools/components/serve.ts';

/** How each kind of control works in a browser: with keys, a pointer and a finger. */

/** Fails if part of the layer is outside the window. */
async function expectInWindow(page: Page, layer: Locator) {
  await expect(layer).toBeVisible();
  const box = await layer.boundingBox();
  const size = await page.evaluate(() => ({ width: document.documentElement.clientWidth, height: innerHeight }));
  if (!box) throw new Error('it is not there');
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(size.width);
  expect(box.y + box.height).toBeLessThanOrEqual(size.height);
}

test('a menu works by keyboard: it opens, moves, chooses, and returns the focus', async ({ page }) => {
  await page.goto('/maintenance');
  // An open menu hides the page from screen readers.
  const button = page.getByRole('button', { name: 'Also show', includeHidden: true });
  const menu = page.getByRole('menu', { name: 'Also show' });
  const items = menu.getByRole('menuitemcheckbox');
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(items.first()).toBeFocused();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(items.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(items.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(items.first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(items.last()).toBeFocused();
  await page.keyboard.press('Home');
  await expect(items.first()).toBeFocused();
  const letter = ((await items.last().textContent()) ?? '').trim().slice(0, 1);
  await page.keyboard.press(letter);
  await expect(items.filter({ hasText: new RegExp(`^${letter}`) }).first()).toBeFocused();
  const focused = menu.locator(':focus');
  const was = await focused.getAttribute('aria-checked');
  await page.keyboard.press('Space');
  await expect(focused).toHaveAttribute('aria-checked', was === 'true' ? 'false' : 'true');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('a menu stays inside the window, at any size and scroll position', async ({ page }) => {
  await page.goto('/maintenance');
  await page.getByRole('button', { name: 'Also show' }).click();
  await expectInWindow(page, page.getByRole('menu', { name: 'Also show' }));
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: /^Options/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Options' });
  await expectInWindow(page, sheet);
  await sheet.getByRole('button', { name: 'Also show' }).click();
  await expectInWindow(page, page.getByRole('menu', { name: 'Also show' }));
  // Only the upper one closes.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);

  // Near the bottom of a low window, without space below it.
  await page.setViewportSize({ width: 1280, height: 500 });
  await openComponents(page);
  for (const label of ['Show', 'Pages']) {
    const button = page.getByRole('group', { name: 'Menu', exact: true }).getByRole('button', { name: label });
    await button.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    await button.click();
    await expectInWindow(page, page.getByRole('menu', { name: label }));
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  }
});

test('a layer that cannot be loaded leaves the page as it is, and opens by itself later', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 404|Failed to fetch dynamically/);
  const part = /\/assets\/layers-.*\.js/;
  await page.route(part, (route) => route.fulfill({ status: 404 }));
  await page.goto('/maintenance');
  const button = page.getByRole('button', { name: 'Also show' });
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.unroute(part);
  await expect(page.getByRole('menu', { name: 'Also show' })).toBeVisible();
});

test('a popover keeps the focus inside; Escape closes only the topmost layer', async ({ page }) => {
  await page.goto('/maintenance?form=table');
  const button = page.getByRole('button', { name: /\d+ columns$/ });
  const popover = page.getByRole('dialog', { name: 'Columns' });
  await button.click();
  await expectInWindow(page, popover);
  const stops = await popover.getByRole('checkbox').count();
  expect(stops).toBeGreaterThan(2);
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let step = 0; step <= stops + 1; step++) {
      await page.keyboard.press(key);
      expect(await popover.evaluate((element) => element.closest('.MuiModal-root')?.matches(':focus-within'))).toBe(
        true,
      );
    }
  }
  await page.keyboard.press('Escape');
  await expect(popover).toHaveCount(0);
  await expect(button).toBeFocused();

  // Over a panel beside the page, and over one that covers a narrow page.
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await openComponents(page, 'drawer');
    const panel = page.getByRole('dialog', { name: 'N512SP', exact: true });
    const upper = page.getByRole('dialog', { name: 'More of N512SP' });
    await panel.getByRole('button', { name: 'More' }).click();
    await expectInWindow(page, upper);
    await page.keyboard.press('Escape');
    await expect(upper).toHaveCount(0);
    await expect(panel).toBeVisible();
    await expect(panel.getByRole('button', { name: 'More' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
  }
});

test('a tooltip opens by pointer and keyboard, inside the window, and closes by Escape', async ({ page }) => {
  await openComponents(page);
  const sample = page.getByRole('group', { name: 'Tooltip', exact: true });
  const tip = page.getByRole('tooltip');
  const button = sample.getByRole('button', { name: '14 days' });
  await button.hover();
  await expect(tip).toHaveText('Everything that is due within 14 days');
  await expect(button).toHaveAccessibleDescription('Everything that is due within 14 days');
  await expectInWindow(page, tip);
  await page.keyboard.press('Escape');
  await expect(tip).toHaveCount(0);
  // Text that takes no focus, and text that is cut off.
  await sample.getByText('6.2/4.5 h').hover();
  await expect(tip).toHaveText(/^6\.2 h left by the meter,\n4\.5 h/);
  const cut = sample.getByText('Cessna 172S Skyhawk with G1000');
  await cut.hover();
  await expect(tip).toHaveText('Cessna 172S Skyhawk with G1000');
  await page.mouse.move(0, 0);
  await expect(tip).toHaveCount(0);
  // Text that is fully visible gets no tooltip.
  await cut.evaluate((element) => (element.style.width = 'auto'));
  await cut.hover();
  await page.waitForTimeout(700);
  await expect(tip).toHaveCount(0);

  await button.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  await expect(tip).toHaveText('Everything that is due within 14 days');
  await page.keyboard.press('Escape');
  await expect(tip).toHaveCount(0);
  await expect(button).not.toHaveAttribute('aria-describedby');

  // At the right edge: the last button of the bar.
  await page.goto('/maintenance');
  const last = page.getByRole('banner').getByRole('button').last();
  await last.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expectInWindow(page, tip);
});

test('a tooltip inside a link is read with the link, which takes the focus', async ({ page }) => {
  await page.goto('/reservations?view=timeline');
  await expect(page.getByText(/\d+ in all/).first()).toBeVisible();
  await page.evaluate(() => {
    const link = document.querySelector('main')?.appendChild(document.createElement('a'));
    if (!link) return;
    link.href = '/fleet';
    const part = link.appendChild(document.createElement('span'));
    part.textContent = 'N1';
    part.setAttribute('data-tip', 'Location not known');
  });
  await page.keyboard.press('Tab');
  await page.locator('main > a').focus();
  await expect(page.getByRole('tooltip')).toHaveText('Location not known');
});

/** A touch as Chromium sends it, with all the events that follow. */
async function press(page: Page, target: Locator, milliseconds: number) {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing to press');
  const session = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.waitForTimeout(milliseconds);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

test.describe('with a finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a tap opens the tooltip of a text, a long press that of a button, and the next press closes it', async ({
    page,
  }) => {
    await openComponents(page);
    const sample = page.getByRole('group', { name: 'Tooltip', exact: true });
    const tip = page.getByRole('tooltip');
    await press(page, sample.getByText('6.2/4.5 h'), 80);
    await expect(tip).toHaveText(/6\.2 h left/);
    await expectInWindow(page, tip);
    await press(page, page.getByRole('heading', { name: 'Situation' }), 50);
    await expect(tip).toHaveCount(0);
    await press(page, sample.getByText('6.2/4.5 h'), 900);
    await expect(tip).toHaveText(/6\.2 h left/);
    // What a tap presses already keeps its own action.
    const button = sample.getByRole('button', { name: '14 days' });
    await press(page, button, 80);
    await page.waitForTimeout(600);
    await expect(tip).toHaveCount(0);
    await press(page, button, 900);
    await expect(tip).toHaveText('Everything that is due within 14 days');
    await press(page, page.getByRole('heading', { name: 'Situation' }), 50);
    await expect(tip).toHaveCount(0);
  });

  test('everything in a menu, popover, dialog, sheet and chip is 44 px high', async ({ page }) => {
    await openComponents(page);
    const group = (name: string) => page.getByRole('group', { name, exact: true });
    const expectTall = async (targets: Locator) => {
      await expect(targets.first()).toBeVisible();
      const heights = await targets.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(43.5);
    };
    await expectTall(group('Chip').locator('.MuiChip-root'));
    for (const label of ['Show', 'Put off', 'Pages']) {
      await group('Menu').getByRole('button', { name: label }).tap();
      await expectTall(page.getByRole('menu').locator('[role^=menuitem]'));
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toHaveCount(0);
    }
    await group('Popover').getByRole('button').tap();
    await expectTall(page.getByRole('dialog').locator('button, label'));
    await page.keyboard.press('Escape');
    for (const part of ['dialog', 'sheet', 'drawer', 'done']) {
      await openComponents(page, part);
      await expectTall(page.locator('.MuiDialog-root, .MuiDrawer-root, .MuiSnackbar-root').getByRole('button'));
    }
  });
});
