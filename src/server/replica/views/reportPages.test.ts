import { describe, expect, it } from 'vitest';
import { sampleReplica } from '#e2e/servers/sampleOperator.ts';
import { atOnce } from '#domain/steps.ts';
import { defaultLimit } from '#domain/reports/loading/loadPlan.ts';
import { reportScope } from '#server/replica/register/parts.ts';
import { pageSize, pagesOfReport, reportSoFar } from './reportPages.ts';

const id = 'reportWorkOrders';
const all = Array.from({ length: 1_200 }, (_, index) => ({ id: `w${index}` }));
const scopeAt = (offset: number, limit = defaultLimit) => reportScope({ id, query: { offset, limit } });

/** A copy that reads every page that is wanted, of a service that takes `offset` in one of three ways. */
function readAll(from: (offset: number) => number) {
  const replica = sampleReplica();
  const calls: string[] = [];
  const sizeOf = (scope: string) => pageSize(replica.storage, scope);
  for (;;) {
    const next = pagesOfReport(id, sizeOf).find((scope) => !calls.includes(scope));
    if (next === undefined || calls.length > 30) break;
    calls.push(next);
    const offset = Number(new URLSearchParams(next.split(' ')[1]).get('offset') ?? 0);
    const items = all.slice(from(offset), from(offset) + defaultLimit);
    replica.put('report', 'id', [{ id: '', items, totalItems: all.length }], { scope: next });
  }
  const { rows, isWhole } = atOnce(reportSoFar(replica.storage, id, replica.status().parts('report')));
  return { calls: calls.length, ids: new Set(rows.map((row) => JSON.stringify(row))).size, isWhole };
}

describe('the pages of a report', () => {
  it('are all read, whether offset counts rows or pages', () => {
    expect(readAll((offset) => offset)).toEqual({ calls: 3, ids: 1_200, isWhole: true });
    expect(readAll((offset) => offset * defaultLimit)).toEqual({ calls: 4, ids: 1_200, isWhole: true });
  });

  it('are not whole at a service that always gives the first rows', () => {
    expect(readAll(() => 0)).toMatchObject({ ids: 500, isWhole: false });
  });

  it('count a row once if a person opened a page that overlaps', () => {
    const replica = sampleReplica();
    const put = (scope: string, items: readonly object[]) =>
      replica.put('report', 'id', [{ id: '', items, totalItems: 600 }], { scope });
    put(scopeAt(0), all.slice(0, 500));
    put(scopeAt(0, 100), all.slice(0, 100));
    const whole = () => atOnce(reportSoFar(replica.storage, id, replica.status().parts('report'))).isWhole;
    expect(whole()).toBe(false);
    put(scopeAt(500), all.slice(500, 600));
    expect(whole()).toBe(true);
  });
});
