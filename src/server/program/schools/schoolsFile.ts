import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { isRecord } from '#contract/objects.ts';
import { parsed } from '#server/gateway/http/body.ts';
import { environmentShape, readSettings, type Settings, SettingsError } from '#server/settings.ts';

/** One school of `operators.json`, ready to be started. */
export type School = {
  /** In lower case; also the name of its directory. */
  readonly name: string;
  /** The public host name. */
  readonly host: string;
  readonly listens: { readonly port: number } | { readonly socket: string };
  readonly dataDirectory: string;
  /** Exactly the settings of its gateway, with its key, by name. */
  readonly environment: { readonly [setting: string]: string };
  /** The same, read. */
  readonly settings: Settings;
  /** The most memory that its objects may take, in MiB. */
  readonly memoryMiB: number;
};

export type Schools = {
  /** The schools without a fault, in the order of the file. */
  readonly schools: readonly School[];
  /** One sentence each, beginning with the school. None holds a value that may be secret. */
  readonly faults: readonly string[];
  /** The names of the schools that are left out. */
  readonly faulty: ReadonlySet<string>;
};

/** The file as a whole cannot be used; the message is one sentence for the administrator. */
export class SchoolsFileError extends Error {
  override readonly name = 'SchoolsFileError';
}

export type Places = {
  /** The absolute directory below which each school has one. */
  readonly dataDirectory: string;
  /** Where the system puts credentials (`CREDENTIALS_DIRECTORY`); null without it. Only the service has them. */
  readonly credentials: string | null;
  /** False if nothing is started. A credential may then be missing, and the school has no real key. */
  readonly needsKeys: boolean;
};

/** Names and paths appear in nginx's configuration, so only characters without a meaning there are allowed. */
const plainPath = /^\/[\w./-]{1,200}$/;
const path = z
  .string('must be an absolute path.')
  .check(z.regex(plainPath, 'must be an absolute path of plain signs.'));
const memory = z
  .int('must be a whole number of MiB.')
  .check(z.minimum(64, 'must be 64 or more.'), z.maximum(65_536, 'must be 65536 or less.'));
const values = z.record(
  z.string(),
  z.union([z.string(), z.number()], 'must be a text or a number.'),
  'must be an object of settings by name.',
);

const schoolShape = z.strictObject({
  name: z.string(),
  host: z
    .string('must be given: the name by which browsers reach the school.')
    .check(
      z.regex(
        /^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/,
        'must be a host name in small letters such as pikes.ops.example.',
      ),
    ),
  port: z.optional(
    z
      .int('must be a whole number.')
      .check(z.minimum(1, 'must be from 1 to 65535.'), z.maximum(65_535, 'must be from 1 to 65535.')),
  ),
  socket: z.optional(path),
  key: z.optional(z.string('must be a text.')),
  keyFile: z.optional(path),
  credential: z.optional(z.string('must be a text.').check(z.regex(/^\w[\w.-]{0,100}$/, 'must be a plain name.'))),
  memoryMiB: z.optional(memory),
  settings: z._default(values, {}),
});
type SchoolEntry = z.output<typeof schoolShape>;

const fileShape = z.strictObject({
  settings: z._default(values, {}),
  sockets: z.optional(path),
  memoryMiB: z._default(memory, 512),
  schools: z.array(z.unknown(), 'must be a list of schools.'),
});
type File = z.output<typeof fileShape>;

/** Settings that have members of their own. */
const setByMembers: { readonly [setting: string]: string } = {
  API_SUBSCRIPTION_KEY: 'is given to each school by key, keyFile or credential.',
  DATA_DIR: 'is set for the installation: each school has a directory below it.',
  HOST: 'is always this machine.',
  LISTEN_SOCKET: 'is set by socket.',
  PORT: 'is set by port.',
  PUBLIC_URL: 'is set by host.',
};

/**
 * Reads `operators.json`. A school with a fault is left out and reported; the others can be served. If two schools want
 * the same thing, the first in the file gets it. Throws `SchoolsFileError`.
 */
export function readSchoolsFile(file: string, places: Places): Schools {
  const text = readPrivate(file, file);
  const json = parsed(text);
  if (!isRecord(json)) throw new SchoolsFileError(`${file} is not JSON: an object with "schools" is expected.`);
  const read = fileShape.safeParse(json);
  if (!read.success) throw new SchoolsFileError(`${file}: ${read.error.issues.map(sentenceOf).join(' ')}`);
  const [strange] = settingFaults(read.data.settings);
  if (strange !== undefined) throw new SchoolsFileError(`${file}: in the common settings, ${strange}`);
  return schoolsIn(read.data, places);
}

/** The text of a file that only its owner can read. Throws `SchoolsFileError`, in which `subject` names the file. */
function readPrivate(file: string, subject: string, open = 0o077): string {
  try {
    if (process.platform !== 'win32' && statSync(file).mode & open)
      throw new SchoolsFileError(`${subject} can be read by others than its owner: chmod 600 ${file}`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof SchoolsFileError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new SchoolsFileError(`${subject} cannot be read (${code}).`);
  }
}

function schoolsIn(file: File, places: Places): Schools {
  const schools: School[] = [];
  const faults: string[] = [];
  const faulty = new Set<string>();
  const owners = new Map<string, string>();
  for (const [place, given] of file.schools.entries()) {
    const name = isRecord(given) && typeof given['name'] === 'string' && isName(given['name']) ? given['name'] : null;
    const subject = name ?? `School ${place + 1} of the list`;
    const read = readSchool(name, given, file, places);
    const claims = 'faults' in read ? [] : claimsOf(read);
    const taken = claims.flatMap(([what, value]) => {
      const owner = owners.get(`${what} ${value}`);
      return owner === undefined ? [] : [`has the same ${what} as ${owner}.`];
    });
    const own = 'faults' in read ? read.faults : taken;
    faults.push(...own.map((fault) => `${subject}: ${fault}`));
    if (own.length > 0 && name !== null) faulty.add(name);
    if ('faults' in read || own.length > 0) continue;
    for (const [what, value] of claims) owners.set(`${what} ${value}`, read.name);
    schools.push(read);
  }
  // Of two entries with one name, the first is served.
  for (const { name } of schools) faulty.delete(name);
  return { schools, faults, faulty };
}

function isName(written: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,40}$/.test(written);
}

