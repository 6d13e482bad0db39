import type { FreeForm } from '#domain/answers/freeForm.ts';
import { isPersonal } from '#domain/people/personalData.ts';
import { idMemberOf } from '#domain/reports/loading/pageRepeats.ts';

/** What a row is called in an address: its own id where all rows have one, else its place among the loaded rows, `#12`. */
export function keyOfRow(items: readonly FreeForm[], row: number): string {
  const member = idMember(items);
  return member === null ? `#${row + 1}` : String(items[row]?.[member]);
}

/** The inverse of `keyOfRow`; null where no row is called so. */
export function rowOfKey(items: readonly FreeForm[], key: string): number | null {
  const member = idMember(items);
  const place = Number(/^#([1-9]\d*)$/.exec(key)?.[1]) - 1;
  if (place < items.length) return place;
  const row = member === null ? -1 : items.findIndex((item) => String(item[member]) === key);
  return row === -1 ? null : row;
}

/** A phone number names its owner too well. */
function idMember(items: readonly FreeForm[]): string | null {
  const member = idMemberOf(items);
  return member !== null && isPersonal(member) ? null : member;
}
