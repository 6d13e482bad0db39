import { readFile } from 'node:fs/promises';
import { sync } from 'node-ical';
import type { APIRequestContext, BrowserContext, Page } from 'playwright/test';
import { instructorsOf, nameOf, overlapping, type Reservation, reservationsOf } from '#e2e/fixtures/records.ts';
import { expect, test } from '#e2e/fixtures/fixtures.ts';

/** A page with the browser's real clock: the fixed one makes `Date` objects that a library does not accept as dates. */
async function pageAt(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/** Saves a schedule and reads it back with another library. */
async function savedEvents(page: Page, choice: string | RegExp) {
  await page.getByText('Calendar file').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: choice }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  const events = Object.values(sync.parseICS(text)).flatMap((part) => (part?.type === 'VEVENT' ? [part] : []));
  return { text, events, name: download.suggestedFilename() };
}

type Events = Awaited<ReturnType<typeof savedEvents>>['events'];

/** The same reservations at the same instants, each under its own id. */
function expectSame(events: Events, reservations: readonly Reservation[]): void {
  const texts = events.map(({ uid, start, end }) => [uid.split('@')[0], start.getTime(), end?.getTime()].join(' '));
  const listed = reservations.map((reservation) =>
    [reservation.reservationId, Date.parse(reservation.startTime), Date.parse(reservation.endTime)].join(' '),
  );
  expect(texts.toSorted()).toEqual(listed.toSorted());
}

/** An active instructor of the operator. */
async function somebody(request: APIRequestContext, base = '') {
  const [first] = await instructorsOf(request, '?instructorStatusId=eq:1', base);
  if (!first) throw new Error('the operator has no active instructor');
  return first;
}

test('the week and four weeks of an instructor, and an aircraft’s week, are saved for calendar programs', async ({
  context,
  request,
  allowConsole,
}) => {
  // A stored page may ask with the browser's clock before it knows the gateway's, and a moment months ahead is refused.
  allowConsole(/400 .*\/history\?before=20/);
  const instructor = await somebody(request);
  const page = await pageAt(context, `/instructors/${instructor.userId}?date=2026-05-12`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(nameOf(instructor));
  const own = `userId=eq:${instructor.userId}`;
  const week = await savedEvents(page, 'Week of Mon 11 May');
  expect(week.name).toBe(`${nameOf(instructor).replace(' ', '-')}-2026-05-11.ics`);
  expectSame(
    week.events,
    await reservationsOf(request, `${own}&${overlapping('2026-05-11T00:00:00', '2026-05-18T00:00:00')}`),
  );
  await expect(page.getByText(`${week.events.length} reservations saved`)).toBeVisible();
  await page.keyboard.press('Escape');
  const month = await savedEvents(page, '4 weeks from Tue 12 May');
  const listed = await reservationsOf(request, `${own}&${overlapping('2026-05-12T00:00:00', '2026-06-09T00:00:00')}`);
  expectSame(month.events, listed);

  const phones = listed.flatMap((reservation) => reservation.pilots).flatMap(({ phone }) => phone ?? []);
  expect(phones.length).toBeGreaterThan(0);
  for (const phone of phones) expect(month.text).not.toContain(phone);
  expect(month.text).not.toContain('example.com');

  const within = overlapping('2026-05-11T00:00:00', '2026-05-18T00:00:00');
  const reservations = await reservationsOf(request, within);
  const aircraft = reservations.find((reservation) => reservation.aircraft)?.aircraft;
  await page.goto(`/fleet/${aircraft?.aircraftId ?? ''}?date=2026-05-12`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(aircraft?.tailNumber ?? '');
  const { events } = await savedEvents(page, 'Week of Mon 11 May');
  expectSame(
    events,
    reservations.filter((reservation) => reservation.aircraft?.aircraftId === aircraft?.aircraftId),
  );
});

test('says so when nothing is booked, and when the schedule cannot be fetched', async ({
  page,
  request,
  expectConsole,
}) => {
  const [gone] = await instructorsOf(request, '?instructorStatusId=eq:2');
  await page.goto(`/instructors/${gone?.userId ?? ''}`);
  await page.getByText('Calendar file').click();
  await page.getByRole('button', { name: 'Week of Mon 11 May' }).click();
  await expect(page.getByText('Nothing is booked then.')).toBeVisible();
  expectConsole(/400/);
  await page.route('**/reservations?**', (route) => route.fulfill({ status: 400, json: [] }));
  await page.getByRole('button', { name: '4 weeks from Tue 12 May' }).click();
  await expect(page.getByText('The schedule could not be loaded. Try again.')).toBeVisible();
});
