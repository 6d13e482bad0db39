import { useMemo } from 'react';
import { resourceKinds, resourcesOf } from '#domain/timeline/resources.ts';
import { resourceValue } from './ResourceChooser.tsx';
import type { Calendar } from './useCalendar.ts';
import type { Schedule } from './useSchedule.ts';

/** The bookings of the one aircraft or person that the address names; all where it names none. */
export function useChosen({ resource, view }: Calendar, { bookings, fleet }: Schedule) {
  const isOffered = view.value !== 'timeline';
  const resources = useMemo(() => {
    const sources = { bookings, fleet: fleet ?? [], instructors: [] };
    return isOffered ? resourceKinds.flatMap((kind) => resourcesOf(kind, sources)) : [];
  }, [isOffered, bookings, fleet]);
  const value = isOffered ? resource.value : '';
  const chosen = useMemo(() => resources.find((one) => resourceValue(one) === value), [resources, value]);
  return { resources, value, resource: chosen ?? null, bookings: value === '' ? bookings : (chosen?.bookings ?? none) };
}
export type Chosen = ReturnType<typeof useChosen>;

const none: Schedule['bookings'] = [];
