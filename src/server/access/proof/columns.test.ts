import { describe, expect, it } from 'vitest';
import { columnsPath, type ReportColumns } from '#contract/access/columns.ts';
import { type AccessMode, accessModes } from '#contract/access/grants.ts';
import { type OperationId } from '#contract/operations.ts';
import { isRecord } from '#contract/objects.ts';
import { addressesOf, names } from '#e2e/servers/access/canaryStand.ts';
import { AccessStore } from '#server/access/store/store.ts';
import { silentLog } from '#server/observability/log.ts';
import type { Person } from '#e2e/servers/access/proofPeople.ts';
import { openProof, type ProofStand } from '#e2e/servers/access/proofStand.ts';

const signedIn = accessModes.filter((mode) => mode !== 'open');
const report = 'reportWorkOrders';
const column = { report, member: 'totalDue', role: 'maintenance' };
const pathOf = (id: OperationId) => addressesOf(id)[0] ?? '';

const bodyOf = (text: string): unknown => JSON.parse(text.slice(text.indexOf('\n')));
const tagOf = (text: string) => /"etag":"(.*?[^\\])"[,}]/.exec(text)?.[1]?.replaceAll('\\"', '"') ?? '';

async function ask(stand: ProofStand, person: Person, id: OperationId, also = {}) {
  const { status, text } = await stand.ask(person, pathOf(id), { also });
  const body = status === 200 ? bodyOf(text) : null;
  const [first]: unknown[] = isRecord(body) && Array.isArray(body['items']) ? body['items'] : [];
  const row = isRecord(first) ? first : {};
  return { status, tag: tagOf(text), row, withheld: isRecord(body) ? body['withheld'] : null };
}

async function change(stand: ProofStand, person: Person, value: object) {
  const headers = { 'content-type': 'application/json' };
  const { status, text } = await stand.ask(person, columnsPath, {
    method: 'POST',
    body: JSON.stringify(value),
    also: headers,
  });
  return { status, text };
}

async function openStand(mode: AccessMode) {
  const stand = await openProof(mode);
  // The local copy keeps requested data.
  const due = (await ask(stand, 'manager', report)).row['totalDue'];
  expect(due).toBeGreaterThan(7_000_000);
  return { stand, due };
}

/** As in a manager's panel. */
async function listed(stand: ProofStand): Promise<readonly ReportColumns[]> {
  return (bodyOf((await stand.ask('manager', columnsPath)).text) as { reports: ReportColumns[] }).reports;
}

