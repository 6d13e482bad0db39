import type { Booking } from '#domain/reservations/bookings.ts';

/** How people are named where everybody can read it: not at all, `SG`, `Gar.S`, `Sam Garcia`. */
export const nameStyles = ['none', 'initials', 'short', 'full'] as const;
export type NameStyle = (typeof nameStyles)[number];

type Named = { readonly firstName?: string | null | undefined; readonly lastName?: string | null | undefined };

export type BookedNames = {
  /** Those who fly, learn or attend, joined by commas; empty for none. */
  readonly pilots: string;
  readonly instructor: string;
  /** Both: `Gar.S / Lee.K`. */
  readonly all: string;
};

/**
 * The people of a booking by the style. The reservation's own `displayName` is never used: services write full names into
 * it.
 */
export function bookedNames({ record }: Pick<Booking, 'record'>, style: NameStyle): BookedNames {
  const pilots = (record.pilots ?? [])
    .map((pilot) => nameText(pilot, style))
    .filter(Boolean)
    .join(', ');
  const instructor = record.instructor ? nameText(record.instructor, style) : '';
  return { pilots, instructor, all: [pilots, instructor].filter(Boolean).join(' / ') };
}

/** One person by the style; empty where nothing may be said, or nothing is known. */
export function nameText(person: Named, style: NameStyle): string {
  const first = person.firstName?.trim() ?? '';
  const last = person.lastName?.trim() ?? '';
  if (style === 'none') return '';
  if (style === 'full') return [first, last].filter(Boolean).join(' ');
  if (style === 'initials') return initial(first) + initial(last);
  if (last === '') return letters(first, 3);
  return [letters(last, 3), initial(first)].filter(Boolean).join('.');
}

function initial(name: string): string {
  return letters(name, 1).toUpperCase();
}

/** Whole letters, also of names outside the Latin alphabet. */
function letters(name: string, count: number): string {
  return Array.from(name).slice(0, count).join('');
}
