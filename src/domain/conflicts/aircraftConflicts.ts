import { idKey, isShopVisit, tailOf, type TimedBooking } from '#domain/reservations/bookings.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { lifeOf } from '#contract/statuses.ts';
import type { StoodBooking } from '#domain/readiness/aircraftNow.ts';
import { type Limit, type LimitFinding, limitsOf, limitsOn } from '#domain/readiness/limits.ts';
import { visitsByAircraft } from '#domain/readiness/shopVisit.ts';
import { type Certainty, certaintyOf } from '#domain/readiness/standing.ts';
import type { Squawk } from '#domain/maintenance/squawks.ts';
import type { ConflictSources, SquawkConflict, StatusConflict, UpkeepConflict } from './conflict.ts';

type Sources = Omit<ConflictSources, 'bookings'>;
type AircraftConflict = StatusConflict | UpkeepConflict | SquawkConflict;

/** What the list, the squawks and the reminders say against the aircraft of each booking, given with its standing. A shop visit is no flight. */
export function aircraftConflicts(
  stood: readonly StoodBooking[],
  { fleet, due, horizons, grounding, now }: Sources,
): AircraftConflict[] {
  const listed = fleet && new Map(fleet.map((aircraft) => [idKey(aircraft.aircraftId), aircraft]));
  const items = Map.groupBy(due, (item) => idKey(item.aircraft.aircraftId));
  const visits = visitsByAircraft(
    stood.map(({ booking }) => booking),
    now,
  );
  const limits = new Map(
    Array.from(items, ([id, own]): [string, Limit[]] => [id, limitsOf(own, horizons, visits.get(id))]),
  );
  const found: AircraftConflict[] = [];
  for (const { booking, standing } of stood) {
    if (booking.aircraftId === null || isShopVisit(booking)) continue;
    const certainty = certaintyOf(standing);
    if (certainty === null) continue;
    const id = idKey(booking.aircraftId);
    const aircraft = listed?.get(id) ?? null;
    const target = { booking, subject: aircraft?.tailNumber ?? tailOf(booking) ?? 'The aircraft', most: certainty };
    const status = listed && statusConflict(target, aircraft);
    if (status) found.push(status);
    const squawk = grounding?.get(id);
    if (squawk) found.push(squawkConflict(target, squawk, visits.get(id) ?? []));
    found.push(...upkeepConflicts(target, limits.get(id) ?? []));
  }
  return found;
}

/** `most`: how certain anything against the booking can be. */
type Target = { readonly booking: TimedBooking; readonly subject: string; readonly most: Certainty };

function certain({ most }: Target, own: Certainty): Certainty {
  return most === 'possible' ? most : own;
}

function statusConflict(target: Target, aircraft: Aircraft | null): StatusConflict | null {
  const { booking, subject } = target;
  const life = lifeOf(aircraft?.status);
  if (aircraft && life === 'active') return null;
  const reason = aircraft ? 'aircraft status' : 'aircraft unknown';
  const certainty = certain(target, aircraft && life !== 'unknown' ? 'definite' : 'possible');
  const status = aircraft?.status?.name ?? null;
  return { key: `${reason} ${booking.key}`, certainty, booking, other: null, subject, reason, status };
}

/** Behind a shop visit it is possible only: that is what the visit is for, if anything. */
function squawkConflict(target: Target, squawk: Squawk, visits: readonly TimedBooking[]): SquawkConflict {
  const { booking, subject } = target;
  const visit = visits.find(({ end }) => end <= booking.start) ?? null;
  const certainty = certain(target, visit ? 'possible' : 'definite');
  const reason = 'grounding squawk';
  return { key: `${reason} ${booking.key}`, certainty, booking, other: null, subject, reason, squawk, visit };
}

const reasons = {
  status: 'reminder expired',
  meter: 'horizon',
  date: 'date limit',
  forecast: 'horizon',
  landings: 'horizon',
} as const satisfies Record<Limit['basis'], UpkeepConflict['reason']>;

/** Each reminder once: by what is definite before what is forecast, by what falls before the start before what falls inside. */
function upkeepConflicts(target: Target, limits: readonly Limit[]): UpkeepConflict[] {
  const { booking, subject } = target;
  const [first] = limits;
  if (!first || first.at >= booking.end) return [];
  const groups = Map.groupBy(
    eachItemOnce(limitsOn(booking, limits)),
    ({ limit, when }) => `${reasons[limit.basis]}${when === 'inside' ? ' inside' : ''}`,
  );
  return [...groups].flatMap(([name, causes]): UpkeepConflict | [] => {
    const [worst] = causes;
    if (!worst) return [];
    const { limit, when } = worst;
    const isDefinite = causes.some((cause) => cause.certainty === 'definite');
    const visit = causes.find((cause) => cause.visit?.isFor === true)?.visit?.booking ?? null;
    return {
      key: `${name} ${booking.key}`,
      certainty: certain(target, isDefinite ? 'definite' : 'possible'),
      booking,
      other: null,
      subject,
      reason: reasons[limit.basis],
      causes,
      when,
      visit: isDefinite ? null : visit,
    };
  });
}

function eachItemOnce(findings: LimitFinding[]): readonly LimitFinding[] {
  if (findings.length < 2) return findings;
  const sorted = findings.toSorted((a, b) => rankOf(a) - rankOf(b));
  const once = new Map(sorted.toReversed().map((finding) => [finding.limit.item, finding]));
  return sorted.filter((finding) => once.get(finding.limit.item) === finding);
}

function rankOf({ limit, when }: LimitFinding): number {
  const isForecast = limit.basis === 'forecast' || limit.basis === 'landings';
  return Number(isForecast) * 2 + Number(when === 'inside');
}
