import type { IncomingMessage } from 'node:http';
import type { Role } from '#contract/access/roles.ts';
import type { SetClasses } from '#contract/access/reminderClasses.ts';
import type { OpenTo } from '#domain/access/reportRows.ts';
import type { HandlersOf } from '#server/http/handlers.ts';
import type { Reply } from '#server/http/reply.ts';
import type { Audit } from '#server/observability/audit.ts';
import type { FigureGroup } from '#server/observability/figures.ts';
import type { Caller } from './caller.ts';

/** What the gateway needs of access; with `ACCESS=open` there is none, and everyone is `local`. */
export type Access = {
  /**
   * Who sent a request, by its token, its cookie or the proxy's header; null if they must sign in. A look-up in memory, and
   * a promise only for a proxy's new signature.
   */
  readonly callerOf: (incoming: IncomingMessage) => Caller | null | Promise<Caller | null>;
  /** Answers requests that need no sign-in. */
  readonly early: Partial<HandlersOf<'sign-in' | 'service sign-in'>>;
  /** The answer to people who must sign in: a redirect for a page, 401 for everything else. */
  readonly answerUnknownCaller: (incoming: IncomingMessage, pathname: string) => Reply | Promise<Reply>;
  /** Answers a signed-in person. */
  readonly own: Partial<HandlersOf<'access'>>;
  /** Lines of `Set-Cookie` for a page, if a display's cookie nears the age at which browsers drop it; usually null. */
  readonly renewed?: (incoming: IncomingMessage) => readonly string[] | null;
  /** Audit entries besides access's own; absent if no audit is kept. */
  readonly audit?: Audit;
  /** Its figures for `/metrics`. */
  readonly figures?: readonly FigureGroup[];
  /** The columns of reports that managers have opened; none are open without it. */
  readonly openTo?: OpenTo;
  /** The classes of reminders that managers have set, for `/config`. */
  readonly reminderClasses?: () => SetClasses;
  /** The present role of a person's grant; null once it has ended, or lets nobody in any more. Without a sign-in everybody is a manager. */
  readonly roleOf?: (grant: string) => Role | null;
  /** Whether the sign-in of a caller with this `id` still lasts. */
  readonly isSignedIn?: (id: string) => boolean;
  /**
   * Calls back with the `id` of a session that somebody ended; not of one that ran out. `next` follows it in that browser,
   * if the same person signed in again.
   */
  readonly onSignedOut?: (listener: (id: string, next: string | null) => void) => void;
  /** Notes a request that the role does not allow. */
  readonly noteRefused?: (incoming: IncomingMessage, caller: Caller) => void;
  /** Calls back with the `id` of a caller who just lost access, so that open streams end. */
  readonly onRevoked: (listener: (id: string) => void) => void;
  readonly close: () => void | Promise<void>;
};
