import { millisecondsInDay, millisecondsInHour } from '#domain/units.ts';
import { type LogKind, logKinds, maxLogEntries, defaultLogEntries } from '#contract/gateway/log.ts';
import { type FigureDimension, figureDimensions, type FigureRowsOf, figureRowsOf } from '#contract/gateway/figures.ts';
import { missingDay } from '#contract/filters.ts';
import { type ReplicaSet, replicaSets } from '#contract/sets.ts';
import { folded } from '#domain/reports/columns/values.ts';
import {
  addDays,
  type Day,
  daySpan,
  type Instant,
  isDay,
  isInYearsAsked,
  readInstant,
  type Span,
} from '#domain/time/time.ts';
import type { Refusal } from '#server/http/reply.ts';
import type { EntryQuery } from '#server/replica/storage/storage.ts';
import type { View, ViewAnswer } from './status.ts';

/** The longest answered spans, in days. */
const maxWindowDays = 62;
const maxSummaryDays = 100;

export type QueryReader = ReturnType<typeof queryReader>;

/** Reads parameters strictly: refuses everything missing, repeated, unknown or malformed at once. */
export function queryReader(search: URLSearchParams) {
  const known = new Set<string>();
  const asked: string[] = [];
  const problems: { readonly message: string; readonly dataField: string }[] = [];
  const refuse = (dataField: string, message: string) => void problems.push({ message, dataField });

  /** Null if the parameter is missing. */
  const optional = <Value>(name: string, read: (text: string) => Value | null, must: string): Value | null => {
    known.add(name);
    const [text, ...more] = search.getAll(name);
    if (text === undefined) return null;
    const value = more.length === 0 ? read(text) : null;
    if (value === null) refuse(name, more.length === 0 ? wrongText(name, text, must) : `${name} is given twice.`);
    asked.push(`${name}=${JSON.stringify(value)}`);
    return value;
  };
  /** Null if it is refused. */
  const required: typeof optional = (name, read, must) => {
    if (!search.has(name)) refuse(name, `${name} is missing; it must be ${must}.`);
    return optional(name, read, must);
  };
  const limit = (defaultValue: number, max: number) => {
    const read = (text: string) => {
      const given = /^\d{1,5}$/.test(text) ? Number(text) : 0;
      return given >= 1 && given <= max ? given : null;
    };
    return optional('limit', read, `a whole number from 1 to ${max}`) ?? defaultValue;
  };
  const order = (isOrdered: boolean, isShort: boolean, max: number) => {
    if (problems.length > 0) return;
    if (!isOrdered) refuse('to', 'to must come after from.');
    else if (!isShort) refuse('to', `Not more than ${max} days at once.`);
  };
  return {
    optional,
    required,
    /** The requested number of a list. */
    limit,
    /** `from` and `to` as instants. */
    span(): Span {
      const must = 'an ISO instant with its zone, such as 2026-05-12T06:00:00Z (a plus sign is written %2B)';
      const [start, end] = [required('from', readIso, must) ?? 0, required('to', readIso, must) ?? 0];
      // An hour more, because a day may have 25.
      order(start < end, end - start <= (maxWindowDays * 24 + 1) * millisecondsInHour, maxWindowDays);
      return { start, end };
    },
    /** `from` and `to` as days, the last one included. */
    days(max = maxSummaryDays): { readonly first: Day; readonly last: Day } {
      const must = 'a day, such as 2026-05-12';
      const [first, last] = [required('from', readDay, must) ?? '', required('to', readDay, must) ?? ''];
      if (problems.length === 0) order(first <= last, last < addDays(first, max), max);
      return { first, last };
    },
    /** The answer, unless something is refused. */
    answer(build: () => View | Refusal): ViewAnswer {
      for (const name of new Set(search.keys())) {
        if (!known.has(name)) refuse(name, `${name} is not a parameter of this address; see /openapi.json.`);
      }
      const built = problems.length > 0 ? { status: 400, problems } : build();
      return 'problems' in built ? { refusal: built } : { view: { ...built, asked: asked.join('&') } };
    },
  };
}

function wrongText(name: string, text: string, must: string): string {
  const day = missingDay(text);
  return day === null ? `${name} must be ${must}.` : `There is no day ${day}; ${name} must be ${must}.`;
}

const isoInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,7})?)?(Z|[+-]\d\d:\d\d)$/;

export function readIso(text: string): Instant | null {
  return isoInstant.test(text) ? readInstant(text, { name: 'UTC', zoneless: 'utc' }) : null;
}

export function readDay(text: string): Day | null {
  return isDay(text) && isInYearsAsked(text) ? text : null;
}

export function readId(text: string): string | null {
  const id = text.trim().toLowerCase();
  return id.length > 0 && id.length <= 200 ? id : null;
}

export function readSince(text: string): { readonly after: number } | { readonly since: Instant } | null {
  const after = readNumber(text);
  if (after !== null) return { after };
  const since = readIso(text);
  return since === null ? null : { since };
}

/** The only value of a parameter that is left out otherwise. */
export function readNo(text: string): 'no' | null {
  return text === 'no' ? text : null;
}

export function readDimension(text: string): FigureDimension | null {
  return figureDimensions.find((name) => name === text) ?? null;
}

export function readRowsOf(text: string): FigureRowsOf | null {
  return figureRowsOf.find((one) => one === text) ?? null;
}

/** May be empty, unlike an id. */
export function readName(text: string): string | null {
  return text.length <= 200 ? text : null;
}

export function readSet(text: string): ReplicaSet | null {
  return replicaSets.find((set) => set === text) ?? null;
}

function readNumber(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function readKinds(text: string): readonly LogKind[] | null {
  const names = text.split(',');
  const kinds = logKinds.filter((kind) => names.includes(kind));
  return kinds.length === new Set(names).size ? kinds : null;
}

function readWords(text: string): readonly string[] | null {
  const words = folded(text.trim()).split(/\s+/).filter(Boolean);
  return words.length > 0 && text.length <= 200 ? words : null;
}

/** The requested part of the log. */
export function readLogQuery(query: QueryReader): EntryQuery {
  const instant = 'an ISO instant with its zone';
  const id = 'an id of 1 to 200 letters';
  const names = `some of ${logKinds.join(', ')}, separated by commas`;
  return {
    from: query.optional('from', readIso, instant),
    to: query.optional('to', readIso, instant),
    kinds: query.optional('kind', readKinds, names) ?? [],
    aircraft: query.optional('aircraft', readId, id),
    person: query.optional('person', readId, id),
    words: query.optional('q', readWords, 'words of 1 to 200 letters in all') ?? [],
    before: query.optional('before', readNumber, 'the number of an entry'),
    limit: query.limit(defaultLogEntries, maxLogEntries),
  };
}

/** The days or instants of `from` and `to`; null if there are none, or more than any answer covers. */
export function spanOf(search: URLSearchParams, zone: string): Span | null {
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
  if (isDay(from) && isDay(to) && from <= to) return { start: daySpan(from, zone).start, end: daySpan(to, zone).end };
  const utc = { name: 'UTC', zoneless: 'utc' } as const;
  const [start, end] = [readInstant(from, utc), readInstant(to, utc)];
  const isSpan = start !== null && end !== null && start < end && end - start < 101 * millisecondsInDay;
  return isSpan ? { start, end } : null;
}
