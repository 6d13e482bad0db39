import { expect, follow, test } from '#e2e/fixtures/fixtures.ts';
import { mayDay, reservationsWithin } from '#e2e/fixtures/reservationsWithin.ts';

test('counts late flights, lists them with the flights at risk, and links to the people', async ({ page, request }) => {
  const now = Date.parse('2026-05-12T17:05:00Z');
  const booked = await reservationsWithin(request, ...mayDay(12));
  const flights = booked.filter(({ aircraft, reservationType }) => aircraft && reservationType.displayTypeId === 0);
  const late = flights.filter(
    (flight) =>
      flight.reservationStatus.id === 1 && Date.parse(flight.endTime) <= now && Date.parse(flight.startTime) <= now,
  );
  expect(late.length).toBeGreaterThan(0);
  await page.goto('/reservations');
  // The bars of the timeline say so too: the same ones, and no others.
  const marked = page.getByRole('grid').getByRole('gridcell', { name: /, not back \+/ });
  await expect(marked).toHaveCount(late.length);
  await expect(marked.first().locator('[data-sign="late"]')).toBeVisible();
  await expect(page.getByRole('grid').locator('[data-sign="late"]')).toHaveCount(late.length);
  await page.getByRole('button', { name: /not back/ }).click();
  await expect(page).toHaveURL(/late=shown/);
  const group = page.getByRole('region', { name: 'Not back' });
  for (const reservation of late)
    await expect(
      group.getByRole('listitem').filter({ hasText: reservation.aircraft!.tailNumber }).first(),
    ).toContainText('+');
  await group.getByRole('link').first().click();
  await expect(page.getByRole('dialog')).toContainText(/^Reservation N\w+ · .* · \d{4}–\d{4}L · Checked Out/);
});

test('an aircraft that is not back is late after midnight too, and is not called available', async ({ page }) => {
  await page.goto('/reservations?late=shown');
  const group = page.getByRole('region', { name: 'Not back' });
  const first = group.getByRole('link').first();
  await expect(first).toBeVisible();
  const tail = (await first.locator('b').textContent()) ?? '';
  // The school's clock is fixed: nobody brings the aircraft back.
  await page.clock.setFixedTime('2026-05-13T06:35:00Z');
  await page.goto('/reservations?late=shown');
  await expect(group.getByRole('listitem').filter({ hasText: tail }).first()).toContainText(/not back \+\d{2}:/);
  await follow(page, '/fleet');
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: tail, exact: true }) });
  await expect(row).toContainText(/not back \+\d{2}:/);
});
