import { isRecord, type FreeForm } from '#contract/objects.ts';
import { isFigure } from '#contract/tolerant.ts';
import { textOf } from '#domain/answers/members.ts';
import { noRevenue, noRevenueFlag } from '#domain/reports/rows/leftOut.ts';
import { instantReader } from '#domain/reports/columns/times.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { type Instant, readStart, type Zone } from '#domain/time/time.ts';
import { type Booking, type Group, groupNamed, type Groups } from './bookings.ts';
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

/** What the report does not say of a flight. */
export type Around = {
  readonly zone: Zone;
  /** By `id`. */
  readonly bookings: ReadonlyMap<string, Booking>;
  /** The group of an aircraft's location by `idKey` of its id. */
  readonly places: ReadonlyMap<string, Group>;
};

/**
 * Reads rows of the reports `flights` and `flightOperations`, whose columns no document names. Void rows and drafts are left out,
 * so are simulators (which are no flights, and are not counted as left out). One flight counts once: of several rows with
 * one id, the one that was updated last.
 */
export function flightsOf(rows: readonly unknown[], around: Around): Facts<FlownFlight> {
  const leftOut: LeftOutRow[] = [];
  const times = timeReader(around.zone);
  const read: Row[] = [];
  for (const given of rows) {
    if (!isRecord(given)) leftOut.push({ at: null, why: 'unreadable' });
    else if (given['isSimulator'] !== true)
      read.push({ given, id: idOf(given), out: times(textOf(given, ...outNames)), updated: updatedOf(given) });
  }
  const once = onceEach(read, {
    id: ({ id }) => id,
    rank: ({ updated, given }) => `${updated} ${JSON.stringify(given)}`,
    at: ({ out }) => out,
  });
  const flights: FlownFlight[] = [];
  for (const row of once.rows) {
    const why = whyNot(row);
    if (why) leftOut.push({ at: row.out, why });
    // A flight whose hours cannot be read has left all the same.
    const flight = why === 'void' || why === 'draft' ? null : flightOf(row, times, around);
    if (flight) flights.push(flight);
  }
  return {
    rows: flights.toSorted((a, b) => a.out - b.out || (a.id < b.id ? -1 : 1)),
    leftOut: [...leftOut, ...once.leftOut],
  };
}

type Row = {
  readonly given: FreeForm;
  readonly id: string;
  readonly out: Instant | null;
  readonly updated: string;
};

const outNames = ['checkedOutOn', 'flightDate', 'start'];
const backNames = ['checkedInOn', 'end'];

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
  const id = textOf(row, 'flightId', 'flightOperationId', 'id');
  return id === null ? JSON.stringify(row) : idKey(id);
}

function updatedOf(row: FreeForm): string {
  return textOf(row, 'lastUpdated') ?? '';
}

/** Why a row is in no sum of hours; null if it is. */
function whyNot({ given, out }: Row): LeftOutKind | null {
  const word = voidWord(given);
  if (word !== null) return /draft/i.test(word) ? 'draft' : 'void';
  if (out === null) return 'unreadable';
  if (hoursOf(given) !== null) return null;
  const hasHours = textOf(given, ...hourNames) !== null;
  return hasHours || readsBackward(given) ? 'unreadable' : 'not closed';
}

/** The word by which a row counts for nothing: of its status, or the name of a flag that is true. */
function voidWord(row: FreeForm): string | null {
  const status = textOf(row, 'status', 'flightStatus', 'state') ?? '';
  if (noRevenue.test(status)) return status;
  return Object.keys(row).find((name) => row[name] === true && noRevenueFlag.test(name.toLowerCase())) ?? null;
}

function flightOf({ given, id, out }: Row, times: ReturnType<typeof timeReader>, around: Around): FlownFlight | null {
  if (out === null) return null;
  const named = textOf(given, 'reservationId');
  const reservation = named === null ? null : idKey(named);
  const back = times(textOf(given, ...backNames));
  return {
    id,
    reservation,
    out,
    back: back !== null && back >= out ? back : null,
    hours: hoursOf(given),
    of: groupsOf(given, reservation === null ? null : (around.bookings.get(reservation)?.of ?? null), around),
  };
}

const hourNames = ['flightHours', 'hobbsHours', 'hours'];

function hoursOf(row: FreeForm): number | null {
  const text = textOf(row, ...hourNames);
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

/** The groups of a flight: what the row says, then its reservation, then where its aircraft belongs. */
function groupsOf(row: FreeForm, booked: Groups | null, { places }: Around): Groups {
  const aircraftId = textOf(row, 'aircraftId');
  const tail = textOf(row, 'registrationTail', 'tailNumber');
  const aircraft = aircraftId === null ? groupNamed(tail) : { key: idKey(aircraftId), name: tail ?? aircraftId };
  const instructorId = textOf(row, 'instructorId');
  const instructor = textOf(row, 'instructor', 'instructorName');
  return {
    aircraft: aircraft ?? booked?.aircraft ?? null,
    model: booked?.model ?? groupNamed(textOf(row, 'model', 'modelName')),
    location: booked?.location ?? (aircraft && places.get(aircraft.key)) ?? null,
    instructor:
      instructorId === null
        ? (booked?.instructor ?? groupNamed(instructor))
        : { key: idKey(instructorId), name: instructor ?? booked?.instructor?.name ?? instructorId },
  };
}
