import type { AlertKind, AlertAnswer } from '#contract/gateway/alerts.ts';
import type { Location } from '#domain/reservations/locations.ts';
import type { Person } from '#domain/reservations/bookings.ts';
import type { Instant } from '#domain/time/time.ts';

/** A sentence in parts. People stay records, so that each reader sees as much of a name as its role may. */
export type AlertText = readonly (string | Pick<Person, 'userId' | 'name'>)[];

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
};

/** Something that is so now, with the alert that it gives when it begins. */
export type Condition = {
  /** The same as long as the condition lasts: `reminder <aircraft> <reminder>`. */
  readonly key: string;
  /** Rises as it gets worse, from 1: Warning, Expired; 30 minutes, 60 minutes. */
  readonly step: number;
  /** What must have been read before its absence means that it ended: `reminders <aircraft>`. */
  readonly needs: readonly string[];
  readonly alert: Omit<Alert, 'id' | 'at'>;
  /** The alert when it ends, if people want to know: fit again, connected again. */
  readonly ended: Omit<Alert, 'id' | 'at'> | null;
};

/** What one look at the school found. */
export type Look = {
  readonly now: Instant;
  readonly conditions: readonly Condition[];
  /** What has been read, in the words of `Condition.needs`. */
  readonly known: ReadonlySet<string>;
};
