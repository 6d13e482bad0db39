import { isRecord } from '#contract/objects.ts';
import { type OperationId, operationIds, operations } from '#contract/operations.ts';
import { errorEntryShape } from '#contract/shapes.ts';
import { aircraftStatuses, displayTypes, instructorStatuses, reminderStatuses } from '#contract/statuses.ts';
import type { Choice } from '#contract/filters.ts';
import { type Answer, type Check, differs, type Kit, NoAnswer, type Outcome, passed, unknown } from './kit.ts';
import {
  bodyOf,
  idOf,
  type Item,
  judgeEnvelope,
  judgePages,
  judgeParts,
  judgeShape,
  listChecks,
  listOf,
  type Part,
  type ListAddress,
} from './lists.ts';

const aircraft: ListAddress = { id: 'listAircraft', path: 'aircraft' };
const instructors: ListAddress = { id: 'listInstructors', path: 'instructors' };
const users: ListAddress = { id: 'listUsers', path: 'users' };
const equipment: ListAddress = { id: 'listEquipment', path: 'equipment' };
const reservations: ListAddress = { id: 'listReservations', path: 'reservations' };
const workItems: ListAddress = { id: 'reportWorkItems', path: 'workitems' };

const at = (place: ListAddress) => () => Promise.resolve(place);

/** The most aircraft whose reminders are requested until one has four. */
const maxTried = 3;

/** The reminders of the first aircraft that has enough of them. */
async function reminders(kit: Kit): Promise<ListAddress> {
  const { items } = await listOf(kit, aircraft);
  const places = items.slice(0, maxTried).map((item): ListAddress => ({
    id: 'listMaintenanceReminders',
    path: `aircraft/${idOf(item, 'aircraftId')}/maintenanceReminders`,
  }));
  for (const place of places) if ((await listOf(kit, place)).items.length >= 4) return place;
  const [first] = places;
  if (!first) throw new NoAnswer('there is no aircraft');
  return first;
}

async function squawks(kit: Kit): Promise<ListAddress> {
  const [first] = (await listOf(kit, aircraft)).items;
  if (!first) throw new NoAnswer('there is no aircraft');
  return { id: 'listSquawks', path: `aircraft/${idOf(first, 'aircraftId')}/squawks` };
}

function statusId(item: Item, member: string): unknown {
  const status = item[member];
  return isRecord(status) ? status['id'] : undefined;
}

/** One filter for each of these ids. */
const byStatus = (name: string, member: string, choices: readonly Choice[]): Part[] =>
  choices.map(({ id }) => ({ query: `${name}=eq:${id}`, has: (item) => statusId(item, member) === id }));

/** The names that section 3 gives the ids. */
async function judgeNames(kit: Kit, place: ListAddress, member: string, choices: readonly Choice[]): Promise<Outcome> {
  const { items } = await listOf(kit, place);
  const found = items.filter(isRecord).flatMap((item) => (isRecord(item[member]) ? [item[member]] : []));
  if (found.length === 0) return unknown('no item has a status');
  const strange = found.filter(({ id, name }) => !choices.some((choice) => choice.id === id && choice.name === name));
  const words = [...new Set(strange.map(({ id, name }) => `${String(id)} is ${JSON.stringify(name)}`))];
  return words.length === 0 ? passed(`${found.length} items`) : differs(words.join(', '));
}

const named = (
  place: (kit: Kit) => Promise<ListAddress>,
  name: string,
  member: string,
  choices: readonly Choice[],
): Check => ({
  section: '3',
  what: `${name}: ids and names of ${member}`,
  run: async (kit) => judgeNames(kit, await place(kit), member, choices),
});

const core: readonly Check[] = [
  {
    section: '4.1',
    what: 'operator: one record',
    run: async (kit) => (isRecord(bodyOf(await kit.ask('core', ''))) ? passed('an object') : differs('not an object')),
  },
  ...listChecks('2.2', at(aircraft), 'aircraft'),
  {
    section: '4.1',
    what: 'aircraft: statusId',
    run: (kit) => judgeParts(kit, aircraft, byStatus('statusId', 'status', aircraftStatuses)),
  },
  named(at(aircraft), 'aircraft', 'status', aircraftStatuses),
  ...listChecks('2.3', reminders, 'maintenance reminders'),
  {
    section: '4.1',
    what: 'maintenance reminders: statusId with eq',
    run: async (kit) => judgeParts(kit, await reminders(kit), byStatus('statusId', 'status', reminderStatuses)),
  },
  {
    section: '4.1',
    what: 'maintenance reminders: statusId with int',
    run: async (kit) =>
      judgeParts(kit, await reminders(kit), [
        { query: 'statusId=eq:1', has: (item) => statusId(item, 'status') === 1 },
        { query: 'statusId=int:2,3', has: (item) => [2, 3].includes(Number(statusId(item, 'status'))) },
      ]),
  },
  named(reminders, 'maintenance reminders', 'status', reminderStatuses),
  { section: '4.1', what: 'squawks: a Paged list', run: async (kit) => judgeEnvelope(kit, await squawks(kit)) },
  { section: '4.1', what: 'equipment: a Paged list', run: (kit) => judgeEnvelope(kit, equipment) },
  ...listChecks('2.5', at(instructors), 'instructors'),
  {
    section: '4.1',
    what: 'instructors: instructorStatusId',
    run: (kit) => judgeParts(kit, instructors, byStatus('instructorStatusId', 'instructorStatus', instructorStatuses)),
  },
  named(at(instructors), 'instructors', 'instructorStatus', instructorStatuses),
  { section: '4.1', what: 'instructors: locationId of no location', run: judgeNoLocation },
  { section: '4.1', what: 'users: a Paged list', run: (kit) => judgeEnvelope(kit, users) },
  { section: '4.1', what: 'user by id: the one of this id', run: judgeUserById },
  { section: '2.4', what: 'user by external id: members and types', run: judgeUserByExternalId },
];

