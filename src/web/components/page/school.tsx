import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Config } from '#contract/gateway/config.ts';
import { rightsOf, type RightsOf } from '#domain/access/rights.ts';
import type { Location, Narrowing } from '#domain/reservations/locations.ts';
import type { Clock } from '#domain/time/clock.ts';
import { useUrlChoice } from './urlState.ts';

const SchoolContext = createContext<Config | null>(null);
const NameContext = createContext('');
const ClockContext = createContext<Clock | null>(null);

type SchoolProps = {
  school: Config;
  /** Separate from the configuration: it arrives later, and only components that show it need a redraw. */
  name?: string;
  children: ReactNode;
};

/** Provides the school's configuration, its name and the clock to everything below. */
export function SchoolProvider({ school, name = school.operatorName, children }: SchoolProps) {
  const { timeZone: zone } = school;
  const mode = useClockMode().value;
  const clock = useMemo(() => ({ zone, mode }), [zone, mode]);
  return (
    <SchoolContext value={school}>
      <NameContext value={name}>
        <ClockContext value={clock}>{children}</ClockContext>
      </NameContext>
    </SchoolContext>
  );
}

/** The name of the school in the title and on paper, where a made-up school must say so in its name. */
export function useSchoolName(): string {
  const name = useBareName();
  return useSchool().embedded ? `${name} (made up)` : name;
}

/** The name of the school, beside a badge that says whether it is made up. */
export function useBareName(): string {
  return useContext(NameContext);
}

export function useSchool(): Config {
  const school = useContext(SchoolContext);
  if (!school) throw new Error('useSchool needs a SchoolProvider above it');
  return school;
}

/** What the user's role may see: the rest is neither shown nor requested. */
export function useRights(): RightsOf {
  const { who } = useSchool();
  const known = knownRights.get(who) ?? rightsOf(who);
  knownRights.set(who, known);
  return known;
}

/** Made once for each person, because hundreds of links ask for the rights. */
const knownRights = new WeakMap<Config['who'], RightsOf>();

/** Local time unless the address says Zulu. */
export const defaultMode = 'L';

/** The one switch between local time and Zulu; it is in the address as `?time=Z`, and every link keeps it. */
export function useClockMode() {
  return useUrlChoice('time', ['L', 'Z'], defaultMode);
}

/** How times are shown now; null until the school is known. */
export function useClockIfKnown(): Clock | null {
  return useContext(ClockContext);
}

/** How times are shown now. The address is read once for the whole page: hundreds of cells ask. */
export function useClock(): Clock {
  const clock = useContext(ClockContext);
  if (!clock) throw new Error('useClock needs a SchoolProvider above it');
  return clock;
}

/**
 * The one choice of a location for the whole application: in the address as `?location=<id>`, and kept by every link. This
 * browser remembers it for a visit whose address has none.
 */
export type LocationChoice = Narrowing & {
  /** By name; with fewer than two there is no choice. */
  readonly locations: readonly Location[];
  /** The requested id, even before its location is known; null for all locations, and for an unknown id. */
  readonly requested: string | null;
  /** Null for all locations. */
  readonly choose: (location: Location | null) => void;
  /** Whether a reservation, or an aircraft by its id, is shown: all except those known to be elsewhere. */
  readonly isHere: (of: Parameters<Narrowing['whereIs']>[0]) => boolean;
  /** What is wrong with the address; null for nothing. */
  readonly problem: string | null;
};

const nowhere: LocationChoice = {
  chosen: null,
  whereIs: () => 'here',
  locations: [],
  requested: null,
  choose: () => undefined,
  isHere: () => true,
  problem: null,
};

/** Provided by `LocationProvider`. */
export const LocationContext = createContext(nowhere);

/** The chosen location, and which records belong to it; all locations on pages without the bar. */
export function useLocationChoice(): LocationChoice {
  return useContext(LocationContext);
}
