import type { FleetRow } from '#domain/fleet.ts';
import { remainingText } from '#domain/reminderWords.ts';
import type { DueItem } from '#domain/reminders.ts';
import { lateText } from '#domain/clock.ts';
import type { Squawk } from '#domain/squawks.ts';
import { bookedNames } from './names.ts';
import { boardTime, boardWhen, type Telling } from './boardWords.ts';

/** What lights a tile up, worst first; `none` stays dark. */
const severities = ['grounded', 'expired', 'open', 'warning', 'none'] as const;
type Severity = (typeof severities)[number];

/** What an aircraft is doing, as its tile says it: `flying until 1530L`, and in few letters `1530L`. */
type TileState = { readonly word: string; readonly detail: string; readonly short: string };

export type FleetTile = {
  readonly id: string;
  readonly tail: string;
  readonly severity: Severity;
  readonly activity: FleetRow['activity'] | 'soon';
  readonly state: TileState;
  /** `1400L Gar.S / Lee.K`; null with nothing booked. */
  readonly next: string | null;
  /** The worst reminder by the API's own status; null without any. */
  readonly reminder: {
    readonly statusId: number | null;
    readonly status: string;
    readonly name: string;
    readonly left: string;
  } | null;
  /** The squawk that grounds it, in the words of whoever wrote it. */
  readonly squawk: string | null;
};

type TileSources = {
  readonly rows: readonly FleetRow[];
  /** By the aircraft's id. */
  readonly worst: ReadonlyMap<string, DueItem>;
  readonly grounding: ReadonlyMap<string, Squawk>;
};

/** A booking this near reserves an aircraft that is on the ground. */
const soon = 3_600_000;

/** A tile per aircraft: what needs a person first, worst first, the others in the order given. */
export function fleetTiles({ rows, worst, grounding }: TileSources, telling: Telling): FleetTile[] {
  const tiles = rows.map((row): FleetTile => {
    const { aircraftId, tailNumber } = row.aircraft;
    const item = worst.get(aircraftId) ?? null;
    const squawk = grounding.get(aircraftId) ?? null;
    const isSoon = row.activity === 'available' && row.next !== null && row.next.start - telling.now <= soon;
    const activity = isSoon ? 'soon' : row.activity;
    return {
      id: aircraftId,
      tail: tailNumber ?? 'No tail',
      severity: severityOf(row, item, squawk),
      activity,
      state: stateOf(row, activity, telling),
      next: row.next && `${boardWhen(row.next.start, telling)} ${nextWords(row.next, telling)}`.trim(),
      reminder: item && {
        statusId: item.statusId,
        status: item.status,
        name: item.name,
        left: item.driving ? remainingText(item.driving, telling.clock) : '',
      },
      squawk: squawk?.description ?? null,
    };
  });
  return tiles.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}

function nextWords(booking: NonNullable<FleetRow['next']>, { names }: Telling): string {
  return bookedNames(booking, names).all || booking.activity || booking.type;
}

const warning = 2;
const expired = 3;

function severityOf(row: FleetRow, item: DueItem | null, squawk: Squawk | null): Severity {
  if (squawk) return 'grounded';
  if (item?.statusId === expired) return 'expired';
  if (row.activity === 'open') return 'open';
  return item?.statusId === warning ? 'warning' : 'none';
}

function stateOf({ aircraft, current, next }: FleetRow, activity: FleetTile['activity'], telling: Telling): TileState {
  const { now } = telling;
  const plain = (word: string, short: string): TileState => ({ word, detail: '', short });
  if (activity === 'out-of-service') return plain(aircraft.status?.name ?? 'out of service', 'off');
  if (activity === 'soon' && next) {
    const at = boardTime(next.start, telling);
    return { word: 'reserved', detail: `at ${at}`, short: at };
  }
  if (!current) return activity === 'unknown' ? plain('not known', '?') : plain('available', '');
  const late = { open: current.end, 'due-out': current.start } as const;
  if (activity === 'open' || activity === 'due-out') {
    const text = lateText(now - late[activity]);
    return { word: activity === 'open' ? 'not closed out' : 'not checked out', detail: text, short: text };
  }
  const until = boardWhen(current.end, telling);
  const word = activity === 'maintenance' ? 'in maintenance' : aircraft.isSimulator ? 'in use' : 'flying';
  const short = activity === 'maintenance' ? 'shop' : boardTime(current.end, telling);
  return { word, detail: `until ${until}`, short };
}
