import { expect, test } from '#e2e/fixtures/fixtures.ts';
import { type Started, startGatewayProcess } from '#e2e/servers/stack.ts';
import { guid, listen, newStubSchool, stubReservation, stubService } from '#e2e/servers/testCopy.ts';

/** Closes what the test has opened, even if it fails. */
const opened: (() => Promise<unknown>)[] = [];
test.afterEach(async () => {
  for (const end of opened.splice(0).toReversed()) await end();
});

/** A school whose only aircraft is 20 minutes late at 1105L, the time of the tests. */
async function startService(): Promise<string> {
  const status = { reservationStatus: { id: 1, name: 'Checked Out' } };
  const service = await listen(
    stubService({
      ...newStubSchool(),
      aircraft: [{ aircraftId: guid(1), tailNumber: 'N512SP', status: { id: 1, name: 'Active' } }],
      reservations: [stubReservation(10, '2026-05-12T15:00:00Z', '2026-05-12T16:45:00Z', status)],
    }),
  );
  opened.push(service.close);
  return service.url;
}

async function startGateway(service: string, settings: NodeJS.ProcessEnv): Promise<Started> {
  const gateway = await startGatewayProcess(service, { API_RATE_LIMIT: '100000', ...settings });
  opened.push(gateway.stop);
  return gateway;
}

test('a school’s thresholds apply on every screen, which reloads when they change, and /setup shows them', async ({
  page,
  axe,
  allowConsole,
}) => {
  // The browser's messages while the gateway restarts.
  allowConsole(/ERR_|status of 50/);
  const service = await startService();
  const first = await startGateway(service, { NOT_BACK_RED_MINUTES: '15' });
  await page.goto(`${first.url}/`);
  const attention = page.getByRole('list', { name: 'Attention', exact: true });
  await expect(attention.getByRole('listitem').filter({ hasText: 'Not back' })).toHaveAttribute('data-tone', 'expired');

  await first.stop();
  await startGateway(service, { PORT: new URL(first.url).port, LATE_GRACE_MINUTES: '25' });
  await expect(page.getByText('Not back', { exact: true })).toHaveCount(0);
  await expect(page.getByText('Nothing needs attention')).toBeVisible();

  await page.goto(`${first.url}/setup?section=school`);
  const panel = page.getByRole('region', { name: 'Thresholds', exact: true });
  await expect(panel).toContainText('20 in all, 1 set by the school');
  const rowOf = (setting: string) => panel.getByRole('row').filter({ hasText: setting });
  await expect(rowOf('LATE_GRACE_MINUTES').getByRole('cell')).toHaveText([
    /^Grace\. /,
    '25 minutes',
    'set by the school; usual: 10 minutes',
    'LATE_GRACE_MINUTES',
  ]);
  await expect(rowOf('NOT_BACK_RED_MINUTES')).toContainText('30 minutesusual');
  await expect(panel.getByRole('row').filter({ hasText: 'regulation' })).toHaveCount(3);
  await axe();
});
