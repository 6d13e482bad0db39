import { dueItems } from '#domain/maintenance/dueList.ts';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import { type PersonRecord, readPerson } from '#domain/readiness/checkout.ts';
import type { ReadRecords } from '#domain/readiness/fitness.ts';
import type { ReadinessSources } from '#domain/readiness/readinessIndex.ts';
import type { Steps } from '#domain/steps.ts';
import { idKey, pilotsOf, type TimedReservation } from '#domain/reservations/reservations.ts';
import type { Instant } from '#domain/time/time.ts';
import type { ReplicaStorage, StoredRecord } from '#server/replica/storage/storage.ts';
import { wentBackReader } from '#server/replica/readings.ts';
import { recordsReader } from './daySources.ts';
import { personReader } from './people.ts';
import type { PartStatus, ReplicaStatus } from './status.ts';

type Records = Omit<ReadinessSources, 'schedule' | 'users' | 'clock'>;

/** Everything assessed except reservations and people, as far as read. In steps that let other work run, or at once (`atOnce`). */
export function assessedReader(storage: ReplicaStorage) {
  const aircraftOf = recordsReader(storage, 'aircraft');
  const instructorsOf = recordsReader(storage, 'instructors');
  const remindersOf = recordsReader(storage, 'reminders');
  const squawksOf = recordsReader(storage, 'squawks');
  const wentBackOf = wentBackReader(storage);
  return function* (status: ReplicaStatus): Steps<Records> {
    const { now, zone, position, parts } = status;
    const [listed, teaching] = [parts('aircraft')[0], parts('instructors')[0]];
    const fleet = listed?.ageMs == null ? null : aircraftOf(listed).records;
    const byId = new Map((fleet ?? []).map((aircraft) => [idKey(aircraft.aircraftId), aircraft]));
    const wentBack = wentBackOf();
    const reminders = yield* perAircraft(parts('reminders'), now, (part, asOf) => {
      const { records, setAside } = remindersOf(part);
      const aircraft = byId.get(part.scope);
      const answer = aircraft && { aircraft, records, asOf, wentBack: wentBack.get(part.scope) };
      return { items: answer ? dueItems([answer], zone, now) : [], skipped: setAside.length };
    });
    const squawks = yield* perAircraft(parts('squawks'), now, (part) => {
      const { records, setAside } = squawksOf(part);
      return { items: records.map((record, place) => toSquawk(record, place, zone)), skipped: setAside.length };
    });
    const instructors = teaching?.ageMs == null ? null : instructorsOf(teaching).records;
    return { fleet, reminders, squawks, instructors, position, now, zone };
  };
}

/** The people who fly in some reservations, with the requested checkouts; null while the list is unread. */
export function flyerReader(storage: ReplicaStorage) {
  let known: {
    readonly revision: number;
    readonly ids: ReadonlySet<string>;
    readonly listed: readonly StoredRecord[];
  } | null = null;
  return (reservations: readonly TimedReservation[], status: ReplicaStatus): readonly PersonRecord[] | null => {
    const [list] = status.parts('users');
    if (list?.ageMs == null) return null;
    const ids = new Set(reservations.flatMap(pilotsOf).flatMap(({ userId }) => (userId === null ? [] : idKey(userId))));
    // Thousands of people are read again only if the list changed, or others are wanted.
    if (known?.revision !== list.revision || ![...ids].every((id) => known?.ids.has(id))) {
      const listed = storage.records('users', '').filter(({ id }) => ids.has(id));
      known = { revision: list.revision, ids, listed };
    }
    const read = personReader(storage, status);
    const users = known.listed.flatMap(({ id, json }) => {
      const found = read(id, json);
      const checkoutsAsOf = found?.ageMs == null ? null : status.now - found.ageMs;
      return (found && readPerson({ ...found.person, checkoutsAsOf })) ?? [];
    });
    return users;
  };
}

/** Aircraft whose records are read in one step: about 15 ms. */
const perStep = 50;

/** By `idKey` of the aircraft's id. */
function* perAircraft<Item>(
  parts: readonly PartStatus[],
  now: Instant,
  read: (part: PartStatus, asOf: Instant) => { readonly items: readonly Item[]; readonly skipped: number },
): Steps<ReadonlyMap<string, ReadRecords<Item>>> {
  const found = new Map<string, ReadRecords<Item>>();
  for (const [place, part] of parts.entries()) {
    if (place % perStep === perStep - 1) yield;
    const { scope, ageMs, facts, failure } = part;
    const hasFailed = failure !== null;
    const asOf = ageMs === null ? null : now - ageMs;
    const { items, skipped } = asOf === null ? { items: null, skipped: 0 } : read(part, asOf);
    found.set(scope, { items, hasFailed, skipped: skipped + (asOf === null ? 0 : (facts?.skipped.length ?? 0)), asOf });
  }
  return found;
}
