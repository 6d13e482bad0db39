import type { LoggedChange, SkippedRecord } from '#contract/gateway/replica.ts';
import type { ReplicaSet } from '#contract/sets.ts';
import type { Keeping } from '#server/http/keeping.ts';
import type { FlownReservation, MeterMove, MeterNews } from '#domain/calibration/meterNews.ts';

/** All instants here are epoch milliseconds of the wall clock, because they outlive the process. */
type WallTime = number;

/** One record of the service under its id (trimmed, lower case). `json` is the service's own record. */
export type StoredRecord = { readonly id: string; readonly json: string; readonly hash: string };

/** A reservation; `start` and `end` are null if the service gave no readable time. */
export type StoredReservation = StoredRecord & {
  readonly start: WallTime | null;
  readonly end: WallTime | null;
  /** The members that screens draw, as JSON text. */
  readonly slim: string;
};

/** What the last complete answer said about itself, besides its records. */
export type AnswerFacts = {
  /** `totalItems` if it differs from the number sent. */
  readonly said: number | null;
  readonly sent: number;
  readonly skipped: readonly SkippedRecord[];
  /** Counts of deviations by kind, with an example. */
  readonly findings: { readonly [kind: string]: { readonly count: number; readonly example: string | null } };
};

/** What a screen waits for: a part by its set and scope, or the reservations of some days. */
export type Wanted = {
  readonly set?: ReplicaSet;
  readonly scope?: string;
  readonly from?: WallTime;
  readonly to?: WallTime;
};

/** What one refresh covers, for all sets except reservations: the whole set (`scope` empty), or one aircraft or person. */
export type StoredPart = {
  readonly set: ReplicaSet;
  readonly scope: string;
  /** When its call started. */
  readonly asOf: WallTime;
  /** Raised whenever the content changes, over all parts and cells together. */
  readonly revision: number;
  readonly facts: AnswerFacts;
};

/**
 * A span of start times, `from` inclusive and `to` exclusive, usually an operator's day. Ages of reservations are known per
 * cell. Cells do not overlap. One call covers several neighbouring cells.
 */
export type StoredCell = {
  readonly from: WallTime;
  readonly to: WallTime;
  readonly asOf: WallTime;
  readonly revision: number;
  /** Reservations that start in it. */
  readonly count: number;
  readonly facts: AnswerFacts;
};

export type NewChange = {
  readonly at: WallTime;
  readonly set: ReplicaSet;
  readonly scope: string;
  readonly id: string;
  readonly kind: LoggedChange['kind'];
  /** The whole records as JSON text. */
  readonly before: string | null;
  readonly after: string | null;
};

/** A change as read back. */
export type StoredChange = NewChange & { readonly seq: number };

/** A log entry with its search keys. Ids are trimmed and in lower case. */
export type NewEntry = {
  readonly at: WallTime;
  readonly kinds: readonly string[];
  readonly aircraft: readonly string[];
  readonly people: readonly string[];
  /** Folded. */
  readonly text: string;
  /** The entry as JSON text, without its number and time. */
  readonly json: string;
};

export type EntryQuery = {
  readonly from: WallTime | null;
  /** Exclusive. */
  readonly to: WallTime | null;
  /** Any of these; none means all. */
  readonly kinds: readonly string[];
  readonly aircraft: string | null;
  readonly person: string | null;
  /** Its text contains each of them, folded. */
  readonly words: readonly string[];
  /** Entries before this number. */
  readonly before: number | null;
  readonly limit: number;
};

export type FoundEntries = {
  /** Newest first. */
  readonly entries: readonly { readonly seq: number; readonly at: WallTime; readonly json: string }[];
  /** How many match regardless of `before` and `limit`, and how many exist. */
  readonly total: number;
  readonly all: number;
};

/** One complete answer about some cells. */
export type CellReplacement = {
  /** The new cells. Every stored cell that overlaps one of them is removed. */
  readonly cells: readonly StoredCell[];
  /** New and changed reservations, each with its place in the answer. One with a known id replaces the old. */
  readonly put: readonly (StoredReservation & { readonly position: number; readonly cell: WallTime })[];
  /** Ids of deleted reservations. */
  readonly remove: readonly string[];
  readonly changes: readonly NewChange[];
  readonly entries?: readonly NewEntry[];
};

