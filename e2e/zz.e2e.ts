import { test, expect } from './support/fixtures.ts';
const at = [['/reservations?conflicts=shown', 1280, 800], ['/fleet', 390, 844], ['/fleet?view=table', 1280, 800], ['/reservations?view=lanes', 1280, 800], ['/instructors?time=Z&free=1500', 1280, 800], ['/maintenance', 1280, 800], ['/brief', 1280, 800]] as const;
for (const [address, width, height] of at) test(`shot ${address}`, async ({ page }) => {
  await page.setViewportSize({ width, height }); await page.goto(address); await page.waitForLoadState('networkidle'); await page.waitForTimeout(700);
  await page.screenshot({ path: `/tmp/qa2/${address.replace(/\W+/g, '_')}-${width}.png` });
  if (width === 390) console.log(await page.evaluate(() => JSON.stringify([...document.querySelectorAll('header *')].map((e) => { const r = e.getBoundingClientRect(); return [e.tagName, String(e.className).slice(0, 20), Math.round(r.left), Math.round(r.right)]; }).filter(([, , l, r]) => Number(r) > Number(l)))));
});
