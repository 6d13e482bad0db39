import { lifeOf } from '#contract/statuses.ts';
import { millisecondsInHour } from '#domain/units.ts';
import { type FitnessEvidence, leavesOpen } from '#domain/readiness/fitness.ts';
import type { FleetRow } from '#domain/readiness/activities.ts';
import { byUrgency } from '#domain/maintenance/dueList.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import { idKey, isFlight } from '#domain/reservations/reservations.ts';
import { everywhere, type Narrowing } from '#domain/reservations/locations.ts';
import { lateParts } from '#domain/reservations/state.ts';
import { lateText } from '#domain/time/clock.ts';
import { isGrounding, type Squawk } from '#domain/maintenance/squawks.ts';
import type { Instant } from '#domain/time/time.ts';
import { type Wording, boardLeft, boardTime, boardWhen, bookedNames, shortWords } from '#domain/wall/words.ts';
import { thresholds } from '#domain/thresholds.ts';

/** What highlights a tile, worst first. `missing` is not back for long, `open` not back for a short time; `none` stays dark. */
const highlights = ['missing', 'grounded', 'expired', 'open', 'warning', 'none'] as const;
export type Highlight = (typeof highlights)[number];

/** What an aircraft is doing: `flying until 1530L`, and abbreviated `1530L`. */
type TileState = { readonly word: string; readonly detail: string; readonly short: string };

export type FleetTile = {
  readonly id: string;
  readonly tail: string;
  /** True if the board shows one location and that of this aircraft is unknown. */
  readonly isPlaceUnknown: boolean;
  readonly highlight: Highlight;
  readonly activity: FleetRow['activity'];
  readonly state: TileState;
  /** `1400L Gar.S / Lee.K`; null if nothing is booked or that is not known: `noNext` says which. */
  readonly next: string | null;
  readonly noNext: 'nothing booked' | 'not known yet';
  /** The worst reminder, with the worse of its overall status and those of its axes; null without any. */
  readonly reminder: {
    readonly statusId: number | null;
    readonly name: string;
    readonly left: string;
  } | null;
  /** Shown if it has no reminder. */
  readonly noReminder: 'no reminders' | 'reminders not known';
  /** The squawk that grounds it, as written. */
  readonly squawk: string | null;
  /** Why it is grounded: that squawk, otherwise its records; null if it is not. */
  readonly grounds: string | null;
  /** In service, but grounded, whatever it is doing. */
  readonly isGrounded: boolean;
  /** Its current flight, or the next one that leaves soon: when it ends or begins; null for none. */
  readonly flight: TileFlight | null;
};

type TileFlight = {
  readonly kind: 'out' | 'leaving';
  readonly at: Instant;
  /** `until 1530L`, `+0:23`, `at 1130L`. */
  readonly text: string;
  /** Not back, or may be out, beyond the grace after its booked end. */
  readonly isLate?: boolean;
};

type TileSources = {
  readonly rows: readonly FleetRow[];
  /** By the aircraft's id. */
  readonly worst: ReadonlyMap<string, DueItem>;
  /** The squawk that grounds an aircraft or may, by `idKey`. */
  readonly grounding: ReadonlyMap<string, Squawk>;
  /** The aircraft whose reminders have been read, by `idKey`. */
  readonly isRead: (aircraftId: string) => boolean;
  /** The order of reminders; by urgency if not given. */
  readonly order?: typeof byUrgency;
  readonly whereIs?: Narrowing['whereIs'];
};

/** A free aircraft shows until when this long before its next reservation, in milliseconds. */
const soon = millisecondsInHour;

