import { expect, test } from '#e2e/fixtures/fixtures.ts';

/** Paper has no controls: the title of each list that can be narrowed says what narrows it. */

for (const [address, onScreen, onPaper] of [
  ['/fleet?now=flying&free=60&q=c17', 'Aircraft', 'Aircraft: flying, free for at least 1 h, with “c17”'],
  ['/fleet?statusId=eq:1', 'Aircraft', 'Aircraft: Status is active'],
  ['/fleet', 'Aircraft', 'Aircraft'],
  ['/instructors?doing=free&free=1500&for=2&q=a', 'Tue 12 May', 'Tue 12 May: free for 2.0 h at 1500L, with “a”'],
  ['/instructors?free=1500', 'Tue 12 May', 'Tue 12 May: who is free at 1500L'],
  ['/people?q=tan', 'Found', 'Found: with “tan”'],
  ['/equipment?q=e', 'Items', 'Items: with “e”'],
  ['/changes?period=day&date=2026-05-11&kind=moved&q=n512', 'Log', 'Log: Mon 11 May, moved, with “n512”'],
  ['/maintenance?view=squawks&q=tire', 'Squawks', 'Squawks: with “tire”'],
] as const) {
  test(`on paper ${address} names its filters`, async ({ page }) => {
    await page.goto(address);
    const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true });
    await expect(heading(onScreen)).toBeVisible();
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await expect(heading(onPaper)).toBeVisible();
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect(heading(onScreen)).toBeVisible();
  });
}
