import { expect, followAnew, test } from '#e2e/fixtures/fixtures.ts';
import { aStop } from '#e2e/fixtures/reservations.ts';
import { mayDay, reservationsWithin } from '#e2e/fixtures/reservationsWithin.ts';

type Reminders = { aircraft: { aircraftId: string; items: unknown }[] };

test('is in the details with a line for each subject, in the list in one word, and on the fleet page', async ({
  page,
  request,
}) => {
  const stop = await aStop(request);
  await page.goto(`/reservations?reservation=${stop.reservationId}`);
  const check = page.getByRole('dialog').getByRole('region', { name: 'Dispatch check Do not dispatch' });
  await expect(check.getByRole('listitem').first()).toContainText(/aircraft fit\s*Do not dispatch: .*expired/i);
  for (const subject of ['aircraft there', 'double booking', 'pilot'])
    await expect(check.getByText(subject, { exact: true })).toBeVisible();

  // The verdict is the first thing in the panel, and each tool is offered once.
  const panel = page.getByRole('dialog');
  const [band, day] = [
    await check.locator('b').first().boundingBox(),
    await panel.getByText('Status').first().boundingBox(),
  ];
  expect(band!.y).toBeLessThan(day!.y);
  for (const name of ['Find another time', 'Move reservations'])
    expect(await panel.getByRole('link', { name }).count(), name).toBeLessThanOrEqual(1);
  await expect(panel.getByRole('link', { name: /Find another time|Move reservations/ }).first()).toBeVisible();

  await followAnew(page, '/reservations?view=agenda');
  await expect(page.locator(`a[href*="${stop.reservationId}"]`)).toContainText(/Do not dispatch: /);

  await followAnew(page, '/reservations?view=list&startTime=lt:2026-05-13T00:00:00&limit=250');
  const row = page.getByRole('row').filter({ has: page.locator(`a[href*="${stop.reservationId}"]`) });
  await expect(row).toContainText('Do not dispatch');

  await followAnew(page, '/fleet');
  const aircraft = page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: stop.aircraft.tailNumber, exact: true }) });
  await expect(aircraft).toContainText('Do not dispatch');
});

test('is made for reservations up to two weeks ahead, also in the list; later ones say why not', async ({
  page,
  request,
}) => {
  const flightOn = async (day: number) => {
    const booked = await reservationsWithin(request, ...mayDay(day));
    const found = booked.find(({ aircraft, reservationType }) => aircraft && reservationType.displayTypeId === 0);
    if (!found) throw new Error(`no flight is booked on ${day} May`);
    return found;
  };
  const [near, far] = [await flightOn(15), await flightOn(29)];
  await page.goto(`/reservations?date=2026-05-15&reservation=${near.reservationId}`);
  const check = page.getByRole('dialog').getByRole('region', { name: /^Dispatch check/ });
  await expect(check.getByText('aircraft there', { exact: true })).toBeVisible();

  await followAnew(page, `/reservations?date=2026-05-29&reservation=${far.reservationId}`);
  await expect(check).toContainText('Not checked yet');
  await expect(check.getByRole('listitem')).toHaveCount(0);
});

test('never says that there are no conflicts before all reminders have been read', async ({ page }) => {
  await page.route('**/replica/reminders', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as Reminders;
    const aircraft = body.aircraft.map((one, index) => (index < 3 ? { ...one, items: null } : one));
    await route.fulfill({ response, json: { ...body, aircraft } });
  });
  await page.goto('/reservations');
  await expect(page.getByRole('button', { name: /not checked for 3 aircraft/ })).toBeVisible();
});
