import { isRed } from '#domain/severity.ts';
import { millisecondsInDay, millisecondsInHour } from '#domain/units.ts';
import type { ReplicaState } from '#contract/gateway/replica.ts';
import type { LogAnswer, LogEntry } from '#contract/gateway/log.ts';
import { isOut } from '#domain/answers/connection.ts';
import { isTold } from '#domain/answers/outage.ts';
import { failureWords } from '#domain/answers/failures.ts';
import {
  countText,
  type Knowledge,
  type NoneText,
  noneText,
  type Situation,
  unanswered,
} from '#domain/answers/known.ts';
import { connectionReading, type Reading, readingState } from '#domain/answers/pageChecks.ts';
import type { AttentionItem, AttentionKind, ConnectionTrouble, Snooze } from '#domain/overview/attention.ts';
import { byName, dutyKinds, dutyWord, type Instructor, instructorName } from '#domain/duty/duties.ts';
import { doingOf, rosterOf, type RosterRow } from '#domain/duty/availability.ts';
import { type AssessedAircraft, type FleetGroup, fleetGroups } from '#domain/readiness/fleetAssessment.ts';
import { countsAs, groupWord, lateStep } from '#domain/readiness/fleetLists.ts';
import { byTail, modelText } from '#domain/fleet/fleet.ts';
import { aircraftLink, instructorLink } from '#domain/reservations/links.ts';
import { openEndText } from '#domain/schedule/aircraftNow.ts';
import { type AttentionStep, stateText } from '#domain/reservations/state.ts';
import { type Reservation, tailOf } from '#domain/reservations/reservations.ts';
import { type InstructorLists, type Narrowing, whereIsInstructor } from '#domain/reservations/locations.ts';
import { type At, clockText, dayText, durationText, shownDay, whenText } from '#domain/time/clock.ts';
import { addDays, dayOf, daySpan, type Instant, readInstant } from '#domain/time/time.ts';

/** The time, its clock, and the location shown. */
type Here = At & { readonly narrowing: Narrowing };

/** The overview's readings by source; null for sources that the role may not read. */
export type OverviewReadings = { readonly [Name in OverviewSource]: Reading | null };
type OverviewSource =
  | 'reservations'
  | 'history'
  | 'week'
  | 'aircraft'
  | 'reminders'
  | 'squawks'
  | 'instructors'
  | 'people'
  | 'log';

/** The sources of each part; the first one is required. */
const restsOn = {
  attention: ['reservations', 'history', 'week', 'aircraft', 'reminders', 'squawks', 'instructors', 'people'],
  flights: ['reservations', 'history'],
  models: ['aircraft', 'reservations', 'history', 'reminders', 'squawks'],
  changes: ['log', 'reservations'],
  duty: ['instructors', 'reservations', 'history', 'week'],
} as const satisfies Record<string, readonly OverviewSource[]>;
export type OverviewPart = keyof typeof restsOn;

/** The sources of a part. */
export function sourcesOf(part: OverviewPart, readings: OverviewReadings): readonly Reading[] {
  return restsOn[part].flatMap((name) => readings[name] ?? []);
}

type Matters = {
  readonly shown: readonly AttentionItem[];
  readonly snoozed: readonly unknown[];
  /** False while it is not known what is put off: all items are shown. */
  readonly isPutOffKnown: boolean;
};

/** The number of items, and the text if there are none, of all kinds or of the selected one. */
export function attentionWords(
  { shown, snoozed, isPutOffKnown }: Matters,
  { isOfOneKind, hasAircraft }: { readonly isOfOneKind: boolean; readonly hasAircraft: boolean },
  known: Knowledge,
): { readonly count: string; readonly none: NoneText } {
  const putOff = !isPutOffKnown ? ', put off not known yet' : snoozed.length > 0 ? `, ${snoozed.length} put off` : '';
  const found = putOff === '' ? shown.length : `${shown.length}${putOff}`;
  const count = countText(known, found, `${shown.length} in all${putOff}`);
  const nothing = isOfOneKind ? 'None of this kind.' : 'Nothing needs attention today or tomorrow.';
  // Without aircraft nothing was checked, so nothing can be said to be in order.
  return { count, none: noneText(known, hasAircraft ? nothing : 'No aircraft received.') };
}

/** Items of one kind, in the order of the list. */
export type AttentionGroup = {
  readonly kind: AttentionKind;
  readonly gravest: AttentionItem;
  readonly items: readonly AttentionItem[];
  /** Their subjects, most severe first: `N512SP, Lee, N516SP +4`. */
  readonly subjects: string;
  /** True for the most severe group, and for later groups while few items are shown. */
  readonly isInSight: boolean;
};

