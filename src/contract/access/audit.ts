import * as z from 'zod/mini';
import { operationIds } from '#contract/operations.ts';
import { grantKinds } from './grants.ts';
import { reminderClasses } from './reminderClasses.ts';
import { roles } from './roles.ts';
import type { RoutePath } from '#contract/routes.ts';

/** The events that the audit records. */
export const auditEvents = [
  'signed in',
  'signed out',
  'ended',
  'refused',
  'created',
  'revoked',
  'expired',
  'put off',
  'taken back',
  'ticked',
  'unticked',
  'numbers shown',
  'exported',
  'opened',
  'closed',
  'reminder class',
  'repaired',
  'recipient saved',
  'recipient removed',
  'restored',
  'forgotten',
  'shortened',
] as const;

/** Why a request was refused. */
export const refusalReasons = [
  'unknown token',
  'unknown link',
  'unknown feed',
  'unknown person',
  'sign-in service',
  'signed identity',
  'not through the proxy',
  'role',
  'not from this server',
] as const;

/** One audit entry. It names a grant by its id, never by a person's name, and holds no token or cookie. */
export const auditLineShape = z.object({
  event: z.enum(auditEvents),
  kind: z.optional(z.enum(grantKinds)),
  grant: z.optional(z.string()),
  role: z.optional(z.enum(roles)),
  /** The id of the grant the person signed in with, `local`, or `command line`. */
  by: z.optional(z.string()),
  /** The id of the session that did it, or that began or ended. */
  session: z.optional(z.string()),
  /** The network of the request: /24 or /48, because a whole address counts as personal data. */
  network: z.optional(z.string()),
  /**
   * For a matter put off or taken back: its key, and until when (ISO instant). For what was done on the sheet of an aircraft that is not
   * back: the reservation's key.
   */
  matter: z.optional(z.string()),
  until: z.optional(z.string()),
  /** For a tick, or one that was taken back: the step of the school's procedure. */
  step: z.optional(z.string()),
  /** For who gets alerts: the id of the recipient. */
  recipient: z.optional(z.string()),
  /** For a column opened or closed to a role: the report, and the column's path. */
  report: z.optional(z.enum(operationIds)),
  member: z.optional(z.string()),
  /** For a class of reminders: their name, and the class; `by name` if it is read from the name again. */
  reminder: z.optional(z.string()),
  class: z.optional(z.enum([...reminderClasses, 'by name'])),
  /** For an address that the role does not include: without ids and filters. */
  path: z.optional(z.string()),
  /** For an export: the file's name. */
  file: z.optional(z.string()),
  /** For a refusal: the reason, and one word from the sign-in service or a signed identity. */
  why: z.optional(z.enum(refusalReasons)),
  detail: z.optional(z.string()),
  /** The number of entries of this kind dropped since the last one: refusals, sign-ins and exports are limited. */
  leftOut: z.optional(z.number()),
});
export type AuditLine = z.output<typeof auditLineShape>;

/** A stored entry: numbered from 1, with its instant and the SHA-256 of the line before (base64url; empty in the first). */
export const auditEntryShape = z.extend(auditLineShape, { seq: z.number(), at: z.string(), prev: z.string() });
export type AuditEntry = z.output<typeof auditEntryShape>;

/** `GET /access/audit?before=&event=`, newest first; `next` is the `before` of the next page, null at the end. */
export const auditPath = '/access/audit' satisfies RoutePath;
export const auditPageShape = z.object({ entries: z.array(auditEntryShape), next: z.nullable(z.number()) });
export type AuditPage = z.output<typeof auditPageShape>;

/** `POST /exports`: a page has saved a file of this name. */
export const exportsPath = '/exports' satisfies RoutePath;
export const exportShape = z.object({ file: z.string().check(z.minLength(1), z.maxLength(200)) });
