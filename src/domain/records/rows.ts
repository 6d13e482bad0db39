import { isRecord } from '#contract/objects.ts';
import { isolated } from '#contract/isolated.ts';
import { textOf, valueText } from '#domain/answers/members.ts';

/** A record of any shape in a list, with a name and a key. */
export type RecordRow = {
  /** The record's own id, whatever its type, or its number in the whole list (`#26`) if it has none. */
  readonly key: string;
  readonly title: string;
  readonly value: unknown;
  /** Its index on the page, from 0. */
  readonly index: number;
};

/** Names a page's records. `first` is the number of records on earlier pages, `idNames` the usual names of their id. */
export function toRecordRows(values: readonly unknown[], first: number, ...idNames: readonly string[]): RecordRow[] {
  return values.map((value, index) => {
    const key = idOf(value, idNames) ?? `#${first + index + 1}`;
    return { key, title: titleOf(value) ?? key, value, index };
  });
}

/** A record's id: a member with one of these names, otherwise `id`, otherwise the first name that ends in `Id`. */
function idOf(value: unknown, idNames: readonly string[]): string | null {
  if (!isRecord(value)) return null;
  const others = Object.keys(value).filter((name) => name.endsWith('Id'));
  return textOf(value, ...idNames, 'id', ...others);
}

const names = ['name', 'displayName', 'title', 'tailNumber', 'description'];
const personNames = ['firstName', 'lastName'];

/** The members in a record's title, which need not be repeated beside it. */
export function titleMembers(value: unknown): readonly string[] {
  if (!isRecord(value)) return [];
  const name = names.find((member) => textOf(value, member) !== null);
  return name === undefined ? personNames.filter((member) => textOf(value, member) !== null) : [name];
}

/** A name for a record of any shape; null if it has none. */
export function titleOf(value: unknown): string | null {
  if (!isRecord(value)) return valueText(value) || null;
  const parts = titleMembers(value).map((member) => textOf(value, member));
  return isolated(parts.join(' ')) || null;
}
