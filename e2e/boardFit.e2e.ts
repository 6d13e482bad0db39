import { faultsOf, openBoard, slidesOf } from './support/board.ts';
import { expect, test } from './support/fixtures.ts';
import { type Stack, startStack } from './support/stack.ts';

const sizes = [
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
  { width: 1080, height: 1920 },
];
const usual = { distance: 3, inches: 55 };
const nothing = { small: [], outside: [], cut: [], scrolls: false };

for (const count of [6, 24, 60, 150]) {
  test.describe(`a fleet of ${count}`, () => {
    let school: Stack;
    test.beforeAll(async () => {
      const flags = ['--aircraft', `${count}`, '--reservations-per-day', `${Math.round(count * 3.75)}`, '--days', '16'];
      school = await startStack([...flags, '--rate-limit', '0'], { API_RATE_LIMIT: '100000' });
    });
    test.afterAll(() => school.close());

    for (const viewport of sizes) {
      test.describe(`at ${viewport.width} × ${viewport.height}`, () => {
        test.use({ viewport });
        test('fits every screen, scrolls nowhere, and can be read from three metres', async ({ page }) => {
          test.setTimeout(90_000);
          await openBoard(page, `${school.url}/board?names=short&notice=NO+FLYING+%E2%80%93+WIND`);
          await expect(page.getByText(/aircraft(,|$)/).first()).toBeVisible();
          await expect(page.getByRole('list', { name: 'Sources' })).toHaveText(/Reminders \d+ (s|min)/, {
            timeout: 30_000,
          });
          // Its tiles have room for a mark alone.
          if (count === 150) await expect(page.getByText(/^\d+ Warning$/)).toBeVisible();
          for (let slide = 0; slide < (await slidesOf(page)); slide++) {
            expect(await faultsOf(page, usual), `slide ${slide + 1}`).toEqual(nothing);
            await page.keyboard.press('ArrowRight');
          }
        });
      });
    }
  });
}

test.describe('from far away', () => {
  test.use({ viewport: { width: 1920, height: 1080 } });
  test('text grows with the distance, and a screen that is too small says so', async ({ page }) => {
    await openBoard(page, '/board?distance=4.5&inches=65');
    await expect(page.getByText(/aircraft(,|$)/).first()).toBeVisible();
    expect(await faultsOf(page, { distance: 4.5, inches: 65 })).toEqual(nothing);
    await openBoard(page, '/board?distance=12&inches=32');
    await expect(page.getByText('too small to be read from so far away')).toBeVisible();
    expect(await faultsOf(page, { distance: 12, inches: 32 })).toMatchObject({ outside: [], scrolls: false });
  });
});
