import type { Page } from 'playwright/test';
import { pageAt } from '#contract/pages.ts';
import { dataSetOf, reportIds } from '#domain/reports/loading/reportQuery.ts';
import { expect, follow, test } from '#e2e/fixtures/fixtures.ts';
import { everyPage, type Records } from '#e2e/fixtures/pages.ts';
import { type MisbehavingUpstream, startMisbehavingUpstream } from '#e2e/servers/misbehavingUpstream.ts';
import { startGatewayProcess, type Started } from '#e2e/servers/stack.ts';

/** Every page against a service with every deviation from the specification that has been seen, all at once. */

type Opened = readonly [address: string, ...shows: RegExp[]];

const sampleAircraft = 'a0000000-0000-4000-8000-000000000001';
const person = 'b0000000-0000-4000-8000-000000000001';
const instructor = 'b0000000-0000-4000-8000-000000000002';
const reservation = '80000000-0000-4000-8000-000000000009';
const records: Records = {
  '/fleet/:aircraftId': sampleAircraft,
  '/instructors/:userId': instructor,
  '/people/:userId': person,
  '/reports/:dataSet': 'aircraft',
};

/** Six of the 21 items in the list of reservations are not records, and some have unreadable members. */
const unreadReservations = /6 unreadable reservations skipped/;
const oddReservation = /\d+ of the reservations: [\w.,\s]+ could not be read; the rest is shown/;

/** Each page with its content, and with its note about skipped records. */
const pages: readonly Opened[] = [
  [
    '/fleet',
    /172S …0003/,
    /172S …0004/,
    /PA-28 …0005/,
    /8 unreadable aircraft skipped/,
    /1 of the aircraft: tailNumber could not be read/,
    unreadReservations,
  ],
  [`/fleet/${sampleAircraft}`, /Annual/, /5 unreadable reminders skipped/, /2 unreadable squawks skipped/],
  [`/fleet/${sampleAircraft.toUpperCase()}`, /Annual/],
  ['/maintenance?skipped=reminder', /Oil change/, /8 unreadable reminders skipped/, /Number \d+: /],
  ['/maintenance?view=calendar', /Due calendar/],
  ['/reservations', /PA-28 …0005/, unreadReservations, oddReservation, /without a readable time cannot be placed/],
  [`/reservations?reservation=${reservation.toUpperCase()}`, /1000L–1200L/],
  ['/reservations?view=week', /11 – 17 May 2026/, unreadReservations],
  ['/reservations?view=month', /May 2026/, unreadReservations],
  ['/reservations?view=agenda', /PA-28 …0005/, unreadReservations],
  ['/reservations?view=lanes', /PA-28 …0005/, unreadReservations],
  [
    '/reservations?view=list',
    /no readable time/,
    unreadReservations,
    oddReservation,
    /sent 1 of the reservations twice/,
  ],
  ['/instructors', /Ana Lee/, /6 unreadable instructors skipped/],
  [`/instructors/${instructor}`, /Ana Lee/, unreadReservations],
  ['/people?limit=50', /Garcia/, /Twice/, /Secondpage/, /5 unreadable people skipped/],
  [`/people?id=${person}`, /Garcia/],
  ['/equipment', /Headset/, /5 unreadable equipment items skipped/],
  ['/reports', /Flights/],
  ...reportIds.map((id): Opened => [`/reports/${dataSetOf(id)}`, /10042/, /5 unreadable items skipped/]),
  [
    '/setup?section=diagnostics',
    /Local copy/,
    /An item of a list is not a record/,
    /A record occurs twice in one list/,
    /totalItems differs from the number of items sent/,
    /A list has no totalItems, or it is not a number/,
  ],
  ['/board', /PA-28 …0005/, /Unreadable records skipped: 8 aircraft and 6 reservations/],
];

