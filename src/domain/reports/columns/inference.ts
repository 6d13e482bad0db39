import type { FreeForm } from '#domain/answers/unknownMembers.ts';
import { type Column, columnId, columnKind, columnLabel, type ColumnPath, type KindCorrections } from './columns.ts';
import { type ValueKind, valueKind, valueKinds } from './valueKinds.ts';

/** What has been seen in one place of the items. */
type Tally = {
  readonly kinds: Partial<Record<ValueKind, number>>;
  filled: number;
  decimals: number;
};

type Member = { readonly own: Tally; readonly inner: Map<string, Tally> };

/** The shape of the items read so far, in the order in which members were first seen. Feed it page after page. */
export type Shape = {
  readonly rows: number;
  readonly members: ReadonlyMap<string, Member>;
  /** Values that no column shows, because items without common members would give too many columns. */
  readonly beyond: number;
};

/** More columns than this nobody reads; what is beyond is in the record alone. */
const mostColumns = 1000;

export const emptyShape: Shape = { rows: 0, members: new Map(), beyond: 0 };

/** The shape with these items taken in; what was read before is not read again. Cost: about 3 µs for an item of 25 members. */
export function widened(shape: Shape, items: readonly FreeForm[]): Shape {
  const draft = { members: copied(shape.members), places: 0, beyond: shape.beyond };
  for (const { inner } of draft.members.values()) draft.places += 1 + inner.size;
  for (const item of items) takeItem(draft, item);
  return { rows: shape.rows + items.length, members: draft.members, beyond: draft.beyond };
}

type Draft = { readonly members: Map<string, Member>; places: number; beyond: number };

function takeItem(draft: Draft, item: FreeForm): void {
  for (const name of Object.keys(item)) {
    const value = item[name];
    const known = draft.members.get(name) ?? (hasRoom(draft) ? newMember(draft, name) : null);
    if (!known) draft.beyond++;
    else if (valueKind(value) === 'object') takeInner(draft, known.inner, value as FreeForm);
    else take(known.own, value);
  }
}

function takeInner(draft: Draft, inner: Map<string, Tally>, object: FreeForm): void {
  for (const name of Object.keys(object)) {
    const known = inner.get(name) ?? (hasRoom(draft) ? newTally() : null);
    if (!known) {
      draft.beyond++;
      continue;
    }
    if (!inner.has(name)) {
      inner.set(name, known);
      draft.places++;
    }
    take(known, object[name]);
  }
}

const hasRoom = (draft: Draft) => draft.places < mostColumns;

function newMember(draft: Draft, name: string): Member {
  const member = { own: newTally(), inner: new Map<string, Tally>() };
  draft.members.set(name, member);
  draft.places++;
  return member;
}

function newTally(): Tally {
  return { kinds: {}, filled: 0, decimals: 0 };
}

function take(tally: Tally, value: unknown): void {
  const kind = valueKind(value);
  if (kind === null) return;
  tally.kinds[kind] = (tally.kinds[kind] ?? 0) + 1;
  tally.filled++;
  if (typeof value === 'number') tally.decimals = decimalsOf(value, tally.decimals);
}

const mostDecimals = 6;

/** How many decimals a number is written with, from so many on. */
export function decimalsOf(value: number, least = 0): number {
  let decimals = least;
  while (decimals < mostDecimals && Math.round(value * 10 ** decimals) / 10 ** decimals !== value) decimals++;
  return decimals;
}

function copied(members: ReadonlyMap<string, Member>): Map<string, Member> {
  const copy = (tally: Tally): Tally => ({ ...tally, kinds: { ...tally.kinds } });
  return new Map(
    Array.from(members, ([name, { own, inner }]) => [
      name,
      { own: copy(own), inner: new Map(Array.from(inner, ([within, tally]) => [within, copy(tally)])) },
    ]),
  );
}

/** The columns of a shape: a member that was only ever an object has its inner members' columns instead of one of its own. */
export function columnsOf(shape: Shape, corrections: KindCorrections = {}): Column[] {
  return Array.from(shape.members, ([name, { own, inner }]) => {
    const nested = Array.from(inner, ([within, tally]) => columnOf(shape, [name, within], tally, corrections));
    return own.filled > 0 || nested.length === 0 ? [columnOf(shape, [name], own, corrections), ...nested] : nested;
  }).flat();
}

function columnOf(shape: Shape, path: ColumnPath, tally: Tally, corrections: KindCorrections): Column {
  const id = columnId(path);
  const kinds = valueKinds.filter((kind) => tally.kinds[kind] !== undefined);
  const guess = columnKind(kinds, path.at(-1) ?? id);
  return {
    id,
    path,
    label: columnLabel(path),
    kind: (Object.hasOwn(corrections, id) ? corrections[id] : null) ?? guess,
    guess,
    filled: tally.filled,
    emptyShare: shape.rows === 0 ? 1 : (shape.rows - tally.filled) / shape.rows,
    decimals: tally.decimals,
  };
}
