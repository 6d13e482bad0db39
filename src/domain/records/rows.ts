import { isRecord } from '#contract/objects.ts';
import { textOf, valueText } from '#domain/answers/unknownMembers.ts';

/** A record of any shape in a list: something to name it by and something to open it by. */
export type RecordRow = {
  /** The record's own id, whatever its kind, or its place in the whole list (`#26`) where it has none. */
  readonly key: string;
  readonly title: string;
  readonly value: unknown;
  /** Its place on the page, from 0. */
  readonly index: number;
};

/** Names the records of a page; `first` is how many stand on the pages before, `idNames` what their id is usually called. */
export function toRecordRows(values: readonly unknown[], first: number, ...idNames: readonly string[]): RecordRow[] {
  return values.map((value, index) => {
    const key = idOf(value, idNames) ?? `#${first + index + 1}`;
    return { key, title: titleOf(value) ?? key, value, index };
  });
}

/** The id of a record: a member so called, else `id`, else the first whose name ends in `Id`. */
function idOf(value: unknown, idNames: readonly string[]): string | null {
  if (!isRecord(value)) return null;
  const others = Object.keys(value).filter((name) => name.endsWith('Id'));
  return textOf(value, ...idNames, 'id', ...others);
}

const names = ['name', 'displayName', 'title', 'tailNumber', 'description'];
const personNames = ['firstName', 'lastName'];

/** The members that a title is made of, and need not be said again beside it. */
export function titleMembers(value: unknown): readonly string[] {
  if (!isRecord(value)) return [];
  const name = names.find((member) => textOf(value, member) !== null);
  return name === undefined ? personNames.filter((member) => textOf(value, member) !== null) : [name];
}

/** What people would call a record of any shape; null where nothing in it is a name. */
export function titleOf(value: unknown): string | null {
  if (!isRecord(value)) return valueText(value) || null;
  return (
    titleMembers(value)
      .map((member) => textOf(value, member))
      .join(' ') || null
  );
}
