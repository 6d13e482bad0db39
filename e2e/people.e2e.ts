import type { APIRequestContext, Page } from 'playwright/test';
import { expect, expectNoSidewaysScroll, axeLooks, test } from './support/fixtures.ts';

type User = {
  userId: string;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
  currentBalance: number;
  externalId: string;
  aircraftCheckouts: { model: { name: string } }[];
};
const api = '/api/core/v1.0/operators/1001';

async function users(request: APIRequestContext, query: string): Promise<{ totalItems: number; items: User[] }> {
  return (await request.get(`${api}/users?${query}`)).json() as Promise<{ totalItems: number; items: User[] }>;
}

/** Somebody with a checkout. */
async function student(request: APIRequestContext): Promise<User> {
  const { items } = await users(request, 'limit=100');
  for (const { externalId } of items.slice(25)) {
    const user = (await (await request.get(`${api}/users/external/${externalId}`)).json()) as User;
    if (user.aircraftCheckouts.length > 0) return user;
  }
  throw new Error('nobody has a checkout');
}

const rowsOf = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });
const nameOf = (user: User) => `${user.firstName} ${user.lastName}`;
const main = (page: Page) => page.getByRole('main');

test('pages through the users to the last page and back', async ({ page, request }) => {
  const { totalItems } = await users(request, 'limit=1');
  const last = Math.ceil(totalItems / 25) - 1;
  await page.goto('/people');
  await expect(rowsOf(page)).toHaveCount(25);
  await expect(page.getByText(`1–25 of ${totalItems}`)).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/offset=1/);
  const second = await users(request, 'limit=25&offset=1');
  await expect(rowsOf(page).first()).toContainText(nameOf(second.items[0] as User));
  await page.goto(`/people?offset=${last}`);
  await expect(rowsOf(page)).toHaveCount(totalItems - 25 * last);
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(page.getByText(`page ${last} of ${last + 1}`)).toBeVisible();
  await page.goBack();
  await expect(page.getByText(`page ${last + 1} of ${last + 1}`)).toBeVisible();
  await page.goto('/people?offset=900');
  await expect(page.getByText(`There is no page 901; this is the last, page ${last + 1}.`)).toBeVisible();
});

test('a row opens the user by id, and leads back to its page of the list', async ({ page, request }) => {
  const user = (await users(request, 'limit=25&offset=2')).items[3] as User;
  await page.goto('/people?offset=2');
  await page.getByRole('link', { name: nameOf(user), exact: true }).click();
  await expect(page).toHaveURL(`/people?offset=2&id=${user.userId}`);
  await expect(page.getByRole('heading', { name: nameOf(user) })).toBeVisible();
  await expect(main(page).getByText(user.userId).first()).toBeVisible();
  await page.getByRole('link', { name: 'All users' }).click();
  await expect(page).toHaveURL('/people?offset=2');
  await page.goBack();
  await expect(page.getByRole('heading', { name: nameOf(user) })).toBeVisible();
});

test('the school’s own id opens the card, with checkouts and the tails they are for', async ({ page, request }) => {
  const user = await student(request);
  await page.goto('/people');
  await page.getByLabel('External id').fill(user.externalId);
  await page.getByRole('button', { name: 'Open by external id' }).click();
  await expect(page).toHaveURL(`/people?external=${user.externalId}`);
  await expect(page.getByRole('heading', { name: nameOf(user) })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Aircraft checkouts' }).getByRole('row')).toHaveCount(
    user.aircraftCheckouts.length + 1,
  );
  const models = new Set(user.aircraftCheckouts.map(({ model }) => model.name));
  const fleet = (await (await request.get(`${api}/aircraft?statusId=eq:1`)).json()) as {
    items: { tailNumber: string; model: { name: string } }[];
  };
  const other = fleet.items.find(({ model }) => !models.has(model.name))?.tailNumber ?? '';
  const may = page.getByRole('region', { name: /^May fly/ });
  await expect(may.getByText('By checkout alone; currency, medical and endorsements are not checked.')).toBeVisible();
  await expect(may.getByRole('link', { name: other })).toHaveCount(0);
});

test('expired and revoked checkouts are marked by word and open no aircraft', async ({ page }) => {
  const type = { make: { name: 'Cessna' }, model: { name: 'C152' } };
  const by = { approvedBy: { firstName: 'Kim', lastName: 'Lee' }, dateGiven: '2025-05-01T10:00:00' };
  const aircraftCheckouts = [
    { ...type, ...by, expires: true, expirationDate: '2026-05-12T11:00:00', revoked: false },
    { ...type, ...by, expires: false, expirationDate: '1753-01-01T00:00:00', revoked: true },
    { ...type, ...by, expires: true, expirationDate: null, revoked: null },
  ];
  await page.route(/users\/external/, (route) => route.fulfill({ json: { firstName: 'Ana', aircraftCheckouts } }));
  await page.goto('/people?external=x');
  await expect(page.getByText('0 valid of 3')).toBeVisible();
  for (const word of ['Expired', 'Revoked', 'expires, no date given'])
    await expect(page.getByRole('cell', { name: word })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'May fly 0 of the fleet' })).toBeVisible();
});

