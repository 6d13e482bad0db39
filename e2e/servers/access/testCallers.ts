import type { IncomingMessage } from 'node:http';
import { everyone } from '#contract/access/grants.ts';
import type { ReadSet } from '#contract/access/reads.ts';
import type { Role } from '#contract/access/roles.ts';
import type { Access } from '#server/http/rights/access.ts';
import type { Caller } from '#server/http/rights/caller.ts';

type CallerOptions = {
  readonly userId?: string;
  readonly showsNames?: boolean;
  readonly reads?: ReadSet[];
};

/** A caller with a role, for tests. */
export function callerOf(role: Role, more: CallerOptions = {}): Caller {
  const { userId = null, reads, showsNames = role !== 'display' && role !== 'instructor' } = more;
  const names = role === 'display' && showsNames ? ' names' : '';
  const view = `${role}${userId === null ? '' : ` ${userId}`}${names}`;
  return {
    who: { ...everyone, mode: 'tokens', role, userId, showsNames, ...(reads && { reads }) },
    view,
    id: view,
    grant: view,
  };
}

/** The header in which a test names the caller. */
export const callerHeader = 'x-test-caller';

/** Access that trusts the caller named by a test; `revoke` withdraws it from one caller. */
export function trustingAccess(callers: { readonly [name: string]: Caller }) {
  const listeners: ((id: string) => void)[] = [];
  const access: Access = {
    callerOf: ({ headers }: IncomingMessage) => callers[String(headers[callerHeader] ?? 'manager')] ?? null,
    early: {},
    answerUnknownCaller: () => {
      throw new Error('Every test says who asks.');
    },
    own: {},
    onRevoked: (listener) => void listeners.push(listener),
    close: () => undefined,
  };
  return { access, revoke: (id: string) => listeners.forEach((listener) => listener(id)) };
}
