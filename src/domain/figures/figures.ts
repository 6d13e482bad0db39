import type { Instant, Span, Zone } from '#domain/time/time.ts';
import type { Booking, Dimension } from './bookings.ts';
import { type Cancellations, cancellationsOf } from './cancellations.ts';
import { type Departures, departuresOf } from './departures.ts';
import { type Facts, type LeftOutCounts, leftOutIn } from './figure.ts';
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
  readonly orders: Facts<WorkOrder>;
  /** Null if the report is unread. */
  readonly enrolments: Facts<Enrolment> | null;
  /** When the log saw a reservation become void or go, by its `id`. */
  readonly cancelledAt: ReadonlyMap<string, Instant>;
  /** The aircraft in service now, without simulators; null if the list is unread. */
  readonly fleet: readonly FleetAircraft[] | null;
};

/** The sources of figures by name. */
type SourceName = 'reservations' | 'flights' | 'squawks' | 'work orders' | 'student progress';

/** The figures of one period. */
export type Figures = {
  readonly utilisation: Utilisation;
  readonly departures: Departures;
  readonly cancellations: Cancellations;
  readonly maintenance: Maintenance;
  readonly training: Training;
  /** The rows of each source that belong to the period and are in no sum. */
  readonly leftOut: Readonly<Record<SourceName, LeftOutCounts>>;
};

export type FigureQuestion = {
  readonly span: Span;
  readonly by: Dimension;
  readonly now: Instant;
  readonly zone: Zone;
};

/** All figures of a period, linear in the facts. The span must not reach beyond `now`. */
export function figuresOf(facts: FigureFacts, { span, by, now, zone }: FigureQuestion): Figures {
  const { bookings, flights, squawks, orders, enrolments, cancelledAt, fleet } = facts;
  const grounded = groundedSpans(squawks.rows, now);
  const own = { bookings: bookings.rows, flights: flights.rows, span, now };
  return {
    utilisation: utilisationOf({ ...own, fleet, by, zone: zone.name }),
    departures: departuresOf({ ...own, grounded }),
    cancellations: cancellationsOf({ ...own, seen: cancelledAt, zone: zone.name }),
    maintenance: maintenanceOf({ ...own, squawks: squawks.rows, grounded, orders: orders.rows, fleet: fleet ?? [] }),
    training: trainingOf({ ...own, enrolments: enrolments?.rows ?? null }),
    leftOut: {
      reservations: leftOutIn(bookings.leftOut, span),
      flights: leftOutIn(flights.leftOut, span),
      squawks: leftOutIn(squawks.leftOut, span),
      'work orders': leftOutIn(orders.leftOut, span),
      'student progress': leftOutIn(enrolments?.leftOut ?? [], span),
    },
  };
}
