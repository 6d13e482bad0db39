import type { Page } from 'playwright/test';
import { expect, expectNoSidewaysScroll, followAnew, test } from '#e2e/fixtures/fixtures.ts';

const equipment = /\/operators\/1001\/equipment/;
const operator = /\/core\/v1\.0\/operators\/1001$/;

const answerList = (page: Page, items: unknown[]) =>
  page.route(equipment, (route) =>
    route.fulfill({ json: { totalItems: items.length, offset: 0, limit: null, items } }),
  );
const answerOperator = (page: Page, json: unknown) => page.route(operator, (route) => route.fulfill({ json }));
const rowsOf = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });
const view = (page: Page) => page.getByRole('main');

const odd = [
  { id: 17, name: 'Headset', tags: ['a', 'b'], place: { name: 'Hangar 2', floor: { level: -1 } } },
  { id: 18, name: 'Raft', since: '1753-01-01T00:00:00', weight: 12.5 },
  null,
  'a mere word',
  ['a', ['nested', null], { id: 3 }],
  42,
  {},
];

test('lists the equipment with the columns of the service, sorts, and opens an item', async ({
  page,
  request,
  axe,
}) => {
  const answer = await request.get('/api/core/v1.0/operators/1001/equipment');
  const { items } = (await answer.json()) as { items: { equipmentId: string; name: string }[] };
  await page.goto('/equipment');
  await expect(page.getByText(`${items.length} in all`)).toBeVisible();
  for (const name of ['Name', 'Status', 'Location', 'Type', 'Serial number'])
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Serial number' }).click();
  await expect(page).toHaveURL(/sort=serial/);
  const first = items[0];
  if (!first) throw new Error('there is no equipment');
  await page.getByRole('link', { name: first.name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`item=${first.equipmentId}`));
  await expect(page.getByRole('heading', { level: 1, name: first.name })).toBeVisible();
  await page.reload();
  await expect(view(page).getByText('Serial number').first()).toBeVisible();
  await expect(view(page).getByText(first.equipmentId).first()).toBeHidden();
  await page.getByText('All fields').click();
  await expect(view(page).getByText(first.equipmentId).first()).toBeVisible();
  await axe();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});

