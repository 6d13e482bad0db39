import type { IncomingMessage } from 'node:http';
import { type SessionRecord, sessionRequestShape } from '#contract/access/sessions.ts';
import { accessPath } from '#contract/access/grants.ts';
import { mayOpen } from '#contract/access/roles.ts';
import { bodyText, parsed } from '#server/gateway/http/body.ts';
import { jsonReply, type Reply } from '#server/gateway/http/reply.ts';
import type { Caller } from '#server/gateway/rights/caller.ts';
import { noStore, queryOf, refused } from './signIn/desk.ts';
import type { Session } from './store/sessions.ts';
import type { AccessStore } from './store/store.ts';

const mostBytes = 1_024;

/**
 * `GET /access/sessions`: a person's own sessions, or everyone's for people who give access. `POST` ends one, or all of a
 * person's others.
 */
export async function manageSessions(store: AccessStore, incoming: IncomingMessage, caller: Caller): Promise<Reply> {
  if (caller.who.role === 'display' || caller.who.reads) return refused(403, 'Displays and programs have no sessions.');
  const isManager = mayOpen(caller.who.role, accessPath);
  if (incoming.method === 'POST') return endSome(store, incoming, caller, isManager);
  const isAll = queryOf(incoming).get('of') === 'all';
  if (isAll && !isManager) return refused(403, 'Only a manager or an administrator may see who else is signed in.');
  return listed(store, caller, isAll);
}

async function endSome(
  store: AccessStore,
  incoming: IncomingMessage,
  caller: Caller,
  isManager: boolean,
): Promise<Reply> {
  const text = await bodyText(incoming, mostBytes);
  if (text === null) return refused(413, `The request is longer than ${mostBytes} bytes; send less.`);
  const read = sessionRequestShape.safeParse(parsed(text));
  if (!read.success) return refused(400, 'The request does not match /openapi.json.');
  const asked = read.data;
  const isMeant = (session: Session) =>
    asked.ask === 'end'
      ? session.id === asked.id && (isManager || isOwn(session, caller))
      : isOwn(session, caller) && session.id !== caller.id;
  const meant = store.sessions().filter(isMeant);
  if (asked.ask === 'end' && meant.length === 0)
    return refused(404, 'There is no such session; it may already have ended.');
  store.endSessions(meant, caller.grant);
  return listed(store, caller, false);
}

const isOwn = ({ held }: Session, { grant }: Caller) => held.id === grant;

function listed(store: AccessStore, caller: Caller, isAll: boolean): Reply {
  const shown = store.sessions().filter((session) => isAll || isOwn(session, caller));
  const sessions = shown.map((session): SessionRecord => {
    const { id, name, device, network, held } = session;
    const times = {
      begunAt: new Date(session.begunAt).toISOString(),
      usedAt: new Date(session.extendedAt).toISOString(),
    };
    const whose = { isOwn: isOwn(session, caller), isThis: id === caller.id };
    return { id, name, kind: held.kind, role: held.role, device, network, ...times, ...whose };
  });
  return { ...jsonReply(200, { sessions }), headers: noStore };
}
