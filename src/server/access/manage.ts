import type { IncomingMessage } from 'node:http';
import {
  type AccessAnswer,
  type AccessMode,
  accessPath,
  type AccessRequest,
  accessRequestShape,
  type Grant,
  grantLimits,
  needsEnd,
} from '#contract/access/grants.ts';
import { maySeeSet, type ReadSet } from '#contract/access/reads.ts';
import { rights, type Role } from '#contract/access/roles.ts';
import { answerJson } from '#server/http/body.ts';
import type { Keeping } from '#server/http/keeping.ts';
import { clientAddress } from '#server/http/proxies.ts';
import { jsonReply, refusalReply, refuse, type Reply } from '#server/http/reply.ts';
import { auditedNetwork } from '#server/observability/audit.ts';
import type { Caller } from '#server/http/rights/caller.ts';
import { grantOf, NotGranted, type NewGrant } from './store/grants.ts';
import { programToken } from './store/secrets.ts';
import type { AccessStore } from './store/store.ts';
import { noStore, refused } from './signIn/context.ts';

type CreateRequest = Extract<AccessRequest, { ask: 'create' }>;
/** Why a request is refused, and for which member. */
type Problem = { readonly message: string; readonly dataField?: string };

const longestId = 100;

/** The kinds of grant in each mode. There is no token to enter if people sign in elsewhere. */
export const kindsIn: { readonly [Mode in AccessMode]: readonly Grant['kind'][] } = {
  open: ['display', 'feed'],
  tokens: ['token', 'display', 'feed', 'program'],
  proxy: ['person', 'display', 'feed', 'program'],
  oidc: ['person', 'display', 'feed', 'program'],
};

/**
 * Reads what to hand out, or says what is wrong. A display always has the role display and a feed has none, whatever was
 * requested.
 */
export function readNewGrant({ kind, role, userId, subject, days, reads, ...rest }: CreateRequest): NewGrant | Problem {
  const reason = rest.reason?.trim() ?? null;
  const name = rest.name.trim();
  if (name === '' || name.length > grantLimits.name || /\p{C}/u.test(name))
    return { message: `The name must have 1 to ${grantLimits.name} characters, in one line.`, dataField: 'name' };
  if (days !== null && !(Number.isInteger(days) && days >= 1 && days <= grantLimits.days))
    return { message: `The days must be a whole number from 1 to ${grantLimits.days}.`, dataField: 'days' };
  if (days === null && kind !== 'program' && needsEnd(kind) && !isReason(reason)) return noReason;
  const nobody = { userId: null, subject: null, reads: null, role: 'display', showsNames: false } as const;
  const defaults = { kind, name, days, reason, ...nobody } as const;
  if (kind === 'display') return { ...defaults, showsNames: rest.showsNames };
  if (kind === 'feed')
    return subject && isId(subject.id) ? { ...defaults, subject, showsNames: rest.showsNames } : wrongSubject;
  if (role === null || role === 'display') return { message: `The role must be ${personRoles}.`, dataField: 'role' };
  const showsNames = rights[role].names === 'all';
  if (kind === 'program') return programOf({ ...defaults, role, showsNames }, reads ?? []);
  // A proxy and a sign-in service name people only in ASCII, so that no name looks like another person's.
  if (kind === 'person' && !/^[\x20-\x7e]+$/.test(name))
    return {
      message: 'The name of a person must be in ASCII, as your proxy or sign-in service writes it.',
      dataField: 'name',
    };
  if (role !== 'instructor') return { ...defaults, role, showsNames };
  return userId !== null && isId(userId) ? { ...defaults, role, userId } : wrongUser;
}

const personRoles = 'manager, administrator, dispatcher, maintenance or instructor';

/** A program's token always ends, because nobody renews it by signing in. It reads what its role sees. */
function programOf(given: NewGrant, reads: readonly ReadSet[]): NewGrant | Problem {
  const { days, role } = given;
  if (role === 'instructor')
    return { message: 'A program cannot be an instructor: choose another role.', dataField: 'role' };
  if (days === null || days > grantLimits.programDays)
    return { message: `A program's token must end after 1 to ${grantLimits.programDays} days.`, dataField: 'days' };
  if (reads.length === 0) return { message: 'Choose what the program reads.', dataField: 'reads' };
  const hidden = reads.find((set) => !maySeeSet(role, set));
  if (hidden !== undefined)
    return { message: `The role ${role} does not include ${hidden}: choose another role.`, dataField: 'reads' };
  return { ...given, reads: [...new Set(reads)] };
}

