import { Hono, type MiddlewareHandler } from 'hono';
import { matchPath, type PathParameters } from '#contract/addresses.ts';
import { openApiDocument } from '#contract/openapi/openapi.ts';
import { operatorOfPeople } from '#contract/publicForms.ts';
import { answererOf } from '#operator/answers/answers.ts';
import type { Source } from '#operator/answers/list.ts';
import { type ServedId, readQuery } from '#operator/answers/parameters.ts';
import { madeUpReports } from './weather.ts';
import { extendSchool } from '#operator/school/open.ts';
import { hash, timingSafeEqual } from 'node:crypto';
import { millisecondsInMinute } from '#domain/units.ts';
import { errorEntry } from '#contract/errors.ts';

export type AppOptions = Source & {
  readonly keys: readonly string[];
  /** Calls per 60 seconds and key; 0 for no limit. */
  readonly rateLimit: number;
  /** Whether it accepts and answers like live services; by default as specified. */
  readonly isField?: boolean;
  /** Whether live services cut a Core `limit` to the specification's maximum. */
  readonly cutsLimit?: boolean;
  /** The school's clock. */
  readonly now: () => Date;
  /** Milliseconds for the rate limit, which runs even if the school's clock is stopped. */
  readonly stopwatch?: () => number;
};

type Environment = { Variables: { key: number } };

/**
 * The operator's API. A request is refused for the first of these reasons, in this order: its method (405), its key (401),
 * the limit (429), its path (404, a malformed id 400), another operator's id (403), its query (400), an unknown record (404).
 */
export function operatorApp(options: AppOptions): Hono<Environment> {
  const app = new Hono<Environment>();
  app.use(onlyReading);
  app.get('/', (context) => context.text(welcome));
  app.get('/openapi.json', (context) => context.json(openApiDocument('operator')));
  app.get('/weather/:kind', ({ req }) => weather(req.param('kind'), req.query('ids') ?? '', options));
  app.use(keyRequired(options.keys));
  app.use(withinLimit(rateLimiter(options.rateLimit, options.stopwatch ?? (() => performance.now()))));
  app.get('*', ({ req }) => answer(new URL(req.url), options));
  app.onError((error) => {
    console.error('operator: a request failed:', error);
    return problem(500, { message: 'The operator failed to answer; this is a fault of its own.' });
  });
  return app;
}

/**
 * Made-up weather is not part of the API. It needs no key, and stations are written as weather services expect them.
 */
function weather(kind: string, ids: string, { school, now }: AppOptions): Response {
  const stations = ids.split(',').filter((part) => /^[A-Z][A-Z0-9]{3}$/.test(part));
  const text = stations.length <= maxStations ? madeUpReports(kind, stations, school.seed, now().getTime()) : null;
  if (text === null)
    return problem(404, { message: 'There are /weather/metar?ids= and /weather/taf?ids=, for ten stations.' });
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}

const maxStations = 10;

const welcome = `This is a flight school's operations API (Operator Flight Management API 1.0): aircraft, reservations, people
and reports of a generated school. /openapi.json describes it. Every call needs the header x-subscription-key.
`;

const onlyReading: MiddlewareHandler = async ({ req }, next) => {
  if (req.method === 'GET' || req.method === 'HEAD') return next();
  return problem(405, { message: 'Every operation is a GET.' }, { allow: 'GET, HEAD' });
};

function keyRequired(keys: readonly string[]): MiddlewareHandler<Environment> {
  const find = keyring(keys);
  const field = 'x-subscription-key';
  return async (context, next) => {
    const offered = context.req.header(field);
    if (!offered) return problem(401, { message: `The header ${field} is missing.`, field });
    const key = find(offered);
    if (key === null) return problem(401, { message: `The key in ${field} is not known.`, field });
    context.set('key', key);
    return next();
  };
}