test('equipment is searched and grouped, what needs a person comes first, and the address keeps it', async ({
  page,
}) => {
  await answerList(page, [
    { id: 1, name: 'Bose A30', type: 'Headset', status: 'Active', location: { name: 'Pueblo' } },
    { id: 2, name: 'Foggles', type: 'View limiter', status: 'Inactive', location: { name: 'Pueblo' } },
    { id: 3, name: 'Raft', type: 'Survival', status: 'Active', inspectionDueDate: '2026-05-11' },
    { id: 4, name: 'Vest', type: 'Survival', status: 'Active', expirationDate: '2026-05-15' },
  ]);
  await page.goto('/equipment');
  const links = rowsOf(page).getByRole('link');
  await expect(links).toHaveText(['Raft', 'Vest', 'Foggles', 'Bose A30']);
  await expect(page.getByRole('cell', { name: 'Mon 11 May' })).toBeVisible();
  const need = page.getByRole('group', { name: 'Items by need' });
  await expect(need.getByRole('button')).toHaveText([/1 past due/, /1 due soon/, /1 out of service/, /1 in service/]);
  await need.getByRole('button', { name: /past due/ }).click();
  await expect(page).toHaveURL(/need=past\+due|need=past%20due/);
  await expect(links).toHaveText(['Raft']);
  await expect(page.getByText('1 of 4')).toBeVisible();
  await page.reload();
  await expect(links).toHaveText(['Raft']);
  await page.getByRole('searchbox', { name: /Search by name, type/ }).fill('headset');
  await expect(page.getByText('No item matches.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(links).toHaveCount(4);
  await followAnew(page, '/equipment?group=where&q=a');
  await expect(links).toHaveText(['Raft', 'Vest', 'Foggles', 'Bose A30']);
  await expect(page.getByRole('row', { name: 'Pueblo 2' })).toBeVisible();
});

test('a list of unknown shapes is still a table, and every row opens', async ({ page }) => {
  await answerList(page, odd);
  await page.goto('/equipment');
  await expect(rowsOf(page)).toHaveCount(3);
  await page.getByText('4 unreadable equipment items skipped').click();
  await expect(page.getByText('"a mere word"')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Hangar 2' })).toBeVisible();
  await rowsOf(page).last().getByRole('link').click();
  await expect(page).toHaveURL(/item=%237/);
  await expect(view(page).getByText('none', { exact: true })).toBeVisible();
  await followAnew(page, '/equipment?item=99');
  await expect(page.getByText('Not known: 4 records unreadable.')).toBeVisible();
});

test('users of unknown shapes are still shown, without personal data', async ({ page }) => {
  const items = [{ id: 17, name: 'Ana', roles: ['Renter'], email: 'ana@example.com' }];
  await page.route(/\/operators\/1001\/users\?/, (route) =>
    route.fulfill({ json: { totalItems: 1, offset: 0, limit: 25, items } }),
  );
  await page.goto('/people');
  await page.getByRole('link', { name: 'Ana' }).click();
  await expect(page.getByText('“17” is not a GUID, so the service cannot look it up')).toBeVisible();
  await expect(page.getByText('Renter', { exact: true })).toBeVisible();
  await expect(page.getByText('Hidden: email')).toBeVisible();
  await page.route(/users\/external/, (route) => route.fulfill({ json: [{ userId: 5 }, 'x'] }));
  await followAnew(page, '/people?external=x');
  await expect(page.getByText('The service’s answer is not a documented user record')).toBeVisible();
  await page.getByText('API details').first().click();
  await expect(page.locator('pre')).toBeVisible();
});

test('a user with a part that could not be read keeps the rest, but no checkouts', async ({ page }) => {
  const checkout = { make: { name: 'Cessna' }, model: { name: '172S' }, expires: false, revoked: false };
  const user = {
    userId: 'not a guid',
    firstName: 'Ana',
    lastName: 'Garcia',
    status: { id: 1, name: 'Active' },
    aircraftCheckouts: [checkout, { ...checkout, revoked: 'maybe' }],
  };
  const body = JSON.stringify(user).replace('{', '{"currentBalance":1e400,');
  await page.route(/users\/external/, (route) => route.fulfill({ body, contentType: 'application/json' }));
  await page.goto('/people?external=x');
  await expect(page.getByText('Could not be read: currentBalance, aircraftCheckouts.1.revoked.')).toBeVisible();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await expect(page.getByText('A part of this person’s checkouts could not be read')).toBeVisible();
  await expect(page.getByText('172S')).toHaveCount(0);
  await expect(page.getByText('0 valid of 0')).toHaveCount(0);
});

test('the operator record names the school and is shown in full, in any shape', async ({ page }) => {
  await answerOperator(page, {
    operatorName: 'High Plains Aero',
    contact: { phone: '555-0100' },
    fleets: [[1, 2], []],
  });
  await page.goto('/setup');
  await expect(page).toHaveTitle('Setup · High Plains Aero');
  await expect(page.getByRole('banner')).toContainText('High Plains Aero');
  await expect(page.getByText('555-0100')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByText('555-0100').first()).toBeVisible();
  await answerOperator(page, ['an', 'array']);
  await page.reload();
  await expect(page).toHaveTitle('Setup · Pikes Peak Flying School');
  await expect(page.getByRole('region', { name: 'Operator record' })).toContainText('array');
});

test('setup shows the state of the connection, and that a zone is wrong', async ({ page }) => {
  await answerOperator(page, { name: 'Elsewhere', timeZone: 'America/Chicago' });
  await page.goto('/setup?section=school');
  await expect(
    page.getByText(/The operator record says America\/Chicago, the settings say America\/Denver/),
  ).toBeVisible();
  await expect(page.getByText('UTC−6 until Sun 1 Nov, then UTC−7')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Time and place' })).toContainText('Tue 12 May 1105L');
  await page.getByRole('link', { name: 'Connection', exact: true }).click();
  await expect(page).toHaveURL('/setup');
  await expect(page.getByRole('region', { name: 'School and connection' })).toContainText('answers; last answer');
  await page.getByRole('link', { name: 'Diagnostics' }).click();
  await expect(page.getByText(/[\d,]+ of [\d,]+ calls in the last 60 s/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'This dashboard' })).not.toContainText('not built');
  await expectNoSidewaysScroll(page);
});
