import { type Dispatcher, request } from 'undici';
import { millisecondsInSecond } from 'date-fns/constants';
import { oneLine, type Outcome } from './channel.ts';

/** Bytes of an answer that are read. */
const mostRead = 4_096;

/**
 * Posts a body and reads the answer. Redirects are not followed: an address that moves would get what was meant for another one.
 * 429 and 5xx are worth another try; 404 and 410 say that the address is gone, where `isGone` says so.
 */
export async function post(
  address: string,
  given: { readonly headers: { readonly [name: string]: string }; readonly body: string | Uint8Array },
  signal: AbortSignal,
  isGone: (status: number) => boolean = (status) => status === 410,
  dispatcher?: Dispatcher,
): Promise<Outcome> {
  try {
    const { statusCode, headers, body } = await request(address, {
      method: 'POST',
      ...given,
      signal,
      ...(dispatcher && { dispatcher }),
    });
    let read = '';
    for await (const part of body.setEncoding('utf8')) {
      read += String(part);
      if (read.length > mostRead) break;
    }
    const told = oneLine(read);
    // The answer of a stranger must not repeat our own address, which is secret.
    const answer = `${statusCode}${told === '' || told.includes(address) ? '' : ` ${told}`}`;
    if (statusCode >= 200 && statusCode < 300) return { state: 'sent', answer };
    if (isGone(statusCode)) return { state: 'gone', answer };
    if (statusCode !== 429 && statusCode !== 408 && statusCode < 500) return { state: 'refused', answer };
    const until = retryAt(headers['retry-after'], Date.now());
    return { state: 'again', answer, ...(until !== null && { until }) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return {
      state: 'again',
      answer: signal.aborted ? 'No answer in time.' : `It cannot be reached (${oneLine(code)}).`,
    };
  }
}

/** `Retry-After` (RFC 9110, section 10.2.3), in seconds or as a date. */
function retryAt(header: string | string[] | undefined, now: number): number | null {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined) return null;
  const at = /^\d{1,9}$/.test(text) ? now + Number(text) * millisecondsInSecond : Date.parse(text);
  return Number.isNaN(at) ? null : at;
}