async function judgeNoLocation(kit: Kit): Promise<Outcome> {
  const { totalItems } = await listOf(kit, instructors, 'locationId=eq:00000000-0000-4000-8000-000000000000');
  return totalItems === 0 ? passed('nobody') : differs(`${JSON.stringify(totalItems)} instructors`);
}

async function judgeUserById(kit: Kit): Promise<Outcome> {
  const id = (await listOf(kit, users, 'limit=4')).items
    .map((item) => idOf(item, 'userId'))
    .find((text) => text.length === 36);
  if (id === undefined) return unknown('no user shows an id');
  const body = bodyOf(await kit.ask('core', `users/${id}`));
  return idOf(body, 'userId') === id ? passed('found') : differs('another user, or none');
}

async function judgeUserByExternalId(kit: Kit): Promise<Outcome> {
  const { items } = await listOf(kit, users, 'limit=4');
  const id = items
    .flatMap((item) => (isRecord(item) && typeof item['externalId'] === 'string' ? [item['externalId']] : []))
    .find(Boolean);
  if (id === undefined) return unknown('no user shows an external id');
  const body = bodyOf(await kit.ask('core', `users/external/${encodeURIComponent(id)}`));
  if (idOf(body, 'externalId') !== id) return differs('another user, or none');
  const { error } = operations.getUserByExternalId.item.safeParse(body);
  return error
    ? differs(
        error.issues
          .map(({ path, message }) => `${path.join('.')}: ${message}`)
          .slice(0, 3)
          .join('; '),
      )
    : passed('found');
}

/** A zone-less date-time in the middle of the first page. */
async function middle(kit: Kit, member: string): Promise<string> {
  const { items } = await listOf(kit, reservations, 'limit=250');
  const text = idOf(items[items.length >> 1], member).slice(0, 19);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text)) throw new NoAnswer('no reservation shows a time');
  return text;
}

/** The zone of a filter's time is not documented. So this checks only that the two halves make the whole. */
const halves = (member: string, low: string, high: string): Check => ({
  section: '4.2',
  what: `reservations: ${member} with ${low} and ${high}`,
  run: async (kit) => {
    const time = await middle(kit, member);
    const parts = [low, high].map((operator) => ({ query: `${member}=${operator}:${time}`, has: () => true }));
    const outcome = await judgeParts(kit, reservations, parts);
    const part = await listOf(kit, reservations, parts[0]?.query);
    const { totalItems } = await listOf(kit, reservations);
    if (outcome.result === 'passed' && part.totalItems === totalItems) return unknown('one half is everything');
    return outcome;
  },
});

async function judgeUtc(kit: Kit): Promise<Outcome> {
  const { items } = await listOf(kit, reservations);
  if (items.length === 0) return unknown('there are no reservations');
  const times = items.filter(isRecord).flatMap((item) => [item['startTime'], item['endTime']]);
  const local = times.filter((time) => typeof time !== 'string' || !/(Z|\+00:00)$/.test(time));
  return local.length === 0
    ? passed(`${times.length} times`)
    : differs(`${local.length} of ${times.length} times are not UTC, such as ${JSON.stringify(local[0])}`);
}

async function judgeOfUser(kit: Kit): Promise<Outcome> {
  const { items } = await listOf(kit, reservations);
  const pilots = items.filter(isRecord).flatMap(({ pilots: of }): unknown[] => (Array.isArray(of) ? of : []));
  const id = pilots.map((pilot) => idOf(pilot, 'userId')).find((text) => text.length === 36);
  if (id === undefined) return unknown('no reservation names a pilot');
  const ownList = await listOf(kit, reservations, `userId=eq:${id}`);
  const others = ownList.items.filter((item) => !JSON.stringify(item).toLowerCase().includes(id.toLowerCase()));
  if (ownList.items.length === 0) return differs('a pilot has no reservations');
  return others.length === 0 ? passed(`${ownList.items.length} of one user`) : differs(`${others.length} of others`);
}

