import * as z from 'zod/mini';
import { grantKinds, notYetShape } from './grants.ts';
import { roles } from './roles.ts';
import type { RoutePath } from '#contract/routes.ts';

/** A signed-in browser. */
const sessionShape = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(grantKinds),
  role: z.enum(roles),
  /** `Firefox on Windows`; null for a session that began before this was stored. */
  device: z.nullable(z.string()),
  /** The network it began in: /24 or /48. */
  network: z.nullable(z.string()),
  /** ISO instants; the last use is accurate to ten minutes. */
  begunAt: z.string(),
  usedAt: z.string(),
  /** True for the requester's own sessions. */
  isOwn: z.boolean(),
  /** True for the session that sends the request. */
  isThis: z.boolean(),
});
export type SessionRecord = z.output<typeof sessionShape>;

/**
 * `GET /access/sessions`: the requester's own, last used first. With `?of=all`, for those who manage access,
 * everyone's.
 */
export const sessionsPath = '/access/sessions' satisfies RoutePath;
export const sessionsShape = z.object({ sessions: z.array(sessionShape), notYet: notYetShape });

/**
 * `POST /access/sessions` ends one session, or all of the requester's except the current one. It answers with the
 * requester's remaining ones.
 */
export const sessionRequestShape = z.union([
  z.object({ ask: z.literal('end'), id: z.string() }),
  z.object({ ask: z.literal('end others') }),
]);
export type SessionRequest = z.output<typeof sessionRequestShape>;
