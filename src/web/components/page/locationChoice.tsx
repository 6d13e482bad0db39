import { parseAsString, useQueryState } from 'nuqs';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { isRecord } from '#contract/objects.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { type AircraftPlaces, type Location, narrowingTo, schoolLocations } from '#domain/reservations/locations.ts';
import { type LocationChoice, LocationContext, useSchool } from './school.tsx';
import { forget, remember, remembered } from './urlState.ts';

/** What is known about a school's locations. */
export type KnownLocations = {
  /** What `schoolLocations` reads. */
  readonly sources: Parameters<typeof schoolLocations>[0];
  readonly places: AircraftPlaces;
  /** Whether enough is loaded to say that an unmentioned location is not the school's. */
  readonly isSettled: boolean;
};

/** Provides the choice to everything below. */
export function LocationProvider({ known, children }: { known: KnownLocations; children: ReactNode }) {
  const { sources, places, isSettled } = known;
  const { text, setText, before, keep } = useRequestedLocation();
  const mentioned = useMemo(() => schoolLocations({ ...sources, before }), [sources, before]);
  const locations = useRememberedLocations(mentioned, isSettled);
  const choice = useMemo((): LocationChoice => {
    const found = locations.find(({ id }) => text !== null && idKey(id) === idKey(text)) ?? null;
    const isWrong = text !== null && !found && isSettled;
    const narrowing = narrowingTo(found, places);
    return {
      ...narrowing,
      locations,
      requested: isWrong ? null : text,
      choose: (location) => {
        keep(location);
        void setText(location?.id ?? null);
      },
      isHere: (of) => narrowing.whereIs(of) !== 'elsewhere',
      problem: isWrong ? `“${text}” is not a location of this school; showing all locations.` : null,
    };
  }, [locations, places, isSettled, text, setText, keep]);
  return <LocationContext value={choice}>{children}</LocationContext>;
}

/** The locations mentioned in the data; until that is loaded, those of the last visit. */
function useRememberedLocations(mentioned: readonly Location[], isSettled: boolean): readonly Location[] {
  const storage = `flightline locations ${useSchool().operatorId}`;
  const [last] = useState(() => rememberedIn(storage));
  useEffect(() => {
    if (!isSettled) return;
    forget(storage);
    for (const location of mentioned.toReversed()) remember(storage, JSON.stringify(location));
  }, [storage, mentioned, isSettled]);
  return isSettled || mentioned.length > last.length ? mentioned : last;
}

/** The id in the address; for a new visit without one, the last choice. */
function useRequestedLocation() {
  const storage = `flightline location ${useSchool().operatorId}`;
  const [text, setText] = useQueryState('location', parseAsString.withOptions({ history: 'push' }));
  const [before, setBefore] = useState(() => rememberedIn(storage).slice(0, 1));
  const [start, setStart] = useState(() => (text === null ? (before[0]?.id ?? null) : null));
  // Once it is in the address, only the address counts.
  if (start !== null && text !== null) setStart(null);
  useEffect(() => {
    if (start !== null) void setText(start, { history: 'replace' });
  }, [start, setText]);
  const keep = useCallback(
    (location: Location | null) => {
      if (location) remember(storage, JSON.stringify(location));
      else forget(storage);
      setBefore(location ? [location] : []);
    },
    [storage],
  );
  return { text: text ?? start, setText, before, keep };
}

/** With names, because a quiet location is in no reservation of today. */
function rememberedIn(storage: string): readonly Location[] {
  return remembered(storage).flatMap((text): readonly Location[] => {
    try {
      const entry: unknown = JSON.parse(text);
      if (!isRecord(entry) || typeof entry['id'] !== 'string' || typeof entry['name'] !== 'string') return [];
      return [{ id: entry['id'], name: entry['name'] }];
    } catch {
      return [];
    }
  });
}
