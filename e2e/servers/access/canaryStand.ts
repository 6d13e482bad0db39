import { type Role } from '#contract/access/roles.ts';
import { areaPaths, type OperationId, operations } from '#contract/operations.ts';
import { fileBody } from '#server/upstream/body.ts';
import { silentLog } from '#server/observability/log.ts';
import { eventually, openStand, testConfig } from '#e2e/servers/teststand.ts';
import { Replica } from '#server/replica/replica.ts';
import { ReplicaServer } from '#server/replica/serve.ts';
import { openStorage } from '#server/replica/storage/openStorage.ts';
import { expect } from 'vitest';
import { aircraftId, type Canary, CanarySchool, guid, type Kind, ownId, schoolNow } from './canarySchool.ts';
import { callerHeader, callerOf, trustingAccess } from './testCallers.ts';

/** Everybody who makes requests in these tests. */
export const callers = {
  manager: callerOf('manager'),
  administrator: callerOf('administrator'),
  dispatcher: callerOf('dispatcher'),
  maintenance: callerOf('maintenance'),
  instructor: callerOf('instructor', { userId: ownId }),
  stranger: callerOf('instructor', { userId: guid(999) }),
  display: callerOf('display'),
  named: callerOf('display', { showsNames: true }),
  program: callerOf('dispatcher', { reads: ['fleet', 'schedule'] }),
};
export type Name = keyof typeof callers;
export const names = Object.keys(callers) as Name[];

/** Whether a role gets an operation's records. It repeats the table on purpose, so that a test can find an error in it. */
type Share = 'all' | 'some' | null;
const work: ReadonlySet<OperationId> = new Set([
  ...(['listAircraft', 'listMaintenanceReminders', 'listSquawks', 'listEquipment', 'reportAircraft'] as const),
  ...(['reportMaintenanceReminderStatus', 'reportWorkItems', 'reportWorkLogs', 'reportWorkOrders'] as const),
]);
const board: ReadonlySet<OperationId> = new Set([
  'getOperator',
  'listAircraft',
  'listMaintenanceReminders',
  'listSquawks',
  'listReservations',
]);
const desk: ReadonlySet<OperationId> = new Set(['getOperator', 'listInstructors', 'listReservations']);
const some = (isSo: boolean): Share => (isSo ? 'some' : null);
const shares: { readonly [Each in Role]: (id: OperationId) => Share } = {
  manager: () => 'all',
  administrator: (id) => some(id === 'getOperator' || id === 'listInstructors'),
  dispatcher: (id) => some(id !== 'reportInvoices' && id !== 'reportCreditDebitMemos'),
  maintenance: (id) => some(work.has(id) || desk.has(id)),
  instructor: (id) => some(id === 'listInstructors' || board.has(id)),
  display: (id) => some(board.has(id)),
};

/** The operations in the program's sets. */
const readByProgram: ReadonlySet<OperationId> = new Set([
  ...(['listAircraft', 'listMaintenanceReminders', 'listSquawks', 'listEquipment'] as const),
  ...(['listReservations', 'listInstructors'] as const),
]);

/** How much of an operation's records a caller gets. */
export function shareOf(name: Name, id: OperationId): Share {
  if (name === 'program' && !readByProgram.has(id)) return null;
  return shares[callers[name].who.role](id);
}

const placesOfPeople: readonly Kind[] = ['place of own', 'place of colleague', 'place of others'];
const reservationNames: readonly Kind[] = ['own', 'colleague', 'others', ...placesOfPeople];
const seenNames: { readonly [Who in Name]: readonly Kind[] } = {
  manager: reservationNames,
  administrator: placesOfPeople,
  dispatcher: reservationNames,
  maintenance: reservationNames,
  instructor: ['own', 'colleague', 'place of own', 'place of colleague'],
  stranger: ['colleague', 'place of colleague'],
  display: placesOfPeople,
  named: reservationNames,
  program: reservationNames,
};

export function isVisible({ kind, id }: Canary, name: Name): boolean {
  const { role } = callers[name].who;
  const share = shareOf(name, id);
  if (share !== 'some') return share === 'all';
  if (kind === 'tree' || kind === 'column') return true;
  if (kind === 'staff') return role === 'dispatcher' || role === 'maintenance';
  if (kind === 'dispatch') return role === 'dispatcher';
  if (kind === 'prose') return work.has(id) || id === 'reportLogbookEntries';
  return seenNames[name].includes(kind);
}

export type Ask = (
  name: Name,
  path: string,
  headers?: { [name: string]: string },
) => Promise<{ status: number; text: string }>;

/** A real gateway with its local copy, and a service with such a school. */
export async function openSchool() {
  const school = new CanarySchool();
  const { access, revoke } = trustingAccess(callers);
  const start = performance.now();
  const index = {
    status: 200,
    body: fileBody(Buffer.from('<html><head></head></html>')),
    headers: { 'content-type': 'text/html' },
  };
  const storage = openStorage({ directory: null, service: 'canaries', log: silentLog, now: () => schoolNow }).storage;
  const stand = await openStand(school.answer, {
    access,
    config: testConfig,
    dashboard: { files: new Map([['/index.html', index]]), ofPages: new Map() },
    monotonic: () => performance.now() - start,
    wall: () => schoolNow,
    openCopy: (service) => {
      const days = { back: 2, ahead: 2 };
      const replica = new Replica({ service, storage, config: testConfig, days, idleStretch: 1 });
      replica.start();
      return new ReplicaServer(replica, storage, service.clock, { audit: () => undefined });
    },
  });
  const ask: Ask = async (name, path, headers = {}) => {
    const { status, body, headers: sent } = await stand.ask(path, { [callerHeader]: name, ...headers });
    return { status, text: `${JSON.stringify(sent)}\n${body.toString()}` };
  };
  await eventually(async () => {
    const { sets } = JSON.parse((await stand.ask('/state')).body.toString()).replica;
    const unread = sets.filter(
      ({ set, parts, known }: { set: string; parts: number; known: number }) =>
        set !== 'report' && (parts === 0 || known < parts),
    );
    expect(unread).toEqual([]);
  });
  return { school, stand, ask, revoke };
}

const pathValues: { readonly [name: string]: string } = {
  operatorId: '1001',
  aircraftId,
  userId: ownId,
  externalId: 'E-1',
};

export function addressesOf(id: OperationId): string[] {
  const { area, path } = operations[id];
  const address = `/api${areaPaths[area]}${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathValues[name] ?? '')}`;
  const more = { listUsers: [address.replace(/users$/, 'people')], listReservations: [`${address}?${day}`] };
  return [address, ...(more[id as keyof typeof more] ?? [])];
}

export const day = 'startTime=gte:2026-05-12T00:00:00&endTime=lt:2026-05-13T00:00:00';
