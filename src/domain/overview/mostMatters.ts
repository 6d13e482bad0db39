import { counted, numberText } from '#domain/words.ts';
import { type AttentionItem, type AttentionKind, matterOf } from './attention.ts';

/**
 * The most matters of one kind that are listed. Nobody works through so many, and a hostile service could otherwise cause tens of
 * thousands, which every screen and each look of the gateway would have to hold.
 */
export const maxOfKind = 500;

/** Where a matter stands in the list. */
type RankedMatter = Pick<AttentionItem, 'kind' | 'rank' | 'at' | 'key'>;

/** How many matters of each kind are not listed. */
type Left = ReadonlyMap<AttentionKind, number>;

/** Some matters, and how many others there are. */
export type Matters = { readonly items: readonly AttentionItem[]; readonly left: Left };

/** The worst matters of each kind, before they are made: those to list, and how many others there are. In the given order. */
export function worstOfKind<One>(
  found: readonly One[],
  placeOf: (one: One) => RankedMatter,
): { readonly listed: readonly One[]; readonly left: Left } {
  if (found.length <= maxOfKind) return { listed: found, left: new Map() };
  const placed = found.map((one) => ({ one, ...placeOf(one) }));
  const byKind = Map.groupBy(placed, ({ kind }) => kind);
  const listed = new Set(Array.from(byKind.values()).flatMap((own) => own.toSorted(byRank).slice(0, maxOfKind)));
  const left = Array.from(byKind, ([kind, own]) => [kind, own.length - maxOfKind] as const);
  return {
    listed: placed.filter((one) => listed.has(one)).map(({ one }) => one),
    left: new Map(left.filter(([, count]) => count > 0)),
  };
}

/** The list, worst first; at the end of a kind with more than are listed, one matter says how many. */
export function listOf(found: readonly AttentionItem[], lefts: readonly Left[]): AttentionItem[] {
  const { listed, left } = worstOfKind(found, (item) => item);
  const others = new Map<AttentionKind, number>();
  for (const [kind, count] of [left, ...lefts].flatMap((one) => [...one]))
    others.set(kind, (others.get(kind) ?? 0) + count);
  const items = listed.toSorted(byRank);
  const last = new Map(items.map((item) => [item.kind, item]));
  return items.flatMap((item) => {
    const more = last.get(item.kind) === item ? (others.get(item.kind) ?? 0) : 0;
    return more > 0 ? [item, othersAfter(item, more)] : [item];
  });
}

export function byRank(a: RankedMatter, b: RankedMatter): number {
  return b.rank - a.rank || (a.at ?? 0) - (b.at ?? 0) || (a.key < b.key ? -1 : Number(a.key > b.key));
}

/** Says how many matters of a kind are not listed. It stands after the last that is, and is as bad as that one. */
function othersAfter({ kind, evidence, rank, at, of }: AttentionItem, more: number): AttentionItem {
  return {
    ...matterOf({
      about: `others ${kind}`,
      kind,
      subject: `${numberText(more)} more`,
      words: `${counted(more, 'other matter')} of this kind ${more === 1 ? 'is' : 'are'} not listed: the list ends at ${maxOfKind}`,
      evidence,
      since: null,
      at,
      rank,
      of: null,
      link: of !== null && typeof of !== 'string' ? '/reservations' : '/fleet',
      behind: [],
    }),
    others: more,
  };
}
