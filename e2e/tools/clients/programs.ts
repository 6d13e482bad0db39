import * as z from 'zod';

/**
 * Five programs like those that people build on such services: they make calls in one way, read fields carelessly, and stop at
 * any refusal. Each returns a line about what it would show.
 */

/** The base address of the three areas, and what a program sends with each call. */
export type Connection = {
  readonly base: string;
  readonly key: string;
  readonly operatorId: number;
  readonly now: Date;
};
type Program = (connection: Connection) => Promise<string>;

/** One call, without a retry. `maxAge`: the greatest age in seconds that the program accepts. */
async function get({ base, key }: Connection, path: string, maxAge: number | null = null): Promise<unknown> {
  const answer = await fetch(base + path, {
    headers: {
      'x-subscription-key': key,
      'user-agent': 'python-requests/2.32',
      ...(maxAge !== null && { 'cache-control': `max-age=${maxAge}` }),
    },
  });
  if (answer.status !== 200) throw new Error(`${answer.status} for ${path}: ${(await answer.text()).slice(0, 200)}`);
  const age = Number(answer.headers.get('age') ?? 0);
  must(maxAge === null || age <= maxAge, `an answer of at most ${maxAge} s, and not of ${age} s`);
  return answer.json();
}

const areas = (operatorId: number) => ({
  core: `/core/v1.0/operators/${operatorId}`,
  scheduling: `/scheduling/v1.0/operators/${operatorId}`,
  reports: `/reports/v1.0/operators/${operatorId}`,
});

async function listOf<Item extends z.ZodType>(item: Item, answer: Promise<unknown>): Promise<z.output<Item>[]> {
  return z.object({ items: z.array(item) }).parse(await answer).items;
}

function must(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`The program expected ${what}.`);
}

/** The date some days after a moment, `2026-05-12`, by the computer's own calendar, as programs write it. */
const dayOf = (now: Date, later = 0) => new Date(now.getTime() + later * 86_400_000).toISOString().slice(0, 10);

const person = z.object({ firstName: z.string(), lastName: z.string() });
const reservation = z.object({
  reservationId: z.string(),
  reservationNumber: z.number(),
  startTime: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d\d)?$/),
  endTime: z.string(),
  activityType: z.object({ name: z.string() }),
  aircraft: z.nullable(z.object({ tailNumber: z.string() })),
  instructor: z.optional(person),
  pilots: z.array(person),
  reservationStatus: z.object({ id: z.number(), name: z.enum(['Reserved', 'Checked Out', 'Completed']) }),
});
const aircraft = z.object({ aircraftId: z.string(), tailNumber: z.string(), status: z.object({ name: z.string() }) });

/** A screen in the lobby: the flights of two days, by name, never maintenance. */
const lobbyBoard: Program = async (connection) => {
  const { scheduling } = areas(connection.operatorId);
  const window = `startTime=gte:${dayOf(connection.now)}&endTime=lte:${dayOf(connection.now, 2)}`;
  const all = await listOf(reservation, get(connection, `${scheduling}/reservations?${window}&limit=500`, 60));
  const flights = all.filter(({ activityType: { name } }) => name.startsWith('Flight') || name === 'New Customer');
  must(flights.length > 0, 'flights on the board');
  const lines = flights.map(({ startTime, aircraft: listedAircraft, pilots }) =>
    [
      startTime.slice(11, 16),
      listedAircraft?.tailNumber ?? '',
      pilots.map((pilot) => `${pilot.firstName} ${pilot.lastName[0]}.`),
    ].join(' '),
  );
  return `${lines.length} flights, first ${lines[0]}`;
};

const axis = z.nullable(z.object({ typeStatus: z.object({ name: z.string() }), message: z.string() }));
const reminder = z.object({ name: z.string(), active: z.boolean(), dateOptions: axis, timeOptions: axis });
const squawk = z.object({ description: z.string(), groundAircraft: z.boolean(), resolved: z.literal(false) });

/** A screen in the hangar: reminders and open squawks of ten aircraft, all requested at once. */
const hangarBoard: Program = async (connection) => {
  const { core } = areas(connection.operatorId);
  const fleet = await listOf(aircraft, get(connection, `${core}/aircraft?statusId=Eq:1&limit=500`));
  must(
    fleet.every(({ status }) => status.name === 'Active'),
    'active aircraft only',
  );
  const shown = fleet.slice(0, 10);
  const of = shown.map(({ aircraftId }) => `${core}/aircraft/${aircraftId}`);
  const [reminders, squawks] = await Promise.all([
    Promise.all(of.map((text) => listOf(reminder, get(connection, `${text}/maintenanceReminders?limit=500`)))),
    Promise.all(
      of.map(async (text) => z.array(squawk).parse(await get(connection, `${text}/squawks?resolved=eq:false`))),
    ),
  ]);
  must(reminders.flat().length > 0, 'reminders');
  return `${shown.length} aircraft, ${reminders.flat().length} reminders, ${squawks.flat().length} open squawks`;
};

const member = person.extend({
  userGuidId: z.string(),
  email: z.string(),
  phone: z.string(),
  roles: z.array(z.object({ name: z.enum(['Students', 'Instructors', 'Administrator', 'Renters', 'Owners']) })),
});

