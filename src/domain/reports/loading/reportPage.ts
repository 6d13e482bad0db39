import { type SetAside, UnreadableAnswer } from '#contract/answers.ts';
import type { FreeForm } from '#domain/answers/freeForm.ts';

/** An answer of a report: its items as they are. An item that is no object (null, text, a list) is set aside. */
export type ReportPage = {
  readonly rows: readonly FreeForm[];
  readonly setAside: readonly SetAside[];
  /** Items in all, the odd ones too. */
  readonly received: number;
  /** Null where the service says nothing. */
  readonly totalItems: number | null;
};

/**
 * Reads a Paged list of free-form items (sections 2.1 and 2.7). The items stay the very objects that were parsed: a copy of
 * a hundred thousand would double the memory. Throws `UnreadableAnswer` where there is no list.
 */
export function readReportPage(body: unknown): ReportPage {
  const list = isObject(body) && 'items' in body ? (body['items'] ?? []) : null;
  if (!isObject(body) || !Array.isArray(list)) throw new UnreadableAnswer('The answer is not a paged list.');
  const items: readonly unknown[] = list;
  const rows = items.filter(isObject);
  const total = body['totalItems'];
  const isCount = typeof total === 'number' && Number.isInteger(total) && total >= 0;
  return {
    rows,
    setAside: rows.length === items.length ? [] : oddOf(items),
    received: items.length,
    totalItems: isCount ? total : null,
  };
}

function oddOf(items: readonly unknown[]): SetAside[] {
  return items.flatMap((raw, index) => (isObject(raw) ? [] : [{ index, raw, reason: 'the item is not an object' }]));
}

function isObject(value: unknown): value is FreeForm {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
