import { missingDay } from '#contract/filters.ts';
import type { PageAddress } from '#contract/pages.ts';
import { millisecondsInMinute, minutesInDay } from '#domain/units.ts';
import { instructorOf, pilotsOf, type TimedReservation } from '#domain/reservations/reservations.ts';
import { type Day, dayOf, isDay } from '#domain/time/time.ts';

/** What the aircraft must have, as far as reservations describe it. */
export const features = ['complex', 'high performance', 'tail wheel', 'multi-engine', 'simulator'] as const;
export type Feature = (typeof features)[number];

/** Hours of the operator's clock, in minutes after midnight. */
export type Hours = { readonly from: number; readonly to: number };

/** The instructor: a certain one by id, any, or none for a solo or a rental. */
export type WantedInstructor =
  | { readonly kind: 'any' }
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly userId: string };

/** An aircraft, a time, and people. */
export type FindRequest = {
  /** The student or renter by id; null for nobody in particular. */
  readonly student: string | null;
  readonly instructor: WantedInstructor;
  /** Part of a model's name or of a tail number; empty for any. */
  readonly model: string;
  readonly features: readonly Feature[];
  /** Category and class in the service's words, as `classText` gives them; empty for any. */
  readonly categoryClass: string;
  /** Minutes. */
  readonly length: number;
  /** The first day to search; null for today. */
  readonly day: Day | null;
  /** The hours of each day to search; null for the usual flying hours. */
  readonly hours: Hours | null;
  /** Whether the flight may be partly at night. */
  readonly mayBeNight: boolean;
  /** Whether instructors who have taught the student come first. */
  readonly prefersHistory: boolean;
};

/** Minutes of the shortest, longest and usual flight to search for. */
const lengths = { min: 15, max: 12 * 60, default: 120 } as const;

/** The usual flying hours, unless the request gives others. */
export const defaultHours: Hours = { from: 6 * 60, to: 22 * 60 };

export const anyRequest: FindRequest = {
  student: null,
  instructor: { kind: 'any' },
  model: '',
  features: [],
  categoryClass: '',
  length: lengths.default,
  day: null,
  hours: null,
  mayBeNight: false,
  prefersHistory: false,
};

/** The parameters of the address, all optional. */
export const requestParams = [
  'student',
  'instructor',
  'model',
  'features',
  'class',
  'length',
  'date',
  'hours',
  'night',
  'prefer',
] as const;
export type RequestParams = { readonly [Name in (typeof requestParams)[number]]?: string | null };

/** The request as parameters of an address; null for defaults. */
export function paramsOf(request: FindRequest): { readonly [Name in keyof RequestParams]-?: string | null } {
  const { student, instructor, model, features: wanted, length, day, hours, mayBeNight } = request;
  return {
    student,
    instructor: instructor.kind === 'any' ? null : instructor.kind === 'none' ? 'none' : instructor.userId,
    model: model || null,
    features: wanted.length === 0 ? null : wanted.join(','),
    class: request.categoryClass || null,
    length: length === lengths.default ? null : String(length),
    date: day,
    hours: hours && `${clockOf(hours.from)}-${clockOf(hours.to)}`,
    night: mayBeNight ? 'yes' : null,
    prefer: request.prefersHistory ? 'history' : null,
  };
}

/** The finder with a request. */
export function findAddress(request: FindRequest): PageAddress {
  const given = Object.entries(paramsOf(request)).flatMap(([name, value]) =>
    value == null ? [] : `${name}=${encodeURIComponent(value)}`,
  );
  return given.length === 0 ? '/plan/find' : `/plan/find?${given.join('&')}`;
}

/** Reads a request from an address, with its errors. A wrong value counts as not given. */
export function readParams(params: RequestParams): {
  readonly request: FindRequest;
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  const read = <Value>(name: keyof RequestParams, defaultValue: Value, from: (text: string) => Value | null): Value => {
    const text = params[name];
    if (text == null || text === '') return defaultValue;
    const value = from(text);
    if (value === null) problems.push(`${name}: ${wrongWords(name, text)}`);
    return value ?? defaultValue;
  };
  const request: FindRequest = {
    student: params.student || null,
    instructor: read<WantedInstructor>('instructor', { kind: 'any' }, (text) =>
      text === 'any' || text === 'none' ? { kind: text } : { kind: 'one', userId: text },
    ),
    model: params.model ?? '',
    features: read('features', [], readFeatures),
    categoryClass: params.class ?? '',
    length: read('length', lengths.default, (text) => (/^\d{1,3}$/.test(text) ? within(Number(text)) : null)),
    day: read('date', null, (text) => (isDay(text) ? text : null)),
    hours: read('hours', null, readHours),
    mayBeNight: read('night', false, (text) => text === 'yes' || null),
    prefersHistory: read('prefer', false, (text) => text === 'history' || null),
  };
  return { request, problems };
}

function wrongWords(name: keyof RequestParams, text: string): string {
  const day = name === 'date' ? missingDay(text) : null;
  return day === null ? `${text} is not possible here` : `there is no day ${day}`;
}

function readFeatures(text: string): Feature[] | null {
  const found = features.filter((feature) => text.split(',').includes(feature));
  return found.length === text.split(',').length ? found : null;
}

/** A length in minutes; null if it is not allowed. */
export function within(minutes: number): number | null {
  return minutes >= lengths.min && minutes <= lengths.max ? minutes : null;
}

/** `1300-1700`; null for other texts, and if it ends before it begins. */
export function readHours(text: string): Hours | null {
  const [, from = '', to = ''] = /^(\d{3,4})-(\d{3,4})$/.exec(text) ?? [];
  const hours = { from: minutesOf(from), to: minutesOf(to) };
  return hours.from !== null && hours.to !== null && hours.from < hours.to ? { from: hours.from, to: hours.to } : null;
}

/** Minutes after midnight of `1330`, `13:30` or `900`; 1440 for `2400`. */
export function minutesOf(text: string): number | null {
  const [, hour, minute] = /^(\d{1,2}):?(\d{2})$/.exec(text) ?? [];
  if (hour === undefined || minute === undefined) return null;
  const minutes = Number(hour) * 60 + Number(minute);
  return Number(minute) < 60 && minutes <= minutesInDay ? minutes : null;
}

/** `1330` of minutes after midnight. */
export function clockOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}${String(minutes % 60).padStart(2, '0')}`;
}

/** Another time for a reservation: the same people, model and length, from its day on. */
export function otherTimeFor(reservation: TimedReservation, zone: string): FindRequest {
  const minutes = Math.round((reservation.end - reservation.start) / millisecondsInMinute);
  const instructor = instructorOf(reservation);
  return {
    ...anyRequest,
    student: pilotsOf(reservation)[0]?.userId ?? null,
    instructor:
      instructor === null
        ? { kind: 'none' }
        : instructor.userId === null
          ? { kind: 'any' }
          : { kind: 'one', userId: instructor.userId },
    model: reservation.record.aircraft?.model?.name?.trim() ?? '',
    length: Math.min(lengths.max, Math.max(lengths.min, minutes)),
    day: dayOf(reservation.start, zone),
  };
}
