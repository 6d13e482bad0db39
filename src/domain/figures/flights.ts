import { isRecord, type FreeForm } from '#contract/objects.ts';
import { isFigure } from '#contract/tolerant.ts';
import { textOf } from '#domain/answers/members.ts';
import { noRevenue, noRevenueFlag } from '#domain/reports/rows/leftOut.ts';
import { instantReader } from '#domain/reports/columns/times.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { type Instant, readStart, type Zone } from '#domain/time/time.ts';
import { type Booking, type Group, groupGiven, groupNamed, type Groups } from './bookings.ts';
import type { Steps } from '#domain/steps.ts';
import { type Facts, type LeftOutKind, type LeftOutRow, onceEach } from './figure.ts';

/** A flight that left, from a report of flights. */
export type FlownFlight = {
  readonly id: string;
  /** `idKey` of its reservation; null if the row names none. */
  readonly reservation: string | null;
  /** When it was checked out. It belongs to the period of this instant. */
  readonly out: Instant;
  /** Null while it is not checked in. */
  readonly back: Instant | null;
  /** The report's own decimal hours, otherwise Hobbs in less Hobbs out; null while it is not closed, or unreadable. */
  readonly hours: number | null;
  readonly of: Groups;
};

/**
 * Reads rows of the reports `flights` and `flightOperations`, whose columns no document names. Void rows and drafts are left out,
 * so are simulators (which are no flights, and are not counted as left out). One flight counts once: of several rows with
 * one id, the one that was updated last.
 */
export function* flightsOf(rows: readonly unknown[], zone: Zone): Steps<Facts<FlownFlight>> {
  const leftOut: LeftOutRow[] = [];
  const times = timeReader(zone);
  const read: Row[] = [];
  for (const [index, given] of rows.entries()) {
    if (index % perStep === perStep - 1) yield;
    if (!isRecord(given)) leftOut.push({ at: null, why: 'unreadable' });
    else if (given['isSimulator'] !== true)
      read.push({ given, id: idOf(given), out: times(plainOf(given, outNames)), updated: updatedOf(given) });
  }
  yield;
  const once = onceEach(read, {
    id: ({ id }) => id,
    // Without a date of the update, the row with hours is the later one.
    rank: ({ updated, given }) => `${updated} ${Number(hoursOf(given) !== null)} ${JSON.stringify(given)}`,
    at: ({ out }) => out,
  });
  const flights: FlownFlight[] = [];
  for (const [index, row] of once.rows.entries()) {
    if (index % perStep === 0) yield;
    const why = whyNot(row);
    if (why) leftOut.push({ at: row.out, why });
    // A flight whose hours cannot be read has left all the same.
    const flight = why === 'void' || why === 'draft' ? null : flightOf(row, times);
    if (flight) flights.push(flight);
  }
  return {
    rows: flights.toSorted((a, b) => a.out - b.out || (a.id < b.id ? -1 : 1)),
    leftOut: [...leftOut, ...once.leftOut],
  };
}

/** Rows of one step: some milliseconds. */
const perStep = 500;

type Row = {
  readonly given: FreeForm;
  readonly id: string;
  readonly out: Instant | null;
  readonly updated: string;
};

const outNames = ['checkedOutOn', 'flightDate', 'start'];
const backNames = ['checkedInOn', 'end'];
const idNames = ['flightId', 'flightOperationId', 'id'];
const updatedNames = ['lastUpdated'];
const reservationNames = ['reservationId'];
const aircraftNames = ['aircraftId'];
const statusNames = ['status', 'flightStatus', 'state'];

/** The first member with a text or a number, as it stands: these are compared and never shown, and a year has many. */
function plainOf(row: FreeForm, names: readonly string[]): string | null {
  for (const name of names) {
    const value = row[name];
    if (typeof value === 'number') return String(value);
    const text = typeof value === 'string' ? value.trim() : '';
    if (text !== '') return text;
  }
  return null;
}

/** Rows of a month are read by the fast reader; what it leaves, such as a date alone, by the usual one. */
function timeReader(zone: Zone): (text: string | null) => Instant | null {
  const fast = instantReader(zone);
  return (text) => {
    const instant = text === null ? Number.NaN : fast(text);
    return Number.isNaN(instant) ? readStart(text, zone) : instant;
  };
}

/** Rows without an id are one flight only if they are the same in every member. */
function idOf(row: FreeForm): string {
  const id = plainOf(row, idNames);
  return id === null ? JSON.stringify(row) : idKey(id);
}

function updatedOf(row: FreeForm): string {
  return plainOf(row, updatedNames) ?? '';
}

/** Why a row is in no sum of hours; null if it is. */
function whyNot({ given, out }: Row): LeftOutKind | null {
  const word = voidWord(given);
  if (word !== null) return /draft/i.test(word) ? 'draft' : 'void';
  if (out === null) return 'unreadable';
  if (hoursOf(given) !== null) return null;
  const hasHours = plainOf(given, hourNames) !== null;
  return hasHours || readsBackward(given) ? 'unreadable' : 'not closed';
}

