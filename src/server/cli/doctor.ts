import { existsSync, readdirSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { millisecondsInSecond } from '#domain/units.ts';
import { clockVerdict } from '#server/upstream/connection/check.ts';
import { adviceFor, connectTo, directly, failureWords } from '#server/upstream/connection/connection.ts';
import { printable } from '#server/upstream/connection/findings.ts';
import { leftovers, openToOthers } from '#server/install/dataDirectory.ts';
import { calling } from '#server/install/settingsFile.ts';
import { type Settings, SettingsError } from '#server/app/settings.ts';
import { isNewerDatabase } from './dataFiles.ts';
import { addressFindings, telemetryFindings } from './doctorAddress.ts';
import { type Finding, fine, problem } from './finding.ts';

export type DoctorOptions = {
  readonly readSettings: () => Settings;
  /** The file of the settings; null if there is none. */
  readonly settingsFile: string | null;
  readonly fetch: typeof fetch;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly print: (line: string) => void;
};

/** Runs `flightline doctor`: says what is wrong with this installation. Returns the exit code: 1 if something is. */
export async function runDoctor(options: DoctorOptions): Promise<0 | 1> {
  const findings: Finding[] = [];
  const add = (made: readonly Finding[]) => {
    findings.push(...made);
    for (const { isProblem, words } of made) options.print((isProblem ? 'problem' : 'ok').padEnd(9) + words);
  };
  add(fileFindings(options.settingsFile));
  let settings: Settings;
  try {
    settings = options.readSettings();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    add(error.message.split('\n').map(problem));
    return 1;
  }
  add([fine('The settings are valid.')]);
  if (settings.dataDirectory !== null) add(directoryFindings(settings.dataDirectory));
  add(await serviceFindings(settings, options));
  add(await addressFindings(settings, options.fetch, options.clock()));
  add(await telemetryFindings(settings, options.fetch));
  if (settings.databaseUrls !== null) add(await databaseFindings(settings, settings.databaseUrls, options.clock));
  const problems = findings.filter(({ isProblem }) => isProblem).length;
  options.print(problems === 0 ? 'Nothing is wrong.' : `${problems} ${problems === 1 ? 'problem' : 'problems'}.`);
  return problems === 0 ? 0 : 1;
}

/** The database that several servers share. */
async function databaseFindings(
  { upstream, operatorId, databaseGraceHours: graceHours }: Settings,
  urls: readonly string[],
  clock: () => number,
): Promise<readonly Finding[]> {
  const { examineDatabase } = await import('./doctorDatabase.ts');
  return examineDatabase({
    urls,
    operatorId,
    graceHours,
    service: JSON.stringify([upstream?.bases, operatorId]),
    clock,
  });
}

/** Who may read the key, and lines that a service reads differently from a shell. */
function fileFindings(file: string | null): Finding[] {
  if (file === null) return [fine('There is no file of settings; they come from the environment.')];
  if (!existsSync(file)) return [problem(`The file of settings ${file} does not exist.`)];
  const { mode } = statSync(file);
  const isPrivate = process.platform === 'win32' || (mode & 0o077) === 0;
  const readable = isPrivate
    ? fine(`Only the owner of ${file} can read the key.`)
    : problem(`Others can read the key in ${file}: chmod 600 ${file}`);
  return [readable, ...commentFindings(file)];
}

function commentFindings(file: string): Finding[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // The check of the settings reports an unreadable file.
    return [];
  }
  const commented = text.split('\n').flatMap((line) => /^\s*([A-Z_]+)=[^'"]*\s#/.exec(line)?.[1] ?? []);
  return commented.map((name) =>
    problem(`${name} in ${file} has a comment behind its value, which systemd and Docker take as a part of it.`),
  );
}

/** Bytes below which the disk will soon be full. */
const minFree = 500 * 2 ** 20;

function directoryFindings(directory: string): Finding[] {
  if (!existsSync(directory)) return [fine(`The data directory ${directory} is made at the first start.`)];
  const { mode, uid } = statSync(directory);
  const findings: Finding[] = [];
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    findings.push(problem(`Others can open the data directory ${directory}: chmod 700 ${directory}`));
  const foreign = readdirSync(directory).find((name) => statSync(join(directory, name)).uid !== uid);
  if (foreign !== undefined)
    findings.push(
      problem(`${foreign} in ${directory} belongs to another user than the directory: chown -R --reference=. . there.`),
    );
  const [open, ...more] = openToOthers(directory);
  if (open !== undefined)
    findings.push(
      problem(
        `Others can read ${open}${more.length > 0 ? `, and ${more.length} more` : ''}: chmod -R go= ${directory}`,
      ),
    );
  for (const path of leftovers(directory))
    findings.push(
      problem(
        `${path} is left of something that was interrupted while it was written, and may hold a copy of the data: delete it, or start Flightline, which does.`,
      ),
    );
  const { bavail, bsize } = statfsSync(directory);
  if (bavail * bsize < minFree)
    findings.push(problem(`The disk of ${directory} has ${Math.floor((bavail * bsize) / 2 ** 20)} MiB left.`));
  if (findings.length === 0) findings.push(fine(`The data directory ${directory} is private and has room.`));
  const databases = readdirSync(directory).filter((name) => /^(?:access|replica)\.sqlite$/.test(name));
  return [...findings, ...databases.map((name) => databaseFinding(join(directory, name)))];
}

function databaseFinding(path: string): Finding {
  const database = new DatabaseSync(path, { timeout: millisecondsInSecond });
  try {
    const [sound] = database.prepare('PRAGMA integrity_check(1)').all();
    if (sound?.['integrity_check'] !== 'ok')
      return problem(`${path} is damaged: ${String(sound?.['integrity_check'])}`);
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
    return isNewerDatabase(path, version)
      ? problem(`${path} was written by a newer version of Flightline: start that version.`)
      : fine(`${path} is sound.`);
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null;
    return code === 5
      ? fine(`${path} is in use by a running Flightline, which checked it at its start.`)
      : problem(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    database.close();
  }
}

/** One call to the service: whether it accepts the key, and how this machine's clock compares with its own. */
async function serviceFindings(settings: Settings, { fetch, clock }: DoctorOptions): Promise<Finding[]> {
  const { upstream, operatorId, rateLimit } = settings;
  if (!upstream) return [fine('No service is set (API_BASE_URL): a made-up flight school is shown.')];
  const send = directly({ upstream, rateLimit, fetch, wait: () => Promise.resolve() });
  const connection = connectTo(operatorId, send, clock);
  const { failure } = await connection.ask('getOperator');
  const where = `The service at ${upstream.bases.core}`;
  const reached = failure
    ? problem(printable(`${where}: ${failureWords(failure)}. ${adviceFor([failure]).join(' ')}`, upstream.key))
    : fine(`${where} accepts the key. "${calling('check-connection')}" checks all of it.`);
  const { mark, words } = clockVerdict(connection.clockAhead());
  if (mark === 'unsure') return [reached];
  return [reached, { isProblem: mark !== 'ok', words: `The clock of this machine ${words}` }];
}
