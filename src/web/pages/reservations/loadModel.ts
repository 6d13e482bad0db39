import { type Capacity, loadText } from '#domain/calendar/days.ts';

/** What a load of a day is counted against: `Each day: hours booked of 336 h, what 21 aircraft could fly from 0600 to 2200`. */
export function loadHeading(capacity: Capacity | null): string {
  if (!capacity) return 'Each day: hours booked on aircraft';
  const { hours, aircraft } = capacity;
  return `Each day: hours booked of ${hours.toLocaleString('en')} h, what ${aircraft} aircraft could fly from 0600 to 2200`;
}

/** The hours booked on a day against what could be flown. */
export type DayLoad = {
  /** `175 of 336 h`. */
  readonly words: string;
  /** `52 %`; null without active aircraft. */
  readonly share: string | null;
  /** Of the bar, from 0 to 1. */
  readonly filled: number;
};

/** The load of a day; null where nothing is booked to fly. */
export function dayLoad(hours: number, load: number | null, capacity: Capacity | null): DayLoad | null {
  if (hours === 0) return null;
  return {
    words: loadText(hours, load === null ? null : capacity),
    share: load === null ? null : `${Math.round(load * 100)} %`,
    filled: Math.min(1, load ?? 0),
  };
}
