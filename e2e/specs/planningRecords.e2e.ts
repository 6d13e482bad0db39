import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from 'playwright/test';
import Papa from 'papaparse';
import { expect, test } from '#e2e/fixtures/fixtures.ts';
import { type BookedReservation, reservationsWithin } from '#e2e/fixtures/reservationsWithin.ts';

/**
 * Checks the pages' proposals against the service's own records, read without the copy and without our rules. A proposed person
 * or aircraft has no other reservation at that time. No proposed aircraft is out of service or has an expired reminder.
 */

type Row = Readonly<Record<string, string>>;

async function savedRows(page: Page): Promise<readonly Row[]> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save CSV' }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  const { data, meta } = Papa.parse<Row>(text.replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: true });
  // No heading occurs twice.
  expect(meta.renamedHeaders ?? null).toBeNull();
  return data;
}

/** The school's clock is six hours behind Zulu in May. */
const spanOf = (row: Row) => ({
  start: Date.parse(`${row['Starts']?.replace(' ', 'T')}:00-06:00`),
  end: Date.parse(`${row['Ends']?.replace(' ', 'T')}:00-06:00`),
});

const core = '/api/core/v1.0/operators/1001';

async function listOf<Item>(request: APIRequestContext, path: string): Promise<readonly Item[]> {
  return ((await (await request.get(core + path)).json()) as { items: Item[] }).items;
}

type Aircraft = { readonly aircraftId: string; readonly tailNumber: string; readonly status: { readonly id: number } };

/** The tail numbers that may be proposed. */
async function fitTails(request: APIRequestContext, tails: readonly string[]): Promise<ReadonlySet<string>> {
  const fleet = (await listOf<Aircraft>(request, '/aircraft')).filter(({ tailNumber }) => tails.includes(tailNumber));
  const fit = await Promise.all(
    fleet.map(async ({ aircraftId, tailNumber, status }) => {
      const expired = await listOf(request, `/aircraft/${aircraftId}/maintenanceReminders?statusId=eq:3`);
      return status.id === 1 && expired.length === 0 ? [tailNumber] : [];
    }),
  );
  return new Set(fit.flat());
}

/** Reservations that are planned or out, neither completed nor void. */
const isLive = ({ reservationStatus: { id } }: BookedReservation) => id === 0 || id === 1;

async function twoWeeks(request: APIRequestContext): Promise<readonly BookedReservation[]> {
  return (await reservationsWithin(request, '2026-05-12T00:00:00Z', '2026-05-27T06:00:00Z')).filter(isLive);
}

function during(booked: readonly BookedReservation[], { start, end }: ReturnType<typeof spanOf>) {
  return booked.filter(
    (reservation) => Date.parse(reservation.startTime) < end && start < Date.parse(reservation.endTime),
  );
}

test('no move is to an aircraft that has something else then, or is grounded', async ({ page, request }) => {
  test.slow();
  const booked = await twoWeeks(request);
  const fleet = (await listOf<Aircraft>(request, '/aircraft?statusId=eq:1')).slice(0, 8);
  let moved = 0;
  for (const { aircraftId, tailNumber } of fleet) {
    await page.goto(`/plan/down?aircraft=${aircraftId}&until=2026-05-15T1800`);
    await expect(
      page.getByText(/^(No|None of \d+|All \d+|\d+ of \d+) reservations? |^The reservation moves/).first(),
    ).toBeVisible();
    const hasMoves = await page.getByRole('region', { name: 'Move', exact: true }).isVisible();
    if (!hasMoves) continue;
    const rows = (await savedRows(page)).filter((row) => row['Move to']);
    const fit = await fitTails(request, [...new Set(rows.map((row) => row['Move to'] ?? ''))]);
    for (const row of rows) {
      const [tail = '', span] = [row['Move to'], spanOf(row)];
      moved++;
      expect(fit, `${tailNumber} to ${tail}`).toContain(tail);
      const ownReservations = during(booked, span).filter(({ aircraft }) => aircraft?.tailNumber === tail);
      expect(ownReservations, `${tail} ${row['Starts']}`).toEqual([]);
      // No other move takes the same aircraft at that time.
      const others = rows.filter(
        (other) => other !== row && other['Move to'] === tail && spanOf(other).start < span.end,
      );
      expect(others.filter((other) => spanOf(other).end > span.start)).toEqual([]);
    }
  }
  expect(moved).toBeGreaterThan(10);
});

test('no possible time has an aircraft or an instructor with something else then', async ({ page, request }) => {
  test.slow();
  const booked = await twoWeeks(request);
  let count = 0;
  for (const query of ['', 'length=60', 'model=172&date=2026-05-14', 'length=300', 'hours=0600-1200&date=2026-05-16']) {
    await page.goto(`/plan/find?${query}`);
    const table = page.getByRole('region', { name: 'Possible times' });
    await expect(table.getByText(/possible times?|No time is possible/).first()).toBeVisible();
    const rows = await savedRows(page);
    const tails = rows.flatMap((row) => row['Aircraft']?.split(', ') ?? []);
    const fit = await fitTails(request, [...new Set(tails)]);
    for (const row of rows) {
      const then = during(booked, spanOf(row));
      const busyTails = then.map(({ aircraft }) => aircraft?.tailNumber);
      const busyNames = then.map(({ instructor }) => fullName(instructor)).filter(Boolean);
      for (const tail of row['Aircraft']?.split(', ') ?? []) {
        expect(fit).toContain(tail);
        expect(busyTails, `${tail} ${row['Starts']}`).not.toContain(tail);
      }
      for (const name of row['Instructor']?.split(', ') ?? [])
        expect(busyNames, `${name} ${row['Starts']}`).not.toContain(name);
      count++;
    }
  }
  expect(count).toBeGreaterThan(20);
});

function fullName(person: BookedReservation['instructor']): string {
  return person ? `${person.firstName} ${person.lastName}` : '';
}
