import type { IncomingMessage } from 'node:http';
import { type SessionRecord, sessionRequestShape } from '#contract/access/sessions.ts';
import { accessPath } from '#contract/access/grants.ts';
import { mayOpen } from '#contract/routes.ts';
import { answerJson } from '#server/gateway/http/body.ts';
import { jsonReply, type Reply } from '#server/gateway/http/reply.ts';
import type { Caller } from '#server/gateway/rights/caller.ts';
import { noStore, queryOf, refused } from './signIn/context.ts';
import type { Session } from './store/sessions.ts';
import type { AccessStore } from './store/store.ts';

const mostBytes = 1_024;

/**
 * `GET /access/sessions`: a person's own sessions; everyone's for managers and administrators. `POST` ends one, or all
 * others of the person.
 */
export async function manageSessions(store: AccessStore, incoming: IncomingMessage, caller: Caller): Promise<Reply> {
  if (caller.who.role === 'display' || caller.who.reads) return refused(403, 'Displays and programs have no sessions.');
  const isManager = mayOpen(caller.who.role, accessPath);
  if (incoming.method === 'POST') return endSome(store, incoming, caller, isManager);
  const isAll = queryOf(incoming).get('of') === 'all';
  if (isAll && !isManager) return refused(403, 'Only a manager or an administrator may see who else is signed in.');
  return listed(store, caller, isAll);
}

function endSome(store: AccessStore, incoming: IncomingMessage, caller: Caller, isManager: boolean): Promise<Reply> {
  return answerJson(incoming, { shape: sessionRequestShape, mostBytes }, (request) => {
    const isMeant = (session: Session) =>
      request.ask === 'end'
        ? session.id === request.id && (isManager || isOwn(session, caller))
        : isOwn(session, caller) && session.id !== caller.id;
    const meant = store.sessions().filter(isMeant);
    if (request.ask === 'end' && meant.length === 0)
      return refused(404, 'There is no such session; it may already have ended.');
    store.endSessions(meant, caller.grant);
    return listed(store, caller, false);
  });
}

const isOwn = ({ grant: held }: Session, { grant }: Caller) => held.id === grant;

function listed(store: AccessStore, caller: Caller, isAll: boolean): Reply {
  const shown = store.sessions().filter((session) => isAll || isOwn(session, caller));
  const sessions = shown.map((session): SessionRecord => {
    const { id, name, device, network, grant: held } = session;
    const begunAt = new Date(session.begunAt).toISOString();
    const usedAt = new Date(session.extendedAt).toISOString();
    const whose = { isOwn: isOwn(session, caller), isThis: id === caller.id };
    return { id, name, kind: held.kind, role: held.role, device, network, begunAt, usedAt, ...whose };
  });
  return jsonReply(200, { sessions }, noStore);
}
