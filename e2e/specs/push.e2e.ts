import { expect, test } from '#e2e/fixtures/fixtures.ts';
import { startTimedStack, type TimedStack } from '#e2e/servers/timedStack.ts';

let stack: TimedStack;
test.beforeAll(async () => {
  stack = await startTimedStack(['--aircraft=8', '--reservations-per-day=24', '--days=16']);
});
test.afterAll(() => stack.close());

type Moved = { reservationId: string; startTime: string; endTime: string; aircraft: { tailNumber: string } | null };

const hour = 3_600_000;
const hourLater = (text: string) => new Date(Date.parse(text) + hour).toISOString().replace('.000Z', 'Z');
/** Denver is six hours behind in May. */
const local = (text: string) =>
  `${new Date(Date.parse(text) - 6 * hour).toISOString().slice(11, 16).replace(':', '')}L`;

test('a reservation that is moved at the service moves on every open screen once the gateway has seen it', async ({
  page,
  context,
  request,
}) => {
  const question = 'startTime=lt:2026-05-13T00:00:00&endTime=gt:2026-05-12T00:00:00&limit=250';
  const answer = await request.get(`${stack.url}/api/scheduling/v1.0/operators/1001/reservations?${question}`);
  const { items } = (await answer.json()) as { items: Moved[] };
  const one = items.find(({ startTime, aircraft }) => startTime.includes('T19:') && aircraft)!;
  const later = local(hourLater(one.startTime));

  await page.goto(`${stack.url}/reservations`);
  const bar = page.locator(`[data-key="${one.reservationId}"]`);
  const from = (clock: string) => new RegExp(`, ${clock.slice(0, 4)}–`);
  await expect(bar).toHaveAttribute('aria-label', from(local(one.startTime)));
  const second = await context.newPage();
  await second.clock.setFixedTime('2026-05-12T17:05:00Z');
  await second.goto(`${stack.url}/reservations?view=agenda&reservation=${one.reservationId}`);
  const details = second.getByRole('dialog');
  await expect(details).toContainText(local(one.startTime));

  const times = ({ startTime, endTime }: Moved) => `"startTime":"${startTime}","endTime":"${endTime}"`;
  const moved = { ...one, startTime: hourLater(one.startTime), endTime: hourLater(one.endTime) };
  stack.upstream.rewrite((body) => {
    const at = body.indexOf(one.reservationId);
    return at < 0 ? body : body.slice(0, at) + body.slice(at).replace(times(one), times(moved));
  });
  // Today's reservations are due again within half a minute. No screen requests them by itself; the event makes it do so.
  stack.pass(35_000);
  await expect(bar).toHaveAttribute('aria-label', from(later));
  await expect(details).toContainText(later);
});
