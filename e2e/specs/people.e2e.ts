import type { APIRequestContext, Page } from 'playwright/test';
import { expect, expectNoSidewaysScroll, follow, followAnew, test } from '#e2e/fixtures/fixtures.ts';

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

test('pages through the users to the last page and back, opens one, and leads back to the same page', async ({
  page,
  request,
}) => {
  const { totalItems } = await users(request, 'limit=1');
  const last = Math.ceil(totalItems / 25) - 1;
  const second = (await users(request, 'limit=25&offset=1')).items;
  const [first, , , fourth] = second;
  if (!first || !fourth) throw new Error('there are too few users');
  await page.goto('/people');
  await expect(rowsOf(page)).toHaveCount(25);
  await expect(page.getByText(`1–25 of ${totalItems}`)).toBeVisible();
  // Checkouts are not known of all of them: there is no column, so that nobody seems to have none.
  await expect(page.getByRole('columnheader', { name: 'Last flight' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Checked out on' })).toHaveCount(0);
  await expect(page.getByText('not loaded')).toHaveCount(0);
  await expect(
    rowsOf(page)
      .locator('td:nth-child(5)')
      .filter({ hasText: /^[A-Z][a-z]{2} \d+ [A-Z][a-z]{2}$/ })
      .first(),
  ).toBeVisible();
  // What a dispatcher looks up: what they have next, and with whom. Ids are for those who search by one.
  await expect(page.getByRole('columnheader', { name: 'External ID' })).toHaveCount(0);
  await expect(
    rowsOf(page)
      .filter({ has: page.getByText(/^(Out|[A-Z][a-z]{2} \d+ [A-Z][a-z]{2}) \d{4}L–.*\d{4}L · N/) })
      .first(),
  ).toBeVisible();
  await expect(rowsOf(page).getByText('not known')).toHaveCount(0);
  // The second page never shows people of the first, and nothing moves while it loads.
  const pager = page.getByRole('navigation', { name: 'Pages' }).last();
  await page.getByRole('button', { name: 'Next page' }).scrollIntoViewIfNeeded();
  const before = await pager.boundingBox();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/users\?.*offset=1/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/offset=1/);
  await expect(rowsOf(page)).toHaveCount(0);
  await expect.poll(() => pager.boundingBox()).toEqual(before);
  release();
  await expect(rowsOf(page).first()).toContainText(nameOf(first));
  await expect.poll(() => pager.boundingBox()).toEqual(before);
  await page.getByRole('link', { name: nameOf(fourth), exact: true }).click();
  await expect(page).toHaveURL(`/people/${fourth.userId}?offset=1`);
  await expect(page.getByRole('heading', { name: nameOf(fourth) })).toBeVisible();
  await main(page).getByText('All fields').click();
  await expect(main(page).getByText(fourth.userId).first()).toBeVisible();
  await page.getByRole('link', { name: 'All people' }).click();
  await expect(page).toHaveURL('/people?offset=1');
  await page.goBack();
  await expect(page.getByRole('heading', { name: nameOf(fourth) })).toBeVisible();
  await follow(page, '/people?offset=900');
  await expect(page.getByText(`There is no page 901; this is the last, page ${last + 1}.`)).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(totalItems - 25 * last);
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled();
});

test('whoever is on a flight that is out since an earlier day has it in the list, with its day', async ({
  page,
  request,
}) => {
  const days = 'startTime=gt:2026-05-10T18:00:00&endTime=lt:2026-05-13T00:00:00';
  const near = await request.get(`/api/scheduling/v1.0/operators/1001/reservations?limit=250&${days}`);
  const busy = await near.text();
  const user = (await users(request, 'limit=25')).items.find(({ userId }) => !busy.includes(userId));
  if (!user) throw new Error('everyone has flown since');
  await page.route(/\/replica\/history/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { items: object[] };
    const away = {
      reservationId: '00000000-0000-4000-8000-000000000001',
      startTime: '2026-05-10T18:00:00',
      endTime: '2026-05-10T20:00:00',
      reservationStatus: { id: 1, name: 'Checked Out' },
      aircraft: { aircraftId: '00000000-0000-4000-8000-000000000002', tailNumber: 'N1' },
      pilots: [user],
      instructor: null,
    };
    await route.fulfill({ response, json: { ...body, items: [{ ...body.items[0], ...away }, ...body.items] } });
  });
  await page.goto('/people');
  await expect(rowsOf(page).filter({ hasText: nameOf(user) })).toContainText('Not back Sun 10 May 1800L–2000L · N1');
});

test('the school’s own ID opens the card, with checkouts and their aircraft', async ({ page, request }) => {
  const user = await student(request);
  await page.goto('/people');
  await expect(rowsOf(page)).toHaveCount(25);
  await expectNoSidewaysScroll(page);
  const search = page.getByRole('searchbox', { name: 'Search by name, external ID or user ID' });
  await search.fill(user.lastName.toLowerCase());
  await expect(page).toHaveURL(/q=/);
  await expect(page.getByText(/\d+ found/)).toBeVisible();
  await expect(rowsOf(page).filter({ hasText: user.externalId })).toHaveCount(1);
  await search.fill(user.externalId);
  await search.press('Enter');
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

test('a person’s page shows their next flights, and a reservation there opens', async ({ page, request }) => {
  const { items } = (await (
    await request.get(
      '/api/scheduling/v1.0/operators/1001/reservations?limit=250&startTime=gt:2026-05-13T00:00:00&endTime=lt:2026-05-20T00:00:00',
    )
  ).json()) as { items: { pilots: { userId: string; firstName: string; lastName: string }[]; instructor: unknown }[] };
  const pilot = items.find(({ pilots, instructor }) => pilots.length === 1 && instructor)?.pilots[0];
  if (!pilot) throw new Error('nobody flies with an instructor');
  await page.goto('/setup');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Setup');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and go' });
  await palette.getByRole('combobox').fill(`next ${pilot.firstName} ${pilot.lastName}`);
  await expect(palette.getByRole('option').first()).toContainText(pilot.lastName);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/people/${pilot.userId}`);
  const next = page.getByRole('region', { name: 'Next', exact: true });
  // The first figure of the page is the first of these, in sight without scrolling, on a phone too.
  const figure = main(page).locator('dl').first().getByRole('link').first();
  await expect(figure).toBeInViewport();
  await expect(next.getByRole('listitem').first()).toContainText(await figure.innerText());
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(figure).toBeInViewport();
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(next.getByText(/^\d+ in six weeks$/)).toBeVisible();
  await expect(main(page).getByText(/on \d+ of \d+ with an instructor/)).toBeVisible();
  const first = next.getByRole('listitem').first();
  await first.hover();
  const height = (await first.boundingBox())?.height ?? 0;
  expect(height).toBeGreaterThanOrEqual(44);
  // The link covers the whole row.
  await first.click({ position: { x: 400, y: 30 } });
  await expect(page).toHaveURL(/\/reservations\?date=2026-05-\d\d&reservation=/);
});

test('sorting a column sorts everybody, and the next click returns to the pages', async ({ page, request }) => {
  const { totalItems } = await users(request, 'limit=1');
  await page.goto('/people');
  await expect(rowsOf(page)).toHaveCount(25);
  const byName = page.getByRole('button', { name: 'Name', exact: true });
  await byName.press('Enter');
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.getByText(`${totalItems} in all`)).toBeVisible();
  // The sorted table is another one, with the same heading.
  await expect(byName).toBeFocused();
  const names = await rowsOf(page).getByRole('link').allTextContents();
  expect(names.length).toBeGreaterThan(20);
  expect(names.slice(0, 20)).toEqual(names.slice(0, 20).toSorted((a, b) => a.localeCompare(b, 'en')));
  await followAnew(page, '/people?q=zzz');
  await expect(page.getByText('0 found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page).toHaveURL('/people');
  await expect(rowsOf(page)).toHaveCount(25);
});

test('e-mail, phone and balance appear nowhere until requested, and are stored nowhere', async ({ page, request }) => {
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
  await page.goto('/people?view=all&limit=100');
  await expect(page.getByRole('link', { name: nameOf(user), exact: true }).first()).toBeVisible();
  for (const secret of secrets) expect(await isIn(secret)).toBe(false);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('cell', { name: user.email })).toBeVisible();
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(page.getByRole('cell', { name: user.email })).toHaveCount(0);
  await follow(page, `/people?external=${user.externalId}`);
  await expect(page.getByRole('heading', { name: nameOf(user) })).toBeVisible();
  await page.getByText('All fields').click();
  await page.getByRole('region', { name: 'All fields' }).getByText('API details').click();
  for (const secret of [...secrets, 'currentBalance']) expect(await isIn(secret)).toBe(false);
  await page.getByText('All fields').click();
  await page.getByRole('button', { name: /^Show phone/ }).press('Enter');
  await page.keyboard.press('Tab');
  await expect(main(page).getByRole('link', { name: user.phoneNumber })).toBeFocused();
  await expect(main(page).getByRole('link', { name: user.phoneNumber })).toHaveAttribute('href', /^tel:/);
  await page.getByRole('button', { name: /^Show e-mail/ }).click();
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
  await followAnew(page, '/reservations');
  await expect(page.getByText(/\d+ in all/)).toBeVisible();
  await followAnew(page, '/reports/workitems?ask=offset%3D0%26limit%3D25');
  await expect(page.getByRole('grid')).toBeVisible();
  const kinds = ['users', 'reservations', 'reports'];
  expect(caching, 'the browser is told to store nothing').toEqual(new Set(kinds.map((kind) => `${kind}: no-store`)));
  for (const word of [...secrets, user.lastName, 'getUser', 'listUsers']) expect(stored).not.toContain(word);
});

test('an external ID is encoded once; one that would lead elsewhere is never requested', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  const requests: string[] = [];
  page.on('request', (request) => /\/api\/.*\/users/.test(request.url()) && requests.push(request.url()));
  await page.goto('/people?external=..%2Fx');
  await expect(page.getByRole('alert')).toContainText('cannot be an external ID');
  expect(requests).toEqual([]);
  for (const [external, address] of [
    ['%2e%2e', '%252e%252e'],
    [' a/b  Ü+&c=d#e?f ', '%20a%2Fb%20%20%C3%9C%2B%26c%3Dd%23e%3Ff%20'],
  ] as const) {
    await page.getByRole('searchbox').fill(external);
    await page.keyboard.press('Enter');
    await expect(page.getByText('No person has the external ID')).toContainText(`“${external}”`);
    expect(requests.at(-1)).toMatch(new RegExp(`/users/external/${address.replaceAll('.', String.raw`\.`)}$`));
  }
});

test('an unknown ID and one that is no GUID are reported in words', async ({ page, expectConsole }) => {
  expectConsole(/status of 404/);
  await page.goto('/people?id=00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('No person has the ID 00000000-0000-4000-8000-000000000000.')).toBeVisible();
  await follow(page, '/people?id=17');
  await expect(page.getByText('“17” is not a user ID (a GUID)')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('never scrolls sideways, and a message can be closed', async ({ page, request }) => {
    await page.goto('/people?view=pie');
    await expect(page.getByRole('list', { name: 'People' }).getByRole('listitem')).toHaveCount(25);
    const toast = page.getByRole('status').filter({ hasText: '“pie” is not a valid value for view' });
    await expect(toast).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Close this message' }).click();
    await expect(toast).toHaveCount(0);
    await follow(page, `/people?external=${(await student(request)).externalId}`);
    await expect(page.getByRole('heading', { name: /^May fly/ })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});

test('courses, lessons and hours load from the reports on request, and the address keeps them', async ({
  page,
  request,
}) => {
  const { items } = (await (
    await request.get('/api/reports/v1.0/operators/1001/studentprogress?limit=500')
  ).json()) as { items: { studentId: string; course: string; lessons: number; lessonsPassed: number }[] };
  const [first] = items;
  await page.goto(`/people/${first?.studentId}`);
  await expect(page.getByRole('region', { name: 'Courses' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Load courses, lessons and hours' }).click();
  await expect(page).toHaveURL(/training=reports/);
  const courses = page.getByRole('region', { name: 'Courses' });
  const own = items.filter(({ studentId }) => studentId === first?.studentId);
  await expect(courses.getByRole('listitem')).toHaveCount(own.length);
  await expect(courses).toContainText(`${first?.lessonsPassed} of ${first?.lessons} lesson`);
  await expect(page.getByRole('region', { name: 'Flight hours' })).toContainText('Last 30 days');
  await page.reload();
  await expect(courses.getByRole('listitem')).toHaveCount(own.length);
  await page.getByRole('button', { name: /^Show balance/ }).click();
  await expect(page.getByText(/^-?\d+\.\d\d$/)).toBeVisible();
});

test('the next slot like the last flight is one press away', async ({ page, request }) => {
  const user = await student(request);
  await page.goto(`/people/${user.userId}`);
  await page.getByRole('link', { name: 'Find the next slot like the last' }).click();
  await expect(page).toHaveURL(new RegExp(`/plan/find\\?.*student=${user.userId}`));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