describe.each(signedIn)('with ACCESS=%s a column that a manager opens', (mode) => {
  it('reaches only that role, at once, and disappears at once when it is closed', async () => {
    const { stand, due } = await openStand(mode);
    const before = await ask(stand, 'maintenance', report);
    const dispatcher = await ask(stand, 'dispatcher', report);
    expect(before.row).not.toHaveProperty('totalDue');
    expect(before.withheld).toMatchObject({ members: expect.arrayContaining(['totalDue', 'cell', 'customer.cell']) });

    expect((await change(stand, 'manager', { ask: 'open', ...column })).status).toBe(200);
    const opened = await ask(stand, 'maintenance', report, { 'if-none-match': before.tag });
    expect([opened.status, opened.row['totalDue']]).toEqual([200, due]);
    // Not elsewhere in the row, and not in another report.
    expect(opened.row).not.toHaveProperty('customer');
    expect((await ask(stand, 'maintenance', 'reportWorkItems')).row).not.toHaveProperty('totalDue');
    expect((await ask(stand, 'dispatcher', report, { 'if-none-match': dispatcher.tag })).status).toBe(304);
    for (const person of ['instructor', 'stranger', 'display', 'named', 'nobody'] as const) {
      expect((await ask(stand, person, report)).status, person).toBe(person === 'nobody' ? 401 : 403);
    }

    expect((await change(stand, 'manager', { ask: 'close', ...column })).status).toBe(200);
    const closed = await ask(stand, 'maintenance', report, { 'if-none-match': opened.tag });
    expect([closed.status, closed.row, closed.withheld]).toEqual([200, before.row, before.withheld]);
    expect((await ask(stand, 'maintenance', report, { 'if-none-match': closed.tag })).status).toBe(304);
    const audited = stand
      .logged()
      .split('\n')
      .flatMap((line) => (line.includes('"audit"') ? [JSON.parse(line).audit] : []));
    const { ids } = stand.handed;
    const by = ids.get('manager') ?? ids.get('manager@school.example');
    expect(audited.filter(({ event }) => event === 'opened' || event === 'closed')).toEqual([
      { event: 'opened', ...column, by },
      { event: 'closed', ...column, by },
    ]);
  });

  it('stays open for the next start, and for another program that uses the file', async () => {
    const { stand } = await openStand(mode);
    await change(stand, 'manager', { ask: 'open', ...column });
    const options = { directory: stand.directory, clock: Date.now, log: silentLog, audit: () => undefined };
    const other = new AccessStore(options);
    expect([...other.openTo(report, 'maintenance')]).toEqual(['totalDue']);
    const seen = other.openTo(report, 'maintenance');
    other.refresh();
    expect(other.openTo(report, 'maintenance')).toBe(seen);
    await change(stand, 'manager', { ask: 'close', ...column });
    other.refresh();
    expect([...other.openTo(report, 'maintenance')]).toEqual([]);
    other.close();
  });

  it('is opened, and seen with its values, only by managers', async () => {
    const { stand, due } = await openStand(mode);
    for (const person of [...names.slice(1), 'nobody'] as const) {
      const { status, text } = await stand.ask(person, columnsPath);
      expect([person, status, text.includes(String(due))]).toEqual([person, person === 'nobody' ? 401 : 403, false]);
      const { status: answered } = await change(stand, person, { ask: 'open', ...column });
      expect([person, answered]).toEqual([person, status]);
    }
    expect((await ask(stand, 'maintenance', report)).row).not.toHaveProperty('totalDue');
    const ownReport = (await listed(stand)).find((item) => item.report === report);
    expect(ownReport).toMatchObject({ rows: 2 });
    expect(ownReport?.columns.find(({ member }) => member === 'totalDue')).toEqual({
      member: 'totalDue',
      samples: [String(due)],
      withheldFrom: ['dispatcher', 'maintenance'],
      openTo: [],
    });
    expect(ownReport?.columns.map(({ member }) => member)).toEqual(
      expect.arrayContaining(['残高', 'customer.saldo', 'items.Total due', 'hobbsOut', 'email']),
    );
    expect(ownReport?.columns.map(({ member }) => member)).not.toContain('flightHours');
  });
});

it('an invalid request to open a column is told why', async () => {
  const { stand } = await openStand('tokens');
  const refused = async (value: object) => {
    const { status, text } = await change(stand, 'manager', { ask: 'open', ...column, ...value });
    return [status, JSON.stringify(bodyOf(text)).replaceAll(/.*"message":"(.*?)".*/g, '$1')];
  };
  const form = 'The request does not match /openapi.json.';
  expect(await refused({ ask: 'show' })).toEqual([400, form]);
  expect(await refused({ report: 'reportNothing' })).toEqual([400, form]);
  expect(await refused({ member: '' })).toEqual([400, 'The member must have 1 to 500 characters.']);
  expect(await refused({ member: 'x'.repeat(501) })).toEqual([400, 'The member must have 1 to 500 characters.']);
  const none = 'The role display has no withheld columns in this report.';
  expect(await refused({ role: 'display' })).toEqual([400, none]);
  expect((await refused({ report: 'reportInvoices', role: 'dispatcher' }))[0]).toBe(400);
  expect(await refused({ member: 'x'.repeat(5_000) })).toEqual([
    413,
    'The request is longer than 4096 bytes; send less.',
  ]);
  // A column that no row has any more can still be closed.
  await change(stand, 'manager', { ask: 'open', ...column, member: 'gone' });
  const ownReport = (await listed(stand)).find((item) => item.report === report);
  expect(ownReport?.columns.at(-1)).toMatchObject({ member: 'gone', samples: [], openTo: ['maintenance'] });
});
