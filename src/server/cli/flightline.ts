import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  loadSettingsFile,
  ownVersion,
  packageRoot,
  settingsFile,
  defaultSettingsFile,
} from '#server/install/settingsFile.ts';
import { processSettings, SettingsError } from '#server/app/settings.ts';
import { readCommandLine, type Starts, UsageError, usageWords } from './commandLine.ts';
import { type accessCommands, commands, groups } from './commands.ts';

/** The installed command: `flightline` and the name of what to do. `bin.mjs` starts it with a new enough Node. */

/** Standard output for a file that can be piped, standard error for messages for people. */
const printing = {
  print: (text: string) => console.log(text),
  note: (line: string) => console.error(line),
};

/** An exit code; none for what goes on running. */
type Code = Promise<number | undefined>;

/** These open files named on the command line with the rights of the person who runs them, and take on the owner's later. */
const opensFiles = new Set(['backup', 'restore']);

async function serveDashboard(mustBeConfigured: boolean): Code {
  const { run } = await import('#server/app/serve.ts');
  const readSettings = () => {
    const settings = processSettings();
    if (mustBeConfigured && !settings.upstream)
      throw new SettingsError('API_BASE_URL is not set. "flightline run" shows a made-up flight school without it.');
    return settings;
  };
  await run(readSettings, `${packageRoot}dist`);
  return undefined;
}

async function doctor(): Code {
  const { runDoctor } = await import('./doctor.ts');
  const { print } = printing;
  return runDoctor({ readSettings: processSettings, settingsFile: settingsFile(), fetch, clock: Date.now, print });
}

/** The facts about this installation, for the file of a service. */
const installation = () => ({
  node: process.execPath,
  command: `${packageRoot}program/bin.mjs`,
  version: ownVersion(),
  settingsFile: settingsFile() === '.env' ? resolve('.env') : (settingsFile() ?? defaultSettingsFile()),
  settings: processSettings(),
});

/** What a command on the data directory needs. */
function upkeep() {
  const dataDirectory = resolve(processSettings().dataDirectory ?? 'data/');
  return {
    dataDirectory,
    version: ownVersion(),
    clock: Date.now,
    note: printing.note,
    becomeOwner: () => becomeOwner(dataDirectory),
  };
}

/** Runs a command of `access.ts`. */
async function access(run: (own: Starts<typeof accessCommands, 0 | 1>) => 0 | 1): Code {
  const { accessStarts } = await import('./access.ts');
  return run(accessStarts({ settings: processSettings, clock: Date.now, ...printing }));
}

const starts: Starts<typeof commands, Code> = {
  run: () => serveDashboard(false),
  gateway: () => serveDashboard(true),
  operator: async () => void (await import('#operator/main.ts')),
  'check-connection': async () => (await import('#server/cli/check/check.ts')).runCheck(printing.print, printing.note),
  'access list': (...given) => access((own) => own['access list'](...given)),
  'access token': (...given) => access((own) => own['access token'](...given)),
  'access add': (...given) => access((own) => own['access add'](...given)),
  'access program': (...given) => access((own) => own['access program'](...given)),
  'access revoke': (...given) => access((own) => own['access revoke'](...given)),
  'access sessions': (...given) => access((own) => own['access sessions'](...given)),
  'access end': (...given) => access((own) => own['access end'](...given)),
  'access audit': (...given) => access((own) => own['access audit'](...given)),
  'display-link': (...given) => access((own) => own['display-link'](...given)),
  doctor,
  backup: async (_, file) => (await import('./backup.ts')).runBackup(file, upkeep()),
  restore: async (_, file = '') => (await import('./backup.ts')).runRestore(file, upkeep()),
  forget: async ({ user, 'sign-in': signIn, name: names, email: emails }) =>
    (await import('./forget.ts')).runForget({ user, signIn, names, emails }, upkeep()),
  database: async (_, what) => {
    const { runDatabase } = await import('./database.ts');
    return runDatabase(what, { settings: processSettings, clock: Date.now, print: printing.print });
  },
  monitoring: async (flags) =>
    (await import('./printedFiles.ts')).runMonitoring(flags.for, { settings: processSettings, ...printing }),
  service: async (flags) => (await import('./printedFiles.ts')).runService(flags, { installation, ...printing }),
};

/**
 * Gives up root's rights for those of the user who owns the data, so that a command run with sudo leaves no file that
 * the service cannot read.
 */
function becomeOwner(directory: string): void {
  const owner = process.getuid?.() === 0 ? statSync(directory, { throwIfNoEntry: false }) : undefined;
  if (!owner || owner.uid === 0) return;
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}

/** Runs the command line. Resolves to the exit code: 2 for a wrong command line or wrong settings, 1 for what cannot be done. */
async function main(args: readonly string[]): Code {
  let running: string | null = null;
  try {
    const reading = readCommandLine(args, commands, groups, starts);
    if ('help' in reading) {
      if (args.length > 0) printing.print(reading.help);
      else printing.note(reading.help);
      return args.length > 0 ? 0 : 2;
    }
    running = reading.name;
    // The command reports a problem with the file.
    loadSettingsFile();
    if (!opensFiles.has(running)) becomeOwner(process.env['DATA_DIR'] || 'data/');
    // Commands with flags of their own read them from the process.
    process.argv.splice(2, 1);
    return await reading.start();
  } catch (error) {
    if (error instanceof UsageError) printing.note(usageWords(error, running));
    else printing.note(error instanceof Error ? error.message : String(error));
    return error instanceof UsageError || error instanceof SettingsError ? 2 : 1;
  }
}

const args = process.argv.slice(2);
if (args[0] === '--version' || args[0] === '-v') console.log(ownVersion());
else process.exitCode = (await main(args)) ?? process.exitCode;
