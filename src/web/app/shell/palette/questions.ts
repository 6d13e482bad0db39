import type { PageAddress } from '#contract/pages.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { momentName, momentSpan, momentStep } from '#domain/moments/shownMoment.ts';
import { anyRequest, findAddress } from '#domain/planning/request.ts';
import { downLink, shopLink } from '#domain/reservations/links.ts';
import { type Asked, readAsked } from '#domain/time/asked.ts';
import { clockDigits, type Clock, clockText, dayText, whenText } from '#domain/time/clock.ts';
import { dayOf, type Instant, repeatedHour } from '#domain/time/time.ts';
import { millisecondsInMinute, minutesInHour } from '#domain/units.ts';
import type { PaletteTarget } from './paletteModel.ts';
import { pageOf } from './paletteViews.ts';

type Sources = { readonly fleet: readonly Aircraft[]; readonly now: Instant; readonly clock: Clock };

/** What a question names: times, lengths and days, aircraft, and a subject. */
type Question = Omit<Asked, 'words' | 'ahead'> &
  Omit<Sources, 'fleet'> & {
    readonly tails: readonly Aircraft[];
    /** True if one of the topic's words is there, and no word that the topic does not explain. */
    readonly isAbout: (topic: Topic) => boolean;
  };

/** The words that make a subject, and those that may stand beside them. */
type Topic = { readonly by: readonly string[]; readonly beside?: readonly string[] };

type Answer = { readonly path: PageAddress; readonly label: string };

/**
 * The pages that answer a question of a dispatcher, with their state in the address and named by what they will show:
 * `Instructors free 1500–1700L`. None for a text with a word that is not understood.
 */
export function questionTargets(text: string, { fleet, now, clock }: Sources): PaletteTarget[] {
  const { words, ahead, at, ...asked } = readAsked(text, now, clock);
  const tails = [...new Set(words.flatMap((word) => tailsIn(word, fleet)))];
  const others = words.filter((word) => !fillers.has(word) && tailsIn(word, fleet).length === 0);
  const isAbout = ({ by, beside = [] }: Topic) =>
    others.some((word) => by.includes(word)) && others.every((word) => by.includes(word) || beside.includes(word));
  const start = at ?? (ahead === null ? null : now + ahead * millisecondsInMinute);
  const isDue = isAbout(topics.due);
  // What is due in 10 h is so by the meter, not by the clock.
  const question = {
    ...asked,
    minutes: asked.minutes ?? (isDue ? ahead : null),
    at: isDue ? null : start,
    tails,
    isAbout,
    now,
    clock,
  };
  return [instructorsAsked, aircraftAsked, dueAsked, ofAircraft]
    .flatMap((answer) => answer(question))
    .map(({ path, label }) => ({ id: path, path, label, group: pageOf(path), hint: pageOf(path) }));
}

const listed = (words: string): readonly string[] => words.split(' ');

/** Words without a meaning here. */
const fillers = new Set(
  listed(
    'a all an and any anyone are at be by can could do find for from get give have i in is it list long me my need of on ' +
      'please print see show soon someone stay stays that the there to us we what when where which will with',
  ),
);

const isFree = listed('free available ready open');
const topics = {
  instructors: { by: listed('who whos instructor instructors cfi cfis teach'), beside: [...isFree, 'now', 'fly'] },
  free: { by: isFree },
  aircraft: {
    by: [...isFree, ...listed('go dispatch leave')],
    beside: listed('aircraft airplane airplanes plane planes now'),
  },
  due: {
    by: listed('due expiring expires expire'),
    beside: listed('reminder reminders inspection inspections limits maintenance next'),
  },
  moving: {
    by: listed('replace replacement move swap down ground grounded another other instead cover'),
    beside: listed('aircraft reservation reservations booking bookings flights'),
  },
  shop: { by: listed('shop bay visit maintenance'), beside: listed('plan planner time times next') },
  squawks: { by: listed('squawk squawks snag snags defect defects discrepancies'), beside: ['open'] },
} as const satisfies Readonly<Record<string, Topic>>;

/** `who is free at 1500 for 2 h`, `who can teach fri 0800`, `free at 1500`. */
function instructorsAsked({ at, minutes, day, tails, isAbout, now, clock }: Question): Answer[] {
  const isAsked = isAbout(topics.instructors) || (at !== null && isAbout(topics.free));
  if (!isAsked || tails.length > 0 || (at === null && minutes === null && day === null)) return [];
  const start = at === null ? null : quarterOf(at);
  const hours = minutes === null ? null : Math.min(maxTeaching, Math.max(1, Math.round(minutes / 6)) / 10);
  const date = start === null ? day : dayOf(start, clock.zone);
  const search = [
    ...(date === null || date === dayOf(now, clock.zone) ? [] : [`date=${date}`]),
    ...(start === null ? [] : [`free=${quarterText(start, clock.zone)}`]),
    ...(hours === null ? [] : [`for=${hours}`]),
  ];
  const end = start === null || hours === null ? null : start + hours * minutesInHour * millisecondsInMinute;
  const path = `/instructors?${search.join('&')}` as const;
  if (start === null) {
    const length = hours === null ? '' : ` for ${lengthText(hours * minutesInHour)}`;
    return [{ path, label: `Instructors free ${day === null ? 'now' : `on ${dayText(day)}`}${length}` }];
  }
  if (end === null) return [{ path, label: `Instructors free at ${whenText(start, now, clock)}` }];
  const times = `${clockDigits(start, clock)}–${clockText(end, clock)}`;
  return [{ path, label: `Instructors free ${whenText(start, now, clock, times)}` }];
}