/** A tile per aircraft: the most severe first, then by due time, otherwise in the given order; out of service last. */
export function fleetTiles(sources: TileSources, wording: Wording): FleetTile[] {
  const { rows, worst, grounding, isRead, order = byUrgency, whereIs = everywhere.whereIs } = sources;
  const tiles = rows.map((row): FleetTile => {
    const { aircraftId, tailNumber } = row.aircraft;
    const item = worst.get(aircraftId) ?? null;
    const open = lifeOf(row.aircraft.status) === 'active' ? (grounding.get(idKey(aircraftId)) ?? null) : null;
    const squawk = open && isGrounding(open) ? open : null;
    const fault = faultOf(row, item, squawk);
    return {
      id: aircraftId,
      tail: tailNumber ?? 'No tail',
      isPlaceUnknown: whereIs(aircraftId) === 'not known',
      highlight: highlightOf(row, item, fault),
      isGrounded: fault !== null,
      activity: row.activity,
      state: stateOf(row, fault, wording),
      next: row.next && `${boardWhen(row.next.start, wording)} ${nextWords(row.next, wording)}`.trim(),
      noNext: row.now ? 'nothing booked' : 'not known yet',
      reminder: item && {
        statusId: statusIdOf(item),
        name: shortWords(item.name),
        left: boardLeft(item, wording),
      },
      noReminder: isRead(aircraftId) ? 'no reminders' : 'reminders not known',
      squawk: squawk?.description ?? null,
      grounds: squawk?.description ?? row.fitness?.evidence.find(isWithoutItem)?.words ?? null,
      flight: flightOf(row, wording),
    };
  });
  return tiles.toSorted(
    (a, b) =>
      Number(a.activity === 'inactive') - Number(b.activity === 'inactive') ||
      highlights.indexOf(a.highlight) - highlights.indexOf(b.highlight) ||
      compareDue(a, b, worst, order),
  );
}

/** Compares by due time only tiles that a reminder highlights. All others keep the order that people know. */
function compareDue(a: FleetTile, b: FleetTile, worst: TileSources['worst'], order: typeof byUrgency): number {
  if (a.highlight !== 'expired' && a.highlight !== 'warning') return 0;
  const [ownItem, other] = [worst.get(a.id), worst.get(b.id)];
  if (!ownItem || !other) return Number(!ownItem) - Number(!other);
  return order(ownItem, other);
}

function flightOf({ activity, current, next, now: held }: FleetRow, wording: Wording): TileFlight | null {
  // Within the grace period a late return is not an alert.
  if (held?.doing.kind === 'not back' && held.doing.step > 0)
    return { kind: 'out', at: held.doing.reservation.end, text: lateText(held.doing.late), isLate: true };
  if (held?.doing.kind === 'may be out') {
    const { late, step, reservation } = held.doing;
    const text = late < 0 ? 'may be out' : `may be out ${lateText(late)}`;
    return { kind: 'out', at: reservation.end, text, isLate: step > 0 };
  }
  if (activity === 'flying' && current)
    return { kind: 'out', at: current.end, text: `until ${boardWhen(current.end, wording)}` };
  if (!next || !isFlight(next) || next.start - wording.now > thresholds().leavesSoon) return null;
  return { kind: 'leaving', at: next.start, text: `at ${boardWhen(next.start, wording)}` };
}

function nextWords(reservation: NonNullable<FleetRow['next']>, { names }: Wording): string {
  return bookedNames(reservation, names).all || shortWords(reservation.activity || reservation.type);
}

const statusIds = { ok: 1, warning: 2, expired: 3 } as const;

/** The documented id of its worst status; the service's own id for one that is not documented. */
function statusIdOf({ worst, axes, ...item }: DueItem): number | null {
  if (worst !== 'unknown') return statusIds[worst];
  return ([item, ...axes].find(({ statusKind: highlight }) => highlight === worst) ?? item).statusId;
}

type Fault = 'grounded' | 'expired' | null;

/** What makes an aircraft grounded; null for nothing. The board ignores aircraft that are out of service. */
function faultOf({ activity, fitness }: FleetRow, item: DueItem | null, squawk: Squawk | null): Fault {
  if (activity === 'inactive') return null;
  if (squawk || fitness?.evidence.some(isWithoutItem)) return 'grounded';
  return item?.counts === 'expired' || fitness?.kind === 'grounded' ? 'expired' : null;
}

/** Grounded by a squawk, or by its status at the service. */
function isWithoutItem({ kind, item }: FitnessEvidence): boolean {
  return kind === 'grounded' && item === null;
}

function highlightOf(row: FleetRow, item: DueItem | null, fault: Fault): Highlight {
  const doing = row.now?.doing;
  const step = doing?.kind === 'not back' || doing?.kind === 'may be out' ? doing.step : 0;
  if (step >= 2) return 'missing';
  if (fault) return fault;
  if (row.activity === 'inactive') return 'none';
  if (step === 1) return 'open';
  const isOpen = row.fitness?.evidence.some(leavesOpen) === true;
  return isOpen || item?.counts === 'warning' || row.fitness?.kind === 'limit near' ? 'warning' : 'none';
}

