import { countText, type Knowledge, type NoneText, noneText, unanswered } from '#domain/answers/known.ts';
import { type AssessedAircraft, type FleetGroup, fleetGroups } from '#domain/readiness/fleetAssessment.ts';
import {
  type FleetPart,
  fleetParts,
  freeFor,
  type GroupCounters,
  groupCounters,
  byAttention,
  byDispatch,
  countGroups,
  countsAs,
  groupWord,
  partOf,
  partWord,
} from '#domain/readiness/fleetLists.ts';
import { byTail, groupByModel, matchesAircraft, modelText } from '#domain/fleet/fleet.ts';
import { aircraftLink } from '#domain/reservations/links.ts';
import { countAt, locationNote, narrowed, type Narrowing } from '#domain/reservations/locations.ts';
import type { DispatchCheck } from '#domain/readiness/check.ts';
import { fitnessKinds } from '#domain/readiness/fitness.ts';
import { peopleText, type TimedReservation } from '#domain/reservations/reservations.ts';
import { type Clock, whenText } from '#domain/time/clock.ts';
import { stateText } from '#domain/reservations/state.ts';
import { nextToLeave } from '#domain/schedule/aircraftNow.ts';
import type { Instant } from '#domain/time/time.ts';

/** Who can go first, by model under headings, or worst first, which the address calls `none`. */
export const fleetOrders = ['dispatch', 'model', 'none'] as const;
export type FleetOrder = (typeof fleetOrders)[number];

/** Minutes; narrows those that can go. */
export const freeChoices = ['any', '30', '60', '120', '180', '240', '360', '480'] as const;

/** What the address selects. */
export type FleetQuestion = {
  readonly search: string;
  readonly group: FleetGroup | 'any';
  readonly order: FleetOrder;
  /** Of those that can go, only those that stay free so long from now, in milliseconds; null for all. */
  readonly freeFor?: number | null;
};

/** The service’s answer, assessed; `aircraft` is null until the answer to this query arrives. */
export type FleetAnswer = {
  readonly aircraft: readonly AssessedAircraft[] | null;
  readonly totalItems: number;
  /** Whether the query selects only part of the fleet. */
  readonly isFiltered: boolean;
  /** How many records could not be read. */
  readonly unreadable: number;
};

/** One aircraft as its row or card shows it; the marks are drawn from `assessed`. */
export type FleetRow = {
  readonly key: string;
  readonly link: string;
  readonly assessed: AssessedAircraft;
  /** The minute at which everything in the row is true. */
  readonly now: Instant;
  readonly model: string;
  /** Shown on a row whose location is not known. */
  readonly isPlaceUnknown: boolean;
  /**
   * The next reservation; one that should be out now comes first. If null, `noNext` says whether nothing is booked or
   * nothing is loaded.
   */
  readonly next: {
    readonly time: string;
    /** `not out yet +0:05` for one that should be out now; empty for others. */
    readonly late: string;
    readonly who: string;
    readonly check: DispatchCheck | null;
  } | null;
  readonly noNext: 'nothing booked' | 'not known';
  /** Sort values: the worst fitness first, the earliest start first, aircraft without a reservation last. */
  readonly order: { readonly now: string; readonly fitness: number; readonly next: number };
};

export type FleetShown = {
  readonly isLoading: boolean;
  /** Whether all aircraft are loaded. One page of several is never sorted: the order would be wrong. */
  readonly isComplete: boolean;
  readonly rows: readonly FleetRow[];
  /** `51 in all`, `12 of 51`, `50 in all, 1 deleted`; null while loading. */
  readonly count: string | null;
  /** What the search, the counts and the groups cover, if not the whole fleet. */
  readonly scope: string | null;
  /** The number of aircraft in each group, as far as it is known. */
  readonly groups: GroupCounters;
  /** The parts of the list that have rows, in dispatch order. */
  readonly parts: readonly FleetSection[];
  /** The text in place of rows; null if there are rows. */
  readonly empty: NoneText | null;
};

/** A part of the list: `Can go 2 of 4`. */
export type FleetSection = {
  readonly part: FleetPart;
  readonly word: string;
  /** `13`; `2 of 4` if those that are not free long enough are left out. */
  readonly count: string;
  /** `1 not back, 1 grounded`; null for none. */
  readonly note: string | null;
};

type Context = {
  readonly now: Instant;
  readonly clock: Clock;
  /** The selected location, and the records without one. */
  readonly narrowing: Narrowing;
  /** The dispatch check of the next reservation. */
  readonly checkOf: (reservation: TimedReservation) => DispatchCheck | null;
  /** How much is known of the aircraft list, and of the sources of the groups. */
  readonly known: { readonly list: Knowledge; readonly groups: Knowledge };
};

