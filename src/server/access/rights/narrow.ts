import { LRUCache } from 'lru-cache';
import type { Who } from '#contract/access/grants.ts';
import { mayAsk, operationOf, rights } from '#contract/access/roles.ts';
import type { ReplicaSet } from '#contract/gateway/ages.ts';
import type { GatewayState } from '#contract/gateway/gatewayState.ts';
import type { RefreshEvent } from '#contract/gateway/replica.ts';
import type { OperationId } from '#contract/operations.ts';
import { dependsOnViewer, narrowedAnswer } from '#domain/access/narrowed.ts';
import { noColumns, type OpenColumns, type OpenTo } from '#domain/access/reportRows.ts';
import { type Body, bodyOf, type Reply } from '#server/gateway/http/reply.ts';
import type { Caller } from '#server/access/caller.ts';
import { narrowedView, viewOperation } from './narrowedViews.ts';
import { toldErrors, toldFailure } from './passedOn.ts';

/** Narrowed bodies in memory, with room for the largest; compressed forms come on top. */
const maxBytes = 48 * 1024 * 1024;
/** What an entry takes besides its body. */
const entryBytes = 1024;

/** A narrowed body, the tag of the one that it was made from, and the columns that were open then. */
type Made = { readonly key: string; readonly of: string; readonly open: OpenColumns; readonly body: Body };

/**
 * Narrows answers to what the role of a caller may see. Each stored answer is narrowed once for all callers of one view; after that
 * it costs a look-up. What is made of a report is made anew when a manager opens or closes a column of it. What has not changed in what a view may see keeps its tag, so that its clients get 304. A manager's
 * answers pass as they are.
 */
export function createNarrowing(openTo: OpenTo = () => noColumns, mostBytes = maxBytes) {
  const known = new LRUCache<string, Made>({
    maxSize: mostBytes,
    sizeCalculation: ({ key, body }) => 2 * (body.plain.length + key.length) + entryBytes,
  });

  const bodyFor = (
    address: string,
    of: Body,
    view: string,
    narrow: (value: unknown) => unknown,
    open = noColumns,
  ): Body => {
    // No address holds a line break.
    const key = `${address}\n${view}`;
    const before = known.get(key);
    if (before?.of === of.tag && before.open === open) return before.body;
    const text = JSON.stringify(narrow(JSON.parse(of.plain.toString())));
    const body = bodyOf(Buffer.from(text), before?.body);
    known.set(key, { key, of: of.tag, open, body });
    return body;
  };
  const viewOf = (id: OperationId | null, { view, who }: Caller) =>
    id === null || dependsOnViewer(id, who) ? view : who.role;

  return {
    /** An answer of the API, from the service or from the local copy. */
    answer<Answer extends Pick<Reply, 'status' | 'body'>>(
      { id, address }: { readonly id: OperationId; readonly address: string },
      answer: Answer,
      caller: Caller,
    ): Answer {
      const { status, body } = answer;
      const { who } = caller;
      if (who.role === 'manager') return answer;
      if (status >= 400) {
        const told = bodyFor(`${status} ${address}`, body, 'error', (errors) => toldErrors(errors, status));
        return { ...answer, body: told };
      }
      const open = openTo(id, who.role);
      const narrow = (value: unknown) => narrowedAnswer(id, value, who, open);
      return { ...answer, body: bodyFor(address, body, viewOf(id, caller), narrow, open) };
    },
    /** An answer of `/replica/…`; what is not 200 is our own words. */
    view(address: string, reply: Reply, caller: Caller): Reply {
      const { who } = caller;
      if (who.role === 'manager' || reply.status !== 200) return reply;
      const [path = ''] = address.split('?', 1);
      const narrow = (value: unknown) => narrowedView(path, value, who);
      return { ...reply, body: bodyFor(address, reply.body, viewOf(viewOperation(path), caller), narrow) };
    },
  };
}

/** `/state` as a role may see it: no sets of records that it may not, no findings and no single parts, and of failures our own words alone. */
export function narrowedState(state: GatewayState, { role }: Pick<Who, 'role'>): GatewayState {
  if (role === 'manager' || state.replica === null) return state;
  const { sets, storage, resumesAt } = state.replica;
  const shown = sets
    .filter(({ set }) => maySeeSet(role, set))
    .map((one) => ({ ...one, failure: toldFailure(one.failure) }));
  // What is wrong with the file may name it.
  const trouble = rights[role].pages.includes('/setup') ? storage.trouble : null;
  const told = { findings: [], incomplete: { count: 0, parts: [] }, storage: { ...storage, trouble } };
  return { ...state, replica: { sets: shown, ...told, resumesAt } };
}

function maySeeSet(role: Who['role'], set: ReplicaSet): boolean {
  if (set === 'report') return rights[role].pages.includes('/reports');
  const id = operationOf(set, '');
  return id !== null && mayAsk(role, id);
}

type Told = { readonly event: string; readonly data?: Pick<RefreshEvent, 'set' | 'scope'> | undefined };

/** Whether a role is told of an event of `/events`. */
export function mayHear(role: Who['role'], { event, data }: Told): boolean {
  if (role === 'manager') return true;
  if (event === 'snoozes') return rights[role].views.includes('snoozes');
  if (!data) return true;
  const id = operationOf(data.set, data.scope);
  return id !== null && mayAsk(role, id);
}
