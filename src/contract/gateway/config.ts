import * as z from 'zod/mini';
import { everyone, whoShape } from '#contract/access/grants.ts';

/** Where nothing else is set. */
export const usualShiftStarts = ['06:00', '14:00', '22:00'] as const;
export const usualCopyDays = { back: 14, ahead: 42 } as const;

/** What `GET /config` tells the browser: never the key, never the upstream's address. */
export const configShape = z.object({
  operatorId: z.number(),
  operatorName: z.string(),
  /** IANA name of the operator's zone. */
  timeZone: z.string(),
  zonelessTimes: z.enum(['operator', 'utc']),
  reportOffset: z.enum(['page', 'record']),
  /** Calls per 60 seconds that the upstream allows; null where it has no limit, as the embedded operator. */
  rateLimit: z.nullable(z.number()),
  /** True when the answers come from the embedded operator, not from a school's own service. */
  embedded: z.boolean(),
  /** For twilight; null when no position is configured. */
  position: z.nullable(z.object({ latitude: z.number(), longitude: z.number() })),
  /** Times of the operator's wall clock at which a shift begins, in order: `06:00`. A configuration kept by an earlier version has none. */
  shiftStarts: z._default(z.array(z.string()), [...usualShiftStarts]),
  /** Days of reservations that the gateway keeps before and after today. */
  copyDays: z._default(z.object({ back: z.number(), ahead: z.number() }), usualCopyDays),
  /** Who asks; the configuration is the same for all but this. */
  who: z._default(whoShape, everyone),
});
export type Config = z.output<typeof configShape>;

/** Where the gateway answers all that a page asks first, in one answer. */
export const firstAnswersPath = '/first';

/** What the gateway writes into the page, as JSON in the element with this id: it is there before any script. */
export const firstLoadId = 'first-load';
export const firstLoadShape = z.object({
  config: configShape,
  /** The pattern of its address: the page has asked `/first?page=` for what it shows first. Null where it shows nothing by itself. */
  page: z.nullable(z.string()),
  /** The addresses of the gateway that are asked by that; the answers are in `window.firstAnswers`. */
  asked: z.array(z.string()),
});
export type FirstLoad = z.output<typeof firstLoadShape>;
