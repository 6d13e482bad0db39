import { type Clock, clockText } from '#domain/time/clock.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import type { TimeScale } from './timeScale.ts';

const minute = 60_000;
const steps = [15, 30, 60, 120, 180, 360, 720] as const;
const leastGap = 44;

/** Minutes between two labels that do not crowd each other. */
export function markStep(scale: TimeScale): number {
  return steps.find((step) => step * minute * scale.pxPerMs >= leastGap) ?? 720;
}

export type HourMark = {
  readonly at: Instant;
  /** `06`, or `0615` where the marks are closer than an hour. */
  readonly label: string;
  /** `CDT` on the days on which the clocks change, where an hour may come twice; null on all others. */
  readonly zone: string | null;
};

/**
 * The instants within the days at which the shown clock stands at a whole number of steps. On a day of a change they are
 * looked for by elapsed time, so that an hour the clock skips has no mark and one it repeats has two.
 */
export function hourMarks(days: readonly Span[], step: number, clock: Clock): HourMark[] {
  return days.flatMap((day) => {
    const hasChange = isChangeDay(day, clock);
    const unit = hasChange ? Math.min(step, 30) : step;
    const past = minutesOf(clockText(day.start, clock)) % unit;
    const first = past === 0 ? day.start : day.start + (unit - past) * minute;
    const count = Math.ceil((day.end - first) / (unit * minute));
    const instants = Array.from({ length: Math.max(0, count) }, (_, index) => first + index * unit * minute);
    return instants.flatMap((at) => {
      const text = clockText(at, clock);
      if (minutesOf(text) % step !== 0) return [];
      return [{ at, label: text.slice(0, step < 60 ? 4 : 2), zone: hasChange ? zoneName(at, clock.zone) : null }];
    });
  });
}

/** `0630L` as minutes since midnight. */
function minutesOf(text: string): number {
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(2, 4));
}

/** True for a day of 23 or 25 hours while its clock is shown. */
function isChangeDay(day: Span, clock: Clock): boolean {
  return clock.mode === 'L' && hoursOf(day) !== 24;
}

/** The length of a day in hours. */
export function hoursOf(day: Span): number {
  return (day.end - day.start) / (60 * minute);
}

/** Which languages have letters for which zones; the others would say `GMT-5`. */
const tongues = ['en-US', 'en-GB', 'en-IN', 'en-AU'] as const;
const formats = new Map<string, Intl.DateTimeFormat>();

/** `CDT`, `BST`, or `GMT+3` for a zone that no language has letters for. */
export function zoneName(at: Instant, zone: string): string {
  const names = tongues.map((tongue) => nameIn(tongue, at, zone));
  return names.find((name) => /^[A-Z]+$/.test(name)) ?? names[0]!;
}

function nameIn(tongue: string, at: Instant, timeZone: string): string {
  const key = `${tongue} ${timeZone}`;
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(tongue, { timeZone, hour: 'numeric', timeZoneName: 'short' });
  formats.set(key, format);
  return format.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? '';
}
