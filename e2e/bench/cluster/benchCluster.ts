import { type GatewayProcess, startSignedIn } from '#e2e/bench/gatewayProcess.ts';
import { type Nginx } from '#e2e/bench/nginx.ts';
import { filled } from '#e2e/fixtures/filled.ts';
import { startFront } from '#e2e/servers/cluster/nginx.ts';
import { type Postgres, startPostgres } from '#e2e/servers/cluster/postgres.ts';
import { freePort } from '#e2e/servers/freePort.ts';

/** Gateways of one school with their own PostgreSQL, behind the nginx of the manual. */
export type BenchCluster = {
  readonly gateways: readonly GatewayProcess[];
  /** One cookie per person. */
  readonly cookies: readonly string[];
  /** The public name of all gateways, as in the header `Host`. */
  readonly host: string;
  readonly front: Nginx;
  readonly postgres: Postgres;
  readonly stop: () => Promise<void>;
};

/** A server that writes to its disk as a school's server does. */
export const startDurable = (): Promise<Postgres> => startPostgres({ fsync: 'on', full_page_writes: 'on' });

/** Starts so many gateways. Resolves once each has read the whole school. */
export async function startCluster(upstream: string, count: number, people: number): Promise<BenchCluster> {
  const postgres = await startDurable();
  const port = await freePort();
  const host = `127.0.0.1:${port}`;
  const settings = {
    DATABASE_URL: postgres.url,
    PUBLIC_URL: `http://${host}`,
    TRUSTED_PROXIES: '127.0.0.1',
    // More than is used here, but no more than a service may allow: each call of the minute is a row of the database.
    API_RATE_LIMIT: '3000',
  };
  const roles = Array.from({ length: people }, () => 'dispatcher');
  const first = await startSignedIn(upstream, roles, settings);
  const gateways: GatewayProcess[] = [first];
  while (gateways.length < count) gateways.push(await startSignedIn(upstream, [], settings));
  for (const { url } of gateways) await filled(url, first.cookies[0], host);
  const front = await startFront(port, gateways);
  const stop = async () => {
    await front.stop();
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    postgres.remove();
  };
  return { gateways, cookies: first.cookies, host, front, postgres, stop };
}
