import { counted } from '#domain/words.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { calling } from '#server/install/settingsFile.ts';
import { nginxConfiguration, nginxProblem, usualNginx } from './nginx.ts';
import { environmentOf } from './schoolProcess.ts';
import { readSchoolsFile, type Schools, SchoolsFileError } from './schoolsFile.ts';
import { askStatus, statusTable, tellStatus } from './statusSocket.ts';
import { Supervisor } from './supervisor.ts';

export type SchoolsOptions = {
  /** Node's arguments before our command. */
  readonly program: readonly string[];
  /** Where the list of schools is, unless the command line names another file. */
  readonly file: string;
  /** Absolute; below it each school has a directory. */
  readonly dataDirectory: string;
  readonly credentials: string | null;
  /** Prints what can be piped: a configuration, a table, lines of the log with their ends. */
  readonly print: (text: string) => void;
  /** Messages for people. */
  readonly note: (line: string) => void;
  /** Gives up root's rights for those of the data's owner. */
  readonly becomeOwner: () => void;
};

const usage = `${calling('schools', '[flags]')}

Runs the gateway of every school in operators.json, each in its own process. SIGHUP reads the file again.

  --file FILE              the file; otherwise OPERATORS_FILE names it
  --check                  only says what is wrong with the file
  --status                 shows the schools of the running command; code 1 if one does not run
  --nginx                  prints the configuration of nginx: names of hosts to processes
    --listen 443           where nginx listens
    --certificate FILE     the certificate of each host, with {host} for its name
    --certificate-key FILE
  --in SCHOOL COMMAND …    runs another command for one school, such as: --in pikes access list`;

const flags = {
  file: { type: 'string' },
  check: { type: 'boolean' },
  status: { type: 'boolean' },
  nginx: { type: 'boolean' },
  listen: { type: 'string' },
  certificate: { type: 'string' },
  'certificate-key': { type: 'string' },
  in: { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** Our own flags, and after `--in SCHOOL` the other command with its flags; null if they cannot be read. */
function readArguments(args: readonly string[]) {
  const place = args.indexOf('--in');
  const [own, command] = place < 0 ? [args, []] : [args.slice(0, place + 2), args.slice(place + 2)];
  try {
    return { ...parseArgs({ args: [...own], options: flags, strict: true }).values, command };
  } catch {
    return null;
  }
}

/** Runs `flightline schools`. Resolves to the exit code: 2 if the file or the flags are invalid. */
export async function runSchools(args: readonly string[], options: SchoolsOptions): Promise<number> {
  const { print, note, dataDirectory } = options;
  const given = readArguments(args);
  if (!given) {
    note(`These flags are not known: "${calling('schools', '--help')}" lists them.`);
    return 2;
  }
  if (given.help) {
    print(usage);
    return 0;
  }
  if (given.status) return showStatus(options);
  const file = given.file ?? options.file;
  const needsKeys = !given.check && !given.nginx;
  const read = () => readSchoolsFile(file, { dataDirectory, credentials: options.credentials, needsKeys });
  try {
    // Commands for one school take on the owner's rights themselves.
    if (given.in !== undefined) return await runIn(given.in, given.command, read(), options);
    options.becomeOwner();
    const schools = read();
    for (const fault of schools.faults) note(fault);
    if (given.nginx) {
      const {
        listen,
        certificate,
        'certificate-key': certificateKey,
      } = { ...usualNginx, 'certificate-key': usualNginx.certificateKey, ...given };
      const nginx = { listen, certificate, certificateKey };
      const problem = nginxProblem(nginx);
      if (problem === null) print(nginxConfiguration(schools.schools, nginx));
      else note(problem);
      return problem === null && schools.faults.length === 0 ? 0 : 2;
    }
    if (given.check) {
      print(
        `${file}: ${counted(schools.schools.length, 'school')} without a fault, ${counted(schools.faults.length, 'fault')}.`,
      );
      return schools.faults.length > 0 ? 2 : 0;
    }
    return await supervise(file, schools, read, options);
  } catch (error) {
    note(error instanceof Error ? error.message : String(error));
    return error instanceof SchoolsFileError ? 2 : 1;
  }
}

/** Serves all schools until a signal ends it. */
async function supervise(file: string, first: Schools, read: () => Schools, options: SchoolsOptions): Promise<number> {
  const { dataDirectory, note, print } = options;
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  const supervisor = new Supervisor({ program: options.program, write: print });
  const statusServer = await tellStatus(dataDirectory, () => supervisor.status());
  process.on('SIGHUP', () => {
    try {
      const schools = read();
      for (const fault of schools.faults) note(fault);
      supervisor.apply(schools);
      note(`${file} was read again: ${schools.schools.length} schools.`);
    } catch (error) {
      note(`${error instanceof Error ? error.message : String(error)} Nothing was changed.`);
    }
  });
  supervisor.apply(first);
  note(`Flightline runs ${first.schools.length} schools of ${file}`);
  await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
  note('Stopping.');
  statusServer.close();
  await supervisor.stop();
  return 0;
}

async function showStatus({ dataDirectory, print, note }: SchoolsOptions): Promise<0 | 1> {
  const schools = await askStatus(dataDirectory);
  if (!schools) {
    note(`"${calling('schools')}" does not run with DATA_DIR=${dataDirectory}, or only its owner may ask.`);
    return 1;
  }
  print(statusTable(schools));
  return schools.every(({ state }) => state === 'running') ? 0 : 1;
}

/** Runs another command of ours with the settings of a school. */
async function runIn(
  name: string,
  command: readonly string[],
  { schools, faults }: Schools,
  options: SchoolsOptions,
): Promise<number> {
  const school = schools.find((one) => one.name === name);
  if (!school || command.length === 0) {
    for (const fault of faults.filter((one) => one.startsWith(`${name}:`))) options.note(fault);
    options.note(school ? 'Say which command to run for the school.' : `${name} is no valid school of the file.`);
    return 2;
  }
  provideDirectory(school.dataDirectory, options.dataDirectory);
  const child = spawn(process.execPath, [...options.program, ...command], {
    env: environmentOf(school),
    stdio: 'inherit',
  });
  const [code] = await once(child, 'close');
  return typeof code === 'number' ? code : 1;
}

/**
 * Makes a school's directory for the data's owner, even if root runs this. Otherwise the command would work as root.
 */
function provideDirectory(directory: string, dataDirectory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dataDirectory);
  for (const one of [dirname(directory), directory]) chownSync(one, uid, gid);
}
