import { everyone, type Who } from '#contract/access/grants.ts';

/** Who sent a request. */
export type Caller = {
  readonly who: Who;
  /** Callers of one view get the same bytes: `dispatcher`, `instructor <user id>`, `display`, `display names`. */
  readonly view: string;
  /** The id of the session, or of the person whom a proxy names; used to end their streams. Not a secret. */
  readonly id: string;
  /** The id of their grant: the same for all sessions of a person, for shares and the audit. */
  readonly grant: string;
};

/** A person on this machine without a sign-in. */
export const local: Caller = { who: everyone, view: 'manager', id: 'local', grant: 'local' };
