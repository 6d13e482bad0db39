import type { Query } from '#contract/query.ts';
import { type Span, wallText } from '#domain/time/time.ts';

/**
 * The filters that ask for every reservation overlapping a span (`startTime=lt:<end>`, `endTime=gt:<start>`). The zone
 * of a zone-less filter value is not documented, so the window is the union of the two readings, operator zone and UTC:
 * it may bring more than the span, never less; whoever asks trims by instants.
 */
export function overlapFilters(span: Span, zone: string): NonNullable<Query['filters']> {
  const start = earlier(wallText(span.start, zone), wallText(span.start, 'UTC'));
  const end = later(wallText(span.end, zone), wallText(span.end, 'UTC'));
  return { startTime: { operator: 'lt', values: [end] }, endTime: { operator: 'gt', values: [start] } };
}

/** Wall texts of one length sort as they follow in time. */
function earlier(a: string, b: string): string {
  return a < b ? a : b;
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}
