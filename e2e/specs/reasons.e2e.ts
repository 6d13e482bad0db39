import { expect, test } from '#e2e/fixtures/fixtures.ts';

/** A reason that stands in a tooltip alone opens by keyboard too: its element takes the focus, or stands in one that does. */

test('no tooltip of the list of instructors is for the pointer alone', async ({ page }) => {
  await page.goto('/instructors');
  await expect(
    page
      .getByRole('main')
      .getByText(/in all/)
      .first(),
  ).toBeVisible();
  await expect(
    page
      .getByRole('main')
      .getByText(/\d h left$/)
      .first(),
  ).toBeVisible();
  const pointerOnly = await page.getByRole('main').evaluate((main) => {
    const focusable = 'a[href], button, input, select, summary, [tabindex="0"]';
    const isCut = (element: Element) => element.scrollWidth > element.clientWidth;
    return [...main.querySelectorAll('[data-tip]')].flatMap((element) => {
      const tip = element.getAttribute('data-tip') ?? '';
      const seen = element instanceof HTMLElement ? element.innerText : element.textContent;
      // A tooltip that repeats an uncut text says nothing more.
      const isSaid = seen.includes(tip) && ![element, element.parentElement].some((one) => one && isCut(one));
      const isReached = element.closest(focusable) ?? element.querySelector(focusable);
      return element.checkVisibility() && !isSaid && !isReached ? [`${seen}: ${tip}`] : [];
    });
  });
  expect(pointerOnly).toEqual([]);
});

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
