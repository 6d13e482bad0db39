import type { AlertKind, AlertAnswer } from '#contract/gateway/alerts.ts';
import type { Location } from '#domain/reservations/locations.ts';
import type { Person } from '#domain/reservations/reservations.ts';
import type { Instant } from '#domain/time/time.ts';

/**
 * A sentence in parts. People stay records, so that each reader sees as much of a name as its role may. `full` may name people;
 * who may not read them gets `short`.
 */
export type AlertText = readonly (
  | string
  | Pick<Person, 'userId' | 'name'>
  | { readonly full: string; readonly short: string }
)[];

/** One event that people may want to be told of. The same event always has the same id. */
export type Alert = {
  readonly id: string;
  readonly kind: AlertKind;
  readonly level: AlertAnswer['level'];
  /** When the gateway saw it. */
  readonly at: Instant;
  /** The tail number, the person or the source. */
  readonly subject: AlertText;
  readonly words: AlertText;
  /** What it rests on, one line each. */
  readonly evidence: readonly AlertText[];
  /** The page that shows it: a path of the dashboard. */
  readonly link: string;
  /** What filters of recipients look at; null if it concerns no aircraft, or none with a known location. */
  readonly aircraftId: string | null;
  readonly model: string | null;
  readonly location: Location | null;
  /** Instructors of the flight that it is about; null if it is about no flight. */
  readonly instructorIds: readonly string[] | null;
};

/** An alert without its moment. */
export type AlertContent = Omit<Alert, 'id' | 'at'>;

/** Something that is so now, with the alert that it gives when it begins. */
export type Condition = {
  /** The same as long as the condition lasts: `reminder <aircraft> <reminder>`. */
  readonly key: string;
  /** Rises as it gets worse, from 1: Warning, Expired; 30 minutes, 60 minutes. */
  readonly step: number;
  /** What must have been read before its absence means that it ended: `reminders <aircraft>`. */
  readonly needs: readonly string[];
  /** Null if its beginning is told by another condition. */
  readonly alert: AlertContent | null;
  /** The kind, for how long it must be so. */
  readonly kind: AlertKind;
  /** The alert when it ends, if people want to know: fit again, connected again. */
  readonly ended: AlertContent | null;
};

/** What one look at the school found. */
export type Look = {
  readonly now: Instant;
  readonly conditions: readonly Condition[];
  /** What has been read, in the words of `Condition.needs`. */
  readonly known: ReadonlySet<string>;
  /** Whether everything has been read; null for a look at a part, which says nothing of the rest. */
  readonly isWhole: boolean | null;
};
