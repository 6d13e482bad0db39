import { describe, expect, it } from 'vitest';
import { accessModes } from '#contract/access/grants.ts';
import { readsAddress } from '#contract/access/reads.ts';
import { mayOpen, type RoutePath, type RouteRow, routePaths, routes } from '#contract/routes.ts';
import { callers } from '#e2e/servers/access/canaryStand.ts';
import type { Person } from '#e2e/servers/access/proofPeople.ts';
import { addressesAt, openProof, type ProofStand } from '#e2e/servers/access/proofStand.ts';

const rows: readonly (readonly [RoutePath, RouteRow])[] = routePaths.map((path) => [path, routes[path]]);
/** Every row is walked with a GET, and with a POST that no shape fits, so that nothing changes. */
const methods = ['GET', 'POST'] as const;

/** Whether the role, and the sets of a program, include a request. */
function isIncluded(person: Person, path: RoutePath, method: string): boolean {
  if (person === 'nobody') return false;
  const { role, reads } = callers[person].who;
  if (reads && (method === 'POST' || !readsAddress(reads, path))) return false;
  return mayOpen(role, path, method);
}

async function walk(stand: ProofStand, person: Person) {
  const found: string[] = [];
  for (const [path, row] of rows) {
    if (row.who === 'before sign-in' || row.isStream) continue;
    for (const method of methods) {
      if (method === 'POST' && !row.body) continue;
      const [address = ''] = addressesAt(path, stand);
      const sent = { also: { 'content-type': 'application/json' }, method, ...(method === 'POST' && { body: '[]' }) };
      const { status } = await stand.ask(person, address, method === 'POST' ? sent : {});
      const isOpen = isIncluded(person, path, method);
      const isRefused = status === 401 || status === 403;
      const isRight =
        person === 'nobody' ? isRefused || path === '/sign-out' || path === '/health' : isOpen !== isRefused;
      if (!isRight) found.push(`${method} ${address} ${status}, included: ${isOpen}`);
    }
  }
  return found;
}

describe.each(accessModes)('with ACCESS=%s', (mode) => {
  it('each address of the table answers those whom it names, and refuses all others', async () => {
    const stand = await openProof(mode);
    const people = stand.handed.people.filter((person) => person !== 'manager');
    for (const person of [...people, 'manager' as const])
      expect([person, await walk(stand, person)]).toEqual([person, []]);
  });

  it('a page of another site can send to none', async () => {
    const stand = await openProof(mode);
    const from = { 'content-type': 'application/json', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    for (const [path, { body }] of rows) {
      if (body?.kind === 'signed') continue;
      const [address = ''] = addressesAt(path, stand);
      const { status, cookies } = await stand.ask('manager', address, { method: 'POST', body: '{}', also: from });
      expect([path, status, cookies]).toEqual([path, body ? 403 : 405, []]);
    }
  });
});

it('the walk meets each address; one that takes only a POST says so', async () => {
  const stand = await openProof('tokens');
  const statuses = new Map<RoutePath, number>();
  for (const [path, row] of rows) {
    if (row.isStream || row.who === 'before sign-in') continue;
    const { status } = await stand.ask('manager', addressesAt(path, stand)[0] ?? '');
    statuses.set(path, status);
  }
  // The check of the connection runs here; only the weather is off.
  const unmet = [...statuses].filter(([path, status]) => status !== ('get' in routes[path] ? 405 : 200));
  expect(unmet).toEqual([['/replica/weather', 404]]);
});
