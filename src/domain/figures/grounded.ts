import type { Squawk } from '#domain/maintenance/squawks.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { firstIndex } from '#domain/schedule/usage.ts';
import { type Instant, lengthWithin, type Span } from '#domain/time/time.ts';
import { type Facts, type LeftOutRow, onceEach } from './figure.ts';

/** A squawk with its aircraft's `idKey`. */
export type OwnSquawk = { readonly aircraft: string; readonly squawk: Squawk };

/** Squawks of the fleet, each once; those without a readable date of being found are left out of every count by time. */
export function squawksOf(squawks: readonly OwnSquawk[]): Facts<OwnSquawk> {
  const { rows, leftOut } = onceEach(squawks, {
    id: ({ aircraft, squawk }) => `${aircraft} ${idKey(squawk.key)}`,
    rank: ({ squawk }) => JSON.stringify(squawk.record),
    at: ({ squawk }) => squawk.created,
  });
  const undated = rows.filter(({ squawk }) => squawk.created === null);
  return {
    rows: rows.filter(({ squawk }) => squawk.created !== null),
    leftOut: [...leftOut, ...undated.map((): LeftOutRow => ({ at: null, why: 'unreadable' }))],
  };
}

/** Times of aircraft, joined where they overlap. */
type SpansByAircraft = {
  readonly at: (aircraft: string, at: Instant) => boolean;
  /** Milliseconds of a span in which at least one of them runs. */
  readonly within: (aircraft: string, span: Span) => number;
  readonly aircraft: readonly string[];
};

/** When grounding squawks were open, by aircraft. */
export type GroundedSpans = SpansByAircraft & {
  /** Grounding squawks that are resolved without a date: in no span. */
  readonly undated: number;
};

/** Only squawks that say that they ground; an open one lasts until `now`. */
export function groundedSpans(squawks: readonly OwnSquawk[], now: Instant): GroundedSpans {
  let undated = 0;
  const spans = spansByAircraft(squawks, ({ grounding, created, isResolved, resolved }) => {
    if (grounding !== 'yes' || created === null) return null;
    const end = isResolved ? resolved : now;
    if (end === null) undated++;
    return end === null ? null : { start: created, end };
  });
  return { ...spans, undated };
}

/** The spans that squawks give, by aircraft; an instant is looked up without a pass over all of them. */
export function spansByAircraft(
  squawks: readonly OwnSquawk[],
  spanOf: (squawk: Squawk) => Span | null,
): SpansByAircraft {
  const spans = new Map<string, Span[]>();
  for (const { aircraft, squawk } of squawks) {
    const span = spanOf(squawk);
    if (span === null || span.end <= span.start) continue;
    const own = spans.get(aircraft);
    if (own) own.push(span);
    else spans.set(aircraft, [span]);
  }
  const joined = new Map(Array.from(spans, ([aircraft, own]) => [aircraft, union(own)]));
  return {
    at: (aircraft, at) => {
      const own = joined.get(aircraft) ?? [];
      const last = own[firstIndex(own, ({ start }) => start > at) - 1];
      return last !== undefined && at < last.end;
    },
    within: (aircraft, span) => lengthWithin(joined.get(aircraft) ?? [], span),
    aircraft: [...joined.keys()].toSorted(),
  };
}

/** Spans that do not overlap, in order. */
function union(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && span.start <= last.end) joined[joined.length - 1] = { ...last, end: Math.max(last.end, span.end) };
    else joined.push(span);
  }
  return joined;
}
