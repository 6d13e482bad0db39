import * as z from 'zod/mini';

/**
 * The sheet for an aircraft that is not back. `GET ?reservation=`: what the gateway itself knows about it. POST: ticks a step of
 * the school's procedure, or takes the tick back.
 */
export const latePath = '/replica/late';
/** POST alone, because each request is an entry of the audit: the telephone numbers of the people aboard. */
export const lateNumbersPath = '/replica/late/numbers';

/** Steps of a school's procedure; longest texts in characters; ticks and ticks taken back that one flight can have. */
export const lateLimits = { steps: 40, step: 200, key: 200, acts: 400 } as const;

/** A step that somebody ticked, or whose tick they took back. `at` is an ISO instant. */
const actShape = z.object({ step: z.string(), isDone: z.boolean(), by: z.string(), at: z.string() });
export type LateAct = z.output<typeof actShape>;

/** The last report of a station before an instant: the observation as it was received, with its time. */
const observedShape = z.object({ station: z.string(), raw: z.string(), observedAt: z.string() });
export type Observed = z.output<typeof observedShape>;

export const lateSheetShape = z.object({
  /** The whole reservation without contact data; null if the copy does not hold it. */
  record: z.nullable(z.unknown()),
  /** When the gateway saw that the flight was closed; null if it has not, or did not see it. */
  backAt: z.nullable(z.string()),
  /** The steps of the school's own procedure, in its words and order; none if it has set none. */
  steps: z.array(z.string()),
  /** Everything that was ticked and taken back for this flight, in order of time. */
  acts: z.array(actShape),
  /**
   * What the school's stations reported before departure and before the planned return, as far as this gateway has read it
   * since it started (`since`, an ISO instant). Null if the weather is off.
   */
  weather: z.nullable(
    z.object({ since: z.nullable(z.string()), departure: z.array(observedShape), due: z.array(observedShape) }),
  ),
});
export type LateSheet = z.output<typeof lateSheetShape>;

/** `by` counts only if nobody has to sign in. The answer is the sheet. */
export const lateTickShape = z.object({
  reservation: z.string(),
  step: z.string(),
  isDone: z.boolean(),
  by: z.optional(z.string()),
});
export type LateTick = z.output<typeof lateTickShape>;

export const lateNumbersRequestShape = z.object({ reservation: z.string() });
/** The people of the reservation with their telephone numbers, as the reservation gives them. */
export const lateNumbersShape = z.object({
  people: z.array(z.object({ name: z.string(), role: z.enum(['pilot', 'instructor']), phone: z.nullable(z.string()) })),
});
