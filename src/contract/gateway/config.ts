import * as z from 'zod/mini';
import { everyone, whoShape } from '#contract/access/grants.ts';
import { setClassesShape } from '#contract/access/reminderClasses.ts';
import type { RoutePath } from '#contract/routes.ts';

/** Used unless configured otherwise. */
export const defaultShiftStarts = ['06:00', '14:00', '22:00'] as const;
export const defaultCopyDays = { back: 14, ahead: 42 } as const;

/** The rules that a school may follow: those of the FAA, of EASA, of CASA, or none that this dashboard knows. */
export const ruleSetNames = ['faa', 'easa', 'casa', 'none'] as const;

/** What `GET /config` sends to the browser: never the key or the upstream's address. */
export const configShape = z.object({
  operatorId: z.number(),
  operatorName: z.string(),
  /** The operator's time zone by its IANA name. */
  timeZone: z.string(),
  zonelessTimes: z.enum(['operator', 'utc']),
  reportOffset: z.enum(['page', 'record']),
  /** Calls per 60 seconds that the upstream allows; null if it has no limit, like the embedded operator. */
  rateLimit: z.nullable(z.number()),
  /** True if the answers come from the embedded operator, not from a school's own service. */
  embedded: z.boolean(),
  /** For twilight; null if no position is configured. */
  position: z.nullable(z.object({ latitude: z.number(), longitude: z.number() })),
  /**
   * Start times of the shifts by the operator's clock, in order: `06:00`. A configuration stored by an earlier version
   * has none.
   */
  shiftStarts: z._default(z.array(z.string()), [...defaultShiftStarts]),
  /** Days of reservations that the gateway keeps before and after today. */
  copyDays: z._default(z.object({ back: z.number(), ahead: z.number() }), defaultCopyDays),
  /**
   * What the school considers late, soon or near, by the names of the settings (`domain/thresholds.ts`). A missing figure is
   * the usual one.
   */
  thresholds: z._default(z.record(z.string(), z.number()), {}),
  /** The classes of reminders that managers have set. They change while pages are open, so pages ask for them again. */
  reminderClasses: z.optional(setClassesShape),
  /** The rules of the country that the checks cite (`domain/ruleSets.ts`); the FAA's if omitted. */
  ruleSet: z.optional(z.enum(ruleSetNames)),
  /** The school's own words for “solo”. */
  soloWords: z.optional(z.array(z.string())),
  /** True if the weather of the school's airports is read. */
  weather: z.optional(z.boolean()),
  /** The signed-in person; the rest of the configuration is the same for all. */
  who: z._default(whoShape, everyone),
});
export type Config = z.output<typeof configShape>;

/** The address that answers a page's first requests in one answer. */
export const firstAnswersPath = '/first' satisfies RoutePath;

/** The id of the element in which the gateway writes JSON into the page; it is present before any script runs. */
export const firstLoadId = 'first-load';
export const firstLoadShape = z.object({
  config: configShape,
  /**
   * The pattern of the page's address, if a script in the page has already requested its first content from
   * `/first?page=`. Null if the page needs none.
   */
  page: z.nullable(z.string()),
  /** The gateway addresses that this request covers; the answers are in `window.firstAnswers`. */
  addresses: z.array(z.string()),
});
export type FirstLoad = z.output<typeof firstLoadShape>;