/** The fleet as the address selects it. */
export function fleetShown(answer: FleetAnswer, question: FleetQuestion, context: Context): FleetShown {
  const loaded = answer.aircraft ?? [];
  const isLoading = answer.aircraft === null;
  const isComplete = !isLoading && loaded.length >= answer.totalItems - answer.unreadable;
  const { narrowing } = context;
  const here = narrowed(loaded, ({ aircraft }) => narrowing.whereIs(aircraft.aircraftId));
  const found = foundIn(here.shown, question);
  const free = found.filter((row) => isFreeEnough(row, question, context.now));
  const rows = arranged(free, question, isComplete, context.now);
  return {
    isLoading,
    isComplete,
    rows: rows.map((row) => rowOf(row, context)),
    count: isLoading ? null : countAt(countOf(rows, { answer, isComplete }, question, context), narrowing),
    scope: isLoading
      ? null
      : scopeOf(answer, loaded.length, isComplete, locationNote(here, narrowing), noneFree(found, free)),
    groups: groupCounters(
      here.shown,
      isLoading ? unanswered(context.known.list) : context.known.groups,
      question.group,
    ),
    parts: sectionsOf(found, free),
    empty: rows.length > 0 ? null : noneOf(answer, isComplete, question, context),
  };
}

/** Membership of a group depends on more than the list of aircraft. */
function knownOf({ group }: FleetQuestion, { known }: Context): Knowledge {
  return group === 'any' ? known.list : known.groups;
}

/** `25 in all, 1 deleted`, `12 of 25`: a deleted aircraft is listed, but is not part of the fleet. */
function countOf(
  rows: readonly AssessedAircraft[],
  { answer: { aircraft, totalItems }, isComplete }: { readonly answer: FleetAnswer; readonly isComplete: boolean },
  question: FleetQuestion,
  context: Context,
): string {
  // With one page of several, the number of deleted aircraft on the other pages is unknown.
  const gone = isComplete ? rows.filter(isDeleted).length : 0;
  const total = totalItems - (isComplete ? (aircraft ?? []).filter(isDeleted).length : 0);
  const count = rows.length - gone;
  const inFleet = count === 0 && gone > 0 ? null : `${count} ${count === total ? 'in all' : `of ${total}`}`;
  const whole = [inFleet, gone > 0 && `${gone} deleted`].filter(Boolean).join(', ');
  return countText(knownOf(question, context), rows.length, whole);
}

function isDeleted({ group }: AssessedAircraft): boolean {
  return group === null;
}

function scopeOf(
  { totalItems }: FleetAnswer,
  loaded: number,
  isComplete: boolean,
  location: string | null,
  free: string | null,
): string | null {
  const page = isComplete ? null : `Search, counts and groups cover the ${loaded} loaded of ${totalItems}.`;
  return [location, free, page].filter((part) => part !== null).join(' ') || null;
}

function noneOf(
  { aircraft, totalItems, isFiltered }: FleetAnswer,
  isComplete: boolean,
  question: FleetQuestion,
  context: Context,
): NoneText {
  const known = knownOf(question, context);
  if (aircraft === null) return noneText(unanswered(known), '');
  if (totalItems === 0 && !isFiltered) return noneText(context.known.list, 'The service lists no aircraft.');
  return noneText(known, isComplete ? 'No aircraft match these filters.' : 'None of the loaded aircraft match.');
}

function foundIn(aircraft: readonly AssessedAircraft[], { search, group }: FleetQuestion): readonly AssessedAircraft[] {
  return aircraft.filter(
    (row) => (group === 'any' || countsAs(group, row)) && (search === '' || matchesAircraft(row.aircraft, search)),
  );
}

/** True for all but those that can go and are booked too soon. */
function isFreeEnough(row: AssessedAircraft, question: FleetQuestion, now: Instant): boolean {
  const free = question.freeFor == null ? null : freeFor(row, now);
  return free === null || free >= (question.freeFor ?? 0);
}

const canGo = (row: AssessedAircraft) => partOf(row) === 'can go';

/** Said where no heading of those that can go is left to say it. */
function noneFree(found: readonly AssessedAircraft[], free: readonly AssessedAircraft[]): string | null {
  const count = found.filter(canGo).length;
  return count === 0 || free.some(canGo) ? null : `Can go: none of ${count} stays free so long.`;
}

