import { millisecondsInMinute } from '#domain/units.ts';
import { lifeOf } from '#contract/statuses.ts';
import { type Failure, failureWords } from '#domain/answers/failures.ts';
import { dispatchCheckOf } from '#domain/readiness/check.ts';
import { standingOf } from '#domain/readiness/fleetAssessment.ts';
import { isGrounded, leavesOpen } from '#domain/readiness/fitness.ts';
import type { AircraftRecords } from '#domain/readiness/readinessIndex.ts';
import { modelText } from '#domain/fleet/fleet.ts';
import { limitWords } from '#domain/maintenance/limits.ts';
import { type DueItem, isCounted, remainingText } from '#domain/maintenance/reminders.ts';
import type { AttentionItem } from '#domain/overview/attention.ts';
import { type AttentionSources, nearLimits } from '#domain/overview/findAttention.ts';
import {
  byStart,
  idKey,
  instructorOf,
  isFlight,
  pilotsOf,
  tailOf,
  type TimedReservation,
} from '#domain/reservations/reservations.ts';
import { aircraftLink, reminderLink } from '#domain/reservations/links.ts';
import { type AircraftPlaces, placeOf } from '#domain/reservations/locations.ts';
import { whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { thresholds } from '#domain/thresholds.ts';
import type { AlertContent, AlertText, Condition } from './alert.ts';

/** `items`: the matters of the overview from these sources. */
export type ConditionSources = AttentionSources & {
  readonly items: readonly AttentionItem[];
  readonly places: AircraftPlaces;
  /** Why the service does not answer now; null if it does. The overview reports it later, once the data is stale. */
  readonly failing: Failure | null;
};

/**
 * Everything true now that people may want to know about. It uses the overview's matters and the same records, so an
 * alert never says more than the page behind its link.
 */
export function conditionsOf(sources: ConditionSources): Condition[] {
  return [
    ...sources.items.flatMap((item) => conditionOf(item, sources)),
    ...[...sources.index.aircraft].flatMap(([id, records]) => ofAircraft(id, records, sources)),
    ...(sources.failing && !sources.connection ? [noAnswer(sources, null)] : []),
    ...unreadLists(sources),
  ];
}

function isRead({ items, asOf }: { readonly items: unknown; readonly asOf: Instant | null }, now: Instant): boolean {
  return items !== null && (asOf === null || now - asOf <= thresholds().readAge);
}

/** What has been read, by the names in `needs`, and whether that is everything. */
export function knownOf({ index, reservations }: AttentionSources): {
  readonly known: ReadonlySet<string>;
  readonly isWhole: boolean;
} {
  const { reminders, squawks, fleet, users, now } = index.sources;
  const read = (name: string, parts: typeof reminders | typeof squawks) =>
    [...parts].flatMap(([id, part]) => (isRead(part, now) ? [`${name} ${id}`] : []));
  const perAircraft = [...read('reminders', reminders), ...read('squawks', squawks)];
  const lists = { aircraft: fleet, reservations: reservations, people: users, connection: true };
  const others = Object.entries(lists).flatMap(([name, list]) => (list === null ? [] : [name]));
  const isWhole = others.length === 4 && perAircraft.length === reminders.size + squawks.size;
  return { known: new Set([...perAircraft, ...others]), isWhole };
}

/**
 * Reminders or squawks of some aircraft that the service has not given for a while, although it answers. Alerts cannot
 * report anything new for those aircraft.
 */
function unreadLists({ index, connection, failing }: ConditionSources): Condition[] {
  const { reminders, squawks, now } = index.sources;
  // Without a connection all data grows old, and another alert reports that.
  if (connection || failing) return [];
  return Object.entries({ reminders, squawks }).flatMap(([name, parts]): Condition[] => {
    const unread = [...parts].filter(([id, part]) => {
      const { aircraft } = index.aircraft.get(id) ?? {};
      return part.hasFailed && !isRead(part, now) && aircraft && lifeOf(aircraft.status) === 'active';
    });
    if (unread.length === 0) return [];
    const tails = unread.map(([id]) => index.aircraft.get(id)?.aircraft?.tailNumber ?? 'No tail number');
    const words = `The service does not give the ${name} of ${tails.length} aircraft. No alert can tell what is new in them.`;
    const alert = {
      ...serviceAlert('connection', 'amber', words),
      evidence: tails.map((tail): AlertText => [tail]),
      link: '/fleet',
    };
    const ended = serviceAlert('connection back', 'neutral', `The service gives the ${name} of all aircraft again.`);
    return [{ key: `source ${name}`, kind: 'connection', step: 1, needs: ['connection'], alert, ended }];
  });
}

/** The copy of the school is too old for alerts. */
export const copyTooOld: Condition = {
  key: 'copy',
  kind: 'copy too old',
  step: 1,
  needs: ['copy'],
  alert: serviceAlert('copy too old', 'red', 'The school’s data is too old. Until it is new again, no alert is sent.'),
  ended: serviceAlert('connection back', 'neutral', 'The school’s data is new again, and alerts are sent.'),
};

function serviceAlert(kind: AlertContent['kind'], level: AlertContent['level'], words: string): AlertContent {
  const nothing = { evidence: [], aircraftId: null, model: null, location: null, instructorIds: null };
  return {
    kind,
    level,
    subject: ['Flight service'],
    words: [words],
    link: '/alerts',
    ...nothing,
  };
}

/** A matter of the overview as a condition; none if another condition reports it. */
function conditionOf(item: AttentionItem, sources: ConditionSources): Condition[] {
  const { key, kind, of, others } = item;
  // Only says how many matters are not listed.
  if (others !== undefined) return [];
  const reservation = of !== null && typeof of !== 'string' ? of : null;
  if ((kind === 'not back' || kind === 'may be out') && reservation)
    return notBack(key, reservation, { item, isDoubtful: kind === 'may be out' }, sources);
  if ((kind === 'stop' || kind === 'checkout') && reservation) {
    const what = kind === 'stop' ? 'Do not dispatch' : 'The pilot’s checkout is missing or ends before the flight';
    const words: AlertText = [...named(reservation, sources), `. ${what}.`];
    const needs = ['reservations', 'aircraft', 'people'];
    return [onceCondition({ key: `${kind} ${idKey(reservation.key)}`, kind, needs }, { item, words, sources })];
  }
  if (kind === 'conflict' && reservation) return doubleBooked(reservation, item, sources);
  if (kind === 'stop') {
    const words = [`${item.subject}: Do not dispatch. ${item.words}.`];
    return [
      onceCondition(
        { key, kind, needs: ['reservations', 'aircraft', `reminders ${aircraftOf(item)}`] },
        { item, words, sources },
      ),
    ];
  }
  if (kind === 'instructor hours') {
    const words = [{ full: item.subject, short: 'An instructor' }, `: ${item.words}.`];
    return [onceCondition({ key, kind, needs: ['reservations'] }, { item, words, sources })];
  }
  return kind === 'connection' ? [noAnswer(sources, item.since)] : [];
}

/**
 * Two reservations at the same time, if the check of a flight among them says “do not dispatch”: one alert for both. It
 * names the first such flight, and its evidence says with what it clashes.
 */
function doubleBooked(first: TimedReservation, item: AttentionItem, sources: ConditionSources): Condition[] {
  const { index } = sources;
  const others = item.behind.flatMap(({ key }) => index.reservations.byKey.get(key)?.reservation ?? []);
  const flight = [first, ...others]
    .toSorted(byStart)
    .find((reservation) => isFlight(reservation) && dispatchCheckOf(reservation, index)?.level === 'stop');
  if (!flight) return [];
  const words: AlertText = [...named(flight, sources), '. Do not dispatch.'];
  const about = { key: item.key, kind: 'stop', needs: ['reservations', 'aircraft', 'people'] } as const;
  const of = { ...item, subject: tailOf(flight) ?? 'no aircraft', of: flight, behind: [] };
  return [onceCondition(about, { item: of, words, sources })];
}

/** `since`: when the data was last complete. */
function noAnswer({ failing, index: { sources } }: ConditionSources, since: Instant | null): Condition {
  const when = since === null ? '' : ` since ${whenText(since, sources.now, sources.clock)}`;
  const evidence: AlertText[] = failing ? [[failureWords(failing).title]] : [];
  const alert = { ...serviceAlert('connection', 'amber', `The flight service has not answered${when}.`), evidence };
  const ended = serviceAlert('connection back', 'neutral', 'The flight service answers again.');
  return { key: 'connection', kind: 'connection', step: 1, needs: ['connection'], alert, ended };
}

type Matter = { readonly item: AttentionItem; readonly words: AlertText; readonly sources: ConditionSources };

function onceCondition(about: Pick<Condition, 'key' | 'kind' | 'needs'>, { item, words, sources }: Matter): Condition {
  const level = about.kind === 'stop' ? 'red' : 'amber';
  const { reservation, ...place } = placed(item.of, sources);
  const reasons: AlertText[] = reservation ? [[{ full: item.words, short: 'The check says why.' }]] : [];
  const behind = item.behind.map(({ words: one }): AlertText => [{ full: one, short: 'A flight waits for it.' }]);
  const subject: AlertText =
    about.kind === 'instructor hours' ? [{ full: item.subject, short: 'An instructor' }] : [item.subject];
  const alert = {
    kind: about.kind,
    level,
    subject,
    words,
    evidence: [...reasons, ...behind],
    link: item.link,
    ...place,
    ...(about.kind === 'instructor hours' && { instructorIds: instructorsIn(item) }),
  } as const;
  return { ...about, step: 1, alert, ended: null };
}

const instructorsIn = ({ evidence }: AttentionItem) =>
  evidence.filter(({ record }) => record === 'instructor').map(({ id }) => id);

/** `N512SP at 1400L, Garcia / Lee`. */
function named(reservation: TimedReservation, { index: { sources } }: ConditionSources): AlertText {
  const people = [...pilotsOf(reservation), ...[instructorOf(reservation) ?? []].flat()];
  const listed = people.flatMap((person, place): AlertText => [place === 0 ? ', ' : ' / ', person]);
  return [
    `${tailOf(reservation) ?? 'No aircraft'}, ${whenText(reservation.start, sources.now, sources.clock)}`,
    ...listed,
  ];
}

/** The aircraft and the location of an item, for recipients' filters. */
function placed(of: AttentionItem['of'], { index, places }: ConditionSources) {
  const reservation = of !== null && typeof of !== 'string' ? of : null;
  const id = typeof of === 'string' ? of : (reservation?.aircraftId ?? null);
  const records = id === null ? null : (index.aircraft.get(idKey(id)) ?? null);
  return {
    reservation,
    aircraftId: id,
    model: records?.aircraft ? modelText(records.aircraft) : null,
    location: (reservation && placeOf(reservation)) ?? (id === null ? null : (places.get(idKey(id)) ?? null)),
    instructorIds: reservation && [instructorOf(reservation)?.userId ?? []].flat(),
  };
}

function aircraftOf({ of }: AttentionItem): string {
  return idKey(typeof of === 'string' ? of : (of?.aircraftId ?? ''));
}

/**
 * A flight that is not back, from the time it turns red. Its second step begins when it becomes the most serious
 * matter.
 */
function notBack(
  key: string,
  reservation: TimedReservation,
  { item, isDoubtful }: { readonly item: AttentionItem; readonly isDoubtful: boolean },
  sources: ConditionSources,
): Condition[] {
  const { now, clock } = sources.index.sources;
  const late = now - reservation.end;
  const { notBackRed, notBackGravest } = thresholds();
  // A doubt is told once.
  const step = late >= notBackGravest && !isDoubtful ? 2 : late >= notBackRed ? 1 : 0;
  if (step === 0) return [];
  const minutes = (step === 2 ? notBackGravest : notBackRed) / millisecondsInMinute;
  const words = [
    ...named(reservation, sources),
    `, ${isDoubtful ? 'may be out' : 'is not back'} ${minutes} min after its booked end, ${whenText(reservation.end, now, clock)}${isDoubtful ? `: its status is “${reservation.status}”` : ''}.`,
  ];
  const waiting = item.behind.map(({ words: one }): AlertText => [{ full: one, short: 'A reservation waits for it.' }]);
  const { reservation: _, ...place } = placed(reservation, sources);
  const alert = {
    kind: 'not back',
    level: isDoubtful ? 'amber' : 'red',
    subject: [item.subject],
    words,
    evidence: waiting,
    link: item.link,
    ...place,
  } as const;
  return [{ key, kind: 'not back', step, needs: ['reservations'], alert, ended: null }];
}

/** The conditions that one aircraft's records give. */
function ofAircraft(id: string, records: AircraftRecords, sources: ConditionSources): Condition[] {
  const { aircraft } = records;
  if (!aircraft || lifeOf(aircraft.status) === 'deleted') return [];
  const tail = aircraft.tailNumber ?? 'No tail number';
  const { reservation: _, ...place } = placed(aircraft.aircraftId, sources);
  const about = { subject: [tail], link: aircraftLink(aircraft.aircraftId), ...place };
  const { reminders } = sources.index.sources;
  const isActive = lifeOf(aircraft.status) === 'active';
  const due = isActive ? (reminders.get(id)?.items ?? []).filter(isCounted) : [];
  return [
    ...grounded(id, tail, records, about),
    ...due.flatMap((item) => reminderDue(id, tail, item, about, sources)),
    ...(isActive ? limitInside(id, tail, about, sources) : []),
  ];
}

type About = Pick<AlertContent, 'subject' | 'link' | 'aircraftId' | 'model' | 'location' | 'instructorIds'>;

function grounded(id: string, tail: string, { aircraft, fitness, now }: AircraftRecords, about: About): Condition[] {
  const found = fitness?.evidence ?? [];
  const reasons = found.filter(isGrounded);
  // A record that leaves open whether it may fly starts no alert, but ends none either.
  if (reasons.length === 0 && !found.some(leavesOpen)) return [];
  // An aircraft that screens count as inactive is not reported as grounded, nor as fit again. What was reported before stays as it was.
  const isInactive = aircraft && fitness && standingOf(aircraft, now?.doing ?? null, fitness) === 'inactive';
  const hasSquawk = !isInactive && reasons.some(({ squawk }) => squawk !== null);
  const evidence = reasons.map(({ words }): AlertText => [words]);
  const alert = {
    ...({ ...about, kind: 'grounded', level: 'red', evidence } as const),
    words: [`${tail} is grounded by a squawk.`],
  };
  const ended = {
    ...({ ...about, kind: 'fit again', level: 'neutral', evidence: [] } as const),
    words: [`${tail} is no longer grounded: no squawk grounds it, and no reminder is Expired.`],
  };
  // Only a squawk gives this alert. An Expired item has its reminder's alert, and the service itself set the status. A
  // passed limit that is not Expired is reported as a limit. Its step is 0 here, so its end gives no alert that the
  // aircraft is no longer grounded.
  const isSaid = !isInactive && reasons.some(({ item }) => item === null || item.worst === 'expired');
  const step = hasSquawk ? 2 : isSaid ? 1 : 0;
  const needs = ['aircraft', `reminders ${id}`, `squawks ${id}`];
  return [
    {
      key: `grounded ${id}`,
      kind: 'grounded',
      step,
      needs,
      alert: hasSquawk ? alert : null,
      ended: isInactive ? null : ended,
    },
  ];
}

/** Uses the service's own status, never recomputed. */
function reminderDue(
  id: string,
  tail: string,
  item: DueItem,
  about: About,
  { index: { sources } }: ConditionSources,
): Condition[] {
  const { worst, counts, onlyFor, name, driving, key } = item;
  if (counts !== 'expired' && counts !== 'warning') return [];
  const level = counts === 'expired' ? 'red' : 'amber';
  const [step, status] = worst === 'expired' ? ([2, 'Expired'] as const) : ([1, 'Warning'] as const);
  const left = driving && remainingText(driving, sources.clock);
  const alert = {
    ...({ ...about, kind: 'reminder', level } as const),
    words: [`${tail}: ${name} is ${status}${onlyFor === null ? '' : `, ${onlyFor}`}.`],
    evidence: left ? [[left]] : [],
    link: reminderLink(key),
  };
  return [
    { key: `reminder ${id} ${idKey(key)}`, kind: 'reminder', step, needs: [`reminders ${id}`], alert, ended: null },
  ];
}

/** A limit that falls inside a reservation before any shop visit. */
function limitInside(id: string, tail: string, about: About, { index, limits, items }: ConditionSources): Condition[] {
  const { now, clock } = index.sources;
  // The alert about the flight that must not go names these already.
  const stopped = new Set(
    items.flatMap(({ evidence }) =>
      evidence.flatMap(({ record, says, id: key }) => (record === 'reminder' && says === 'stop' ? [key] : [])),
    ),
  );
  const near = nearLimits(limits?.get(id) ?? [], index).filter(
    ({ reservation, item }) => reservation !== null && !stopped.has(idKey(item.key)),
  );
  return near.map(({ item, ...limit }): Condition => {
    const forecast = limit.certainty === 'definite' ? '' : ', if flown as booked';
    const alert = {
      ...({ ...about, kind: 'limit', level: 'amber' } as const),
      words: [
        `${tail}, ${limitWords({ item, ...limit }, now, clock)}${forecast}. It falls inside a reservation, and no shop visit is booked before it.`,
      ],
      evidence: limit.reservation
        ? [
            [
              `Reservation ${whenText(limit.reservation.start, now, clock)} to ${whenText(limit.reservation.end, now, clock)}`,
            ],
          ]
        : [],
    };
    const needs = ['reservations', `reminders ${id}`];
    return { key: `limit ${id} ${idKey(item.key)}`, kind: 'limit', step: 1, needs, alert, ended: null };
  });
}