/** What two schools may not share, in words. */
function claimsOf({ name, host, listens, settings }: School): [what: string, value: string][] {
  const service = JSON.stringify([settings.upstream?.bases, settings.operatorId]);
  return [
    ['name', name],
    ['host', host],
    'port' in listens ? ['port', String(listens.port)] : ['socket', listens.socket],
    ['API_OPERATOR_ID at the same service', service],
  ];
}

function readSchool(name: string | null, given: unknown, file: File, places: Places): School | { faults: string[] } {
  if (name === null)
    return { faults: ['name must be given: small letters, digits and hyphens, such as pikes-peak, at most 41.'] };
  const read = schoolShape.safeParse(given);
  if (!read.success) return { faults: read.error.issues.map(sentenceOf) };
  const entry = read.data;
  const listens = listensOf(entry, file);
  const key = keyOf(entry, places);
  const strange = settingFaults(entry.settings);
  const faults = [...strange, ...[listens, key].filter((one) => typeof one === 'string')];
  if (typeof listens === 'string' || typeof key === 'string' || faults.length > 0) return { faults };
  const dataDirectory = join(places.dataDirectory, 'schools', name);
  const texts = Object.entries({ ...file.settings, ...entry.settings }).map(([one, value]) => [one, String(value)]);
  const environment: { readonly [setting: string]: string } = {
    ...Object.fromEntries(texts),
    ...('port' in listens ? { PORT: String(listens.port) } : { PORT: 'none', LISTEN_SOCKET: listens.socket }),
    HOST: '127.0.0.1',
    PUBLIC_URL: `https://${entry.host}`,
    API_SUBSCRIPTION_KEY: key.key,
    DATA_DIR: dataDirectory,
  };
  const memoryMiB = entry.memoryMiB ?? file.memoryMiB;
  const usual = settingsOf(environment);
  if ('faults' in usual) return usual;
  return { name, host: entry.host, listens, dataDirectory, environment, settings: usual.settings, memoryMiB };
}

/** The settings of a school, or what is wrong with them, one sentence each. */
function settingsOf(environment: School['environment']): { settings: Settings } | { faults: string[] } {
  const { ACCESS: access = 'open', TRUSTED_PROXIES: proxies, PORT: port } = environment;
  if (access.trim() === 'open' || access.trim() === '')
    return { faults: ['ACCESS must be tokens, proxy or oidc, because other machines reach the school by its host.'] };
  if (port !== 'none' && !proxies?.trim())
    return { faults: ['TRUSTED_PROXIES must be given with a port: 127.0.0.1 for a proxy on this machine.'] };
  try {
    return { settings: readSettings(environment) };
  } catch (error) {
    if (error instanceof SettingsError) return { faults: error.message.split('\n') };
    throw error;
  }
}

function settingFaults(settings: File['settings']): string[] {
  return Object.keys(settings).flatMap((setting) => {
    const why = Object.hasOwn(setByMembers, setting) ? setByMembers[setting] : undefined;
    if (why !== undefined) return [`${setting} must be left out of the settings: it ${why}`];
    return Object.hasOwn(environmentShape.shape, setting) ? [] : [`${setting.slice(0, 60)} is not a setting.`];
  });
}

/** Where a school listens, or what is wrong with it. */
function listensOf({ name, port, socket }: SchoolEntry, { sockets }: File): School['listens'] | string {
  if (port !== undefined && socket !== undefined) return 'must have a port or a socket, not both.';
  if (port !== undefined) return { port };
  if (socket !== undefined) return { socket };
  if (sockets === undefined) return 'must have a port or a socket of its own, or the file a directory of sockets.';
  return { socket: join(sockets, `${name}.sock`) };
}

/** The key of a school, or what is wrong with it. */
function keyOf(
  { key, keyFile, credential }: SchoolEntry,
  { credentials, needsKeys }: Places,
): { key: string } | string {
  if ([key, keyFile, credential].filter((one) => one !== undefined).length !== 1)
    return 'must have its key by exactly one of key, keyFile and credential.';
  if (key !== undefined) return { key };
  if (keyFile === undefined && credentials === null && !needsKeys) return { key: 'known-to-the-service-alone' };
  if (keyFile === undefined && credentials === null)
    return 'has a credential, but the system gave none: CREDENTIALS_DIRECTORY is not set.';
  try {
    if (keyFile !== undefined) return { key: readPrivate(keyFile, 'the file of its key').trim() };
    // Only the service can open the directory of its credentials; with an access list, the mode of its files shows
    // group rights.
    return { key: readPrivate(resolve(credentials ?? '', credential ?? ''), 'its credential', 0o007).trim() };
  } catch (error) {
    if (error instanceof SchoolsFileError) return error.message;
    throw error;
  }
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys')
    return `${issue.keys.map((one) => one.slice(0, 60)).join(', ')} is not a member of this file.`;
  return `${issue.path.join('.')} ${issue.message}`;
}
