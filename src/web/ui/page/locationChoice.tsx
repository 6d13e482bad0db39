import { parseAsString, useQueryState } from 'nuqs';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { isRecord } from '#contract/objects.ts';
import { idKey } from '#domain/reservations/bookings.ts';
import {
  type AircraftPlaces,
  everywhere,
  type Location,
  type Narrowing,
  narrowingTo,
  schoolLocations,
} from '#domain/reservations/locations.ts';
import { forget, remember, remembered } from './remembered.ts';
import { useSchool } from './school.tsx';

/** What is known of a school's locations; it grows with the reservations that are loaded. */
export type KnownLocations = {
  /** What `schoolLocations` reads. */
  readonly sources: Parameters<typeof schoolLocations>[0];
  readonly places: AircraftPlaces;
  /** Whether so much is here that a location nobody mentions is none of the school's. */
  readonly isSettled: boolean;
};

/**
 * The one choice of a location for the whole application: in the address as `?location=<id>`, carried on by every link, and
 * remembered in this browser for a visit whose address says nothing.
 */
export type LocationChoice = Narrowing & {
  /** By name; with fewer than two there is nothing to choose. */
  readonly locations: readonly Location[];
  /** The id that is asked for, also before it is known whose it is; null for all locations, and for one that is none. */
  readonly asked: string | null;
  /** Null for all locations. */
  readonly choose: (location: Location | null) => void;
  /** Whether a reservation, or an aircraft by its id, is shown: all but what is known to be elsewhere. */
  readonly isHere: (of: Parameters<Narrowing['whereIs']>[0]) => boolean;
  /** What is wrong about the address; null for nothing. */
  readonly problem: string | null;
};

const nowhere: LocationChoice = {
  ...everywhere,
  locations: [],
  asked: null,
  choose: () => undefined,
  isHere: () => true,
  problem: null,
};

const LocationContext = createContext(nowhere);

/** The chosen location, and where records stand to it; all locations outside of the pages of the bar. */
export function useLocationChoice(): LocationChoice {
  return useContext(LocationContext);
}

/** Makes the choice known to everything below. */
export function LocationProvider({ known, children }: { known: KnownLocations; children: ReactNode }) {
  const { sources, places, isSettled } = known;
  const { text, setText, before, keep } = useAskedLocation();
  const mentioned = useMemo(() => schoolLocations({ ...sources, before }), [sources, before]);
  const locations = useRememberedLocations(mentioned, isSettled);
  const choice = useMemo((): LocationChoice => {
    const found = locations.find(({ id }) => text !== null && idKey(id) === idKey(text)) ?? null;
    const isWrong = text !== null && !found && isSettled;
    const narrowing = narrowingTo(found, places);
    return {
      ...narrowing,
      locations,
      asked: isWrong ? null : text,
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

/** The locations as they are mentioned; before so much is known, those of the last visit. */
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

/** The id in the address; in that of a new visit which has none, the one that was chosen last. */
function useAskedLocation() {
  const storage = `flightline location ${useSchool().operatorId}`;
  const [text, setText] = useQueryState('location', parseAsString.withOptions({ history: 'push' }));
  const [before, setBefore] = useState(() => rememberedIn(storage).slice(0, 1));
  const [start, setStart] = useState(() => (text === null ? (before[0]?.id ?? null) : null));
  // Once it is in the address, that alone counts.
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

/** With their names, because a quiet location is in no reservation of today. */
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
