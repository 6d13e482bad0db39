import type { Page, Route } from 'playwright/test';
import { expect, failUntilPressed, test } from '#e2e/fixtures/fixtures.ts';
import { startStack } from '#e2e/servers/stack.ts';
import { type Answer, reservationsPath } from '#e2e/fixtures/reservations.ts';

const list = '/reservations?view=list';

/** The service's real answer to another query, or a changed answer. */
async function answerWith(page: Page, change: (url: URL) => URL, alter: (answer: Answer) => object = (same) => same) {
  await page.route(`**${reservationsPath}?*`, async (route: Route) => {
    // Without the ETag, so that each answer is complete.
    const headers = { ...route.request().headers(), 'if-none-match': '' };
    const response = await route.fetch({ url: change(new URL(route.request().url())).href, headers });
    await route.fulfill({ response, json: alter((await response.json()) as Answer) });
  });
}

test('an invalid part of an address is reported, and the rest applies', async ({ page }) => {
  const address = `${list}&startTime=soon&endTime=eq:2026-05-12T00:00:00&displayTypeId=eq:7&userId=eq:bob&limit=251&time=noon`;
  await page.goto(`${address}&offset=9999`);
  for (const name of ['startTime', 'endTime', 'displayTypeId', 'userId', 'limit', 'noon'])
    await expect(page.getByRole('status').getByText(new RegExp(name)).first()).toBeVisible();
  await expect(page.getByText(/There is no page 10000; this is the last/)).toBeVisible();
  await expect(page.getByText(/^\d+ of [\d,]+$/).first()).toBeVisible();
});

test('an answer that ignores a filter is noticed', async ({ page }) => {
  await answerWith(page, (url) => {
    url.searchParams.delete('displayTypeId');
    return url;
  });
  await page.goto(`${list}&startTime=any&endTime=any&displayTypeId=eq:3`);
  await expect(
    page.getByText(/The service ignored the filter: \d+ reservations do not match the filter “Type”/),
  ).toBeVisible();
});

test('odd records are set aside, counted or shown as they are', async ({ page }) => {
  await answerWith(
    page,
    (url) => url,
    (answer) => {
      const [first, second, third] = answer.items;
      const odd = [
        { ...first, startTime: null, endTime: null },
        { ...second, reservationType: 'Rental', instructor: 7 },
        // Of two records with one id, the later is shown.
        { ...third },
        { ...third, reservationStatus: { id: 9, name: 'On Hold' }, pilots: null, instructor: null, activityType: null },
      ];
      return { ...answer, items: [...odd, 'no record', ...answer.items.slice(5)] };
    },
  );
  await page.goto(list);
  await expect(page.getByText('1 unreadable reservation skipped')).toBeVisible();
  await expect(page.getByText('1 of the reservations: instructor could not be read; the rest is shown.')).toBeVisible();
  await expect(page.getByText('1 without readable times.')).toBeVisible();
  await expect(page.getByText('The service sent 1 of the reservations twice; each is shown once.')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'On Hold' })).toBeVisible();
  await expect(page.getByText('no readable time')).toBeVisible();
});

test('a failure says what to do, and another try loads the list', async ({ page, expectConsole }) => {
  expectConsole(/403/);
  await failUntilPressed(page, `**${reservationsPath}?*`, (route) => route.fulfill({ status: 403, json: [] }));
  await page.goto(list);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
});

test('a service as seen in the field is read at the right hours, and nothing it sends is lost', async ({ page }) => {
  const stack = await startStack(['--field', '--odd', '--rate-limit', '0', '--days', '3'], {
    API_RATE_LIMIT: '100000',
  });
  try {
    await page.goto(`${stack.url}${list}&startTime=gte:2026-05-12T12:00:00`);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await expect(page.getByText('ignored the filter')).toHaveCount(0);
    await expect(page.getByText('only if the service reads them as')).toHaveCount(0);
    await expect(page.getByText(/No reservations match|Nothing is booked/)).toHaveCount(0);
    const hours = await page.getByRole('link', { name: /^\d{4}L–/ }).allInnerTexts();
    expect(hours.length).toBeGreaterThan(20);
    expect(hours[0]! >= '1200L').toBe(true);
  } finally {
    // Close the page first: its requests and its event stream would break, and the browser would log errors.
    await page.close();
    await stack.close();
  }
});
