import type { IncomingMessage } from 'node:http';
import { auditEvents, exportShape, exportsPath } from '#contract/access/audit.ts';
import { answerJson, mismatch } from '#server/http/body.ts';
import type { Incoming } from '#server/http/incoming.ts';
import { clientAddress } from '#server/http/proxies.ts';
import { jsonReply, type Reply } from '#server/http/reply.ts';
import { type Audit, auditedNetwork } from '#server/observability/audit.ts';
import type { Caller } from '#server/http/rights/caller.ts';
import { noStore, queryOf, refused } from './signIn/context.ts';
import type { Trail } from './store/auditTrail.ts';

/** `GET /access/audit`: the audit, newest entry first, a page at a time. The table of roles says who may read it. */
export async function auditReply(trail: Trail, incoming: Incoming): Promise<Reply> {
  const query = queryOf(incoming);
  const before = query.get('before');
  const event = query.get('event');
  const known = auditEvents.find((candidate) => candidate === event) ?? null;
  if ((before !== null && !/^[1-9]\d{0,14}$/.test(before)) || (event !== null && known === null))
    return refused(400, 'before must be the number of an entry, and event one of those in /openapi.json.');
  try {
    const page = await trail.page(before === null ? Number.POSITIVE_INFINITY : Number(before), known);
    return jsonReply(200, page, noStore);
  } catch {
    return refused(503, 'The audit cannot be read now. Try again in a minute.');
  }
}

/** `POST /exports`: a page reports that it saved a file. The page already had the data. */
export async function noteExport(audit: Audit, incoming: IncomingMessage, caller: Caller): Promise<Reply> {
  return answerJson(incoming, exportsPath, exportShape, ({ file }) => {
    if (/\p{C}/u.test(file)) return refused(400, mismatch);
    const network = auditedNetwork(clientAddress(incoming));
    audit({ event: 'exported', file, by: caller.grant, session: caller.id, network });
    return jsonReply(200, {}, noStore);
  });
}
