import type { Locator, Page } from 'playwright/test';
import { guid, type StubSchool } from '#e2e/servers/testCopy.ts';
import { expect, followAnew, test } from '#e2e/fixtures/fixtures.ts';
import { operatorAddress } from '#e2e/servers/servers.ts';
import { annual, flight, smallSchool, squawk } from '#e2e/servers/smallSchool.ts';
import { type Stack, startGatewayProcess } from '#e2e/servers/stack.ts';
import { startTimedStack, type TimedStack } from '#e2e/servers/timedStack.ts';

let stack: Stack;
let school: StubSchool;
async function begin(more: Partial<StubSchool> = {}): Promise<TimedStack> {
  school = { ...smallSchool(), ...more };
  const timed = await startTimedStack([], school);
  stack = timed;
  return timed;
}
test.afterEach(async ({ context }) => {
  // A page whose server stops would log an error.
  await Promise.all(context.pages().map((page) => page.close()));
  await stack.close();
});

const list = (page: Page, name: string): Locator => page.getByRole('list', { name, exact: true });
/** The texts of a list's items, each in one line. */
const lines = (page: Page, name: string) => list(page, name).locator('> li').allInnerTexts();
const plain = (texts: readonly string[]) => texts.map((text) => text.replaceAll(/\s+/g, ' ').trim());

/** Opens the overview and waits until everything on it has been read. */
async function open(page: Page, address = '/'): Promise<TimedStack> {
  const timed = await begin();
  await page.goto(stack.url + address);
  await expect(page.locator('[data-state=loading]')).toHaveCount(0);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(list(page, 'Attention').getByText('Left brake soft')).toBeVisible();
  return timed;
}

const says = (page: Page, name: string, expected: readonly string[]) =>
  expect.poll(async () => plain(await lines(page, name)), name).toEqual(expected);

const allOpen = '/?open=late,instructors,changes';

