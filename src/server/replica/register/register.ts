import {
  aircraftSets,
  checkoutAges,
  deletedAircraftAge,
  type ReplicaSet,
  reservationAges,
  schoolSets,
  sets,
} from '#contract/sets.ts';
import { millisecondsInDay, millisecondsInHour, millisecondsInSecond, millisecondsInWeek } from '#domain/units.ts';
import { type HeldDays, windowOf } from '#domain/reservations/heldDays.ts';
import { addDays, type Day, dayOf, daySpan, type Span } from '#domain/time/time.ts';
import {
  type Cell,
  type ClassBounds,
  classBounds,
  classOf,
  densityOf,
  type Slice,
  type SliceClass,
  slicesOf,
  tile,
} from './slices.ts';
import { cellKey, type Piece, type CopiedCell, type Part, partKey } from './parts.ts';
import type { ReplicaStorage, StoredPart } from '#server/replica/storage/storage.ts';

/** A piece that another gateway has stored. `changed` is false if it is only newer. */
export type Followed = {
  readonly set: ReplicaSet;
  readonly scope: string;
  readonly piece: Piece;
  readonly changed: boolean;
};

/** A smaller difference between two gateways' ages means nothing. */
const minNewerMs = 200;
const revisionsPerTerm = 1_000_000_000;

/** The factor by which days of reservations are refreshed earlier than their age requires. */
export const sliceWeights: { readonly [Class in SliceClass]: number } = {
  near: 8,
  week: 3,
  rest: sets.reservations.weight,
};
/** The same for people who fly today, and for what is read once a day. */
const flyerWeight = 2;
const rareWeight = 1;
export const sliceTargets: { readonly [Class in SliceClass]: number } = {
  near: reservationAges.near * 1000,
  week: reservationAges.week * 1000,
  rest: reservationAges.rest * 1000,
};

/** Days outside the window that were viewed are held for this long after the last view. */
const visitMs = millisecondsInHour;
/** Reports not opened for a week are dropped. */
const reportMs = millisecondsInWeek;
/** The target of a person who no longer flies soon. After a day, before a refresh is due, the record is dropped. */
const notAgainMs = 3 * millisecondsInDay;
/** The quiet hour, after the operator's midnight. */
const quietHour = 2 * millisecondsInHour;

export type RegisterParts = {
  readonly storage: ReplicaStorage;
  readonly clock: () => number;
  readonly wall: () => number;
  readonly zone: string;
  readonly days: HeldDays;
  /** Called with read days that are no longer held, before their reservations are forgotten. `asOf` is the wall time. */
  readonly onLeaving?: (
    cells: readonly { readonly from: number; readonly to: number; readonly asOf: number }[],
  ) => void;
};

/** What the register must know about the school to decide which parts are wanted. */
export type Wanted = {
  /** Each aircraft by id; deleted ones are refreshed once a day. */
  readonly aircraft: ReadonlyMap<string, { readonly isDeleted: boolean; readonly fliesToday: boolean }>;
  /** The target age in seconds of each person who flies within 48 hours, by id. */
  readonly flyers: ReadonlyMap<string, number>;
};

/** Everything that the replica holds or will hold, with ages. It makes no calls. */
export class Register {
  readonly #given: RegisterParts;
  readonly #parts = new Map<string, Part>();
  readonly #visited = new Map<Day, number>();
  #cells: CopiedCell[] = [];
  #revision = 0;
  #version = 0;
  /** What depends on the day; made again on the next one. */
  #day: { readonly end: number; readonly window: Span; readonly bounds: ClassBounds } | null = null;

  constructor(given: RegisterParts) {
    this.#given = given;
  }

