import { expect, followAnew, test } from '#e2e/fixtures/fixtures.ts';

/** Each page with a day, month or time in its address that the calendar does not have, and what it then says. */
const wrong = [
  ['/reservations?date=2026-02-30', 'There is no day 2026-02-30; showing today.'],
  ['/reservations?at=2026-02-30T15:00', 'There is no day 2026-02-30; at is ignored.'],
  ['/reservations?at=soon', '“soon” is not a time such as 1500; at is ignored.'],
  ['/changes?period=day&date=2026-13-01', 'There is no day 2026-13-01; showing today.'],
  ['/brief?date=2026-02-29', 'There is no day 2026-02-29; showing today.'],
  ['/instructors?date=2026-04-31', 'There is no day 2026-04-31; showing today.'],
  ['/maintenance?view=calendar&month=2026-13', 'There is no month 2026-13; showing this month.'],
  ['/plan/find?date=2026-02-30', 'date: there is no day 2026-02-30'],
  ['/plan/down?until=2026-02-30T1800', 'until: there is no day 2026-02-30'],
  ['/?moment=2026-02-30T15:00Z', 'There is no day 2026-02-30; showing the present.'],
  ['/reservations?view=list&startTime=gte:2026-02-30T00:00:00', /^There is no day 2026-02-30/],
  ['/reports/flights?ask=flightDate%3Dgte:2026-02-30T00:00:00', /^There is no day 2026-02-30/],
  ['/reports/flights?where=flightDate@2026-02-30..', /There is no day 2026-02-30/],
  ['/reservations?date=9999-12-31', /^“9999-12-31” is not a date from 1900 to 2199; showing today\.$/],
  ['/reservations?view=week&date=0001-01-01', /^“0001-01-01” is not a date such as/],
  ['/maintenance?view=calendar&month=9999-12', /^“9999-12” is not a month from 1900 to 2199/],
] as const;

test('each page says that a day in its address does not exist, and is shown', async ({ page }) => {
  await page.goto('/');
  for (const [address, words] of wrong) {
    await test.step(address, async () => {
      await followAnew(page, address);
      await expect(page.getByText(words).first()).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('heading', { name: /went wrong|not found/ })).toHaveCount(0);
    });
  }
});

test('an answer of the gateway names the day that does not exist', async ({ request }) => {
  const refused = async (address: string) => {
    const answer = await request.get(address);
    return [answer.status(), JSON.stringify(await answer.json())];
  };
  const start = 'from=2026-02-30&to=2026-03-02';
  for (const address of [
    `/replica/days?${start}`,
    '/replica/brief?date=2026-02-30',
    '/replica/log?from=2026-02-30T00:00:00Z',
    '/api/scheduling/v1.0/operators/1001/reservations?startTime=gte:2026-02-30T00:00:00',
  ]) {
    const [status, words] = await refused(address);
    expect([address, status]).toEqual([address, 400]);
    expect(words).toMatch(/[Tt]here is no day 2026-02-30/);
  }
});