/** A form for dispatch: who may fly, which instructors there are, and what one aircraft does today. */
const dispatchForm: Program = async (connection) => {
  const { core, scheduling } = areas(connection.operatorId);
  const [fleet, people, instructors] = await Promise.all([
    listOf(aircraft, get(connection, `${core}/aircraft?limit=200`)),
    listOf(member, get(connection, `${core}/people?limit=500&isActive=true`)),
    listOf(person.extend({ email: z.string() }), get(connection, `${core}/instructors?limit=200`)),
  ]);
  const having = (role: string) => people.filter(({ roles }) => roles.some(({ name }) => name === role));
  must(
    ['Students', 'Instructors', 'Administrator', 'Renters'].every((role) => having(role).length > 0),
    'people of each role',
  );
  must(instructors.length > 0, 'instructors');
  const tail = fleet.find(({ status }) => status.name === 'Active')?.tailNumber ?? '';
  const [listedAircraft] = await listOf(aircraft, get(connection, `${core}/aircraft?tailNumber=eq:${tail}`));
  must(listedAircraft?.tailNumber === tail, 'the aircraft of this tail');
  const [from, to] = [-1, 1].map((days) => `${dayOf(connection.now, days)}T06:00:00Z`);
  const window = `startTimeUtc=gte%3A${from}&endTimeUtc=lte%3A${to}&tailNumber=${tail}`;
  const own = await listOf(reservation, get(connection, `${scheduling}/reservations?${window}`));
  must(
    own.every(({ aircraft: one }) => one?.tailNumber === tail),
    'reservations of this aircraft only',
  );
  return `${having('Students').length} students, ${tail} has ${own.length} reservations`;
};

const flight = z.object({
  reservationId: z.string(),
  registrationTail: z.string(),
  checkedOutOn: z.string(),
  checkedInOn: z.string(),
});
const never = '1753-01-01T00:00:00';

/** A script that copies a month of flights into a table, page by page; pages count records. */
const flightSync: Program = async (connection) => {
  const { reports } = areas(connection.operatorId);
  const window = `flightDate=gte:${dayOf(connection.now, -30)}&flightDateRangeEndDate=lte:${dayOf(connection.now)}`;
  const page = z.object({ totalItems: z.number(), items: z.array(flight) });
  const rows = new Map<string, z.output<typeof flight>>();
  for (let offset = 0; ;) {
    const path = `${reports}/flights?${window}&limit=500&offset=${offset}`;
    const { totalItems, items } = page.parse(await get(connection, path));
    for (const row of items) rows.set(row.reservationId, row);
    offset += items.length;
    if (items.length === 0 || offset >= totalItems) {
      must(rows.size === totalItems, `${totalItems} flights, and not ${rows.size}`);
      break;
    }
  }
  const out = [...rows.values()].filter(({ checkedInOn }) => checkedInOn === never);
  must(out.length > 0, 'flights that are out now');
  const since = `LastUpdated=gte:${dayOf(connection.now, -1)}`;
  const news = await listOf(flight, get(connection, `${reports}/flights?${since}&limit=500&offset=0`));
  const progress = await listOf(
    z.object({ student: z.string() }),
    get(connection, `${reports}/studentprogress?${since}`),
  );
  must(news.length > 0 && news.length < rows.size, 'the latest flights only');
  return `${rows.size} flights, ${out.length} out, ${news.length} new, ${progress.length} students in progress`;
};

const row = z.object({
  registrationTail: z.string(),
  status: z.string(),
  aircraftAvailability: z.enum(['Available', 'Unavailable']),
  airframeHasHobbs: z.boolean(),
  engine1HasTach: z.boolean(),
  airframeTtis: z.number(),
  airframeTtisBasedOn: z.string(),
});

/** A sheet of the fleet: the aircraft that may fly, with their hours, and every user for the mailing list, from one page. */
const fleetSheet: Program = async (connection) => {
  const { core, reports } = areas(connection.operatorId);
  const users = z.object({ totalItems: z.number(), items: z.array(z.object({ userId: z.string() })) });
  const [rows, everyone] = await Promise.all([
    listOf(row, get(connection, `${reports}/aircraft`)),
    get(connection, `${core}/users?limit=500`).then((answer) => users.parse(answer)),
  ]);
  must(everyone.items.length === everyone.totalItems, `all ${everyone.totalItems} users on one page`);
  const grounded = rows.filter((one) => one.status === 'Active' && one.aircraftAvailability === 'Unavailable');
  const free = rows.filter((one) => one.aircraftAvailability === 'Available');
  must(free.length > 0, 'aircraft that may fly');
  return `${free.length} of ${rows.length} may fly, ${grounded.length} may not; ${everyone.items.length} users`;
};

const programs = { lobbyBoard, hangarBoard, dispatchForm, flightSync, fleetSheet } as const satisfies {
  readonly [name: string]: Program;
};

/** The result of a program: what it would show, or why it stopped. */
export type Ending = { readonly name: string; readonly ok: boolean; readonly words: string };

/** Runs all five at once, as in a school. */
export function runPrograms(connection: Connection): Promise<Ending[]> {
  return Promise.all(
    Object.entries(programs).map(async ([name, program]): Promise<Ending> => {
      try {
        return { name, ok: true, words: await program(connection) };
      } catch (error) {
        return { name, ok: false, words: error instanceof Error ? error.message : String(error) };
      }
    }),
  );
}
