import { useColorScheme } from '#web/ui/page/display.tsx';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { byTail, modelText } from '#domain/fleet/fleet.ts';
import { aircraftLink, instructorLink, personLink } from '#domain/lists/links.ts';
import { findTargets, type Target } from '#domain/palette/targets.ts';
import { listQuery } from '#web/queries/api.ts';
import { usePeopleNames } from '#web/queries/reservations.ts';
import type { Destination, Navigation } from './navigation.ts';
import { useClockMode, useSchool, useClock } from '#web/ui/page/school.tsx';
import { dayText } from '#domain/time/clock.ts';
import { type Moment, readMoment } from '#domain/palette/moment.ts';
import { useMinute } from '#web/ui/page/now.ts';

/** What the palette offers: an address below our own, or, for what is a matter of this browser alone, an act. */
export type PaletteTarget = Target & ({ readonly path: string } | { readonly act: () => void });

type Given = { navigation: Navigation; places: readonly Destination[]; onHelp: () => void };

/** All that the text finds, best first; without a text pages, days and switches. */
export function usePaletteTargets(text: string, { navigation, places, onHelp }: Given): PaletteTarget[] {
  const pages = useMemo(() => pageTargets(navigation, places), [navigation, places]);
  const switches = useSwitches(onHelp);
  const fleet = useFleetTargets();
  const instructors = useInstructorTargets();
  const users = useUserTargets();
  const { named, usual } = useTimeTargets(text);
  return useMemo(() => {
    const common: PaletteTarget[] = [...pages, ...usual, ...switches];
    if (text.trim() === '') return common.filter(({ group }) => group !== 'Reports');
    const known = new Set(named.map(({ id }) => id));
    const rest = [...pages, ...fleet, ...instructors, ...users, ...usual, ...switches];
    return [...named, ...findTargets(rest, text).filter(({ id }) => !known.has(id))];
  }, [text, pages, usual, switches, fleet, instructors, users, named]);
}

function pageTargets(navigation: Navigation, places: readonly Destination[]): PaletteTarget[] {
  const toPage = ({ path, label, key }: Navigation[number]) => ({
    id: path,
    path,
    label,
    group: 'Pages',
    hint: `g ${key}`,
  });
  const expired = {
    id: 'expired',
    path: '/maintenance?statusId=eq:3',
    label: 'Expired reminders',
    group: 'Pages',
    hint: 'Maintenance',
  };
  const hasMaintenance = navigation.some(({ path }) => path === '/maintenance');
  return [
    ...navigation.map(toPage),
    ...(hasMaintenance ? [expired] : []),
    ...places.map((place) => ({ ...place, id: place.path })),
  ];
}

function useFleetTargets(): PaletteTarget[] {
  const { data } = useQuery(listQuery(useSchool(), 'listAircraft', {}));
  return useMemo(
    () =>
      (data?.value.records ?? []).toSorted(byTail).map((aircraft) => ({
        id: aircraft.aircraftId,
        path: aircraftLink(aircraft.aircraftId),
        label: aircraft.tailNumber ?? 'no tail number',
        group: 'Aircraft',
        hint: modelText(aircraft),
      })),
    [data],
  );
}

function useInstructorTargets(): PaletteTarget[] {
  const { data } = useQuery(listQuery(useSchool(), 'listInstructors', {}));
  return useMemo(
    () =>
      (data?.value.records ?? []).map(({ userId, firstName, lastName, instructorStatus }) => ({
        id: `instructor ${userId}`,
        path: instructorLink(userId),
        label: [firstName, lastName].filter(Boolean).join(' ') || userId,
        group: 'Instructors',
        hint: instructorStatus?.name ?? '',
      })),
    [data],
  );
}

function useUserTargets(): PaletteTarget[] {
  const names = usePeopleNames();
  return useMemo(
    () =>
      Array.from(names, ([userId, name]) => ({
        id: `user ${userId}`,
        path: personLink(userId),
        label: name,
        group: 'People',
        hint: 'User',
      })),
    [names],
  );
}

function useSwitches(onHelp: () => void): PaletteTarget[] {
  const clock = useClockMode();
  const { isDark, toggle } = useColorScheme();
  return useMemo(() => {
    const other = clock.value === 'L' ? 'Z' : 'L';
    return [
      {
        id: 'time',
        group: 'Switches',
        label: other === 'Z' ? 'Show Zulu time' : 'Show local time',
        hint: 'L/Z',
        act: () => void clock.set(other),
      },
      {
        id: 'theme',
        group: 'Switches',
        label: isDark ? 'Light colours' : 'Dark colours',
        hint: 'Theme',
        act: toggle,
      },
      { id: 'help', group: 'Switches', label: 'Keyboard', hint: '?', words: 'help shortcuts keys', act: onHelp },
    ];
  }, [clock, isDark, toggle, onHelp]);
}

const usualWords = ['today', 'tomorrow', 'yesterday'] as const;

/** The day and hour that the text names, and the days that are always at hand: each opens the reservations there. */
function useTimeTargets(text: string): { named: PaletteTarget[]; usual: PaletteTarget[] } {
  const now = useMinute();
  const clock = useClock();
  return useMemo(() => {
    const targetOf = (words: string, label?: string) => {
      const moment = readMoment(words, now, clock);
      return moment ? [momentTarget(moment, label)] : [];
    };
    const usual = usualWords.flatMap((word) => targetOf(word, word.charAt(0).toUpperCase() + word.slice(1)));
    return { named: targetOf(text), usual };
  }, [text, now, clock]);
}

function momentTarget({ day, at }: Moment, label?: string): PaletteTarget {
  const search = new URLSearchParams(at === null ? { date: day } : { date: day, at });
  const written = `${dayText(day)} ${day.slice(0, 4)}${at === null ? '' : ` ${at}L`}`;
  return {
    id: `reservations ${search.toString()}`,
    path: `/reservations?${search.toString()}`,
    group: 'Reservations',
    label: label ?? written,
    hint: label === undefined ? 'Reservations' : written,
    words: 'reservations',
  };
}
