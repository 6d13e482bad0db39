import { type Grant, grantLimits, needsEnd } from '#contract/access/grants.ts';
import { type ReadSet, readSets } from '#contract/access/reads.ts';
import { type Role, roles } from '#contract/access/roles.ts';
import { silentLog } from '#server/observability/log.ts';
import { urlHost } from '#server/upstream/upstream.ts';
import type { Settings } from '#server/app/settings.ts';
import { calling } from '#server/install/settingsFile.ts';
import { kindsIn, readNewGrant, secretText } from '#server/access/manage.ts';
import type { StoredGrant } from '#server/access/store/grants.ts';
import { verifyAudit } from '#server/access/store/auditTrail.ts';
import { AccessStore } from '#server/access/store/store.ts';
import { type Starts, UsageError } from './commandLine.ts';
import { type accessCommands, defaultDays } from './commands.ts';

export type CommandOptions = {
  readonly settings: () => Pick<Settings, 'access' | 'dataDirectory' | 'databaseUrls' | 'host' | 'port'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** The result, so that it can be piped. */
  readonly print: (line: string) => void;
  /** Messages for people. */
  readonly note: (line: string) => void;
};

/** What runs the commands. Each returns the exit code; throws `UsageError`, `NotGranted`, and the errors of the settings and the file. */
export function accessStarts(options: CommandOptions): Starts<typeof accessCommands, 0 | 1> {
  return {
    'access list': () => list(options),
    'access token': (values) => create('token', values, options),
    'access add': (values) => create('person', values, options),
    'access program': (values) => create('program', values, options),
    'access revoke': (_, id = '') => revoke(id, options),
    'access sessions': () => sessions(options),
    'access end': (_, id = '') => endSession(id, options),
    'access audit': ({ verify }) => audit(verify, options),
    'display-link': (values) => create('display', values, options),
  };
}

function list(options: CommandOptions): 0 {
  const grant = withStore(options, (store) => store.valid());
  if (grant.length === 0) options.note('Nothing has been handed out.');
  else for (const line of grantTable(grant)) options.print(line);
  return 0;
}

function sessions(options: CommandOptions): 0 {
  const rows = withStore(options, (store) => store.sessions()).map((session) => {
    const { id, name, grant, device, network, extendedAt } = session;
    return [id, grant.role, dayOf(extendedAt), device ?? '', network ?? '', name];
  });
  if (rows.length === 0) options.note('No one is signed in.');
  else for (const line of tableOf([['id', 'role', 'last used', 'with', 'from', 'name'], ...rows])) options.print(line);
  return 0;
}

function endSession(id: string, options: CommandOptions): 0 | 1 {
  const ended = withStore(options, (store) => {
    const meant = store.sessions().filter((session) => session.id === id);
    store.endSessions(meant, commandLine);
    return meant;
  });
  const [session] = ended;
  options.note(
    session
      ? `Ended: the session of ${session.name}.`
      : `There is no such session: "${calling('access', 'sessions')}" lists them.`,
  );
  return session ? 0 : 1;
}

function audit(isVerified: boolean, options: CommandOptions): 0 | 1 {
  if (!isVerified) throw new UsageError('Say what to do with the audit: --verify.');
  const { dataDirectory: directory, databaseUrls } = options.settings();
  if (databaseUrls !== null)
    throw new UsageError(`Several servers keep their audit in the database: "${calling('database')}" checks it.`);
  if (directory === null) throw new UsageError('There is no audit without DATA_DIR.');
  const { entries, span, faults } = verifyAudit(directory);
  for (const fault of faults) options.print(fault);
  const written = span ? `${entries} entries from ${dayOf(span[0])} to ${dayOf(span[1])}` : 'no entries';
  options.note(faults.length === 0 ? `The audit is whole: ${written}.` : `The audit is not whole: ${written}.`);
  return faults.length === 0 ? 0 : 1;
}

