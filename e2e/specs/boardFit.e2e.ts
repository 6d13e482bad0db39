import { faultsOf, resizeFleet, slidesOf } from '#e2e/fixtures/board.ts';
import { expect, test } from '#e2e/fixtures/fixtures.ts';

const hd = { width: 1920, height: 1080 };
const uhd = { width: 3840, height: 2160 };
const portrait = { width: 1080, height: 1920 };
const defaults = { distance: 3, inches: 55 };
const nothing = { small: [], outside: [], cut: [], scrolls: false };

/**
 * Full tiles, compact ones, lines, and several pages of lines. The day screen of 150 would only have more pages than that of 60.
 */
const fleets = [
  { count: 6, screens: 'fleet,movements,maintenance,day', sizes: [hd, uhd, portrait] },
  { count: 24, screens: 'fleet,movements,maintenance,day', sizes: [hd, uhd, portrait] },
  { count: 60, screens: 'fleet,movements,maintenance,day', sizes: [hd, portrait] },
  { count: 150, screens: 'fleet,movements,maintenance', sizes: [hd, portrait] },
];

for (const { count, screens, sizes } of fleets) {
  test(`a fleet of ${count} fits screens of every size, never scrolls, and is readable from three metres`, async ({
    page,
    request,
  }) => {
    await resizeFleet(page, request, count);
    await page.goto(`/board?screens=${screens}&names=short&notice=NO+FLYING+%E2%80%93+WIND`);
    await expect(page.getByText(new RegExp(`^${count} aircraft(,|$)`))).toBeVisible();
    await expect(page.getByRole('list', { name: 'Sources' })).toHaveText(/Reminders \d+ (s|min)/);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await page.keyboard.press('1');
      for (let slide = 0; slide < (await slidesOf(page)); slide++) {
        await expect
          .poll(() => faultsOf(page, defaults), {
            message: `slide ${slide + 1} at ${size.width}`,
            intervals: [20, 100],
          })
          .toEqual(nothing);
        await page.keyboard.press('ArrowRight');
      }
    }
    // The tiles of 150 aircraft have space only for a mark.
    if (count === 150) {
      await page.keyboard.press('1');
      await expect(page.getByText(/^\d+ Warning$/)).toBeVisible();
    }
  });
}

test('where a check, names and a tail number have too little room, the names give way', async ({ page }) => {
  await page.setViewportSize({ width: 340, height: 844 });
  await page.goto('/board?screens=movements&names=short');
  await expect(page.getByText('Oil expired').first()).toBeVisible();
  await expect.poll(() => faultsOf(page, defaults)).toEqual(nothing);
});

test('text grows with the distance, and a screen that is too small says so', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto('/board?distance=4.5&inches=65');
  await expect(page.getByText(/aircraft(,|$)/).first()).toBeVisible();
  await expect.poll(() => faultsOf(page, { distance: 4.5, inches: 65 })).toEqual(nothing);
  await page.goto('/board?distance=12&inches=32');
  await expect(page.getByText('too small to read from that distance')).toBeVisible();
  await expect.poll(() => faultsOf(page, { distance: 12, inches: 32 })).toMatchObject({ outside: [], scrolls: false });
});
