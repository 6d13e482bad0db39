import { describe, expect, it, onTestFinished } from 'vitest';
import { isLive, pageNews } from '#domain/reports/rows/liveRows.ts';
import { isDated } from '#domain/reports/loading/reportQuery.ts';
import { type ReportId, reportSets } from '#operator/answers/reports.ts';
import { generatedNow, generatedSchool } from '#e2e/servers/operatorSamples.ts';
import { listen, newStubSchool, openTestCopy, stubService, testNow } from '#e2e/servers/testCopy.ts';
import { eventually } from '#e2e/servers/teststand.ts';

/** Pages of reports with open rows, or rows of the newest day, are as new as reservations while somebody asks for them. */

describe('each data set of a school', () => {
  const { database, school, clock } = generatedSchool({ days: 40 });
  const zone = { name: school.zone, zoneless: 'operator' } as const;
  const now = generatedNow * 1000;
  const ids = Object.keys(reportSets) as ReportId[];

  it.each(ids)('%s is live where its newest or its open rows are, if its rows are events', (id) => {
    for (const isField of [false, true]) {
      const rows = reportSets[id].page(database, { school, clock, now: generatedNow, isField }, 0, null);
      const newsOf = (items: readonly unknown[]) => pageNews(id, { items }, zone, now);
      const all = newsOf(rows);
      expect(all !== null).toBe(isDated(id));
      if (!all) continue;
      expect(isLive(all, null, zone, now)).toBe(true);
      // Ended rows of an earlier day are not, once a page with newer ones is known.
      const text = (row: object) => JSON.stringify(row).toLowerCase();
      const isOver = (row: object) =>
        !/checked out|"open"|in progress|1753-|"checkedinon":null|"closed":null/.test(text(row));
      const ended = rows.filter(isOver).slice(0, 5);
      const old = newsOf(ended);
      if (ended.length > 0 && old?.newestDay !== all.newestDay && !old?.hasOpen)
        expect(old && isLive(old, all.newestDay, zone, now)).toBe(false);
    }
  });

  it('flights that are out, and work orders that are open, keep a page live however old they are', () => {
    const months = now + 200 * 86_400_000;
    const news = (id: ReportId, row: object) => pageNews(id, { items: [row] }, zone, months);
    const [out, back] = ['1753-01-01T00:00:00', '2026-05-12T10:00:00'].map((checkedInOn) =>
      news('reportFlights', { checkedOutOn: '2026-05-12T08:00:00', checkedInOn }),
    );
    expect([out?.hasOpen, back?.hasOpen]).toEqual([true, false]);
    expect(news('reportWorkOrders', { opened: '2026-05-12T08:00:00', closed: null })?.hasOpen).toBe(true);
    expect(news('reportWorkOrders', { opened: '2026-05-12T08:00:00', status: 'Closed' })?.hasOpen).toBe(false);
    expect(back && isLive(back, null, zone, months)).toBe(false);
  });
});

const reports = '/api/reports/v1.0/operators/1001';
const python = { 'user-agent': 'python-requests/2.32' };
const never = '1753-01-01T00:00:00';

/** A service with a flight that is out and one of last month, and a copy whose clock a test moves. */
async function openFlights(allowance = '6000') {
  const school = newStubSchool();
  const flight = (reservationId: string, out: string, back: string) => ({
    reservationId,
    checkedOutOn: out,
    checkedInOn: back,
  });
  const [old, out] = [
    flight('1', '2026-04-02T08:00:00', '2026-04-02T09:00:00'),
    flight('2', '2026-05-12T10:00:00', never),
  ];
  const list = (...items: object[]) => ({ totalItems: items.length, offset: 0, limit: null, items });
  Object.assign(school.instead, { '/flights': list(old, out), '/invoices': list({ invoiceDate: '2026-03-01' }) });
  const calls: string[] = [];
  const service = await listen(stubService(school, calls));
  let shift = 0;
  const copy = await openTestCopy({
    service: service.url,
    settings: { API_RATE_LIMIT: allowance },
    tuning: { monotonic: () => performance.now() + shift, wall: () => testNow + Math.round(shift) },
  });
  onTestFinished(async () => {
    await copy.close();
    await service.close();
  });
  await copy.complete();
  const ask = async (path: string, headers = python) => {
    const { headers: sent, body } = await copy.ask(reports + path, headers);
    const { items } = body as { items: { checkedInOn: string }[] };
    return { age: Number(sent.get('age')), isOut: items.some(({ checkedInOn }) => checkedInOn === never) };
  };
  const land = () => {
    school.instead['/flights'] = list(old, { ...out, checkedInOn: '2026-05-12T11:00:00' });
  };
  const asked = (path: string) => calls.filter((call) => call.endsWith(path)).length;
  /** Time passes as it does for a gateway: its planner looks what is due. */
  const pass = async (seconds: number) => {
    shift += seconds * 1000;
    await copy.ask('/api/core/v1.0/operators/1001/aircraft', { 'x-flightline-refresh': 'now' });
  };
  return { ask, asked, land, pass };
}

describe('a program that polls a report', () => {
  it.each(['/flights', '/flights?limit=500'])('%s sees within a minute that a flight is back', async (path) => {
    const { ask, land, pass } = await openFlights();
    expect((await ask(path)).isOut).toBe(true);
    land();
    for (let poll = 0; poll < 2; poll++) {
      await pass(31);
      await eventually(async () => expect((await ask(path)).age).toBeLessThanOrEqual(32));
    }
    expect((await ask(path)).isOut).toBe(false);
  });

  it('with a filter that only the service knows sees it as soon as the answer is older than today’s reservations', async () => {
    const { ask, land, pass } = await openFlights();
    const path = '/flights?flightDate=gte:2026-05-01';
    await ask(path);
    land();
    await pass(32);
    expect(await ask(path)).toEqual({ age: 0, isOut: false });
  });

  it('and comes back after an hour waits for the newest one, and does not get the one of an hour ago', async () => {
    const { ask, land, pass } = await openFlights();
    await ask('/flights');
    land();
    await pass(600);
    expect(await ask('/flights')).toEqual({ age: 0, isOut: false });
  });

  it('costs two calls a minute while it asks, and none when it has stopped; a report of ended rows costs none', async () => {
    const { ask, asked, pass } = await openFlights();
    await ask('/flights');
    await ask('/invoices');
    for (let turn = 0; turn < 20; turn++) {
      await pass(30);
      await ask('/flights');
      await ask('/invoices');
    }
    const during = asked('/flights');
    expect([during >= 17, during <= 23]).toEqual([true, true]);
    expect(asked('/invoices')).toBe(1);
    await pass(200);
    const after = asked('/flights');
    for (let turn = 0; turn < 10; turn++) await pass(30);
    expect(asked('/flights') - after).toBeLessThanOrEqual(1);
  });

  it('with many live pages stays within its part of the allowance', async () => {
    const { ask, asked, pass } = await openFlights('60');
    const pages = Array.from({ length: 12 }, (_, page) => `/flights?limit=${page + 10}`);
    for (const page of pages) await ask(page);
    const before = pages.reduce((sum, page) => sum + asked(page), 0);
    for (let turn = 0; turn < 20; turn++) {
      await pass(15);
      for (const page of pages) await ask(page);
    }
    // A quarter of the copy's 40 calls for five minutes, and a few early ones.
    const calls = pages.reduce((sum, page) => sum + asked(page), 0) - before;
    expect(calls).toBeGreaterThan(20);
    expect(calls).toBeLessThanOrEqual(5 * 10 * 1.3);
  });
});
