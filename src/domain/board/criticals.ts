import type { FleetTile } from './fleetTiles.ts';

/** What never leaves the board: each kind with the aircraft it concerns. */
export type Critical = {
  readonly kind: 'expired' | 'grounded' | 'open';
  readonly label: string;
  /** `N512SP`, `N512SP +0:23`. */
  readonly entries: readonly string[];
};

const expired = 3;

/** Aircraft that have something Expired, are grounded, or are not back at their booked end. An aircraft may be in each. */
export function criticalsOf(tiles: readonly FleetTile[]): Critical[] {
  const those = (isMeant: (tile: FleetTile) => boolean) => tiles.filter(isMeant);
  const kinds: readonly Critical[] = [
    { kind: 'grounded', label: 'Grounded', entries: those(({ squawk }) => squawk !== null).map(({ tail }) => tail) },
    {
      kind: 'expired',
      label: 'Expired',
      entries: those(({ reminder }) => reminder?.statusId === expired).map(({ tail }) => tail),
    },
    {
      kind: 'open',
      label: 'Not back',
      entries: those(({ activity }) => activity === 'not back').map(({ tail, state }) => `${tail} ${state.detail}`),
    },
  ];
  return kinds.filter(({ entries }) => entries.length > 0);
}

/** The widths of letters and of the space between two entries, in font sizes, on the safe side. */
const letter = 0.66;
const between = 0.9;
/** The mark and the count before the entries, and `+12 more` after them. */
const markRoom = 4.2;
const moreRoom = 5.6;

/** A kind as it fits into one line: its first entries, and how many more there are. */
export type FittedCritical = Critical & { readonly shown: readonly string[]; readonly more: number };
export type CriticalLine = readonly FittedCritical[];

/** All in one line where that fits; else a line for each kind, which says how many have no room. `width` in font sizes. */
export function criticalLines(criticals: readonly Critical[], width: number): CriticalLine[] {
  const whole = criticals.map((critical) => ({ ...critical, shown: critical.entries, more: 0 }));
  const needed = whole.reduce((sum, one) => sum + labelWidth(one) + entriesWidth(one.entries) + 2 * between, 0);
  if (criticals.length > 0 && needed <= width) return [whole];
  return criticals.map((critical) => [fitted(critical, width)]);
}

function fitted(critical: Critical, width: number): FittedCritical {
  const room = width - labelWidth(critical);
  if (entriesWidth(critical.entries) <= room) return { ...critical, shown: critical.entries, more: 0 };
  let count = critical.entries.length - 1;
  while (count > 0 && entriesWidth(critical.entries.slice(0, count)) + moreRoom > room) count--;
  return { ...critical, shown: critical.entries.slice(0, count), more: critical.entries.length - count };
}

function labelWidth({ label }: Critical): number {
  return markRoom + label.length * letter;
}

function entriesWidth(entries: readonly string[]): number {
  return entries.reduce((sum, entry) => sum + entry.length * letter + between, 0);
}
