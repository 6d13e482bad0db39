import { type ReplicaSet, checkoutAges, replicaSets } from '#contract/sets.ts';
import * as z from 'zod/mini';
import { millisecondsInDay } from '#domain/units.ts';
import { parsed } from '#server/http/body.ts';
import { cellKey, type CopiedCell, isReport, type Part, partKey, reportOf } from '#server/replica/register/parts.ts';
import type { Register } from '#server/replica/register/register.ts';
import type { Replica } from '#server/replica/replica.ts';
import type { ReplicaStorage } from '#server/replica/storage/storage.ts';
import type { Cluster } from './cluster.ts';
import type { RefreshRequest } from './refreshRequests.ts';
import type { News } from './workingCopy.ts';

/** The planner's note of what could not be read. */
const failuresNote = 'failures';
const failuresShape = z.array(
  z.object({
    key: z.string(),
    failures: z.number(),
    status: z.nullable(z.number()),
    message: z.string(),
    detail: z.string(),
    /** Epoch milliseconds. */
    failedAt: z.number(),
    retryAt: z.number(),
  }),
);

export type FollowParts = {
  readonly replica: Replica;
  /** In milliseconds, as for the replica: a monotonic clock for ages, and the wall clock. */
  readonly clock: () => number;
  readonly wall: () => number;
  /** Called when another gateway has made a call. */
  readonly onCall: () => void;
  /** Receives what has changed besides the school's records: the keys of notes, and the names of tables. */
  readonly onNews: (news: News) => void;
};

/** Keeps a replica in step with what the other gateways do, from now on. */
export function follow(cluster: Cluster, storage: ReplicaStorage, parts: FollowParts): void {
  const { replica, clock, wall, onCall } = parts;
  const { register, refresher } = replica;
  const noteFailures = () => {
    const read = failuresShape.safeParse(parsed(storage.memory(failuresNote) ?? '[]'));
    const toClock = (at: number) => clock() + (at - wall());
    const known = (read.data ?? []).map(
      ({ key, failures, failedAt, retryAt, ...failure }) =>
        [key, { failures, failure, failedAt: toClock(failedAt), retryAt: toClock(retryAt) }] as const,
    );
    register.noteFailures(new Map(known));
    replica.events.send({ event: 'state' });
    refresher.noteNews();
  };
  cluster.listen({
    onCall,
    onNews: (news) => {
      const { tables, notes } = news;
      if (['part', 'record', 'cell', 'reservation'].some((name) => tables.has(name))) replica.follow();
      if (notes.includes(failuresNote) && !cluster.isPlanner()) noteFailures();
      parts.onNews(news);
    },
    onTerm: (term) => {
      if (term !== null) replica.beginTerm(term);
    },
    onRequests: (requests) => {
      for (const isFresh of [true, false]) {
        const wanted = requests
          .filter((request) => request.isFresh === isFresh)
          .flatMap((request) => requestedParts(request, replica));
        if (wanted.length > 0) refresher.request(wanted, { isFresh, isDirect: true });
      }
    },
  });
  if (cluster.term !== null) replica.beginTerm(cluster.term);
  else noteFailures();
}

function requestedParts(
  { set, scope = '', from, to }: RefreshRequest,
  { register }: Replica,
): readonly (Part | CopiedCell)[] {
  if (from !== undefined && to !== undefined && from < to && to - from < maxRequestedMs)
    return register.cellsIn({ start: from, end: to });
  if (!isSet(set)) return [];
  const known = register.part(partKey(set, scope));
  if (known) return [known];
  if (set === 'report') return isReport(reportOf(scope).id) ? [register.openReport(scope)] : [];
  return set === 'user' ? [register.want(set, scope, checkoutAges.other, 1)] : [];
}

const maxRequestedMs = 400 * millisecondsInDay;

function isSet(name: string | undefined): name is ReplicaSet {
  return replicaSets.some((set) => set === name);
}

/**
 * Notes for the other gateways what could not be read, when that has changed. Call it after every refresh by the
 * planner.
 */
export function failuresTeller(cluster: Cluster, storage: ReplicaStorage): (register: Register) => void {
  let last = storage.memory(failuresNote) ?? '[]';
  return (register) => {
    if (!cluster.isPlanner()) return;
    const failed = [...register.parts(), ...register.cells()].filter(({ failure }) => failure !== null);
    const text = JSON.stringify(
      failed.map((held) => ({
        key: 'set' in held ? held.key : cellKey(held),
        failures: held.failures,
        ...held.failure,
        failedAt: Number.isFinite(held.failedAt) ? register.toWall(held.failedAt) : 0,
        retryAt: register.toWall(held.retryAt),
      })),
    );
    if (text === last) return;
    last = text;
    storage.remember(failuresNote, text);
  };
}
