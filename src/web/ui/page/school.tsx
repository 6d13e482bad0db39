import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Config } from '#contract/gateway/config.ts';
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
