import type { AddressInfo } from 'node:net';
import { operatorApp } from './app.ts';
import { createOperatorServer } from './connection.ts';
import { openDatabase } from './database.ts';
import { asInTheField } from './field.ts';
import type { OperatorSettings } from './flags.ts';
import { openSchool } from './school/open.ts';
import { zoneClock } from './school/zone.ts';

export type RunningOperator = {
  /** `http://127.0.0.1:4700`, with the port that is really served. */
  readonly url: string;
  /** Ends every connection and closes the database. */
  close(): Promise<void>;
};

/** Opens or generates the school and serves it. Rejects when the address cannot be served. */
export async function startOperator(settings: OperatorSettings): Promise<RunningOperator> {
  const now = (): Date => settings.now ?? new Date();
  const database = openDatabase(settings.database);
  const { seed, operatorId, zone, aircraft, reservationsPerDay, days, empty } = settings;
  const sizes = { aircraft, reservationsPerDay, days, empty };
  const school = openSchool(database, { seed, operatorId, zone, ...sizes, now: Math.floor(now().getTime() / 1000) });
  const clock = zoneClock(school.zone);
  const { key: keys, rateLimit, field: isField } = settings;
  const app = operatorApp({ database, school, clock, now, keys, rateLimit, isField });
  const server = createOperatorServer(isField ? asInTheField(app.fetch, clock) : app.fetch);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(settings.port, settings.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  return {
    url: `http://${host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          database.close();
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
