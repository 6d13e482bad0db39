import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isRecord } from '#contract/objects.ts';
import { idKey, isTimed, toReservation } from '#domain/reservations/reservations.ts';
import { lateList } from '#domain/schedule/late.ts';
import { reservationIndex } from '#domain/schedule/reservationIndex.ts';
import { listQuery } from '#web/data/api.ts';
import { useWeather } from '#web/data/gateway/weather.ts';
import { useLateSheet } from '#web/data/late.ts';
import { useRefresh } from '#web/data/policy.ts';
import { zoneOf } from '#web/data/replica.ts';
import { useScheduleNow } from '#web/data/reservations.ts';
import { useKnowledge } from '#web/components/page/connection.tsx';
import { usePresentMinute } from '#web/components/page/now.ts';
import { useClock, useSchool } from '#web/components/page/school.tsx';

/** The flight in the address, from the schedule or, if it is over, from the sheet; and everything known of it. */
export function useLateFlight(key: string) {
  const school = useSchool();
  const clock = useClock();
  const now = usePresentMinute();
  const near = useScheduleNow(school, now);
  const sheet = useLateSheet(key);
  const aircraft = useQuery(listQuery(school, 'listAircraft', {}));
  const weather = useWeather(school);
  const refresh = useRefresh();
  const { schedule } = near;
  const index = useMemo(() => schedule && reservationIndex(schedule.reservations, now), [schedule, now]);
  const late = useMemo(() => index && lateList(index), [index]);
  const record = sheet.sheet?.record ?? null;
  const reservation = useMemo(() => {
    const listed = index?.byKey.get(key)?.reservation;
    if (listed) return listed;
    const whole = index && record && toReservation(record, zoneOf(school));
    return whole && isTimed(whole) ? whole : null;
  }, [index, key, record, school]);
  const id = reservation?.aircraftId == null ? null : idKey(reservation.aircraftId);
  return {
    reservation,
    record: isRecord(record) ? record : null,
    near,
    index,
    late,
    sheet,
    aircraft: aircraft.data?.value.records.find(({ aircraftId }) => idKey(aircraftId) === id) ?? null,
    weather: weather.data?.value.weather ?? null,
    known: useKnowledge(near.reading, near.historyReading),
    at: { now, clock },
    retry: () => refresh(...near.queryKeys, sheet.queryKey),
  };
}
export type LateFlight = ReturnType<typeof useLateFlight>;
