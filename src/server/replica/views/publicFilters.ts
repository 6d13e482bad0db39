import { isRecord } from '#contract/objects.ts';
import type { OperationId } from '#contract/operations.ts';
import { seenBoundOf, seenText } from '#contract/publicForms.ts';
import type { Query } from '#contract/query.ts';
import { type Bound, boundOf } from '#domain/lists/listState.ts';

/** The copy's answers to the filters of public clients (`contract/publicForms.ts`). */

type FreeRecord = { readonly [member: string]: unknown };

/** Whether a record passes a filter; null if the record leaves that open. */
export type Passes = (record: FreeRecord) => boolean | null;

/** A filter that passes what both pass. */
export function both(one: Passes | null, other: Passes | null): Passes | null {
  if (!one || !other) return one ?? other;
  return (record) => {
    const [first, second] = [one(record), other(record)];
    if (first === false || second === false) return false;
    return first === null || second === null ? null : true;
  };
}

/** Parameters with only one possible meaning. */
const known: { readonly [Id in OperationId]?: readonly string[] } = {
  listAircraft: ['tailNumber'],
  listReservations: ['startTimeUtc', 'endTimeUtc', 'tailNumber'],
  listSquawks: ['resolved'],
};

/** Whether the copy understands all parameters of a query that are not filters of the specification. */
export function understands(id: OperationId, { plain = {} }: Query): boolean {
  return Object.keys(plain).every((name) => known[id]?.includes(name));
}

/** The filter on a tail number, in any letter case. A record without an aircraft does not match. */
export function tailFilter({ plain }: Query, tailOf: (record: FreeRecord) => unknown): Passes | null {
  const wanted = plain?.['tailNumber'];
  if (wanted === undefined) return null;
  const tail = seenText(wanted).toLowerCase();
  return (record) => {
    const own = tailOf(record);
    return own === null ? false : typeof own === 'string' ? own.toLowerCase() === tail : null;
  };
}

export const ownTail = ({ tailNumber }: FreeRecord): unknown => tailNumber;

export function tailOfReservation({ aircraft }: FreeRecord): unknown {
  return isRecord(aircraft) ? aircraft['tailNumber'] : aircraft;
}

/** The bound on a time, the specification's or the UTC one; undefined if it cannot be read, or both are given. */
export function boundOn(
  name: 'startTime' | 'endTime',
  { filters, plain }: Query,
  zone: string,
): Bound | null | undefined {
  const seen = plain?.[`${name}Utc`];
  const bound = boundOf(filters?.[name], zone);
  if (seen === undefined) return bound;
  return bound ? undefined : (seenBoundOf(seen) ?? undefined);
}

/** The filter on squawks by `resolved`; undefined for any other text. */
export function resolvedFilter({ plain }: Query): Passes | null | undefined {
  const [, wanted] = /^eq:(true|false)$/i.exec(plain?.['resolved'] ?? '') ?? [];
  if (wanted === undefined) return plain?.['resolved'] === undefined ? null : undefined;
  const isWanted = wanted.toLowerCase() === 'true';
  return ({ resolved }) => (typeof resolved === 'boolean' ? resolved === isWanted : null);
}

/** How a service answers open squawks, once it has shown that it filters them: some leave the envelope out. */
const squawkForms = ['array', 'list'] as const;
export type SquawkForm = (typeof squawkForms)[number];

/** The name under which the form is remembered. */
export const squawkFormKey = 'form of open squawks';

export function squawkFormOf(text: string | null): SquawkForm | null {
  return squawkForms.find((form) => form === text) ?? null;
}

/** A list of squawks in a service's form; null if the form is not known. */
export function inSquawkForm(list: string, form: SquawkForm | null, { plain }: Query): string | null {
  if (form === 'list') return list;
  const isOpen = /false$/i.test(plain?.['resolved'] ?? '');
  return form === 'array' && isOpen ? JSON.stringify(itemsOf(list)) : null;
}

/**
 * The form that an answer shows, given the copy's list with the filter and without it; null if it shows none, because it
 * differs from both or they are the same.
 */
export function shownForm(answer: string, filtered: string, all: string): SquawkForm | null {
  const [body, list, whole] = [answer, filtered, all].map((text): unknown => JSON.parse(text));
  const isSame = (first: unknown, other: unknown) => JSON.stringify(first) === JSON.stringify(other);
  if (isSame(body, itemsOf(filtered))) return 'array';
  return isSame(body, list) && !isSame(list, whole) ? 'list' : null;
}

function itemsOf(list: string): unknown {
  const body: unknown = JSON.parse(list);
  return isRecord(body) ? body['items'] : null;
}

/** After this many calls that showed nothing, all requests go out at once. */
const maxLessons = 3;

type Lesson<Answer> = {
  readonly ask: () => Promise<Answer>;
  readonly learn: (answer: Answer) => unknown;
  /** The answer by what has been learned; null if that is not enough. */
  readonly recall: () => Answer | null;
};

/**
 * Requests what the copy cannot answer yet, one at a time. So a program's burst costs only the calls from which the
 * form is learned. If it cannot be learned, all requests go out.
 */
export function createLessons<Answer>() {
  const current: { lesson: Promise<unknown> | null } = { lesson: null };
  return async ({ ask, learn, recall }: Lesson<Answer>): Promise<Answer> => {
    for (let tries = 0; current.lesson && tries < maxLessons; tries++) {
      await current.lesson;
      const recalled = recall();
      if (recalled) return recalled;
    }
    const answering = ask();
    const lesson = answering.then(learn).catch(() => undefined);
    current.lesson = lesson;
    await lesson;
    if (current.lesson === lesson) current.lesson = null;
    return answering;
  };
}
