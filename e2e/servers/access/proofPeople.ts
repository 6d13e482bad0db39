import type { AccessMode, GrantKind } from '#contract/access/grants.ts';
import { callers, type Name, names } from './canaryStand.ts';
import { ownId, aircraftId, schoolNow } from './canarySchool.ts';
import { programToken } from '#server/access/store/secrets.ts';
import { AccessStore } from '#server/access/store/store.ts';
import { grant } from './testAccess.ts';
import { silentLog } from '#server/observability/log.ts';

/** Who makes requests in the proof: each role, and a person who has not signed in. */
export type Person = Name | 'nobody';

export type SentHeaders = { readonly [name: string]: string };

export type Handed = {
  readonly mode: AccessMode;
  readonly people: readonly Person[];
  /** The headers by which this mode recognises a person. */
  readonly headersOf: (person: Person) => SentHeaders;
  /** Ids of the grants; only a manager may see one. */
  readonly ids: ReadonlyMap<string, string>;
  /** Tokens and cookie values, which no answer may repeat. */
  readonly secrets: readonly string[];
  readonly secretOf: (name: string) => string;
  /** Cookies of managers who signed in under another mode. */
  readonly foreignCookies: readonly string[];
};

export const publicHost = 'ops.example';
export const cookieName = '__Host-flightline';

/** Makes the grants in this directory that each person of the proof needs in a mode, their sessions, and the calendars. */
export function handOutAll(directory: string, mode: AccessMode, now = schoolNow): Handed {
  const store = new AccessStore({ directory, clock: () => now, log: silentLog, audit: () => undefined });
  const secrets = new Map<string, string>();
  const ids = new Map<string, string>();
  const cookies = new Map<string, string>();
  const create = (name: string, more: Parameters<typeof grant>[0]) => {
    const { grant: stored, secret } = store.create(grant({ name, ...more }), 'proof');
    ids.set(name, stored.id);
    if (secret !== null) secrets.set(name, secret);
    return stored;
  };
  const signIn = (name: string, more: Parameters<typeof grant>[0]) => {
    const { value } = store.begin(create(name, more), name, null);
    cookies.set(name, `${cookieName}=${value}`);
    secrets.set(`session of ${name}`, value);
  };
  const kindOf = (name: Name): GrantKind =>
    name === 'program'
      ? 'program'
      : callers[name].who.role === 'display'
        ? 'display'
        : mode === 'tokens'
          ? 'token'
          : 'person';
  for (const name of mode === 'open' ? [] : names) {
    const { role, userId, showsNames, reads = null } = callers[name].who;
    const given = { kind: kindOf(name), role, userId, showsNames, reads };
    if (given.kind === 'program') create(name, given);
    else if (mode === 'proxy' && given.kind === 'person') create(`${name}@school.example`, given);
    else signIn(name, given);
  }
  const foreign = (['token', 'person'] as const).filter((kind) => mode === 'proxy' || kind !== kindOf('manager'));
  for (const kind of foreign) signIn(`manager by ${kind}`, { kind, role: 'manager' });
  const feed = { kind: 'feed', role: 'display', days: null } as const;
  create('calendar', { ...feed, subject: { of: 'instructor', id: ownId }, showsNames: false });
  create('plain calendar', { ...feed, subject: { of: 'aircraft', id: aircraftId }, showsNames: false });
  create('named calendar', { ...feed, subject: { of: 'aircraft', id: aircraftId }, showsNames: true });
  store.close();
  return {
    mode,
    people: mode === 'open' ? ['manager'] : [...names, 'nobody'],
    headersOf: (person) => headersOf(mode, person, { cookie: cookies.get(person), secret: secrets.get(person) }),
    ids,
    secrets: [...secrets.values()],
    secretOf: (name) => secrets.get(name) ?? '',
    foreignCookies: foreign.map((kind) => cookies.get(`manager by ${kind}`) ?? ''),
  };
}

type Known = { readonly cookie: string | undefined; readonly secret: string | undefined };

function headersOf(mode: AccessMode, person: Person, { cookie, secret = '' }: Known): SentHeaders {
  if (mode === 'open') return { host: 'localhost' };
  const bearer = person === 'program' ? { authorization: `Bearer ${programToken(secret)}` } : {};
  const sent = { host: publicHost, ...bearer, ...(cookie !== undefined && { cookie }) };
  if (mode !== 'proxy') return sent;
  const isNamed = cookie === undefined && person !== 'nobody' && person !== 'program';
  return {
    ...sent,
    'x-forwarded-for': '192.0.2.7',
    ...(isNamed && { 'x-forwarded-user': `${person}@school.example` }),
  };
}
