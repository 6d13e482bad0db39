import type { QueryKey } from '@tanstack/react-query';
import { type Page, parseList, type RecordOf } from '#contract/answers.ts';
import { isolatedTexts } from '#contract/isolated.ts';
import { byName, isRecord } from '#contract/objects.ts';
import { type OperationId, operations } from '#contract/operations.ts';
import {
  type AircraftSet,
  aircraftSets,
  calledFor,
  type OperationOfSet,
  type SchoolSet,
  schoolSets,
  sets,
} from '#contract/sets.ts';
import { type Ahead, type Flown, reminderAhead, reservationAhead } from '#domain/moments/ahead.ts';
import { type Differences, loggedId, partKey, rewound } from '#domain/moments/rewind.ts';
import type { Snooze } from '#domain/overview/attention.ts';
import { idKey, inSpan, isTimed, type Reservation, toReservation } from '#domain/reservations/reservations.ts';
import type { Schedule } from '#domain/schedule/schedule.ts';
import { type Instant, isSpan, type Span, type Zone } from '#domain/time/time.ts';
import { type Answer, RequestFailure } from '#web/data/client.ts';
import type { HistoryWindow, PerAircraftAnswer, ReservationWindow } from '#web/data/replica.ts';

type Then = { readonly at: Instant; readonly now: Instant; readonly kind: 'then'; readonly differences: Differences };
type Forecast = {
  readonly at: Instant;
  readonly now: Instant;
  readonly kind: 'ahead';
  readonly ahead: Ahead;
  readonly history: Pick<Schedule['history'], 'flown' | 'factors'>;
};

/** A moment other than the present, with what turns the local copy into that of the moment. */
export type OtherMoment = Then | Forecast;

type Change = (answer: unknown) => unknown;
type Changes = { readonly [area: string]: { readonly [part: string]: Change | null } };

/** How the answer to a query differs at a moment; null if it does not. Keys are those of `api.ts`, `replica.ts` and others. */
export function answerAt([area, part, ...rest]: QueryKey, moment: OtherMoment, zone: Zone): Change | null {
  if (typeof area !== 'string' || typeof part !== 'string') return null;
  const all: Changes = moment.kind === 'ahead' ? aheadChanges(rest, moment) : thenChanges(rest, moment, zone);
  const own = Object.hasOwn(all, area) ? all[area] : undefined;
  return (own && Object.hasOwn(own, part) && own[part]) || null;
}

/** Each entry of `Changes` takes the answer of its key, which the library types as unknown. */
function ofAnswer<Value>(change: (answer: Answer<Value>) => Answer<Value>): Change {
  return (answer) => change(answer as Answer<Value>);
}

function ofValue<Value>(change: (value: Value) => Value): Change {
  return ofAnswer<Value>((answer) => ({ ...answer, value: change(answer.value) }));
}

function aircraftIn(path: unknown): string {
  return isRecord(path) && typeof path['aircraftId'] === 'string' ? idKey(path['aircraftId']) : '';
}

function thenChanges([first, query]: readonly unknown[], moment: Then, zone: Zone): Changes {
  const { differences, at } = moment;
  const windowOf = (span: unknown) => (isSpan(span) ? ofValue(windowThen(span, differences, zone)) : null);
  const whole = isRecord(query) && Object.keys(query).length === 0;
  const list = (set: ListedSet) =>
    ofValue((page: Page<RecordOf<OperationOfSet<ListedSet>>>) =>
      pageThen(page, differences.get(partKey(set, aircraftIn(first))), set, whole),
    );
  return {
    // Lists of several locations in one are no pages of records.
    api: first === 'by location' ? {} : Object.fromEntries(listedSets.map((set) => [calledFor(set), list(set)])),
    replica: {
      ...byName(aircraftSets, (set) => perAircraft(moment, set)),
      reservations: windowOf(first),
      forecast: windowOf(first),
      history: windowOf({ start: Number.NEGATIVE_INFINITY, end: first }),
      reservation: ofValue((record: unknown) => reservationThen(String(first), record, differences)),
      people: ofValue((people: People) => ({ ...people, users: usersThen(people.users, differences) })),
      snoozes: ofValue((snoozes: readonly Snooze[]) => snoozes.filter((snooze) => snooze.at <= at)),
      ...(first === 'reservations' && {
        changes: ofValue((log: { readonly changes: readonly { readonly seenAt: Instant }[] }) => ({
          ...log,
          changes: log.changes.filter(({ seenAt }) => seenAt <= at),
        })),
      }),
    },
  };
}

function reading<Id extends OperationId>(id: Id) {
  return (record: unknown): RecordOf<Id> | null => parseList(id, { items: [record] }).records[0] ?? null;
}

function idIn(record: unknown, member: string): string | null {
  const id = isRecord(record) ? record[member] : null;
  return typeof id === 'string' ? loggedId(id) : null;
}

type Part = ReadonlyMap<string, unknown> | undefined;
type ListedSet = SchoolSet | AircraftSet;
/** The sets that come as lists of the whole school or of one aircraft. */
const listedSets = [...schoolSets, ...aircraftSets].filter((set) => operations[calledFor(set)].answer === 'list');

/** A list as it was; if it is narrowed, only the records that it lists now. */
function pageThen<Set extends ListedSet>(
  page: Page<RecordOf<OperationOfSet<Set>>>,
  part: Part,
  set: Set,
  isWhole: boolean,
) {
  const { idMember: member } = sets[set];
  const id = calledFor(set);
  const then = rewound(page.records, part, { idOf: (record) => idIn(record, member), read: reading(id) });
  const listed = new Set(page.records.map((record) => idIn(record, member)));
  const records = isWhole ? then : then.filter((record) => listed.has(idIn(record, member)));
  return { ...page, records, totalItems: page.totalItems + records.length - page.records.length };
}

