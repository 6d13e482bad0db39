import type { Filter } from '#contract/filters.ts';
import { unreadIn } from '#contract/tolerant.ts';
import { countText, type Knowledge, type NoneText, noneText, unanswered } from '#domain/answers/known.ts';
import { countBreaches } from '#domain/answers/pageChecks.ts';
import type { FreeForm } from '#contract/objects.ts';
import type { WentBack } from '#domain/calibration/wentBack.ts';
import { factorFor } from '#domain/schedule/hoursFactor.ts';
import { factorText } from '#domain/maintenance/factorWords.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { byUrgency, dueItems, visibleItems } from '#domain/maintenance/dueList.ts';
import { fleetHorizons, type Horizon } from '#domain/maintenance/horizon.ts';
import { horizonPhrase, visitPhrase } from '#domain/maintenance/horizonWords.ts';
import { type DueItem, type Reminder, toDueItem } from '#domain/maintenance/reminders.ts';
import { byImportance, type Squawk, squawkTime, toSquawk } from '#domain/maintenance/squawks.ts';
import { idKey, type Reservation, type TimedReservation } from '#domain/reservations/reservations.ts';
import { type Clock, spanText } from '#domain/time/clock.ts';
import type { Schedule } from '#domain/schedule/schedule.ts';
import type { Instant, Zone } from '#domain/time/time.ts';
import { counted } from '#domain/words.ts';

/** A fact in words; null if unknown. */
type Fact = readonly [label: string, text: string | null];

export type AircraftFacts = {
  readonly facts: readonly Fact[];
  /** What to show for an unknown fact. */
  readonly missing: string;
};

/**
 * What the aircraft list gives besides status and id, plus the capabilities that only reservations carry. `reservations` are
 * the loaded ones around now, of any aircraft.
 */
export function aircraftFacts(
  aircraft: Aircraft,
  reservations: readonly Reservation[],
  ofReservations: Knowledge,
): AircraftFacts {
  const id = idKey(aircraft.aircraftId);
  const ownReservation = reservations.find(
    ({ aircraftId, record }) => aircraftId && idKey(aircraftId) === id && record.aircraft,
  );
  const known = ownReservation?.record.aircraft ?? null;
  const endorsements = [
    known?.isComplex && 'complex',
    known?.isHighPerformance && 'high performance',
    known?.isTailWheel && 'tailwheel',
  ];
  const meters = [
    known?.hasHobbs && 'Hobbs',
    known?.hasHeaterHobbs && 'heater Hobbs',
    known?.hasAirtimeMeter && 'airtime',
  ];
  const category = known && [known.categoryClass?.category, known.categoryClass?.class];
  const unread = unreadIn(aircraft);
  return {
    facts: [
      ['Make', aircraft.make?.name ?? null],
      ['Model', aircraft.model?.name ?? null],
      ['Kind', aircraft.isSimulator ? 'Simulator' : 'Aircraft'],
      ['Category and class', category && listed(category, null)],
      ['Endorsements required', known && listed(endorsements, 'none: not complex, high performance or tailwheel')],
      ['Meters', known && listed(meters, 'none')],
      ...(unread.length > 0 ? [['Could not be read', unread.join(', ')] as const] : []),
    ],
    missing: known
      ? 'not given'
      : noneText(ofReservations, 'known only from reservations; none today or tomorrow').text,
  };
}

function listed<None>(parts: readonly (string | false | null | undefined)[], none: None): string | None {
  return parts.filter(Boolean).join(', ') || none;
}

/** The number of findings in words; `known` says whether the aircraft's reminders and squawks are loaded. */
export function findingsText(count: number, known: Knowledge): string {
  const words = counted(count, 'finding');
  return countText(known, count === 0 ? 0 : words, count === 0 ? 'no findings' : words);
}

/** The service's answer about one aircraft, and when it was true. */
type Answered<Record> = {
  readonly records: readonly Record[];
  readonly asOf: Instant;
  /** Its meter, if it went backward. */
  readonly wentBack?: WentBack | null;
};

type Context = { readonly now: Instant; readonly zone: Zone; readonly clock: Clock };

export type RemindersShown = {
  /** Worst first; a page of several keeps the service's order. */
  readonly items: readonly DueItem[];
  /** `3 of 12`; null while loading. */
  readonly count: string | null;
  /** How many have a status other than the filter's. */
  readonly ignored: number;
  /** The text in place of rows; null if there are some. */
  readonly empty: NoneText | null;
};

/** One page of an aircraft's reminders; `answer` is null until the answer to this filter is loaded. */
export function remindersShown(
  aircraft: Aircraft,
  answer: (Answered<Reminder> & { readonly totalItems: number }) | null,
  statusFilter: Filter | undefined,
  { now, zone, known }: Context & { readonly known: Knowledge },
): RemindersShown {
  if (!answer) return { items: [], count: null, ignored: 0, empty: noneText(unanswered(known), '') };
  const items = answer.records.map((record) => toDueItem(aircraft, record, zone, answer.asOf, now, answer.wentBack));
  const isWhole = items.length >= answer.totalItems;
  return {
    items: isWhole ? items.toSorted(byUrgency) : items,
    count: `${items.length} of ${answer.totalItems}`,
    ignored: countBreaches(items, statusFilter, ({ statusId }) => statusId),
    empty: items.length > 0 ? null : noneText(known, 'No reminders match this filter.'),
  };
}