export type ReservationQuery = {
  /** Bounds in epoch milliseconds; `null` for none. Inclusive or exclusive as named. */
  readonly startFrom?: WallTime | null;
  readonly startBefore?: WallTime | null;
  readonly endAfter?: WallTime | null;
};

/** An alert, as JSON text of `domain/alerts/alert.ts`. */
export type StoredAlert = { readonly id: string; readonly at: WallTime; readonly json: string };

/** An alert that a recipient gets from `sendAt` on. */
export type PendingAlert = { readonly alert: string; readonly recipient: string; readonly sendAt: WallTime };

/** A message to one recipient, kept before its first try, so that every try has the same id and the same alerts. */
export type StoredMessage = {
  readonly id: string;
  readonly recipient: string;
  /** The recipient's name and channel at that time. */
  readonly name: string;
  readonly channel: string;
  readonly state: 'waiting' | 'sent' | 'retrying' | 'dead';
  readonly attempts: number;
  readonly at: WallTime;
  readonly triedAt: WallTime | null;
  readonly nextAt: WallTime | null;
  readonly answer: string | null;
  /** Their ids, oldest first. */
  readonly alerts: readonly string[];
};

/** A recipient's messages, counted by outcome. */
export type MessageCount = {
  readonly recipient: string;
  readonly sent: number;
  readonly dead: number;
  readonly lastSentAt: WallTime | null;
};

/** The outbox of alerts. Each function is one transaction. */
export type AlertStorage = {
  /** Keeps the state after a look together with the alerts that it gave; an alert with a known id is kept once. */
  readonly keepAlerts: (kept: {
    readonly state: string;
    readonly alerts: readonly StoredAlert[];
    readonly pending: readonly PendingAlert[];
  }) => void;
  /** The state after the last look; null before the first. */
  readonly alertState: () => string | null;
  /** Newest first. */
  readonly alerts: (query: { readonly since: WallTime; readonly limit: number }) => StoredAlert[];
  readonly alert: (id: string) => StoredAlert | null;
  /** In order of the time to send. */
  readonly pendingAlerts: () => PendingAlert[];
  readonly dropPending: (recipient: string) => void;
  /** Keeps new messages; their alerts are no longer pending. */
  readonly addMessages: (messages: readonly StoredMessage[]) => void;
  /** Oldest first. */
  readonly unsentMessages: () => StoredMessage[];
  /** Newest first. */
  readonly messages: (limit: number) => StoredMessage[];
  readonly noteMessage: (message: Omit<StoredMessage, 'recipient' | 'name' | 'channel' | 'at' | 'alerts'>) => void;
  /** When the messages to a recipient since a time were made, oldest first. */
  readonly messageTimes: (recipient: string, since: WallTime) => WallTime[];
  readonly messageCounts: () => MessageCount[];
  /** Drops older alerts, and messages that are sent or given up. */
  readonly pruneAlerts: (before: WallTime) => void;
};

/** Steps of meters and flown reservations, read from the log of changes and kept as long as the log. */
export type ReadingStorage = {
  /** Keeps news, and notes that the changes up to `seq` have been read, in one transaction. */
  readonly noteReadings: (news: MeterNews & { readonly seq: number }) => void;
  readonly readingsSeq: () => number;
  /** The steps seen before an instant, in order of time. */
  readonly meterMoves: (before: WallTime) => MeterMove[];
  /** All steps of the meters that went backward at least once, in order of time. */
  readonly backwardMeters: () => MeterMove[];
  /** The flown reservations that start before an instant, in order of start. */
  readonly flownReservations: (before: WallTime) => FlownReservation[];
};

/**
 * The store of the replica: a file of this gateway, which several gateways may keep in step with one database
 * (`server/cluster`). Every change is one transaction: after a crash all of it is there, or nothing.
 */
