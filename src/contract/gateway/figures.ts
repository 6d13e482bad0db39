import * as z from 'zod/mini';

/** By what the bars of `/replica/figures` are told apart. */
export const figureDimensions = ['aircraft', 'model', 'location', 'instructor'] as const;
export type FigureDimension = (typeof figureDimensions)[number];

/** A figure with the rows that it rests on; without a value, `reason` says why the records do not tell. */
const figureShape = z.union([
  z.object({ value: z.number(), rows: z.number() }),
  z.object({ value: z.null(), rows: z.number(), reason: z.string() }),
]);
const groupShape = z.object({ key: z.string(), name: z.string() });
const countsShape = z.array(z.object({ name: z.string(), count: z.number() }));
const someNumber = z.nullable(z.number());

/** Hours; shares from 0 to 1. `domain/figures` says how each is counted. */
const utilisationShape = z.object({
  flown: figureShape,
  booked: figureShape,
  open: figureShape,
  flownOfOpen: figureShape,
  flownOfBooked: figureShape,
  dead: figureShape,
  bars: z.array(
    z.object({
      group: z.nullable(groupShape),
      booked: someNumber,
      bookings: someNumber,
      flown: someNumber,
      flights: someNumber,
    }),
  ),
});

const departuresShape = z.object({
  reliability: figureShape,
  due: z.number(),
  onTime: z.number(),
  causes: countsShape,
  notRecorded: figureShape,
});

const cancellationsShape = z.object({
  count: z.number(),
  noShows: z.number(),
  booked: z.number(),
  causes: countsShape,
  notice: countsShape,
  /** By weekday from Monday on, and by hour of the booked start. */
  week: z.array(z.array(z.object({ booked: z.number(), cancelled: z.number() }))),
});

const maintenanceShape = z.object({
  grounded: figureShape,
  groundedBars: z.array(z.object({ aircraft: groupShape, days: z.number() })),
  opened: someNumber,
  closed: someNumber,
  openSquawks: z.nullable(countsShape),
  openOrders: z.nullable(countsShape),
  shop: figureShape,
  shopKinds: z.nullable(z.array(z.object({ name: z.string(), hours: z.number(), visits: z.number() }))),
});

const trainingShape = z.object({
  lessonsAWeek: figureShape,
  lessons: someNumber,
  students: someNumber,
  withoutBooking: figureShape,
  /** Never known: no record says which lesson a student has next. */
  stageChecks: figureShape,
  byStudent: z.array(
    z.object({
      student: groupShape,
      course: z.string(),
      weeksSinceLesson: someNumber,
      progress: someNumber,
      pace: someNumber,
      isBookedAhead: z.boolean(),
    }),
  ),
  load: z.nullable(z.array(z.object({ instructor: groupShape, bookings: z.number(), hours: z.number() }))),
});

const leftOutShape = z.object({
  void: z.number(),
  draft: z.number(),
  duplicate: z.number(),
  unreadable: z.number(),
  'not closed': z.number(),
});
const figureSources = ['reservations', 'flights', 'squawks', 'work orders', 'student progress'] as const;
const sourceShape = z.enum(figureSources);
/** The sources on which figures rest. */
export type FigureSource = z.output<typeof sourceShape>;

const periodShape = z.object({
  /** Days of the operator's calendar, both inclusive. */
  first: z.string(),
  last: z.string(),
  /** The sources that do not cover the period as a whole; what rests on them is null. */
  lacks: z.array(sourceShape),
  utilisation: utilisationShape,
  departures: z.nullable(departuresShape),
  cancellations: z.nullable(cancellationsShape),
  maintenance: maintenanceShape,
  training: trainingShape,
  leftOut: z.record(sourceShape, leftOutShape),
});

/** `/replica/figures?from=&to=&by=`: figures of a period, of as many days before it, and of the same dates a year earlier. */
export const figuresShape = z.object({
  period: periodShape,
  before: periodShape,
  yearBefore: periodShape,
  /** When the oldest part of each source was read; null for one that is not read at all. */
  sources: z.array(z.object({ name: sourceShape, asOf: z.nullable(z.string()) })),
  /** The first day from which the copy holds reservations without a gap up to today; null if it does not hold today. */
  heldFrom: z.nullable(z.string()),
  /** The last day of reservations ahead. */
  heldTo: z.nullable(z.string()),
  /** Of the months of flights and the pages of reports that these figures need: those read so far, and all that are known of. */
  reading: z.object({ done: z.number(), of: z.number() }),
  resumesAt: z.nullable(z.string()),
});

/**
 * The pictures whose bars can be opened as rows: flights that did not leave in time and cancelled reservations by cause, these by
 * notice and by hour of the week, flights by location, visits to the shop by kind, and squawks and work orders by age.
 */
export const figureRowsOf = ['late', 'cancelled', 'notice', 'week', 'location', 'shop', 'squawks', 'orders'] as const;
export type FigureRowsOf = (typeof figureRowsOf)[number];

/** `/replica/figures/rows?from=&to=&of=&name=`: the reservations, flights, squawks or work orders that one bar counts. */
export const figureRowsShape = z.object({
  /** All of them; `rows` has the newest, at most `maxFigureRows`. */
  total: z.number(),
  rows: z.array(
    z.object({
      reservation: z.nullable(z.string()),
      /** What a squawk says, or the number of a work order. */
      title: z.nullable(z.string()),
      at: z.string(),
      /** Null while a flight is not checked in, or a squawk or work order is open. */
      until: z.nullable(z.string()),
      aircraftId: z.nullable(z.string()),
      aircraft: z.nullable(z.string()),
      instructor: z.nullable(z.string()),
      /** Of a reservation, in the service's words. */
      status: z.nullable(z.string()),
      /** Of a flight; null while it is not closed. */
      hours: someNumber,
    }),
  ),
  /** The sources that the bar lacks; without them it has no rows. */
  lacks: z.array(sourceShape),
});

/** The most rows of an answer. */
export const maxFigureRows = 500;
