import { examineDatabase } from './doctorDatabase.ts';
import { Database } from '#server/cluster/database.ts';
import { schemaOf } from '#server/cluster/joinCluster.ts';
import { takeBack } from '#server/cluster/migrations.ts';
import { verifySharedAudit } from '#server/cluster/sharedTrail.ts';
import { counted } from '#domain/words.ts';
import { UsageError } from './commandLine.ts';
import { type Finding, fine, problem } from './finding.ts';
import type { Settings } from '#server/app/settings.ts';

export type DatabaseOptions = {
  readonly settings: () => Settings;
  readonly clock: () => number;
  readonly print: (line: string) => void;
};

/** Runs `flightline database`. Returns the exit code: 1 if something is wrong. Rejects with `DatabaseGone` and `UsageError`. */
export async function runDatabase(
  what: string | undefined,
  { settings, clock, print }: DatabaseOptions,
): Promise<0 | 1> {
  if (what !== undefined && what !== 'back') throw new UsageError('It takes nothing, or "back".');
  const { databaseUrls: urls, databaseGraceHours: graceHours, operatorId, upstream } = settings();
  if (urls === null) {
    print('DATABASE_URL is not set: this server is alone, and needs no database.');
    return 0;
  }
  if (what === undefined) {
    const service = JSON.stringify([upstream?.bases, operatorId]);
    const examined = await examineDatabase({ urls, operatorId, graceHours, service, clock });
    const findings = examined.some(({ isProblem }) => isProblem)
      ? examined
      : [...examined, ...(await auditFindings(urls, operatorId))];
    for (const { isProblem, words } of findings) print((isProblem ? 'problem' : 'ok').padEnd(9) + words);
    return findings.some(({ isProblem }) => isProblem) ? 1 : 0;
  }
  const database = new Database({ urls, schema: schemaOf(operatorId) });
  try {
    const living = await database.query(
      `SELECT id FROM gateway WHERE seen_at > clock_timestamp() - interval '10 seconds'`,
    );
    if (living.length > 0) {
      print('Servers are running: stop them all first.');
      return 1;
    }
    const step = await takeBack(database);
    print(step ? `Taken back: step ${step.number}, ${step.name}.` : 'There is no step to take back.');
    return 0;
  } finally {
    await database.close();
  }
}

/** Checks the shared audit for lines that were changed or removed. No findings if there is no audit yet. */
async function auditFindings(urls: readonly string[], operatorId: number): Promise<readonly Finding[]> {
  const database = new Database({ urls, schema: schemaOf(operatorId) });
  try {
    const [there] = await database.query<{ audit: string | null }>(`SELECT to_regclass('audit')::text AS audit`);
    if (there?.audit == null) return [];
    const { entries, faults } = await verifySharedAudit(database);
    return faults.length === 0
      ? [fine(`The audit is whole: ${counted(entries, 'entry', 'entries')}.`)]
      : faults.map(problem);
  } finally {
    await database.close();
  }
}
