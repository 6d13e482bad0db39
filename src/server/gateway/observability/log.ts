import { pino } from 'pino';
import { secretForms, withoutSecrets, type UpstreamSettings } from '#server/gateway/service/upstream.ts';

/** What is written down; the first argument are members of the line. */
export type Log = {
  readonly info: (members: object, words: string) => void;
  readonly warn: (members: object, words: string) => void;
  readonly error: (members: object, words: string) => void;
};

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Writes lines of JSON. The key and the upstream's address are taken out of the finished line, wherever in it they stand:
 * in a deep member, a message or a stack.
 */
export function createLog(upstream: UpstreamSettings, write: (line: string) => void): Log {
  const secrets = secretForms(upstream);
  return pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime },
    {
      write: (line: string) => write(withoutSecrets(line, secrets)),
    },
  );
}