test('e-mail, phone and balance are nowhere before they are asked for, and are kept nowhere after', async ({
  page,
  request,
}) => {
  const user = await student(request);
  const secrets = [user.email, user.phoneNumber];
  const caching = new Set<string>();
  await page.exposeFunction('note', (address: string, cache: string) => {
    const kind = /\/(users|reservations|reports)\b/.exec(address)?.[1];
    if (kind) caching.add(`${kind}: ${cache}`);
  });
  await page.addInitScript(() => {
    const ask = window.fetch.bind(window);
    const { note } = window as unknown as { note: (address: string, cache: string) => void };
    window.fetch = (address, options) => {
      note(address instanceof Request ? address.url : address.toString(), options?.cache ?? 'default');
      return ask(address, options);
    };
  });
  const isIn = async (what: string) => (await page.content()).includes(what);
  await page.goto('/people?limit=100');
  await expect(page.getByRole('link', { name: nameOf(user), exact: true }).first()).toBeVisible();
  for (const secret of secrets) expect(await isIn(secret)).toBe(false);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('cell', { name: user.email })).toBeVisible();
  await page.getByRole('button', { name: 'Cover', exact: true }).click();
  await expect(page.getByRole('cell', { name: user.email })).toHaveCount(0);
  await page.goto(`/people?external=${user.externalId}`);
  await expect(page.getByRole('heading', { name: nameOf(user) })).toBeVisible();
  await page.getByText('All members of the record').click();
  await page.getByText('As the service sent it, without what is covered').click();
  for (const secret of [...secrets, 'currentBalance']) expect(await isIn(secret)).toBe(false);
  await page.getByRole('button', { name: 'Show', exact: true }).first().click();
  for (const secret of secrets) await expect(main(page).getByText(secret)).toBeVisible();
  expect(page.url() + (await page.title())).not.toContain('@');
  const stored = await page.evaluate(async () => {
    const rows = await new Promise<unknown[]>((resolve) => {
      const opening = indexedDB.open('flightline');
      opening.onsuccess = () => {
        const all = opening.result.transaction('answers').objectStore('answers').getAll();
        all.onsuccess = () => resolve(all.result as unknown[]);
      };
    });
    return JSON.stringify([rows, Object.entries(localStorage), Object.entries(sessionStorage)]);
  });
  await page.goto('/reservations');
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
  await page.goto('/reports/workitems?ask=offset%3D0%26limit%3D25');
  await expect(page.getByRole('grid')).toBeVisible();
  const kinds = ['users', 'reservations', 'reports'];
  expect(caching, 'the browser is told to store nothing').toEqual(new Set(kinds.map((kind) => `${kind}: no-store`)));
  for (const word of [...secrets, user.lastName, 'getUser', 'listUsers']) expect(stored).not.toContain(word);
});

for (const [external, address] of [
  ['a/b', 'a%2Fb'],
  ['%2e', '%252e'],
  ['%2e%2e', '%252e%252e'],
  ['Ünï çødé', '%C3%9Cn%C3%AF%20%C3%A7%C3%B8d%C3%A9'],
  [' two  blanks ', '%20two%20%20blanks%20'],
  ['a+b&c=d#e?f', 'a%2Bb%26c%3Dd%23e%3Ff'],
] as const) {
  test(`the external id “${external}” is encoded once, asked for, and said not to be there`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/status of 404/);
    const asked: string[] = [];
    page.on('request', (one) => one.url().includes('/users/') && asked.push(one.url()));
    await page.goto('/people');
    await page.getByLabel('External id').fill(external);
    await page.keyboard.press('Enter');
    await expect(page.getByText('No user has the external id')).toContainText(`“${external}”`);
    expect(new Set(asked.map((one) => one.slice(one.indexOf('/users/'))))).toEqual(
      new Set([`/users/external/${address}`]),
    );
  });
}

for (const external of ['..', '../x', 'a/../b', '.', '..\\x', 'x'.repeat(201)]) {
  test(`the external id “${external.slice(0, 9)}” is refused here, and nothing is asked`, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (one) => /\/api\/.*\/users/.test(one.url()) && asked.push(one.url()));
    await page.goto(`/people?external=${encodeURIComponent(external)}`);
    await expect(page.getByRole('alert')).toContainText('cannot be an external id');
    expect(asked).toEqual([]);
  });
}

test('an id nobody has, and one that is no guid, are said in words', async ({ page, expectConsole }) => {
  expectConsole(/status of 404/);
  await page.goto('/people?id=00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('No user has the id 00000000-0000-4000-8000-000000000000.')).toBeVisible();
  await page.goto('/people?id=17');
  await expect(page.getByText('“17” is not a user id (a guid)')).toBeVisible();
});

for (const look of axeLooks) {
  test.describe(look.name, () => {
    test.use(look.use);
    test('is accessible and never scrolls sideways', async ({ page, axe, request }) => {
      await page.goto('/people');
      await expect(rowsOf(page)).toHaveCount(25);
      await expectNoSidewaysScroll(page);
      await axe();
      await page.goto(`/people?external=${(await student(request)).externalId}`);
      await expect(page.getByRole('heading', { name: /^May fly/ })).toBeVisible();
      await expectNoSidewaysScroll(page);
      await axe();
    });
  });
}
