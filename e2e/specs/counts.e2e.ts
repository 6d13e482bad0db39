import type { Page } from 'playwright/test';
import { expect, test } from '#e2e/fixtures/fixtures.ts';
import { now } from '#e2e/servers/servers.ts';
import { type Stack, startStack } from '#e2e/servers/stack.ts';

/** One question has one number on every page, or the pages name the difference. */

/** Early on Wednesday: flights of the night and of the morning. */
const early = '2026-05-13T13:08:00Z';
let other: Stack;

const moments = [
  ['in a busy hour', now, () => ''],
  ['on a morning with flights over midnight', early, () => other.url],
] as const;

/** `4 can go` as `can go` → 4; what follows in brackets is a note. */
function countsIn(texts: readonly string[]): Map<string, number> {
  return new Map(
    texts.flatMap((text) => {
      const [, count, word] = /^(\d+) ([^(]+)/.exec(text.replaceAll(/\s+/g, ' ').trim()) ?? [];
      return word === undefined ? [] : [[word.trim(), Number(count)] as const];
    }),
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const text = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).innerText();

/** Opens a page and waits until all of it has been read. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.locator('[data-state=loading]')).toHaveCount(0);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.locator('#main')).not.toContainText(/not known yet|not loaded yet|Loading/i);
}

for (const [when, at, origin] of moments) {
  test.describe(when, () => {
    if (at === early) {
      // One worker, which starts the other school once.
      test.describe.configure({ mode: 'default' });
      test.beforeAll(async () => {
        other = await startStack(['--rate-limit', '0', '--now', at], { API_RATE_LIMIT: '6000', GATEWAY_NOW: at });
      });
      test.afterAll(() => other.close());
    }
    test.beforeEach(({ page }) => page.clock.setFixedTime(at));

    test('aircraft are counted alike on overview, fleet, brief and board', async ({ page }) => {
      await open(page, `${origin()}/`);
      const groups = countsIn(
        await page.getByRole('list', { name: 'Aircraft by activity' }).locator('li').allInnerTexts(),
      );
      const countOf = (...words: readonly string[]) => sum(words.map((word) => groups.get(word) ?? 0));
      expect(countOf('can go')).toBeGreaterThan(0);
      const attention = await text(page, 'Attention');

      await open(page, `${origin()}/brief`);
      const ofBrief = page.locator('dt', { hasText: 'Aircraft now' }).locator('xpath=following-sibling::dd[1]');
      await expect.poll(async () => countsIn((await ofBrief.innerText()).split(' · '))).toEqual(groups);

      await open(page, `${origin()}/fleet`);
      const buttons = page.getByRole('group', { name: 'Aircraft by activity' }).getByRole('button');
      await expect.poll(async () => countsIn(await buttons.allInnerTexts())).toEqual(groups);
      const heads = (await page.locator('tbody th[scope=rowgroup], tbody tr th[colspan]').allInnerTexts()).map((head) =>
        head.replaceAll(/\s+/g, ' '),
      );
      const partOf = (word: string) =>
        heads.flatMap((head) => new RegExp(`^${word} (\\d+)(.*)$`).exec(head)?.slice(1) ?? []);
      const [out = '0', note = ''] = partOf('Out');
      expect(Number(out)).toBe(countOf('flying', 'not back'));
      expect(note.includes('not back')).toBe(countOf('not back') > 0);
      for (const [part, word] of [
        ['Can go', 'can go'],
        ['Due out', 'due out'],
        ['Inactive', 'inactive'],
        ['Simulators', 'simulators'],
      ] as const)
        expect(Number(partOf(part)[0] ?? 0), part).toBe(countOf(word));
      const [, isOutGrounded] = /(\d+) grounded/.exec(note) ?? [];
      const inShop = Number(/(\d+) in the shop/.exec(partOf('Cannot go')[1] ?? '')?.[1] ?? 0);
      expect(Number(partOf('Cannot go')[0] ?? 0) - inShop + Number(isOutGrounded ?? 0)).toBe(countOf('grounded'));
      const inactive = page.getByRole('row').filter({ hasText: 'Aircraft status inactive' });
      await expect(inactive).toHaveCount(countOf('inactive'));
      for (const row of await inactive.all()) {
        await expect(row).not.toContainText('Grounded');
        const [tail = ''] = (await row.innerText()).split(/\s/);
        expect(attention, 'a stored aircraft is no grounded one').not.toContain(tail);
      }

      await page.setViewportSize({ width: 1920, height: 1080 });
      await page.goto(`${origin()}/board`);
      await expect(page.locator('li[data-activity]').filter({ hasText: /FREE|GROUNDED/ })).not.toHaveCount(0);
      const tiles = await page.locator('li[data-activity]').allInnerTexts();
      const words = tiles.flatMap((tile) => /^N\w+\s+(OUT\??|DUE|FREE|SHOP|OFF|GROUNDED)/.exec(tile)?.[1] ?? []);
      const tilesOf = (word: string) => words.filter((one) => one === word).length;
      expect(tilesOf('FREE')).toBe(countOf('can go'));
      expect(tilesOf('OUT')).toBe(countOf('flying', 'not back'));
      expect(tilesOf('DUE')).toBe(countOf('due out'));
      expect(tilesOf('SHOP')).toBe(countOf('in the shop'));
      expect(tilesOf('OFF')).toBe(countOf('inactive'));
      const groundedOnBoard = /(\d+) Grounded/.exec(await page.locator('body').innerText())?.[1];
      expect(Number(groundedOnBoard ?? 0)).toBe(countOf('grounded'));
    });

    test('flights that are not checked out, and instructors over their limit, are counted alike', async ({ page }) => {
      await open(page, `${origin()}/`);
      const late = Number(/(\d+) in all/.exec(await text(page, 'Not checked out'))?.[1]);
      const hours = page.getByRole('heading', { name: /Instructor duty limits?, today or tomorrow/ });
      const limits = Number.parseInt((await hours.innerText()).trim(), 10);
      await open(page, `${origin()}/reservations?late=shown`);
      const button = await page.getByRole('button', { name: /not out yet|never checked out/ }).innerText();
      const onTimeline = [...button.matchAll(/(\d+) (?:not out yet|never checked out)/g)].map(([, count]) =>
        Number(count),
      );
      expect(sum(onTimeline)).toBe(late);
      const named = async (day: string) => {
        await open(page, `${origin()}/instructors?doing=advisory&date=${day}`);
        await expect(page.getByRole('button', { name: /\d+ duty limits? on [A-Z]/ })).toBeVisible();
        return page.locator('tbody tr a[href^="/instructors/"]').allInnerTexts();
      };
      const day = at.slice(0, 10);
      const next = new Date(Date.parse(at) + 86_400_000).toISOString().slice(0, 10);
      const [today, tomorrow] = [await named(day), await named(next)];
      // A lesson that has ended is no matter any more, so the overview may have fewer.
      expect(limits).toBeGreaterThanOrEqual(new Set(tomorrow).size);
      expect(limits).toBeLessThanOrEqual(new Set([...today, ...tomorrow]).size);
    });

    test('the days of week and agenda add up to the number of reservations', async ({ page }) => {
      for (const [view, role, count] of [
        ['week', 'columnheader', 7],
        ['agenda', 'heading', 3],
      ] as const) {
        await open(page, `${origin()}/reservations?view=${view}`);
        const heads = page
          .locator('#main')
          .getByRole(role)
          .filter({ hasText: /\d+\s*booked/ });
        await expect(heads).toHaveCount(count);
        const days = (await heads.allInnerTexts()).map((head) => Number(/(\d+)\s*booked/.exec(head)?.[1]));
        const whole = await page
          .locator('#main')
          .getByText(/\d+ in all/)
          .first()
          .innerText();
        const figure = (word: string) =>
          Number(new RegExp(`([\\d,]+) ${word}`).exec(whole)?.[1]?.replace(',', '') ?? 0);
        expect(sum(days), view).toBe(figure('in all') - figure('cancelled') + figure('over midnight'));
        expect(figure('over midnight'), view).toBeGreaterThan(0);
      }
    });
  });
}

test('hours per aircraft leave out simulators and say so, and the month counts days with conflicts by name', async ({
  page,
}) => {
  await page.goto('/reports/flightOperations?picture=aircraft-hours');
  await expect(page.getByText(/rows of simulators left out \([\d,.]+ flight hours\)/)).toBeVisible();
  await expect(page.getByRole('figure')).not.toContainText('Redbird');
  await open(page, '/reservations?view=month');
  await expect(page.getByRole('button', { name: /Conflicts on \d+ days/ })).toHaveText(/days/);
});
