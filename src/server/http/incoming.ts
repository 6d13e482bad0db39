import type { IncomingMessage } from 'node:http';
import { refreshHeader } from '#contract/gateway/callClass.ts';
import type { OnDisconnect } from '#server/upstream/refresh.ts';

/** What an answer depends on. */
export type Incoming = Pick<IncomingMessage, 'url' | 'headers'>;

/** The connection of a request, and its sender's remaining share of calls. */
export type Sender = {
  readonly onDisconnect: OnDisconnect;
  /** Counts a possible call to the service; returns the seconds to wait if the share is used up. */
  readonly takeCall: () => number | null;
  /** Counts a program's request for a newer answer than the stored one; false if its share of these is used up. */
  readonly takeRenewal: () => boolean;
  /** The sender's share of this server's work; absent where nobody counts it. */
  readonly work?: WorkShare;
};

export type WorkShare = {
  /** The whole seconds until the sender may ask for more work; null if that is now. */
  readonly wait: () => number | null;
  /** Counts milliseconds of the event loop that a request used. */
  readonly charge: (milliseconds: number) => void;
};

/** Whether a person wants the newest data ("Refresh now"). */
export function wantsFresh({ headers }: Pick<Incoming, 'headers'>): boolean {
  return headers[refreshHeader] === 'now';
}