/**
 * The most items shown of one group or of several: in a usual window, in a low one, on a phone. More would push the
 * other groups below the window.
 */
export const maxInSight = 10;
export const [maxInLowSight, maxOnPhone] = [5, 3] as const;

/** How many aircraft and people a closed group names. */
const maxSubjects = 3;

/**
 * The items by kind: red groups first, then in the order of their most severe item. Those put off count for the order and for
 * what is in sight, so that putting one off moves and folds no other.
 */
export function attentionGroups(
  items: readonly AttentionItem[],
  max = maxInSight,
  putOff: ReadonlySet<AttentionItem> = new Set(),
): AttentionGroup[] {
  const isFirstRed = ([first]: readonly AttentionItem[]) => first !== undefined && isRed(first.severity);
  const groups = [...Map.groupBy(items, ({ kind }) => kind)].toSorted(
    ([, a], [, b]) => Number(isFirstRed(b)) - Number(isFirstRed(a)),
  );
  let before = 0;
  return groups.flatMap(([kind, members]) => {
    const isInSight = before === 0 || before + members.length <= max;
    before += isInSight ? members.length : max;
    const ownItems = members.filter((item) => !putOff.has(item));
    const [gravest] = ownItems;
    if (!gravest) return [];
    const subjects = [...new Set(ownItems.map(({ subject }) => subject))];
    const more = subjects.length - maxSubjects;
    const named = subjects.slice(0, maxSubjects).join(', ');
    return [{ kind, gravest, items: ownItems, subjects: more > 0 ? `${named} +${more}` : named, isInSight }];
  });
}

/** One model of the fleet: how many are in each group, and its aircraft. */
export type ModelRow = {
  readonly model: string;
  readonly total: number;
  readonly available: number;
  /** When the first of those flying is due back, if none is available; empty if that is not known. */
  readonly nextBack: string;
  /** `3 flying, 2 grounded`: those not listed; empty if all are. */
  readonly rest: string;
  /** In the order of the groups; for a large fleet only those that can go. */
  readonly aircraft: readonly ModelAircraft[];
};
type ModelAircraft = {
  readonly id: string;
  readonly link: string;
  readonly tail: string;
  readonly group: FleetGroup;
  /** `N512SP: grounded`, and below it what its records say against it or lack. */
  readonly tip: string;
  /** Its attention step if it is not back. */
  readonly step: AttentionStep;
  /** `until 1400L`: free, out or in the shop; empty if no time is known. */
  readonly until: string;
};

/** With more aircraft than this, only those that can go are listed. */
const maxListed = 60;

/** The models with their number, and the text if there are none. */
export function modelsShown(rows: readonly AssessedAircraft[], at: At, known: Knowledge) {
  const models = modelRows(rows, at);
  const { length } = models;
  return { models, count: countText(known, length, `${length} in all`), none: noneText(known, 'No aircraft.') };
}

/** The fleet by model, those that can go first, then by model name; deleted aircraft and simulators are left out. */
export function modelRows(rows: readonly AssessedAircraft[], { now, clock }: At): ModelRow[] {
  const counted = rows.filter(({ group }) => group !== null && group !== 'simulators');
  const models = [...Map.groupBy(counted, ({ aircraft }) => modelText(aircraft))];
  const until = (row: AssessedAircraft) =>
    (row.present && openEndText(row.present.doing)) ??
    (untilOf(row) === never ? '' : `until ${whenText(untilOf(row), now, clock)}`);
  const tipHead = (row: AssessedAircraft, group: FleetGroup) =>
    `${row.aircraft.tailNumber ?? 'no tail number'}: ${[groupWord(group), until(row)].filter(Boolean).join(' ')}`;
  return models
    .map(([model, members]): ModelRow => {
      const groups = Map.groupBy(members, ({ group }) => group);
      const countOf = (group: FleetGroup) =>
        group === 'grounded'
          ? members.filter((member) => countsAs(group, member)).length
          : (groups.get(group)?.length ?? 0);
      const available = groups.get('available')?.length ?? 0;
      const back = Math.min(...(groups.get('flying') ?? []).map(untilOf));
      const present = fleetGroups.filter((group) => groups.has(group));
      const listed = counted.length > maxListed ? present.filter((group) => group === 'available') : present;
      return {
        model,
        total: members.length,
        available,
        nextBack: available > 0 || back >= never ? '' : whenText(back, now, clock),
        rest: fleetGroups
          .filter((group) => countOf(group) > 0 && !listed.includes(group))
          .map((group) => `${countOf(group)} ${groupWord(group)}`)
          .join(', '),
        aircraft: listed.flatMap((group) =>
          (groups.get(group) ?? []).toSorted(byUntil).map((row) => ({
            id: row.aircraft.aircraftId,
            link: aircraftLink(row.aircraft.aircraftId),
            tail: row.aircraft.tailNumber ?? 'no tail number',
            group,
            tip: [tipHead(row, group), ...row.fitness.evidence.map(({ words }) => words)].join('\n'),
            step: lateStep([row]),
            until: until(row),
          })),
        ),
      };
    })
    .toSorted((a, b) => b.available - a.available || a.model.localeCompare(b.model));
}

