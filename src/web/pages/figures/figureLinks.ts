import type { FigureDimension } from '#contract/gateway/figures.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import { aircraftLink, instructorLink } from '#domain/reservations/links.ts';

/** A group of bars; the key is an id, or the name where records give no id. */
type Group = { readonly key: string; readonly name: string };

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The page with the rows of a group in a span: the flights of an aircraft or a model in the report, an instructor's own schedule.
 * Null where no page shows them. No page narrows flights to a location, so this page opens them itself.
 */
export function rowsLink(by: Exclude<FigureDimension, 'location'>, group: Group, { start, end }: Span): string | null {
  if (by === 'instructor') return instructorPage(group);
  const ask = `StartDate=${secondText(start)}&EndDate=${secondText(end)}`;
  return `/reports/flightOperations?${new URLSearchParams({ ask, find: group.name }).toString()}`;
}

/** As the report's own fields write it, without milliseconds. */
function secondText(instant: Instant): string {
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}

export function instructorPage({ key }: Group): string | null {
  return guid.test(key) ? instructorLink(key) : null;
}

/** With its squawks. */
export function aircraftPage({ key }: Pick<Group, 'key'>): string | null {
  return guid.test(key) ? aircraftLink(key) : null;
}

/** A work order in its report. */
export function orderLink(number: string): string {
  return `/reports/workOrders?${new URLSearchParams({ find: number }).toString()}`;
}
