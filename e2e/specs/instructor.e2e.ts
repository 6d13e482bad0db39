import { instructorsOf, nameOf, overlapping, reservationsOf } from '#e2e/fixtures/records.ts';
import { expect, expectNoSidewaysScroll, followAnew, test } from '#e2e/fixtures/fixtures.ts';

/** The first in the operator's list. */
const tanaka = '01907105-00cc-478c-8346-71c3db48c783';
const today = overlapping('2026-05-12T00:00:00', '2026-05-13T00:00:00');
/** The span that the page's lists show first. */
const weeks = overlapping('2026-05-12T00:00:00', '2026-06-23T00:00:00');

test('shows a day with its advisory and reservations, and the week around it', async ({ page, request }) => {
  const ownReservations = await reservationsOf(request, `userId=eq:${tanaka}&${today}`);
  await page.goto(`/instructors/${tanaka}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tamika Tanaka');
  const day = page.getByRole('region', { name: 'Tue 12 May', exact: true });
  await expect(day).toContainText(`${ownReservations.length} reservations`);
  for (const { aircraft } of ownReservations) if (aircraft) await expect(day).toContainText(aircraft.tailNumber);
  const advisory = page.getByRole('region', { name: 'Advisory' });
  await expect(advisory).toContainText('14 CFR 61.195(a) allows 8 h. Booked, not flown.');
  await advisory.getByText(/reservations that count/).click();
  await expect(advisory.getByRole('listitem').nth(2)).toBeVisible();
  await expect(page.getByText(/(\d+|none) in six weeks/)).toBeVisible();
  await expect(page.getByText('page 1 of')).toBeVisible();
  await expectNoSidewaysScroll(page);

  await day
    .getByRole('link', { name: /^\d{4}L/ })
    .first()
    .click();
  await expect(page).toHaveURL(/reservation=/);
  const details = page.getByRole('dialog');
  await expect(details).toContainText('Reservation, Tue 12 May');
  await details.getByRole('button', { name: 'Close' }).click();
  await expect(page).not.toHaveURL(/reservation=/);
  await expect(details).toHaveCount(0);

  const week = page.getByRole('region', { name: 'Week of Mon 11 May' });
  await week.getByRole('button', { name: 'Sat 16 May' }).click();
  await expect(page).toHaveURL(/date=2026-05-16/);
  await expect(page.getByRole('region', { name: 'Sat 16 May', exact: true })).toBeVisible();
  await week.getByRole('button', { name: 'Next week' }).click();
  await expect(page.getByRole('region', { name: 'Week of Mon 18 May' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('region', { name: 'Sat 16 May', exact: true })).toBeVisible();
});

test('lists the reservations by the API’s own filter, to the last page and back', async ({ page, request }) => {
  const ownReservations = await reservationsOf(request, `userId=eq:${tanaka}&${weeks}`);
  const last = Math.ceil(ownReservations.length / 100);
  await page.goto(`/instructors/${tanaka}?limit=100`);
  const list = page.getByRole('region', { name: 'Reservations' });
  const rows = list.getByRole('row').filter({ has: page.getByRole('cell') });
  await expect(list.getByText(`1–100 of ${ownReservations.length}`)).toBeVisible();
  await expect(rows).toHaveCount(100);
  for (let number = 2; number <= last; number++) {
    await list.getByRole('button', { name: 'Next page' }).click();
    await expect(list.getByText(`page ${number} of ${last}`)).toBeVisible();
  }
  await expect(rows).toHaveCount(ownReservations.length - (last - 1) * 100);
  await list.getByText('API details').click();
  await expect(list.getByText(`userId=eq:${tanaka}`)).toBeVisible();

  const meetings = ownReservations.filter((reservation) => reservation.reservationType.displayTypeId === 3);
  await list.getByLabel('Type').selectOption('Meeting');
  await expect(rows).toHaveCount(meetings.length);
});

test('lists the time off of the next six weeks, never scrolls sideways on a phone, and leads to all later', async ({
  page,
  request,
}) => {
  const some = await reservationsOf(request, `displayTypeId=eq:10&${weeks}`);
  const off = some.filter((reservation) => reservation.instructor?.userId === tanaka);
  await page.goto(`/instructors/${tanaka}`);
  const panel = page.getByRole('region', { name: 'Time off' });
  await expect(panel).toContainText(`${off.length || 'none'} in six weeks`);
  await expect(panel.getByRole('listitem')).toHaveCount(off.length);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('page 1 of')).toBeVisible();
  await page.getByText(/reservations that count/).click();
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await panel.getByRole('link', { name: 'All time off from today on' }).click();
  await expect(page.getByRole('table')).toContainText('Thu 9 Jul');
});

test('has a page for anyone with reservations, and says so when nobody has the id', async ({ page, request }) => {
  const listed = new Set((await instructorsOf(request)).map((instructor) => instructor.userId));
  const reservations = await reservationsOf(request, today);
  const student = reservations.flatMap((reservation) => reservation.pilots).find((pilot) => !listed.has(pilot.userId));
  if (!student) throw new Error('nobody but instructors is booked');
  await page.goto(`/instructors/${student.userId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(nameOf(student));
  await expect(page.getByText('not in the list of instructors')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Tue 12 May', exact: true })).toContainText(/[1-9] reservations?/);
  for (const id of ['00000000-0000-4000-8000-000000000000', '..%2F..%2Fusers']) {
    await followAnew(page, `/instructors/${id}`);
    await expect(page.getByText('The service lists no instructor with the id')).toBeVisible();
  }
});

test('shows only the person’s reservations if the service does not filter, and says so', async ({ page }) => {
  await page.route('**/v1.0/operators/1001/reservations?**', async (route) => {
    const address = new URL(route.request().url());
    address.searchParams.delete('userId');
    await route.fulfill({ response: await route.fetch({ url: address.href }) });
  });
  await page.goto(`/instructors/${tanaka}`);
  const list = page.getByRole('region', { name: 'Reservations' });
  await expect(list).toContainText(/The service ignored the filter: \d+ reservations do not match the filter/);
  const off = page.getByRole('region', { name: 'Time off' });
  await expect(off).toContainText(/The service ignored the filter: \d+ other reservations left out/);
});
