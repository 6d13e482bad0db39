import { aircraftLink, instructorLink, personLink, reservationLink } from '#domain/lists/links.ts';
import type { Instant } from '#domain/time/time.ts';
import type { Column } from './columns.ts';

/** The things the application has seen, as far as a value can name them. */
export type KnownThings = {
  readonly aircraft: readonly { readonly aircraftId: string; readonly tailNumber?: string | null | undefined }[];
  readonly instructorIds: readonly string[];
  readonly userIds: readonly string[];
  readonly reservations: readonly { readonly key: string; readonly start: Instant | null }[];
};

/** The page of what a cell names; null for a value that names nothing known. */
export type LinkOf = (value: unknown, column: Pick<Column, 'path'>) => string | null;

const tailName = /tail|registration|aircraft|plane/i;

/**
 * Finds the page of a value: ids anywhere, tails where the column's name speaks of an aircraft, because a simulator's tail
 * is a product's name and can stand for something else.
 */
export function linksOf(known: KnownThings, zone: string): LinkOf {
  const ids = new Map<string, string>();
  const tails = new Map<string, string>();
  const put = (id: string, link: string) => void ids.set(id.toLowerCase(), link);
  for (const one of known.reservations) put(one.key, reservationLink(one, zone));
  for (const id of known.userIds) put(id, personLink(id));
  for (const id of known.instructorIds) put(id, instructorLink(id));
  for (const { aircraftId, tailNumber } of known.aircraft) {
    put(aircraftId, aircraftLink(aircraftId));
    if (tailNumber) tails.set(tailNumber.toLowerCase(), aircraftLink(aircraftId));
  }
  return (value, { path }) => {
    if (typeof value !== 'string' || value.length > 200) return null;
    const text = value.trim().toLowerCase();
    return ids.get(text) ?? (path.some((name) => tailName.test(name)) ? tails.get(text) : undefined) ?? null;
  };
}
