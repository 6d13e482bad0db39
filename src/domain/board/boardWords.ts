import { type Clock, clockText, dayText, shownDay, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import type { BoardSettings } from './settings.ts';

/** All that words on a board depend on. */
export type Telling = {
  readonly now: Instant;
  readonly clock: Clock;
  readonly names: BoardSettings['names'];
  readonly marks: BoardSettings['marks'];
};

/** `1400L`, or `1400` on a board without zone marks. */
export function boardTime(instant: Instant, { clock, marks }: Pick<Telling, 'clock' | 'marks'>): string {
  return withoutMarks(clockText(instant, clock), marks);
}

/** `1400L`, `tomorrow 0800L`. */
export function boardWhen(instant: Instant, { now, clock, marks }: Telling): string {
  return withoutMarks(whenText(instant, now, clock), marks);
}

const day = 86_400_000;

/** A time to plan by, short: `1400L` today, `Thu 0800L` within a week, `Wed 20 May` beyond. */
export function boardPlan(instant: Instant, telling: Telling): string {
  const [shown, current] = [shownDay(instant, telling.clock), shownDay(telling.now, telling.clock)];
  const days = Math.round((Date.parse(shown) - Date.parse(current)) / day);
  if (days === 0) return boardTime(instant, telling);
  const text = dayText(shown);
  return days > 0 && days < 7 ? `${text.slice(0, 3)} ${boardTime(instant, telling)}` : text;
}

/** Phrases of the application as a board shows them. */
function withoutMarks(text: string, marks: Telling['marks']): string {
  return marks === 'shown' ? text : text.replaceAll(/\b(\d{4})[LZ]\b/g, '$1');
}