const { min, max } = grantLimits.reason;

function isReason(reason: string | null): boolean {
  return reason !== null && reason.length >= min && reason.length <= max && !/\p{C}/u.test(reason);
}

const noReason: Problem = {
  message: `Without an end it stays valid until someone revokes it: give days, or say in ${min} to ${max} characters why it has none.`,
  dataField: 'reason',
};
const wrongSubject: Problem = {
  message: 'A calendar feed is for an instructor or an aircraft: give the id.',
  dataField: 'subject',
};
const wrongUser: Problem = {
  message: 'An instructor needs the user id that reservations use.',
  dataField: 'userId',
};

function isId(id: string): boolean {
  return id.length <= longestId && /^[\x21-\x7e]+$/.test(id);
}

/** The secret as people use it: the token itself, or an address with it. */
export function secretText({ kind }: Pick<Grant, 'kind'>, secret: string | null, base: string): string | null {
  if (secret === null) return null;
  if (kind === 'display') return `${base}/display#${secret}`;
  if (kind === 'program') return programToken(secret);
  return kind === 'feed' ? `${base}/calendar/${secret}.ics` : secret;
}

type ManageOptions = {
  readonly store: AccessStore;
  readonly keeping: Keeping;
  readonly mode: AccessMode;
  /** Null if links use the address of the request. */
  readonly publicUrl: string | null;
};

/** `GET /access`: everything that is valid. */
export function listGrants({ store }: Pick<ManageOptions, 'store'>): Reply {
  return jsonReply(200, grantsOf(store), noStore);
}

function grantsOf(store: AccessStore) {
  const trouble = store.trouble();
  return { grants: store.valid().map(grantOf), ...(trouble !== null && { trouble }) };
}

/** Whether a person may hand out a role. Nobody gives more than they have, so an administrator cannot make a manager. */
function mayHandOut(giver: Role, { kind, role }: Pick<NewGrant, 'kind' | 'role'>): boolean {
  return giver === 'manager' || kind === 'display' || kind === 'feed' || role !== 'manager';
}

/** `POST /access`: hands something out, or takes it back. */
export function changeGrants(options: ManageOptions, incoming: IncomingMessage, caller: Caller): Promise<Reply> {
  const { store, keeping, mode, publicUrl } = options;
  const { grant: by, id: session } = caller;
  const from = { session, network: auditedNetwork(clientAddress(incoming)) };
  return answerJson(incoming, accessPath, accessRequestShape, async (request) => {
    if (request.ask === 'revoke') {
      const { result: isRevoked, notYet } = await keeping.takeAway(
        () => store.revoke(request.id, by, from) !== null || store.wasTakenAway(request.id),
      );
      return isRevoked ? answer(store, null, notYet) : refused(404, 'Nothing with this id is valid.');
    }
    const given = readNewGrant(request);
    if ('message' in given) return problemReply(400, given.message, given.dataField);
    if (!mayHandOut(caller.who.role, given))
      return problemReply(403, 'Only a manager can make someone a manager.', 'role');
    if (!kindsIn[mode].includes(given.kind))
      return problemReply(400, `With ACCESS=${mode} the kind must be one of: ${kindsIn[mode].join(', ')}.`, 'kind');
    try {
      const { grant, secret } = await keeping.keep(() => store.create(given, by, from));
      return answer(store, secretText(grant, secret, publicUrl ?? `http://${incoming.headers.host}`));
    } catch (error) {
      if (error instanceof NotGranted) return problemReply(409, error.message);
      throw error;
    }
  });
}

function answer(store: AccessStore, secret: string | null, notYet: string | null = null): Reply {
  const value: AccessAnswer = { ...grantsOf(store), secret, ...(notYet !== null && { notYet }) };
  return jsonReply(notYet === null ? 200 : 202, value, noStore);
}

function problemReply(...problem: Parameters<typeof refuse>): Reply {
  return refusalReply(refuse(...problem), noStore);
}
