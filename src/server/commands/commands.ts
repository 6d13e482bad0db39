import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { type Grant, grantLimits, needsEnd } from '#contract/access/grants.ts';
import { type ReadSet, readSets } from '#contract/access/reads.ts';
import { type Role, roles } from '#contract/access/roles.ts';
import { silentLog } from '#server/gateway/observability/log.ts';
import { urlHost } from '#server/gateway/service/upstream.ts';
import type { Settings } from '#server/settings.ts';
import { calling } from '#server/install/settingsFile.ts';
import { kindsIn, readNewGrant, secretText } from '#server/access/manage.ts';
import { type Held, NotHandedOut } from '#server/access/store/handedOut.ts';
import { verifyAudit } from '#server/access/store/auditTrail.ts';
import { AccessStore } from '#server/access/store/store.ts';

export type CommandOptions = {
  readonly settings: () => Pick<Settings, 'access' | 'dataDirectory' | 'databaseUrls' | 'host' | 'port'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** The result, so that it can be piped. */
  readonly print: (line: string) => void;
  /** Messages for people. */
  readonly note: (line: string) => void;
};

const usualDays = 365;
const usualProgramDays = 90;

const access = (...rest: readonly string[]) => calling('access', ...rest);

const help = `${access('list')}
  Lists everything that was handed out and is valid.
${access('token')} --name Anna --role dispatcher [--days ${usualDays}] [--instructor <user id>]
  Makes a token with which a person signs in (ACCESS=tokens). It is shown once.
${access('add')} --name anna@school.example --role dispatcher [--days 365] [--instructor <user id>]
  Gives a person a role, by the name from your proxy or sign-in service (ACCESS=proxy, ACCESS=oidc). Without --days it has no end.
  For a token or a display link, instead of --days: --no-end --reason 'why it has no end'.
${access('program')} --name prometheus --role administrator --reads metrics [--days ${usualProgramDays}]
  Makes a bearer token with which a program reads some of these sets, separated by commas: ${readSets.join(', ')}.
  It sees what its role sees, ends after ${grantLimits.programDays} days at most, and is shown once.
${access('revoke')} <id>
  Revokes what has this id; a running Flightline notices within seconds.
${access('sessions')}
  Lists the sessions of signed-in people and displays.
${access('end')} <session id>
  Ends a session.
${access('audit')} --verify
  Checks whether a line of the audit was changed or removed: exit code 0 if not, 1 if so.
${calling('display-link', '--name')} lobby [--days ${usualDays}] [--names] [--board '<search>']
  Makes the link of a wall board, to open on its screen. --names lets it show names in full; --board takes the part after
  the ? in the address of a board.

Roles: manager, administrator, dispatcher, maintenance, instructor (with the user id that reservations use). The
commands use the setting DATA_DIR, and work whether Flightline runs or not.`;

/** A mistake in the command line, in one sentence. */
class UsageError extends Error {}

/**
 * Runs `npm run access` and `npm run display-link` (which comes as the command `display`). Returns the exit code: 0 for
 * success, 2 for a wrong command line, 1 for what cannot be done. Throws the errors of the settings and the file.
 */
export function runCommand([command = '', ...rest]: readonly string[], options: CommandOptions): 0 | 1 | 2 {
  if ([command, ...rest].some((word) => word === '--help' || word === '-h') || command === 'help') {
    options.print(help);
    return 0;
  }
  const commands = new Map([
    ['list', list],
    ['token', create('token')],
    ['add', create('person')],
    ['display', create('display')],
    ['program', create('program')],
    ['revoke', revoke],
    ['sessions', sessions],
    ['end', endSession],
    ['audit', audit],
  ]);
  try {
    const run = commands.get(command);
    if (!run) throw new UsageError(command === '' ? 'Give a command.' : 'There is no such command.');
    return run(rest, options);
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof NotHandedOut)) throw error;
    options.note(
      error instanceof UsageError ? `${error.message} "${access('--help')}" lists the commands.` : error.message,
    );
    return error instanceof UsageError ? 2 : 1;
  }
}

type Run = (rest: readonly string[], options: CommandOptions) => 0 | 1;

const list: Run = (rest, options) => {
  read(rest, {});
  const held = withStore(options, (store) => store.valid());
  if (held.length === 0) options.note('Nothing has been handed out.');
  else for (const line of grantTable(held)) options.print(line);
  return 0;
};

