import { describe, expect, it } from 'vitest';
import { type AccessMode, accessModes } from '#contract/access/grants.ts';
import { type Evidence, evidence, fingerprintOf } from '#domain/overview/evidence.ts';
import { guid, newStubSchool, stubReservation, stubService } from '#e2e/servers/testCopy.ts';
import type { Person } from '#e2e/servers/access/proofPeople.ts';
import { openProof, type ProofStand } from '#e2e/servers/access/proofStand.ts';

const path = '/replica/snoozes';
const until = '2026-05-12T20:00:00.000Z';
const at = Date.parse('2026-05-12T18:00:00Z');

/** An aircraft that a squawk grounds, with a flight; and another flight, whose pilot is not active. */
const grounded = [evidence('squawk', 's1', 'grounds'), evidence('reservation', guid(1), 'flight', { at })];
const inactive = [evidence('person', guid(900), 'stop'), evidence('reservation', guid(2), 'flight', { at })];
const orderOf = (key: string, found: readonly Evidence[]) => ({ key, fingerprint: fingerprintOf(found), until });
const aircraftMatter = orderOf(`grounded ${guid(1)}`, grounded);
const personMatter = orderOf(`flight ${guid(2)}`, inactive);

/** A school with these two items. */
function open(mode: AccessMode): Promise<ProofStand> {
  const active = { id: 1, name: 'Active' };
  const aircraft = (number: number) => ({ aircraftId: guid(number), tailNumber: `N${number}SP`, status: active });
  const flight = (number: number) =>
    stubReservation(number, '2026-05-12T18:00:00Z', '2026-05-12T19:00:00Z', {
      aircraft: { aircraftId: guid(number), tailNumber: `N${number}SP` },
      pilots: [{ userId: guid(899 + (number % 2 === 0 ? 1 : 2)), firstName: 'Sam', lastName: 'Garcia' }],
    });
  const user = (number: number, status: object) => ({
    userId: guid(number),
    firstName: 'Sam',
    lastName: 'Garcia',
    status,
  });
  const school = {
    ...newStubSchool(),
    aircraft: [aircraft(1), aircraft(2)],
    reservations: [flight(1), flight(2)],
    users: [user(900, { id: 0, name: 'Inactive' }), user(901, active)],
    instead: { [`${guid(1)}/squawks`]: [{ squawkId: 's1', description: 'Fuel leak', groundAircraft: true }] },
  };
  return openProof(mode, stubService(school));
}

const bodyOf = (text: string) => JSON.parse(text.slice(text.indexOf('\n')));

async function post({ ask }: ProofStand, person: Person, value: object) {
  const { status, text } = await ask(person, path, {
    method: 'POST',
    body: JSON.stringify(value),
    also: { 'content-type': 'application/json' },
  });
  return { status, body: bodyOf(text) };
}

/** Keys and names as a person sees the list; null if they may not see it. */
async function listed({ ask }: ProofStand, person: Person): Promise<readonly unknown[] | null> {
  const { status, text } = await ask(person, path);
  return status === 200 ? bodyOf(text).snoozes.map(({ key, by }: { key: string; by: string }) => [key, by]) : null;
}

const staff = ['manager', 'dispatcher', 'maintenance'] as const;
const others = ['instructor', 'stranger', 'display', 'named'] as const;
const nameOf = (mode: AccessMode, person: string) => (mode === 'proxy' ? `${person}@school.example` : person);

describe.each(['tokens', 'proxy', 'oidc'] as const)('an item put off with ACCESS=%s', (mode) => {
  it('names the signed-in person, whatever the request says, and is in one list for all who see the item', async () => {
    const stand = await open(mode);
    for (const person of staff) {
      const answer = await post(stand, person, { ...aircraftMatter, by: 'Somebody Else' });
      expect([person, answer.status]).toEqual([person, 200]);
      const ownOrder = [aircraftMatter.key, nameOf(mode, person)];
      for (const viewer of staff) expect(await listed(stand, viewer)).toContainEqual(ownOrder);
    }
    // Nobody replaces another person's.
    expect(await listed(stand, 'manager')).toEqual(staff.map((person) => [aircraftMatter.key, nameOf(mode, person)]));
    expect(JSON.stringify(await listed(stand, 'manager'))).not.toContain('Else');
    expect((await post(stand, 'dispatcher', { ...aircraftMatter, until: null })).status).toBe(200);
    for (const viewer of staff) expect(await listed(stand, viewer)).toEqual([]);
  });

  it('is not shown to a role that may not see its subject, and cannot be put off by it', async () => {
    const stand = await open(mode);
    expect((await post(stand, 'maintenance', personMatter)).status).toBe(404);
    const { status, body } = await post(stand, 'dispatcher', personMatter);
    expect([status, body.snoozes.length]).toEqual([200, 1]);
    expect(await listed(stand, 'manager')).toEqual([[personMatter.key, nameOf(mode, 'dispatcher')]]);
    expect(await listed(stand, 'maintenance')).toEqual([]);
    expect((await post(stand, 'maintenance', { ...personMatter, until: null })).status).toBe(404);
    expect(await listed(stand, 'manager')).toHaveLength(1);
    // The answer to a POST is narrowed like the list.
    const { body: answered } = await post(stand, 'maintenance', aircraftMatter);
    expect(answered.snoozes.map(({ key }: { key: string }) => key)).toEqual([aircraftMatter.key]);
  });

  it('is only for staff: no display, no instructor, and nobody who is signed out', async () => {
    const stand = await open(mode);
    for (const person of others) {
      expect([person, (await post(stand, person, aircraftMatter)).status]).toEqual([person, 403]);
      expect(await listed(stand, person)).toBeNull();
    }
    expect((await post(stand, 'nobody', aircraftMatter)).status).toBe(401);
    expect(await listed(stand, 'manager')).toEqual([]);
  });

  it('is in the audit: who, what, until when, from which network and session', async () => {
    const stand = await open(mode);
    await post(stand, 'dispatcher', aircraftMatter);
    await post(stand, 'dispatcher', { ...aircraftMatter, fingerprint: 'made up' });
    const lines = stand
      .logged()
      .split('\n')
      .flatMap((line) => (line.includes('"audit"') ? [JSON.parse(line).audit] : []));
    const entries = lines.filter(({ event }) => event === 'put off');
    const by = stand.handed.ids.get(nameOf(mode, 'dispatcher'));
    const network = mode === 'proxy' ? '192.0.2.0/24' : '127.0.0.0/24';
    expect(entries).toEqual([
      { event: 'put off', by, session: expect.stringMatching(/^\w{6,}$/), network, matter: aircraftMatter.key, until },
    ]);
  });
});

it.each(accessModes)('an item that does not exist is refused with ACCESS=%s', async (mode) => {
  const stand = await open(mode);
  const by = { by: 'Kim Lee' };
  expect((await post(stand, 'manager', { ...aircraftMatter, ...by, key: 'grounded nothing' })).status).toBe(404);
  expect((await post(stand, 'manager', { ...aircraftMatter, ...by, fingerprint: '0' })).status).toBe(409);
  expect(await listed(stand, 'manager')).toEqual([]);
});
