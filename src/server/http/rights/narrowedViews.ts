import type { Who } from '#contract/access/grants.ts';
import { mayAsk, operationOf } from '#contract/access/roles.ts';
import { type FreeForm, isRecord } from '#contract/objects.ts';
import { snoozesShape } from '#contract/gateway/snoozes.ts';
import type { OperationId } from '#contract/operations.ts';
import type { CopyPath } from '#contract/routes.ts';
import { replicaSets } from '#contract/sets.ts';
import { seenBy } from '#domain/overview/evidence.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { narrowedRecord, narrowedRecords } from '#domain/access/narrowed.ts';
import { shownFailure } from './passedOn.ts';

type Narrow = (body: FreeForm, who: Who) => FreeForm;

/** Bodies of the local copy's addresses, as `contract/gateway` describes them; members that no row names are left out. */
const narrows: { readonly [Path in CopyPath]: Narrow } = {
  '/replica/reminders': (body, who) => perAircraft('listMaintenanceReminders', body, who),
  '/replica/squawks': (body, who) => perAircraft('listSquawks', body, who),
  '/replica/reservations': reservations,
  '/replica/history': (body, who) => ({
    ...reservations(body, who),
    flown: body['flown'],
    factors: body['factors'],
  }),
  // Hours of aircraft and activities, without people.
  '/replica/hours': (body) => body,
  '/replica/reservation': ({ record }, who) => ({ record: narrowedRecord('listReservations', record, who) }),
  '/replica/days': days,
  '/replica/people': ({ users, own, isComplete }, who) => ({
    users: narrowedRecords('listUsers', users, who),
    own,
    isComplete,
  }),
  '/replica/changes': changes,
  // Roles that may open these two see the names in them anyway, and the rest on other pages.
  '/replica/log': (body) => body,
  '/replica/brief': (body) => body,
  // For managers alone.
  '/replica/figures': (body) => body,
  '/replica/figures/rows': (body) => body,
  '/replica/behind': behind,
  '/replica/snoozes': snoozes,
  '/replica/late': ({ record, backAt, steps, acts, weather }, who) => ({
    record: record === null ? null : narrowedRecord('listReservations', record, who),
    backAt,
    steps,
    acts,
    weather,
  }),
  // Roles that may send it see contact data.
  '/replica/late/numbers': ({ people }) => ({ people }),
};

const narrowByPath: ReadonlyMap<string, Narrow> = new Map(Object.entries(narrows));

/** What a role may see of a body of the gateway's own addresses; nothing if no rule says so. */
export function narrowedView(path: string, body: unknown, who: Who): unknown {
  const narrow = narrowByPath.get(path);
  return narrow && isRecord(body) ? narrow(body, who) : {};
}

/** An instructor gets their own students alone. */
function behind({ students, gaps }: FreeForm, { role, userId }: Who): FreeForm {
  if (role !== 'instructor') return { students, gaps };
  const isOwn = ({ userId: id }: FreeForm) => userId !== null && typeof id === 'string' && idKey(id) === idKey(userId);
  const own = listOf(students).flatMap((student) => {
    const instructors = listOf(student['instructors']).filter(isOwn);
    return instructors.length > 0 ? [{ ...student, instructors }] : [];
  });
  return { students: own, gaps };
}

function perAircraft(id: OperationId, { aircraft, resumesAt }: FreeForm, who: Who): FreeForm {
  const narrowed = listOf(aircraft).map(({ aircraftId, items, skipped, failure, wentBack }) => ({
    aircraftId,
    items: narrowedRecords(id, items, who),
    skipped: withoutRaw(skipped),
    failure: shownFailure(failure),
    // Two readings of the meter that the reminders show.
    ...(isRecord(wentBack) && { wentBack: { from: wentBack['from'], to: wentBack['to'] } }),
  }));
  return { aircraft: narrowed, resumesAt };
}

function reservations(body: FreeForm, who: Who): FreeForm {
  const { items, untimed, skipped, shortfall, missing, failure, resumesAt } = body;
  return {
    items: narrowedRecords('listReservations', items, who),
    untimed: narrowedRecords('listReservations', untimed, who),
    skipped: withoutRaw(skipped),
    shortfall,
    missing,
    failure: shownFailure(failure),
    resumesAt,
  };
}

function days({ days: all, resumesAt }: FreeForm, who: Who): FreeForm {
  const narrowed = listOf(all).map(({ day, isKnown, counts, hours, load, conflicts, notable }) => {
    const named = listOf(notable).map(({ why, isClashing, record }) => ({
      why,
      isClashing,
      record: narrowedRecord('listReservations', record, who),
    }));
    return { day, isKnown, counts, hours, load, conflicts, notable: named };
  });
  return { days: narrowed, resumesAt };
}

/** Leaves out changes of forbidden sets; the position to continue from stays the same. */
function changes({ changes: all, next, hasMore, from, at }: FreeForm, who: Who): FreeForm {
  const shown = listOf(all).flatMap(({ seq, at: seenAt, set, scope, id, kind, before, after }) => {
    const known = replicaSets.find((candidate) => candidate === set);
    const operation = known && operationOf(known, String(scope));
    if (!operation || !mayAsk(who.role, operation)) return [];
    const [was, is] = [before, after].map((record) => narrowedRecord(operation, record, who));
    return [{ seq, at: seenAt, set, scope, id, kind, before: was, after: is }];
  });
  return { changes: shown, next, hasMore, from, at };
}

/** The matters put off that the role sees, each with the evidence it may see. */
function snoozes(body: FreeForm, { role }: Who): FreeForm {
  const read = snoozesShape.safeParse(body);
  const shown = (read.success ? read.data.snoozes : []).flatMap((snooze) => {
    const evidence = seenBy(role, snooze.evidence);
    return evidence.length > 0 ? [{ ...snooze, evidence }] : [];
  });
  return { snoozes: shown };
}

/** An unreadable record may hold anything. */
function withoutRaw(skipped: unknown): FreeForm[] {
  return listOf(skipped).map(({ reason }) => ({ raw: null, reason }));
}

function listOf(list: unknown): FreeForm[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
