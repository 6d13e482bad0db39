import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import type { Page } from 'playwright/test';
import { SMTPServer } from 'smtp-server';
import { expect, expectAccessible, test } from '#e2e/fixtures/fixtures.ts';
import { type Stack, startStack } from '#e2e/servers/stack.ts';

/** The service worker, whose notifications a test records. */
type Noting = {
  noted: object[];
  readonly registration: { showNotification: (title: string, options: object) => Promise<void> };
};

/** A real mail server, and a gateway that sends to it. */
let stack: Stack;
let server: SMTPServer;
const mails: ParsedMail[] = [];

/** One worker for all: otherwise each would start its own school. */
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, _, done) => {
      simpleParser(stream, (failure: Error | null, mail) => {
        if (!failure) mails.push(mail);
        done(failure);
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  stack = await startStack(['--rate-limit', '0', '--aircraft', '6'], {
    API_RATE_LIMIT: '100000',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    ALERT_MAIL_FROM: 'Flightline <alerts@example.com>',
  });
});
test.afterAll(async () => {
  await stack.close();
  server.close();
});

const form = (page: Page) => page.getByRole('dialog');
const recipients = (page: Page) => page.getByRole('region', { name: 'Recipients' });

test('a manager adds a recipient, sends a test that arrives, changes and removes it', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/400 \(Bad Request\)/);
  await page.goto(`${stack.url}/alerts`);
  await expect(page.getByText(/^School checked/)).toBeVisible();
  await page.getByRole('button', { name: 'Add recipient' }).click();
  await expect(page).toHaveURL(/recipient=new/);
  await form(page).getByRole('button', { name: 'Save' }).click();
  await expect(form(page).getByRole('alert')).toHaveText(/Give a name/);
  await form(page).getByLabel('Name', { exact: true }).fill('Shop');
  await form(page).getByLabel('E-mail address').fill('shop@example.com');
  await form(page)
    .getByRole('checkbox', { name: /^Reservation changed/ })
    .check();
  await expectAccessible(page, 'light');
  await form(page).getByRole('button', { name: 'Save' }).click();
  await expect(form(page)).toHaveCount(0);
  await expect(recipients(page).getByText('Mail to shop@example.com')).toBeVisible();
  await recipients(page).getByRole('button', { name: 'Shop' }).click();
  await form(page).getByRole('button', { name: 'Send a test' }).click();
  await expect(form(page).getByText(/^Sent: 250/)).toBeVisible();
  const [mail] = mails;
  expect(mail?.subject).toBe('This is a test. Nothing has happened.');
  expect(mail?.text).toContain('/alerts');
  await form(page).getByRole('checkbox', { name: 'Quiet hours' }).check();
  await form(page).getByRole('button', { name: 'Save' }).click();
  await expect(recipients(page).getByText('At once, quiet 22:00 to 06:00')).toBeVisible();
  await page.reload();
  await recipients(page).getByRole('button', { name: 'Shop' }).click();
  await expect(form(page).getByRole('checkbox', { name: 'Quiet hours' })).toBeChecked();
  await form(page).getByRole('button', { name: 'Remove' }).click();
  await form(page).getByRole('button', { name: 'Remove now' }).click();
  await expect(recipients(page).getByText('Mail to shop@example.com')).toHaveCount(0);
  await expect(page).not.toHaveURL(/recipient=/);
});

test('settings of the machine are folded, for managers alone', async ({ page }) => {
  await page.goto(`${stack.url}/alerts`);
  const settings = page.getByText(/set ALERT_WEBHOOKS/);
  await expect(page.getByText(/^School checked/)).toBeVisible();
  await expect(page.getByText(/ALERT_|SMTP_|\.env/).filter({ visible: true })).toHaveCount(0);
  await page.getByText('2 channels not set up').click();
  await expect(settings).toBeVisible();
});

test('a feed has a private address that a program reads without signing in', async ({ page, request }) => {
  await page.goto(`${stack.url}/alerts?recipient=new`);
  await form(page).getByRole('button', { name: 'Feed' }).click();
  await form(page).getByLabel('Name', { exact: true }).fill('Reader');
  await form(page).getByRole('button', { name: 'Save' }).click();
  await recipients(page).getByRole('button', { name: 'Reader' }).click();
  const address = await form(page).locator('code').innerText();
  const read = async () => {
    const answer = await request.get(stack.url + new URL(address).pathname);
    expect(answer.headers()['content-type']).toContain('application/atom+xml');
    return answer.text();
  };
  // Alerts begin up to 20 seconds after the school has been read, which may take as long again.
  await expect.poll(read, { timeout: 120_000 }).toContain('<title>Alerts are on.');
  const wrong = await request.get(`${stack.url}/feed/nothing`);
  expect(wrong.status()).toBe(404);
});

test('the bell shows the latest alerts and leads to the page', async ({ page }) => {
  await page.goto(`${stack.url}/`);
  await page.getByRole('button', { name: /^Alerts: nothing new/ }).click();
  const list = page.getByRole('dialog', { name: 'Alerts' });
  await expect(list.getByRole('heading', { name: '1 alert in 7 days' })).toBeVisible();
  await expect(list.getByRole('link', { name: /^Alerts are on\. \d+ open matters?/ })).toHaveAttribute('href', '/');
  await list.getByRole('link', { name: 'All alerts' }).click();
  await expect(page).toHaveURL(/\/alerts$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible();
});

test.describe('push', () => {
  test.use({ serviceWorkers: 'allow' });

  /** Delivers the decrypted message, as a push service would. */
  test('a browser shows an alert that arrives', async ({ page, context }) => {
    await context.grantPermissions(['notifications'], { origin: stack.url });
    await page.goto(`${stack.url}/alerts`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
    const devtools = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
        if (first) resolve(first.registrationId);
      });
    });
    await devtools.send('ServiceWorker.enable');
    const registrationId = await registered;
    // A headless browser draws no notifications, so they are recorded where the worker requests them.
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    await worker.evaluate(() => {
      const scope = globalThis as unknown as Noting;
      scope.noted = [];
      scope.registration.showNotification = (title, options) => {
        scope.noted.push({ title, ...options });
        return Promise.resolve();
      };
    });
    const shown = () => worker.evaluate(() => (globalThis as unknown as Noting).noted);
    const push = (data: string) =>
      devtools.send('ServiceWorker.deliverPushMessage', { origin: stack.url, registrationId, data });
    const notification = {
      title: 'N512SP is grounded by a squawk.',
      body: 'Left brake soft',
      tag: 'one',
      link: '/fleet',
    };
    await push(JSON.stringify(notification));
    const { link, ...rest } = notification;
    await expect.poll(shown).toEqual([{ ...rest, icon: '/icon.svg', data: link }]);
    // A browser expects a notification for each message, even for an unreadable one.
    await push('not JSON');
    await expect
      .poll(async () => (await shown())[1])
      .toMatchObject({ title: 'Flightline: a new alert', data: '/alerts' });
  });
});