function withinLimit(secondsToWait: (caller: number) => number | null): MiddlewareHandler<Environment> {
  return async (context, next) => {
    const seconds = secondsToWait(context.var.key);
    if (seconds === null) return next();
    const message = `Too many requests. Try again in ${seconds} seconds.`;
    return problem(429, { message }, { 'retry-after': String(seconds) });
  };
}

/** The answer to an allowed call: the contract parses the address, and the school has the data. */
function answer({ pathname, searchParams }: URL, options: AppOptions): Response {
  const { database, school, clock, isField = false, cutsLimit = false } = options;
  const match = matchPath(pathname) ?? (isField ? matchPeople(pathname) : null);
  if (!match) return problem(404, { message: 'No operation has this path.' });
  if (match.malformed !== undefined) {
    return problem(400, { message: `${match.malformed} in the path is malformed.`, field: match.malformed });
  }
  const { id, path } = match;
  if (Number(path['operatorId']) !== school.operatorId) {
    return problem(403, { message: 'The key does not give access to this operator.', field: 'operatorId' });
  }
  const { query, problems } = readQuery(id, [...searchParams], { clock, isField, cutsLimit });
  if (problems.length > 0) return problem(400, problems);
  const now = Math.floor(options.now().getTime() / 1000);
  extendSchool(database, now);
  const body = answererOf(id)({ database, school, clock, now, isField, path, query });
  if (body) return new Response(JSON.stringify(body), { headers: jsonHeaders });
  const field = Object.keys(path).find((name) => name !== 'operatorId');
  return problem(404, { message: `The operator has nothing with this ${field}.`, field });
}

type PeopleMatch = { readonly id: ServedId; readonly path: PathParameters; readonly malformed?: undefined };

/** The list of people that only live services have. */
function matchPeople(pathname: string): PeopleMatch | null {
  const operatorId = operatorOfPeople(pathname);
  return operatorId === null ? null : { id: 'listPeople', path: { operatorId } };
}

/** Finds an offered key among the known ones: its place in the list, or null. Its time reveals nothing about any key. */
function keyring(keys: readonly string[]): (offered: string) => number | null {
  const known = keys.map(digest);
  return (offered) => {
    const digested = digest(offered);
    const matches = known.map((key) => timingSafeEqual(key, digested));
    const place = matches.indexOf(true);
    return place < 0 ? null : place;
  };
}

/** Digests have equal length, which the constant-time comparison requires. */
function digest(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

const window = millisecondsInMinute;

/**
 * A sliding window of 60 seconds per caller: returns null and counts the call, or the whole seconds until the next call is
 * accepted. Refused calls do not count. A limit of 0 refuses nothing. `clock` gives milliseconds and never goes back.
 */
export function rateLimiter(limit: number, clock: () => number): (caller: number) => number | null {
  const calls = new Map<number, number[]>();
  return (caller) => {
    if (limit === 0) return null;
    const now = clock();
    const recent = (calls.get(caller) ?? []).filter((at) => at > now - window);
    calls.set(caller, recent);
    const oldest = recent[0];
    if (oldest !== undefined && recent.length >= limit) return Math.ceil((oldest + window - now) / 1000);
    recent.push(now);
    return null;
  };
}

const jsonHeaders = { 'content-type': 'application/json', 'cache-control': 'no-store' } as const;

/** One thing wrong with a request: a sentence, and the parameter or header. */
export type Fault = { readonly message: string; readonly field?: string | undefined };

/** The error array of section 7. We use the HTTP status as `code`, category 0 throughout, and nothing is overridable. */
export function problemBody(status: number, faults: readonly Fault[]): string {
  return JSON.stringify(
    faults.map(({ message, field = null }) => errorEntry({ code: status, message, dataField: field })),
  );
}

/** An error answer: the array of section 7, for every operation and every status. */
export function problem(
  status: number,
  faults: Fault | readonly Fault[],
  headers: Record<string, string> = {},
): Response {
  return new Response(problemBody(status, [faults].flat()), {
    status,
    headers: { ...jsonHeaders, ...headers },
  });
}
