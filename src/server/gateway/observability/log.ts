import { pino } from 'pino';
import { secretForms, removeSecrets, type UpstreamSettings } from '#server/gateway/service/upstream.ts';

/** The first argument gives the members of the line. */
export type Log = {
  readonly info: (members: object, message: string) => void;
  readonly warn: (members: object, message: string) => void;
  readonly error: (members: object, message: string) => void;
};

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Writes lines of JSON. The key, the upstream's address and `more` secrets are removed from the finished line, so that no nested member,
 * message or stack can contain them.
 */
export function createLog(
  upstream: UpstreamSettings,
  write: (line: string) => void,
  more: readonly (string | null)[] = [],
): Log {
  const secrets = secretForms(
    upstream,
    more.filter((secret) => secret !== null),
  );
  return pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime },
    {
      write: (line: string) => write(removeSecrets(line, secrets)),
    },
  );
}
