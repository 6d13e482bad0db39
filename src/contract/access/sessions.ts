import * as z from 'zod/mini';
import { grantKinds } from './grants.ts';
import { roles } from './roles.ts';

/** A browser that is signed in. */
const sessionShape = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(grantKinds),
  role: z.enum(roles),
  /** `Firefox on Windows`; null of one that began before this was kept. */
  device: z.nullable(z.string()),
  /** Where it began: /24 or /48. */
  network: z.nullable(z.string()),
  /** ISO instants; the last use is known to ten minutes. */
  begunAt: z.string(),
  usedAt: z.string(),
  /** Of whoever asks. */
  isOwn: z.boolean(),
  /** The one that asks. */
  isThis: z.boolean(),
});
export type SessionRecord = z.output<typeof sessionShape>;

/** `GET /access/sessions`: one's own, the one used last first; with `?of=all`, for those who give access, everybody's. */
export const sessionsPath = '/access/sessions';
export const sessionsShape = z.object({ sessions: z.array(sessionShape) });

/** `POST /access/sessions` ends one, or all of one's own but the one that asks. It answers with one's own that are left. */
export const sessionRequestShape = z.union([
  z.object({ ask: z.literal('end'), id: z.string() }),
  z.object({ ask: z.literal('end others') }),
]);
export type SessionRequest = z.output<typeof sessionRequestShape>;