/** The longest free first; then the soonest back. */
function byUntil(a: AssessedAircraft, b: AssessedAircraft): number {
  const sign = a.group === 'available' ? -1 : 1;
  return sign * (untilOf(a) - untilOf(b)) || byTail(a.aircraft, b.aircraft);
}

const never = Number.MAX_SAFE_INTEGER;

function untilOf({ present, group }: AssessedAircraft): Instant {
  const hasEnd = group === 'available' || group === 'flying' || group === 'in the shop';
  return hasEnd && present && 'until' in present.doing ? (present.doing.until ?? never) : never;
}

export type Duty = {
  /** Who has a lesson or another duty now, the soonest free first. */
  readonly busy: readonly DutyLine[];
  /** Free now and busy later today, those free for the longest first. */
  readonly free: readonly DutyLine[];
  /** Free with nothing booked today: they may not be at the school. */
  readonly idle: readonly DutyLine[];
  /** Off, or without hours left. */
  readonly off: readonly DutyLine[];
  /** `2 busy, 3 free`. */
  readonly count: string;
  /** The text in place of all three lists. */
  readonly none: NoneText;
  /** The text where the list of the free is empty: `Nobody is free; next Kim Lee, flight N102SP until 1200L.` */
  readonly noneFree: NoneText;
};
export type DutyLine = { readonly id: string; readonly link: string; readonly name: string; readonly words: string };

/**
 * Who is on duty now. `reservations` are those of yesterday, today and tomorrow, null until loaded; `lists` says who is at
 * which location, null if no location is selected.
 */
export function dutyOf(
  instructors: readonly Instructor[],
  reservations: readonly Reservation[] | null,
  { now, clock, narrowing, lists, known }: Here & { readonly lists: InstructorLists | null; readonly known: Knowledge },
): Duty {
  const none = noneText(known, 'No active instructors.');
  // Data that is not loaded says nothing about anybody, whatever the sources report.
  if (!reservations)
    return {
      busy: [],
      free: [],
      idle: [],
      off: [],
      count: 'Not known yet',
      none: noneText(unanswered(known), ''),
      noneFree: noneText(unanswered(known), ''),
    };
  const day = daySpan(dayOf(now, clock.zone), clock.zone);
  const { chosen } = narrowing;
  const here = lists
    ? instructors.filter(({ userId }) => whereIsInstructor(userId, lists, chosen) !== 'elsewhere')
    : instructors;
  const { rows } = rosterOf(here, { reservations, hasDaysAround: true }, { day, at: now, now });
  const byNames = rows.toSorted((a, b) => byName(a.instructor, b.instructor));
  const until = ({ booked }: RosterRow) => booked?.availability.until ?? never;
  const lines = (found: readonly RosterRow[]) => found.map((row) => dutyLine(row, { now, clock }));
  const has = (...kinds: readonly string[]) => byNames.filter((row) => kinds.includes(doingOf(row)));
  const busy = lines(has(...dutyKinds.filter((kind) => kind !== 'off')).toSorted((a, b) => until(a) - until(b)));
  const freeNow = has('free').toSorted((a, b) => until(b) - until(a));
  const free = freeNow.filter((row) => !isIdle(row));
  const idle = freeNow.filter(isIdle);
  const [soonest] = busy;
  const next = soonest ? `; next ${soonest.name}, ${soonest.words}` : '';
  const freeCount = free.length + idle.length;
  const counted = `${busy.length} busy, ${freeCount} free`;
  return {
    busy,
    free: lines(free),
    idle: lines(idle),
    off: lines(has('off', 'no hours')),
    count: countText(known, busy.length + freeCount && counted, counted),
    none,
    noneFree: noneText(known, `Nobody is free${next}.`),
  };
}

function isIdle({ booked }: RosterRow): boolean {
  return booked?.day.first == null;
}

