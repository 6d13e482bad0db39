import { defaultHours } from '#domain/calendar/opening.ts';
import { numberText } from '#domain/words.ts';

/** Counts by weekday from Monday on, and by hour from 0 to 23. */
export type Week = readonly (readonly { readonly booked: number; readonly cancelled: number }[])[];

type WeekCell = {
  /** `09` */
  readonly hour: string;
  readonly booked: number;
  readonly cancelled: number;
  /** How strong its fill is, from 0 to `levels`. */
  readonly level: number;
  readonly words: string;
};

/** A week of hours: those in which schools usually fly, and out to any other hour with something cancelled. */
export type WeekGrid = {
  readonly hours: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly WeekCell[] }[];
};

const levels = 4;
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export function weekGrid(week: Week): WeekGrid {
  const used = week.flatMap((day) => day.flatMap(({ cancelled }, hour) => (cancelled > 0 ? [hour] : [])));
  const first = Math.min(defaultHours.from, ...used);
  const last = Math.max(defaultHours.to - 1, ...used);
  const greatest = Math.max(1, ...week.flatMap((day) => day.map(({ cancelled }) => cancelled)));
  const hours = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  return {
    hours: hours.map(textOf),
    rows: weekdays.map((name, weekday) => ({
      name,
      cells: hours.map((hour): WeekCell => {
        const { booked, cancelled } = week[weekday]?.[hour] ?? { booked: 0, cancelled: 0 };
        const words = booked === 0 ? 'Nothing booked' : `${numberText(cancelled)} of ${numberText(booked)} booked`;
        return { hour: textOf(hour), booked, cancelled, level: Math.ceil((levels * cancelled) / greatest), words };
      }),
    })),
  };
}

/** `Tue 0900L`, of an hour of the week as the gateway names it: `1-9`; null if there is no such hour. */
export function weekHourText(place: string): string | null {
  const [, weekday, hour] = /^([0-6])-(\d\d?)$/.exec(place) ?? [];
  return weekday === undefined || Number(hour) > 23 ? null : `${weekdays[Number(weekday)]} ${textOf(Number(hour))}00L`;
}

function textOf(hour: number): string {
  return String(hour).padStart(2, '0');
}
