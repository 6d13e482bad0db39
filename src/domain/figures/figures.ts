import type { FigureDimension, FigureSource } from '#contract/gateway/figures.ts';
import type { Steps } from '#domain/steps.ts';
import type { Instant, Span, Zone } from '#domain/time/time.ts';
import type { Booking } from './bookings.ts';
import { type Cancellations, cancellationsOf } from './cancellations.ts';
import { type Departures, departuresOf } from './departures.ts';
import { type Facts, type LeftOutCounts, leftOutIn, notKnown } from './figure.ts';
import type { FlownFlight } from './flights.ts';
import { groundedSpans, type OwnSquawk } from './grounded.ts';
import { type Maintenance, maintenanceOf, type WorkOrder } from './maintenance.ts';
import { type Enrolment, type Training, trainingOf } from './training.ts';
import { type FleetAircraft, type Utilisation, utilisationOf } from './utilisation.ts';

/** What the figures of a school rest on, read once for all periods. */
export type FigureFacts = {
  readonly bookings: Facts<Booking>;
  readonly flights: Facts<FlownFlight>;
  readonly squawks: Facts<OwnSquawk>;
  /** The aircraft whose squawks are read, by `idKey`; null for all. */
  readonly squawked: ReadonlySet<string> | null;
  readonly orders: Facts<WorkOrder>;
  /** Null if the report is unread. */
  readonly enrolments: Facts<Enrolment> | null;
  /** When the log saw a reservation become void or go, by its `id`. */
  readonly cancelledAt: ReadonlyMap<string, Instant>;
  /** The aircraft in service now, without simulators; null if the list is unread. */
  readonly fleet: readonly FleetAircraft[] | null;
};

/** The figures of one period. A group is null if one of its sources does not cover the period: part of it would mislead. */
export type Figures = {
  readonly utilisation: Utilisation;
  readonly departures: Departures | null;
  readonly cancellations: Cancellations | null;
  readonly maintenance: Maintenance;
  readonly training: Training;
  /** The rows of each source that belong to the period and are in no sum. */
  readonly leftOut: Readonly<Record<FigureSource, LeftOutCounts>>;
};

export type FigureQuestion = {
  readonly span: Span;
  readonly by: FigureDimension;
  readonly now: Instant;
  readonly zone: Zone;
  /** The sources that do not cover the span as a whole. */
  readonly lacks?: ReadonlySet<FigureSource>;
};

const nothing: ReadonlySet<FigureSource> = new Set();

/** All figures of a period in steps, linear in the facts. The span must not reach beyond `now`. */
export function* figuresOf(
  facts: FigureFacts,
  { span, by, now, zone, lacks = nothing }: FigureQuestion,
): Steps<Figures> {
  const { bookings, flights, squawks, squawked, orders, enrolments, cancelledAt, fleet } = facts;
  const grounded = groundedSpans(squawks.rows, now);
  const own = { bookings: bookings.rows, flights: flights.rows, span, now };
  const isPartly = (...sources: readonly FigureSource[]) => sources.some((source) => lacks.has(source));
  const maintenance = { ...own, squawks: squawks.rows, squawked, grounded, orders: orders.rows, fleet: fleet ?? [] };
  yield;
  const utilisation = utilisationAsKnown(utilisationOf({ ...own, fleet, by, zone: zone.name }), lacks);
  yield;
  const departures = isPartly('reservations', 'flights', 'squawks') ? null : departuresOf({ ...own, grounded });
  yield;
  const cancellations = isPartly('reservations')
    ? null
    : cancellationsOf({ ...own, seen: cancelledAt, zone: zone.name });
  yield;
  const training = trainingAsKnown(trainingOf({ ...own, enrolments: enrolments?.rows ?? null }), lacks);
  yield;
  return {
    utilisation,
    departures,
    cancellations,
    maintenance: maintenanceAsKnown(maintenanceOf(maintenance), lacks),
    training,
    leftOut: {
      reservations: leftOutIn(bookings.leftOut, span),
      flights: leftOutIn(flights.leftOut, span),
      squawks: leftOutIn(squawks.leftOut, span),
      'work orders': leftOutIn(orders.leftOut, span),
      'student progress': leftOutIn(enrolments?.leftOut ?? [], span),
    },
  };
}

const unheld = {
  reservations: notKnown('The copy does not hold the reservations of the whole period.'),
  flights: notKnown('The flights of the whole period are not read.'),
  squawks: notKnown('The squawks of the whole fleet are not read.'),
} as const;

function utilisationAsKnown(given: Utilisation, lacks: ReadonlySet<FigureSource>): Utilisation {
  const { reservations, flights } = unheld;
  const [noBookings, noFlights] = [lacks.has('reservations'), lacks.has('flights')];
  return {
    ...given,
    ...(noBookings && { booked: reservations, dead: reservations }),
    ...(noFlights && { flown: flights, flownOfOpen: flights }),
    ...((noBookings || noFlights) && { flownOfBooked: noFlights ? flights : reservations }),
    bars: given.bars.map((bar) => ({
      ...bar,
      ...(noBookings && { booked: null, bookings: null }),
      ...(noFlights && { flown: null, flights: null }),
    })),
  };
}

function maintenanceAsKnown(given: Maintenance, lacks: ReadonlySet<FigureSource>): Maintenance {
  return {
    ...given,
    ...(lacks.has('squawks') && {
      grounded: unheld.squawks,
      groundedBars: [],
      opened: null,
      closed: null,
      openSquawks: null,
      shopKinds: null,
    }),
    ...(lacks.has('work orders') && { openOrders: null }),
    ...(lacks.has('reservations') && { shop: unheld.reservations, shopKinds: null }),
  };
}

function trainingAsKnown(given: Training, lacks: ReadonlySet<FigureSource>): Training {
  return lacks.has('reservations')
    ? { ...given, lessonsAWeek: unheld.reservations, lessons: null, students: null, load: null }
    : given;
}
