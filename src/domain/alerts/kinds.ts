import type { AlertKind } from '#contract/gateway/alerts.ts';
import { alertKinds } from '#contract/gateway/alerts.ts';
import type { Role } from '#contract/access/roles.ts';
import { alertSettling } from '#domain/thresholds.ts';

/** A kind of alert, for the page where people choose kinds and for the sending rules. */
export type KindFacts = {
  readonly title: string;
  /** What it reports, in one sentence. */
  readonly words: string;
  readonly group: 'Flight line' | 'Maintenance' | 'Reservations' | 'Service';
  /** Who may get it: roles that may open the page behind its link and see the evidence. */
  readonly roles: readonly Role[];
  /** Whether a new recipient gets it in quiet hours too. */
  readonly breaksQuiet: boolean;
  /** Milliseconds that it must last before it is reported, and be over before it can begin again. */
  readonly settle: number;
};

const desk: readonly Role[] = ['manager', 'dispatcher'];
const all: readonly Role[] = ['manager', 'dispatcher', 'maintenance'];
const { none, short, long } = alertSettling;

/** Every kind of alert. */
export const kindTable: { readonly [Kind in AlertKind]: KindFacts } = {
  'not back': {
    title: 'Not back',
    words:
      'An aircraft is not back 30 and 60 minutes after its booked end, or may be out, with the reservations that wait for it.',
    group: 'Flight line',
    roles: desk,
    breaksQuiet: true,
    settle: none,
  },
  grounded: {
    title: 'Grounded',
    words: 'A squawk or an Expired reminder grounds an aircraft.',
    group: 'Flight line',
    roles: all,
    breaksQuiet: true,
    settle: short,
  },
  'fit again': {
    title: 'No longer grounded',
    words: 'Nothing grounds the aircraft any more.',
    group: 'Flight line',
    roles: all,
    breaksQuiet: false,
    settle: long,
  },
  stop: {
    title: 'Do not dispatch',
    words: 'The dispatch check of a flight of today or tomorrow turns to “Do not dispatch”.',
    group: 'Flight line',
    roles: desk,
    breaksQuiet: true,
    settle: short,
  },
  reminder: {
    title: 'Reminder due',
    words: 'A maintenance reminder turns to Warning or Expired at the service.',
    group: 'Maintenance',
    roles: all,
    breaksQuiet: false,
    settle: long,
  },
  limit: {
    title: 'Limit inside a reservation',
    words: 'A limit falls inside a reservation, and no shop visit is booked before it.',
    group: 'Maintenance',
    roles: all,
    breaksQuiet: false,
    settle: long,
  },
  reservation: {
    title: 'Reservation changed',
    words: 'A reservation of today or tomorrow is made, moved or gone.',
    group: 'Reservations',
    roles: desk,
    breaksQuiet: false,
    settle: short,
  },
  'instructor hours': {
    title: 'Instructor’s hours',
    words: 'An instructor has more flight instruction booked in 24 h than the rules allow that /setup names.',
    group: 'Reservations',
    roles: desk,
    breaksQuiet: false,
    settle: long,
  },
  checkout: {
    title: 'Checkout ends',
    words: 'A pilot’s checkout is missing or ends before a booked flight.',
    group: 'Reservations',
    roles: desk,
    breaksQuiet: false,
    settle: long,
  },
  connection: {
    title: 'No answer from the service',
    words: 'The flight service has not answered for some minutes.',
    group: 'Service',
    roles: all,
    breaksQuiet: false,
    settle: long,
  },
  'connection back': {
    title: 'Service answers again',
    words: 'The flight service answers again.',
    group: 'Service',
    roles: all,
    breaksQuiet: false,
    settle: short,
  },
  'copy too old': {
    title: 'Data too old for alerts',
    words: 'Until the data is new again, no alert is sent, so silence means nothing.',
    group: 'Service',
    roles: all,
    breaksQuiet: true,
    settle: none,
  },
  began: {
    title: 'Alerts began',
    words: 'Alerts were switched on: one message sums up what is already true.',
    group: 'Service',
    roles: all,
    breaksQuiet: false,
    settle: none,
  },
};

/** The kinds that a role may get, in the order of the table. */
export function kindsFor(role: Role): readonly AlertKind[] {
  return alertKinds.filter((kind) => kindTable[kind].roles.includes(role));
}