function stateOf(row: FleetRow, fault: Fault, wording: Wording): TileState {
  const { aircraft, activity, current, next } = row;
  const plain = (word: string, short: string): TileState => ({ word, detail: '', short });
  if (activity === 'inactive') return plain(aircraft.status?.name ?? activity, 'off');
  if (activity === 'available') {
    const isSoon = next !== null && next.start - wording.now <= soon;
    const at = isSoon ? boardTime(next.start, wording) : '';
    return { word: 'available', detail: at && `until ${at}`, short: at };
  }
  if (!row.now) return plain('not known', '?');
  if (!current) return fault ? plain('grounded', 'grounded') : plain('not checked', '?');
  const doing = row.now?.doing;
  const held = doing?.kind === 'due out' ? doing.state : doing;
  if (doing?.kind === 'may be out') {
    const detail = doing.late < 0 ? `until ${boardWhen(current.end, wording)}` : lateText(doing.late);
    return { word: doing.kind, detail, short: doing.kind };
  }
  if (doing?.kind === 'in the shop' && doing.open)
    return { word: 'in maintenance', detail: lateText(doing.open.late), short: 'shop' };
  if (held && 'late' in held) {
    const [word, detail] = lateParts(held.kind, held.late);
    return { word, detail, short: detail || 'now' };
  }
  const until = boardWhen(current.end, wording);
  const word = activity === 'in the shop' ? 'in maintenance' : aircraft.isSimulator ? 'in use' : 'flying';
  const short = activity === 'in the shop' ? 'shop' : boardTime(current.end, wording);
  return { word, detail: `until ${until}`, short };
}

/** What the board counts, worst first. */
const meanings = ['missing', 'grounded', 'open', 'warning'] as const;
export type Meaning = (typeof meanings)[number];

/** The number of tiles of each meaning, without dark ones; all that are grounded count as `grounded`, whatever their severity. */
export function highlightCounts(tiles: readonly FleetTile[]): { readonly meaning: Meaning; readonly count: number }[] {
  return meanings.flatMap((meaning) => {
    const { length: count } = tiles.filter(({ highlight, isGrounded }) =>
      meaning === 'grounded' ? isGrounded : highlight === meaning,
    );
    return count > 0 ? { meaning, count } : [];
  });
}

/** The one word for what an aircraft does, in capitals that are read from afar, and how it stands out. */
type TileWord = {
  readonly word: 'OUT' | 'OUT?' | 'IN USE' | 'DUE' | 'FREE' | 'SHOP' | 'GROUNDED' | 'OFF' | '?';
  readonly tone: 'out' | 'late' | 'grounded' | 'due' | 'free' | 'shop' | 'off' | 'unknown';
};

type Doing = Pick<FleetTile, 'activity' | 'highlight' | 'isGrounded' | 'state'>;

/** An aircraft that is grounded and still out is out; on the ground it is grounded, whatever is booked. */
export function tileWord({ activity, highlight, isGrounded, state }: Doing): TileWord {
  if (activity === 'flying') return { word: state.word === 'in use' ? 'IN USE' : 'OUT', tone: 'out' };
  if (activity === 'not back' || activity === 'may be out') {
    const word = activity === 'not back' ? 'OUT' : 'OUT?';
    return { word, tone: highlight === 'missing' ? 'grounded' : highlight === 'open' ? 'late' : 'out' };
  }
  if (activity === 'inactive') return { word: 'OFF', tone: 'off' };
  if (activity === 'in the shop') return { word: 'SHOP', tone: 'shop' };
  if (isGrounded) return { word: 'GROUNDED', tone: 'grounded' };
  if (activity === 'due out') return { word: 'DUE', tone: 'due' };
  return activity === 'available' ? { word: 'FREE', tone: 'free' } : { word: '?', tone: 'unknown' };
}

/** What follows the word of a tile with two lines: `to 1130L`, `1200L`, `+0:23`; empty if it says all. */
export function shortState(tile: Doing): string {
  const text = lineState(tile);
  return (tile.activity === 'flying' || tile.activity === 'available') && text !== '' ? `to ${text}` : text;
}

/** What follows the word of a tile with one line: `1130L`, `+0:23`; empty if it says all. */
export function lineState(tile: Doing): string {
  const { activity, state } = tile;
  if (
    tileWord(tile).word === 'GROUNDED' ||
    !['flying', 'available', 'not back', 'due out', 'may be out'].includes(activity)
  )
    return '';
  return activity === 'may be out' ? state.detail.replace(/^until /, '') : state.short;
}

/** True for a name longer than any tail number: a simulator's, which may be cut. */
export function isSimulatorName(tail: string): boolean {
  return tail.length > 7;
}
