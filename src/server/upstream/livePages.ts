import { type CachePolicy } from '#contract/gateway/ages.ts';
import { type OperationId, operations } from '#contract/operations.ts';
import { reservationAges } from '#contract/sets.ts';
import { isLive, type PageNews, pageNews } from '#domain/reports/rows/liveRows.ts';
import type { Zone } from '#domain/time/time.ts';
import type { Body } from './body.ts';

/** The policy for a stored answer, by its operation and content. */
export type PolicyOf = (id: OperationId, body: Body | undefined) => CachePolicy;

/**
 * The policies, except that an answer of a report with open rows or recent ones is fresh for only as long as today's
 * reservations. `wall` in milliseconds.
 */
export function livePolicies(policies: (id: OperationId) => CachePolicy, zone: Zone, wall: () => number): PolicyOf {
  const known = new WeakMap<Body, PageNews | null>();
  const newsOf = (id: OperationId, body: Body) => {
    const before = known.get(body);
    if (before !== undefined || !isReport(id)) return before ?? null;
    const news = pageNews(id, JSON.parse(body.plain.toString()), zone, wall());
    known.set(body, news);
    return news;
  };
  return (id, body) => {
    const policy = policies(id);
    const news = body && isReport(id) ? newsOf(id, body) : null;
    if (!news || !isLive(news, null, zone, wall())) return policy;
    const capped = (seconds: number) => Math.min(seconds, reservationAges.near);
    return { ...policy, fresh: capped(policy.fresh), atOnce: capped(policy.atOnce) };
  };
}

function isReport(id: OperationId): id is Extract<OperationId, `report${string}`> {
  return operations[id].area === 'reports';
}
