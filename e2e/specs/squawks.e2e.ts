import { readFile } from 'node:fs/promises';
import { expect, follow, test } from '#e2e/fixtures/fixtures.ts';

type Squawk = { squawkId: string; description: string; resolved: unknown; groundAircraft: unknown };
type OfFleet = { aircraft: { aircraftId: string; items: Squawk[] | null }[] };

const view = '/maintenance?view=squawks';

test('lists every open squawk of the fleet, grounding ones first; can be saved, searched, sorted and narrowed', async ({
  page,
  request,
}) => {
  const [squawks, fleet] = await Promise.all([
    request.get('/replica/squawks').then(async (answer) => (await answer.json()) as OfFleet),
    request
      .get('/api/core/v1.0/operators/1001/aircraft')
      .then(async (answer) => (await answer.json()) as { items: { aircraftId: string; status: { id: number } }[] }),
  ]);
  const present = new Set(fleet.items.filter(({ status }) => status.id !== 2).map(({ aircraftId }) => aircraftId));
  const open = squawks.aircraft
    .filter(({ aircraftId }) => present.has(aircraftId))
    .flatMap(({ items }) => items ?? [])
    .filter(({ resolved }) => resolved !== true);
  expect(open.length).toBeGreaterThan(0);
  await page.goto(view);
  const list = page.getByRole('region', { name: 'Squawks' });
  const rows = list.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(list.getByText(`${open.length} open`)).toBeVisible();
  await expect(rows).toHaveCount(open.length);
  const grounding = open.filter(({ groundAircraft }) => groundAircraft === true).length;
  const states = await rows.locator('td:first-child').allInnerTexts();
  expect(states.map((text) => text.split('\n')[0]?.trim())).toEqual(
    Array.from({ length: open.length }, (_, index) => (index < grounding ? 'Grounding' : 'Open')),
  );
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    list.getByRole('button', { name: `CSV (${open.length})` }).click(),
  ]);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(open.length + 1);

  const first = await rows.first().locator('td:nth-child(3) b').innerText();
  await page.getByLabel('Search by tail number or words').fill(first);
  await expect(page).toHaveURL(/q=/);
  await expect(rows.filter({ hasNotText: first })).toHaveCount(0);
  await page.getByLabel('Search by tail number or words').fill('');
  await page.getByRole('button', { name: 'Open for' }).click();
  await expect(page).toHaveURL(/sort=-open/);
  await page.getByRole('button', { name: /^\d+ columns$/ }).click();
  await page.getByRole('checkbox', { name: 'Reported by' }).click();
  await expect(page).toHaveURL(/omit=reportedBy/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Reported by' })).toHaveCount(0);

  // On the page of an aircraft, each “More” says about which squawk.
  const [worst] = open;
  const { aircraftId } = squawks.aircraft.find(({ items }) => worst && items?.includes(worst)) ?? {};
  await follow(page, `/fleet/${aircraftId}`);
  const more = page.getByRole('button', { name: `More about “${worst?.description}”`, exact: true });
  await more.click();
  await expect(page).toHaveURL(/squawks=/);
  await page.reload();
  await expect(more).toHaveAttribute('aria-expanded', 'true');
});