test('every block for a small school matches a count by hand, and each figure opens what it counts', async ({
  page,
  axe,
}) => {
  await open(page, allOpen);
  await says(page, 'Aircraft by activity', ['2 can go', '1 flying', '1 not back', '2 grounded']);
  await says(page, 'Attention', [
    'Not back N103SP not back +0:35, due 1030L, Garcia / Ruiz 1100L N103SP Diaz: same aircraft, +0:20 at the earliest Sheet Put off',
    'Grounded aircraft booked N104SP Annual expired Sun 10 May 1300L Diaz / Ruiz Move reservations Put off',
    'Maintenance due soon N106SP Annual: limit Fri 15 May; no shop visit before it Shop planner Put off',
    'Grounding squawk N105SP Squawk: Left brake soft · since Mon 11 May Move reservations Put off',
  ]);
  await says(page, 'Next departures', [
    '1300L N104SP Diaz / Ruiz Do not dispatch: Annual expired',
    '1400L N101SP Garcia Caution: No checkout',
    '1700L N106SP Cruz / Lee',
  ]);
  await says(page, 'Next returns', ['1030L +0:35 N103SP Garcia / Ruiz Sheet', '1200L N102SP Cruz / Lee']);
  await says(page, 'Not out yet', ['1100L +0:05 N103SP Diaz Do not dispatch: Not back']);
  await says(page, 'Never checked out', ['0900L +2:05 N106SP Cruz Caution: No checkout']);
  await says(page, 'Fleet by model', [
    'Cessna 172S 1 of 2 can go N101SP , can go until 1400L N102SP , flying until 1200L',
    'Cessna 182T 1 of 1 can go N106SP , can go until 1700L',
    'Piper PA-28 0 of 3 N103SP , not back N104SP , grounded N105SP , grounded',
  ]);
  await expect(page.getByText(/^Nothing has changed since 110\dL/)).toBeVisible();
  const duty = page.getByRole('region', { name: 'Instructors now' });
  await expect(duty.getByRole('listitem')).toHaveText([
    'Kim Lee flight N102SP until 1200L',
    'Eva Ruiz not back +0:35',
    'Cy Mann time off until 1700L',
  ]);
  await axe();

  await page.getByRole('link', { name: '2 grounded' }).click();
  await expect(page).toHaveURL(/\/fleet\?now=grounded/);
  await expect(page.getByText('2 of 6').first()).toBeVisible();
  await page.goBack();
  await list(page, 'Fleet by model').getByRole('link', { name: '1 of 2 can go' }).first().click();
  await expect(page).toHaveURL(/\/fleet\?now=available&q=Cessna/);
  await expect(page.getByText('1 of 6').first()).toBeVisible();
  await page.goBack();
  await list(page, 'Attention').getByRole('link', { name: 'N103SP', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('N103SP');
  await followAnew(page, '/?kind=limit+near');
  await expect(list(page, 'Attention').locator('> li')).toHaveCount(1);
  await page.getByRole('link', { name: 'Not checked out' }).click();
  await expect(page).toHaveURL(/late=shown/);
});

test('a day of changes: moved, gone, not back, grounded, expired', async ({ page }) => {
  const timed = await open(page, allOpen);
  const others = school.reservations.filter(
    ({ reservationId }) => ![guid(11), guid(15)].includes(String(reservationId)),
  );
  school.reservations = [...others, flight(11, 1, '15:00', '16:30', { pilot: 0 })];
  school.reminders[guid(6)] = [annual(6, '2026-05-11', 3)];
  school.instead[`${guid(1)}/squawks`] = [squawk(1, 'Oil leak', '2026-05-12T12:00:00')];
  timed.pass(75 * 60_000);
  await page.clock.setFixedTime('2026-05-12T18:20:00Z');
  await page.reload();
  await says(page, 'Aircraft by activity', ['0 can go', '2 not back', '4 grounded']);
  await says(page, 'Attention', [
    'Not back N103SP not back +1:50, due 1030L, Garcia / Ruiz 1100L N103SP Diaz: same aircraft, +1:35 at the earliest Sheet Put off',
    'Grounding squawk N101SP Squawk: Oil leak · since 1200L, 20 min 1500L Garcia Move reservations Put off',
    'Grounded aircraft booked N106SP Annual expired Mon 11 May 1700L Cruz / Lee Move reservations Put off',
    'Not back N102SP not back +0:20, due 1200L, Cruz / Lee Sheet Put off',
    'Grounding squawk N105SP Squawk: Left brake soft · since Mon 11 May Move reservations Put off',
  ]);
  await says(page, 'Next departures', [
    '1500L N101SP Garcia Do not dispatch: Squawk',
    '1700L N106SP Cruz / Lee Do not dispatch: Annual expired',
  ]);
  await says(page, 'Next returns', ['1030L +1:50 N103SP Garcia / Ruiz Sheet', '1200L +0:20 N102SP Cruz / Lee Sheet']);
  const changes = await lines(page, 'Changes this shift');
  expect(new Set(plain(changes).map((text) => text.replace(/^\d{4}L /, '')))).toEqual(
    new Set([
      'Moved N101SP moved from 1400L to 1500L Sam Garcia',
      'Removed N104SP was 1300L to 1400L, deleted Bo Diaz, Eva Ruiz',
      'Reminder, limit changed N106SP Annual: Warning → Expired, limit 15 May 2026 → 11 May 2026',
      'Squawk opened, grounds the aircraft N101SP Oil leak',
    ]),
  );
});

test('a matter put off disappears from every screen, shows who put it off, and returns when it gets worse', async ({
  page,
  context,
}) => {
  await open(page);
  const other = await context.newPage();
  await other.clock.setFixedTime('2026-05-12T17:05:00Z');
  await other.goto(`${stack.url}/?put-off=open`);
  await expect(list(other, 'Attention').locator('> li')).toHaveCount(4);

  const putOff = async () => {
    await page.getByRole('button', { name: 'Put off N103SP: Not back' }).click();
    const choices = page.getByRole('dialog', { name: 'Put off N103SP' });
    const name = choices.getByRole('textbox', { name: 'Your name' });
    await name.fill('');
    await choices.getByRole('button', { name: '1 hour, until 1205L' }).click();
    await expect(choices.getByRole('alert')).toHaveText('Enter your name: others see who put it off');
    await expect(name).toBeFocused();
    await name.fill('Kim');
    await choices.getByRole('button', { name: '1 hour, until 1205L' }).click();
    await expect(list(page, 'Attention').locator('> li')).toHaveCount(3);
    // The pressed button is gone, so the next matter has the focus.
    await expect(list(page, 'Attention').getByRole('link').first()).toBeFocused();
  };
  await putOff();
  const said = page.getByRole('status').filter({ hasText: 'N103SP put off: 1 hour, until 1205L' });
  await said.getByRole('button', { name: 'Undo' }).click();
  for (const one of [other, page]) await expect(list(one, 'Attention').locator('> li')).toHaveCount(4);
  await expect(said).toHaveCount(0);
  await putOff();
  // The other screen learns of it.
  await expect(list(other, 'Attention').locator('> li')).toHaveCount(3);
  await expect(list(other, 'Put off')).toContainText('N103SP not back, put off by Kim at 1105L until 1205L');
  await list(other, 'Put off').getByRole('button', { name: 'Show again' }).click();
  for (const one of [other, page]) await expect(list(one, 'Attention').locator('> li')).toHaveCount(4);

  // One attention step later.
  await putOff();
  await page.clock.setFixedTime('2026-05-12T17:31:00Z');
  await page.reload();
  await expect(list(page, 'Attention').locator('> li').first()).toContainText('not back +1:01');
});

test('the first time, a name and Enter put a matter off; then one press does, by the same person', async ({ page }) => {
  await open(page);
  const putOffs = list(page, 'Put off');
  await page.getByRole('button', { name: 'Put off N103SP: Not back' }).click();
  const choices = page.getByRole('dialog', { name: 'Put off N103SP' });
  await expect(choices.getByRole('textbox', { name: 'Your name' })).toBeFocused();
  await expect(choices.getByText('Enter key: 1 hour, until 1205L')).toBeVisible();
  // Without a name it asks for one, and keeps the chosen time.
  await choices.getByRole('button', { name: '4 hours, until 1505L' }).click();
  await expect(choices.getByRole('alert')).toHaveText('Enter your name: others see who put it off');
  await page.keyboard.type('Kim');
  await page.keyboard.press('Enter');
  await expect(list(page, 'Attention').locator('> li')).toHaveCount(3);
  await page.getByRole('button', { name: '1 put off' }).click();
  await expect(putOffs).toContainText('N103SP not back, put off by Kim at 1105L until 1505L');
  await putOffs.getByRole('button', { name: 'Show again' }).click();
  await expect(list(page, 'Attention').locator('> li')).toHaveCount(4);
  // Another time the name is there.
  await page.getByRole('button', { name: 'Put off N103SP: Not back' }).click();
  await choices.getByRole('button', { name: '1 hour, until 1205L' }).click();
  await expect(putOffs).toContainText('put off by Kim at 1105L until 1205L');
  await putOffs.getByRole('button', { name: 'Show again' }).click();
  await expect(list(page, 'Attention').locator('> li')).toHaveCount(4);
});

test('a matter put off returns with another squawk, and is not hidden again when that is resolved', async ({
  page,
}) => {
  const timed = await open(page, '/?put-off=open');
  const grounded = list(page, 'Attention').locator('> li', { hasText: 'N105SP' });
  await page.getByRole('button', { name: 'Put off N105SP: Grounding squawk' }).click();
  const choices = page.getByRole('dialog', { name: 'Put off N105SP' });
  await choices.getByRole('textbox', { name: 'Your name' }).fill('Kim');
  await choices.getByRole('button', { name: 'until tomorrow 0600L' }).click();
  await expect(grounded).toHaveCount(0);
  await expect(list(page, 'Put off')).toContainText('N105SP grounding squawk, put off by Kim');

  const brake = squawk(5, 'Left brake soft', '2026-05-11T16:00:00');
  const leak = { ...squawk(5, 'Fuel leak', '2026-05-12T11:00:00'), squawkId: guid(299) };
  const squawks = `${guid(5)}/squawks`;
  school.instead[squawks] = [brake, leak];
  timed.pass(6 * 60_000);
  await expect(grounded).toContainText('Squawk: Fuel leak; Squawk: Left brake soft');
  await expect(list(page, 'Put off')).toHaveCount(0);
  // The gateway has checked by itself: the matter is no longer put off.
  await expect
    .poll(async () => (await page.request.get(`${stack.url}/replica/snoozes`)).json())
    .toEqual({ snoozes: [] });
  school.instead[squawks] = [brake];
  timed.pass(6 * 60_000);
  await expect(grounded).not.toContainText('Fuel leak');
  await expect(grounded).toContainText('Left brake soft');
});

test('an aircraft that leaves soon and whose reminders could not be read is on the list', async ({ page }) => {
  const { reservations, instead } = smallSchool();
  const soon = flight(21, 1, '12:10', '13:00', { pilot: 0 });
  const unreadable = { [`${guid(1)}/maintenanceReminders`]: 'none' };
  await begin({ reservations: [...reservations, soon], instead: { ...instead, ...unreadable } });
  await page.goto(stack.url);
  const row = list(page, 'Attention').locator('> li', { hasText: 'N101SP' });
  await expect(row).toHaveText(/^Not known\s*N101SP Reminders could not be loaded, 1210L Garcia/);
  await row.getByRole('button', { name: 'Put off N101SP: Not known' }).click();
  const choices = page.getByRole('dialog', { name: 'Put off N101SP' });
  await choices.getByRole('textbox', { name: 'Your name' }).fill('Kim');
  await choices.getByRole('button', { name: /^1 hour/ }).click();
  await expect(row).toHaveCount(0);
});

test('a matter that has changed is not put off, and the page says so', async ({ page, expectConsole }) => {
  expectConsole(/409 \(Conflict\)/);
  await open(page);
  await page.route('**/replica/snoozes', async (route) => {
    const sent = route.request().postDataJSON() as { fingerprint: string } | null;
    await (sent ? route.continue({ postData: { ...sent, fingerprint: 'of before' } }) : route.continue());
  });
  await page.getByRole('button', { name: 'Put off N105SP: Grounding squawk' }).click();
  const choices = page.getByRole('dialog', { name: 'Put off N105SP' });
  await choices.getByRole('textbox', { name: 'Your name' }).fill('Kim');
  await choices.getByRole('button', { name: '1 hour' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Not saved: This item has changed since it was on your screen. Look at it again.',
  );
  await expect(list(page, 'Attention').locator('> li')).toHaveCount(4);
});

test('at midnight an open page keeps its content until the new day is loaded', async ({ page }) => {
  const timed = await begin();
  timed.pass((12 * 60 + 53) * 60_000);
  await page.clock.install({ time: '2026-05-13T05:58:00Z' });
  await page.goto(stack.url);
  const counts = ['2 can go', '2 not back', '2 grounded'];
  await says(page, 'Aircraft by activity', counts);
  const held = new Map<string, () => void>();
  const ofNewDay = /\/replica\/(reservations\?from=2026-05-1[23]T06|history\?before=2026-05-13)/;
  await page.route(ofNewDay, async (route) => {
    await new Promise<void>((pass) => held.set(new URL(route.request().url()).search, pass));
    await route.continue();
  });
  timed.pass(150_000);
  await page.clock.fastForward('02:30');
  // Requests for the old day may still be among them.
  await expect.poll(() => held.size).toBeGreaterThanOrEqual(3);
  const isWhole = async () => {
    await expect(page.locator('[data-state=loading]')).toHaveCount(0);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await says(page, 'Aircraft by activity', counts);
    await expect(list(page, 'Attention')).toContainText('N103SP not back');
  };
  await isWhole();
  // One by one, in either order: an aircraft not back since yesterday stays not back.
  for (const pass of [...held.values()].toReversed()) {
    pass();
    await isWhole();
  }
  await page.unroute(ofNewDay);
  for (const pass of held.values()) pass();
  await expect(list(page, 'Attention')).toContainText('due yesterday 1030L');
});

test('an empty school leads to the connection instead of saying that all is well, and a lost service is reported', async ({
  page,
  axe,
}) => {
  const timed = await begin({ aircraft: [], reservations: [], reminders: {}, users: [], instead: {} });
  await page.goto(stack.url);
  await expect(page.getByRole('region', { name: 'Attention' }).getByText('No aircraft received.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Check the connection' })).toBeVisible();
  await expect(page.getByText('Nothing needs attention')).toHaveCount(0);
  await expect(page.getByText('No aircraft.', { exact: true })).toBeVisible();
  await expect(page.getByText('No active instructors.')).toBeVisible();
  await axe();
  timed.upstream.become('gone');
  timed.pass(20 * 60_000);
  await page.clock.setFixedTime('2026-05-12T17:25:00Z');
  await page.reload();
  await expect(page.getByRole('region', { name: 'Flight service' })).toContainText(
    /The flight service has not answered properly since 110[45]L/,
  );
});

test('days without bookings say so above the rows; without aircraft there is nothing but the sentence', async ({
  page,
}) => {
  const sentence = page.getByText('Nothing is booked on this day.');
  const timeline = page.getByRole('grid', { name: 'Reservations by aircraft' });
  const fleet = { reservations: [], reminders: {}, users: [], instead: {} };
  await begin({ ...fleet, aircraft: [{ aircraftId: 'a', tailNumber: 'N1', isActive: true }] });
  await page.goto(`${stack.url}/reservations`);
  await expect(timeline).toBeVisible();
  const [words, rows] = [(await sentence.boundingBox())!, (await timeline.boundingBox())!];
  expect(words.y).toBeLessThan(rows.y);
  await page.goto('about:blank');
  await stack.close();
  await begin({ ...fleet, aircraft: [] });
  await page.goto(`${stack.url}/reservations`);
  await expect(sentence).toBeVisible();
  await expect(timeline).toHaveCount(0);
});

test('a new connection says how much has been read', async ({ page }) => {
  const gateway = await startGatewayProcess(operatorAddress, { API_RATE_LIMIT: '8' });
  stack = { url: gateway.url, close: gateway.stop };
  await page.goto(stack.url);
  await expect(page.getByText(/^Loading this school for the first time: \d+ of \d+ parts loaded/)).toBeVisible();
  await expect(page.getByRole('progressbar')).toBeVisible();
});

test('a made-up school says so', async ({ page }) => {
  await begin();
  await page.route(/\/(\?.*)?$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace('"embedded":false', '"embedded":true'),
    });
  });
  await page.goto(stack.url);
  await expect(page.getByText('A made-up school')).toBeVisible();
});
