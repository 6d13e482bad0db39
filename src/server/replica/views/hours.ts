import { millisecondsInDay } from '#domain/units.ts';
import type { MeasuredHours } from '#contract/gateway/hours.ts';
import { byActivity, type Leg, measured } from '#domain/calibration/measure.ts';
import type { Instant } from '#domain/time/time.ts';
import type { calibrationReader } from '#server/replica/readings.ts';
import { isoOrNull, type ReplicaStatus, type View } from './status.ts';

/** The most unused steps that are listed. */
const maxLeftOut = 200;

/** What was measured before an instant: for all flights, per aircraft, per activity, and for both together. */
export function hoursView(
  before: Instant,
  { read, keyAt }: ReturnType<typeof calibrationReader>,
  began: Instant,
  { now, zone }: ReplicaStatus,
): View {
  const body = () => {
    const { legs, leftOut, reported } = read(before, now, zone);
    const byAircraft = [...Map.groupBy(legs, ({ aircraft }) => aircraft)];
    const newest = leftOut.slice(-maxLeftOut).map(({ aircraft, at, ...step }) => {
      return { aircraftId: aircraft, at: isoOrNull(at) ?? '', before: step.before, after: step.after, why: step.why };
    });
    const answer: MeasuredHours = {
      rows: [
        ...rowOf(legs, null, null),
        ...ofActivities(legs, null),
        ...byAircraft.flatMap(([id, ownLegs]) => [...rowOf(ownLegs, id, null), ...ofActivities(ownLegs, id)]),
      ],
      leftOut: { count: leftOut.length, newest: newest.toReversed() },
      reported,
      from: isoOrNull(began) ?? '',
    };
    return JSON.stringify(answer);
  };
  return {
    key: `${before} ${keyAt(before, now)} ${began}`,
    ageMs: 0,
    ttlMs: millisecondsInDay,
    detail: null,
    headers: {},
    body,
  };
}

function rowOf(legs: readonly Leg[], aircraftId: string | null, activity: string | null): MeasuredHours['rows'] {
  const found = measured(legs);
  return found ? [{ aircraftId, activity, ...found }] : [];
}

function ofActivities(legs: readonly Leg[], aircraftId: string | null): MeasuredHours['rows'] {
  return [...byActivity(legs)].flatMap(([activity, ownLegs]) => rowOf(ownLegs, aircraftId, activity));
}
