import { LRUCache } from 'lru-cache';
import type { Who } from '#contract/access/grants.ts';
import { mayAsk, operationOf, rights } from '#contract/access/roles.ts';
import type { GatewayState } from '#contract/gateway/gatewayState.ts';
import type { RefreshEvent } from '#contract/gateway/replica.ts';
import type { OperationId } from '#contract/operations.ts';
import { seesPage } from '#contract/pages.ts';
import { recordsAt } from '#contract/routes.ts';
import type { ReplicaSet } from '#contract/sets.ts';
import { dependsOnViewer, narrowedAnswer } from '#domain/access/narrowed.ts';
import { noColumns, type OpenColumns, type OpenTo } from '#domain/access/reportRows.ts';
import { pathOf } from '#server/http/guard.ts';
import type { Reply } from '#server/http/reply.ts';
import { type Body, bodyOf } from '#server/upstream/body.ts';
import type { Caller } from './caller.ts';
import { narrowedView } from './narrowedViews.ts';
import { shownErrors, shownFailure } from './passedOn.ts';

/** Bytes of narrowed bodies in memory, enough for the largest; without compressed forms. */
const maxBytes = 48 * 1024 * 1024;
/** The bytes of an entry besides its body. */
const entryBytes = 1024;

/** A narrowed body, the tag of its source, and the columns open at that time. */
type Made = { readonly key: string; readonly of: string; readonly open: OpenColumns; readonly body: Body };

/**
 * Narrows answers to what the caller's role may see. Each stored answer is narrowed once for all callers of a view; after
 * that it is a look-up. A report is narrowed again when a manager opens or closes one of its columns. If nothing visible to
 * a view changed, the tag stays and clients get 304. A manager's answers pass unchanged.
 */
export function createNarrowing(openTo: OpenTo = () => noColumns, limitBytes = maxBytes) {
  const known = new LRUCache<string, Made>({
    maxSize: limitBytes,
    sizeCalculation: ({ key, body }) => 2 * (body.plain.length + key.length) + entryBytes,
  });

  const bodyFor = (
    address: string,
    of: Body,
    view: string,
    narrow: (value: unknown) => unknown,
    open = noColumns,
  ): Body => {
    // Addresses contain no line breaks.
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
        const shown = bodyFor(`${status} ${address}`, body, 'error', (errors) => shownErrors(errors, status));
        return { ...answer, body: shown };
      }
      const open = openTo(id, who.role);
      const narrow = (value: unknown) => narrowedAnswer(id, value, who, open);
      return { ...answer, body: bodyFor(address, body, viewOf(id, caller), narrow, open) };
    },
    /** An answer of `/replica/…`; all statuses except 200 have our own words. */
    view(address: string, reply: Reply, caller: Caller): Reply {
      const { who } = caller;
      if (who.role === 'manager' || reply.status !== 200) return reply;
      const path = pathOf(address);
      const narrow = (value: unknown) => narrowedView(path, value, who);
      return { ...reply, body: bodyFor(address, reply.body, viewOf(recordsAt(path), caller), narrow) };
    },
  };
}

/** `/state` for a role: no forbidden sets of records, no findings, no single parts, and only our own words about failures. */
export function narrowedState(state: GatewayState, { role }: Pick<Who, 'role'>): GatewayState {
  if (role === 'manager' || state.replica === null) return state;
  const { sets, storage, resumesAt } = state.replica;
  const shown = sets
    .filter(({ set }) => maySeeSet(role, set))
    .map((set) => ({ ...set, failure: shownFailure(set.failure) }));
  // An error about the file may name it.
  const trouble = seesPage(role, '/setup') ? storage.trouble : null;
  const hidden = { findings: [], incomplete: { count: 0, parts: [] }, storage: { ...storage, trouble } };
  return { ...state, replica: { sets: shown, ...hidden, resumesAt } };
}

function maySeeSet(role: Who['role'], set: ReplicaSet): boolean {
  if (set === 'report') return seesPage(role, '/reports');
  const id = operationOf(set, '');
  return id !== null && mayAsk(role, id);
}

type ScreenEvent = { readonly event: string; readonly data?: Pick<RefreshEvent, 'set' | 'scope'> | undefined };

/** Whether a role gets an event of `/events`. */
export function mayHear(role: Who['role'], { event, data }: ScreenEvent): boolean {
  if (role === 'manager') return true;
  if (event === 'snoozes' || event === 'alerts') return rights[role].views.includes(event);
  if (!data) return true;
  const id = operationOf(data.set, data.scope);
  return id !== null && mayAsk(role, id);
}
