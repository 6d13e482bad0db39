import { pino } from 'pino';
import { currentMark } from './requestMark.ts';

/** The first argument gives the members of the line. */
export type Log = {
  readonly info: (members: object, message: string) => void;
  readonly warn: (members: object, message: string) => void;
  readonly error: (members: object, message: string) => void;
};

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Members in which errors of Node and undici name the service, by host name or by address. */
const placeMembers = new Set(['address', 'host', 'hostname', 'localAddress', 'remoteAddress', 'servername']);
/** Errors contain others: causes, lists of attempts, sockets. */
const maxNested = 200;

/**
 * Writes lines of JSON. The secrets, which `secretForms` gives in every written form, are removed from the finished line, so
 * that no nested member, message or stack contains them. The target of a call in an error is removed too.
 */
export function createLog(secrets: readonly string[], write: (line: string) => void): Log {
  const anySecret = new RegExp(secrets.map(asPattern).join('|'), 'giu');
  let places: readonly string[] = [];
  const log = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, mixin: requestMember },
    { write: (line: string) => write(withoutPlaces(line.replaceAll(anySecret, 'removed'), places)) },
  );
  const written =
    (level: keyof Log): Log[keyof Log] =>
    (members, message) => {
      places = placesIn(members);
      log[level](members, message);
    };
  return { info: written('info'), warn: written('warn'), error: written('error') };
}

/** Every line written during a request names it. */
function requestMember(): object {
  const mark = currentMark();
  return mark === null ? {} : { request: mark.id };
}

/** The targets of calls named by errors in a line, at any depth. */
function placesIn(members: object): string[] {
  const places = new Set<string>();
  const seen = new Set<object>();
  const look = (value: unknown, isOfError: boolean): void => {
    if (typeof value !== 'object' || value === null || seen.has(value) || seen.size >= maxNested) return;
    seen.add(value);
    const isError = isOfError || value instanceof Error;
    for (const name of Object.getOwnPropertyNames(value)) {
      const member: unknown = Reflect.get(value, name);
      if (isError && typeof member === 'string' && member !== '' && placeMembers.has(name)) places.add(member);
      else look(member, isError);
    }
  };
  look(members, false);
  return [...places].toSorted((a, b) => b.length - a.length);
}

/** Only whole names, because a bare host such as `api` is also part of other words. */
function withoutPlaces(line: string, places: readonly string[]): string {
  if (places.length === 0) return line;
  const names = places.map((place) => asPattern(JSON.stringify(place).slice(1, -1)));
  return line.replaceAll(new RegExp(`(?<![\\w.-])(?:${names.join('|')})(?![\\w-]|":)`, 'giu'), 'removed');
}

/** A text as a regular expression, with every character escaped by its number. */
function asPattern(text: string): string {
  return Array.from(text, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`).join('');
}