function dutyLine(row: RosterRow, { now, clock }: At): DutyLine {
  const { instructor, booked } = row;
  const availability = booked?.availability;
  const doing = doingOf(row);
  const until = availability?.until == null ? '' : ` until ${whenText(availability.until, now, clock)}`;
  const late = availability?.away ? stateText(availability.away) : null;
  const duty = availability?.duty;
  const busy = (duty ? [dutyWord(duty.kind), tailOf(duty.reservation)] : []).filter(Boolean).join(' ') + until;
  return {
    id: instructor.userId,
    link: instructorLink(instructor.userId),
    name: instructorName(instructor),
    words: late ?? (doing === 'free' ? until.trim() || 'no more today' : doing === 'no hours' ? 'no hours left' : busy),
  };
}

/** The latest changes of the shift, how many there are, and the text if there are none. */
export function changesShown(
  log: LogAnswer | null,
  shiftStart: Instant,
  { now, clock }: At,
  known: Knowledge,
): { readonly entries: readonly LogEntry[]; readonly count: string; readonly none: NoneText } {
  const { entries, total, from } = log ?? { entries: [], total: 0, from: '' };
  const began = Date.parse(from);
  const since = began > shiftStart ? `${whenText(began, now, clock)}, when the log began` : 'the shift began';
  const whole = entries.length < total ? `${entries.length} of ${total}` : `${total} in all`;
  return {
    entries,
    count: countText(known, total, whole),
    none: noneText(known, `Nothing has changed since ${since}.`),
  };
}

/**
 * The gateway's connection to the flight service as an item of attention: null while the data is fresh, or is only loading. A
 * lost connection to the gateway itself is reported for the whole screen.
 */
export function connectionTrouble(readings: readonly Reading[], situation: Situation): ConnectionTrouble | null {
  const { now, clock, connection } = situation;
  const worst = connectionReading(readings, now);
  if (!worst || isOut(connection) || (worst.failure && isTold(worst.failure, connection))) return null;
  const state = readingState(worst, now);
  if (state !== 'stale' && state !== 'failed') return null;
  const title = worst.failure ? failureWords(worst.failure, clock).title : 'No answer from the flight service';
  const hasData = worst.asOf !== null;
  const age = worst.asOf === null ? '' : `; ${worst.source.toLowerCase()} as of ${whenText(worst.asOf, now, clock)}`;
  return { words: `${title}${age}`, since: worst.asOf, hasData };
}

/** Progress of the first load of a new connection: `…: 120 of 312 parts loaded`; null once everything is loaded. */
export function fillText(replica: ReplicaState | null): { readonly text: string; readonly share: number } | null {
  const sets = (replica?.sets ?? []).filter(({ set }) => set !== 'report' && set !== 'user');
  const [known, parts] = [sumOf(sets, 'known'), sumOf(sets, 'parts')];
  if (parts === 0) return { text: 'Loading this school for the first time', share: 0 };
  if (known >= parts) return null;
  return { text: `Loading this school for the first time: ${known} of ${parts} parts loaded`, share: known / parts };
}

function sumOf(sets: ReplicaState['sets'], member: 'known' | 'parts'): number {
  return sets.reduce((sum, set) => sum + set[member], 0);
}

/** Times until which an item can be put off: one hour, four hours, tomorrow at six by the operator's clock. */
export function snoozeChoices({ now, clock }: At): { readonly until: Instant; readonly label: string }[] {
  const tomorrow = addDays(dayOf(now, clock.zone), 1);
  const morning =
    readInstant(`${tomorrow}T06:00`, { name: clock.zone, zoneless: 'operator' }) ?? now + millisecondsInDay;
  return [
    {
      until: now + millisecondsInHour,
      label: `1 hour, until ${whenText(now + millisecondsInHour, now, clock)}`,
    },
    {
      until: now + 4 * millisecondsInHour,
      label: `4 hours, until ${whenText(now + 4 * millisecondsInHour, now, clock)}`,
    },
    { until: morning, label: `until ${whenText(morning, now, clock)}` },
  ];
}

/** `put off by Kim Lee at 1105L until tomorrow 0600L`. */
export function snoozeText({ by, at, until }: Pick<Snooze, 'by' | 'at' | 'until'>, { now, clock }: At): string {
  return `put off by ${by} at ${whenText(at, now, clock)} until ${whenText(until, now, clock)}`;
}

/** `since 1030L, 35 min`, `since Tue 5 May`: since when something is so; empty if unknown. */
export function sinceText(since: Instant | null, { now, clock }: At): string {
  if (since === null || since > now) return '';
  const day = shownDay(since, clock);
  if (day === shownDay(now, clock)) return `since ${clockText(since, clock)}, ${durationText(now - since)}`;
  return `since ${dayText(day)}`;
}