export type ForecastRow = {
  readonly item: DueItem;
  /** Null while the reservations are not loaded. */
  readonly forecast: {
    readonly horizon: Horizon;
    /** `6.2 h left · 14.0 h booked before …`. */
    readonly text: string;
    /** `shop visit Thu 14 May 0800L`. */
    readonly visit: string;
  } | null;
};

export type ForecastShown = {
  /** The reminders with an hours limit, worst first. */
  readonly rows: readonly ForecastRow[];
  /** This aircraft's reservations, past and to come. */
  readonly reservations: readonly TimedReservation[];
  /** Current and upcoming shop visits, `Annual: tomorrow 0800L to 1700L`. */
  readonly visits: readonly { readonly key: string; readonly text: string }[];
  /** The text if there are none. */
  readonly noVisits: NoneText;
  /** The factor in a sentence; null until the reservations are read. */
  readonly factor: string | null;
  /** `2 by hours`. */
  readonly count: string;
  /** The text in place of the panel; null if there is something to forecast. */
  readonly empty: NoneText | null;
};

type ForecastInput = {
  readonly aircraft: Aircraft;
  /** Null while the reminders are not loaded. */
  readonly reminders: Answered<Reminder> | null;
  /** The reservations of all aircraft; null until loaded. */
  readonly schedule: Schedule | null;
  /** Meter hours per booked hour from the address; undefined for the measured ones. */
  readonly factor: number | undefined;
  readonly known: { readonly reminders: Knowledge; readonly reservations: Knowledge };
};

const shownInForecast = { complied: false, switchedOff: false, aircraft: true };

/** Upcoming reservations against each hours limit: which one will cross it, and whether a shop visit comes first. */
export function forecastShown(input: ForecastInput, { now, zone, clock }: Context): ForecastShown {
  const { aircraft, reminders, factor, schedule, known } = input;
  const id = idKey(aircraft.aircraftId);
  const reservations = (schedule?.reservations ?? []).filter(
    ({ aircraftId }) => aircraftId && idKey(aircraftId) === id,
  );
  const all = reminders ? dueItems([{ aircraft, ...reminders }], zone, now) : [];
  const items = visibleItems(all, shownInForecast)
    .items.filter(({ axes }) => axes.some(({ name }) => name === 'hours'))
    .toSorted(byUrgency);
  const ofReminders = reminders ? known.reminders : unanswered(known.reminders);
  // All of its reminders, because one without hours may come due first.
  const horizons = schedule && fleetHorizons(all, schedule, { now, factor });
  return {
    rows: items.map((item) => {
      const horizon = horizons?.get(item.key);
      if (!horizon) return { item, forecast: null };
      const text = horizonPhrase(horizon, now, clock);
      return { item, forecast: { horizon, text, visit: visitPhrase(horizon, now, clock) } };
    }),
    reservations,
    visits: visitsOf(reservations, now, clock),
    noVisits: noneText(
      schedule ? known.reservations : unanswered(known.reservations),
      'No shop visit is booked in the next two weeks.',
    ),
    factor: schedule && factorText(factorFor(id, schedule.history.factors, factor)),
    count: countText(ofReminders, items.length, `${items.length} by hours`),
    empty: items.length > 0 ? null : noneText(ofReminders, 'No reminders of this aircraft have an hours limit.'),
  };
}

function visitsOf(reservations: readonly TimedReservation[], now: Instant, clock: Clock) {
  const visits = reservations.filter(({ kind, end }) => kind === 'Maintenance' && end > now);
  return visits.map(({ key, type, start, end }) => ({
    key,
    text: `${type}: ${spanText(start, end, now, clock)}`,
  }));
}

export type SquawkRow = {
  readonly key: string;
  readonly state: 'grounding' | 'grounding not known' | 'open' | 'resolved';
  readonly description: string;
  /** `found Tue 5 May 0800L · work order 1042`. */
  readonly details: string;
  /** Members that are not in the specification. */
  readonly more: readonly Fact[];
};

export type SquawksShown = {
  /** Grounding ones first, then open, then resolved; newest first in each. */
  readonly rows: readonly SquawkRow[];
  /** `1 open of 3`. */
  readonly count: string;
  /** The text in place of rows. */
  readonly none: NoneText;
};

/** An aircraft's squawks. Their members are not in the specification: the usual ones are recognised, the others kept. */
export function squawksShown(
  records: readonly FreeForm[],
  { now, zone, clock, known }: Context & { readonly known: Knowledge },
): SquawksShown {
  const squawks = records.map((record, index) => toSquawk(record, index, zone)).toSorted(byImportance);
  const open = squawks.filter(({ isResolved }) => !isResolved).length;
  return {
    rows: squawks.map((squawk) => squawkRow(squawk, now, clock)),
    count: countText(known, squawks.length && `${open} open`, `${open} open of ${squawks.length}`),
    none: noneText(known, 'The service lists no squawks for this aircraft.'),
  };
}

const openStates = { yes: 'grounding', 'not known': 'grounding not known', no: 'open' } as const;

function squawkRow(squawk: Squawk, now: Instant, clock: Clock): SquawkRow {
  const { key, description, isResolved, grounding, created, resolved, action, reference, workOrder, rest } = squawk;
  const details = [
    created !== null && `found ${squawkTime(created, now, clock)}`,
    resolved !== null && `resolved ${squawkTime(resolved, now, clock)}`,
    action,
    reference,
    workOrder && `work order ${workOrder}`,
  ];
  return {
    key,
    state: isResolved ? 'resolved' : openStates[grounding],
    description,
    details: details.filter(Boolean).join(' · '),
    more: rest.map(({ label, text }) => [label, text]),
  };
}
