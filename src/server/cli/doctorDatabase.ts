import { hash } from 'node:crypto';
import { Database, DatabaseGone } from '#server/cluster/database.ts';
import { schemaOf } from '#server/cluster/joinCluster.ts';
import { migrations } from '#server/cluster/migrations.ts';
import { type Finding, fine, problem } from './finding.ts';

export type ExamineOptions = {
  readonly urls: readonly string[];
  readonly operatorId: number;
  /** Hours for which people are let in without the database. */
  readonly graceHours: number;
  /** Identifies the service's addresses and the operator. */
  readonly service: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
};

/** The oldest version of PostgreSQL that our statements are tested on. */
const minVersion = 150_000;
/** A gateway reports every second and a half that it lives. */
const silentSeconds = 10;
const maxSkewMs = 2_000;

/** Checks the database that gateways share: one sentence for each fault or success. Changes nothing. */
export async function examineDatabase({
  urls,
  operatorId,
  graceHours,
  service,
  clock,
}: ExamineOptions): Promise<Finding[]> {
  const examined: Finding[] = [];
  for (const [place, url] of urls.entries()) {
    const name = urls.length === 1 ? 'The database' : `The database at ${new URL(url).host}`;
    const database = new Database({ urls: [url], schema: schemaOf(operatorId) });
    try {
      examined.push(...(await examineOne(database, name, { service, clock })));
    } catch (error) {
      const isGone = error instanceof DatabaseGone;
      const cause = error instanceof Error && isGone && error.cause instanceof Error ? error.cause : error;
      const why = cause instanceof Error ? cause.message : String(cause);
      // A standby need not answer like the primary.
      const isStandby = /recovery|read-only/.test(why);
      examined.push({
        isProblem: !isStandby,
        words: `${name} ${isStandby ? 'is a standby' : 'cannot be used'}: ${why}.`,
      });
    } finally {
      await database.close();
    }
    if (place === urls.length - 1 && !examined.some(({ isProblem }) => !isProblem))
      examined.push({
        isProblem: true,
        words: `No address in DATABASE_URL can be used: this server shows what it last read, and refuses everyone after ${graceHours} h (DATABASE_GRACE_HOURS).`,
      });
  }
  return examined;
}

async function examineOne(
  { query, schema }: Database,
  name: string,
  { service, clock }: Pick<ExamineOptions, 'service' | 'clock'>,
): Promise<Finding[]> {
  const before = clock();
  const [server] = await query<{
    version: number;
    at: number;
    is_standby: boolean;
    may_create: boolean;
    has_schema: boolean;
  }>(
    `SELECT current_setting('server_version_num')::int AS version, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at,
       pg_is_in_recovery() AS is_standby, has_database_privilege(current_database(), 'CREATE') AS may_create,
       to_regclass($1) IS NOT NULL AS has_schema`,
    [`${schema}.head`],
  );
  if (!server) return [];
  if (server.is_standby) return [fine(`${name} is a standby, which follows another one.`)];
  const found: Finding[] = [];
  found.push(
    server.version < minVersion
      ? problem(`${name} is PostgreSQL ${Math.floor(server.version / 10_000)}: Flightline needs 15 or newer.`)
      : fine(`${name} answers (PostgreSQL ${Math.floor(server.version / 10_000)}).`),
  );
  const skew = Math.round(server.at - (before + clock()) / 2);
  if (Math.abs(skew) > maxSkewMs)
    found.push(
      problem(
        `The clocks of ${name.toLowerCase()} and this machine differ by ${Math.round(Math.abs(skew) / 1000)} s: let both follow a time server.`,
      ),
    );
  if (!server.has_schema)
    return [
      ...found,
      server.may_create
        ? fine('Its tables are made at the first start.')
        : problem(
            `Its user may not make a schema: GRANT CREATE ON DATABASE … TO …, or make the schema ${schema} yourself.`,
          ),
    ];
  return [...found, ...(await examineTables(query, service))];
}

async function examineTables(query: Database['query'], service: string): Promise<Finding[]> {
  const found: Finding[] = [];
  const [step] = await query<{ last: number }>('SELECT max(number) AS last FROM migration');
  const newest = migrations.at(-1)?.number ?? 0;
  if ((step?.last ?? 0) > newest)
    return [{ isProblem: true, words: 'Its tables are of a newer version of Flightline: start that version.' }];
  const [head] = await query<{ service: string | null }>(`SELECT service FROM head WHERE part = 'access'`);
  if (head?.service && head.service !== hash('sha256', service))
    found.push({ isProblem: true, words: 'It holds the data of another service address for this operator id.' });
  const gateways = await query<{ id: string; seconds: number; plans: boolean }>(
    `SELECT id, extract(epoch FROM clock_timestamp() - gateway.seen_at)::float8 AS seconds, id = holder AS plans FROM gateway, planner
     WHERE gateway.seen_at > clock_timestamp() - interval '1 day' ORDER BY id`,
  );
  for (const { id, seconds, plans } of gateways)
    found.push({
      isProblem: false,
      words: `Server ${id}: ${seconds > silentSeconds ? `last seen ${Math.round(seconds)} s ago` : plans ? 'plans' : 'is there'}.`,
    });
  const living = gateways.filter(({ seconds }) => seconds <= silentSeconds);
  if (living.length > 0 && !living.some(({ plans }) => plans))
    found.push({ isProblem: true, words: 'No server plans: look at their logs.' });
  return found;
}