/** The word by which a row counts for nothing: of its status, or the name of a flag that is true. */
function voidWord(row: FreeForm): string | null {
  const status = plainOf(row, statusNames) ?? '';
  if (noRevenue.test(status)) return status;
  return Object.keys(row).find((name) => row[name] === true && noRevenueFlag.test(name.toLowerCase())) ?? null;
}

function flightOf({ given, id, out }: Row, times: ReturnType<typeof timeReader>): FlownFlight | null {
  if (out === null) return null;
  const named = plainOf(given, reservationNames);
  const reservation = named === null ? null : idKey(named);
  const back = times(plainOf(given, backNames));
  return {
    id,
    reservation,
    out,
    back: back !== null && back >= out ? back : null,
    hours: hoursOf(given),
    of: groupsOf(given),
  };
}

const hourNames = ['flightHours', 'hobbsHours', 'hours'];

function hoursOf(row: FreeForm): number | null {
  const text = plainOf(row, hourNames);
  const given = text === null ? Number.NaN : Number(text);
  if (isFigure(given)) return given >= 0 ? given : null;
  const [out, back] = [row['hobbsOut'], row['hobbsIn']];
  return text === null && isFigure(out) && isFigure(back) && back >= out ? tenths(back - out) : null;
}

function readsBackward({ hobbsOut, hobbsIn }: FreeForm): boolean {
  return isFigure(hobbsOut) && isFigure(hobbsIn) && hobbsIn < hobbsOut;
}

function tenths(hours: number): number {
  return Math.round(hours * 10) / 10;
}

/** The groups that the row itself names. */
function groupsOf(row: FreeForm): Groups {
  return {
    aircraft: groupGiven(plainOf(row, aircraftNames), textOf(row, 'registrationTail', 'tailNumber')),
    model: groupNamed(textOf(row, 'model', 'modelName')),
    // Airports of a flight say where it went, not where its aircraft belongs.
    location: null,
    instructor: groupGiven(textOf(row, 'instructorId'), textOf(row, 'instructor', 'instructorName')),
  };
}

/**
 * The flights of several answers, each once, with the groups of their reservations where the report gives none or only a name.
 * A name that one id alone bears stands for that id, so that a person is not two bars. An aircraft's last booking in the list says where
 * it belongs.
 */
export function* joinedFlights(
  parts: readonly Facts<FlownFlight>[],
  bookings: readonly Booking[],
): Steps<Facts<FlownFlight>> {
  const once = onceEach(
    parts.flatMap(({ rows }) => rows),
    {
      id: ({ id }) => id,
      rank: (flight) => `${Number(flight.hours !== null)} ${JSON.stringify(flight)}`,
      at: ({ out }) => out,
    },
  );
  yield;
  const reserved = new Set(once.rows.flatMap(({ reservation }) => reservation ?? []));
  yield;
  const byId = new Map<string, Groups>();
  const places = new Map<string, Group>();
  for (const [index, { id, of }] of bookings.entries()) {
    if (index % perJoin === perJoin - 1) yield;
    if (reserved.has(id)) byId.set(id, of);
    if (of.aircraft && of.location) places.set(of.aircraft.key, of.location);
  }
  yield;
  const instructors = bearersIn(bookings);
  const rows: FlownFlight[] = [];
  for (const [index, flight] of once.rows.entries()) {
    if (index % perJoin === 0) yield;
    const booked = flight.reservation === null ? null : (byId.get(flight.reservation) ?? null);
    const { aircraft, model, instructor } = flight.of;
    const ownInstructor = better(instructor, booked?.instructor);
    const ownAircraft = better(aircraft, booked?.aircraft);
    rows.push({
      ...flight,
      of: {
        aircraft: ownAircraft,
        model: booked?.model ?? model,
        location: booked?.location ?? (ownAircraft && places.get(ownAircraft.key)) ?? null,
        instructor: (ownInstructor && instructors.get(ownInstructor.key)) ?? ownInstructor,
      },
    });
  }
  yield;
  return {
    rows: rows.toSorted((a, b) => a.out - b.out || (a.id < b.id ? -1 : 1)),
    leftOut: [...parts.flatMap(({ leftOut }) => leftOut), ...once.leftOut],
  };
}

/** Rows that are joined in one step. */
const perJoin = 2_000;

function better(own: Group | null, booked: Group | null | undefined): Group | null {
  const isOnlyName = own !== null && own.key === idKey(own.name);
  return own === null || isOnlyName ? (booked ?? own) : own;
}

/** The one instructor with an id who bears a name, by `idKey` of the name. */
function bearersIn(bookings: readonly Booking[]): ReadonlyMap<string, Group> {
  const found = new Map<string, Group | null>();
  // Bookings share their groups, so each is looked at once.
  for (const instructor of new Set(bookings.map(({ of }) => of.instructor))) {
    const name = instructor && idKey(instructor.name);
    if (!instructor || name === null || instructor.key === name) continue;
    const other = found.get(name);
    found.set(name, other === undefined || other?.key === instructor.key ? instructor : null);
  }
  return new Map([...found].flatMap(([name, group]) => (group ? [[name, group]] : [])));
}
