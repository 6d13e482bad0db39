import { expect, test } from '#e2e/fixtures/fixtures.ts';
import { everyPage } from '#e2e/fixtures/pages.ts';

/** A reason that stands in a tooltip alone opens by keyboard too: its element takes the focus, or stands in one that does. */

for (const { path, address, shows } of everyPage()) {
  test(`no tooltip of ${path} is for the pointer alone`, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole('main').getByText(shows).first()).toBeVisible();
    const pointerOnly = await page.locator('body').evaluate((body) => {
      const focusable = 'a[href], button, input, select, summary, [tabindex="0"]';
      const isCut = (element: Element) => element.scrollWidth > element.clientWidth;
      return [...body.querySelectorAll('[data-tip]')].flatMap((element) => {
        const tip = element.getAttribute('data-tip') ?? '';
        const seen = element instanceof HTMLElement ? element.innerText : element.textContent;
        // A tooltip that repeats an uncut text says nothing more.
        const isSaid = seen.includes(tip) && ![element, element.parentElement].some((one) => one && isCut(one));
        // What a row adds by pointer stands in full behind the row's own link.
        const row = element.closest('tr, li, [role="row"], article');
        const isReached =
          element.closest(focusable) ?? element.querySelector(focusable) ?? row?.querySelector('a[href]');
        // How old what is fresh is; what is late says so in its text.
        if (/^\d+ (s|min) ago$/.test(tip)) return [];
        return element.checkVisibility() && !isSaid && !isReached ? [`${seen}: ${tip}`] : [];
      });
    });
    expect(pointerOnly).toEqual([]);
  });
}

test('the hours of a day in the shop open by keyboard', async ({ page }) => {
  await page.goto('/plan/shop');
  const hours = page
    .getByRole('main')
    .getByRole('button')
    .filter({ hasText: /\d \/ \d+\.\d h/ })
    .first();
  await expect(hours).toBeVisible();
  await page.keyboard.press('Tab');
  await hours.focus();
  await expect(page.getByRole('tooltip')).toBeVisible();
});
