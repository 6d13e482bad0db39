import * as z from 'zod/mini';
import { isolatedTexts } from './isolated.ts';
import { lenient, type Lenient } from './tolerant.ts';
import { errorEntryShape } from './shapes.ts';

/** An error entry of section 7. */
export type ErrorEntry = z.output<typeof errorEntryShape>;

/** An error entry with the optional members filled in. The specification leaves `code` open: we use the HTTP status. */
export function errorEntry(given: Pick<ErrorEntry, 'code' | 'message'> & Partial<ErrorEntry>): ErrorEntry {
  return {
    overridable: false,
    category: 0,
    additionalData: null,
    dataField: null,
    groupLabel: null,
    universallyOverridable: false,
    techMessage: null,
    ...given,
  };
}

const entryReader = lenient(errorEntryShape);
const otherForms = z.looseObject({
  errors: z.catch(z.nullish(z.array(z.unknown())), null),
  statusCode: z.catch(z.nullish(z.number()), null),
  message: z.catch(z.nullish(z.string()), null),
});

/**
 * The error entries in an error body: the specification's array, or a form seen in live services (an object with
 * `errors`, `{statusCode, message}`, plain text). Markup and unreadable bodies give none.
 */
export function readErrorBody(body: string): Lenient<ErrorEntry>[] {
  const parsed = isolatedTexts(parseJson(body));
  if (typeof parsed === 'string') return plainText(parsed);
  const list: unknown[] | null | undefined = Array.isArray(parsed) ? parsed : otherForms.safeParse(parsed).data?.errors;
  if (list) return list.map((raw) => entryReader.safeParse(raw).data).filter((entry) => entry !== undefined);
  const other = otherForms.safeParse(parsed).data;
  return other?.message ? [{ message: other.message, code: other.statusCode ?? null }] : [];
}

function plainText(text: string): Lenient<ErrorEntry>[] {
  const trimmed = text.trim();
  const isProse = trimmed.length > 0 && trimmed.length <= 1000 && !/[<{]/.test(trimmed);
  return isProse ? [{ message: trimmed }] : [];
}

/** Longer waits have too many digits to be meant, and a date may lie beyond all that can be written. */
const longestRetry = 999_999;

/** The seconds in a `Retry-After`, which gives a span or a date (RFC 9110, section 10.2.3); null if it gives neither. */
export function retrySeconds(header: string | readonly string[] | undefined | null, now: number): number | null {
  if (typeof header !== 'string') return null;
  if (/^\d{1,6}$/.test(header)) return Number(header);
  const date = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? null : Math.min(Math.max(0, Math.ceil((date - now) / 1000)), longestRetry);
}

/** The text itself if it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