const sessions: Run = (rest, options) => {
  read(rest, {});
  const rows = withStore(options, (store) => store.sessions()).map((session) => {
    const { id, name, held, device, network, extendedAt } = session;
    return [id, held.role, dayOf(extendedAt), device ?? '', network ?? '', name];
  });
  if (rows.length === 0) options.note('No one is signed in.');
  else for (const line of tableOf([['id', 'role', 'last used', 'with', 'from', 'name'], ...rows])) options.print(line);
  return 0;
};

const endSession: Run = (rest, options) => {
  const id = onlyId(rest, 'Give one session id to end, as shown by "sessions".');
  const ended = withStore(options, (store) => {
    const meant = store.sessions().filter((session) => session.id === id);
    store.endSessions(meant, commandLine);
    return meant;
  });
  const [session] = ended;
  options.note(
    session
      ? `Ended: the session of ${session.name}.`
      : `There is no such session: "${access('sessions')}" lists them.`,
  );
  return session ? 0 : 1;
};

const audit: Run = (rest, options) => {
  const { values } = read(rest, { verify: { type: 'boolean' } });
  if (values['verify'] !== true) throw new UsageError('Say what to do with the audit: --verify.');
  const { dataDirectory: directory, databaseUrls } = options.settings();
  if (databaseUrls !== null)
    throw new UsageError(`Several servers keep their audit in the database: "${calling('database')}" checks it.`);
  if (directory === null) throw new UsageError('There is no audit without DATA_DIR.');
  const { entries, span, faults } = verifyAudit(directory);
  for (const fault of faults) options.print(fault);
  const written = span ? `${entries} entries from ${dayOf(span[0])} to ${dayOf(span[1])}` : 'no entries';
  options.note(faults.length === 0 ? `The audit is whole: ${written}.` : `The audit is not whole: ${written}.`);
  return faults.length === 0 ? 0 : 1;
};

function onlyId(rest: readonly string[], problem: string): string {
  const [id, ...more] = read(rest, {}, true).positionals;
  if (id === undefined || more.length > 0) throw new UsageError(problem);
  return id;
}

const revoke: Run = (rest, options) => {
  const id = onlyId(rest, 'Give one id to revoke, as shown by "list".');
  const held = withStore(options, (store) => store.revoke(id, commandLine));
  options.note(
    held
      ? `Revoked: ${held.kind} ${held.name}.`
      : `Nothing with this id is valid: "${access('list')}" lists everything valid.`,
  );
  return held ? 0 : 1;
};

/** The name that the audit uses for the command line. */
const commandLine = 'command line';

const text = { type: 'string' } as const;

/** The flags that replace `--days`. A grant without an end needs a reason, because it could stay valid unnoticed. */
const noEnd: ParseArgsOptionsConfig = { 'no-end': { type: 'boolean' }, reason: text };

const flagsOf: { readonly [Kind in Exclude<Grant['kind'], 'feed'>]: ParseArgsOptionsConfig } = {
  display: { names: { type: 'boolean' }, board: text, ...noEnd },
  token: { role: text, instructor: text, ...noEnd },
  person: { role: text, instructor: text },
  program: { role: text, reads: text },
};

function create(kind: Exclude<Grant['kind'], 'feed'>): Run {
  return (rest, options) => {
    const { values } = read(rest, { name: text, days: text, ...flagsOf[kind] });
    const word = (name: string) => (typeof values[name] === 'string' ? values[name] : null);
    const name = word('name');
    if (name === null) throw new UsageError('--name must be given.');
    const isEndless = values['no-end'] === true;
    if (isEndless && word('days') !== null) throw new UsageError('Give --days or --no-end, not both.');
    if (!isEndless && word('reason') !== null)
      throw new UsageError('--reason says why there is no end: give --no-end too.');
    const given = readNewGrant({
      ask: 'create',
      kind,
      name,
      role: kind === 'display' ? null : roleOf(word('role')),
      userId: word('instructor'),
      showsNames: values['names'] === true,
      subject: null,
      reads: readsOf(word('reads')),
      days: isEndless ? null : daysOf(word('days'), kind),
      reason: word('reason'),
    });
    if ('message' in given) throw new UsageError(given.message);
    const search = searchOf(word('board'));
    const settings = options.settings();
    const { held, secret } = withStore(options, (store) => store.create(given, commandLine));
    tellSecret({ held, secret, search }, settings, options);
    return 0;
  };
}

