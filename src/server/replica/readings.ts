import type { MeasuredFactors } from '#domain/schedule/hoursFactor.ts';
import { factorsFrom, legsOf, type Leg, type LeftOut } from '#domain/calibration/measure.ts';
import { closedFlight, hoursIn, type MeterChange, meterNews, unfinished } from '#domain/calibration/meterNews.ts';
import { landingRatesFrom, reportedLandings } from '#domain/calibration/landings.ts';
import { type WentBack, wentBackIn } from '#domain/calibration/wentBack.ts';
import { reminderMeter, reportedFlights, withReported } from '#domain/calibration/reported.ts';
import type { Instant, Zone } from '#domain/time/time.ts';
import type { ReplicaStorage, StoredChange } from '#server/replica/storage/storage.ts';
import { reportRowsIn } from './views/reportRows.ts';

/** Changes read at once. After an upgrade from an earlier version there are 90 days of them. */
const perStep = 500;

type Storage = Pick<
  ReplicaStorage,
  | 'changes'
  | 'lastChange'
  | 'noteReadings'
  | 'readingsSeq'
  | 'meterMoves'
  | 'flownReservations'
  | 'parts'
  | 'records'
  | 'reservation'
>;

/** Reads from the log's next changes what they say about meters and flights. */
export function followReadings(storage: Storage, zone: Zone): void {
  const after = storage.readingsSeq();
  const found = storage.changes({ after, limit: perStep });
  const changes = found.map(changeOf);
  // The rest of the last answer may be in the next step.
  const waiting = found.length === perStep ? unfinished(changes) : 0;
  const read = found.at(-1 - waiting);
  if (!read) return;
  storage.noteReadings({ seq: read.seq, ...meterNews(changes.slice(0, changes.length - waiting), zone) });
}

function changeOf({ set, scope, id, at, before, after }: StoredChange): MeterChange {
  const isRead = set === 'reminders' || set === 'reservations';
  const parsed = (json: string | null): unknown => (json === null || !isRead ? null : JSON.parse(json));
  return { set, scope, id, at, before: parsed(before), after: parsed(after) };
}

/** What was measured before an instant. */
export type Calibration = {
  readonly legs: readonly Leg[];
  readonly leftOut: readonly LeftOut[];
  readonly factors: MeasuredFactors;
  /** The meter of the flights report that the legs use; null if they use none. */
  readonly reported: string | null;
  /** Changes whenever the same instant gives another calibration. */
  readonly key: string;
};

/** Reads what meters showed before an instant. Computed once per instant, unless the log has not been read that far. */
export function calibrationReader(storage: Storage) {
  const known = new Map<Instant, Calibration>();
  const reportRows = reportRowsIn(storage);
  return {
    keyAt: (before: Instant, now: Instant) => keyOf(storage, before, now),
    read: (before: Instant, now: Instant, zone: Zone): Calibration => {
      const key = keyOf(storage, before, now);
      const last = known.get(before);
      if (last?.key === key) return last;
      const made = { ...calibrationAt(storage, reportRows('reportFlights'), before, zone), key };
      if (known.size >= maxKnown) known.clear();
      known.set(before, made);
      return made;
    },
  };
}

/** The most midnights that are requested at the same time. */
const maxKnown = 8;

/**
 * What was measured before a past instant stays the same once it has been read. For a future instant it changes with
 * every step.
 */
function keyOf(storage: Storage, before: Instant, now: Instant): string {
  const seq = storage.readingsSeq();
  return before <= now && seq >= storage.lastChange() ? '' : String(seq);
}

function calibrationAt(storage: Storage, rows: readonly unknown[], before: Instant, zone: Zone) {
  const flights = reportedFlights(rows);
  const flown = storage.flownReservations(before);
  const { legs: metered, leftOut } = legsOf(storage.meterMoves(before), flown);
  const readings = readingsIn(storage);
  const ownReportedFlights = flights.filter(({ aircraft }) => readings.has(aircraft));
  const reported = ownReportedFlights.length === 0 ? null : reminderMeter(ownReportedFlights, metered, readings);
  const byId = new Map(flown.map((flight) => [flight.id, flight]));
  const bookedAs = (id: string) => {
    const stored = byId.has(id) ? null : storage.reservation(id);
    const flight = byId.get(id) ?? (stored && closedFlight(id, JSON.parse(stored.json), zone));
    return flight && flight.start < before && flight.closedAt !== null ? flight : null;
  };
  const legs = reported === null ? metered : withReported(metered, ownReportedFlights, reported, bookedAs);
  const landings = landingRatesFrom(reportedLandings(rows), bookedAs);
  return { legs, leftOut, reported, factors: { ...factorsFrom(legs), landings } };
}

/** The aircraft whose meters went backward, by their ids, as far as the log has been read. */
export function wentBackReader(
  storage: Pick<ReplicaStorage, 'readingsSeq' | 'backwardMeters'>,
): () => ReadonlyMap<string, WentBack> {
  let known: { readonly seq: number; readonly found: ReadonlyMap<string, WentBack> } | null = null;
  return () => {
    const seq = storage.readingsSeq();
    if (known?.seq !== seq) {
      known = { seq, found: wentBackIn(storage.backwardMeters()) };
    }
    return known.found;
  };
}

/** What each aircraft's reminders show now, by its id. */
function readingsIn(storage: Storage): ReadonlyMap<string, readonly number[]> {
  const parts = storage.parts().filter(({ set }) => set === 'reminders');
  return new Map(
    parts.flatMap(({ scope }) => {
      const hours = storage.records('reminders', scope).flatMap(({ json }) => hoursIn(JSON.parse(json)) ?? []);
      return hours.length > 0 ? [[scope, hours] as const] : [];
    }),
  );
}
