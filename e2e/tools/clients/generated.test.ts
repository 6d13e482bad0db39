import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { openTestCopy, openTestOperator, type TestCopy } from '#e2e/servers/testCopy.ts';
import { pythonClient } from './pythonClient.ts';

/** Clients that others generate from `/openapi.json` work with every server of it. They are generated here, and not kept. */

const run = promisify(execFile);
const folder = join(import.meta.dirname, 'openapi');
const bin = (name: string) => join(folder, 'node_modules', '.bin', name);

/** What both programs do with their client and print. */
const expected = { aircraft: 6, first: true, reminders: true, reservations: 5, refused: 404, flights: true };

const typescriptProgram = `
import createClient from 'openapi-fetch';
import type { paths } from './api.d.ts';

const [baseUrl = '', key = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { 'x-subscription-key': key } });
const operator = { operatorId: 1001 };
const { data: fleet } = await client.GET('/core/v1.0/operators/{operatorId}/aircraft', {
  params: { path: operator, query: { limit: 6, statusId: 'eq:1' } },
});
const [first] = fleet?.items ?? [];
if (!first) throw new Error('no aircraft');
const tail: string = first.tailNumber;
const { data: reminders } = await client.GET('/core/v1.0/operators/{operatorId}/aircraft/{aircraftId}/maintenanceReminders', {
  params: { path: { ...operator, aircraftId: first.aircraftId } },
});
const { data: reservations } = await client.GET('/scheduling/v1.0/operators/{operatorId}/reservations', {
  params: { path: operator, query: { limit: 5, startTime: 'lt:2026-05-13T00:00:00', endTime: 'gt:2026-05-11T00:00:00' } },
});
const { data: flights } = await client.GET('/reports/v1.0/operators/{operatorId}/flights', { params: { path: operator, query: { limit: 3 } } });
const { error, response } = await client.GET('/core/v1.0/operators/{operatorId}/users/external/{externalId}', {
  params: { path: { ...operator, externalId: 'nobody' } },
});
const refused: number | undefined = error && response.status;
console.log(JSON.stringify({
  aircraft: fleet?.items?.length,
  first: tail.length > 0,
  reminders: (reminders?.totalItems ?? 0) > 0,
  reservations: reservations?.items?.length,
  refused,
  flights: (flights?.items?.length ?? 0) > 0,
}));
`;

const pythonProgram = `
import json
import sys
from client import ApiError, Client

client = Client(sys.argv[1], sys.argv[2])
fleet = client.list_aircraft(1001, limit=6, status_id="eq:1")
first = fleet["items"][0]
reminders = client.list_maintenance_reminders(1001, first["aircraftId"])
window = {"start_time": "lt:2026-05-13T00:00:00", "end_time": "gt:2026-05-11T00:00:00"}
reservations = client.list_reservations(1001, limit=5, **window)
flights = client.report_flights(1001, limit=3)
try:
    client.get_user_by_external_id(1001, "nobody")
    refused = 200
except ApiError as error:
    refused = error.status
print(json.dumps({
    "aircraft": len(fleet["items"]),
    "first": len(first["tailNumber"]) > 0,
    "reminders": reminders["totalItems"] > 0,
    "reservations": len(reservations["items"]),
    "refused": refused,
    "flights": len(flights["items"]) > 0,
}))
`;

let plain: Awaited<ReturnType<typeof openTestOperator>>;
let field: Awaited<ReturnType<typeof openTestOperator>>;
let copy: TestCopy;
const scratch = mkdtempSync(join(folder, 'made-'));

beforeAll(async () => {
  const small = ['--aircraft=9', '--reservations-per-day=14', '--days=40'];
  [plain, field] = await Promise.all([openTestOperator(small), openTestOperator([...small, '--field'])]);
  copy = await openTestCopy({ service: plain.url });
});
afterAll(async () => {
  rmSync(scratch, { recursive: true });
  await copy.close();
  await plain.close();
  await field.close();
});

const served = [
  ['the operator', () => plain.url],
  ['a service of the field', () => field.url],
  ['the gateway', () => copy.url],
] as const;

/** The description that a server publishes, and the address of its API according to it. */
async function descriptionOf(origin: string): Promise<{ document: unknown; base: string }> {
  const document = (await (await fetch(`${origin}/openapi.json`)).json()) as { servers: [{ url: string }] };
  return { document, base: new URL(document.servers[0].url, origin).href };
}

/** Reports a missing program; the test then counts as skipped, not as passed. */
function notRun(context: TestContext, why: string): never {
  console.warn(`NOT RUN: ${context.task.name}: ${why}`);
  return context.skip(why);
}

function hasGenerator(): boolean {
  if (existsSync(bin('openapi-typescript'))) return true;
  const install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  return spawnSync('npm', install, { cwd: folder, stdio: 'ignore', timeout: 120_000 }).status === 0;
}

const checked = new Map<string, string>();

/** The folder of the TypeScript program, type-checked against a description; each is made once. */
async function checkedProgram(document: unknown): Promise<string> {
  const text = JSON.stringify(document);
  const known = checked.get(text);
  if (known !== undefined) return known;
  const place = mkdtempSync(join(scratch, 'ts-'));
  writeFileSync(join(place, 'openapi.json'), text);
  writeFileSync(join(place, 'program.ts'), typescriptProgram);
  await run(bin('openapi-typescript'), [join(place, 'openapi.json'), '-o', join(place, 'api.d.ts')]);
  const strict = ['--strict', '--noEmit', '--skipLibCheck', '--allowImportingTsExtensions'];
  const modules = [
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--types',
    'node',
    '--typeRoots',
    'node_modules/@types',
  ];
  await run(bin('tsc'), [...strict, ...modules, join(place, 'program.ts')]);
  checked.set(text, place);
  return place;
}

describe('a client made from the description works with', () => {
  it.for(served)('%s, in TypeScript with its types checked', async ([name, origin], context) => {
    if (!hasGenerator()) notRun(context, 'npm could not install the generator.');
    const { document, base } = await descriptionOf(origin());
    const place = await checkedProgram(document);
    const { stdout } = await run(process.execPath, [join(place, 'program.ts'), base, 'demo-key']);
    expect([name, JSON.parse(stdout)]).toEqual([name, expected]);
  });

  it.for(served)('%s, in Python with the standard library', async ([name, origin], context) => {
    if (spawnSync('python3', ['--version']).status !== 0) notRun(context, 'there is no python3.');
    const place = mkdtempSync(join(scratch, 'py-'));
    const { document } = await descriptionOf(origin());
    writeFileSync(join(place, 'client.py'), pythonClient(document));
    writeFileSync(join(place, 'program.py'), pythonProgram);
    const { stdout } = await run('python3', [join(place, 'program.py'), origin(), 'demo-key']);
    expect([name, JSON.parse(stdout)]).toEqual([name, expected]);
  });
});
