import type { IncomingMessage } from 'node:http';
import { everyone, type Who } from '#contract/access/grants.ts';
import type { OpenTo } from '#domain/access/reportRows.ts';
import type { Reply } from '#server/gateway/http/reply.ts';
import type { Audit } from './audit.ts';

/** Who sent a request. */
export type Caller = {
  readonly who: Who;
  /** Callers of one view get the same bytes: `dispatcher`, `instructor <user id>`, `display`, `display names`. */
  readonly view: string;
  /** Of the session, or of the person whom a proxy names, by which streams end; no secret. */
  readonly id: string;
  /** The id of what they are signed in with: the same for all sessions of one person, for shares and in the audit. */
  readonly grant: string;
};

/** Someone on this machine, where nobody has to sign in. */
export const local: Caller = { who: everyone, view: 'manager', id: 'local', grant: 'local' };

/** What the gateway asks of access; with `ACCESS=open` there is none, and everyone is `local`. */
export type Access = {
  /**
   * Who sent a request, by its token, its cookie or the proxy's header; null where they have to sign in. A look-up in memory, and a
   * promise only where a proxy's signature has not been seen before.
   */
  readonly callerOf: (incoming: IncomingMessage) => Caller | null | Promise<Caller | null>;
  /** Answers what is asked without having signed in: `/sign-in…`, `/display`, `/calendar/…`; null for all other addresses. */
  readonly handle: (incoming: IncomingMessage, pathname: string) => Reply | Promise<Reply> | null;
  /** The answer to who has to sign in: the way there for a page, 401 for everything else. */
  readonly stranger: (incoming: IncomingMessage, pathname: string) => Reply | Promise<Reply>;
  /** Answers `/access…`, `/exports` and `/sign-out` of someone who is signed in; null for all other addresses. */
  readonly manage: (incoming: IncomingMessage, pathname: string, caller: Caller) => Reply | Promise<Reply> | null;
  /** Lines of `Set-Cookie` to go out with a page, for a display whose cookie would reach the age at which browsers drop it; null for nearly all. */
  readonly renewed?: (incoming: IncomingMessage) => readonly string[] | null;
  /** What is to be written down beside what access itself writes; left out where nothing is kept. */
  readonly audit?: Audit;
  /** The columns of reports that managers have opened; none are open without it. */
  readonly openTo?: OpenTo;
  /** Notes that somebody asked for what their role does not include. */
  readonly noteRefused?: (incoming: IncomingMessage, caller: Caller) => void;
  /** Calls back with the `id` of a caller who has just lost access, so that open streams end. */
  readonly onRevoked: (listener: (id: string) => void) => void;
  readonly close: () => void;
};