type PerAircraft<Id extends AircraftSet> = PerAircraftAnswer<Id>['value'];
type ItemOf<Id extends AircraftSet> = NonNullable<PerAircraft<Id>['aircraft'][number]['records']>[number];

function perAircraft<Id extends AircraftSet>({ differences }: Then, id: Id): Change {
  const { idMember: member } = sets[id];
  const read = reading(calledFor(id));
  return ofValue((value: PerAircraft<Id>) => {
    const aircraft = value.aircraft.map((candidate) => {
      const part = differences.get(partKey(id, idKey(candidate.aircraftId)));
      if (!part || candidate.records === null) return candidate;
      const records = rewound<ItemOf<Id>>(candidate.records, part, { idOf: (record) => idIn(record, member), read });
      return { ...candidate, records };
    });
    return { ...value, aircraft };
  });
}

/** A window as it was: earlier records replace the reservations that changed since, whatever days they were on. */
function windowThen(span: Span, differences: Differences, zone: Zone) {
  return <Value extends ReservationWindow>(window: Value): Value => {
    const part = differences.get('reservations');
    if (!part) return window;
    const hasChanged = ({ record }: Reservation) => part.has(idIn(record, 'reservationId') ?? '');
    const then = loggedReservations(part, zone);
    const present = window.reservations.filter((reservation) => !hasChanged(reservation)).filter(isTimed);
    const hadNoTime = new Set(window.untimed.filter(hasChanged).map(({ key }) => key));
    return {
      ...window,
      reservations: inSpan([...present, ...inSpan(then, span)], always),
      untimed: [
        ...window.untimed.filter((reservation) => !hasChanged(reservation)),
        ...then.filter((reservation) => !isTimed(reservation) && hadNoTime.has(reservation.key)),
      ],
    };
  };
}

const readReservation = reading('listReservations');
const readReservations = new WeakMap<object, readonly Reservation[]>();

/** The earlier records, read once for all windows. */
function loggedReservations(part: ReadonlyMap<string, unknown>, zone: Zone): readonly Reservation[] {
  const known =
    readReservations.get(part) ??
    [...part.values()].flatMap((before) => {
      const record = before === null ? null : readReservation(before);
      return record ? [toReservation(record, zone)] : [];
    });
  readReservations.set(part, known);
  return known;
}

/** While another window loads, all of the last one is shown. */
const always: Span = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };

/** One whole record as it was; missing if it was not there. */
function reservationThen(id: string, record: unknown, differences: Differences): unknown {
  const part = differences.get('reservations');
  const known = loggedId(id) ?? '';
  if (!part?.has(known)) return record;
  const before = part.get(known);
  const read = before === null ? null : readReservation(before);
  if (read === null) throw new RequestFailure('missing');
  return read;
}

type User = { readonly userId: string; readonly [member: string]: unknown };
type People = { readonly users: readonly User[] };

/** The log holds no checkouts of people: those of the present stay. */
function usersThen(users: readonly User[], differences: Differences): readonly User[] {
  const present = new Map(users.map((user) => [loggedId(user.userId), user]));
  const read = (record: unknown): User | null => {
    const userId = idIn(record, 'userId');
    if (!isRecord(record) || userId === null) return null;
    const { firstName = null, lastName = null, externalId = null, status = null } = isolatedTexts(record);
    const names = { userId: String(record['userId']), firstName, lastName, externalId, status };
    return { aircraftCheckouts: null, ...present.get(userId), ...names };
  };
  return rewound(users, differences.get('users'), { idOf: ({ userId }) => loggedId(userId), read });
}

function aheadChanges([first]: readonly unknown[], moment: Forecast): Changes {
  const { at, now, ahead, history } = moment;
  const remindersOf = (records: readonly RecordOf<'listMaintenanceReminders'>[], flown: Flown | undefined) =>
    flown ? records.map((record) => reminderAhead(record, flown)) : records;
  const windowAhead = <Value extends ReservationWindow>(window: Value): Value => ({
    ...window,
    reservations: window.reservations.map((reservation) => reservationAhead(reservation, ahead)),
  });
  return {
    api: {
      listMaintenanceReminders: ofValue((page: Page<RecordOf<'listMaintenanceReminders'>>) => ({
        ...page,
        records: remindersOf(page.records, ahead.flown.get(aircraftIn(first))),
      })),
    },
    replica: {
      reservations: ofValue(windowAhead<ReservationWindow>),
      forecast: ofValue(windowAhead<ReservationWindow>),
      // The rate of flying and the factors are the ones measured now.
      history: ofValue((window: HistoryWindow) => ({
        ...windowAhead(window),
        flown: Object.fromEntries(history.flown),
        factors: {
          school: history.factors.school,
          aircraft: Object.fromEntries(history.factors.aircraft),
          landings: Object.fromEntries(history.factors.landings ?? []),
        },
      })),
      reminders: ofAnswer((answer: PerAircraftAnswer<'reminders'>) => {
        const aircraft = answer.value.aircraft.map((records) => {
          const flown = ahead.flown.get(idKey(records.aircraftId));
          return flown && records.records ? { ...records, records: remindersOf(records.records, flown) } : records;
        });
        return { ...answer, ahead: at - now, value: { ...answer.value, aircraft } };
      }),
      squawks: ofAnswer((answer) => ({ ...answer, ahead: at - now })),
    },
  };
}
