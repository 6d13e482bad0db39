import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { expect, test } from '#e2e/fixtures/fixtures.ts';
import { startGatewayProcess, startOperatorProcess, type Started } from '#e2e/servers/stack.ts';
import { fairWeather, startWeatherStack } from '#e2e/servers/weatherStack.ts';

const steps = ['Call the pilot and the instructor', 'Ask the tower', 'Call the chief instructor'] as const;
const ends: (() => Promise<unknown>)[] = [];
test.afterAll(async () => void (await Promise.all(ends.map((end) => end()))));

/** A school with steps of its own, on a disk that outlives the gateway. */
async function openSchool(settings: NodeJS.ProcessEnv = { LATE_STEPS: steps.join(';') }) {
  const operator = await startOperatorProcess(['--rate-limit', '0']);
  const directory = await mkdtemp(join(tmpdir(), 'flightline-late-'));
  const start = (more: NodeJS.ProcessEnv = {}): Promise<Started> =>
    startGatewayProcess(operator.url, { API_RATE_LIMIT: '100000', DATA_DIR: directory, ...settings, ...more });
  const gateway = await start();
  ends.push(gateway.stop, operator.stop, () => rm(directory, { recursive: true, force: true }));
  return { ...gateway, restart: async () => ends.push((await start({ PORT: new URL(gateway.url).port })).stop) };
}