const skipped = (what: string) => new RegExp(`5 unreadable ${what} skipped`);
/** The same if no list has a single record. */
const emptied: readonly Opened[] = [
  ['/fleet', skipped('aircraft')],
  [`/fleet/${sampleAircraft}`, /Not known: 5 records unreadable/],
  ['/maintenance', /Not known/],
  ['/reservations', skipped('reservations')],
  ['/reservations?view=week', skipped('reservations')],
  ['/reservations?view=month', skipped('reservations')],
  ['/reservations?view=agenda', skipped('reservations')],
  ['/reservations?view=lanes', skipped('reservations')],
  ['/reservations?view=list', skipped('reservations')],
  ['/instructors', skipped('instructors')],
  [`/instructors/${instructor}`, /not in the list of instructors/],
  ['/people', skipped('people')],
  ['/equipment', skipped('equipment items')],
  ...reportIds.map((id): Opened => [`/reports/${dataSetOf(id)}`, skipped('items')]),
  ['/setup?section=diagnostics', /Reservations: An item of a list is not a record/],
  ['/board', /Unreadable records skipped: 5 aircraft and 5 reservations/],
];

const words = /\b(?:NULL|undefined|NaN|1753)\b|\[object Object\]|Invalid Date/g;

/** Opens a page and waits until it has its content and nothing is loading. Returns what is wrong with it, in words. */
async function faultsOf(page: Page, [address, ...shows]: Opened): Promise<string[]> {
  await follow(page, address);
  const faults: string[] = [];
  for (const shown of shows) {
    const content = page.getByText(shown).filter({ visible: true }).first();
    await content.waitFor({ timeout: 30_000 }).catch(() => faults.push(`nothing says ${shown.source}`));
  }
  await expect(page.locator('[data-state=loading]'), address).toHaveCount(0);
  const text = await page.locator('body').innerText();
  const rows = (await page.locator('tbody tr').allInnerTexts()).filter((row) => row.trim() !== '');
  const twice = rows.filter((row, at) => rows.indexOf(row) !== at);
  const odd = [...(text.match(words) ?? []), ...twice.map((row) => `twice: ${row}`)];
  return [...faults, ...odd].map((fault) => `${address}: ${fault}`);
}

/** With the pages that have no text of their own here: they too must not show a word of another kind, or load for ever. */
function withAll(opened: readonly Opened[]): Opened[] {
  const known = new Set(opened.map(([address]) => pageAt(address.replace(/\?.*/, ''))));
  const others = everyPage(records).filter(({ path }) => !known.has(path));
  return [...opened, ...others.map(({ address }): Opened => [address])];
}

for (const [school, opened] of [
  ['odd', withAll(pages)],
  ['recordless', withAll(emptied)],
] as const) {
  test.describe(`a service whose lists are ${school}`, () => {
    let upstream: MisbehavingUpstream;
    let gateway: Started;
    test.beforeAll(async () => {
      upstream = await startMisbehavingUpstream(school);
      gateway = await startGatewayProcess(upstream.url, { API_RATE_LIMIT: '100000' });
      // The service's first answers for some lists fail, and the gateway recovers by itself.
      const aircraft = `${gateway.url}/api/core/v1.0/operators/1001/aircraft`;
      await expect.poll(async () => (await fetch(aircraft)).status).toBe(200);
    });
    test.afterAll(async () => {
      await gateway.stop();
      await upstream.close();
    });

    test('leaves every page with content, no row twice, and everything skipped counted', async ({ page }) => {
      const faults: string[] = [];
      await page.goto(`${gateway.url}/`);
      for (const one of opened) faults.push(...(await faultsOf(page, one)));
      expect(faults).toEqual([]);
      // Close the page first: its event stream would break, and the browser would log an error.
      await page.close();
    });
  });
}

test('a start without data, before a service that does not answer, says so on every page', async ({
  page,
  allowConsole,
}) => {
  // A person's call without a free slot is refused after two seconds, if the page is still open.
  allowConsole(/status of 50[34]/);
  const upstream = await startMisbehavingUpstream('silent');
  // Three at a time, so that each is seen before the gateway's first call times out.
  const parts = [
    ['/fleet', '/maintenance', '/reservations', '/reservations?view=list'],
    ['/instructors', '/people', `/fleet/${sampleAircraft}`],
    [`/instructors/${instructor}`, '/equipment', '/setup'],
  ];
  for (const addresses of parts) {
    const gateway = await startGatewayProcess(upstream.url);
    await page.goto(gateway.url);
    for (const address of addresses) {
      await follow(page, address);
      const said = page.getByText(/the flight service has not answered|The service did not answer in time/i).first();
      await expect(said, address).toBeVisible();
      await expect(page.getByText(/\b0\s*(Expired|Warning|OK|can go)/), address).toHaveCount(0);
    }
    await page.goto('about:blank');
    await gateway.stop();
  }
  await upstream.close();
});
