import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conditionsOf } from '#domain/alerts/conditions.ts';
import { readinessIndex } from '#domain/readiness/readinessIndex.ts';
import { type SharedShape, sharedSchool } from '#e2e/fixtures/samples/sampleShared.ts';
import { type AttentionItem, matterOf } from './attention.ts';
import { evidence } from './evidence.ts';
import { attentionOf, limitsAhead } from './findAttention.ts';
import { byRank, listOf, maxOfKind } from './mostMatters.ts';

function matter(kind: AttentionItem['kind'], number: number, rank: number): AttentionItem {
  const about = `${kind} ${number}`;
  const seen = [evidence('reservation', about, 'stop')];
  return matterOf({
    about,
    kind,
    subject: 'N1',
    words: '',
    evidence: seen,
    since: null,
    at: null,
    rank,
    of: null,
    link: '/',
    behind: [],
  });
}
const assessed = (shape: SharedShape, count: number) => {
  const school = sharedSchool(shape, count);
  const limits = limitsAhead(school, school.schedule);
  return { index: readinessIndex(school), limits, reservations: school.schedule.reservations, connection: null };
};

describe('of each kind of matters only so many are listed', () => {
  test('which are the worst, and one more says how many there are besides', () => {
    fc.assert(
      fc.property(fc.nat(3), fc.array(fc.nat(100), { minLength: 0, maxLength: 40 }), (extra, ranks) => {
        const many = Array.from({ length: maxOfKind + extra }, (_, place) => matter('stop', place, (place * 37) % 90));
        const few = ranks.map((rank, place) => matter('conflict', place, rank));
        const found = listOf([...few, ...many], [new Map([['not back', 4]]), new Map([['stop', 2]])]);
        const ownItems = found.filter(({ kind }) => kind === 'stop');
        const listed = ownItems.filter(({ others }) => others === undefined);
        expect(listed).toEqual(many.toSorted(byRank).slice(0, maxOfKind));
        expect(ownItems.at(-1)?.others).toBe(extra + 2);
        expect(found.filter(({ kind }) => kind === 'conflict')).toEqual(few.toSorted(byRank));
        const ordinary = found.filter(({ others }) => others === undefined);
        expect(ordinary).toEqual(ordinary.toSorted(byRank));
      }),
    );
  });

  test('so a school with thousands of late flights and conflicts has a list that ends, with all of them counted', () => {
    const count = 3 * maxOfKind;
    for (const shape of ['not out yet', 'ahead', 'may be out'] as const) {
      const items = attentionOf(assessed(shape, count));
      for (const [kind, ownItems] of Map.groupBy(items, (item) => item.kind)) {
        expect([shape, kind, ownItems.length <= maxOfKind + 1]).toEqual([shape, kind, true]);
      }
    }
    const late = attentionOf(assessed('may be out', count)).filter(({ kind }) => kind === 'may be out');
    expect(late).toHaveLength(maxOfKind + 1);
    expect(late.at(-1)).toMatchObject({ others: count - maxOfKind, subject: '1,000 more', link: '/reservations' });
  });

  test('and the one that counts the others starts no alert', () => {
    const given = assessed('may be out', maxOfKind + 10);
    const items = attentionOf(given);
    const conditions = conditionsOf({ ...given, items, places: new Map(), failing: null });
    expect(items.some(({ others }) => others !== undefined)).toBe(true);
    expect(conditions.filter(({ key }) => key.startsWith('others'))).toEqual([]);
    expect(conditions.filter(({ kind }) => kind === 'not back')).toHaveLength(maxOfKind);
  });
});
