import { errorEntry } from '#contract/errors.ts';
import type { RefreshFailure } from '#contract/gateway/replica.ts';
import { type FreeForm, isRecord } from '#contract/objects.ts';
import { adviceOn } from '#server/upstream/parse.ts';
import { failures } from '#server/upstream/upstream.ts';

/** Our own sentences about failed calls. All others are the service's, which may repeat contents of records. */
const ours: ReadonlySet<string> = new Set(Object.values(failures).map(({ words }) => words));

const again = / Try again in \d{1,9} seconds\.$/;

function isOurs(message: string, status: number | null): boolean {
  if (ours.has(message) || ours.has(message.replace(again, ''))) return true;
  return status !== null && (message === adviceOn(status) || message === `The flight service answered ${status}.`);
}

/** A failure for roles that may not see all records: our own words, or only the status. */
function shownWords(message: unknown, status: number | null): string {
  if (typeof message === 'string' && isOurs(message, status)) return message;
  if (status === null) return failures.fault.words;
  return `The flight service answered ${status}. A manager can see the rest of its answer.`;
}

/** A failure in the gateway's own bodies (`refreshFailureShape`). */
export function shownFailure(failure: unknown): RefreshFailure | null {
  if (!isRecord(failure)) return null;
  const status = typeof failure['status'] === 'number' ? failure['status'] : null;
  return { status, message: shownWords(failure['message'], status) };
}

/** The error array (section 7) of a failure, with only the code of each of the service's entries. */
export function shownErrors(body: unknown, status: number): unknown {
  const entries = (Array.isArray(body) ? body : []).filter((entry): entry is FreeForm => isRecord(entry));
  const shown = entries.map(({ code, message }) => {
    const known = typeof code === 'number' && Number.isInteger(code) ? code : status;
    return errorEntry({ code: known, message: shownWords(message, status) });
  });
  return shown.length > 0 ? shown : [errorEntry({ code: status, message: shownWords(null, status) })];
}
