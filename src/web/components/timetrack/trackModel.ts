import { millisecondsInHour, millisecondsInMinute } from '#domain/units.ts';
import { placeIn, shareOf, ticks } from '#domain/timeline/layout.ts';
import { type Clock, clockDigits, hourDigits } from '#domain/time/clock.ts';
import { type Instant, overlaps, type Span } from '#domain/time/time.ts';

/** A share from 0 to 1 as CSS writes it: `37.500%`. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}

/** Whether an instant is in a window: its start is, its end is not. */
export function hasInstant(window: Span, at: Instant): boolean {
  return at >= window.start && at < window.end;
}

/** Whether part of a span is in a window. A span of zero length counts as its instant. */
export function hasPartOf(window: Span, inner: Span): boolean {
  return inner.start === inner.end ? hasInstant(window, inner.start) : overlaps(inner, window);
}

/** Where a track draws a span: its start and length, as CSS. */
export type Placed<Item> = { readonly item: Item; readonly from: string; readonly length: string };

/** The spans that are in a window, each cut to it. */
export function placeSpans<Item extends Span>(window: Span, items: readonly Item[]): Placed<Item>[] {
  return items
    .filter((item) => hasPartOf(window, item))
    .map((item) => {
      const { left, width } = placeIn(window, item);
      return { item, from: percent(left), length: percent(width) };
    });
}

/** The instants that are in a window. */
export function placeInstants<Item extends { readonly at: Instant }>(
  window: Span,
  items: readonly Item[],
): { readonly item: Item; readonly from: string }[] {
  return items
    .filter(({ at }) => hasInstant(window, at))
    .map((item) => ({ item, from: percent(shareOf(window, item.at)) }));
}

/** A mark at every `step` hours of elapsed time from the start of a window, labelled with the clock's hour. */
export function elapsedMarks(
  window: Span,
  step: number,
  clock: Clock,
): { readonly at: Instant; readonly label: string }[] {
  return ticks(window, step).map((at) => ({ at, label: hourDigits(at, clock) }));
}

export type HourMark = {
  readonly at: Instant;
  /** `06`, or `0615` where the marks are closer than an hour. */
  readonly label: string;
  /** `CDT` on days with a clock change, when an hour may come twice; null on all others. */
  readonly zone: string | null;
};

/**
 * The instants within the days at which the shown clock reads a whole number of steps, in minutes. On a day with a clock
 * change they are found by elapsed time: a skipped hour has no mark, and a repeated one has two.
 */
export function hourMarks(days: readonly Span[], step: number, clock: Clock): HourMark[] {
  return days.flatMap((day) => {
    const hasChange = clock.mode === 'L' && hoursOf(day) !== 24;
    const unit = hasChange ? Math.min(step, 30) : step;
    const past = minutesOf(day.start, clock) % unit;
    const first = past === 0 ? day.start : day.start + (unit - past) * millisecondsInMinute;
    const count = Math.ceil((day.end - first) / (unit * millisecondsInMinute));
    const instants = Array.from(
      { length: Math.max(0, count) },
      (_, index) => first + index * unit * millisecondsInMinute,
    );
    return instants.flatMap((at) => {
      if (minutesOf(at, clock) % step !== 0) return [];
      const label = step < 60 ? clockDigits(at, clock) : hourDigits(at, clock);
      return [{ at, label, zone: hasChange ? zoneName(at, clock.zone) : null }];
    });
  });
}

/** Minutes since midnight by the clock that is shown. */
function minutesOf(at: Instant, clock: Clock): number {
  const digits = Number(clockDigits(at, clock));
  return Math.floor(digits / 100) * 60 + (digits % 100);
}

/** The length of a day in hours: 23, 24 or 25. */
export function hoursOf(day: Span): number {
  return (day.end - day.start) / millisecondsInHour;
}

/** Each English locale abbreviates other zones. Without an abbreviation it gives `GMT-5`. */
const locales = ['en-US', 'en-GB', 'en-IN', 'en-AU'] as const;
const formats = new Map<string, Intl.DateTimeFormat>();

/** `CDT`, `BST`, or `GMT-3` for a zone without an abbreviation in any English locale. */
export function zoneName(at: Instant, zone: string): string {
  const names = locales.map((locale) => nameIn(locale, at, zone));
  return names.find((name) => /^[A-Z]+$/.test(name)) ?? names[0] ?? '';
}

function nameIn(locale: string, at: Instant, timeZone: string): string {
  const key = `${locale} ${timeZone}`;
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, hour: 'numeric', timeZoneName: 'short' });
  formats.set(key, format);
  return format.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? '';
}
