import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Config } from '#contract/gateway/config.ts';
import { rightsOf, type RightsOf } from '#domain/access/rights.ts';
import type { Location, Narrowing } from '#domain/reservations/locations.ts';
import type { Clock } from '#domain/time/clock.ts';
import { useUrlChoice } from './urlState.ts';

const SchoolContext = createContext<Config | null>(null);
const NameContext = createContext('');

type SchoolProps = {
  school: Config;
  /** Apart from the configuration: it is known later, and what does not show it need not be drawn again. */
  name?: string;
  children: ReactNode;
};

/** Makes the school's configuration and its name known to everything below. */
export function SchoolProvider({ school, name = school.operatorName, children }: SchoolProps) {
  return (
    <SchoolContext value={school}>
      <NameContext value={name}>{children}</NameContext>
    </SchoolContext>
  );
}

export function useSchoolName(): string {
  return useContext(NameContext);
}

export function useSchool(): Config {
  const school = useContext(SchoolContext);
  if (!school) throw new Error('useSchool needs a SchoolProvider above it');
  return school;
}

/** What the role of who is signed in has: what it does not have is not shown, and not asked for. */
export function useRights(): RightsOf {
  const { who } = useSchool();
  return useMemo(() => rightsOf(who), [who]);
}

/** The one switch between local time and Zulu; it is in the address as `?time=Z`, and every link carries it on. */
export function useClockMode() {
  return useUrlChoice('time', ['L', 'Z'], 'L');
}

/** How times are shown now; null before it is known which school this is. */
export function useClockIfKnown(): Clock | null {
  const zone = useContext(SchoolContext)?.timeZone;
  const mode = useClockMode().value;
  return useMemo(() => (zone === undefined ? null : { zone, mode }), [zone, mode]);
}

/** How times are shown now. */
export function useClock(): Clock {
  const zone = useSchool().timeZone;
  const mode = useClockMode().value;
  return useMemo(() => ({ zone, mode }), [zone, mode]);
}

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
  chosen: null,
  whereIs: () => 'here',
  locations: [],
  asked: null,
  choose: () => undefined,
  isHere: () => true,
  problem: null,
};

/** Given by `LocationProvider`. */
export const LocationContext = createContext(nowhere);

/** The chosen location, and where records stand to it; all locations outside of the pages of the bar. */
export function useLocationChoice(): LocationChoice {
  return useContext(LocationContext);
}