const displayTypeOf = (item: Item) =>
  isRecord(item['reservationType']) ? item['reservationType']['displayTypeId'] : null;

const scheduling: readonly Check[] = [
  ...listChecks('2.6', at(reservations), 'reservations'),
  { section: '2.6', what: 'reservations: startTime and endTime are UTC', run: judgeUtc },
  halves('startTime', 'lt', 'gte'),
  halves('startTime', 'lte', 'gt'),
  halves('endTime', 'lt', 'gte'),
  halves('endTime', 'lte', 'gt'),
  {
    section: '4.2',
    what: 'reservations: displayTypeId',
    run: (kit) =>
      judgeParts(
        kit,
        reservations,
        displayTypes.map(({ id }) => ({ query: `displayTypeId=eq:${id}`, has: (item) => displayTypeOf(item) === id })),
      ),
  },
  { section: '4.2', what: 'reservations: userId', run: judgeOfUser },
];

const placeOf = (id: OperationId): ListAddress => ({ id, path: operations[id].path.split('/').at(-1) ?? '' });

const reports: readonly Check[] = [
  ...operationIds
    .filter((id) => operations[id].area === 'reports')
    .map((id): Check => ({
      section: '4.3',
      what: `report ${placeOf(id).path}: a Paged list of objects`,
      // The specification shows `limit` and its bounds only for work items.
      run: (kit) => judgeReport(kit, placeOf(id)),
    })),
  { section: '4.3', what: 'report workitems: limit and offset', run: (kit) => judgePages(kit, workItems) },
  { section: '4.3', what: 'report flightOperations: StartDate and EndDate', run: judgeRange },
];

async function judgeReport(kit: Kit, place: ListAddress): Promise<Outcome> {
  const { totalItems, items } = await listOf(kit, place, 'limit=4');
  if (!Number.isInteger(totalItems)) return differs(`totalItems is ${JSON.stringify(totalItems)}`);
  const shape = items.length === 0 ? passed('empty') : await judgeShape(kit, place, 'limit=4');
  return shape.result === 'passed' ? passed(`${items.length} of ${String(totalItems)} rows`) : shape;
}

async function judgeRange(kit: Kit): Promise<Outcome> {
  const place = placeOf('reportFlightOperations');
  const total = async (query: string) => Number((await listOf(kit, place, query)).totalItems);
  const whole = await total('limit=4');
  if (whole === 0) return unknown('there is nothing to narrow');
  const [none, all] = [
    await total('StartDate=1990-01-01T00:00:00Z&EndDate=1990-01-02T00:00:00Z'),
    await total('StartDate=1990-01-01T00:00:00Z&EndDate=2190-01-01T00:00:00Z&limit=4'),
  ];
  return none === 0 && all === whole
    ? passed(`0 of 1990, all ${all} of two centuries`)
    : differs(`${none} of 1990, ${all} of two centuries, ${whole} in all`);
}

const isErrorArray = (body: unknown) =>
  Array.isArray(body) && body.length > 0 && body.every((entry) => errorEntryShape.safeParse(entry).success);

const rejections = new Set([401, 403, 404, 429]);

/** A rejected Reporting call. The specification shows its body, but not which status it has. */
function judgeRejection({ status, body, text }: Answer): Outcome {
  if (status === 200) return differs('it is answered with 200');
  if (!rejections.has(status)) return differs(`it is rejected with ${status}, which section 7 does not have`);
  return isErrorArray(body)
    ? passed(`${status} with the array`)
    : differs(`${status} with ${text.slice(0, 60) || 'an empty body'}`);
}

const errors: readonly Check[] = [
  {
    section: '5',
    what: 'a call without a key is rejected, with the array',
    run: async (kit) => judgeRejection(await kit.askAs({ key: null }, 'reports', 'aircraft')),
  },
  {
    section: '5',
    what: 'a call with a wrong key is rejected, with the array',
    run: async (kit) => judgeRejection(await kit.askAs({ key: 'no-such-key' }, 'reports', 'aircraft')),
  },
  {
    section: '7',
    what: "another operator's report is rejected, with the array",
    run: async (kit) =>
      judgeRejection(await kit.askAs({ operatorId: kit.operatorId === 1 ? 2 : 1 }, 'reports', 'aircraft')),
  },
  {
    section: '7',
    what: 'a report that does not exist is rejected, with the array',
    run: async (kit) => judgeRejection(await kit.ask('reports', 'nosuchreport')),
  },
  {
    section: '1',
    what: 'answers are JSON',
    run: async (kit) => {
      const { type } = await kit.ask('core', 'aircraft');
      return /^application\/json\b/.test(type) ? passed(type) : differs(`content-type is ${type || 'missing'}`);
    },
  },
];

export const checks: readonly Check[] = [...core, ...scheduling, ...reports, ...errors];

/** What the kit cannot judge from outside. */
export const notJudged = [
  'Conditions of 429, codes and categories of errors, and everything that the specification calls "not shown".',
  'The zone of the times in filters of reservations.',
] as const;
