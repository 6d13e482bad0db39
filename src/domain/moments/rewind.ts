import type { Instant } from '#domain/time/time.ts';

/** A change as the log keeps it: the whole record before it; null if there was none. */
export type KeptChange = {
  readonly at: Instant;
  readonly set: string;
  /** The aircraft of a reminder or a squawk; empty otherwise. */
  readonly scope: string;
  readonly id: string;
  readonly before: unknown;
};

/**
 * What differs between a moment and the present. By set and scope, then by id: the record as it was then, or null if it
 * was not there. All other records were as they are now.
 */
export type Differences = ReadonlyMap<string, ReadonlyMap<string, unknown>>;

/** The key of a set's records, those of one aircraft for reminders and squawks. */
export function partKey(set: string, scope = ''): string {
  return scope === '' ? set : `${set} ${scope}`;
}

/**
 * The differences at a moment, from the changes in the order in which they were logged. The first change after the moment
 * holds the record as it was. A change at the moment itself counts as known.
 */
export function differencesAt(changes: readonly KeptChange[], at: Instant): Differences {
  const parts = new Map<string, Map<string, unknown>>();
  for (const change of changes) {
    if (change.at <= at) continue;
    const key = partKey(change.set, change.scope);
    const part = parts.get(key) ?? new Map<string, unknown>();
    parts.set(key, part);
    if (!part.has(change.id)) part.set(change.id, change.before ?? null);
  }
  return parts;
}

/** A made-up id begins with this, for a record without an id. The log and a screen cannot match such records. */
const standIn = '~';

type Rewinding<Item> = {
  /** The id of a present record in the form of the log; null if it has none. */
  readonly idOf: (item: Item) => string | null;
  /** Reads a record of the log; null if it cannot be read. */
  readonly read: (record: unknown) => Item | null;
};

/**
 * A part's records as they were at the moment. Records that changed since are replaced in their place, and newer ones
 * are left out. Records that have gone since come at the end. Records without an id stay as they are.
 */
export function rewound<Item>(
  present: readonly Item[],
  part: ReadonlyMap<string, unknown> | undefined,
  { idOf, read }: Rewinding<Item>,
): readonly Item[] {
  if (!part || part.size === 0) return present;
  const known = new Set<string>();
  const kept = present.flatMap((item) => {
    const id = idOf(item);
    if (id === null || !part.has(id)) return [item];
    known.add(id);
    return readBefore(part.get(id), read);
  });
  const gone = [...part].filter(([id]) => !known.has(id) && !id.startsWith(standIn));
  return [...kept, ...gone.flatMap(([, before]) => readBefore(before, read))];
}

function readBefore<Item>(before: unknown, read: Rewinding<Item>['read']): Item[] {
  const item = before === null ? null : read(before);
  return item === null ? [] : [item];
}

/** The id of a record as the log has it: without blanks, in lower case. */
export function loggedId(id: string | null | undefined): string | null {
  const plain = id?.trim().toLowerCase() ?? '';
  return plain === '' ? null : plain;
}