function sectionsOf(found: readonly AssessedAircraft[], free: readonly AssessedAircraft[]): FleetSection[] {
  const [all, left] = [Map.groupBy(found, partOf), Map.groupBy(free, partOf)];
  return fleetParts.flatMap((part) => {
    const members = left.get(part) ?? [];
    const total = all.get(part)?.length ?? 0;
    if (members.length === 0) return [];
    const count = members.length === total ? String(total) : `${members.length} of ${total}`;
    return [{ part, word: partWord(part), count, note: noteOf(part, members) }];
  });
}

/** What the counts above the list call otherwise: `1 not back, 1 grounded` of those that are out. */
function noteOf(part: FleetPart, members: readonly AssessedAircraft[]): string | null {
  const notes = notedGroups.flatMap((group) => {
    const { length: count } =
      group === 'grounded' && part === 'cannot go' ? [] : members.filter((row) => countsAs(group, row));
    return count === 0 ? [] : `${count} ${groupWord(group)}`;
  });
  return notes.join(', ') || null;
}

const notedGroups = ['not back', 'may be out', 'in the shop', 'grounded'] as const satisfies readonly FleetGroup[];

/**
 * In the selected order; one page of several keeps the order of the service. The order of dispatch goes by parts: who can go comes first.
 */
function arranged(
  found: readonly AssessedAircraft[],
  { order }: FleetQuestion,
  isComplete: boolean,
  now: Instant,
): readonly AssessedAircraft[] {
  const ordered = isComplete ? found.toSorted(comparisons(now)[order]) : found;
  if (order === 'model') return groupByModel(ordered).flatMap(({ rows }) => rows);
  if (order === 'none') return ordered;
  return ordered.toSorted((a, b) => fleetParts.indexOf(partOf(a)) - fleetParts.indexOf(partOf(b)));
}

type Comparison = (a: AssessedAircraft, b: AssessedAircraft) => number;

function comparisons(now: Instant): Readonly<Record<FleetOrder, Comparison>> {
  return { dispatch: byDispatch(now), model: (a, b) => byTail(a.aircraft, b.aircraft), none: byAttention };
}

/** The rows made for each context. Another query reuses them, so that none is drawn again. */
const madeRows = new WeakMap<Context, Map<AssessedAircraft, FleetRow>>();

function rowOf(assessed: AssessedAircraft, context: Context): FleetRow {
  const made = madeRows.get(context) ?? new Map<AssessedAircraft, FleetRow>();
  madeRows.set(context, made);
  const row = made.get(assessed) ?? newRow(assessed, context);
  made.set(assessed, row);
  return row;
}

function newRow(assessed: AssessedAircraft, { now, clock, narrowing, checkOf }: Context): FleetRow {
  const { aircraft, present, fitness } = assessed;
  const next = present && nextToLeave(present);
  return {
    key: aircraft.aircraftId,
    link: aircraftLink(aircraft.aircraftId),
    assessed,
    now,
    model: modelText(aircraft),
    isPlaceUnknown: narrowing.whereIs(aircraft.aircraftId) === 'not known',
    next: next && {
      time: whenText(next.start, now, clock),
      late: present.doing.kind === 'due out' ? stateText(present.doing.state) : '',
      who: peopleText(next) || next.type,
      check: checkOf(next),
    },
    noNext: present ? 'nothing booked' : 'not known',
    order: {
      now: present?.doing.kind ?? '',
      fitness: fitnessKinds.indexOf(fitness.kind),
      next: next?.start ?? Number.POSITIVE_INFINITY,
    },
  };
}

/** The aircraft of one model: their number, and the number in each group. */
export type ModelGroup = {
  readonly model: string;
  /** As written in the address, where commas separate models. */
  readonly key: string;
  readonly rows: readonly FleetRow[];
  readonly counts: readonly { readonly group: FleetGroup; readonly count: number }[];
  /** Aircraft that the service calls deleted; they are in no group. */
  readonly deleted: number;
};

/** With more aircraft than this, all models start closed. */
const maxOpen = 60;

/** The rows by model, in order; `isFolded` if there are too many to show at once. */
export function modelGroups(rows: readonly FleetRow[]): {
  readonly groups: readonly ModelGroup[];
  readonly isFolded: boolean;
} {
  const groups = [...Map.groupBy(rows, ({ model }) => model)].map(([model, members]): ModelGroup => {
    const ownRows = members.map(({ assessed }) => assessed);
    const counts = countGroups(ownRows);
    return {
      model,
      key: model.replaceAll(',', ''),
      rows: members,
      counts: fleetGroups.flatMap((group) => (counts[group] > 0 ? [{ group, count: counts[group] }] : [])),
      deleted: ownRows.filter(isDeleted).length,
    };
  });
  return { groups, isFolded: rows.length > maxOpen && groups.length > 1 };
}
