import type { Page } from 'playwright/test';
import { expect, followAnew, test } from '#e2e/fixtures/fixtures.ts';
import { everyPage } from '#e2e/fixtures/pages.ts';
import { gatewayAddress } from '#e2e/servers/servers.ts';

/** The content security policy of pages: each page has a nonce, which allows its scripts to write styles. */

const addresses = [...everyPage().map(({ address }) => address), '/no-such-page'];

/** Writes what the policy forbids to the console, which fails the test. */
async function watchPolicy(page: Page) {
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
      console.error(`policy: ${effectiveDirective} forbids ${blockedURI} of ${sourceFile}`),
    );
  });
}

/** The nonce for styles in a page's policy; fails if the policy allows more. */
function nonceOf(headers: Record<string, string>): string {
  const [, styles = ''] = /style-src ([^;]*)/.exec(headers['content-security-policy'] ?? '') ?? [];
  expect(styles).toMatch(/^'self' 'nonce-[\w+/]{20,}={0,2}'$/);
  return styles;
}

/**
 * Whether the styles written by scripts apply: each of their sheets has rules, and a button has the round corners that only they
 * set.
 */
const isStyled = (page: Page) =>
  page.evaluate(() => {
    const sheets = [...document.querySelectorAll<HTMLStyleElement>('style[data-emotion^=mui]')];
    const buttons = [...document.querySelectorAll('.MuiButton-root, .MuiIconButton-root')];
    const isRound = buttons.some((button) => getComputedStyle(button).borderRadius === '6px');
    return isRound && sheets.length > 0 && sheets.every(({ sheet }) => sheet && sheet.cssRules.length > 0);
  });

test('each page has its own policy and nonce, and its styles apply', async ({ page }) => {
  await watchPolicy(page);
  const answers = await Promise.all(
    addresses.map((address) => page.request.get(address, { headers: { accept: 'text/html' } })),
  );
  const nonces = answers.map((answer) => nonceOf(answer.headers()));
  expect(new Set(nonces).size).toBe(addresses.length);
  const policies = answers.map((answer, index) =>
    answer.headers()['content-security-policy']?.replace(nonces[index] ?? '', ''),
  );
  expect(new Set(policies).size, 'one policy but for the nonce').toBe(1);
  for (const [index, answer] of answers.entries()) {
    const [, nonce = 'none'] = /nonce-([^']+)/.exec(nonces[index] ?? '') ?? [];
    expect(await answer.text(), addresses[index]).toContain(nonce);
  }

  await page.goto('/no-such-page');
  for (const address of addresses) {
    await followAnew(page, address);
    // The board has no heading and no button.
    if (address === '/board') continue;
    await expect(page.getByRole('heading', { name: 'Page not found' }), address).toHaveCount(
      address === '/no-such-page' ? 1 : 0,
    );
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => isStyled(page), address).toBe(true);
  }
});

test('the policy forbids a style without the nonce of the answer', async ({ page, expectConsole }) => {
  expectConsole(/^policy: style-src-elem forbids inline/);
  expectConsole(/violates the following Content Security Policy/);
  await watchPolicy(page);
  await page.goto('/fleet');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => {
    const style = document.head.appendChild(document.createElement('style'));
    style.textContent = 'h1 { color: rgb(1, 2, 3) }';
  });
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveCSS('color', 'rgb(1, 2, 3)');
});

test.describe('from the cache of the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the page keeps its policy, its nonce and its styles', async ({ page, expectConsole }) => {
    expectConsole(/status of 502/);
    await watchPolicy(page);
    await page.goto('/fleet');
    await expect(page.getByText(/\d+ in all/)).toBeVisible();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.context().route(`${gatewayAddress}/**`, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
    const answer = await page.reload();
    expect(answer?.fromServiceWorker()).toBe(true);
    nonceOf(answer?.headers() ?? {});
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => isStyled(page)).toBe(true);
    await page.context().unrouteAll({ behavior: 'ignoreErrors' });
  });
});