/** The longest time that the list of instructors takes, in hours. */
const maxTeaching = 12;

/** The lengths, in minutes, that the list of aircraft takes. */
export const freeLengths = [30, 60, 120, 180, 240, 360, 480] as const;

/** `can go in the next hour`, `aircraft free for 2 h`, `what can go at 1500`. The finder has what the list cannot show. */
function aircraftAsked({ at, minutes, day, tails, isAbout, now, clock }: Question): Answer[] {
  if (!isAbout(topics.aircraft) || tails.length > 0 || (at === null && minutes === null && day === null)) return [];
  const start = at === null ? null : quarterOf(at);
  const long = minutes === null ? null : freeLengths.find((length) => length >= minutes);
  const isShown = start === null ? day === null : start > now && start <= momentSpan(now, null).end;
  if (!isShown || long === undefined) {
    const date = start === null ? day : dayOf(start, clock.zone);
    if (start !== null && start <= now) return [];
    const request = { ...anyRequest, instructor: { kind: 'none' } as const, day: date };
    const path = findAddress(minutes === null ? request : { ...request, length: Math.min(minutes, maxFound) });
    return [{ path, label: `Times with a free aircraft${date === null ? '' : ` from ${dayText(date)} on`}` }];
  }
  const search = [
    'now=available',
    ...(long === null ? [] : [`free=${long}`]),
    ...(start === null ? [] : [`moment=${momentName(start)}`]),
  ];
  const when = start === null ? '' : ` at ${whenText(start, now, clock)}`;
  const length = long === null ? '' : ` and stay free ${lengthText(long)}`;
  return [{ path: `/fleet?${search.join('&')}`, label: `Aircraft that can go${when}${length}` }];
}

/** The longest flight that the finder takes, in minutes. */
const maxFound = 12 * minutesInHour;

/** `due in 7 days`, `due this week`, `due in 10 h`, `N341DS due`. */
function dueAsked({ minutes, days, tails, isAbout }: Question): Answer[] {
  if (!isAbout(topics.due) || (days !== null && days < 0)) return [];
  const within = minutes === null ? (days === null ? null : dueWithin(days)) : 'hours';
  if (within === 'later') return [{ path: '/maintenance?view=calendar', label: 'Due calendar' }];
  const row = within === null ? null : dueSpans[within];
  const ofThem = (tail: string | null, label: string): Answer[] => {
    const search = [
      ...(tail === null ? [] : [`q=${encodeURIComponent(tail)}`]),
      ...(row ? [`within=${row.value}`] : []),
    ];
    return search.length === 0 ? [] : [{ path: `/maintenance?${search.join('&')}`, label }];
  };
  const span = row ? ` due within ${row.words}` : '';
  if (tails.length === 0) return ofThem(null, `Reminders${span}`);
  return tails.flatMap(({ tailNumber }) => ofThem(tailNumber ?? null, `Reminders of ${tailNumber ?? ''}${span}`));
}

/** The spans that the due list takes. */
export const dueSpans = {
  week: { value: '7d', words: '7 days' },
  month: { value: '30d', words: '30 days' },
  hours: { value: '10h', words: '10 h of use' },
} as const;

function dueWithin(days: number): keyof typeof dueSpans | 'later' {
  return days <= 7 ? 'week' : days <= 31 ? 'month' : 'later';
}

/** `replace N341DS`, `N341DS in the shop`, `squawks of N341DS`. */
function ofAircraft({ tails, isAbout }: Question): Answer[] {
  return tails.flatMap(({ aircraftId, tailNumber }): Answer[] => {
    const tail = tailNumber ?? '';
    if (isAbout(topics.moving)) return [{ path: downLink(aircraftId), label: `Move the reservations of ${tail}` }];
    if (isAbout(topics.shop)) return [{ path: shopLink(aircraftId), label: `Times in the shop for ${tail}` }];
    if (!isAbout(topics.squawks)) return [];
    return [{ path: `/maintenance?view=squawks&q=${encodeURIComponent(tail)}`, label: `Squawks of ${tail}` }];
  });
}

/** The aircraft that a word names: all of its tail number, or the end of it with three characters and a digit. */
function tailsIn(word: string, fleet: readonly Aircraft[]): readonly Aircraft[] {
  const wanted = plainTail(word);
  if (wanted.length < 3 || !/\d/.test(wanted)) return [];
  const exact = fleet.filter(({ tailNumber }) => plainTail(tailNumber ?? '') === wanted);
  return exact.length > 0 ? exact : fleet.filter(({ tailNumber }) => plainTail(tailNumber ?? '').endsWith(wanted));
}

function plainTail(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** The quarter hour that contains an instant. */
function quarterOf(at: Instant): Instant {
  return Math.floor(at / momentStep) * momentStep;
}

/** A quarter hour as the list of instructors reads it: `1500`, and in Zulu the second time that the clock shows it. */
function quarterText(at: Instant, zone: string): string {
  if (repeatedHour(at, zone) === 'second') return `${clockDigits(at, { zone, mode: 'Z' })}Z`;
  return clockDigits(at, { zone, mode: 'L' });
}

/** `2 h`, `90 min`. */
function lengthText(minutes: number): string {
  return minutes % minutesInHour === 0 ? `${minutes / minutesInHour} h` : `${Math.round(minutes)} min`;
}