  /** Loads what is stored, with its age. */
  load(): void {
    const { storage } = this.#given;
    for (const { asOf, ...part } of storage.parts()) {
      const piece = this.want(part.set, part.scope, sets.report.age, rareWeight);
      Object.assign(piece, part, { asOf: this.#fromWall(asOf) });
      this.#revision = Math.max(this.#revision, part.revision);
    }
    for (const { asOf, ...cell } of storage.cells()) {
      this.#cells.push({ ...this.newCell(cell.from, cell.to), ...cell, asOf: this.#fromWall(asOf) });
      this.#revision = Math.max(this.#revision, cell.revision);
    }
  }

  /**
   * Takes over what another gateway has stored in the meantime. Returns the parts and cells that differ or are newer.
   */
  follow(): Followed[] {
    const { storage } = this.#given;
    const stored = storage.parts();
    const known = new Set(stored.map(({ set, scope }) => partKey(set, scope)));
    const followed = stored.flatMap((part): Followed[] => {
      const piece =
        this.#parts.get(partKey(part.set, part.scope)) ?? this.want(part.set, part.scope, sets.report.age, rareWeight);
      const news = this.#take(piece, part);
      return news === null ? [] : [{ set: part.set, scope: part.scope, piece, changed: news }];
    });
    for (const part of this.#parts.values()) if (part.asOf !== null && !known.has(part.key)) part.asOf = null;
    followed.push(...this.#followCells());
    this.roll();
    this.noteChange();
    return followed;
  }

  #followCells(): Followed[] {
    const before = this.#cells;
    const followed: Followed[] = [];
    this.#cells = this.#given.storage.cells().map((cell) => {
      const piece =
        before.find(({ from, to }) => from === cell.from && to === cell.to) ?? this.newCell(cell.from, cell.to);
      Object.assign(piece, { count: cell.count });
      const news = this.#take(piece, cell);
      if (news === null) return piece;
      followed.push({ set: 'reservations', scope: dayOf(cell.from, this.#given.zone), piece, changed: news });
      // Lets requests that wait for the old cells continue; the days may be divided differently now.
      for (const old of before) if (old.from < cell.to && old.to > cell.from) old.asOf = piece.asOf;
      return piece;
    });
    return followed;
  }

  /** Takes over stored data. Returns whether the content differs; null if nothing is new. */
  #take(piece: Piece, stored: Pick<StoredPart, 'asOf' | 'revision' | 'facts'>): boolean | null {
    const asOf = this.#fromWall(stored.asOf);
    const changed = piece.revision !== stored.revision || piece.asOf === null;
    if (!changed && Math.abs(asOf - (piece.asOf ?? 0)) < minNewerMs) {
      // Nothing new for a screen, but a request may be waiting for this.
      piece.asOf = Math.max(asOf, piece.asOf ?? asOf);
      return null;
    }
    this.#revision = Math.max(this.#revision, stored.revision);
    Object.assign(piece, { asOf, revision: stored.revision, facts: stored.facts, isRequested: false });
    return changed;
  }

  /** Takes over from the planner why pieces could not be read; all others have not failed. */
  noteFailures(failures: ReadonlyMap<string, Pick<Piece, 'failures' | 'failure' | 'failedAt' | 'retryAt'>>): void {
    const none = { failures: 0, failure: null, retryAt: 0 };
    for (const piece of this.#parts.values()) Object.assign(piece, failures.get(piece.key) ?? none);
    for (const cell of this.#cells) Object.assign(cell, failures.get(cellKey(cell)) ?? none);
    this.noteChange();
  }

  /** From now on revisions are above those of all earlier planners, some of which may not have been stored. */
  beginTerm(term: number): void {
    this.#revision = Math.max(this.#revision, term * revisionsPerTerm);
  }

  part(key: string): Part | undefined {
    return this.#parts.get(key);
  }

  parts(): readonly Part[] {
    return [...this.#parts.values()];
  }

  cells(): readonly CopiedCell[] {
    return this.#cells;
  }

  /** The days that are always held. */
  window(): Span {
    return this.#today().window;
  }

  classOf(cell: Cell): SliceClass {
    return classOf(cell.from, this.#today().bounds);
  }

  /** The days in slices to read: as many together as fit on a page, or all if the service sends one list. */
  slices(pageSize: number, isOneList = false): Slice<CopiedCell>[] {
    const { bounds } = this.#today();
    return slicesOf(this.#cells, { bounds, pageSize, isOneList, density: densityOf(this.#cells) });
  }

  /** A new number whenever any piece changes: its content, its age, or why it failed. */
  version(): number {
    return this.#version;
  }

  noteChange(): void {
    this.#version++;
  }

  /** A number that no earlier content had. */
  nextRevision(): number {
    return ++this.#revision;
  }

  toWall(time: number): number {
    const { wall, clock } = this.#given;
    return Math.round(wall() - (clock() - time));
  }

  newCell(from: number, to: number): CopiedCell {
    return { ...this.#unread(), from, to, count: null };
  }

  /** Adds a part to what is held, or changes how often it is refreshed. */
  want(set: ReplicaSet, scope: string, targetSeconds: number, weight: number): Part {
    const key = partKey(set, scope);
    const part = this.#parts.get(key) ?? { ...this.#unread(), key, set, scope, target: 0, weight: 0 };
    part.target = targetSeconds * millisecondsInSecond;
    part.weight = weight;
    this.#parts.set(key, part);
    return part;
  }

  /** Makes the cells for the days held now; other days' cells go, with their reservations. */
  roll(): void {
    const { storage, clock, zone } = this.#given;
    const now = clock();
    for (const [day, at] of this.#visited) if (now - at > visitMs) this.#visited.delete(day);
    const window = this.window();
    const outside = [...this.#visited.keys()]
      .map((day) => daySpan(day, zone))
      .filter((span) => !isWithin(span, window));
    const spans = [window, ...outside].toSorted((a, b) => a.start - b.start);
    const next = spans.flatMap((span) => tile(span, this.#cells, zone, (from, to) => this.newCell(from, to)));
    this.noteChange();
    const kept = new Set(next);
    const gone = this.#cells.filter((cell) => !kept.has(cell) && cell.asOf !== null);
    this.#cells = next;
    this.#given.onLeaving?.(gone.map(({ from, to, asOf }) => ({ from, to, asOf: this.toWall(asOf ?? 0) })));
    if (gone.length > 0) storage.dropCells(gone.map(({ from }) => from));
  }

  /** Makes the list of parts match the present school. */
  renew({ aircraft, flyers }: Wanted): void {
    const wanted = new Set<Part>([
      ...schoolSets.map((set) => this.want(set, '', sets[set].age, sets[set].weight)),
      this.want('reservations', 'running', reservationAges.running, sliceWeights.week),
    ]);
    for (const [id, { isDeleted, fliesToday }] of aircraft) {
      for (const set of aircraftSets) {
        const { age, weight } = sets[set];
        const [target, ownWeight] = isDeleted
          ? [deletedAircraftAge, rareWeight]
          : [age, weight[fliesToday ? 'flying' : 'parked']];
        wanted.add(this.want(set, id, target, ownWeight));
      }
    }
    for (const [id, target] of flyers) {
      const external = this.#parts.get(partKey('user', id))?.external;
      // The record that has the checkouts is the one to keep new.
      const weight = target === checkoutAges.today ? flyerWeight : sets.user.weight;
      wanted.add(this.want('user', id, external === undefined ? target : checkoutAges.other, weight));
      if (external !== undefined) wanted.add(this.want('user', external, target, weight));
    }
    for (const part of this.#parts.values()) {
      if (wanted.has(part)) continue;
      if (part.set === 'user') part.target = notAgainMs;
      if (part.isRunning || this.#isKept(part)) continue;
      this.noteChange();
      this.#parts.delete(part.key);
      this.#given.storage.dropPart(part.set, part.scope);
    }
  }

  /** Notes that a report was opened; it is renewed each night for a week. */
  openReport(scope: string): Part {
    const { storage, wall } = this.#given;
    if (wall() - this.#openedAt(scope) > millisecondsInHour) storage.remember(`opened ${scope}`, String(wall()));
    const known = this.#parts.get(partKey('report', scope));
    return known ?? this.want('report', scope, sets.report.age, sets.report.weight);
  }

  /** When the quiet hour of the next night begins, by the clock for ages. */
  nextNight(): number {
    const { wall, clock, zone } = this.#given;
    const now = wall();
    const today = dayOf(now, zone);
    const [tonight = 0, tomorrow = 0] = [today, addDays(today, 1)].map((day) => daySpan(day, zone).start + quietHour);
    return clock() + ((tonight > now ? tonight : tomorrow) - now);
  }

  /** The cells of a span; days outside the window are held from now on, for a while. */
  cellsIn(span: Span): CopiedCell[] {
    const { clock, zone } = this.#given;
    if (!isWithin(span, this.window())) {
      for (let day = dayOf(span.start, zone); daySpan(day, zone).start < span.end; day = addDays(day, 1)) {
        this.#visited.set(day, clock());
      }
      this.roll();
    }
    return this.#cells.filter(({ from, to }) => from < span.end && to > span.start);
  }

  /**
   * Replaces all cells that these overlap. The part of a cell that reaches beyond them is kept. Returns the new cells
   * with these remainders.
   */
  replaceCells(next: readonly CopiedCell[]): CopiedCell[] {
    const from = next[0]?.from ?? 0;
    const to = next.at(-1)?.to ?? 0;
    const rests: CopiedCell[] = [];
    const others = this.#cells.filter((cell) => {
      if (cell.to <= from || cell.from >= to) return true;
      if (cell.from < from) rests.push({ ...cell, to: from, count: null });
      if (cell.to > to) rests.push({ ...cell, from: to, count: null, facts: null, isRunning: false });
      return false;
    });
    this.noteChange();
    const changed = [...rests, ...next].toSorted((a, b) => a.from - b.from);
    this.#cells = [...others, ...changed].toSorted((a, b) => a.from - b.from);
    return changed;
  }

  #today() {
    const { wall, zone, days } = this.#given;
    const now = wall();
    const known = this.#day;
    if (known && now >= known.bounds.today && now < known.end) return known;
    const { end } = daySpan(dayOf(now, zone), zone);
    this.#day = { end, window: windowOf(now, zone, days), bounds: classBounds(now, zone) };
    return this.#day;
  }

  /** Ages survive a restart by the wall clock; data from the future counts as new. */
  #fromWall(time: number): number {
    const { wall, clock } = this.#given;
    return clock() - Math.max(0, wall() - time);
  }

  #unread(): Piece {
    return {
      asOf: null,
      revision: 0,
      facts: null,
      calls: 0,
      failures: 0,
      failure: null,
      failedAt: Number.NEGATIVE_INFINITY,
      retryAt: 0,
      refusedAt: Number.NEGATIVE_INFINITY,
      since: this.#given.clock(),
      isRequested: false,
      isRunning: false,
      viewedAt: Number.NEGATIVE_INFINITY,
    };
  }

  /** A user by external id lasts as long as other users; a report as long as it is opened now and then. */
  #isKept(part: Part): boolean {
    const { wall, clock } = this.#given;
    const age = clock() - (part.asOf ?? part.since);
    if (part.set === 'user') return age < checkoutAges.other * millisecondsInSecond;
    return part.set === 'report' && wall() - this.#openedAt(part.scope) < reportMs;
  }

  #openedAt(scope: string): number {
    return Number(this.#given.storage.memory(`opened ${scope}`) ?? 0);
  }
}

function isWithin(span: Span, outer: Span): boolean {
  return span.start >= outer.start && span.end <= outer.end;
}
