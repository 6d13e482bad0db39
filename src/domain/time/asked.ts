import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { minutesInDay, minutesInHour } from '#domain/units.ts';
import type { Clock } from './clock.ts';
import { readWordedDay } from './moment.ts';
import { dateOf, type Day, dayOf, type Instant, readInstant } from './time.ts';

/** The times, lengths and days that a question names, as people type them; what is left are its other words. */
export type Asked = {
  /** The operator's day that is named, and how many days from today it or a span such as `this week` ends; null for none. */
  readonly day: Day | null;
  readonly days: number | null;
  /** The time that is named, on its day or today. */
  readonly at: Instant | null;
  /** Minutes: `2 h`, `90 min`, `for 1:30`, `the next hour`, `1500-1700`. */
  readonly minutes: number | null;
  /** Minutes from the present: `in 2 h`. */
  readonly ahead: number | null;
  /** The other words, in lower case. */
  readonly words: readonly string[];
};

const hourForm = String.raw`([01]?\d|2[0-3])`;
const unitForm = String.raw`(?:h|hrs?|hours?)`;
const lengthForm = String.raw`(\d{1,2}(?:[.,]\d+)?) ?${unitForm}(?: ?(\d{1,2})(?: ?min(?:ute)?s?)?)?\b|(\d{1,3}) ?min(?:ute)?s?\b`;
const timeForm = String.raw`([01]\d|2[0-3]|\d(?=:)):?([0-5]\d) ?([lz])?\b`;

const forms = {
  ahead: new RegExp(String.raw`\bin (?:${lengthForm})`),
  length: new RegExp(String.raw`\b(?:for |the |next |within ){0,3}(?:${lengthForm})`),
  clockLength: /\bfor (\d{1,2}):([0-5]\d)\b(?! ?[lz])/,
  days: /\b(?:in |within |for |the |next ){0,3}(\d{1,3}) (days?|weeks?)\b/,
  week: /\b(?:in |within )?(?:this |the |a |next |coming ){0,3}week\b/,
  month: /\b(?:in |within )?(?:this |the |a |next |coming ){1,3}month\b/,
  span: new RegExp(String.raw`\b(?:from |between )?${timeForm} ?(?:-|–|to|until|till|and) ?${timeForm}`),
  time: new RegExp(String.raw`\b(?:at |by |from |after )?${timeForm}`),
  shortTime: new RegExp(String.raw`\bat ${hourForm}([0-5]\d)? ?([lz])?\b`),
} as const;

/**
 * A text with its times as screens write them, `1500`: from `3pm`, `3:30 p.m.`, `noon` and `1500 zulu`; `an hour` becomes
 * `1h`. The readers of days, times and requests need only their own forms.
 */
export function plainTimes(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[?!,;]{1,3}(?=\s|$)/g, '')
    .replaceAll(/\b(1[0-2]|0?[1-9])(?:[:.]?([0-5]\d))? ?([ap])\.?m\b\.?/g, (_, of: string, minute = '00', half) => {
      const hours = (Number(of) % 12) + (half === 'p' ? 12 : 0);
      return `${String(hours).padStart(2, '0')}${String(minute)}`;
    })
    .replaceAll(/\b(?:noon|midday)\b/g, '1200')
    .replaceAll(/(\d) ?(?:zulu|utc)\b/g, '$1z')
    .replaceAll(/(\d\d) ?local\b/g, '$1l')
    .replaceAll(/\bhalf an hour\b/g, '30 min')
    .replaceAll(/\b(?:an|one|1) hour and a half\b/g, '90 min')
    .replaceAll(/\b(?:an|one) hour\b/g, '1 h')
    .replaceAll(/\bnext hour\b/g, 'next 1 h')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/**
 * Reads `who is free fri at 3pm for 2 h`: a time without L or Z is one of the shown clock, and a Zulu time without a day is
 * on the present Zulu day.
 */
export function readAsked(text: string, now: Instant, clock: Clock): Asked {
  const rest = new Rest(plainTimes(text));
  // Days first: the year of `12 may 2027` looks like a time.
  const today = dayOf(now, clock.zone);
  const day = rest.takeDay(today);
  const ahead = rest.take(forms.ahead, ([, ...parts]) => lengthOf(parts));
  const days = rest.take(forms.days, ([, count, word]) => Number(count) * (word?.startsWith('week') ? 7 : 1));
  const span = rest.take(forms.span, ([, ...parts]) => parts);
  const minutes =
    rest.take(forms.clockLength, ([, hours, more]) => Number(hours) * minutesInHour + Number(more)) ??
    rest.take(forms.length, ([, ...parts]) => lengthOf(parts));
  const at =
    span ?? rest.take(forms.time, ([, ...parts]) => parts) ?? rest.take(forms.shortTime, ([, ...parts]) => parts);
  const week = rest.take(forms.week, () => 7);
  const month = rest.take(forms.month, () => 31);
  const start = at === null ? null : instantOf(at, day, now, clock);
  return {
    day,
    days: days ?? week ?? month ?? (day === null ? null : differenceInCalendarDays(dateOf(day), dateOf(today))),
    at: start,
    minutes: minutes ?? (span === null ? null : minutesBetween(span)),
    ahead,
    words: rest.words(),
  };
}

/** A text from which the forms that were understood are taken out. */
class Rest {
  #text: string;
  constructor(text: string) {
    this.#text = text;
  }

  take<Value>(form: RegExp, read: (match: readonly (string | undefined)[]) => Value): Value | null {
    const match = form.exec(this.#text);
    if (!match) return null;
    // A mark in place of it, so that the words around it do not become one phrase.
    this.#text = `${this.#text.slice(0, match.index)} | ${this.#text.slice(match.index + match[0].length)}`;
    return read([...match]);
  }

  takeDay(today: Day): Day | null {
    const words = this.#text.split(/\s+/);
    for (const count of [3, 2, 1]) {
      for (let from = 0; from + count <= words.length; from++) {
        const phrase = words.slice(from, from + count).join(' ');
        const day = phrase === 'now' ? null : phrase === 'tonight' ? today : readWordedDay(phrase, today);
        if (day === null) continue;
        words.splice(from, count, '|');
        this.#text = words.join(' ');
        return day;
      }
    }
    return null;
  }

  words(): string[] {
    return this.#text.split(/[\s|]+/).filter(Boolean);
  }
}

type Parts = readonly (string | undefined)[];

/** Minutes of the parts that `lengthForm` finds. */
function lengthOf([hours, more, minutes]: Parts): number {
  if (hours === undefined) return Number(minutes);
  return Math.round(Number(hours.replace(',', '.')) * minutesInHour) + Number(more ?? 0);
}

/** Minutes from the first time to the second; over midnight if that is earlier. */
function minutesBetween([hours, minutes, , endHours, endMinutes]: Parts): number {
  const length = (Number(endHours) - Number(hours)) * minutesInHour + Number(endMinutes) - Number(minutes);
  return (length + minutesInDay) % minutesInDay;
}

function instantOf([hours = '', minutes = '00', mark]: Parts, named: Day | null, now: Instant, clock: Clock) {
  const isZulu = (mark?.toUpperCase() ?? clock.mode) === 'Z';
  const day = named ?? dayOf(now, isZulu ? 'UTC' : clock.zone);
  const wall = `${day}T${hours.padStart(2, '0')}:${minutes}:00`;
  return readInstant(wall, isZulu ? { name: 'UTC', zoneless: 'utc' } : { name: clock.zone, zoneless: 'operator' });
}