function revoke(id: string, options: CommandOptions): 0 | 1 {
  const grant = withStore(options, (store) => store.revoke(id, commandLine));
  options.note(
    grant
      ? `Revoked: ${grant.kind} ${grant.name}.`
      : `Nothing with this id is valid: "${calling('access', 'list')}" lists everything valid.`,
  );
  return grant ? 0 : 1;
}

/** The name that the audit uses for the command line. */
const commandLine = 'command line';

/** The flags of the commands that hand something out. */
type GrantFlags = {
  readonly name: string;
  readonly days: string | undefined;
  readonly role?: string;
  readonly instructor?: string | undefined;
  readonly reads?: string | undefined;
  readonly names?: boolean;
  readonly board?: string | undefined;
  readonly 'no-end'?: boolean;
  readonly reason?: string | undefined;
};
type Handed = Exclude<Grant['kind'], 'feed'>;

function create(kind: Handed, flags: GrantFlags, options: CommandOptions): 0 {
  const { name, days, reason = null, 'no-end': isEndless = false } = flags;
  if (isEndless && days !== undefined) throw new UsageError('Give --days or --no-end, not both.');
  if (!isEndless && reason !== null) throw new UsageError('--reason says why there is no end: give --no-end too.');
  const given = readNewGrant({
    ask: 'create',
    kind,
    name,
    role: kind === 'display' ? null : roleOf(flags.role),
    userId: flags.instructor ?? null,
    showsNames: flags.names ?? false,
    subject: null,
    reads: readsOf(flags.reads),
    days: isEndless ? null : daysOf(days, kind),
    reason,
  });
  if ('message' in given) throw new UsageError(given.message);
  const search = searchOf(flags.board);
  const settings = options.settings();
  const { grant, secret } = withStore(options, (store) => store.create(given, commandLine));
  tellSecret({ grant, secret, search }, settings, options);
  return 0;
}

type Made = { readonly grant: StoredGrant; readonly secret: string | null; readonly search: string };

function tellSecret(
  { grant, secret, search }: Made,
  settings: ReturnType<CommandOptions['settings']>,
  options: CommandOptions,
) {
  const { mode, publicUrl } = settings.access;
  const base = publicUrl ?? `http://${urlHost(settings.host)}:${settings.port}`;
  const shown = secretText(grant, secret, base);
  if (shown !== null) options.print(shown.replace('/display#', `/display${search}#`));
  const ends = grant.expiresAt === null ? 'has no end' : `ends on ${dayOf(grant.expiresAt)}`;
  const once = shown === null ? '' : ' It is shown only this once.';
  options.note(`${grant.kind} ${grant.name} ${ends}; its id is ${grant.id}.${once}`);
  if (!kindsIn[mode].includes(grant.kind)) options.note(`It has no effect while ACCESS is ${mode}.`);
}

function roleOf(written: string | undefined): Role {
  const role = roles.find((known) => known === written && known !== 'display');
  if (!role) throw new UsageError('--role must be manager, administrator, dispatcher, maintenance or instructor.');
  return role;
}

/** Null if none are requested. */
function readsOf(written: string | undefined): ReadSet[] | null {
  if (written === undefined) return null;
  return written.split(',').map((word) => {
    const set = readSets.find((known) => known === word.trim());
    if (!set) throw new UsageError(`--reads takes ${readSets.join(', ')}, separated by commas.`);
    return set;
  });
}

/** The role of a person who signs in elsewhere has no end unless one is given. */
function daysOf(written: string | undefined, kind: Grant['kind']): number | null {
  if (written === undefined)
    return kind === 'person' ? null : kind === 'program' ? defaultDays.program : defaultDays.others;
  if (!/^[1-9]\d{0,3}$/.test(written) || Number(written) > grantLimits.days)
    throw new UsageError(`--days must be a whole number from 1 to ${grantLimits.days}.`);
  return Number(written);
}

function searchOf(written: string | undefined): string {
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
function grantTable(grant: readonly StoredGrant[]): string[] {
  return tableOf([
    ['id', 'kind', 'role', 'ends', 'last used', 'name'],
    ...grant.map(({ id, kind, role, expiresAt, usedAt, name, fromService, reason }) => [
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
