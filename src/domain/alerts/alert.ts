import type { AlertKind, AlertAnswer } from '#contract/gateway/alerts.ts';
import type { Location } from '#domain/reservations/locations.ts';
import type { Person } from '#domain/reservations/reservations.ts';
import type { Instant } from '#domain/time/time.ts';

/**
 * A sentence in parts. People remain records, so each reader sees only as much of a name as their role allows. `full`
 * may name people; a reader who may not see names gets `short`.
 */
export type AlertText = readonly (
  | string
  | Pick<Person, 'userId' | 'name'>
  | { readonly full: string; readonly short: string }
)[];

/** One event that people may want to know about. The same event always has the same id. */
export type Alert = {
  readonly id: string;
  readonly kind: AlertKind;
  readonly level: AlertAnswer['level'];
  /** When the gateway saw it. */
  readonly at: Instant;
  /** The tail number, the person or the source. */
  readonly subject: AlertText;
  readonly words: AlertText;
  /** The evidence, one line each. */
  readonly evidence: readonly AlertText[];
  /** The page that shows it: a path of the dashboard. */
  readonly link: string;
  /** For recipients' filters; null if it concerns no aircraft, or one without a known location. */
  readonly aircraftId: string | null;
  readonly model: string | null;
  readonly location: Location | null;
  /** The instructors of its flight; null if it is not about a flight. */
  readonly instructorIds: readonly string[] | null;
};

/** An alert without its id and time. */
export type AlertContent = Omit<Alert, 'id' | 'at'>;

/** Something that is true now, with the alert for its beginning. */
export type Condition = {
  /** Does not change while the condition lasts: `reminder <aircraft> <reminder>`. */
  readonly key: string;
  /** Rises as it gets worse, from 1: Warning, Expired; 30 minutes, 60 minutes. */
  readonly step: number;
  /** What must have been read before its absence counts as its end: `reminders <aircraft>`. */
  readonly needs: readonly string[];
  /** Null if another condition reports its beginning. */
  readonly alert: AlertContent | null;
  /** Sets how long it must last before it is reported. */
  readonly kind: AlertKind;
  /** The alert when it ends, if people want to know: fit again, connected again. */
  readonly ended: AlertContent | null;
};

/** What one look at the school found. */
export type Look = {
  readonly now: Instant;
  readonly conditions: readonly Condition[];
  /** What has been read, by the names in `Condition.needs`. */
  readonly known: ReadonlySet<string>;
  /** Whether everything has been read; null for a look at a part, which says nothing about the rest. */
  readonly isWhole: boolean | null;
};
