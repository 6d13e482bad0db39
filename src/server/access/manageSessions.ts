import type { IncomingMessage } from 'node:http';
import { type SessionRecord, sessionRequestShape, sessionsPath } from '#contract/access/sessions.ts';
import { accessPath } from '#contract/access/grants.ts';
import { mayOpen } from '#contract/routes.ts';
import { answerJson } from '#server/http/body.ts';
import type { Incoming } from '#server/http/incoming.ts';
import type { Keeping } from '#server/http/keeping.ts';
import { jsonReply, type Reply } from '#server/http/reply.ts';
import type { Caller } from '#server/http/rights/caller.ts';
import { noStore, queryOf, refused } from './signIn/context.ts';
import type { Session } from './store/sessions.ts';
import type { AccessStore } from './store/store.ts';

/** `GET /access/sessions`: a person's own sessions; everyone's for managers and administrators. */
export function listSessions(store: AccessStore, incoming: Incoming, caller: Caller): Reply {
  const isAll = queryOf(incoming).get('of') === 'all';
  if (isAll && !mayOpen(caller.who.role, accessPath))
    return refused(403, 'Only a manager or an administrator may see who else is signed in.');
  return listed(store, caller, isAll);
}

/** `POST /access/sessions`: ends one session, or all others of the person. */
export function endSessions(
  { store, keeping }: { readonly store: AccessStore; readonly keeping: Keeping },
  incoming: IncomingMessage,
  caller: Caller,
): Promise<Reply> {
  const isManager = mayOpen(caller.who.role, accessPath);
  return answerJson(incoming, sessionsPath, sessionRequestShape, async (request) => {
    const isMeant = (session: Session) =>
      request.ask === 'end'
        ? session.id === request.id && (isManager || isOwn(session, caller))
        : isOwn(session, caller) && session.id !== caller.id;
    const meant = store.sessions().filter(isMeant);
    const hasEnded = request.ask === 'end' && store.wasTakenAway(request.id, isManager ? null : caller.grant);
    if (request.ask === 'end' && meant.length === 0 && !hasEnded) return refused(404, 'There is no such session.');
    const { notYet } = await keeping.takeAway(() => store.endSessions(meant, caller.grant));
    return listed(store, caller, false, notYet);
  });
}

const isOwn = ({ grant: stored }: Session, { grant }: Caller) => stored.id === grant;

function listed(store: AccessStore, caller: Caller, isAll: boolean, notYet: string | null = null): Reply {
  const shown = store.sessions().filter((session) => isAll || isOwn(session, caller));
  const sessions = shown.map((session): SessionRecord => {
    const { id, name, device, network, grant } = session;
    const begunAt = new Date(session.begunAt).toISOString();
    const usedAt = new Date(session.extendedAt).toISOString();
    const whose = { isOwn: isOwn(session, caller), isThis: id === caller.id };
    return { id, name, kind: grant.kind, role: grant.role, device, network, begunAt, usedAt, ...whose };
  });
  return jsonReply(notYet === null ? 200 : 202, { sessions, ...(notYet !== null && { notYet }) }, noStore);
}