/** Opens the sheet of the flight that is late at the time of the tests, from the list. */
async function openSheet(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/late`);
  const list = page.getByRole('region', { name: 'Not back' });
  await expect(list).toContainText('1 in all');
  await list.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/^N\w+not back \+0:05$/);
}

const box = (page: Page, step: string) => page.getByRole('checkbox', { name: step });

test.describe('the sheet of an aircraft that is not back', () => {
  test('has times by both clocks, who is aboard, and numbers on request; the steps are ticked by name', async ({
    page,
    axe,
  }) => {
    const { url } = await openSchool();
    await openSheet(page, url);
    const sheet = page.getByRole('region', { name: 'Flight', exact: true });
    await expect(sheet).toContainText('Due back1100L · 1700Z');
    await expect(sheet).toContainText('Since then5 min');
    await expect(sheet).toContainText('Equipmentnot recorded');
    await expect(sheet).toContainText('1300L N182HP');
    await expect(page.locator('main')).not.toContainText(/overdue/i);
    await expect(sheet.getByRole('link', { name: /555/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Show telephone numbers' }).click();
    await expect(sheet.getByRole('link', { name: /555/ })).toHaveAttribute('href', /^tel:\d+$/);
    const panel = page.getByRole('region', { name: 'Steps of your school' });
    await expect(panel).toContainText('0 of 3 done');
    // Nobody signs in here, so a tick needs a name.
    await box(page, steps[0]).click();
    await expect(panel.getByRole('alert')).toHaveText('Enter your name: it stands beside your ticks');
    await page.getByLabel('Your name').fill('Kim Lee');
    await box(page, steps[0]).click();
    await expect(panel).toContainText('1 of 3 done');
    await expect(panel).toContainText('Kim Lee, 1105L · 1705Z');
    await box(page, steps[0]).click();
    await expect(panel.getByRole('list', { name: '' }).last()).toContainText(`Kim Lee took back: ${steps[0]}`);
    await expect(panel).toContainText('0 of 3 done');
    await axe();
    const audit = await (await page.request.get(`${url}/access/audit`)).json();
    const told = (audit.entries as { event: string }[])
      .map(({ event }) => event)
      .filter((event) => event !== 'signed in');
    expect(told.slice(0, 3)).toEqual(['unticked', 'ticked', 'numbers shown']);
  });

  test('two screens agree, and a restart keeps the ticks', async ({ page, context, allowConsole }) => {
    allowConsole(/ERR_|status of 50/);
    const school = await openSchool();
    await openSheet(page, school.url);
    const other = await context.newPage();
    await other.clock.setFixedTime(await page.evaluate(() => Date.now()));
    await other.goto(page.url());
    await page.getByLabel('Your name').fill('Kim Lee');
    await box(page, steps[1]).click();
    await expect(box(other, steps[1])).toBeChecked();
    await expect(other.getByText('Kim Lee, 1105L · 1705Z')).toBeVisible();
    await other.close();
    await school.stop();
    // While nothing can be saved the page says so, and the box stays as it is.
    await box(page, steps[2]).click();
    await expect(page.getByRole('alert')).toContainText('Not saved:');
    await expect(box(page, steps[2])).not.toBeChecked();
    await school.restart();
    await page.reload();
    await expect(box(page, steps[1])).toBeChecked();
    await expect(page.getByText('1 of 3 done')).toBeVisible();
  });

  test('without steps it says how to set them; a flight that is back, or unknown, has no sheet', async ({ page }) => {
    const { url } = await openSchool({});
    await openSheet(page, url);
    await expect(page.getByRole('region', { name: 'Steps of your school' })).toContainText('LATE_STEPS');
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await page.goto(`${url}/late?reservation=00000000-0000-4000-8000-000000000001`);
    await expect(page.getByText('No flight with this id is kept here')).toBeVisible();
    const day = await (await page.request.get(`${url}/replica/history?before=2026-05-12T06:00:00Z`)).json();
    const closed = (
      day.items as { reservationId: string; reservationStatus: { id: number }; aircraft?: object }[]
    ).find(({ reservationStatus, aircraft }) => reservationStatus.id === 2 && aircraft);
    await page.goto(`${url}/late?reservation=${closed?.reservationId}`);
    await expect(page.getByText(/is back: the flight service shows this flight as Completed/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Print' })).toHaveCount(0);
  });

  test('prints on one sheet of A4, without a scroll on a phone', async ({ page }) => {
    const { url } = await openSchool();
    await openSheet(page, url);
    await page.getByRole('button', { name: 'Show telephone numbers' }).click();
    await expect(page.getByRole('link', { name: /555/ })).toBeVisible();
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    expect(pdf).toMatch(/\/MediaBox\s*\[0 0 59[45][.\d]* 84[12][.\d]*\]/);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });

  test.describe('by touch', () => {
    test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
    test('every step and number is 44 px', async ({ page }) => {
      const { url } = await openSchool();
      await openSheet(page, url);
      await page.getByRole('button', { name: 'Show telephone numbers' }).tap();
      const number = page.getByRole('link', { name: /555/ });
      await expect(number).toBeVisible();
      const targets = [number, ...steps.map((step) => page.locator('label').filter({ hasText: step }))];
      for (const target of targets) expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    });
  });
});

test('the sheet shows the weather at departure, now and at the planned return, as far as it was read', async ({
  page,
}) => {
  const stack = await startWeatherStack(fairWeather);
  ends.push(stack.close);
  await openSheet(page, stack.url);
  const sheet = page.getByRole('region', { name: 'Flight', exact: true });
  await expect(sheet).toContainText(/At departure, XPPF.*not kept: this server has read the weather since 1105L/);
  await expect(sheet).toContainText(/Now, XPPF.*wind/);
  await expect(sheet).toContainText(/At the planned return, XPPF.*METAR XPPF/);
});

test('each mark of a flight that is not back leads to its sheet', async ({ page }) => {
  const { url } = await openSchool();
  await page.goto(`${url}/`);
  const returns = page.getByRole('list', { name: 'Next returns' });
  await returns.getByRole('link', { name: /^Sheet: N182HP/ }).click();
  await expect(page).toHaveURL(/\/late\?reservation=/);
  await page.goto(`${url}/fleet`);
  await page.getByRole('link', { name: 'Sheet: N182HP, not back' }).click();
  await expect(page).toHaveURL(/\/late\?reservation=/);
  await page.goto(`${url}/reservations?late=shown`);
  await page.getByRole('region', { name: 'Not back' }).getByRole('link').first().click();
  await page.getByRole('dialog').getByRole('link', { name: 'Not back: sheet' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('N182HP');
});