export type ReplicaStorage = AlertStorage &
  ReadingStorage & {
    /** Whether it survives the process. */
    readonly isDurable: () => boolean;
    /** What is wrong with the file, in words for people; null if nothing is. */
    readonly trouble: () => string | null;

    readonly parts: () => StoredPart[];
    readonly cells: () => StoredCell[];
    /** Replaces all records of a part by these, in this order. */
    readonly replacePart: (
      part: StoredPart,
      records: readonly StoredRecord[],
      changes: readonly NewChange[],
      entries?: readonly NewEntry[],
    ) => void;
    /** Notes that a part was confirmed unchanged. */
    readonly touchPart: (part: Pick<StoredPart, 'set' | 'scope' | 'asOf'>) => void;
    readonly dropPart: (set: ReplicaSet, scope: string) => void;
    /** The records of a part in the service's order. */
    readonly records: (set: ReplicaSet, scope: string) => StoredRecord[];

    readonly replaceCells: (replacement: CellReplacement) => void;
    readonly touchCells: (cells: readonly Pick<StoredCell, 'from' | 'asOf'>[]) => void;
    /** Forgets the cells that begin at these times, and the reservations that start in them. */
    readonly dropCells: (froms: readonly WallTime[]) => void;
    /** Id and hash of each reservation whose start lies in the span or, without a start, whose cell does. */
    readonly hashesIn: (from: WallTime, to: WallTime) => { id: string; hash: string }[];
    readonly reservation: (id: string) => StoredReservation | null;
    /**
     * Reservations that overlap a span, by start and place. They start before `to` and end after `from`; those of zero
     * length lie in it.
     */
    readonly overlapping: (
      from: WallTime,
      to: WallTime,
    ) => { id: string; start: WallTime; end: WallTime; slim: string }[];
    /** Reservations by the bounds of a documented query, timed ones only, by start and place. */
    readonly selectReservations: (query: ReservationQuery) => StoredReservation[];
    /** Reservations without a readable time, in the cells from `from` to `to`. */
    readonly untimed: (from: WallTime, to: WallTime) => StoredReservation[];

    /** The log of changes after a sequence number or since an instant, oldest first. */
    readonly changes: (query: {
      readonly after?: number;
      readonly since?: WallTime;
      readonly set?: ReplicaSet;
      readonly limit: number;
    }) => StoredChange[];
    /** Drops older changes, entries, steps of meters and flown reservations. */
    readonly pruneChanges: (before: WallTime) => void;
    readonly logBegan: () => WallTime;
    /** The sequence number of the newest change; 0 while there is none. */
    readonly lastChange: () => number;

    readonly entries: (query: EntryQuery) => FoundEntries;
    /** Since when entries are complete; files of earlier versions of Flightline have none. */
    readonly entriesBegan: () => WallTime;
    /** The number of the newest entry; 0 while there is none. */
    readonly lastEntry: () => number;

    /**
     * Notes that a call starts, and that it ended. Calls that ended (or may have) within a window are read back at start.
     * Neither is lost when the process is killed.
     */
    readonly beginCall: (at: WallTime) => number;
    readonly endCall: (call: number, at: WallTime) => void;
    readonly recentCalls: (since: WallTime) => WallTime[];

    /** Small things to remember, such as how the service pages. */
    readonly memory: (key: string) => string | null;
    readonly remember: (key: string, value: string) => void;
    readonly forget: (key: string) => void;
    /** All things whose key has this prefix, by key. */
    readonly memories: (prefix: string) => { readonly key: string; readonly value: string }[];

    /** Whether this gateway refreshes the copy and sends alerts; always if it shares with no other. */
    readonly isPlanner: () => boolean;
    /** Tells the planner what is wanted here; `isFresh`: newer than now. */
    readonly passOn: (wanted: readonly Wanted[], isFresh: boolean) => void;
    /** With which other gateways the copy is shared, in words; null for one gateway alone. */
    readonly sharing: () => string | null;
    /**
     * Resolves once everything written so far will outlast this process. For what must not happen twice or get lost.
     * Rejects if that is not possible now.
     */
    readonly settled: () => Promise<void>;
    /** Makes a change that somebody asked for, of what `remember` and `forget` write: as `Keeping.keep`. */
    readonly keep: Keeping['keep'];

    /** Writes a copy of the whole database to a file, while it is in use. */
    readonly copyTo: (path: string) => Promise<unknown>;
    readonly close: () => void;
  };
