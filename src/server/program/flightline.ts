import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  loadSettingsFile,
  ownVersion,
  packageRoot,
  settingsFile,
  usualSettingsFile,
} from '#server/install/settingsFile.ts';

/** The installed command: `flightline` and the name of what to do. `bin.mjs` starts it with a new enough Node. */

type Command = {
  readonly does: string;
  readonly start: () => Promise<unknown>;
  /** Opens files named on the command line with the rights of the person who runs it. */
  readonly opensFiles?: boolean;
};

async function serveDashboard(mustBeConfigured: boolean): Promise<void> {
  const [{ run }, { processSettings, SettingsError }] = await Promise.all([
    import('#server/serve.ts'),
    import('#server/settings.ts'),
  ]);
  const readSettings = () => {
    const settings = processSettings();
    if (mustBeConfigured && !settings.upstream)
      throw new SettingsError('API_BASE_URL is not set. "flightline run" shows a made-up flight school without it.');
    return settings;
  };
  await run(readSettings, `${packageRoot}dist`);
}

async function doctor(): Promise<void> {
  const [{ runDoctor }, { processSettings }] = await Promise.all([
    import('./doctor.ts'),
    import('#server/settings.ts'),
  ]);
  process.exitCode = await runDoctor({
    readSettings: processSettings,
    settingsFile: settingsFile(),
    fetch,
    clock: Date.now,
    print: (line) => console.log(line),
  });
}

async function database(): Promise<void> {
  const [{ runDatabase }, { processSettings }] = await Promise.all([
    import('./database.ts'),
    import('#server/settings.ts'),
  ]);
  process.exitCode = await runDatabase(process.argv.slice(2), {
    settings: processSettings,
    clock: Date.now,
    print: (line) => console.log(line),
  });
}

async function service(): Promise<void> {
  const [{ runService }, { processSettings }] = await Promise.all([
    import('./printedFiles.ts'),
    import('#server/settings.ts'),
  ]);
  const installation = () => ({
    node: process.execPath,
    command: `${packageRoot}program/bin.mjs`,
    version: ownVersion(),
    settingsFile: settingsFile() === '.env' ? resolve('.env') : (settingsFile() ?? usualSettingsFile()),
    settings: processSettings(),
  });
  process.exitCode = runService(process.argv.slice(2), {
    installation,
    ...printing,
  });
}

async function monitoring(): Promise<void> {
  const [{ runMonitoring }, { processSettings }] = await Promise.all([
    import('./printedFiles.ts'),
    import('#server/settings.ts'),
  ]);
  process.exitCode = runMonitoring(process.argv.slice(2), { settings: processSettings, ...printing });
}

/** Standard output for a file that can be piped, standard error for messages for people. */
const printing = {
  print: (text: string) => console.log(text),
  note: (line: string) => console.error(line),
};

/** Runs a command on the data directory. The command takes on the owner's rights itself. */
async function upkeep(name: 'runBackup' | 'runRestore' | 'runForget'): Promise<void> {
  const [backups, forgetting, { Refusal }, { processSettings }] = await Promise.all([
    import('./backup.ts'),
    import('./forget.ts'),
    import('./dataFiles.ts'),
    import('#server/settings.ts'),
  ]);
  try {
    const dataDirectory = resolve(processSettings().dataDirectory ?? 'data/');
    process.exitCode = await { ...backups, ...forgetting }[name](process.argv.slice(2), {
      dataDirectory,
      version: ownVersion(),
      clock: Date.now,
      note: (line) => console.error(line),
      becomeOwner: () => becomeOwner(dataDirectory),
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = error instanceof Refusal ? 1 : 2;
  }
}

const commands: { readonly [name: string]: Command } = {
  run: { does: 'serves the dashboard; a made-up flight school if none is set', start: () => serveDashboard(false) },
  gateway: { does: 'serves the dashboard of the school that is set', start: () => serveDashboard(true) },
  operator: { does: 'runs the made-up flight school’s API alone', start: () => import('#server/operator/main.ts') },
  'check-connection': {
    does: 'makes a few dozen calls and says what works',
    start: () => import('#server/check/main.ts'),
  },
  conformance: { does: 'judges any service by the specification', start: () => import('#server/conformance/main.ts') },
  access: { does: 'hands out and takes back who may sign in', start: () => import('#server/commands/main.ts') },
  doctor: { does: 'says what is wrong with this installation', start: doctor },
  backup: {
    does: 'copies all data into one file, also while Flightline runs',
    start: () => upkeep('runBackup'),
    opensFiles: true,
  },
  restore: { does: 'replaces all data by a backup', start: () => upkeep('runRestore'), opensFiles: true },
  forget: { does: 'deletes what is kept about a person who left', start: () => upkeep('runForget') },
  database: { does: 'says what is in the database that several servers share', start: database },
  monitoring: { does: 'prints a Grafana dashboard and alert rules for Prometheus', start: monitoring },
  service: { does: 'prints the file of a service: systemd, launchd, Windows, Docker', start: service },
  'display-link': {
    does: 'makes the link of a wall board',
    start: () => {
      process.argv.splice(2, 0, 'display');
      return import('#server/commands/main.ts');
    },
  },
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

function help(): string {
  const rows = Object.entries(commands).map(([name, { does }]) => `  ${name.padEnd(18)}${does}`);
  return ['flightline COMMAND [flags]', '', ...rows, '', 'Most commands have --help. README.md has the rest.'].join(
    '\n',
  );
}

const [name = ''] = process.argv.splice(2, 1);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command) {
  // The command reports a problem with the file.
  loadSettingsFile();
  if (!command.opensFiles) becomeOwner(process.env['DATA_DIR'] || 'data/');
  await command.start();
} else if (['--help', '-h', 'help'].includes(name)) console.log(help());
else if (['--version', '-v'].includes(name)) console.log(ownVersion());
else {
  console.error(name === '' ? help() : `There is no command ${name}: "flightline --help" lists them.`);
  process.exitCode = 2;
}
