import type { Steps } from '#domain/steps.ts';
import type { Weather } from '#contract/gateway/weather.ts';
import type { Config } from '#contract/gateway/config.ts';
import type { RefreshFailure } from '#contract/gateway/replica.ts';
import type { ReplicaSet } from '#contract/sets.ts';
import type { Instant, Span, Zone } from '#domain/time/time.ts';
import type { HeaderValues, Refusal } from '#server/http/reply.ts';
import type { AnswerFacts, StoredReservation } from '#server/replica/storage/storage.ts';

/** The state of one piece of the replica. Durations in milliseconds. */
type Standing = {
  /** The time since the call for its data started; null if it was never read. */
  readonly ageMs: number | null;
  /** Its expected greatest age before a refresh. */
  readonly expectedMs: number;
  /** Differs from all earlier ones if the content does. */
  readonly revision: number;
  /** Null while it has never been read. An answer about several cells is given with the first. */
  readonly facts: AnswerFacts | null;
  /** Why the last attempt failed; null if it succeeded. `detail` is one word, as in `Cache-Status`. */
  readonly failure: (RefreshFailure & { readonly detail: string }) | null;
};

/** What one refresh covers, for all sets except the days of reservations. */
export type PartStatus = Standing & {
  readonly scope: string;
  /** Refreshed once a day because it hardly matters, such as a deleted aircraft; its age does not count. */
  readonly isRare: boolean;
};

/** A span of start times, from inclusive and to exclusive. */
export type CellStatus = Standing & { readonly from: Instant; readonly to: Instant };

/** The state of the replica for the gateway's own endpoints. */
export type ReplicaStatus = {
  /** The wall clock. */
  readonly now: Instant;
  readonly zone: Zone;
  /** The position of the field, for twilight; null if it is not set. */
  readonly position: Config['position'];
  /** The weather. Omitted, or null, if it is off. */
  readonly weather?: (() => Weather | null) | undefined;
  /** The days of reservations that are always held. */
  readonly window: Span;
  /** When loading resumes after the allowance or a pause; null if it does not wait. */
  readonly resumesAt: Instant | null;
  /** The sequence number of the newest logged change; 0 while there is none. */
  readonly lastChange: number;
  /** The number of the newest entry of the log; 0 while there is none. */
  readonly lastEntry: number;
  /** The parts of a set, read or not; those of reminders and squawks in the order of the aircraft list. */
  readonly parts: (set: ReplicaSet) => readonly PartStatus[];
  /**
   * The cells that overlap a span, in order; they are held from now on. Also the highest revision of all earlier cells.
   */
  readonly reservations: (span: Span) => { readonly cells: readonly CellStatus[]; readonly earlierRevision: number };
  /** The held cells that begin before an instant; this requests no new days. */
  readonly heldBefore: (instant: Instant) => readonly CellStatus[];
  /** Reservations that began before all cells and still run. */
  readonly running: () => readonly StoredReservation[];
};

/** An answer of one of the gateway's own endpoints, whose body is built only if the client lacks it. */
export type View = {
  /** Two views of one path and one `asked` with the same key have the same body. */
  readonly key: string;
  /** The age of the oldest part; null if nothing has been read. */
  readonly ageMs: number | null;
  /** The time until the first part exceeds its expected age; negative if one does. Null if nothing has been read. */
  readonly ttlMs: number | null;
  /** Why the last refresh of a part failed, in one word; null if all succeeded. */
  readonly detail: string | null;
  readonly headers: HeaderValues;
  /** The body as JSON. */
  readonly body: () => string;
  /** The same in steps, if a day of thousands of reservations makes it long; as bytes, if these are made in steps too. */
  readonly steps?: () => Steps<string | NonSharedBuffer>;
};

/** `asked`: the parameters as they were read, the same for every way of writing them in an address. */
export type ViewAnswer =
  | { readonly view: View & { readonly asked: string }; readonly refusal?: undefined }
  | { readonly refusal: Refusal; readonly view?: undefined };

/** The age of the oldest of some parts, the time until the first is due, and why one of them could not be refreshed. */
export function summary(parts: readonly Standing[]) {
  let ageMs: number | null = null;
  let ttlMs: number | null = null;
  let failure: Standing['failure'] = null;
  for (const part of parts) {
    // An unread part explains more than an old one.
    if (part.failure && (failure === null || part.ageMs === null)) failure = part.failure;
    if (part.ageMs === null) continue;
    ageMs = Math.max(ageMs ?? 0, part.ageMs);
    ttlMs = Math.min(ttlMs ?? Number.POSITIVE_INFINITY, part.expectedMs - part.ageMs);
  }
  return { ageMs, ttlMs, failure, detail: failure?.detail ?? null };
}

/** Distinguishes two states of some parts as bodies show them: content, and failures without their time. */
export function keyOf(parts: readonly Standing[]): string {
  return parts
    .map(({ ageMs, revision, failure }) => {
      const content = ageMs === null ? '-' : revision.toString(36);
      return failure ? `${content}!${failure.status ?? ''}${failure.message}` : content;
    })
    .join(' ');
}

/**
 * The unreadable items of some answers. They have no time, so several answers may hold the same ones. An item counts as
 * often as in the answer that has it most often.
 */
export function skippedIn(parts: readonly { readonly facts?: AnswerFacts | null }[]): AnswerFacts['skipped'] {
  const found = new Map<string, AnswerFacts['skipped'][number][]>();
  for (const { facts } of parts) {
    const bySkip = Map.groupBy(facts?.skipped ?? [], (skipped) => JSON.stringify(skipped));
    for (const [text, same] of bySkip) if (same.length > (found.get(text)?.length ?? 0)) found.set(text, same);
  }
  return Array.from(found.values()).flat();
}

/** A failure as in bodies. */
export function refreshFailureOf(failure: Standing['failure']): RefreshFailure | null {
  return failure && { status: failure.status, message: failure.message };
}

/** An instant as JSON text, or null. */
export function isoOrNull(instant: Instant | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}

/** When loading resumes, as in bodies: to the second, so that a wait does not keep changing the body. */
export function resumptionOf(instant: Instant | null): string | null {
  return isoOrNull(instant === null ? null : Math.ceil(instant / 1000) * 1000);
}

/** The parts of a span that no read cell covers, in order. The cells are those that overlap the span, in order. */
export function missingIn(span: Span, cells: readonly Pick<CellStatus, 'from' | 'to' | 'ageMs'>[]): Span[] {
  const missing: Span[] = [];
  let covered = span.start;
  for (const { from, to, ageMs } of cells) {
    if (ageMs === null) continue;
    if (from > covered) missing.push({ start: covered, end: Math.min(from, span.end) });
    covered = Math.max(covered, to);
  }
  if (covered < span.end) missing.push({ start: covered, end: span.end });
  return missing;
}
