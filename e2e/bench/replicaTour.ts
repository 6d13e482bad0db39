import * as z from 'zod/mini';
import { browserAgent } from '#e2e/servers/teststand.ts';
import { startGateway, temporaryDirectory } from './gatewayProcess.ts';
import { maxInWindow } from './gatewayUpstream.ts';
import type { Part } from './outcome.ts';
import { apiPath, today, type TourIds, tourPages, type Visit, windowPath } from './replicaPages.ts';
import { generateSchool, serveSchool, defaultSchool } from './school.ts';

const allowance = 60;
const boundMs = 1_000;
const betweenMs = 1_500;
const beforeMs = 60_000;

/**
 * The requests of seventeen pages, opened one after another 1.5 s apart: one minute after a first start at 60 calls a minute, and
 * again with a new process while the service is unreachable.
 */
export async function replicaTour(): Promise<Part> {
  const directory = temporaryDirectory();
  const school = generateSchool(defaultSchool, false);
  const service = await serveSchool(school, { allowance });
  try {
    const first = await startGateway(service.url, allowance, directory.path);
    console.error('  one minute for the first start');
    await pause(beforeMs);
    const cold = await walk(first.url, await idsOf(first.url));
    const max = maxInWindow(service.calls.map(({ at }) => at));
    const refused = service.calls.filter(({ status }) => status === 429).length;
    const ids = await idsOf(first.url);
    await first.stop();
    await service.stop();
    const second = await startGateway(service.url, allowance, directory.path);
    const offline = await walk(second.url, ids);
    await second.stop();
    const parts = [report('a minute after a first start', cold), report('restarted without the service', offline)];
    return {
      rows: parts.flatMap(({ rows }) => rows),
      figures: Object.assign(
        { 'tour, most calls in 60 s': max, 'tour, 429': refused },
        ...parts.map(({ figures }) => figures),
      ) as Part['figures'],
      ratios: Object.assign({}, ...parts.map(({ ratios }) => ratios)) as Part['ratios'],
    };
  } finally {
    school.database.close();
    directory.remove();
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

type Seen = {
  readonly page: string;
  readonly ms: number;
  readonly statuses: readonly number[];
  readonly lacking: readonly string[];
};

async function walk(url: string, ids: Ids): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const visit of tourPages(ids)) {
    const next = performance.now() + betweenMs;
    const one = await open(url, visit, ids.inService);
    seen.push(one);
    if (one.ms > boundMs || one.lacking.length > 0) {
      console.error(`  ${one.page}: ${one.ms.toFixed(0)} ms, ${one.lacking.join('; ') || 'complete'}`);
    }
    await pause(Math.max(0, next - performance.now()));
  }
  return seen;
}

async function open(url: string, { page, paths }: Visit, inService: ReadonlySet<string>): Promise<Seen> {
  const start = performance.now();
  const answers = await Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(url + path, { headers: browserAgent });
      const text = await answer.text();
      const lack = answer.status === 200 ? lackOf(path, text, inService) : `${answer.status}`;
      return { status: answer.status, lack: lack === null ? null : `${path.split('?')[0]} ${lack}` };
    }),
  );
  const ms = performance.now() - start;
  return {
    page,
    ms,
    statuses: answers.map(({ status }) => status),
    lacking: answers.flatMap(({ lack }) => lack ?? []),
  };
}

const bodies = {
  '/replica/reservations': z.object({ missing: z.array(z.unknown()) }),
  '/replica/days': z.object({ days: z.array(z.object({ isKnown: z.boolean() })) }),
  '/replica/people': z.object({ isComplete: z.boolean() }),
  perAircraft: z.object({ aircraft: z.array(z.object({ aircraftId: z.string(), items: z.nullable(z.unknown()) })) }),
};

/** What an answer still lacks; null if it is complete. */
function lackOf(address: string, text: string, inService: ReadonlySet<string>): string | null {
  const body = JSON.parse(text) as unknown;
  const [path = ''] = address.split('?');
  switch (path) {
    case '/replica/reservations': {
      const { missing } = bodies[path].parse(body);
      return missing.length > 0 ? `lacks ${missing.length} stretches` : null;
    }
    case '/replica/days': {
      const unknown = bodies[path].parse(body).days.filter(({ isKnown }) => !isKnown);
      return unknown.length > 0 ? `lacks ${unknown.length} days` : null;
    }
    case '/replica/people':
      return bodies[path].parse(body).isComplete ? null : 'is not complete';
    case '/replica/reminders':
    case '/replica/squawks': {
      const { aircraft } = bodies.perAircraft.parse(body);
      const read = new Set(aircraft.flatMap(({ aircraftId, items }) => (items === null ? [] : aircraftId)));
      const unread = Array.from(inService).filter((id) => !read.has(id));
      return unread.length > 0 ? `lacks ${unread.length} of ${inService.size} aircraft` : null;
    }
    default:
      return null;
  }
}

const fleetShape = z.object({
  items: z.array(z.looseObject({ aircraftId: z.string(), status: z.looseObject({ id: z.number() }) })),
});
const instructorsShape = z.object({ items: z.array(z.looseObject({ userId: z.string() })) });
const dayShape = z.object({
  items: z.array(
    z.looseObject({ reservationId: z.string(), pilots: z.optional(z.array(z.looseObject({ userId: z.string() }))) }),
  ),
});
const active = 1;

/** Pages show the reminders of aircraft in service; those of others are read last. */
type Ids = TourIds & { readonly inService: ReadonlySet<string> };

/** The ids in the addresses of the tour, as a person finds them on earlier pages. */
async function idsOf(url: string): Promise<Ids> {
  const body = async (path: string): Promise<unknown> => (await fetch(url + path, { headers: browserAgent })).json();
  const fleet = fleetShape.parse(await body(apiPath('listAircraft'))).items;
  const inService = fleet
    .filter(({ status }) => status.id === active)
    .map(({ aircraftId }) => aircraftId.toLowerCase());
  const [instructor] = instructorsShape.parse(await body(apiPath('listInstructors'))).items;
  const day = dayShape.parse(await body(windowPath(today()))).items;
  const booked = day.findLast(({ pilots = [] }) => pilots.length > 0);
  return {
    inService: new Set(inService),
    aircraftId: inService[0] ?? '',
    instructorId: instructor?.userId ?? '',
    reservationId: booked?.reservationId ?? '',
    personId: booked?.pilots?.[0]?.userId ?? '',
  };
}

function report(when: string, seen: readonly Seen[]): Part {
  const slow = seen.filter(({ ms }) => ms > boundMs);
  const lacking = seen.filter((one) => one.lacking.length > 0);
  const unavailable = seen.flatMap(({ statuses }) => statuses).filter((status) => status === 503).length;
  const whole = seen.length - new Set([...slow, ...lacking]).size;
  const slowest = Math.max(...seen.map(({ ms }) => ms));
  return {
    rows: [
      [
        `pages complete within 1 s, ${when}`,
        `${whole} of ${seen.length}`,
        `slowest ${slowest.toFixed(0)} ms, ${unavailable} times 503`,
        (whole / seen.length).toFixed(2),
      ],
    ],
    figures: {
      [`pages complete within 1 s, ${when}`]: whole,
      [`slowest page, ${when}, ms`]: slowest,
      [`503, ${when}`]: unavailable,
    },
    ratios: { [`pages complete within 1 s, ${when}`]: whole / seen.length },
  };
}