type Made = { readonly held: Held; readonly secret: string | null; readonly search: string };

function tellSecret(
  { held, secret, search }: Made,
  settings: ReturnType<CommandOptions['settings']>,
  options: CommandOptions,
) {
  const { mode, publicUrl } = settings.access;
  const base = publicUrl ?? `http://${urlHost(settings.host)}:${settings.port}`;
  const shown = secretText(held, secret, base);
  if (shown !== null) options.print(shown.replace('/display#', `/display${search}#`));
  const ends = held.expiresAt === null ? 'has no end' : `ends on ${dayOf(held.expiresAt)}`;
  const once = shown === null ? '' : ' It is shown only this once.';
  options.note(`${held.kind} ${held.name} ${ends}; its id is ${held.id}.${once}`);
  if (!kindsIn[mode].includes(held.kind)) options.note(`It has no effect while ACCESS is ${mode}.`);
}

function read(rest: readonly string[], options: ParseArgsOptionsConfig, allowPositionals = false) {
  try {
    return parseArgs({ args: [...rest], options, strict: true, allowPositionals });
  } catch (error) {
    throw new UsageError(`${(error instanceof Error ? error.message : String(error)).split(/[.\n]/)[0]}.`);
  }
}

function roleOf(written: string | null): Role {
  const role = roles.find((one) => one === written && one !== 'display');
  if (!role) throw new UsageError('--role must be manager, administrator, dispatcher, maintenance or instructor.');
  return role;
}

/** Null if none are requested. */
function readsOf(written: string | null): ReadSet[] | null {
  if (written === null) return null;
  return written.split(',').map((word) => {
    const set = readSets.find((one) => one === word.trim());
    if (!set) throw new UsageError(`--reads takes ${readSets.join(', ')}, separated by commas.`);
    return set;
  });
}

/** The role of a person who signs in elsewhere has no end unless one is given. */
function daysOf(written: string | null, kind: Grant['kind']): number | null {
  if (written === null) return kind === 'person' ? null : kind === 'program' ? usualProgramDays : usualDays;
  if (!/^[1-9]\d{0,3}$/.test(written) || Number(written) > grantLimits.days)
    throw new UsageError(`--days must be a whole number from 1 to ${grantLimits.days}.`);
  return Number(written);
}

function searchOf(written: string | null): string {
  const search = written?.replace(/^(.*\/board)?\??/, '') ?? '';
  if (!/^[\x21-\x7e]*$/.test(search) || search.includes('#'))
    throw new UsageError("--board must be the part after the ? in the address of a board, such as 'slides=fleet'.");
  return search === '' ? '' : `?${search}`;
}

/** Runs the work on the access file, and leaves its audit lines for the gateway. */
function withStore<Result>({ settings, clock }: CommandOptions, work: (store: AccessStore) => Result): Result {
  const { dataDirectory: directory } = settings();
  const store: AccessStore = new AccessStore({ directory, clock, log: silentLog, audit: (line) => store.note(line) });
  try {
    return work(store);
  } finally {
    store.close();
  }
}

/** What was handed out, one row each, under a heading. */
function grantTable(held: readonly Held[]): string[] {
  return tableOf([
    ['id', 'kind', 'role', 'ends', 'last used', 'name'],
    ...held.map(({ id, kind, role, expiresAt, usedAt, name, fromService, reason }) => [
      id,
      fromService ? `${kind} (service)` : kind,
      kind === 'feed' ? '' : role,
      expiresAt === null ? endless(kind, reason) : dayOf(expiresAt),
      usedAt === null ? 'never' : dayOf(usedAt),
      name,
    ]),
  ]);
}

/** Rows as lines of aligned columns. */
function tableOf(rows: readonly (readonly string[])[]): string[] {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(width(column)))
      .join('  ')
      .trimEnd(),
  );
}

/** Why a grant has no end; older ones may have no reason. */
function endless(kind: Grant['kind'], reason: string | null): string {
  if (reason !== null) return `no end: ${reason}`;
  return needsEnd(kind) ? 'no end, no reason given' : 'no end';
}

function dayOf(at: number | string): string {
  return new Date(at).toISOString().slice(0, 10);
}
